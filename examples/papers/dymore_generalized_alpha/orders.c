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

#include "dae_method_table.h"
#include "paper_check.h"
#include "paper_run.h"
#include "pendulum_system.h"

enum { Q, V, LAMBDA, FIELDS };

/* errors of x, vx and lambda at the end, and the multiplier there; 0 on success */
static int run(enum dae_formulation formulation, double radius, double h, double *error, double *lambda)
{
	struct pendulum p;
	struct method_run r;
	pendulum_make(&p, 1);
	if (method_create(&r, &p.system, &dae_generalized_alpha, 1e-8)) {
		return -1;
	}
	r.options.formulation = formulation;
	r.options.spectral_radius = radius;
	r.options.fixed_step = h;
	r.s.q[0] = -1;
	int status = method_go_on(&r, 10);
	error[Q] = fabs(r.s.q[0] - pendulum_end_q[0]);
	error[V] = fabs(r.s.v[0] - pendulum_end_v[0]);
	error[LAMBDA] = fabs(r.s.lambda[0] - pendulum_end_lambda);
	*lambda = r.s.lambda[0];
	method_end(&r);
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
	int failures = check(off == 0, "all orders within 0.2 of 2");
	double error[FIELDS], lambda;
	int status = run(DAE_INDEX3, 1, 1e-3, error, &lambda);
	/* the rod carries at most 3 m g */
	failures += check(status || fabs(lambda) > 10 * 3 * 9.81, "index 3 without damping breaks down");
	return failures > 0;
}
