/* Petzold, Ren, Maly, "Regularization of higher-index differential-algebraic equations with rank-deficient
 * constraints", section 4.3, eq. 4.11: a singular mass matrix.
 *
 * The problem is ours: a body of mass 1 and, tied to it by x1 - x2 = 0, one of mass mu that a spring k = 7 pulls,
 *
 *     x1'' + lambda = 0,    mu x2'' - lambda = -k x2,        x1 = x2 = cos(sqrt(k / (1 + mu)) t).
 *
 * Eq. 4.11 takes the accelerations from (M^T M + eps I) q'' = M^T (f - G^T lambda). For mu = 0 the second row reads
 * eps x2'' = 0: the force on the body without mass is lost, and through the constraint both bodies are held. It is
 * thus not the limit mu -> 0 of the mechanism; with mu > 0 and eps -> 0 it is exact, so the two limits do not
 * commute. dae_regularized.h takes another way by default (the constraint's stiffness rho G^T G added to M), which is
 * that limit.
 *
 * Checked, at t = 2 with the trust region: mu = 0 by the default differs from small mu by no more than their own
 * difference to the exact motion; mu = 0 by eq. 4.11 stays at x = 1.
 */
#include <math.h>

#include "dae_methods.h"
#include "paper_check.h"
#include "paper_run.h"

static const double stiffness = 7;

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
	r.options.epsilon = 1e-9;
	r.options.singular_mass = treatment;
	r.s.q[0] = r.s.q[1] = 1;
	double x = method_go_on(&r, 2) ? NAN : r.s.q[0];
	method_end(&r);
	return x;
}

int main(void)
{
	double exact = cos(2 * sqrt(stiffness));
	double last = 0;
	int follows = 1;
	printf("Section 4.3: x1 at t = 2, trust region, index 3, gamma = 100, eps = 1e-9, tolerance 1e-6\n");
	printf("  %8s %14s %14s\n", "mu", "x1", "exact");
	for (double mu = 1e-1; mu > 0.5e-5; mu /= 10) {
		double x = integrate(mu, DAE_MASS_AUGMENTED);
		double own = cos(2 * sqrt(stiffness / (1 + mu)));
		printf("  %8.0e %14.8f %14.8f\n", mu, x, own);
		follows &= fabs(x - own) < 1e-5;
		last = x;
	}
	double augmented = integrate(0, DAE_MASS_AUGMENTED);
	double squares = integrate(0, DAE_MASS_LEAST_SQUARES);
	printf("  %8d %14.8f %14.8f   M + rho G^T G (default)\n", 0, augmented, exact);
	printf("  %8d %14.8f %14.8f   eq. 4.11\n", 0, squares, exact);
	int failures = check(follows, "small masses follow the exact motion");
	failures += check(fabs(augmented - exact) < 1e-5 && fabs(augmented - last) < 1e-4,
	                  "no mass by the default is the limit of small masses");
	failures += check(fabs(squares - 1) < 1e-5, "no mass by eq. 4.11 does not move, the limit does");
	return failures > 0;
}
