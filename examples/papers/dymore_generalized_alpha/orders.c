/* Dymore User's Manual, "The generalized-alpha time integration scheme", sections 2.1 and 4: second order for every
 * spectral radius at infinity, also with constraints, here for coordinates, velocities and Lagrange multipliers of
 * the index-3 pendulum.
 *
 * The bare index-3 form of section 4 (positions enforced) beside the stabilized one (positions and velocities), for
 * 0, 0.2, .., 1. The manual's scheme is stable with constraints only if it damps: index 3 with 1 is left out of the
 * table and checked to break down.
 *
 * Checked: all measured orders within 0.2 of 2; index 3 without damping fails or lets the multiplier ring beyond ten
 * times its largest true value.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "dae_driver.h"
#include "dae_methods.h"

/* ---- pendulum of mass 1 and length 1, q = (x, y), g = 9.81: q'' + q lambda = (0, -g), (q.q - 1)/2 = 0 ---- */

static int mass(void *context, const double *q, double *values)
{
	(void)context;
	(void)q;
	values[0] = values[3] = 1;
	values[1] = values[2] = 0;
	return 0;
}

static int force(void *context, const struct dae_point *p, double *f)
{
	(void)context;
	(void)p;
	f[0] = 0;
	f[1] = -9.81;
	return 0;
}

static int tangent(void *context, const struct dae_point *p, double cq, double cv, double *values)
{
	(void)context;
	(void)cv;
	values[0] = values[3] = cq * p->lambda[0];
	values[1] = values[2] = 0;
	return 0;
}

static int constraint(void *context, const struct dae_point *p, double *g)
{
	(void)context;
	g[0] = (p->q[0] * p->q[0] + p->q[1] * p->q[1] - 1) / 2;
	return 0;
}

static int jacobian(void *context, const struct dae_point *p, double *values)
{
	(void)context;
	values[0] = p->q[0];
	values[1] = p->q[1];
	return 0;
}

static int rate(void *context, const struct dae_point *p, double *value)
{
	(void)context;
	(void)p;
	value[0] = 0;
	return 0;
}

static int bias(void *context, const struct dae_point *p, double *value)
{
	(void)context;
	value[0] = p->v[0] * p->v[0] + p->v[1] * p->v[1];
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
static const struct dae_system pendulum = {
	.n_q = 2,
	.n_v = 2,
	.n_g = 1,
	.n_mass_blocks = 1,
	.n_tangent_blocks = 1,
	.n_jacobian_blocks = 1,
	.mass_blocks = &square,
	.tangent_blocks = &square,
	.jacobian_blocks = &row,
	.motion_size = sizes,
	.constraint_size = sizes,
	.mass = mass,
	.force = force,
	.tangent = tangent,
	.constraint = constraint,
	.jacobian = jacobian,
	.constraint_rate = rate,
	.constraint_bias = bias,
	.retract = retract,
};

/* released at (-1, 0), at t = 10: Jacobi's elliptic functions, sin(angle/2) = k sn(K(k) - sqrt(g) t, k), k =
 * sin(pi/4) (IFToMM benchmark A01) */
static const double exact_x = -0.2750874625761168600544;
static const double exact_vx = 4.1755981009517288365;
static const double exact_lambda = 28.294567206067250641;

enum { Q, V, LAMBDA, FIELDS };

/* errors of x, vx and lambda at the end, and the multiplier there; 0 on success */
static int run(enum dae_formulation formulation, double radius, double h, double *error, double *lambda)
{
	double *state = calloc(dae_state_size(&pendulum, &dae_generalized_alpha), sizeof *state);
	struct dae_driver *driver = state ? dae_driver_create(&pendulum, &dae_generalized_alpha, state) : NULL;
	int status = driver ? 0 : -1;
	if (driver) {
		struct dae_state s = dae_driver_state(driver);
		struct dae_options options = dae_options_for(1e-8);
		struct dae_failure failure;
		options.formulation = formulation;
		options.spectral_radius = radius;
		options.fixed_step = h;
		dae_driver_reset(driver, 0);
		s.q[0] = -1;
		status = dae_driver_restart(driver, &options, &failure);
		status = status ? status : dae_driver_advance(driver, &options, 10, &failure);
		error[Q] = fabs(s.q[0] - exact_x);
		error[V] = fabs(s.v[0] - exact_vx);
		error[LAMBDA] = fabs(s.lambda[0] - exact_lambda);
		*lambda = s.lambda[0];
	}
	dae_driver_free(driver);
	free(state);
	return status;
}

/* prints one row per step size; returns the number of orders off by more than 0.2 */
static int print_orders(enum dae_formulation formulation, double radius)
{
	double last[FIELDS] = {0};
	int off = 0;
	for (int k = 0; k < 4; k++) {
		double h = 2e-3 / pow(2, k);
		double error[FIELDS], lambda;
		printf("%5.1f %9.2e", radius, h);
		if (run(formulation, radius, h, error, &lambda)) {
			printf("  failed\n");
			return 1;
		}
		for (int i = 0; i < FIELDS; i++) {
			double order = log2(last[i] / error[i]);
			printf("   %9.3e", error[i]);
			if (k > 0) {
				printf(" %5.2f", order);
				off += !(fabs(order - 2) <= 0.2);
			} else {
				printf("      ");
			}
			last[i] = error[i];
		}
		printf("\n");
	}
	return off;
}

static int check(const char *what, int holds)
{
	printf("%s: %s\n", holds ? "ok" : "FAILED", what);
	return !holds;
}

int main(void)
{
	static const struct {
		const char *title;
		enum dae_formulation formulation;
		int radii;
	} tables[] = {
		{"Index 3 (section 4)", DAE_INDEX3, 5},
		{"Stabilized", DAE_STABILIZED, 6},
	};
	int off = 0;
	for (int i = 0; i < 2; i++) {
		printf("%s: errors at t = 10 and orders\n\n  rho         h           q                  v                  "
		       "lambda\n",
		       tables[i].title);
		for (int k = 0; k < tables[i].radii; k++) {
			off += print_orders(tables[i].formulation, 0.2 * k);
		}
		printf("\n");
	}
	int failures = check("all orders within 0.2 of 2", off == 0);
	double error[FIELDS], lambda;
	int status = run(DAE_INDEX3, 1, 1e-3, error, &lambda);
	/* the rod carries at most 3 m g */
	failures += check("index 3 without damping breaks down", status || fabs(lambda) > 10 * 3 * 9.81);
	return failures > 0;
}
