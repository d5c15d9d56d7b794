#include "dae_regularized.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "la_arrays.h"
#include "la_dense.h"

/* a pivot or eigenvalue below this part of what it came from is rounding */
static const double DAE_REGULARIZED_MASSLESS = 1e-13;
static const double DAE_REGULARIZED_SINGULAR = 16 * DBL_EPSILON;

/* weights of the terms of c, see dae_regularized.h */
struct dae_regularized_weights {
	double bias, velocity, position;
};
static const struct dae_regularized_weights dae_regularized_weights[DAE_FORMULATION_COUNT] = {
	[DAE_STABILIZED] = {1, 2, 2},
	[DAE_INDEX3] = {0, 2, 2},
	[DAE_INDEX2] = {1, 1, 0},
};

/* all matrices dense and column-major; those over velocities have n_v rows */
struct dae_regularized_arrays {
	double *mass_values, *jacobian_values;
	double *mass;                   /* [n_v x n_v] */
	double *factor;                 /* [n_v x n_v] of M or M^T M + eps I; where M is singular, of M + rho G^T G */
	double *transposed;             /* [n_v x n_g] G^T */
	double *response;               /* [n_v x (1 + n_g)] W [f, G^T], W in the place of M^-1 */
	double *a_matrix, *eigenvalues; /* [n_g x n_g] A, then its eigenvectors; [n_g] */
	double *force;                  /* [n_v] */
	double *wanted;                 /* [n_g] c */
	double *rows, *rows2;           /* [n_g] */
	double *eigen_work;
};

static size_t dae_regularized_layout(const struct dae_system *system, double *work, struct dae_regularized_arrays *w)
{
	size_t n = (size_t)system->n_v;
	size_t m = (size_t)system->n_g;
	size_t mass = (size_t)la_block_values(system->n_mass_blocks, system->mass_blocks);
	size_t jacobian = (size_t)la_block_values(system->n_jacobian_blocks, system->jacobian_blocks);
	const size_t sizes[] = {
		mass, jacobian, n * n, n * n, n * m, n * (m + 1), m * m, m, n, m, m, m, (size_t)la_eigen_work((int)m)};
	double **arrays[] = {&w->mass_values, &w->jacobian_values, &w->mass,        &w->factor, &w->transposed,
	                     &w->response,    &w->a_matrix,        &w->eigenvalues, &w->force,  &w->wanted,
	                     &w->rows,        &w->rows2,           &w->eigen_work};
	size_t total = 0;
	la_arrays_lay(sizeof sizes / sizeof *sizes, arrays, sizes, work, &total);
	return total;
}

LA_FUNCTION int dae_regularized_fits(const struct dae_system *system)
{
	return system->n_v + system->n_g <= DAE_REGULARIZED_MOST;
}

LA_FUNCTION size_t dae_regularized_work(const struct dae_system *system)
{
	struct dae_regularized_arrays w;
	return dae_regularized_fits(system) ? dae_regularized_layout(system, NULL, &w) : 0;
}

/* blocks as a dense matrix with `rows` rows, or its transpose with `rows` rows */
static void dae_regularized_dense(int n_blocks, const struct la_block *blocks, const double *values, int transposed,
                                  int rows, double *a)
{
	for (int i = 0; i < n_blocks; i++) {
		const struct la_block *b = &blocks[i];
		for (int k = 0; k < b->rows * b->cols; k++) {
			int row = b->row + k / b->cols;
			int col = b->col + k % b->cols;
			a[transposed ? col + row * rows : row + col * rows] += values[k];
		}
		values += b->rows * b->cols;
	}
}

/* M, G^T, f and c at a point */
static int dae_regularized_read(const struct dae_regularized *r, const struct dae_point *p,
                                const struct dae_regularized_arrays *w)
{
	const struct dae_system *system = r->system;
	const struct dae_regularized_weights *weights = &dae_regularized_weights[r->options->formulation];
	double gamma = r->gamma;
	int n = system->n_v;
	int m = system->n_g;
	int status = system->mass(system->context, p->q, w->mass_values);
	status = status ? status : system->jacobian(system->context, p, w->jacobian_values);
	status = status ? status : system->force(system->context, p, w->force);
	status = status ? status : system->constraint_bias(system->context, p, w->wanted);
	status = status ? status : system->constraint_rate(system->context, p, w->rows);
	status = status ? status : system->constraint(system->context, p, w->rows2);
	if (status) {
		return status;
	}
	memset(w->mass, 0, (size_t)n * (size_t)n * sizeof *w->mass);
	memset(w->transposed, 0, (size_t)n * (size_t)m * sizeof *w->transposed);
	dae_regularized_dense(system->n_mass_blocks, system->mass_blocks, w->mass_values, 0, n, w->mass);
	dae_regularized_dense(system->n_jacobian_blocks, system->jacobian_blocks, w->jacobian_values, 1, n, w->transposed);
	for (int i = 0; i < m; i++) {
		double speed = la_dot(n, w->transposed + i * n, p->v) + w->rows[i];
		w->wanted[i] = -(weights->bias * w->wanted[i] + weights->velocity * gamma * speed +
		                 weights->position * gamma * gamma * w->rows2[i]);
	}
	return DAE_DONE;
}

/* Cholesky, with pivots that are rounding counted as zero */
static int dae_regularized_factor(int n, double *a)
{
	int unknown = la_cholesky_factor(n, a, n);
	for (int k = 0; k < n && !unknown; k++) {
		double sum = 0;
		for (int j = 0; j <= k; j++) {
			sum += a[k + j * n] * a[k + j * n];
		}
		if (!(a[k + k * n] * a[k + k * n] > DAE_REGULARIZED_MASSLESS * sum)) {
			unknown = k + 1;
		}
	}
	return unknown;
}

/* M + rho G^T G and f + rho G^T c, rho of the size of the masses */
static void dae_regularized_augment(const struct dae_regularized *r, const struct dae_regularized_arrays *w)
{
	int n = r->system->n_v;
	int m = r->system->n_g;
	double sum = 0;
	for (int i = 0; i < n; i++) {
		sum += fabs(w->factor[i + i * n]);
	}
	double rho = r->options->kkt.augmentation * (sum > 0 ? sum / n : 1);
	for (int k = 0; k < m; k++) {
		const double *row = w->transposed + k * n;
		for (int j = 0; j < n; j++) {
			for (int i = 0; i < n; i++) {
				w->factor[i + j * n] += rho * row[i] * row[j];
			}
			w->response[j] += rho * row[j] * w->wanted[k];
		}
	}
}

/* M^T M + eps I and M^T [f, G^T] */
static void dae_regularized_square(const struct dae_regularized *r, const struct dae_regularized_arrays *w)
{
	int n = r->system->n_v;
	int m = r->system->n_g;
	for (int j = 0; j < n; j++) {
		const double *column = w->mass + j * n;
		for (int i = 0; i < n; i++) {
			double shift = i == j ? r->options->epsilon : 0;
			w->factor[i + j * n] = la_dot(n, w->mass + i * n, column) + shift;
		}
		w->response[j] = la_dot(n, column, w->force);
		for (int k = 0; k < m; k++) {
			w->response[j + (k + 1) * n] = la_dot(n, column, w->transposed + k * n);
		}
	}
}

/* response = M^-1 [f, G^T], or what stands for it */
static int dae_regularized_respond(const struct dae_regularized *r, const struct dae_regularized_arrays *w,
                                   struct dae_failure *failure)
{
	int n = r->system->n_v;
	size_t rows = (size_t)n;
	int columns = 1 + r->system->n_g;
	memcpy(w->factor, w->mass, rows * rows * sizeof *w->factor);
	memcpy(w->response, w->force, rows * sizeof *w->response);
	memcpy(w->response + n, w->transposed, rows * (size_t)r->system->n_g * sizeof *w->response);
	if (r->options->singular_mass == DAE_MASS_LEAST_SQUARES) {
		dae_regularized_square(r, w);
	}
	int unknown = dae_regularized_factor(n, w->factor);
	if (unknown && r->options->singular_mass == DAE_MASS_AUGMENTED) {
		memcpy(w->factor, w->mass, rows * rows * sizeof *w->factor);
		dae_regularized_augment(r, w);
		unknown = dae_regularized_factor(n, w->factor);
	}
	if (unknown) {
		failure->reason = DAE_MATRIX_SINGULAR;
		failure->row = -1;
		return DAE_SMALLER_STEP;
	}
	la_cholesky_solve(n, w->factor, n, columns, w->response, n);
	return DAE_DONE;
}

/* what stands for 1 / alpha; infinite where that is not defined */
static double dae_regularized_plain(double alpha, double largest, double eps)
{
	(void)eps;
	return alpha > DAE_REGULARIZED_SINGULAR * largest ? 1 / alpha : HUGE_VAL;
}

static double dae_regularized_direct(double alpha, double largest, double eps)
{
	(void)largest;
	return alpha + eps > 0 ? 1 / (alpha + eps) : HUGE_VAL;
}

static double dae_regularized_trust_region(double alpha, double largest, double eps)
{
	(void)largest;
	return alpha > 0 ? alpha / (alpha * alpha + eps) : 0;
}

static double (*const dae_regularized_inverse[DAE_REGULARIZED_COUNT])(double alpha, double largest, double eps) = {
	[DAE_REGULARIZED_BAUMGARTE] = dae_regularized_plain,
	[DAE_REGULARIZED_DIRECT] = dae_regularized_direct,
	[DAE_REGULARIZED_TRUST_REGION] = dae_regularized_trust_region,
};

static int dae_regularized_largest(int m, const double *x)
{
	int largest = 0;
	for (int i = 1; i < m; i++) {
		largest = fabs(x[i]) > fabs(x[largest]) ? i : largest;
	}
	return largest;
}

/* lambda = W phi(alpha) W^T (G M^-1 f - c), A = W diag(alpha) W^T */
static int dae_regularized_multipliers(const struct dae_regularized *r, const struct dae_regularized_arrays *w,
                                       double *lambda, struct dae_failure *failure)
{
	int n = r->system->n_v;
	int m = r->system->n_g;
	for (int j = 0; j < m; j++) {
		const double *row = w->transposed + j * n;
		for (int i = j; i < m; i++) {
			w->a_matrix[i + j * m] = la_dot(n, row, w->response + (i + 1) * n);
		}
		w->rows[j] = la_dot(n, row, w->response) - w->wanted[j];
		lambda[j] = 0;
	}
	failure->reason = DAE_NOT_FINITE;
	failure->row = -1;
	if (m > 0 && la_eigen(m, w->a_matrix, m, w->eigenvalues, w->eigen_work)) {
		return DAE_SMALLER_STEP;
	}
	for (int k = 0; k < m; k++) {
		const double *vector = w->a_matrix + k * m;
		double alpha = fmax(w->eigenvalues[k], 0);
		double inverse = dae_regularized_inverse[r->kind](alpha, w->eigenvalues[m - 1], r->options->epsilon);
		double component = inverse * la_dot(m, vector, w->rows);
		if (!isfinite(component)) {
			failure->reason = DAE_MATRIX_SINGULAR;
			failure->row = dae_regularized_largest(m, vector);
			return DAE_SMALLER_STEP;
		}
		for (int i = 0; i < m; i++) {
			lambda[i] += component * vector[i];
		}
	}
	return DAE_DONE;
}

LA_FUNCTION int dae_regularized_evaluate(const struct dae_regularized *r, const struct dae_point *p, double *a,
                                         double *lambda, struct dae_failure *failure)
{
	int n = r->system->n_v;
	struct dae_regularized_arrays w;
	if (!dae_regularized_fits(r->system)) {
		failure->reason = DAE_TOO_LARGE;
		failure->row = -1;
		return DAE_FAILED;
	}
	dae_regularized_layout(r->system, r->work, &w);
	int status = dae_regularized_read(r, p, &w);
	status = status ? status : dae_regularized_respond(r, &w, failure);
	status = status ? status : dae_regularized_multipliers(r, &w, lambda, failure);
	if (status) {
		return status;
	}
	memcpy(a, w.response, (size_t)n * sizeof *a);
	for (int k = 0; k < r->system->n_g; k++) {
		for (int i = 0; i < n; i++) {
			a[i] -= w.response[i + (k + 1) * n] * lambda[k];
		}
	}
	return DAE_DONE;
}

LA_FUNCTION void dae_regularized_project(const struct dae_regularized *r, double *x)
{
	int n = r->system->n_v;
	int m = r->system->n_g;
	struct dae_regularized_arrays w;
	dae_regularized_layout(r->system, r->work, &w);
	for (int i = 0; i < m; i++) {
		w.rows[i] = la_dot(n, w.transposed + i * n, x);
		w.rows2[i] = 0;
	}
	for (int k = 0; k < m; k++) {
		const double *vector = w.a_matrix + k * m;
		double inverse = dae_regularized_plain(w.eigenvalues[k], w.eigenvalues[m - 1], 0);
		double component = inverse < HUGE_VAL ? inverse * la_dot(m, vector, w.rows) : 0;
		for (int i = 0; i < m; i++) {
			w.rows2[i] += component * vector[i];
		}
	}
	for (int k = 0; k < m; k++) {
		for (int i = 0; i < n; i++) {
			x[i] -= w.response[i + (k + 1) * n] * w.rows2[k];
		}
	}
}
