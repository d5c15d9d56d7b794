/* Scaling, decompositions and prioritized steps of the assembly; the equations stand in mech_assembly_space.h. */
#include "mech_assembly_space.h"

#include <math.h>
#include <string.h>

#include "la_dense.h"
#include "mech_assembly.h"
#include "mech_body.h"
#include "mech_joint_speeds.h"

/* the next count numbers of the work space */
static double *mech_assembly_space_take(double *work, size_t *used, size_t count)
{
	double *array = work ? work + *used : NULL;
	*used += count;
	return array;
}

LA_FUNCTION size_t mech_assembly_space_lay(const struct mech_model *model, double *work, struct mech_assembly_space *s)
{
	const int n = model->n_v, rows = model->n_rows, targets = model->n_targets + rows;
	const int speeds = mech_joint_speed_count(model);
	const size_t N = (size_t)n, m = (size_t)rows, k = (size_t)targets, w = (size_t)speeds;
	size_t used = 0;
	memset(s, 0, sizeof *s);
	s->model = model;
	s->n = n;
	s->rows = rows;
	s->speeds = speeds;
	s->column = mech_assembly_space_take(work, &used, N);
	s->row_role = mech_assembly_space_take(work, &used, m);
	s->target_role = mech_assembly_space_take(work, &used, (size_t)model->n_targets);
	s->given = mech_assembly_space_take(work, &used, (size_t)model->n_targets);
	s->norm = mech_assembly_space_take(work, &used, m + k);
	s->residual = mech_assembly_space_take(work, &used, m + k);
	s->right = mech_assembly_space_take(work, &used, m + k);
	s->J = mech_assembly_space_take(work, &used, m * N);
	s->Jt = mech_assembly_space_take(work, &used, k * N);
	s->u = mech_assembly_space_take(work, &used, m * m);
	s->s = mech_assembly_space_take(work, &used, m < N ? m : N);
	s->vt = mech_assembly_space_take(work, &used, N * N);
	s->u2 = mech_assembly_space_take(work, &used, k * k);
	s->s2 = mech_assembly_space_take(work, &used, k < N ? k : N);
	s->vt2 = mech_assembly_space_take(work, &used, N * N);
	s->reduced = mech_assembly_space_take(work, &used, k * N);
	s->W = mech_assembly_space_take(work, &used, w * N);
	s->u3 = mech_assembly_space_take(work, &used, w * w);
	s->s3 = mech_assembly_space_take(work, &used, w < N ? w : N);
	s->vt3 = mech_assembly_space_take(work, &used, N * N);
	s->reduced3 = mech_assembly_space_take(work, &used, w * N);
	double **const vectors[] = {&s->step, &s->step1, &s->step2, &s->step3, &s->increment};
	double **const configurations[] = {&s->drawn, &s->trial, &s->candidate, &s->best, &s->start};
	for (int i = 0; i < 5; i++) {
		*vectors[i] = mech_assembly_space_take(work, &used, N);
	}
	for (int i = 0; i < 5; i++) {
		*configurations[i] = mech_assembly_space_take(work, &used, (size_t)model->n_q);
	}
	/* reduced matrices have at most n columns: the work of each number of columns is no more than that of n */
	const int needs[] = {la_svd_work(rows, n), la_svd_work(targets, n), la_svd_work(speeds, n), la_eigen_work(n)};
	int most = 0;
	for (int i = 0; i < 4; i++) {
		most = needs[i] > most ? needs[i] : most;
	}
	s->svd_work = mech_assembly_space_take(work, &used, (size_t)most);
	return used;
}

LA_FUNCTION void mech_assembly_space_open(const struct mech_context *c, double *work, struct mech_assembly_space *s)
{
	mech_assembly_space_lay(c->model, work, s);
	s->size = mech_size(c);
	for (int i = 0; i < s->rows; i++) {
		s->row_role[i] = MECH_ASSEMBLY_HELD;
	}
	for (int i = 0; i < c->model->n_targets; i++) {
		s->target_role[i] = c->model->targets[i].priority <= 1 ? MECH_ASSEMBLY_HELD : MECH_ASSEMBLY_IGNORED;
		s->given[i] = 0.0;
	}
	/* an angle that makes an arc of length 1 at the mechanism's size */
	for (int i = 0; i < s->n; i++) {
		s->column[i] =
			i >= c->model->n_bodies * c->model->body_v || i % c->model->body_v < mech_model_rules(c->model)->dimension
				? 1.0
				: 1.0 / s->size;
	}
}

LA_FUNCTION void mech_assembly_scale(const struct mech_assembly_space *s, int rows, double *J, double *norm)
{
	for (int i = 0; i < rows; i++) {
		double sum = 0.0;
		for (int j = 0; j < s->n; j++) {
			J[i + j * rows] *= s->column[j];
			sum += J[i + j * rows] * J[i + j * rows];
		}
		norm[i] = sum > 0.0 ? sqrt(sum) : 1.0;
		for (int j = 0; j < s->n; j++) {
			J[i + j * rows] /= norm[i];
		}
	}
}

/* decomposes a[rows x cols] and counts the singular values that are not zero beside `largest` (0: the first one) */
static int mech_assembly_space_svd(int rows, int cols, double *a, double *s, double *u, double *vt, double largest,
                                   double *work)
{
	/* an empty matrix, or one whose decomposition fails (not finite): every direction is free */
	if (rows == 0 || cols == 0 || la_svd(rows, cols, a, rows, s, u, rows, vt, cols, work) != 0) {
		for (int i = 0; i < cols * cols; i++) {
			vt[i] = i % (cols + 1) == 0;
		}
		return 0;
	}
	const int most = rows < cols ? rows : cols;
	const double bound = MECH_ASSEMBLY_RANK * (largest > 0.0 ? largest : s[0]);
	int rank = 0;
	while (rank < most && s[rank] > bound) {
		rank++;
	}
	return rank;
}

LA_FUNCTION void mech_assembly_decompose(struct mech_assembly_space *s)
{
	s->rank = mech_assembly_space_svd(s->rows, s->n, s->J, s->s, s->u, s->vt, 0.0, s->svd_work);
	const int kept = s->n - s->rank;
	for (int a = 0; a < kept; a++) {
		for (int i = 0; i < s->targets; i++) {
			double sum = 0.0;
			for (int j = 0; j < s->n; j++) {
				sum += s->Jt[i + j * s->targets] * s->vt[s->rank + a + j * s->n];
			}
			s->reduced[i + a * s->targets] = sum;
		}
	}
	/* rows of Jt have norm 1: what is left of them within N is measured against that */
	s->target_rank = mech_assembly_space_svd(s->targets, kept, s->reduced, s->s2, s->u2, s->vt2, 1.0, s->svd_work);
}

/* out[cols] = -A+ b for A[rows x cols] = u s vt of the given rank */
static void mech_assembly_space_solve(int rows, int cols, int rank, const double *u, const double *s, const double *vt,
                                      const double *b, double *out)
{
	for (int j = 0; j < cols; j++) {
		out[j] = 0.0;
	}
	for (int k = 0; k < rank; k++) {
		double sum = 0.0;
		for (int i = 0; i < rows; i++) {
			sum += u[i + k * rows] * b[i];
		}
		for (int j = 0; j < cols; j++) {
			out[j] -= vt[k + j * cols] * sum / s[k];
		}
	}
}

/* out[n] = N x for x[n - rank] */
static void mech_assembly_space_expand(const struct mech_assembly_space *s, const double *x, double *out)
{
	for (int j = 0; j < s->n; j++) {
		out[j] = 0.0;
		for (int a = 0; a < s->n - s->rank; a++) {
			out[j] += s->vt[s->rank + a + j * s->n] * x[a];
		}
	}
}

LA_FUNCTION void mech_assembly_steps(struct mech_assembly_space *s, const double *residual)
{
	double *const right = s->right;
	for (int i = 0; i < s->rows + s->targets; i++) {
		right[i] = residual[i] / s->norm[i];
	}
	mech_assembly_space_solve(s->rows, s->n, s->rank, s->u, s->s, s->vt, right, s->step1);
	for (int i = 0; i < s->targets; i++) {
		for (int j = 0; j < s->n; j++) {
			right[s->rows + i] += s->Jt[i + j * s->targets] * s->step1[j];
		}
	}
	mech_assembly_space_solve(s->targets, s->n - s->rank, s->target_rank, s->u2, s->s2, s->vt2, right + s->rows,
	                          s->step);
	mech_assembly_space_expand(s, s->step, s->step2);
}

/* out[n]: column k of N2, that is N times row target_rank + k of V2^T */
static void mech_assembly_space_free(const struct mech_assembly_space *s, int k, double *out)
{
	const int kept = s->n - s->rank;
	for (int a = 0; a < kept; a++) {
		s->trial[a] = s->vt2[s->target_rank + k + a * kept];
	}
	mech_assembly_space_expand(s, s->trial, out);
}

/* out[speeds] = W y */
static void mech_assembly_space_speeds(const struct mech_assembly_space *s, const double *y, double *out)
{
	for (int i = 0; i < s->speeds; i++) {
		out[i] = 0.0;
		for (int j = 0; j < s->n; j++) {
			out[i] += s->W[i + j * s->speeds] * y[j];
		}
	}
}

LA_FUNCTION void mech_assembly_slow_joints(struct mech_assembly_space *s, const struct mech_context *c)
{
	const int left = s->n - s->rank - s->target_rank;
	double *const amount = s->increment;
	mech_joint_speed_rows(c, s->size, s->W);
	for (int i = 0; i < s->speeds * s->n; i++) {
		s->W[i] *= s->column[i / s->speeds];
	}
	for (int k = 0; k < left; k++) {
		mech_assembly_space_free(s, k, s->step);
		mech_assembly_space_speeds(s, s->step, s->reduced3 + k * s->speeds);
	}
	/* columns of W have norms about 1 */
	const int rank = mech_assembly_space_svd(s->speeds, left, s->reduced3, s->s3, s->u3, s->vt3, 1.0, s->svd_work);
	for (int j = 0; j < s->n; j++) {
		s->step[j] = s->step1[j] + s->step2[j];
		s->step3[j] = 0.0;
	}
	mech_assembly_space_speeds(s, s->step, s->reduced3);
	mech_assembly_space_solve(s->speeds, left, rank, s->u3, s->s3, s->vt3, s->reduced3, amount);
	for (int k = 0; k < left; k++) {
		mech_assembly_space_free(s, k, s->step);
		for (int j = 0; j < s->n; j++) {
			s->step3[j] += amount[k] * s->step[j];
		}
	}
}

LA_FUNCTION void mech_assembly_free_part(const struct mech_assembly_space *s, const double *x, double *out)
{
	/* x in the basis of N2, one direction after the other */
	for (int j = 0; j < s->n; j++) {
		out[j] = 0.0;
	}
	for (int k = 0; k < s->n - s->rank - s->target_rank; k++) {
		mech_assembly_space_free(s, k, s->step2);
		const double amount = la_dot(s->n, s->step2, x);
		for (int j = 0; j < s->n; j++) {
			out[j] += amount * s->step2[j];
		}
	}
}
