/* Bottasso, Bauchau, Cardona, "Time-step-size-independent conditioning and sensitivity to perturbations in the
 * numerical solution of index three differential algebraic equations", section 4.3, figures 7 and 8: the pendulum in
 * displacements and multipliers by the two-step formula until t = 1e-3.
 *
 *   figure 7   greatest norm over the steps of the last decreasing Newton correction against h
 *   figure 8   condition number of the iteration matrix at the end against h
 *
 * Columns: unscaled (eq. 37), left (eq. 44), left and right (eqs. 48, 49). A last table has the condition number of
 * the matrix that dae_kkt.h factors for the same steps, which is what the methods bdf and bdf_displacement solve with.
 *
 * Checked: condition numbers grow as h^-4, h^-3, h^0 (eqs. 43, 47, 52); corrections as eqs. 46 and 51 say, those of
 * the unscaled form not faster than the bounds of eq. 42; scaled from both sides neither depends on h, from 1e-1 to
 * 1e-8, by more than a factor of 3, nor does the condition number of dae_kkt.h.
 */
#include "pendulum_bdf2.h"

#include "dae_method.h"
#include "sparse_multiply.h"

enum { SCALINGS = DAE_BDF_MULTIPLIERS + 1, KKT = 3 };

static double correction[SCALINGS][STEP_SIZES];
static double displacement[SCALINGS][STEP_SIZES];
static double multiplier[SCALINGS][STEP_SIZES];
static double conditions[SCALINGS][STEP_SIZES];
static double factored[STEP_SIZES];

/* the matrix that dae_kkt.h factors, in the last point of a run */
static double kkt_condition(const struct run *r)
{
	double u[2], v[2], lambda;
	double matrix[KKT * KKT], inverse[KKT * KKT] = {0};
	double gamma = r->h / two_steps.a0;
	struct dae_options options = dae_options_for(1e-6);
	unscaled(r, &two_steps, u, v, &lambda);
	struct dae_point p = {.q = u, .v = v, .a = v, .lambda = &lambda};
	pendulum_tangent(r->kkt->system->context, &p, gamma * gamma, gamma, dae_kkt_tangent(r->kkt));
	pendulum_mass(r->kkt->system->context, u, dae_kkt_mass(r->kkt));
	memcpy(dae_kkt_jacobian(r->kkt), u, sizeof u);
	if (dae_kkt_factor(r->kkt, &options.kkt, 1)) {
		return HUGE_VAL;
	}
	for (int j = 0; j < KKT; j++) {
		inverse[j * KKT + j] = 1;
		sparse_multiply(r->kkt->matrix, inverse + j * KKT, matrix + j * KKT);
	}
	la_sparse_solve(r->kkt->matrix, KKT, inverse);
	return norm(KKT, matrix) * norm(KKT, inverse);
}

static void run_all(struct dae_kkt *kkt)
{
	for (int s = 0; s < SCALINGS; s++) {
		for (int k = 0; k < STEP_SIZES; k++) {
			struct run r;
			simulate(&r, kkt, 2, (enum dae_bdf_scaling)s, step_sizes[k], steps_of(step_sizes[k]));
			correction[s][k] = r.largest;
			displacement[s][k] = r.field[0];
			multiplier[s][k] = r.field[2];
			conditions[s][k] = r.condition;
			factored[k] = kkt_condition(&r);
		}
	}
}

static void print_factored(void)
{
	printf("\nCondition number of the matrix of dae_kkt.h\n        h\n");
	for (int k = 0; k < STEP_SIZES; k++) {
		printf("    %5.0e  %12.2e\n", step_sizes[k], factored[k]);
	}
	printf("   slope*  %12.2f\n", slope(factored));
}

static int near(double a, double b)
{
	return fabs(a - b) <= 0.15;
}

static int check_all(void)
{
	static const double condition_slopes[SCALINGS] = {-4, -3, 0};
	static const double multiplier_slopes[SCALINGS] = {-3, -2, 0};
	int conditions_hold = 1;
	int corrections_hold = 1;
	for (int s = 0; s < SCALINGS; s++) {
		conditions_hold &= near(slope(conditions[s]), condition_slopes[s]);
	}
	for (int s = DAE_BDF_LEFT; s < SCALINGS; s++) {
		corrections_hold &= near(slope(displacement[s]), 0) && near(slope(multiplier[s]), multiplier_slopes[s]);
	}
	int failures = check(conditions_hold, "condition numbers grow as h^-4, h^-3, h^0");
	failures += check(slope(displacement[0]) >= -1.15 && slope(multiplier[0]) >= -3.15,
	                  "unscaled: corrections of u, lambda grow at most as h^-1, h^-3");
	failures +=
		check(corrections_hold, "left: corrections of u, lambda grow as h^0, h^-2; left and right: as h^0, h^0");
	failures += check(spread(conditions[DAE_BDF_MULTIPLIERS], 0) < 3,
	                  "left and right: condition number flat within a factor of 3, h = 1e-1 .. 1e-8");
	failures += check(spread(correction[DAE_BDF_MULTIPLIERS], 0) < 3,
	                  "left and right: corrections flat within a factor of 3, h = 1e-1 .. 1e-8");
	failures +=
		check(spread(factored, 0) < 3, "dae_kkt.h: condition number flat within a factor of 3, h = 1e-1 .. 1e-8");
	return failures;
}

int main(void)
{
	struct pendulum pendulum;
	pendulum_make(&pendulum, 1);
	struct dae_kkt *kkt = dae_kkt_create(&pendulum.system);
	if (!kkt) {
		return 1;
	}
	run_all(kkt);
	print_table("Figure 7. Last decreasing Newton corrections", SCALINGS, correction, 0);
	print_table("The same for displacements alone", SCALINGS, displacement, 0);
	print_table("The same for Lagrange multipliers alone", SCALINGS, multiplier, 0);
	print_table("Figure 8. Condition number at convergence", SCALINGS, conditions, 0);
	print_factored();
	printf("    * exponent of h between 1e-4 and 1e-8\n\n");
	int failures = check_all();
	dae_kkt_free(kkt);
	return failures > 0;
}
