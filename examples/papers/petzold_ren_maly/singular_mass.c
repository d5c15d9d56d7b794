/* Petzold, Ren, Maly, "Regularization of higher-index differential-algebraic equations with rank-deficient
 * constraints", section 4.3, eq. 4.11: a singular mass matrix.
 *
 * The problem is ours: a body of mass 1 and, tied to it by x1 - x2 = 0, one of mass mu that a spring k = 7 pulls,
 *
 *     x1'' + lambda = 0,    mu x2'' - lambda = -k x2,        x1 = x2 = cos(sqrt(k / (1 + mu)) t).
 *
 * Eq. 4.11 takes the accelerations from (M^T M + eps I) q'' = M^T (f - G^T lambda), which is to say that a mass m acts
 * as m + eps / m: here x = cos(sqrt(k / (1 + eps + mu + eps / mu)) t). For eps -> 0 it is exact for every mu > 0; for mu
 * -> 0 the second body becomes infinitely heavy, its force is lost, and through the constraint both are held. The two
 * limits do not commute, and eq. 4.11 is not the limit mu -> 0 of the mechanism (nor does the paper say so).
 * dae_regularized.h takes another way by default (the constraint's stiffness rho G^T G added to M), which is that limit.
 *
 * Checked, at t = 2 with the trust region, for mu = 1e-1 .. 1e-8 and 0: the default follows the exact motion, eq. 4.11
 * its own formula; so eq. 4.11 is right for mu = 1e-1 .. 1e-3, is off for smaller masses and does not move without
 * mass.
 */
#include <math.h>

#include "dae_method_table.h"
#include "paper_check.h"
#include "paper_run.h"

static const double stiffness = 7;
static const double epsilon = 1e-9;

static int mass(void *context, const double *q, double *values)
{
	(void)q;
	values[0] = 1;
	values[1] = values[2] = 0;
	values[3] = *(const double *)context;
	return 0;
}

static int force(void *context, const struct dae_point *p, double *f)
{
	(void)context;
	f[0] = 0;
	f[1] = -stiffness * p->q[1];
	return 0;
}

static int constraint(void *context, const struct dae_point *p, double *g)
{
	(void)context;
	g[0] = p->q[0] - p->q[1];
	return 0;
}

static int jacobian(void *context, const struct dae_point *p, double *values)
{
	(void)context;
	(void)p;
	values[0] = 1;
	values[1] = -1;
	return 0;
}

static int zero(void *context, const struct dae_point *p, double *out)
{
	(void)context;
	(void)p;
	out[0] = 0;
	return 0;
}

static void retract(void *context, const double *q, const double *dq, double *moved)
{
	(void)context;
	moved[0] = q[0] + dq[0];
	moved[1] = q[1] + dq[1];
}

static const struct la_block square = {0, 0, 2, 2};
static const struct la_block row = {0, 0, 1, 2};
static const double sizes[] = {1, 1};

/* x1 at t = 2; NaN where the integration failed */
static double integrate(double mu, enum dae_singular_mass treatment)
{
	struct dae_system system = {
		.n_q = 2,
		.n_v = 2,
		.n_g = 1,
		.n_mass_blocks = 1,
		.n_jacobian_blocks = 1,
		.mass_blocks = &square,
		.jacobian_blocks = &row,
		.motion_size = sizes,
		.constraint_size = sizes,
		.context = &mu,
		.mass = mass,
		.force = force,
		.constraint = constraint,
		.jacobian = jacobian,
		.constraint_rate = zero,
		.constraint_bias = zero,
		.retract = retract,
	};
	struct method_run r;
	if (method_create(&r, &system, &dae_trust_region_fixed, 1e-6)) {
		return NAN;
	}
	r.options.formulation = DAE_INDEX3;
	r.options.gamma = 100;
	r.options.epsilon = epsilon;
	r.options.singular_mass = treatment;
	r.s.q[0] = r.s.q[1] = 1;
	double x = method_go_on(&r, 2) ? NAN : r.s.q[0];
	method_end(&r);
	return x;
}

/* x1 at t = 2 where the second body acts as one of mass m */
static double exact(double m)
{
	return cos(2 * sqrt(stiffness / (1 + m)));
}

int main(void)
{
	int follows = 1;
	int is_formula = 1;
	int is_right = 1;
	int is_off = 1;
	printf("Section 4.3: x1 at t = 2, trust region, index 3, gamma = 100, eps = 1e-9, tolerance 1e-6\n");
	printf("  %8s %14s %14s %14s %14s\n", "mu", "M + rho G^T G", "exact", "eq. 4.11", "its formula");
	for (double mu = 1e-1; mu > 0.5e-8; mu /= 10) {
		double x = integrate(mu, DAE_MASS_AUGMENTED);
		double squares = integrate(mu, DAE_MASS_LEAST_SQUARES);
		double formula = exact(mu + epsilon / mu);
		printf("  %8.0e %14.8f %14.8f %14.8f %14.8f\n", mu, x, exact(mu), squares, formula);
		follows &= fabs(x - exact(mu)) < 1e-5;
		is_formula &= fabs(squares - formula) < 1e-5;
		is_right &= mu < 0.5e-3 || fabs(squares - exact(mu)) < 1e-5;
		is_off &= mu > 2e-8 || fabs(squares - exact(mu)) > 0.1;
	}
	double none = integrate(0, DAE_MASS_AUGMENTED);
	double held = integrate(0, DAE_MASS_LEAST_SQUARES);
	printf("  %8d %14.8f %14.8f %14.8f %14.8f\n", 0, none, exact(0), held, 1.0);
	int failures = check(follows && fabs(none - exact(0)) < 1e-5, "by default the motion is exact, without mass too");
	failures += check(is_formula, "by eq. 4.11 a mass m acts as m + eps / m");
	failures += check(is_right && is_off, "so it is right for mu = 1e-3 and more, and off by more than 0.1 for 1e-8");
	failures += check(fabs(held - 1) < 1e-5, "without mass nothing moves by eq. 4.11");
	return failures > 0;
}
