/* Bauchau, Epple, Bottasso, "Scaling of constraints and augmented Lagrangian formulations in multibody dynamics
 * simulations", section 9, tables 1 and 2: condition number of the iteration matrix against step size and mass.
 *
 * The paper's problem II (section 5): a point mass m on a massless arm of length 1 with a spring k at the root,
 * coordinates q1, q2 and the root angle phi, which has no mass,
 *
 *     M q'' + B^T lambda = 0,    k phi + C2,phi lambda2 = 0,    C1 = q.q - 1 = 0,    C2 = q1 cos phi + q2 sin phi = 0,
 *
 * by the midpoint scheme of section 4, with the Jacobians
 *
 *     no scaling   eq. 30,
 *     scaling 1    eq. 31, s = 1,
 *     scaling 2    eq. 31, s of eq. 6 with the means of the diagonals,
 *
 * and beside them the matrix that dae_kkt.h factors for the same step, with each of its choices of s. Condition
 * numbers are the paper's, |J| |J^-1| in the infinity norm.
 *
 * The midpoint scheme does not give the paper's numbers. Eq. 30 has m^2 / h^4 in every usual norm, a third of what the
 * tables print, and eq. 31 with the augmented term rho = 1 has 18 and 23 where they print 9.2 and 14. Two changes
 * explain both tables at once: no augmented term, and a mass matrix weighted by r = 3.54 instead of 2 against the
 * constraints. Without scaling the number is r^2 m^2 / (4 h^4), and (3.54 / 2)^2 = 3.1 is the missing factor. In
 * section 8 generalized-alpha has r = (1 - alpha_m) / (beta (1 - alpha_f)) = (2 - R) (1 + R)^2 with the spectral radius
 * R at infinity, which is 3.54 for R = 0.58. The text does not name the scheme of its tables: r is fitted, and with the
 * angle below it meets five independent numbers (3e8, 9.2, 14, and 20 and 4e2 of table 2's column s = 1).
 *
 * The text names no initial values: here the arm starts at rest at phi = 0.2, so that phi = 0.2 cos(sqrt(k/m) t). In
 * the infinity norm the angle counts; 0.2 is what fits column s = 1. Steps below 1e-5 run the last 1000 steps only,
 * from the exact motion; for masses below 4e-3 kg, whose motion h = 0.01 does not resolve, the matrices are formed in
 * the exact motion.
 *
 * Table 2's row for mass m/10 is set beside our row for m: the paper's tables overlap in h = 0.01, m = 1, where table
 * 1 has (3e8, 9.2, 14), which is table 2's row for 0.1; its row for 1 has (3e10, 4e2, 14). It is the mass that
 * differs and not the step, on which column s = 1 does not depend.
 *
 * Checked: the motion is right; without scaling the number is m^2 / h^4; with s = 1 it is flat in h and grows as m^2;
 * with eq. 6 and in dae_kkt.h it is flat within a factor of 3 for h = 1e-1 .. 1e-8 and m = 1e-4 .. 1e6. With r = 3.54
 * and rho = 0 all numbers for h <= 0.01 and m >= 1 are the paper's in all digits it prints, and the others are within a
 * quarter; the midpoint scheme, r = 2 and rho = 1, has none of these rows.
 */
#include <math.h>
#include <string.h>

#include "condition_number.h"
#include "dae_kkt_struct.h"
#include "dae_method.h"
#include "la_dense.h"
#include "paper_check.h"
#include "sparse_multiply.h"

enum { N = 5 };

static const double stiffness = 10;
static const double start = 0.2; /* rad */

/* one step, from (q, w) to (q1, w1), q = (q1, q2, phi), w = h dq/dt, mu = h^2 lambda */
struct point {
	double q[3], w[2], mu[2];
};

static int failures;

static void rows(const double *q, double g[2][3])
{
	double c = cos(q[2]);
	double s = sin(q[2]);
	g[0][0] = 2 * q[0];
	g[0][1] = 2 * q[1];
	g[0][2] = 0;
	g[1][0] = c;
	g[1][1] = s;
	g[1][2] = -q[0] * s + q[1] * c;
}

/* d(B^T mu)/dq, C2,phi phi = -C2 = 0 on the constraint */
static void curvature(const double *q, const double *mu, double a[3][3])
{
	double c = cos(q[2]);
	double s = sin(q[2]);
	memset(a, 0, 9 * sizeof(double));
	a[0][0] = a[1][1] = 2 * mu[0];
	a[0][2] = a[2][0] = -s * mu[1];
	a[1][2] = a[2][1] = c * mu[1];
	a[2][2] = -(q[0] * c + q[1] * s) * mu[1];
}

/* column-major [2 M + part d(B^T mu)/dq + h^2 k, s B^T; s B, 0] with inertia 2 m, springs h^2 k, mu without the
 * factor s */
static void jacobian(const double *q, const double *q_rows, const double *mu, double inertia, double spring, double s,
                     double rho, double part, double *a)
{
	double g[2][3], bent[3][3], there[2][3];
	rows(q, g);
	rows(q_rows, there);
	curvature(q, mu, bent);
	memset(a, 0, N * N * sizeof *a);
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 3; j++) {
			a[i + j * N] = part * bent[i][j] + rho * s * (g[0][i] * g[0][j] + g[1][i] * g[1][j]);
		}
		a[i + i * N] += i < 2 ? inertia : part * spring;
		for (int k = 0; k < 2; k++) {
			a[i + (3 + k) * N] = s * g[k][i];
			a[3 + k + i * N] = s * there[k][i];
		}
	}
}

/* midpoint step: 2 M (q1 - q - w) + B_m^T mu = 0, h^2 k phi_m + C2,phi mu2 = 0 at the middle, C(q1) = 0. 0, or 1: no
 * convergence */
static int step(struct point *p, double m, double h)
{
	double to[3], middle[3], a[N * N], right[N], g[2][3];
	double spring = h * h * stiffness;
	double s = 2 * m / 3 + spring / 3;
	int pivot[N];
	for (int i = 0; i < 3; i++) {
		to[i] = p->q[i] + (i < 2 ? p->w[i] : 0);
	}
	for (int iteration = 0; iteration < 50; iteration++) {
		for (int i = 0; i < 3; i++) {
			middle[i] = (p->q[i] + to[i]) / 2;
		}
		rows(middle, g);
		for (int i = 0; i < 3; i++) {
			right[i] = -(g[0][i] * p->mu[0] + g[1][i] * p->mu[1]);
			right[i] -= i < 2 ? 2 * m * (to[i] - p->q[i] - p->w[i]) : spring * middle[2];
		}
		right[3] = -s * (to[0] * to[0] + to[1] * to[1] - 1);
		right[4] = -s * (to[0] * cos(to[2]) + to[1] * sin(to[2]));
		jacobian(middle, to, p->mu, 2 * m, spring, s, 0, 0.5, a);
		if (la_lu_factor(N, a, N, pivot)) {
			return 1;
		}
		la_lu_solve(N, a, N, pivot, 1, right, N);
		double size = 0;
		for (int i = 0; i < 3; i++) {
			to[i] += right[i];
			size = fmax(size, fabs(right[i]));
		}
		p->mu[0] += s * right[3];
		p->mu[1] += s * right[4];
		if (size < 1e-13) {
			for (int i = 0; i < 2; i++) {
				p->w[i] = 2 * (to[i] - p->q[i]) - p->w[i];
			}
			memcpy(p->q, to, sizeof to);
			return 0;
		}
	}
	return 1;
}

static struct point exact(double m, double h, double t)
{
	double omega = sqrt(stiffness / m);
	double angle = start * cos(omega * t);
	double speed = -start * omega * sin(omega * t);
	return (struct point){
		.q = {sin(angle), -cos(angle), angle},
		.w = {h * speed * cos(angle), h * speed * sin(angle)},
		.mu = {h * h * m * speed * speed / 2, h * h * stiffness * angle},
	};
}

/* longer steps do not follow the motion: then the matrices are those of the exact one */
static int resolves(double m, double h)
{
	return h * sqrt(stiffness / m) <= 0.5;
}

/* to t = 1, from t = 0 or the last 1000 steps; the angle's error in *error */
static int run(double m, double h, struct point *p, double *error)
{
	double count = h >= 0.99e-5 ? round(1 / h) : 1000;
	*error = 0;
	*p = exact(m, h, resolves(m, h) ? 1 - count * h : 1);
	for (double k = 0; k < count && resolves(m, h); k++) {
		if (step(p, m, h)) {
			return 1;
		}
	}
	*error = fabs(p->q[2] - exact(m, h, 1).q[2]);
	return 0;
}

/* a scheme's weight of the mass matrix against the constraints, and of the augmented term */
struct scheme {
	double inertia, rho;
};
enum { MIDPOINT, FITTED, SCHEMES };
static const struct scheme schemes[SCHEMES] = {[MIDPOINT] = {2, 1}, [FITTED] = {3.54, 0}};

/* no scaling: eq. 30, the multipliers in newtons */
static double unscaled(const struct scheme *c, const struct point *p, double m, double h)
{
	double a[N * N];
	double lambda[] = {p->mu[0] / (h * h), p->mu[1] / (h * h)};
	jacobian(p->q, p->q, lambda, c->inertia * m / (h * h), stiffness, 1, 0, 1, a);
	return condition_number(N, a);
}

/* eq. 31 */
static double scaled(const struct scheme *c, const struct point *p, double m, double h, double s)
{
	double a[N * N];
	jacobian(p->q, p->q, p->mu, c->inertia * m, h * h * stiffness, s, c->rho, 1, a);
	return condition_number(N, a);
}

/* s of eq. 6 with the means of the diagonals of M and K, both 3 x 3 */
static double scaling_factor(double m, double h)
{
	return 2 * m / 3 + stiffness / 3 * h * h;
}

static const struct la_block square = {0, 0, 3, 3};
static const struct la_block both_rows = {0, 0, 2, 3};
static const struct dae_system pattern = {
	.n_q = 3,
	.n_v = 3,
	.n_g = 2,
	.n_mass_blocks = 1,
	.n_tangent_blocks = 1,
	.n_jacobian_blocks = 1,
	.mass_blocks = &square,
	.tangent_blocks = &square,
	.jacobian_blocks = &both_rows,
};

/* the matrix that dae_kkt.h factors for the same step, K = M + h^2/2 d(B^T lambda + k phi)/dq, read by its action on
 * unit vectors */
static double module_condition(struct dae_kkt *kkt, const struct point *p, double m, double h, enum dae_scaling scaling)
{
	struct dae_kkt_options options = dae_options_for(1e-6).kkt;
	double g[2][3], bent[3][3], a[N * N];
	options.scaling = scaling;
	rows(p->q, g);
	curvature(p->q, p->mu, bent);
	memset(dae_kkt_mass(kkt), 0, 9 * sizeof(double));
	dae_kkt_mass(kkt)[0] = dae_kkt_mass(kkt)[4] = m;
	for (int i = 0; i < 9; i++) {
		dae_kkt_tangent(kkt)[i] = bent[i / 3][i % 3] / 2;
	}
	dae_kkt_tangent(kkt)[8] += h * h * stiffness / 2;
	memcpy(dae_kkt_jacobian(kkt), g, sizeof g);
	if (dae_kkt_factor(kkt, &options, 1)) {
		return NAN;
	}
	for (int j = 0; j < N; j++) {
		double unit[N] = {0};
		unit[j] = 1;
		sparse_multiply(kkt->matrix, unit, a + j * N);
	}
	return condition_number(N, a);
}

/* columns of the paper */
enum { NONE, ONE, SIX, COLUMNS };

/* a row of a table: published numbers (0: none) and ours */
struct row {
	double h, m, paper[COLUMNS];
};
struct table {
	const char *first;
	int by_mass, count;
	int digits[COLUMNS]; /* that the paper prints */
	const struct row *rows;
};
struct numbers {
	double value[SCHEMES][COLUMNS];
	double module[DAE_SCALING_COUNT]; /* dae_kkt.h */
	double error;
};

static int measure(struct dae_kkt *kkt, const struct row *r, struct numbers *n)
{
	struct point p;
	if (run(r->m, r->h, &p, &n->error)) {
		return 1;
	}
	for (int c = 0; c < SCHEMES; c++) {
		n->value[c][NONE] = unscaled(&schemes[c], &p, r->m, r->h);
		n->value[c][ONE] = scaled(&schemes[c], &p, r->m, r->h, 1);
		n->value[c][SIX] = scaled(&schemes[c], &p, r->m, r->h, scaling_factor(r->m, r->h));
	}
	for (int k = 0; k < DAE_SCALING_COUNT; k++) {
		n->module[k] = module_condition(kkt, &p, r->m, r->h, (enum dae_scaling)k);
	}
	return 0;
}

static void print_three(const double *v)
{
	printf(" %7.1e %7.2g %4.0f |", v[NONE], v[ONE], v[SIX]);
}

static int print_table(struct dae_kkt *kkt, const struct table *t, struct numbers *n)
{
	printf("  %6s | %-20s | %-20s | %-20s | %s\n", "", "midpoint, rho = 1", "r = 3.54, rho = 0", "paper",
	       "dae_kkt.h, s by");
	printf("  %6s |", t->first);
	for (int i = 0; i <= SCHEMES; i++) {
		printf(" %7s %7s %4s |", "none", "s = 1", "eq.6");
	}
	printf(" %7s %7s %7s\n", "average", "norm", "s = 1");
	for (int i = 0; i < t->count; i++) {
		const struct row *r = &t->rows[i];
		if (measure(kkt, r, &n[i])) {
			printf("  %6.0e   the iteration does not converge\n", t->by_mass ? r->m : r->h);
			return 1;
		}
		printf("  %6.0e |", t->by_mass ? r->m : r->h);
		print_three(n[i].value[MIDPOINT]);
		print_three(n[i].value[FITTED]);
		if (r->paper[NONE] > 0) {
			printf(" %7.0e %7.2g %4.0f |", r->paper[NONE], r->paper[ONE], r->paper[SIX]);
		} else {
			printf(" %7s %7s %4s |", "", "", "");
		}
		printf(" %7.2g %7.2g %7.2g\n", n[i].module[DAE_SCALE_AVERAGE], n[i].module[DAE_SCALE_NORM],
		       n[i].module[DAE_SCALE_NONE]);
	}
	return 0;
}

static const struct row rows1[] = {
	{1e-1, 1, {4e4, 10, 12}},   {5e-2, 1, {6e5, 8.9, 13}},  {1e-2, 1, {3e8, 9.2, 14}},  {5e-3, 1, {5e9, 9.2, 14}},
	{1e-3, 1, {3e12, 9.2, 14}}, {5e-4, 1, {5e13, 9.2, 14}}, {1e-4, 1, {3e16, 9.2, 14}}, {5e-5, 1, {5e17, 9.2, 14}},
	{1e-5, 1, {3e20, 9.2, 14}}, {1e-6, 1, {0, 0, 0}},       {1e-7, 1, {0, 0, 0}},       {1e-8, 1, {0, 0, 0}},
};

/* the paper's row for m / 10 beside ours for m, see above */
static const struct row rows2[] = {
	{1e-2, 1e-4, {0, 0, 0}},       {1e-2, 1e-3, {0, 0, 0}},      {1e-2, 1e-2, {0, 0, 0}},
	{1e-2, 1e-1, {3e6, 20, 13}},   {1e-2, 1e0, {3e8, 9, 14}},    {1e-2, 1e1, {3e10, 4e2, 14}},
	{1e-2, 1e2, {3e12, 3e4, 14}},  {1e-2, 1e3, {3e14, 3e6, 14}}, {1e-2, 1e4, {3e16, 3e8, 14}},
	{1e-2, 1e5, {3e18, 3e10, 14}}, {1e-2, 1e6, {0, 0, 0}},
};

enum { ROWS1 = sizeof rows1 / sizeof *rows1, ROWS2 = sizeof rows2 / sizeof *rows2, HEAVY = 5 /* 10 kg */ };

static const struct table table1 = {"h", 0, ROWS1, {1, 2, 2}, rows1};
static const struct table table2 = {"mass", 1, ROWS2, {1, 1, 2}, rows2};

/* p of y = x^p between two rows */
static double power(double x0, double y0, double x1, double y1)
{
	return log(y1 / y0) / log(x1 / x0);
}

/* to the digits the paper prints */
static int is_printed(const struct table *t, const struct row *r, const double *values)
{
	int holds = 1;
	for (int k = 0; k < COLUMNS; k++) {
		double unit = pow(10, floor(log10(r->paper[k]) + 1e-9) + 1 - t->digits[k]);
		holds &= fabs(values[k] - r->paper[k]) <= unit / 2;
	}
	return holds;
}

/* rows that the paper has, with steps and masses for which the motion hardly counts */
static int is_asymptotic(const struct row *r)
{
	return r->paper[NONE] > 0 && r->h < 0.011 && r->m > 0.9;
}

static int asymptotic_rows(const struct table *t)
{
	int rows = 0;
	for (int i = 0; i < t->count; i++) {
		rows += is_asymptotic(&t->rows[i]);
	}
	return rows;
}

/* those in which a scheme has all of the paper's numbers */
static int printed_rows(const struct table *t, const struct numbers *n, int scheme)
{
	int rows = 0;
	for (int i = 0; i < t->count; i++) {
		rows += is_asymptotic(&t->rows[i]) && is_printed(t, &t->rows[i], n[i].value[scheme]);
	}
	return rows;
}

/* largest ratio of the fitted numbers to the paper's, either way */
static double distance(const struct table *t, const struct numbers *n)
{
	double largest = 0;
	for (int i = 0; i < t->count; i++) {
		for (int k = 0; k < COLUMNS && t->rows[i].paper[k] > 0; k++) {
			double ratio = n[i].value[FITTED][k] / t->rows[i].paper[k];
			largest = fmax(largest, fmax(ratio, 1 / ratio));
		}
	}
	return largest;
}

/* largest over smallest of a column of the midpoint scheme; COLUMNS: of dae_kkt.h */
static double spread(int count, const struct numbers *n, int column)
{
	double low = HUGE_VAL;
	double high = 0;
	for (int i = 0; i < count; i++) {
		double value = column == COLUMNS ? n[i].module[DAE_SCALE_AVERAGE] : n[i].value[MIDPOINT][column];
		low = fmin(low, value);
		high = fmax(high, value);
	}
	return high / low;
}

static void check_paper(const struct table *t, const struct numbers *n)
{
	failures += check(printed_rows(t, n, FITTED) == asymptotic_rows(t),
	                  "r = 3.54, rho = 0: the paper's digits in all rows with h <= 0.01 and m >= 1");
	failures += check(distance(t, n) < 1.25, "and in the others within a quarter");
	failures += check(printed_rows(t, n, MIDPOINT) == 0, "midpoint scheme: in none of these rows");
}

static void check_table1(const struct numbers *n)
{
	int is_square = 1;
	int right = 1;
	for (int i = 0; i < ROWS1; i++) {
		double h = rows1[i].h;
		is_square &= fabs(n[i].value[MIDPOINT][NONE] * h * h * h * h - 1) < 10 * h * h + 1e-6;
		right &= n[i].error < 0.1 * h * h + 1e-8;
	}
	failures += check(right, "the angle at t = 1 is that of the exact motion, to second order in h");
	failures += check(is_square, "without scaling the number is m^2 / h^4 (1 + O(h^2))");
	failures +=
		check(spread(ROWS1, n, SIX) <= 3, "with s of eq. 6 the number is flat within a factor of 3, h = 1e-1 .. 1e-8");
	failures += check(spread(ROWS1, n, ONE) <= 3, "so it is with s = 1");
	failures += check(spread(ROWS1, n, COLUMNS) <= 3, "and in dae_kkt.h");
	check_paper(&table1, n);
}

static void check_table2(const struct numbers *n)
{
	int grows = 1;
	for (int i = HEAVY + 1; i < ROWS2; i++) {
		const double *last = n[i - 1].value[MIDPOINT];
		const double *now = n[i].value[MIDPOINT];
		double none = power(rows2[i - 1].m, last[NONE], rows2[i].m, now[NONE]);
		double one = power(rows2[i - 1].m, last[ONE], rows2[i].m, now[ONE]);
		grows &= fabs(none - 2) < 0.1 && fabs(one - 2) < 0.3;
	}
	failures += check(grows, "without scaling and with s = 1 the number grows as m^2 for large masses");
	failures +=
		check(spread(ROWS2, n, SIX) <= 3, "with s of eq. 6 the number is flat within a factor of 3, m = 1e-4 .. 1e6");
	failures += check(spread(ROWS2, n, COLUMNS) <= 3, "and in dae_kkt.h");
	check_paper(&table2, n);
}

int main(void)
{
	struct dae_kkt *kkt = dae_kkt_create(&pattern);
	struct numbers n1[ROWS1], n2[ROWS2];
	if (!kkt) {
		return 1;
	}
	printf("Table 1: condition numbers of the iteration matrix at the last time step, m = 1, k = 10\n");
	if (print_table(kkt, &table1, n1) == 0) {
		check_table1(n1);
	} else {
		failures++;
	}
	printf("\nTable 2: the same against the mass, h = 0.01, k = 10; the paper's masses taken as ten times what it "
	       "prints\n");
	if (print_table(kkt, &table2, n2) == 0) {
		check_table2(n2);
	} else {
		failures++;
	}
	dae_kkt_free(kkt);
	return failures > 0;
}
