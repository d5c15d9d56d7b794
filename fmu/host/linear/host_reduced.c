/* Minimal coordinates by choice and closing; the equations stand in host_reduced.h. */
#include "host_reduced_parts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_text.h"
#include "la_dense.h"
#include "mech_assembly_space.h"
#include "mech_equations.h"

#define HOST_REDUCED_RANK LA_RANGE_NULL
/* near a singular position functions change over distances like the smallest singular value:
 * changes stay below that */
#define HOST_REDUCED_SHRINK 100.0
/* nearer than this to a singular position, rounding moves coordinates by more than a percent of
 * that distance */
#define HOST_REDUCED_NEAREST 1e-7
#define HOST_REDUCED_CLOSED 1e-12 /* residual, relative to the size */

/* ---- decompositions at the present point */

/* scaled rows of the constraints, rows of velocities left out where `positions`, then of the
 * coordinates; norms of the rows in r->norm. A[(n_rows + count) x n], column-major */
static void host_reduced_rows(struct host_reduced *r, int positions, int count,
                              const struct host_coordinate *coordinates, double *A)
{
	const struct mech_model *model = r->model;
	const int m = r->n_rows + count;
	mech_jacobian_dense(&r->at, r->G);
	for (int i = 0; positions && i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		for (int k = kind->row.count - kind->row.velocity_count; k < kind->row.count; k++) {
			for (int j = 0; j < r->n; j++) {
				r->G[e->row + k + j * r->n_rows] = 0.0;
			}
		}
	}
	for (int i = 0; i < m; i++) {
		double sum = 0.0;
		if (i >= r->n_rows) {
			host_coordinate_row(r, &coordinates[i - r->n_rows], r->step);
		}
		for (int j = 0; j < r->n; j++) {
			A[i + j * m] = r->column[j] * (i < r->n_rows ? r->G[i + j * r->n_rows] : r->step[j]);
			sum += A[i + j * m] * A[i + j * m];
		}
		r->norm[i] = sum > 0.0 ? sqrt(sum) : 1.0;
		for (int j = 0; j < r->n; j++) {
			A[i + j * m] /= r->norm[i];
		}
	}
}

/* LAPACK: Fortran passes everything by address; the length of each character argument follows at
 * the end, by value */
void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *a, const int *lda, double *s,
             double *u, const int *ldu, double *vt, const int *ldvt, double *work, const int *work_size, int *info,
             size_t, size_t);

/* room for a decomposition */
struct host_svd {
	double *A, *u, *s, *vt, *work;
	int work_size;
};

static int host_svd_open(struct host_svd *svd, int m, int n)
{
	const size_t M = (size_t)m, N = (size_t)n;
	svd->work_size = 5 * (m + n) + 1; /* dgesvd wants max(3 min(m, n) + max(m, n), 5 min(m, n)) */
	svd->A = calloc(M * N + M * M + N + N * N + (size_t)svd->work_size, sizeof *svd->A);
	if (svd->A == NULL) {
		return -1;
	}
	svd->u = svd->A + M * N;
	svd->s = svd->u + M * M;
	svd->vt = svd->s + N;
	svd->work = svd->vt + N * N;
	return 0;
}

/* of the first m rows' worth of A; returns the rank, -1 when it fails */
static int host_svd_decompose(struct host_svd *svd, int m, int n)
{
	int rank = 0, info = 0;
	for (int i = 0; i < n * n; i++) {
		svd->vt[i] = i % (n + 1) == 0;
	}
	if (m == 0 || n == 0) {
		return 0;
	}
	for (int i = 0; i < m * n; i++) {
		if (!isfinite(svd->A[i])) {
			return -1;
		}
	}
	dgesvd_("A", "A", &m, &n, svd->A, &m, svd->s, svd->u, &m, svd->vt, &n, svd->work, &svd->work_size, &info, 1, 1);
	if (info != 0) {
		return -1;
	}
	while (rank < m && rank < n && svd->s[rank] > HOST_REDUCED_RANK * svd->s[0]) {
		rank++;
	}
	return rank;
}

/* coordinates for the motions that the constraints allow, and the pseudo-inverse of both together.
 * Returns their number, or -1 with a message */
static int host_reduced_prepare(struct host_reduced *r, int positions, int n_preferred,
                                const struct host_coordinate *preferred, double *directions,
                                struct host_coordinate *chosen, double **inverse, struct mech_message *message)
{
	struct host_svd svd;
	const int n = r->n;
	int count = -1;
	if (host_svd_open(&svd, r->n_rows + n, n) != 0) {
		return -1;
	}
	host_reduced_rows(r, positions, 0, NULL, svd.A);
	int rank = host_svd_decompose(&svd, r->n_rows, n);
	const int free_motions = n - rank;
	if (positions && rank > 0) {
		r->nearness = svd.s[rank - 1] / svd.s[0];
	}
	double *N = calloc((size_t)(n * free_motions) + 1, sizeof *N);
	if (rank < 0 || N == NULL) {
		goto done;
	}
	for (int a = 0; a < free_motions; a++) {
		for (int j = 0; j < n; j++) {
			N[a * n + j] = svd.vt[rank + a + j * n];
		}
	}
	if (host_reduced_choose(r, N, free_motions, n_preferred, preferred, directions, chosen) != 0) {
		goto done;
	}
	const int m = r->n_rows + free_motions;
	host_reduced_rows(r, positions, free_motions, chosen, svd.A);
	rank = host_svd_decompose(&svd, m, n);
	*inverse = calloc((size_t)(n * m) + 1, sizeof **inverse);
	if (*inverse == NULL) {
		goto done;
	}
	if (rank != n || r->nearness < HOST_REDUCED_NEAREST) {
		host_say(
			message,
			"there is no linear model here: the position is singular, or so near that no coordinates are independent");
		goto done;
	}
	for (int i = 0; i < m; i++) {
		for (int j = 0; j < n; j++) {
			for (int k = 0; k < n; k++) {
				(*inverse)[j + i * n] += svd.vt[k + j * n] * svd.u[i + k * m] / svd.s[k];
			}
			(*inverse)[j + i * n] *= r->column[j] / r->norm[i];
		}
	}
	count = free_motions;
done:
	free(N);
	free(svd.A);
	return count;
}

/* ---- evaluation */

/* step = -inverse residual; its scaled length */
static double host_reduced_step(const struct host_reduced *r, int count, const double *inverse)
{
	double longest = 0.0;
	for (int j = 0; j < r->n; j++) {
		r->step[j] = 0.0;
	}
	for (int i = 0; i < r->n_rows + count; i++) {
		for (int j = 0; j < r->n; j++) {
			r->step[j] -= inverse[j + i * r->n] * r->residual[i];
		}
	}
	for (int j = 0; j < r->n; j++) {
		longest = fmax(longest, fabs(r->step[j]) / r->column[j]);
	}
	return longest;
}

/* an iteration that contracts has ended where its steps no longer shrink: 1; -1: it does not
 * contract; 0: continue */
static int host_reduced_ended(const struct host_reduced *r, int iteration, double size, double step, double last)
{
	/* rounding of the rows, divided by the smallest singular value, is left of the steps */
	const double closed = fmax(HOST_REDUCED_CLOSED, 8.0 * DBL_EPSILON / r->nearness);
	if (step <= 1e-17 * size || (step <= closed * size && step >= 0.25 * last)) {
		return 1;
	}
	return !isfinite(step) || iteration > 60 || (iteration > 2 && step > last) ? -1 : 0;
}

/* q on the constraints with coordinates y, from the present point on */
static int host_reduced_close(struct host_reduced *r, const double *y)
{
	const struct mech_context *c = &r->at;
	double *q = r->dae.q, last = HUGE_VAL;
	memcpy(q, r->q0, (size_t)r->model->n_q * sizeof *q);
	for (int iteration = 0;; iteration++) {
		mech_constraint(c, r->residual);
		for (int i = 0; i < r->n_rows; i++) {
			r->residual[i] -= r->shift[0][i];
		}
		for (int i = 0; i < r->n_y; i++) {
			r->residual[r->n_rows + i] = host_coordinate_value(r, &r->y[i]) - y[i];
		}
		const double step = host_reduced_step(r, r->n_y, r->inverse_y);
		const int ended = host_reduced_ended(r, iteration, r->size, step, last);
		if (ended < 0) {
			return -1;
		}
		if (ended > 0) {
			break;
		}
		last = step;
		memset(r->step + r->n, 0, (size_t)r->n_z * sizeof *r->step);
		mech_move(r->model, q, r->step, r->next);
		memcpy(q, r->next, (size_t)r->model->n_q * sizeof *q);
	}
	/* in a singular position what the pseudo-inverse does not see stays open */
	for (int i = 0; i < r->n_rows; i++) {
		if (!(fabs(r->residual[i]) <=
		      10.0 * HOST_REDUCED_CLOSED * r->norm[i] * fmax(r->size, la_norm_max(r->model->n_q, q)))) {
			return -1;
		}
	}
	return 0;
}

/* v on the constraints with rates w; the states of elements as they are */
static int host_reduced_move(struct host_reduced *r, const double *w)
{
	double *v = r->dae.v, last = HUGE_VAL, speed = r->size;
	memcpy(v, r->v0, (size_t)r->n * sizeof *v);
	mech_jacobian_dense(&r->at, r->G);
	for (int j = 0; j < r->n; j++) {
		speed = fmax(speed, fabs(v[j]) / r->column[j]);
	}
	for (int iteration = 0;; iteration++) {
		mech_constraint_rate(&r->at, r->residual);
		for (int i = 0; i < r->n_rows; i++) {
			r->residual[i] -= r->shift[1][i];
			for (int j = 0; j < r->n; j++) {
				r->residual[i] += r->G[i + j * r->n_rows] * v[j];
			}
		}
		for (int i = 0; i < r->n_w; i++) {
			host_coordinate_row(r, &r->w[i], r->step);
			r->residual[r->n_rows + i] = la_dot(r->n, r->step, v) - w[i];
		}
		const double step = host_reduced_step(r, r->n_w, r->inverse_w);
		const int ended = host_reduced_ended(r, iteration, speed, step, last);
		if (ended != 0) {
			return ended < 0 ? -1 : 0;
		}
		last = step;
		for (int j = 0; j < r->n; j++) {
			v[j] += r->step[j];
		}
	}
}

/* the inputs' part of what drivers prescribe */
static void host_reduced_shift(struct host_reduced *r, int input, int order, double change)
{
	for (int k = 0; k < 3; k++) {
		memset(r->shift[k], 0, (size_t)r->n_rows * sizeof *r->shift[k]);
	}
	for (int i = 0; input >= 0 && i < r->model->n_elements; i++) {
		const struct mech_element *e = &r->model->elements[i];
		if (mech_element_kind(e)->section == MECH_DRIVER && e->input == input) {
			r->shift[order][e->row] = change;
		}
	}
}

/* d2g/dt2 - G a with accelerations that inputs prescribe; the system stands first in
 * host_reduced */
static int host_reduced_bias(void *context, const struct dae_point *p, double *bias)
{
	const struct host_reduced *r = context;
	const int status = r->bias(context, p, bias);
	for (int i = 0; i < r->n_rows; i++) {
		bias[i] -= r->shift[2][i];
	}
	return status;
}

/* the rate that is the derivative of coordinate i, exactly; -1: none */
static int host_reduced_own_rate(const struct host_reduced *r, int i)
{
	const struct host_coordinate *y = &r->y[i];
	for (int k = 0; y->direction == NULL && k < r->n_w; k++) {
		if (r->w[k].element == y->element && r->w[k].body == y->body && r->w[k].k == y->k) {
			return k;
		}
	}
	return -1;
}

int host_reduced_evaluate(struct host_reduced *r, const double *x, int input, int order, double change, double *dx)
{
	struct dae_failure failure;
	host_reduced_shift(r, input, order, change);
	memcpy(r->dae.v + r->n, x + r->n_y + r->n_w, (size_t)r->n_z * sizeof *x);
	if (host_reduced_close(r, x) != 0 || host_reduced_move(r, x + r->n_y) != 0 ||
	    dae_answer_accelerations(r->driver, &r->options, r->dae.a, r->dae.lambda, &failure) != 0) {
		return -1;
	}
	for (int i = 0; i < r->n_y; i++) {
		const int own = host_reduced_own_rate(r, i);
		*dx++ = own >= 0 ? x[r->n_y + own] : host_coordinate_rate(r, &r->y[i]);
	}
	for (int i = 0; i < r->n_w; i++) {
		*dx++ = host_coordinate_acceleration(r, &r->w[i]);
	}
	memcpy(dx, r->dae.a + r->n, (size_t)r->n_z * sizeof *dx);
	return 0;
}

double host_reduced_output(const struct host_reduced *r, const struct mech_variable *variable)
{
	const struct mech_context *c = &r->at;
	switch (variable->source) {
	case MECH_FROM_BODY:
		return mech_body_output(c, variable->index, variable->component);
	case MECH_FROM_ELEMENT:
		return mech_element_output(c, variable->index, variable->component);
	case MECH_FROM_ENERGY:
		return (variable->component == MECH_POTENTIAL || variable->component == MECH_BALANCE_ERROR
		            ? mech_potential_energy(c)
		            : 0.0) +
		       (variable->component == MECH_KINETIC || variable->component == MECH_BALANCE_ERROR
		            ? mech_kinetic_energy(c)
		            : 0.0);
	default:
		return 0.0;
	}
}

/* ---- opening */

int host_reduced_orders(const struct mech_model *model, int input)
{
	for (int i = 0; i < model->n_elements; i++) {
		if (mech_element_kind(&model->elements[i])->section == MECH_DRIVER && model->elements[i].input == input) {
			return 3;
		}
	}
	return 1;
}

int host_reduced_states(const struct host_reduced *r)
{
	return r->n_y + r->n_w + r->n_z;
}

void host_reduced_start(const struct host_reduced *r, double *x, double *scale)
{
	double rate = 1.0;
	for (int j = 0; j < r->n; j++) {
		rate = fmax(rate, fabs(r->v0[j]) / r->column[j] / r->size);
	}
	for (int i = 0; i < r->n_y + r->n_w; i++) {
		const int is_rate = i >= r->n_y;
		const struct host_coordinate *y = is_rate ? &r->w[i - r->n_y] : &r->y[i];
		const double unit = host_coordinate_quantity(r, y) == MECH_ANGLE ? 1.0 : r->size;
		x[i] = is_rate ? host_coordinate_rate(r, y) : host_coordinate_value(r, y);
		scale[i] = unit * (is_rate ? rate : fmin(1.0, HOST_REDUCED_SHRINK * r->nearness));
	}
	for (int i = 0; i < r->n_z; i++) {
		x[r->n_y + r->n_w + i] = r->v0[r->n + i];
		scale[r->n_y + r->n_w + i] = fmax(r->system.sizes[r->n + i], fabs(r->v0[r->n + i]));
	}
}

/* arrays in one allocation; memory NULL: only counts */
static size_t host_reduced_lay(struct host_reduced *r, double *memory)
{
	const size_t n_q = (size_t)r->model->n_q, n_v = (size_t)r->model->n_v, rows = (size_t)r->n_rows;
	const struct {
		double **array;
		size_t size;
	} arrays[] = {{&r->q0, n_q},
	              {&r->next, n_q},
	              {&r->v0, n_v},
	              {&r->column, n_v},
	              {&r->step, n_v},
	              {&r->moved, n_v},
	              {&r->norm, rows + n_v},
	              {&r->shift[0], rows},
	              {&r->shift[1], rows},
	              {&r->shift[2], rows},
	              {&r->G, rows * n_v},
	              {&r->residual, rows + n_v},
	              {&r->directions, 2 * n_v * n_v}};
	size_t used = 0;
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
		*arrays[i].array = memory == NULL ? NULL : memory + used;
		used += arrays[i].size;
	}
	return used;
}

static int host_reduced_allocate(struct host_reduced *r)
{
	const struct dae_method *method = dae_methods[0];
	const struct mech_context base = mech_instance_point(r->instance);
	r->memory = calloc(host_reduced_lay(r, NULL) + 1, sizeof *r->memory);
	r->y = calloc((size_t)r->n + 1, sizeof *r->y);
	r->w = calloc((size_t)r->n + 1, sizeof *r->w);
	r->first = calloc((size_t)r->n + 1, sizeof *r->first);
	if (r->memory == NULL || r->y == NULL || r->w == NULL || r->first == NULL ||
	    mech_system_create(&r->system, &base) != 0) {
		return -1;
	}
	host_reduced_lay(r, r->memory);
	r->bias = r->system.dae.constraint_bias;
	r->system.dae.constraint_bias = host_reduced_bias;
	mech_system_set_size(&r->system, r->size);
	r->block = calloc(dae_state_size(&r->system.dae, method), sizeof *r->block);
	r->driver = r->block == NULL ? NULL : dae_driver_create(&r->system.dae, method, r->block);
	return r->driver == NULL ? -1 : 0;
}

/* our own point, with the instance's numbers */
static void host_reduced_place(struct host_reduced *r)
{
	const struct mech_context c = mech_instance_point(r->instance);
	r->dae = dae_driver_state(r->driver);
	dae_driver_reset(r->driver, c.t);
	memcpy(r->dae.q, c.q, (size_t)r->model->n_q * sizeof *c.q);
	memcpy(r->dae.v, c.v, (size_t)r->model->n_v * sizeof *c.v);
	memcpy(r->q0, c.q, (size_t)r->model->n_q * sizeof *c.q);
	memcpy(r->v0, c.v, (size_t)r->model->n_v * sizeof *c.v);
	r->at = mech_system_at(&r->system, &(struct dae_point){c.t, r->dae.q, r->dae.v, r->dae.a, r->dae.lambda});
	for (int j = 0; j < r->n; j++) {
		r->column[j] = j % r->model->body_v < mech_model_rules(r->model)->dimension ? 1.0 : 1.0 / r->size;
	}
}

struct host_reduced *host_reduced_open(struct mech_instance *m, struct mech_message *message)
{
	struct host_reduced *r = calloc(1, sizeof *r);
	if (r == NULL) {
		host_say(message, "out of memory");
		return NULL;
	}
	r->instance = m;
	r->model = mech_instance_model(m);
	r->n_z = r->model->n_states;
	r->n = r->model->n_v - r->n_z;
	r->n_rows = r->model->n_rows;
	const struct mech_context c = mech_instance_point(m);
	r->size = mech_size(&c);
	r->options = dae_options_for(1e-6);
	host_say(message, "out of memory");
	r->n_w = -1;
	r->nearness = 1.0;
	if (host_reduced_allocate(r) == 0) {
		const size_t half = (size_t)r->model->n_v * (size_t)r->model->n_v;
		host_reduced_place(r);
		r->n_y = host_reduced_prepare(r, 1, 0, NULL, r->directions, r->y, &r->inverse_y, message);
		r->n_w = r->n_y < 0
		             ? -1
		             : host_reduced_prepare(r, 0, r->n_y, r->y, r->directions + half, r->w, &r->inverse_w, message);
	}
	if (r->n_w < 0) {
		host_reduced_free(r);
		return NULL;
	}
	return r;
}

void host_reduced_free(struct host_reduced *r)
{
	if (r == NULL) {
		return;
	}
	dae_driver_free(r->driver);
	mech_system_free(&r->system);
	free(r->inverse_y);
	free(r->inverse_w);
	free(r->block);
	free(r->memory);
	free(r->y);
	free(r->w);
	free(r->first);
	free(r);
}
