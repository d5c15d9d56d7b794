/* The paper's model problem (eq. 31) by the two-step formula, in either form and with any of its scalings.
 *
 *     u' = v,    v' + G^T lambda = f,    (u.u - 1) / 2 = 0,    G = u^T,    v(0) = 0
 *
 * with a unit weight f at a right angle to u(0) (lambda has the sign of dae_system.h, opposite to the paper's). The
 * first step has nothing but u(0) and v(0) and is made with the one-step formula. Unknowns are the scaled ones, z^ =
 * D_R^-1 z, from step to step; matrices come from dae_bdf_matrix.h and are solved with partial pivoting. Newton's
 * iteration stops where its corrections stop decreasing (eq. 33).
 *
 * Two things serve to see rounding in general position. The axes are turned by 0.7 rad, u(0) = (cos 0.7, sin 0.7): in
 * the paper's, with u = (1, 0) and motions of 1e-7, the rounded equations are often met exactly (three_fields.c makes
 * figure 1 in them all the same). And the iteration, whose first guess the paper does not tell, begins at the last
 * point with the displacements moved by up to 0.01 at random, so that it needs four or five corrections (figure 1:
 * four). The first two are of nearly equal size, as the first throws off the multipliers by what the second takes back;
 * so eq. 33 is asked from the third on.
 */
#ifndef PENDULUM_BDF2_H
#define PENDULUM_BDF2_H

#include <math.h>
#include <string.h>

#include "dae_bdf_matrix.h"
#include "dae_kkt_struct.h"
#include "la_dense.h"
#include "paper_check.h"
#include "pendulum_system.h"

enum { MOST_UNKNOWNS = 5, MOST_ITERATIONS = 50, WORK = 1000 };

/* ---- a run ---- */

static const double general_axes = 0.7;

struct formula {
	double a0, a1, a2; /* h x' = a0 x_n + a1 x_n-1 + a2 x_n-2 */
};
static const struct formula one_step = {1, -1, 0};
static const struct formula two_steps = {1.5, -2, 0.5};

struct run {
	int fields;
	enum dae_bdf_scaling scaling;
	double h;
	double turn; /* of the axes, rad */
	struct dae_kkt *kkt;
	struct dae_bdf_matrix matrix;
	double numbers[WORK];    /* of the matrix */
	double x[MOST_UNKNOWNS]; /* scaled unknowns: u, v with three fields, lambda */
	double u[2][2], v[2][2]; /* at the last two points */
	double largest;          /* of |z| over the steps, z the last decreasing correction */
	double field[3];         /* the same by fields: u, v, lambda, greatest component */
	double condition;        /* of the matrix at the end */
	unsigned long random;
};

/* u, v and lambda of the unknowns */
static void unscaled(const struct run *r, const struct formula *f, double *u, double *v, double *lambda)
{
	const struct dae_bdf_matrix *m = &r->matrix;
	for (int i = 0; i < 2; i++) {
		u[i] = m->right[i] * r->x[i];
		v[i] = r->fields == 3 ? m->right[2 + i] * r->x[2 + i]
		                      : (f->a0 * u[i] + f->a1 * r->u[0][i] + f->a2 * r->u[1][i]) / r->h;
	}
	*lambda = m->right[m->n - 1] * r->x[m->n - 1];
}

/* right-hand side b = -h (equations) and the scaled matrix, factored unless `keep` */
static void linearize(struct run *r, const struct formula *f, double *b, int keep)
{
	double u[2], v[2], lambda;
	unscaled(r, f, u, v, &lambda);
	int motion = r->fields == 3 ? 2 : 0;
	for (int i = 0; i < 2; i++) {
		double force = (i == 0 ? sin(r->turn) : -cos(r->turn)) - lambda * u[i];
		if (r->fields == 3) {
			b[i] = -(f->a0 * u[i] + f->a1 * r->u[0][i] + f->a2 * r->u[1][i] - r->h * v[i]);
		}
		b[motion + i] = -(f->a0 * v[i] + f->a1 * r->v[0][i] + f->a2 * r->v[1][i] - r->h * force);
	}
	b[r->matrix.n - 1] = -r->h * (u[0] * u[0] + u[1] * u[1] - 1) / 2;
	struct dae_point p = {.q = u, .v = v, .a = v, .lambda = &lambda};
	pendulum_mass(r->kkt->system->context, u, dae_kkt_mass(r->kkt));
	memcpy(dae_kkt_jacobian(r->kkt), u, sizeof u);
	dae_bdf_matrix_fill(&r->matrix, r->scaling, r->h, f->a0, &p, r->kkt);
	if (!keep) {
		dae_bdf_matrix_factor(&r->matrix);
	}
}

static void note(struct run *r, double size, const double *z)
{
	int n = r->matrix.n;
	r->largest = fmax(r->largest, size);
	r->field[0] = fmax(r->field[0], la_norm_max(2, z));
	r->field[1] = fmax(r->field[1], r->fields == 3 ? la_norm_max(2, z + 2) : 0);
	r->field[2] = fmax(r->field[2], fabs(z[n - 1]));
}

/* -0.01 .. 0.01 */
static double displaced(struct run *r)
{
	r->random = (r->random * 1103515245ul + 12345ul) & 0x7ffffffful;
	return 0.02 * ((double)r->random / 2147483648.0 - 0.5);
}

static void displace(struct run *r)
{
	r->x[0] += displaced(r);
	r->x[1] += displaced(r);
}

/* z, not yet added; its norm */
static double correction_of(struct run *r, const struct formula *f, double *z)
{
	linearize(r, f, z, 0);
	dae_bdf_matrix_solve(&r->matrix, z);
	return la_norm2(r->matrix.n, z);
}

static void correct(struct run *r, const double *z)
{
	for (int i = 0; i < r->matrix.n; i++) {
		r->x[i] += z[i];
	}
}

static void move_on(struct run *r, const struct formula *f)
{
	double u[2], v[2], lambda;
	unscaled(r, f, u, v, &lambda);
	for (int i = 0; i < 2; i++) {
		r->u[1][i] = r->u[0][i];
		r->v[1][i] = r->v[0][i];
		r->u[0][i] = u[i];
		r->v[0][i] = v[i];
	}
}

/* Newton's iteration until |z^j+1| >= |z^j| */
static void step(struct run *r, const struct formula *f)
{
	double last = HUGE_VAL;
	double z[MOST_UNKNOWNS], last_z[MOST_UNKNOWNS] = {0};
	displace(r);
	for (int j = 0; j < MOST_ITERATIONS; j++) {
		double size = correction_of(r, f, z);
		if (j > 2 && !(size < last)) {
			break;
		}
		correct(r, z);
		memcpy(last_z, z, sizeof z);
		last = size;
	}
	note(r, last, last_z);
	move_on(r, f);
}

/* largest singular value: of its square, the largest eigenvalue of A^T A */
static double norm(int n, const double *a)
{
	double square[MOST_UNKNOWNS * MOST_UNKNOWNS], eigenvalue[MOST_UNKNOWNS], work[WORK];
	for (int i = 0; i < n * n; i++) {
		square[i] = la_dot(n, a + i / n * n, a + i % n * n);
	}
	return la_eigen_work(n) <= WORK && la_eigen(n, square, n, eigenvalue, work) == 0 ? sqrt(eigenvalue[n - 1])
	                                                                                 : HUGE_VAL;
}

/* Largest singular value of the matrix times that of its inverse. One decomposition could not tell numbers above 1e16;
 * the inverse of the fully scaled matrix, well conditioned, tells them all: A^-1 = D_R (A^)^-1 D_L. */
static double condition(struct run *r, const struct formula *f)
{
	double b[MOST_UNKNOWNS], inverse[MOST_UNKNOWNS * MOST_UNKNOWNS] = {0}, left[MOST_UNKNOWNS], right[MOST_UNKNOWNS];
	struct dae_bdf_matrix *m = &r->matrix;
	int n = m->n;
	linearize(r, f, b, 1);
	double size = norm(n, m->values);
	memcpy(left, m->left, sizeof *left * (size_t)n);
	memcpy(right, m->right, sizeof *right * (size_t)n);
	double u[2], v[2], lambda;
	unscaled(r, f, u, v, &lambda);
	struct dae_point p = {.q = u, .v = v, .a = v, .lambda = &lambda};
	dae_bdf_matrix_fill(m, DAE_BDF_MULTIPLIERS_AND_VELOCITIES, r->h, f->a0, &p, r->kkt);
	dae_bdf_matrix_factor(m);
	for (int j = 0; j < n; j++) {
		inverse[j * n + j] = 1 / left[j];
		dae_bdf_matrix_solve(m, inverse + j * n);
		for (int i = 0; i < n; i++) {
			inverse[j * n + i] *= m->right[i] / right[i];
		}
	}
	memcpy(m->left, left, sizeof *left * (size_t)n);
	memcpy(m->right, right, sizeof *right * (size_t)n);
	return size * norm(n, inverse);
}

static void begin(struct run *r, struct dae_kkt *kkt, int fields, enum dae_bdf_scaling scaling, double h, double turn)
{
	double b[MOST_UNKNOWNS];
	*r = (struct run){.fields = fields, .scaling = scaling, .h = h, .turn = turn, .kkt = kkt};
	r->x[0] = r->u[0][0] = cos(turn);
	r->x[1] = r->u[0][1] = sin(turn);
	r->matrix = dae_bdf_matrix_in(kkt->system, fields, r->numbers);
	linearize(r, &one_step, b, 1); /* sets the diagonals */
}

/* `steps` steps of size h */
static void simulate(struct run *r, struct dae_kkt *kkt, int fields, enum dae_bdf_scaling scaling, double h, int steps)
{
	begin(r, kkt, fields, scaling, h, general_axes);
	for (int k = 0; k < steps; k++) {
		step(r, k == 0 ? &one_step : &two_steps);
	}
	r->condition = condition(r, &two_steps);
}

/* ---- tables and checks ---- */

enum { STEP_SIZES = 8 };
static const double step_sizes[STEP_SIZES] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};
enum { FIRST_OF_PAPER = 3 }; /* 1e-4 */

static const char *const scaling_names[DAE_BDF_SCALING_COUNT] = {
	[DAE_BDF_UNSCALED] = "unscaled",
	[DAE_BDF_LEFT] = "left",
	[DAE_BDF_MULTIPLIERS] = "left+right",
	[DAE_BDF_MULTIPLIERS_AND_VELOCITIES] = "and v scaled",
};

/* steps until t = 1e-3 as in the paper, but at least a thousand: greatest values of fewer tell little */
static int steps_of(double h)
{
	int steps = (int)floor(1e-3 / h + 0.5);
	return steps > 1000 ? steps : 1000;
}

/* exponent of h in a column, from the paper's first to its last step size */
static double slope(const double *column)
{
	double span = log(step_sizes[STEP_SIZES - 1] / step_sizes[FIRST_OF_PAPER]);
	return log(column[STEP_SIZES - 1] / column[FIRST_OF_PAPER]) / span;
}

/* largest over smallest value of a column, from a step size on */
static double spread(const double *column, int first)
{
	double low = column[first];
	double high = column[first];
	for (int k = first; k < STEP_SIZES; k++) {
		low = fmin(low, column[k]);
		high = fmax(high, column[k]);
	}
	return high / low;
}

static void print_table(const char *title, int scalings, double values[][STEP_SIZES], int first)
{
	printf("\n%s\n        h", title);
	for (int s = 0; s < scalings; s++) {
		printf("  %12s", scaling_names[s]);
	}
	for (int k = first; k < STEP_SIZES; k++) {
		printf("\n    %5.0e", step_sizes[k]);
		for (int s = 0; s < scalings; s++) {
			printf("  %12.2e", values[s][k]);
		}
	}
	printf("\n   slope*");
	for (int s = 0; s < scalings; s++) {
		printf("  %12.2f", slope(values[s]));
	}
	printf("\n");
}

#endif
