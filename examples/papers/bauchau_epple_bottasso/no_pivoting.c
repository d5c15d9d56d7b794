/* Bauchau, Epple, Bottasso, "Scaling of constraints and augmented Lagrangian formulations in multibody dynamics
 * simulations", section 7: why the augmented Lagrangian term is needed where elimination does not pivot.
 *
 * Eq. 35: [1 0 0; 0 h^2 1; 0 1 0] x = (1, 1, 1) with h = 0.001, condition number near one, in arithmetic of five
 * decimal digits (chopped, which is what gives the paper's numbers): full pivoting gives (1, 1, 0.99999), none (1,
 * 10, 0.99999).
 *
 * Eq. 36: the iteration matrix of problem II (see condition_numbers.c) at rest, with no multipliers, where without
 * the augmented term (rho = 0) the angle that has no mass has no pivot. The same matrix with its spring has the pivot
 * h^2 k / 2 there: elimination without pivoting goes through and loses digits as 1 / h^2. With rho = 1 it loses none.
 * Both by the sparse elimination of dae_kkt.h against a dense one with pivoting.
 *
 * Checked: the paper's numbers of eq. 35; no pivot for rho = 0 and one for rho = 1 in eq. 36; errors for rho = 0 that
 * grow as h^-2, and for rho = 1 that stay at rounding for h = 1e-1 .. 1e-8.
 */
#include <math.h>
#include <string.h>

#include "dae_kkt.h"
#include "la_dense.h"
#include "paper_check.h"

static int failures;

/* ---- eq. 35 ---- */

enum { SMALL = 3 };

/* x with five decimal digits, the rest cut off; a part in 1e9 makes up for the binary rounding of decimal results */
static double chop(double x)
{
	if (x == 0) {
		return 0;
	}
	double unit = pow(10, floor(log10(fabs(x)) + 1e-9) - 4);
	return copysign(floor(fabs(x) / unit * (1 + 1e-9)) * unit, x);
}

static void swap(double *a, double *b)
{
	double kept = *a;
	*a = *b;
	*b = kept;
}

/* brings the largest remaining entry to place k; order[j] tells the unknown of column j */
static void pivot_fully(int k, double a[SMALL][SMALL], double *b, int *order)
{
	int row = k;
	int col = k;
	for (int i = k; i < SMALL; i++) {
		for (int j = k; j < SMALL; j++) {
			if (fabs(a[i][j]) > fabs(a[row][col])) {
				row = i;
				col = j;
			}
		}
	}
	for (int j = 0; j < SMALL; j++) {
		swap(&a[k][j], &a[row][j]);
	}
	swap(&b[k], &b[row]);
	for (int i = 0; i < SMALL; i++) {
		swap(&a[i][k], &a[i][col]);
	}
	int kept = order[k];
	order[k] = order[col];
	order[col] = kept;
}

/* Gaussian elimination in which each result is chopped */
static void eliminate(int pivoting, double h, double *x)
{
	double a[SMALL][SMALL] = {{1, 0, 0}, {0, h * h, 1}, {0, 1, 0}};
	double b[SMALL] = {1, 1, 1};
	int order[SMALL] = {0, 1, 2};
	for (int k = 0; k < SMALL; k++) {
		if (pivoting) {
			pivot_fully(k, a, b, order);
		}
		for (int i = k + 1; i < SMALL; i++) {
			double factor = chop(a[i][k] / a[k][k]);
			for (int j = k; j < SMALL; j++) {
				a[i][j] = chop(a[i][j] - chop(factor * a[k][j]));
			}
			b[i] = chop(b[i] - chop(factor * b[k]));
		}
	}
	for (int k = SMALL - 1; k >= 0; k--) {
		double sum = b[k];
		for (int j = k + 1; j < SMALL; j++) {
			sum = chop(sum - chop(a[k][j] * x[order[j]]));
		}
		x[order[k]] = chop(sum / a[k][k]);
	}
}

static void equation_35(void)
{
	double h = 0.001;
	double full[SMALL], none[SMALL];
	eliminate(1, h, full);
	eliminate(0, h, none);
	printf("Eq. 35 in five digits, h = 0.001      %10s %10s %10s\n", "x1", "x2", "x3");
	printf("  exact                               %10.6f %10.6f %10.6f\n", 1.0, 1.0, 1 - h * h);
	printf("  full pivoting                       %10.5f %10.5f %10.5f    paper 1, 1, 0.99999\n", full[0], full[1],
	       full[2]);
	printf("  without pivoting                    %10.5f %10.5f %10.5f    paper 1, 10, 0.99999\n", none[0], none[1],
	       none[2]);
	failures += check(full[0] == 1 && full[1] == 1 && fabs(full[2] - 0.99999) < 1e-9,
	                  "full pivoting gives the paper's numbers");
	failures += check(none[0] == 1 && fabs(none[1] - 10) < 1e-6 && fabs(none[2] - 0.99999) < 1e-9,
	                  "elimination without pivoting gives the paper's numbers");
}

/* ---- eq. 36 ---- */

enum { N_V = 3, N_G = 2, N = N_V + N_G };

static const struct la_block square = {0, 0, N_V, N_V};
static const struct la_block both_rows = {0, 0, N_G, N_V};
static const struct dae_system pattern = {
	.n_q = N_V,
	.n_v = N_V,
	.n_g = N_G,
	.n_mass_blocks = 1,
	.n_tangent_blocks = 1,
	.n_jacobian_blocks = 1,
	.mass_blocks = &square,
	.tangent_blocks = &square,
	.jacobian_blocks = &both_rows,
};

/* problem II at rest at phi = 1, no multipliers: only the spring is in the tangent */
static void fill(struct dae_kkt *kkt, double spring)
{
	double c = cos(1);
	double s = sin(1);
	const double rows[N_G * N_V] = {2 * s, -2 * c, 0, c, s, -1};
	memset(dae_kkt_mass(kkt), 0, N_V * N_V * sizeof *dae_kkt_mass(kkt));
	memset(dae_kkt_tangent(kkt), 0, N_V * N_V * sizeof *dae_kkt_tangent(kkt));
	dae_kkt_mass(kkt)[0] = dae_kkt_mass(kkt)[4] = 1;
	dae_kkt_tangent(kkt)[8] = spring;
	memcpy(dae_kkt_jacobian(kkt), rows, sizeof rows);
}

/* [K G^T; G 0] with partial pivoting */
static void solve_densely(struct dae_kkt *kkt, double *b)
{
	double a[N * N] = {0};
	int pivot[N];
	for (int i = 0; i < N_V; i++) {
		for (int j = 0; j < N_V; j++) {
			a[i + j * N] = dae_kkt_mass(kkt)[i * N_V + j] + dae_kkt_tangent(kkt)[i * N_V + j];
		}
		for (int k = 0; k < N_G; k++) {
			a[i + (N_V + k) * N] = a[N_V + k + i * N] = dae_kkt_jacobian(kkt)[k * N_V + i];
		}
	}
	failures += la_lu_factor(N, a, N, pivot) != 0;
	la_lu_solve(N, a, N, pivot, 1, b, N);
}

static struct dae_kkt_options with(double rho)
{
	return (struct dae_kkt_options){.augmentation = rho};
}

/* largest difference to the dense solution for a right-hand side that fits a smooth motion; infinite without a pivot */
static double error(struct dae_kkt *kkt, double rho)
{
	double x[N] = {1, 1, 1, 1, 1};
	double expected[N] = {1, 1, 1, 1, 1};
	struct dae_kkt_options options = with(rho);
	if (dae_kkt_factor(kkt, &options, 1)) {
		return HUGE_VAL;
	}
	dae_kkt_solve(kkt, 1, x);
	solve_densely(kkt, expected);
	double largest = 0;
	for (int i = 0; i < N; i++) {
		largest = fmax(largest, fabs(x[i] - expected[i]));
	}
	return largest;
}

static void equation_36(struct dae_kkt *kkt)
{
	struct dae_kkt_options none = with(0);
	struct dae_kkt_options one = with(1);
	fill(kkt, 0);
	int without = dae_kkt_factor(kkt, &none, 1);
	int augmented = dae_kkt_factor(kkt, &one, 1);
	printf("\nEq. 36, at rest, no spring: unknown without a pivot (q1, q2, phi, lambda1, lambda2 = 1 .. 5)\n");
	printf("  rho = 0: %d    rho = 1: %s\n", without, augmented ? "some" : "none");
	failures += check(without == 3, "without the augmented term the angle has no pivot");
	failures += check(augmented == 0, "with it elimination needs no pivoting");
}

static void spring(struct dae_kkt *kkt)
{
	double worst = 0;
	double first = 0;
	double last = 0;
	printf("\nThe same with its spring, k = 10: error of the solution without pivoting\n");
	printf("  %6s %12s %12s\n", "h", "rho = 0", "rho = 1");
	for (int k = 1; k <= 8; k++) {
		double h = pow(10, -k);
		fill(kkt, h * h * 10 / 2);
		double plain = error(kkt, 0);
		double augmented = error(kkt, 1);
		printf("  %6.0e %12.1e %12.1e\n", h, plain, augmented);
		worst = fmax(worst, augmented);
		first = k == 3 ? plain : first;
		last = k == 7 ? plain : last;
	}
	/* four decades of h are eight of the error; rounding scatters by a decade or two */
	failures += check(last > 1e6 * first, "for rho = 0 the error grows as h^-2");
	failures += check(worst < 1e-13, "for rho = 1 it stays at rounding");
}

int main(void)
{
	struct dae_kkt *kkt = dae_kkt_create(&pattern);
	if (!kkt) {
		return 1;
	}
	equation_35();
	equation_36(kkt);
	spring(kkt);
	dae_kkt_free(kkt);
	return failures > 0;
}
