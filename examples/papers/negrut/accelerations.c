/* Negrut 1998, "On the Implicit Integration of Differential-Algebraic Equations of Multibody Dynamics", section 3.4.2.4: accelerations and
 * multipliers from the topology, tables 2 to 4.
 *
 * The seven-body mechanism and a chain of 50 pendulums, in the plane. Multiplications and divisions of one solution by dense LU of the augmented
 * matrix [M G^T; G 0], by its sparse elimination, by the reduced matrix B = G M^-1 G^T, and in relative coordinates; then of the solution of B
 * alone, with the joints in a bad order and in the one found here. Times are printed beside them, of this machine.
 *
 * Checked: all ways give the same solution; as ratios, what the reduced matrix saves beside dense LU and what the order saves.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "dae_reduced_parts.h"
#include "la_dense.h"
#include "la_envelope.h"
#include "paper_check.h"
#include "solution_operations.h"

enum { MOST_BODIES = 50, MOST_JOINTS = 50, MOST_V = 3 * MOST_BODIES, MOST_G = 2 * MOST_JOINTS };
enum { MOST_N = MOST_V + MOST_G, REPEATED = 200 };

/* pins between bodies in the plane, -1: the ground */
struct pin {
	int bodies[2];
	double x, y;
};

struct plane {
	const char *name;
	int n_bodies, n_pins;
	double mass[MOST_BODIES], inertia[MOST_BODIES], x[MOST_BODIES], y[MOST_BODIES];
	struct pin pins[MOST_JOINTS];
	int bad[MOST_JOINTS]; /* places of the joints in an order that keeps neighbours apart */
	struct la_block masses[MOST_BODIES], rows[2 * MOST_JOINTS];
	double motion_size[MOST_V], constraint_size[MOST_G];
	struct dae_system system;
};

static void declare(struct plane *p, double size)
{
	int n = 0;
	for (int i = 0; i < p->n_bodies; i++) {
		p->masses[i] = (struct la_block){3 * i, 3 * i, 3, 3};
		p->motion_size[3 * i] = p->motion_size[3 * i + 1] = size;
		p->motion_size[3 * i + 2] = 1;
	}
	for (int j = 0; j < p->n_pins; j++) {
		for (int k = 0; k < 2; k++) {
			if (p->pins[j].bodies[k] >= 0) {
				p->rows[n++] = (struct la_block){2 * j, 3 * p->pins[j].bodies[k], 2, 3};
			}
		}
		p->constraint_size[2 * j] = p->constraint_size[2 * j + 1] = size;
	}
	p->system = (struct dae_system){.n_q = 3 * p->n_bodies,
	                                .n_v = 3 * p->n_bodies,
	                                .n_g = 2 * p->n_pins,
	                                .n_mass_blocks = p->n_bodies,
	                                .mass_blocks = p->masses,
	                                .n_jacobian_blocks = n,
	                                .jacobian_blocks = p->rows,
	                                .motion_size = p->motion_size,
	                                .constraint_size = p->constraint_size};
}

static void fill(const struct plane *p, struct dae_kkt *kkt)
{
	double *m = dae_kkt_mass(kkt), *g = dae_kkt_jacobian(kkt);
	memset(m, 0, 9 * (size_t)p->n_bodies * sizeof *m);
	for (int i = 0; i < p->n_bodies; i++, m += 9) {
		m[0] = m[4] = p->mass[i];
		m[8] = p->inertia[i];
	}
	for (int j = 0; j < p->n_pins; j++) {
		for (int k = 0; k < 2; k++) {
			const int body = p->pins[j].bodies[k];
			const double sign = k == 0 ? 1 : -1;
			if (body >= 0) {
				const double row[] = {sign, 0,    -sign * (p->pins[j].y - p->y[body]),
				                      0,    sign, sign * (p->pins[j].x - p->x[body])};
				memcpy(g, row, sizeof row);
				g += 6;
			}
		}
	}
}

/* Andrews' squeezer, K1 .. K7: data as in examples/andrews_squeezer; bad: of 40,000 orders at random the worst */
static void make_seven_bodies(struct plane *p)
{
	static const double bodies[7][4] = {
		{0.04325, 2.194e-06, 0.0009182485980307614, -5.674074562905483e-05},
		{0.00365, 4.41e-07, -0.0044914333599330725, 0.0002775362557942899},
		{0.02373, 5.255e-06, -0.018742186670315457, 0.020485106789073934},
		{0.00706, 5.667e-07, -0.030222939830158887, 0.012071182356663938},
		{0.0705, 1.169e-05, -0.05323682815570414, 0.016631847966616306},
		{0.00706, 5.667e-07, -0.028543268536783597, -0.010722254707252287},
		{0.05498, 1.912e-05, -0.059262402801791715, -0.010600698332712844},
	};
	static const struct pin pins[10] = {
		{{-1, 0}, 0, 0},
		{{0, 1}, 0.006986674115451445, -0.0004317230645688955},
		{{-1, 2}, -0.03635, 0.03273},
		{{4, 3}, -0.03399720388583998, 0.01646197167499768},
		{{-1, 4}, -0.06934, -0.00227},
		{{6, 5}, -0.03163313450740889, -0.015618868668304536},
		{{-1, 6}, -0.06934, -0.00227},
		{{1, 2}, -0.020960022346354336, 0.0012951691937066864},
		{{1, 3}, -0.020960022346354336, 0.0012951691937066864},
		{{1, 5}, -0.020960022346354336, 0.0012951691937066864},
	};
	static const int bad[10] = {3, 4, 8, 5, 2, 6, 1, 0, 7, 9};
	memset(p, 0, sizeof *p);
	p->name = "seven-body mechanism";
	p->n_bodies = 7;
	p->n_pins = 10;
	for (int i = 0; i < 7; i++) {
		p->mass[i] = bodies[i][0];
		p->inertia[i] = bodies[i][1];
		p->x[i] = bodies[i][2];
		p->y[i] = bodies[i][3];
	}
	memcpy(p->pins, pins, sizeof pins);
	memcpy(p->bad, bad, sizeof bad);
	declare(p, 0.05);
}

/* rods of 1 kg and 1 m that hang in a curve; bad: from both ends in turn (figure 5 (b)) */
static void make_chain(struct plane *p)
{
	double x = 0, y = 0;
	memset(p, 0, sizeof *p);
	p->name = "chain of 50 pendulums";
	p->n_bodies = p->n_pins = 50;
	for (int i = 0; i < 50; i++) {
		const double angle = 0.05 * i - 1.5;
		p->mass[i] = 1;
		p->inertia[i] = 1.0 / 12;
		p->pins[i] = (struct pin){{i - 1, i}, x, y};
		p->x[i] = x + 0.5 * cos(angle);
		p->y[i] = y + 0.5 * sin(angle);
		p->bad[i] = i % 2 ? 49 - i / 2 : i / 2;
		x += cos(angle);
		y += sin(angle);
	}
	declare(p, 50);
}

/* ---- multiplications and divisions ---- */

static double dense_cholesky(double n)
{
	return n * (n * n - 1) / 6 + n * (n - 1) / 2 + n * (n + 1);
}

/* rows of B in an order of joints, two rows each: first columns */
static void lay_out(const struct plane *p, const int *place_of_joint, int *first, size_t *start)
{
	size_t count = 0;
	for (int j = 0; j < p->n_pins; j++) {
		int least = place_of_joint[j];
		for (int k = 0; k < 4 * p->n_pins; k++) {
			const struct pin *a = &p->pins[j], *b = &p->pins[k / 4];
			const int shared = a->bodies[k % 2] >= 0 && a->bodies[k % 2] == b->bodies[k / 2 % 2];
			least = shared && place_of_joint[k / 4] < least ? place_of_joint[k / 4] : least;
		}
		first[2 * place_of_joint[j]] = first[2 * place_of_joint[j] + 1] = 2 * least;
	}
	for (int i = 0; i < 2 * p->n_pins; i++) {
		start[i] = count;
		count += (size_t)(i - first[i]) + 1;
	}
}

static double envelope(int n, const int *first)
{
	double sum = 0;
	for (int i = 0; i < n; i++) {
		for (int j = first[i]; j <= i; j++) {
			sum += j - (first[i] > first[j] ? first[i] : first[j]) + 1;
		}
		sum += 2 * (i - first[i] + 1);
	}
	return sum;
}

/* bodies of three velocities: roots and halves of each body and block, products of rows on the same body, their use */
static double reduced(const struct plane *p, const int *first)
{
	double sum = p->n_bodies * (dense_cholesky(3) + 12);
	for (int i = 0; i < p->n_bodies; i++) {
		double rows = 0;
		for (int k = 0; k < 2 * p->n_pins; k++) {
			rows += p->pins[k / 2].bodies[k % 2] == i ? 2 : 0;
		}
		sum += rows * (6 + 6) + rows * (rows + 1) / 2 * 3;
	}
	return sum + envelope(2 * p->n_pins, first);
}

/* ---- solutions and their times ---- */

struct solution {
	double numbers[MOST_N];
	double seconds; /* of one solution */
};

static double now(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

static void right_side(int n, double *right)
{
	for (int i = 0; i < n; i++) {
		right[i] = cos(i);
	}
}

static void by_kind(const struct plane *p, struct dae_kkt *kkt, enum dae_accelerations kind, struct solution *s)
{
	const struct dae_kkt_options options = {
		.regularization = 1e-14, .augmentation = 1, .threshold = 1e-10, .accelerations = kind};
	const double start = now();
	for (int k = 0; k < REPEATED; k++) {
		right_side(p->system.n_v + p->system.n_g, s->numbers);
		(void)dae_kkt_factor(kkt, &options, 0);
		dae_kkt_solve(kkt, 1, s->numbers);
	}
	s->seconds = (now() - start) / REPEATED;
	s->seconds = kkt->kind == &dae_kkt_kinds[kind] ? s->seconds : NAN;
}

/* the augmented matrix, by columns */
static void augmented(const struct plane *p, struct dae_kkt *kkt, double *a)
{
	const int n_v = p->system.n_v, n = n_v + p->system.n_g;
	const double *value = dae_kkt_jacobian(kkt);
	memset(a, 0, (size_t)(n * n) * sizeof *a);
	for (int i = 0; i < n_v; i++) {
		a[i + i * n] = i % 3 < 2 ? p->mass[i / 3] : p->inertia[i / 3];
	}
	for (int b = 0; b < p->system.n_jacobian_blocks; b++) {
		for (int k = 0; k < 6; k++, value++) {
			const int row = n_v + p->rows[b].row + k / 3, col = p->rows[b].col + k % 3;
			a[row + col * n] = a[col + row * n] = *value;
		}
	}
}

static void by_dense_lu(const struct plane *p, struct dae_kkt *kkt, struct solution *s)
{
	static double a[MOST_N * MOST_N];
	static int pivot[MOST_N];
	const int n = p->system.n_v + p->system.n_g;
	const double start = now();
	for (int k = 0; k < REPEATED / 20; k++) {
		augmented(p, kkt, a);
		right_side(n, s->numbers);
		(void)la_lu_factor(n, a, n, pivot);
		la_lu_solve(n, a, n, pivot, 1, s->numbers, n);
	}
	s->seconds = (now() - start) / (REPEATED / 20);
}

/* largest difference, of accelerations and of multipliers over the largest of each */
static double difference(const struct plane *p, const struct solution *a, const struct solution *b)
{
	const int parts[] = {0, p->system.n_v, p->system.n_v + p->system.n_g};
	double largest = 0;
	for (int k = 0; k < 2; k++) {
		const double size = la_norm_max(parts[k + 1] - parts[k], b->numbers + parts[k]);
		for (int i = parts[k]; i < parts[k + 1]; i++) {
			largest = fmax(largest, fabs(a->numbers[i] - b->numbers[i]) / size);
		}
	}
	return largest;
}

/* B, by columns, of the rows as numbered */
static void reduced_matrix(const struct plane *p, struct dae_kkt *kkt, double *b)
{
	static double a[MOST_N * MOST_N];
	const int n_v = p->system.n_v, n_g = p->system.n_g, n = n_v + n_g;
	augmented(p, kkt, a);
	for (int i = 0; i < n_g * n_g; i++) {
		b[i] = 0;
		for (int k = 0; k < n_v; k++) {
			b[i] += a[n_v + i % n_g + k * n] * a[n_v + i / n_g + k * n] / a[k + k * n];
		}
	}
}

/* seconds of one factorization and solution of B with joints in an order; the solution, by rows as numbered */
static double factor_in_order(const struct plane *p, const double *b, const int *place, double *x)
{
	static int first[MOST_G];
	static size_t start[MOST_G];
	static double packed[MOST_G * MOST_G], a[MOST_G * MOST_G], pivot[MOST_G], y[MOST_G];
	const int n = p->system.n_g;
	int row_at[MOST_G];
	size_t count = 0;
	lay_out(p, place, first, start);
	for (int r = 0; r < n; r++) {
		row_at[2 * place[r / 2] + r % 2] = r;
	}
	for (int i = 0; i < n; i++) {
		for (int j = first[i]; j <= i; j++) {
			packed[count++] = b[row_at[i] + row_at[j] * n];
		}
	}
	const double began = now();
	for (int k = 0; k < REPEATED; k++) {
		memcpy(a, packed, count * sizeof *a);
		for (int i = 0; i < n; i++) {
			y[i] = cos(row_at[i]);
		}
		(void)la_envelope_factor(n, first, start, 1e-9, a, pivot);
		la_envelope_solve(n, first, start, a, y);
	}
	const double seconds = (now() - began) / REPEATED;
	for (int i = 0; i < n; i++) {
		x[row_at[i]] = y[i];
	}
	return seconds;
}

/* ---- tables 2 to 4 ---- */

enum { DENSE, SPARSE, REDUCED, JOINT, WAYS };
static const char *const ways[WAYS] = {"dense LU of the augmented matrix", "sparse", "reduced", "joint"};

static int compare_ways(const struct plane *p, struct dae_kkt *kkt, double least_dense, double least_sparse)
{
	static struct solution solutions[WAYS];
	int place[MOST_JOINTS], first[MOST_G], failures = 0;
	size_t start[MOST_G];
	for (int j = 0; j < p->n_pins; j++) {
		place[j] = kkt->reduced->place[2 * j] / 2;
	}
	lay_out(p, place, first, start);
	const double counts[WAYS] = {dense_lu(p->system.n_v + p->system.n_g), sparse_ldlt(kkt->matrix), reduced(p, first),
	                             relative(kkt->relative)};
	by_dense_lu(p, kkt, &solutions[DENSE]);
	by_kind(p, kkt, DAE_ACCELERATIONS_SPARSE, &solutions[SPARSE]);
	by_kind(p, kkt, DAE_ACCELERATIONS_REDUCED, &solutions[REDUCED]);
	by_kind(p, kkt, DAE_ACCELERATIONS_JOINT, &solutions[JOINT]);
	printf("%s, %d velocities and %d constraints\n\n", p->name, p->system.n_v, p->system.n_g);
	printf("    %-34s %12s %12s\n", "table 2: one solution", "operations", "us");
	for (int k = 0; k < WAYS; k++) {
		printf("    %-34s %12.0f %12.2f\n", ways[k], counts[k], 1e6 * solutions[k].seconds);
	}
	printf("\n");
	for (int k = 1; k < WAYS; k++) {
		char what[80];
		(void)snprintf(what, sizeof what, "%s gives the solution of dense LU", ways[k]);
		failures +=
			check(difference(p, &solutions[k], &solutions[DENSE]) <= 1e-9 && isfinite(solutions[k].seconds), what);
	}
	failures +=
		check(counts[DENSE] >= least_dense * counts[REDUCED], "the reduced matrix saves operations beside dense LU");
	failures += check(counts[SPARSE] >= least_sparse * counts[REDUCED], "and beside sparse elimination");
	return failures;
}

/* columns of tables 3 and 4: dense LU and Cholesky of B, its envelope in a bad and in a good order */
static int compare_orders(const struct plane *p, struct dae_kkt *kkt, double least)
{
	static double b[MOST_G * MOST_G], x[2][MOST_G];
	int place[2][MOST_JOINTS], first[MOST_G];
	size_t start[MOST_G];
	double seconds[2], counts[2];
	for (int j = 0; j < p->n_pins; j++) {
		place[0][j] = p->bad[j];
		place[1][j] = kkt->reduced->place[2 * j] / 2;
	}
	reduced_matrix(p, kkt, b);
	for (int k = 0; k < 2; k++) {
		lay_out(p, place[k], first, start);
		counts[k] = envelope(p->system.n_g, first);
		seconds[k] = factor_in_order(p, b, place[k], x[k]);
	}
	printf("\n    tables 3 and 4: B alone, operations: LU %.0f, Cholesky %.0f, envelope with a bad order %.0f (%.2f "
	       "us), as found %.0f (%.2f us)\n\n",
	       dense_lu(p->system.n_g), dense_cholesky(p->system.n_g), counts[0], 1e6 * seconds[0], counts[1],
	       1e6 * seconds[1]);
	double largest = 0;
	for (int i = 0; i < p->system.n_g; i++) {
		largest = fmax(largest, fabs(x[0][i] - x[1][i]) / la_norm_max(p->system.n_g, x[0]));
	}
	int failures = check(largest <= 1e-8, "both orders give the same multipliers");
	failures += check(counts[0] >= least * counts[1], "the order that is found saves operations beside the bad one");
	printf("\n");
	return failures;
}

static int compare(void (*make)(struct plane *), const double *least)
{
	static struct plane p;
	make(&p);
	struct dae_kkt *kkt = dae_kkt_create(&p.system);
	if (!kkt) {
		return check(0, "memory");
	}
	fill(&p, kkt);
	const int failures = compare_ways(&p, kkt, least[0], least[1]) + compare_orders(&p, kkt, least[2]);
	dae_kkt_free(kkt);
	return failures;
}

int main(void)
{
	/* at least so many times fewer operations: reduced beside dense LU and beside sparse, the good order beside the bad one. The thesis's times: beside a
	 * sparse solver 5.6 and 8.7 (table 2), by the order 3.1 and 55 (tables 3 and 4) */
	static const double seven[] = {15, 1.2, 2.5}, chain[] = {500, 1.5, 30};
	return compare(make_seven_bodies, seven) + compare(make_chain, chain) ? 1 : 0;
}
