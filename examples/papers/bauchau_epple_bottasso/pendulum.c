/* Bauchau, Epple, Bottasso, "Scaling of constraints and augmented Lagrangian formulations in multibody dynamics
 * simulations", section 5, problem I: a point mass m on a massless arm of length 1, without spring and weight,
 *
 *     M q'' + B^T lambda = 0,    C = q.q - 1 = 0,    B = 2 q^T,
 *
 * by the midpoint scheme (eq. 10, 19) with the Jacobians
 *
 *     unscaled   eq. 26    [2 M / h^2 + 2 lambda, B^T; B, 0]
 *     scaled     eq. 27    [2 M + 2 h^2 lambda + rho s B^T B, s B^T; s B, 0],    s = 1, or m of eq. 6.
 *
 * The paper's: equations, schemes, m = 1, and what it says of orders. It has no table for this problem and no initial
 * values. Ours: the arm turns at 1 rad/s from 0.2 rad, and the tables, laid out as its tables 1 and 2 (problem II, see
 * condition_numbers.c). The truth is in closed form:
 *
 *     the scheme turns the arm by exactly 2 atan(h / 2) in a step, with lambda = m / 2, that of the exact motion;
 *     [a + 4 b qq^T, 2 c q; 2 c q^T, 0] has the inverse [(I - qq^T) / a, q / (2 c); q^T / (2 c), -(a + 4 b) / (4 c^2)].
 *
 * Checked: the motion; all condition numbers against the inverse above; without scaling m^2 / h^4 (eq. 23); with s = 1
 * flat in h, growing as m^2; with eq. 6 the same number for all h = 1e-1 .. 1e-8 and m = 1e-2 .. 1e4, with the
 * augmented term and, unlike problem II, without it; corrections of displacements and multipliers that do not depend
 * on h with scaling (eq. 18), and multipliers that grow as h^-2 without (eq. 24); the scaled Jacobian is the
 * preconditioned one of section 6, L J R with L = diag(h^2, s), R = diag(1, s / h^2); elimination without pivoting
 * (dae_kkt.h) needs no augmented term and has no error beyond rounding (section 7 asks for it in problem II).
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "condition_number.h"
#include "dae_kkt.h"
#include "la_dense.h"
#include "paper_check.h"

enum { N = 3 };

static const double rate = 1;    /* rad/s */
static const double start = 0.2; /* rad */

static int failures;

/* [a + 4 b qq^T, 2 c q; 2 c q^T, 0] at a point of the circle */
struct jacobian {
	double a, b, c;
};

static struct jacobian unscaled(double m, double h)
{
	return (struct jacobian){2 * m / (h * h) + m * rate * rate, 0, 1};
}

static struct jacobian scaled(double m, double h, double s, double rho)
{
	return (struct jacobian){2 * m + h * h * m * rate * rate, rho * s, s};
}

static void fill(const struct jacobian *j, const double *q, double *matrix)
{
	memset(matrix, 0, N * N * sizeof *matrix);
	for (int i = 0; i < 2; i++) {
		for (int k = 0; k < 2; k++) {
			matrix[i + k * N] = (i == k ? j->a : 0) + 4 * j->b * q[i] * q[k];
		}
		matrix[i + 2 * N] = matrix[2 + i * N] = 2 * j->c * q[i];
	}
}

static void fill_inverse(const struct jacobian *j, const double *q, double *matrix)
{
	for (int i = 0; i < 2; i++) {
		for (int k = 0; k < 2; k++) {
			matrix[i + k * N] = ((i == k) - q[i] * q[k]) / j->a;
		}
		matrix[i + 2 * N] = matrix[2 + i * N] = q[i] / (2 * j->c);
	}
	matrix[8] = -(j->a + 4 * j->b) / (4 * j->c * j->c);
}

/* ---- the motion ---- */

/* w = h dq/dt, mu = h^2 lambda of the step before */
struct point {
	double q[2], w[2], mu;
};

static struct point at_start(double h)
{
	return (struct point){
		.q = {sin(start), -cos(start)},
		.w = {h * rate * cos(start), h * rate * sin(start)},
	};
}

/* correction (dq, dmu / m) of the scaled equations 10 with s = m; 0, or 1: singular */
static int correction(const struct point *p, const double *to, double mu, double m, double *z)
{
	double matrix[N * N];
	int pivot[N];
	double middle[] = {(p->q[0] + to[0]) / 2, (p->q[1] + to[1]) / 2};
	memset(matrix, 0, sizeof matrix);
	for (int i = 0; i < 2; i++) {
		z[i] = -(2 * m * (to[i] - p->q[i] - p->w[i]) + 2 * middle[i] * mu);
		matrix[i + i * N] = 2 * m + mu;
		matrix[i + 2 * N] = 2 * m * middle[i];
		matrix[2 + i * N] = 2 * m * to[i];
	}
	z[2] = -m * (to[0] * to[0] + to[1] * to[1] - 1);
	if (la_lu_factor(N, matrix, N, pivot)) {
		return 1;
	}
	la_lu_solve(N, matrix, N, pivot, 1, z, N);
	return 0;
}

static int step(struct point *p, double m)
{
	double to[] = {p->q[0] + p->w[0], p->q[1] + p->w[1]};
	double z[N] = {1};
	for (int k = 0; k < 50 && la_norm_max(2, z) > 1e-15; k++) {
		if (correction(p, to, p->mu, m, z)) {
			return 1;
		}
		to[0] += z[0];
		to[1] += z[1];
		p->mu += m * z[2];
	}
	for (int i = 0; i < 2; i++) {
		p->w[i] = 2 * (to[i] - p->q[i]) - p->w[i];
		p->q[i] = to[i];
	}
	return 0;
}

/* to t = 1 against the closed form; rounding of w adds up over the steps, that of q twice */
static void motion(void)
{
	int turns = 1;
	int pulls = 1;
	printf("Problem I, m = 1: angle and multiplier at t = 1\n  %6s %14s %14s %10s\n", "h", "angle", "closed form",
	       "lambda");
	for (int k = 1; k <= 3; k++) {
		double h = pow(10, -k);
		int count = (int)round(1 / h);
		struct point p = at_start(h);
		for (int i = 0; i < count; i++) {
			failures += step(&p, 1);
		}
		double angle = atan2(p.q[0], -p.q[1]);
		double truth = start + count * 2 * atan(h * rate / 2);
		double lambda = p.mu / (h * h);
		printf("  %6.0e %14.10f %14.10f %10.6f\n", h, angle, truth, lambda);
		double rounding = 4 * DBL_EPSILON * count;
		turns &= fabs(angle - truth) < rounding * count;
		pulls &= fabs(lambda - 0.5 * rate * rate) < rounding / (h * h);
	}
	failures += check(turns, "the arm turns by 2 atan(h / 2) in each step");
	failures += check(pulls, "the multiplier is that of the exact motion");
}

/* ---- condition numbers ---- */

enum { NONE, ONE, ONE_AUGMENTED, SIX, SIX_AUGMENTED, COLUMNS };

static struct jacobian column(int k, double m, double h)
{
	const struct jacobian all[COLUMNS] = {
		[NONE] = unscaled(m, h),    [ONE] = scaled(m, h, 1, 0),           [ONE_AUGMENTED] = scaled(m, h, 1, 1),
		[SIX] = scaled(m, h, m, 0), [SIX_AUGMENTED] = scaled(m, h, m, 1),
	};
	return all[k];
}

/* the numbers of one row; 1 where they are those of the inverse in closed form */
static int measure(double m, double h, double *values)
{
	double angle = start + rate;
	const double q[] = {sin(angle), -cos(angle)};
	int exact = 1;
	for (int k = 0; k < COLUMNS; k++) {
		struct jacobian j = column(k, m, h);
		double matrix[N * N], inverse[N * N];
		fill(&j, q, matrix);
		fill_inverse(&j, q, inverse);
		values[k] = condition_number(N, matrix);
		double truth = condition_norm(N, matrix) * condition_norm(N, inverse);
		exact &= fabs(values[k] / truth - 1) < 1e-9;
	}
	return exact;
}

static void print_row(double first, const double *values)
{
	printf("  %6.0e |", first);
	for (int k = 0; k < COLUMNS; k++) {
		printf(k == NONE ? " %9.2e" : " %9.3g", values[k]);
	}
	printf("\n");
}

static void print_head(const char *first)
{
	printf("  %6s | %9s %19s %19s\n", "", "unscaled", "s = 1", "eq. 6");
	printf("  %6s | %9s %9s %9s %9s %9s\n", first, "", "rho = 0", "rho = 1", "rho = 0", "rho = 1");
}

enum { STEPS = 8, MASSES = 7 };

static void by_step(void)
{
	double rows[STEPS][COLUMNS];
	int exact = 1;
	int grows = 1;
	int flat = 1;
	printf("\nCondition numbers at t = 1 against the step, m = 1\n");
	print_head("h");
	for (int i = 0; i < STEPS; i++) {
		double h = pow(10, -1 - i);
		exact &= measure(1, h, rows[i]);
		print_row(h, rows[i]);
		grows &= fabs(rows[i][NONE] * pow(h, 4) - 1) < 10 * h * h + 1e-9;
		for (int k = ONE; k < COLUMNS; k++) {
			flat &= fabs(rows[i][k] / rows[0][k] - 1) < 0.01;
		}
	}
	failures += check(exact, "all numbers are those of the inverse in closed form");
	failures += check(grows, "unscaled m^2 / h^4 (1 + O(h^2))");
	failures +=
		check(flat, "scaled the same within a percent for h = 1e-1 .. 1e-8, with the augmented term and without");
}

static void by_mass(void)
{
	double rows[MASSES][COLUMNS];
	int exact = 1;
	int grows = 1;
	int flat = 1;
	printf("\nThe same against the mass, h = 0.01\n");
	print_head("mass");
	for (int i = 0; i < MASSES; i++) {
		double m = pow(10, i - 2);
		exact &= measure(m, 0.01, rows[i]);
		print_row(m, rows[i]);
		if (m > 5) {
			grows &= fabs(rows[i][NONE] / rows[i - 1][NONE] / 100 - 1) < 0.01;
			grows &= m < 500 || fabs(rows[i][ONE] / rows[i - 1][ONE] / 100 - 1) < 0.05;
		}
		flat &= fabs(rows[i][SIX] / rows[0][SIX] - 1) < 1e-9;
		flat &= fabs(rows[i][SIX_AUGMENTED] / rows[0][SIX_AUGMENTED] - 1) < 1e-9;
	}
	failures += check(exact, "all numbers are those of the inverse in closed form");
	failures += check(grows, "unscaled and with s = 1 they grow as m^2 for large masses");
	failures += check(flat, "with s of eq. 6 they are the same for m = 1e-2 .. 1e4");
}

/* ---- corrections, section 6, elimination ---- */

/* first correction where the guess is off by 0.1 in both displacements */
static void corrections(void)
{
	double first[2] = {0};
	int flat = 1;
	printf("\nFirst Newton correction from a guess off by 0.1\n  %6s %12s %16s %12s\n", "h", "displacement",
	       "scaled multipl.", "multiplier");
	for (int i = 1; i <= STEPS; i++) {
		double h = pow(10, -i);
		struct point p = at_start(h);
		double to[] = {p.q[0] + p.w[0] + 0.1, p.q[1] + p.w[1] + 0.1};
		double z[N];
		failures += correction(&p, to, 0, 1, z);
		double sizes[] = {la_norm2(2, z), fabs(z[2])};
		printf("  %6.0e %12.3e %16.3e %12.3e\n", h, sizes[0], sizes[1], sizes[1] / (h * h));
		if (i == 3) {
			memcpy(first, sizes, sizeof first);
		}
		flat &= i < 3 || (fabs(sizes[0] / first[0] - 1) < 0.01 && fabs(sizes[1] / first[1] - 1) < 0.01);
	}
	failures += check(flat, "from h = 1e-3 on displacements and scaled multipliers do not change: lambda goes as h^-2");
}

static void preconditioned(void)
{
	double angle = start + rate;
	const double q[] = {sin(angle), -cos(angle)};
	int same = 1;
	for (int i = 1; i <= STEPS; i++) {
		double h = pow(10, -i);
		double m = 3;
		struct jacobian plain = unscaled(m, h);
		struct jacobian wanted = scaled(m, h, m, 0);
		const double left[N] = {h * h, h * h, m};
		const double right[N] = {1, 1, m / (h * h)};
		double a[N * N], b[N * N];
		fill(&plain, q, a);
		fill(&wanted, q, b);
		for (int k = 0; k < N * N; k++) {
			same &= fabs(left[k % N] * a[k] * right[k / N] - b[k]) <= 1e-14 * m;
		}
	}
	printf("\nSections 6 and 7\n");
	failures += check(same, "L J R of section 6 is the Jacobian of eq. 27, h = 1e-1 .. 1e-8");
}

static const struct la_block square = {0, 0, 2, 2};
static const struct la_block row = {0, 0, 1, 2};
static const struct dae_system pattern = {
	.n_q = 2,
	.n_v = 2,
	.n_g = 1,
	.n_mass_blocks = 1,
	.n_tangent_blocks = 1,
	.n_jacobian_blocks = 1,
	.mass_blocks = &square,
	.tangent_blocks = &square,
	.jacobian_blocks = &row,
};

/* largest error of [M + h^2 lambda, B^T; B, 0] x = (1, 1, 1) by the sparse elimination, which does not pivot */
static double elimination_error(struct dae_kkt *kkt, double h)
{
	const struct dae_kkt_options none = {.augmentation = 0};
	double angle = start + rate;
	const double q[] = {sin(angle), -cos(angle)};
	struct jacobian j = {1 + h * h * rate * rate / 2, 0, 1};
	double inverse[N * N];
	double x[N] = {1, 1, 1};
	double largest = 0;
	const double stiffness = h * h * rate * rate / 2;
	memcpy(dae_kkt_mass(kkt), (const double[]){1, 0, 0, 1}, 4 * sizeof(double));
	memcpy(dae_kkt_tangent(kkt), (const double[]){stiffness, 0, 0, stiffness}, 4 * sizeof(double));
	memcpy(dae_kkt_jacobian(kkt), (const double[]){2 * q[0], 2 * q[1]}, 2 * sizeof(double));
	if (dae_kkt_factor(kkt, &none, 1)) {
		return HUGE_VAL;
	}
	dae_kkt_solve(kkt, 1, x);
	fill_inverse(&j, q, inverse);
	for (int i = 0; i < N; i++) {
		largest = fmax(largest, fabs(x[i] - inverse[i] - inverse[i + N] - inverse[i + 2 * N]));
	}
	return largest;
}

static int elimination(void)
{
	double worst = 0;
	struct dae_kkt *kkt = dae_kkt_create(&pattern);
	if (!kkt) {
		return 1;
	}
	for (int i = 1; i <= STEPS; i++) {
		worst = fmax(worst, elimination_error(kkt, pow(10, -i)));
	}
	printf("    error of elimination without pivoting and without the augmented term: %.1e\n", worst);
	dae_kkt_free(kkt);
	return check(worst < 1e-15, "it stays at rounding, h = 1e-1 .. 1e-8");
}

int main(void)
{
	motion();
	by_step();
	by_mass();
	corrections();
	preconditioned();
	failures += elimination();
	return failures > 0;
}
