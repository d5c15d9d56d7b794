/* Petzold, Ren, Maly, "Regularization of higher-index differential-algebraic equations with rank-deficient
 * constraints", theorem 3.1: with redundant constraints of constant rank the error in x is of the order of eps, for
 * the direct form (3.2, where B = C^T and the null space of C^T is constant) and for the trust region (3.3).
 *
 * The problem is ours, made from its solution x = (cos t, sin t), y = exp(-t) for each of two equal rows c = (1 +
 * t^2, 1):
 *
 *     x' = (x2, -2 x1) + p(t) - C^T y,    0 = C x + r(t),    C = (c; c).
 *
 * In the notation of dae_system.h x is a velocity, G = C, dg/dt = r and lambda = y.
 *
 * Checked: order 1 in eps for both, until the tolerance is reached; equal multipliers (minimum norm) that converge to
 * y with the same order; Baumgarte's system does not exist.
 */
#include <math.h>

#include "dae_method_table.h"
#include "paper_check.h"
#include "paper_run.h"

static int mass(void *context, const double *q, double *values)
{
	(void)context;
	(void)q;
	values[0] = values[3] = 1;
	values[1] = values[2] = 0;
	return 0;
}

/* p = x' - (x2, -2 x1) + C^T y of the solution */
static int force(void *context, const struct dae_point *p, double *f)
{
	double t = p->t;
	double pull = 2 * exp(-t);
	(void)context;
	f[0] = p->v[1] - 2 * sin(t) + (1 + t * t) * pull;
	f[1] = -2 * p->v[0] + 3 * cos(t) + pull;
	return 0;
}

static int constraint(void *context, const struct dae_point *p, double *g)
{
	(void)context;
	(void)p;
	g[0] = g[1] = 0;
	return 0;
}

static int jacobian(void *context, const struct dae_point *p, double *values)
{
	(void)context;
	for (int i = 0; i < 2; i++) {
		values[2 * i] = 1 + p->t * p->t;
		values[2 * i + 1] = 1;
	}
	return 0;
}

/* r = -c x of the solution */
static int rate(void *context, const struct dae_point *p, double *r)
{
	double t = p->t;
	(void)context;
	r[0] = r[1] = -(1 + t * t) * cos(t) - sin(t);
	return 0;
}

/* c' x + r' */
static int bias(void *context, const struct dae_point *p, double *b)
{
	double t = p->t;
	(void)context;
	b[0] = b[1] = 2 * t * p->v[0] - 2 * t * cos(t) + (1 + t * t) * sin(t) - cos(t);
	return 0;
}

static void retract(void *context, const double *q, const double *dq, double *moved)
{
	(void)context;
	moved[0] = q[0] + dq[0];
	moved[1] = q[1] + dq[1];
}

static const struct la_block square = {0, 0, 2, 2};
static const double sizes[] = {1, 1};
static const struct dae_system problem = {
	.n_q = 2,
	.n_v = 2,
	.n_g = 2,
	.n_mass_blocks = 1,
	.n_jacobian_blocks = 1,
	.mass_blocks = &square,
	.jacobian_blocks = &square,
	.motion_size = sizes,
	.constraint_size = sizes,
	.mass = mass,
	.force = force,
	.constraint = constraint,
	.jacobian = jacobian,
	.constraint_rate = rate,
	.constraint_bias = bias,
	.retract = retract,
};

struct errors {
	int status;
	double x, y, difference;
};

/* from 0 to 1 */
static struct errors integrate(const struct dae_method *method, double eps)
{
	struct method_run r;
	struct errors e = {.status = -1};
	if (method_create(&r, &problem, method, 1e-8)) {
		return e;
	}
	r.options.formulation = DAE_INDEX2;
	r.options.gamma = 100;
	r.options.epsilon = eps;
	r.s.v[0] = 1;
	e.status = method_go_on(&r, 1);
	e.x = fmax(fabs(r.s.v[0] - cos(1)), fabs(r.s.v[1] - sin(1)));
	e.y = fmax(fabs(r.s.lambda[0] - exp(-1)), fabs(r.s.lambda[1] - exp(-1)));
	e.difference = fabs(r.s.lambda[0] - r.s.lambda[1]);
	method_end(&r);
	return e;
}

int main(void)
{
	static const struct dae_method *const methods[] = {&dae_direct, &dae_trust_region_fixed};
	int failures = 0;
	printf("Theorem 3.1: a constraint written twice, gamma = 100, tolerance 1e-8\n");
	printf("  %-19s %8s %12s %7s %12s %7s\n", "method", "eps", "error of x", "order", "error of y", "order");
	for (int k = 0; k < 2; k++) {
		struct errors last = {0};
		int linear = 1;
		int shared = 1;
		for (double eps = 1e-1; eps > 0.5e-5; eps /= 10) {
			struct errors e = integrate(methods[k], eps);
			double x = last.x > 0 ? log10(last.x / e.x) : NAN;
			double y = last.y > 0 ? log10(last.y / e.y) : NAN;
			printf("  %-19s %8.0e %12.2e %7.3f %12.2e %7.3f\n", methods[k]->name, eps, e.x, x, e.y, y);
			linear &= e.status == 0 && (isnan(x) || e.x < 1e-7 || (fabs(x - 1) < 0.1 && fabs(y - 1) < 0.1));
			shared &= e.difference < 1e-9;
			last = e;
		}
		failures += check(linear, "x and y converge with order 1");
		failures += check(shared, "both rows carry the same multiplier");
	}
	failures += check(integrate(&dae_baumgarte, 0).status != 0, "Baumgarte's system does not exist");
	return failures > 0;
}
