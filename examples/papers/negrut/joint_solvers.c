/* Negrut 1998, "On the Implicit Integration of Differential-Algebraic Equations of Multibody Dynamics", section 3.4.3.5: times of the
 * augmented system in joint coordinates of the vehicle HMMWV14, tables 9 and 10.
 *
 *     [M  J^T] [a     ]   [f]
 *     [J   0 ] [lambda] = [c]      27 own motions, 16 rows of cut joints
 *
 * by Gaussian elimination (Gauss), by L D L^T with pivots of one or two rows (Symmetric: LAPACK's dsysv), by sparse elimination (Harwell in the thesis, our
 * own here), and by algorithm 4, with the topology (Alg-S) and with dense matrices (Alg-D). The thesis tells the vehicle's topology alone: M and J have
 * entries at random where it lets them be.
 *
 * Checked: all five give the same solution; where Alg-S has entries, and nowhere else, L and T have them. Times are printed as parts of that of Gauss
 * beside those of the thesis, and nothing is said of them: they are of this machine.
 */
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "dae_kkt_struct.h"
#include "dae_relative_parts.h"
#include "la_dense.h"
#include "paper_check.h"
#include "vehicle_topology.h"

enum { MOTIONS = 27, CUTS = 16, SIZE = MOTIONS + CUTS, REPEATED = 2000 };

void dsysv_(const char *uplo, const int *n, const int *nrhs, double *a, const int *lda, int *pivot, double *b,
            const int *ldb, double *work, const int *lwork, int *info, size_t length);

/* motions numbered so that what a body carries comes before it: L has no entries but those of M. Matrices are by columns. */
struct joint_system {
	double m[MOTIONS * MOTIONS], j[CUTS * MOTIONS], right[SIZE];
	int above[MOTIONS][MOTIONS], n_above[MOTIONS]; /* rows of a column of L below the diagonal */
	int way[CUTS][MOTIONS], n_way[CUTS];           /* motions that a row of J moves, and so entries of T */
};

static double some(void)
{
	static unsigned seed = 1;
	seed = seed * 1664525u + 1013904223u;
	return (double)(seed >> 8) / (1 << 23) - 1;
}

/* number of the first motion of each body */
static void number_motions(const struct dae_relative *r, int *first)
{
	int n = 0;
	for (int k = r->topology->n_bodies - 1; k >= 0; k--) {
		first[r->order[k]] = n;
		n += r->limbs[r->order[k]].motions;
	}
}

/* motions of a body and of those that carry it, in increasing order */
static int motions_to_root(const struct dae_relative *r, const int *first, int body, int *motions)
{
	int n = 0;
	for (int b = body; b >= 0; b = r->limbs[b].carrier) {
		for (int k = 0; k < r->limbs[b].motions; k++) {
			motions[n++] = first[b] + k;
		}
	}
	return n;
}

static void make_system(const struct dae_relative *r, struct joint_system *s)
{
	int first[VEHICLE_BODIES], motions[MOTIONS], row = 0;
	memset(s, 0, sizeof *s);
	number_motions(r, first);
	for (int body = 0; body < VEHICLE_BODIES; body++) {
		const int n = motions_to_root(r, first, body, motions);
		for (int k = 0; k < 6; k++) {
			double way[MOTIONS];
			for (int i = 0; i < n; i++) {
				way[i] = some();
			}
			for (int i = 0; i < n * n; i++) {
				s->m[motions[i / n] + motions[i % n] * MOTIONS] += way[i / n] * way[i % n];
			}
		}
		for (int k = 0; k < r->limbs[body].motions; k++) {
			const int column = first[body] + k;
			s->n_above[column] = n - 1 - k;
			memcpy(s->above[column], motions + k + 1, (size_t)(n - 1 - k) * sizeof *motions);
		}
	}
	for (int c = 0; c < r->n_cuts; c++) {
		const struct dae_cut *cut = &r->cuts[c];
		for (int k = 0; k < dae_relative_rows(r, cut); k++, row++) {
			for (int l = 0; l < cut->n_limbs; l++) {
				for (int i = 0; i < r->limbs[cut->limb[l]].motions; i++) {
					const int motion = first[cut->limb[l]] + i;
					s->way[row][s->n_way[row]++] = motion;
					s->j[row + motion * CUTS] = some();
				}
			}
		}
	}
	for (int i = 0; i < SIZE; i++) {
		s->right[i] = some();
	}
}

/* ---- the augmented matrix ---- */

static void augment(const struct joint_system *s, double *a)
{
	memset(a, 0, SIZE * SIZE * sizeof *a);
	for (int i = 0; i < MOTIONS * MOTIONS; i++) {
		a[i % MOTIONS + i / MOTIONS * SIZE] = s->m[i];
	}
	for (int i = 0; i < CUTS * MOTIONS; i++) {
		const int row = MOTIONS + i % CUTS, col = i / CUTS;
		a[row + col * SIZE] = a[col + row * SIZE] = s->j[i];
	}
}

static void by_gauss(const struct joint_system *s, double *x)
{
	static double a[SIZE * SIZE];
	int pivot[SIZE];
	augment(s, a);
	(void)la_lu_factor(SIZE, a, SIZE, pivot);
	la_lu_solve(SIZE, a, SIZE, pivot, 1, x, SIZE);
}

static void by_symmetric(const struct joint_system *s, double *x)
{
	static double a[SIZE * SIZE], work[64 * SIZE];
	const int n = SIZE, one = 1, length = 64 * SIZE;
	int pivot[SIZE], info;
	augment(s, a);
	dsysv_("L", &n, &one, a, &n, pivot, x, &n, work, &length, &info, 1);
}

/* entries one by one: M below and on its diagonal, then J; motions before multipliers */
static struct la_sparse *sparse;

static int make_sparse(const struct joint_system *s)
{
	static struct la_block blocks[SIZE * SIZE];
	int stage[SIZE], n = 0;
	for (int i = 0; i < SIZE; i++) {
		stage[i] = i >= MOTIONS;
	}
	for (int k = 0; k < MOTIONS; k++) {
		blocks[n++] = (struct la_block){k, k, 1, 1};
		for (int i = 0; i < s->n_above[k]; i++) {
			blocks[n++] = (struct la_block){s->above[k][i], k, 1, 1};
		}
	}
	for (int k = 0; k < CUTS; k++) {
		for (int i = 0; i < s->n_way[k]; i++) {
			blocks[n++] = (struct la_block){MOTIONS + k, s->way[k][i], 1, 1};
		}
	}
	sparse = la_sparse_create(SIZE, n, blocks, stage);
	return sparse != NULL;
}

static void by_sparse(const struct joint_system *s, double *x)
{
	int n = 0;
	la_sparse_clear(sparse);
	for (int k = 0; k < MOTIONS; k++) {
		la_sparse_add_block(sparse, n++, 1, &s->m[k + k * MOTIONS], 0);
		for (int i = 0; i < s->n_above[k]; i++) {
			la_sparse_add_block(sparse, n++, 1, &s->m[s->above[k][i] + k * MOTIONS], 1);
		}
	}
	for (int k = 0; k < CUTS; k++) {
		for (int i = 0; i < s->n_way[k]; i++) {
			la_sparse_add_block(sparse, n++, 1, &s->j[k + s->way[k][i] * CUTS], 1);
		}
	}
	(void)la_sparse_factor_ldlt(sparse);
	la_sparse_solve(sparse, 1, x);
}

/* ---- algorithm 4 ---- */

enum { STEP_1, STEP_2, STEP_31, STEP_32, STEP_33, STEP_34, STEP_35, STEP_4, STEPS };
static const char *const steps[STEPS] = {"1", "2", "3.1", "3.2", "3.3", "3.4", "3.5", "4"};

/* of both: L, T^T with a row for each cut, T^T T, and the seconds that each step took at least */
struct algorithm {
	double l[MOTIONS * MOTIONS], t[CUTS][MOTIONS], b[CUTS * CUTS];
	double seconds[STEPS];
};

/* seconds since the first call: those since 1970 leave a double 0.2 us */
static double now(void)
{
	static time_t first;
	struct timespec t;
	(void)timespec_get(&t, TIME_UTC);
	first = first ? first : t.tv_sec;
	return (double)(t.tv_sec - first) + 1e-9 * (double)t.tv_nsec;
}

static double note(struct algorithm *a, int step, double since)
{
	const double t = now();
	a->seconds[step] = a->seconds[step] > 0 ? fmin(a->seconds[step], t - since) : t - since;
	return t;
}

/* columns of L from the leaves to the root */
static void sparse_factor(const struct joint_system *s, double *l)
{
	memcpy(l, s->m, sizeof s->m);
	for (int k = 0; k < MOTIONS; k++) {
		double *column = l + k * MOTIONS;
		column[k] = sqrt(column[k]);
		for (int i = 0; i < s->n_above[k]; i++) {
			column[s->above[k][i]] /= column[k];
		}
		for (int i = 0; i < s->n_above[k]; i++) {
			const int col = s->above[k][i];
			for (int n = i; n < s->n_above[k]; n++) {
				l[s->above[k][n] + col * MOTIONS] -= column[s->above[k][n]] * column[col];
			}
		}
	}
}

static void sparse_forward(const struct joint_system *s, const double *l, int n, const int *columns, double *x)
{
	for (int c = 0; c < n; c++) {
		const int k = columns ? columns[c] : c;
		x[k] /= l[k + k * MOTIONS];
		for (int i = 0; i < s->n_above[k]; i++) {
			x[s->above[k][i]] -= l[s->above[k][i] + k * MOTIONS] * x[k];
		}
	}
}

static void sparse_backward(const struct joint_system *s, const double *l, double *x)
{
	for (int k = MOTIONS - 1; k >= 0; k--) {
		for (int i = 0; i < s->n_above[k]; i++) {
			x[k] -= l[s->above[k][i] + k * MOTIONS] * x[s->above[k][i]];
		}
		x[k] /= l[k + k * MOTIONS];
	}
}

/* products over the motions that both rows move */
static void sparse_square(const struct joint_system *s, struct algorithm *a)
{
	for (int i = 0; i < CUTS; i++) {
		for (int k = 0; k <= i; k++) {
			double sum = 0;
			for (int n = 0; n < s->n_way[k]; n++) {
				sum += a->t[i][s->way[k][n]] * a->t[k][s->way[k][n]];
			}
			a->b[i + k * CUTS] = sum;
		}
	}
}

static void by_topology(const struct joint_system *s, struct algorithm *a, double *x)
{
	double *multipliers = x + MOTIONS, t = now();
	sparse_factor(s, a->l);
	t = note(a, STEP_1, t);
	sparse_forward(s, a->l, MOTIONS, NULL, x);
	t = note(a, STEP_2, t);
	for (int k = 0; k < CUTS; k++) {
		for (int i = 0; i < s->n_way[k]; i++) {
			a->t[k][s->way[k][i]] = s->j[k + s->way[k][i] * CUTS];
		}
		sparse_forward(s, a->l, s->n_way[k], s->way[k], a->t[k]);
	}
	t = note(a, STEP_31, t);
	for (int k = 0; k < CUTS; k++) {
		multipliers[k] = -multipliers[k];
		for (int i = 0; i < s->n_way[k]; i++) {
			multipliers[k] += a->t[k][s->way[k][i]] * x[s->way[k][i]];
		}
	}
	t = note(a, STEP_32, t);
	sparse_square(s, a);
	t = note(a, STEP_33, t);
	(void)la_cholesky_factor(CUTS, a->b, CUTS);
	la_cholesky_solve(CUTS, a->b, CUTS, 1, multipliers, CUTS);
	t = note(a, STEP_34, t);
	for (int k = 0; k < CUTS; k++) {
		for (int i = 0; i < s->n_way[k]; i++) {
			x[s->way[k][i]] -= a->t[k][s->way[k][i]] * multipliers[k];
		}
	}
	t = note(a, STEP_35, t);
	sparse_backward(s, a->l, x);
	(void)note(a, STEP_4, t);
}

static void by_dense(const struct joint_system *s, struct algorithm *a, double *x)
{
	double *multipliers = x + MOTIONS, t = now();
	memcpy(a->l, s->m, sizeof s->m);
	(void)la_cholesky_factor(MOTIONS, a->l, MOTIONS);
	t = note(a, STEP_1, t);
	la_cholesky_forward(MOTIONS, a->l, MOTIONS, x);
	t = note(a, STEP_2, t);
	for (int k = 0; k < CUTS; k++) {
		for (int i = 0; i < MOTIONS; i++) {
			a->t[k][i] = s->j[k + i * CUTS];
		}
		la_cholesky_forward(MOTIONS, a->l, MOTIONS, a->t[k]);
	}
	t = note(a, STEP_31, t);
	for (int k = 0; k < CUTS; k++) {
		multipliers[k] = la_dot(MOTIONS, a->t[k], x) - multipliers[k];
	}
	t = note(a, STEP_32, t);
	for (int i = 0; i < CUTS * CUTS; i++) {
		if (i % CUTS >= i / CUTS) {
			a->b[i] = la_dot(MOTIONS, a->t[i % CUTS], a->t[i / CUTS]);
		}
	}
	t = note(a, STEP_33, t);
	(void)la_cholesky_factor(CUTS, a->b, CUTS);
	la_cholesky_solve(CUTS, a->b, CUTS, 1, multipliers, CUTS);
	t = note(a, STEP_34, t);
	for (int k = 0; k < CUTS; k++) {
		for (int i = 0; i < MOTIONS; i++) {
			x[i] -= a->t[k][i] * multipliers[k];
		}
	}
	t = note(a, STEP_35, t);
	la_cholesky_backward(MOTIONS, a->l, MOTIONS, x);
	(void)note(a, STEP_4, t);
}

/* ---- tables 9 and 10 ---- */

static struct algorithm with_topology, with_dense;

static void by_alg_s(const struct joint_system *s, double *x)
{
	by_topology(s, &with_topology, x);
}

static void by_alg_d(const struct joint_system *s, double *x)
{
	by_dense(s, &with_dense, x);
}

static const struct {
	const char *name;
	void (*solve)(const struct joint_system *s, double *x);
	double thesis; /* us */
} solvers[] = {{"Gauss", by_gauss, 2336},
               {"Symmetric", by_symmetric, 2022},
               {"sparse", by_sparse, 3532},
               {"Alg-S", by_alg_s, 1201},
               {"Alg-D", by_alg_d, 1179}};
enum { SOLVERS = sizeof solvers / sizeof solvers[0] };

/* entries of L and T beside those that the topology has; the dense algorithm computes them all */
static double beside_topology(const struct joint_system *s)
{
	double largest = 0;
	for (int k = 0; k < MOTIONS; k++) {
		double column[MOTIONS];
		memcpy(column, with_dense.l + k * MOTIONS, sizeof column);
		for (int i = 0; i < s->n_above[k]; i++) {
			column[s->above[k][i]] = 0;
		}
		for (int i = k + 1; i < MOTIONS; i++) {
			largest = fmax(largest, fabs(column[i]));
		}
	}
	for (int k = 0; k < CUTS; k++) {
		double row[MOTIONS];
		memcpy(row, with_dense.t[k], sizeof row);
		for (int i = 0; i < s->n_way[k]; i++) {
			row[s->way[k][i]] = 0;
		}
		largest = fmax(largest, la_norm_max(MOTIONS, row));
	}
	return largest;
}

static int compare_solvers(const struct joint_system *s)
{
	static double x[SOLVERS][SIZE];
	double seconds[SOLVERS];
	int failures = 0;
	/* in turn, and the shortest of each: machines do other things, too */
	for (int n = 0; n < REPEATED; n++) {
		for (int k = 0; k < SOLVERS; k++) {
			memcpy(x[k], s->right, sizeof x[k]);
			const double start = now();
			solvers[k].solve(s, x[k]);
			const double took = now() - start;
			seconds[k] = n == 0 ? took : fmin(seconds[k], took);
		}
	}
	printf("    %-44s %10s %12s %12s\n", "table 9: one solution", "us", "over Gauss", "thesis");
	for (int k = 0; k < SOLVERS; k++) {
		printf("    %-44s %10.2f %12.2f %12.2f\n", solvers[k].name, 1e6 * seconds[k], seconds[k] / seconds[0],
		       solvers[k].thesis / solvers[0].thesis);
	}
	printf("\n");
	for (int k = 1; k < SOLVERS; k++) {
		char what[80];
		double largest = 0;
		for (int i = 0; i < SIZE; i++) {
			largest = fmax(largest, fabs(x[k][i] - x[0][i]));
		}
		(void)snprintf(what, sizeof what, "%s gives the solution of Gauss", solvers[k].name);
		failures += check(largest <= 1e-10 * la_norm_max(SIZE, x[0]), what);
	}
	failures += check(beside_topology(s) == 0, "L and T have no entries but those that the topology tells");
	return failures;
}

static void print_profile(void)
{
	static const double thesis[2][STEPS] = {{300, 59, 246, 50, 276, 159, 57, 54}, {289, 31, 347, 27, 276, 147, 31, 31}};
	static const double whole[2] = {1201, 1179};
	const struct algorithm *algorithms[2] = {&with_topology, &with_dense};
	printf("\n    %-44s", "table 10: parts of the time, in percent");
	for (int k = 0; k < STEPS; k++) {
		printf(" %5s", steps[k]);
	}
	printf("\n");
	for (int a = 0; a < 2; a++) {
		double sum = 0;
		for (int k = 0; k < STEPS; k++) {
			sum += algorithms[a]->seconds[k];
		}
		for (int line = 0; line < 2; line++) {
			printf("    %s%-39s", solvers[3 + a].name, line == 0 ? "" : ", thesis");
			for (int k = 0; k < STEPS; k++) {
				printf(" %5.1f", 100 * (line == 0 ? algorithms[a]->seconds[k] / sum : thesis[a][k] / whole[a]));
			}
			printf("\n");
		}
	}
}

int main(void)
{
	static struct la_block masses[VEHICLE_BODIES], rows[2 * VEHICLE_JOINTS];
	static struct joint_system s;
	struct dae_system system;
	make_vehicle(&system, masses, rows);
	struct dae_kkt *kkt = dae_kkt_create(&system);
	if (!kkt) {
		return check(0, "memory");
	}
	int failures = check(kkt->relative->motions == MOTIONS && kkt->relative->cut_rows == CUTS,
	                     "27 own motions and 16 rows of cut joints");
	if (!failures) {
		make_system(kkt->relative, &s);
		failures = check(make_sparse(&s), "memory for sparse elimination");
	}
	printf("\n");
	if (!failures) {
		failures = compare_solvers(&s);
		print_profile();
	}
	la_sparse_free(sparse);
	dae_kkt_free(kkt);
	return failures ? 1 : 0;
}
