/* Negrut 1998, "On the Implicit Integration of Differential-Algebraic Equations of Multibody Dynamics", section 3.4.3.5: operations of algorithm 4 on
 * the vehicle HMMWV14, tables 6 to 8.
 *
 * The thesis tells the topology of the vehicle, figure 9 and table 5; more is not needed. The tree is the one that the program finds. From it
 * follow the entries of L and T, and so the operations of each step.
 *
 * Checked: 27 own motions and 16 rows of cut joints, as in the thesis; all counts of tables 6 to 8 but those that README.md lists.
 */
#include <math.h>
#include <stdio.h>

#include "paper_check.h"
#include "solution_operations.h"
#include "vehicle_topology.h"

enum { ADDITIONS, MULTIPLICATIONS, DIVISIONS, ROOTS, OPERATIONS };
static const char *const operations[OPERATIONS] = {"additions", "multiplications", "divisions", "square roots"};

/* motions of the bodies that carry a limb, in all and in squares without their own: columns of L, blocks on its diagonal */
static void carriers(const struct dae_relative *r, const struct dae_limb *l, double *motions, double *upper)
{
	*motions = *upper = 0;
	for (int b = l->carrier; b >= 0; b = r->limbs[b].carrier) {
		*motions += r->limbs[b].motions;
		*upper += r->limbs[b].motions * (r->limbs[b].motions - 1) / 2.0;
	}
}

/* entries of L below its diagonal in the columns of a limb */
static double entries(const struct dae_relative *r, const struct dae_limb *l)
{
	double motions, upper;
	carriers(r, l, &motions, &upper);
	return l->motions * (l->motions - 1) / 2.0 + l->motions * motions;
}

/* step 1: columns of L, with the blocks on the diagonal of M updated as a whole */
static double factor_inertia(const struct dae_relative *r)
{
	double sum = 0;
	for (int i = 0; i < r->topology->n_bodies; i++) {
		const struct dae_limb *l = &r->limbs[i];
		double motions, upper;
		carriers(r, l, &motions, &upper);
		for (int k = 0; k < l->motions; k++) {
			const double below = l->motions - 1 - k + motions;
			sum += below * (below + 1) / 2 + upper;
		}
	}
	return sum;
}

static int expect(double count, double expected, const char *table, const char *step, const char *operation)
{
	char what[120];
	(void)snprintf(what, sizeof what, "%s, step %s: %.0f %s", table, step, expected, operation);
	return check(count == expected, what);
}

struct step {
	const char *name;
	double counted[OPERATIONS], printed[OPERATIONS];
};

static int check_steps(const char *table, int n, const struct step *steps)
{
	int failures = 0;
	for (int k = 0; k < n; k++) {
		for (int o = 0; o < OPERATIONS; o++) {
			failures += isnan(steps[k].printed[o])
			                ? 0
			                : expect(steps[k].counted[o], steps[k].printed[o], table, steps[k].name, operations[o]);
		}
	}
	return failures;
}

static int check_gauss(double n)
{
	const double fact = n * (n - 1) * (2 * n - 1) / 6, half = n * (n - 1) / 2;
	const struct step steps[] = {
		{"Fact", {fact, fact, half, 0}, {25585, 25585, 903, 0}},
		{"FS", {half, half, 0, 0}, {903, 903, 0, 0}},
		{"BS", {half, half, n, 0}, {903, 903, 43, 0}},
		{"Total", {fact + 2 * half, fact + 2 * half, half + n, 0}, {27391, 27391, 946, 0}},
	};
	return check_steps("table 6", 4, steps);
}

/* with the topology; 3.2, 3.5 and additions of 3.3 are not told here: README.md */
static int check_sparse_steps(const struct dae_relative *r, double n, double m)
{
	double l = 0, columns = 0, within = 0, from_root = 0, products = 0;
	for (int i = 0; i < r->topology->n_bodies; i++) {
		l += entries(r, &r->limbs[i]);
	}
	for (int c = 0; c < r->n_cuts; c++) {
		const struct dae_cut *cut = &r->cuts[c];
		const double rows = dae_relative_rows(r, cut);
		columns += rows * cut->motions;
		from_root += rows * r->limbs[r->order[0]].motions;
		for (int k = 0; k < cut->n_limbs; k++) {
			within += rows * entries(r, &r->limbs[cut->limb[k]]);
		}
		for (int b = 0; b <= c; b++) {
			products += rows * dae_relative_rows(r, &r->cuts[b]) * common(r, cut, &r->cuts[b]);
		}
	}
	const double one = factor_inertia(r), dense = m * (m * m - 1) / 6;
	const struct step steps[] = {
		{"1", {one, one, l, n}, {975, 975, 165, 27}},
		{"2", {l, l, n, 0}, {165, 165, 27, 0}},
		{"3.1", {within - from_root, within, columns, 0}, {708, 804, 174, 0}},
		{"3.3", {NAN, products, 0, 0}, {NAN, 1135, 0, 0}},
		{"3.4", {dense, dense, m * (m - 1) / 2, m}, {680, 680, 120, 16}},
		{"4", {l + n, l, n, 0}, {192, 165, 27, 0}},
	};
	return check_steps("table 7", 6, steps);
}

static int check_dense_steps(double n, double m)
{
	const double l = n * (n - 1) / 2, one = n * (n * n - 1) / 6, pairs = m * (m + 1) / 2;
	const struct step steps[] = {
		{"1", {one, one, l, n}, {3276, 3276, 351, 27}},
		{"2", {l, l, n, 0}, {351, 351, 27, 0}},
		{"3.1", {m * l, m * l, m * n, 0}, {5616, 5616, 432, 0}},
		{"3.2", {m * n, m * n, 0, 0}, {432, 432, 0, 0}},
		{"3.3", {pairs * (n - 1), pairs * n, 0, 0}, {3536, 3672, 0, 0}},
		{"3.4", {NAN, NAN, m * (m - 1) / 2 + 2 * m, m}, {NAN, NAN, 152, 16}},
		{"3.5", {n * (m - 1), n * m, 0, 0}, {405, 432, 0, 0}},
		{"4", {l + n, l, n, 0}, {378, 351, 27, 0}},
	};
	return check_steps("table 8", 8, steps);
}

int main(void)
{
	static struct la_block masses[VEHICLE_BODIES], rows[2 * VEHICLE_JOINTS];
	struct dae_system system;
	make_vehicle(&system, masses, rows);
	struct dae_kkt *kkt = dae_kkt_create(&system);
	if (!kkt) {
		return check(0, "memory");
	}
	const struct dae_relative *r = kkt->relative;
	const double cartesian = system.n_v + system.n_g;
	printf("HMMWV14, %d velocities and %d constraints: %d own motions, %d rows of cut joints\n\n", system.n_v,
	       system.n_g, r->motions, r->cut_rows);
	printf("    operations of one solution: dense LU of the augmented matrix %.0f, in own motions %.0f; sparse %.0f; "
	       "joint %.0f\n\n",
	       dense_lu(cartesian), dense_lu(r->motions + r->cut_rows), sparse_ldlt(kkt->matrix), relative(r));
	int failures = check(r->motions == 27 && r->cut_rows == 16, "27 own motions and 16 rows of cut joints");
	failures += check_gauss(r->motions + r->cut_rows);
	failures += check_sparse_steps(r, r->motions, r->cut_rows);
	failures += check_dense_steps(r->motions, r->cut_rows);
	dae_kkt_free(kkt);
	return failures ? 1 : 0;
}
