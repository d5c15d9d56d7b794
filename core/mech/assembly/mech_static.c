/* Damped Newton steps to a stable equilibrium; the equations stand in mech_static.h. */
#include "mech_static.h"

#include <math.h>
#include <string.h>

#include "dae_system.h"
#include "la_dense.h"
#include "mech_assembly_close.h"
#include "mech_equations.h"
#include "mech_joint.h"
#include "mech_static_parts.h"
#include "la_arrays.h"

#define MECH_STATIC_BALANCED 1e-13 /* force left, relative to the largest force */
#define MECH_STATIC_ROUGH 1e-8     /* the same where rounding of stiff forces allows no better */
#define MECH_STATIC_LONGEST_STEP 0.25
#define MECH_STATIC_PUSH 0.01 /* step that leaves an unstable equilibrium */
#define MECH_STATIC_PUSHES 10
#define MECH_STATIC_INTEGRATIONS 20
#define MECH_STATIC_ITERATIONS 400
#define MECH_STATIC_FALL 80 /* steps along a freedom that nothing holds before it is believed */

static size_t mech_static_lay(const struct mech_model *model, double *work, struct mech_static *m)
{
	const size_t n = (size_t)model->n_v;
	const size_t rows = (size_t)(model->n_rows + model->n_targets);
	const size_t states = (size_t)model->n_states;
	double **arrays[] = {&m->basis,    &m->stiffness, &m->eigenvalue, &m->along,  &m->f,
	                     &m->rest,     &m->rest1,     &m->step,       &m->lambda, &m->eigen_work,
	                     &m->coupling, &m->normal,    &m->growth,     &m->reach,  &m->change};
	const size_t sizes[] = {
		n * n,           n * n,           n,      n,      n,     n, n, n, rows, (size_t)la_eigen_work(model->n_v),
		states * states, states * states, states, states, states};
	size_t used = 0;
	la_arrays_lay(sizeof sizes / sizeof *sizes, arrays, sizes, work, &used);
	return used;
}

LA_FUNCTION size_t mech_static_work(const struct mech_model *model)
{
	struct mech_static m;
	return mech_static_lay(model, NULL, &m);
}

/* ---- forces at a configuration ---- */

/* what elements remember, as at a start in this configuration: turns counted on, friction loose */
static void mech_static_remember(struct mech_static *m)
{
	const struct mech_model *model = m->at.model;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (!kind->force.is_friction) {
			mech_remember(&m->at, e, m->memory);
		}
		if (kind->memory.start) {
			kind->memory.start(&m->at, e, m->memory + e->memory);
		}
		if (e->n_states > 0) {
			mech_static_settle(m, e);
		}
	}
}

/* what of column k of B is orthogonal to those before; returns its length before it was made 1 */
static double mech_static_orthonormalize(struct mech_static *m, int k)
{
	double *const column = m->basis + (size_t)k * (size_t)m->n;
	double length = la_norm2(m->n, column), left = 1.0;
	for (int twice = 0; twice < 2 && length > 0.0; twice++) {
		for (int j = 0; j < m->n; j++) {
			column[j] /= length;
		}
		for (int i = 0; i < k; i++) {
			const double *const before = m->basis + (size_t)i * (size_t)m->n;
			const double along = la_dot(m->n, before, column);
			for (int j = 0; j < m->n; j++) {
				column[j] -= along * before[j];
			}
		}
		length = la_norm2(m->n, column);
		left = twice == 0 ? length : left;
	}
	for (int j = 0; j < m->n && length > 0.0; j++) {
		column[j] /= length;
	}
	return left;
}

/* columns of B: what of unit vectors lies within the null space, those that add a direction */
static void mech_static_span(struct mech_static *m)
{
	struct la_range *range = mech_assembly_range(&m->space);
	const int most = m->n - range->rank;
	m->free = 0;
	/* the first round takes what adds much, the next ones what is left */
	for (double least = 0.1; m->free < most && least > 1e-9; least *= 0.01) {
		for (int j = 0; j < m->n && m->free < most; j++) {
			double *const column = m->basis + (size_t)m->free * (size_t)m->n;
			memset(column, 0, (size_t)m->n * sizeof *column);
			column[j] = 1.0;
			la_range_project(range, column);
			if (la_norm2(m->n, column) > least && mech_static_orthonormalize(m, m->free) > least) {
				m->free++;
			}
		}
	}
}

/* f and the largest force of all that act, for comparison */
static void mech_static_forces(struct mech_static *m)
{
	const struct mech_model *model = m->at.model;
	mech_force(&m->at, m->f);
	m->scale = 0.0;
	for (int i = 0; i < m->n; i++) {
		m->f[i] *= i < m->n - model->n_states ? m->space.column[i] : 0.0;
		m->scale = fmax(m->scale, fabs(m->f[i]));
	}
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		double local[MECH_MOST_LOCAL] = {0.0};
		if (mech_element_kind(e)->force.add) {
			mech_element_kind(e)->force.add(&m->at, e, local);
		}
		for (int k = 0; k < model->body_v * e->n_bodies; k++) {
			m->scale = fmax(m->scale, fabs(local[k]) * m->space.column[k % model->body_v]);
		}
	}
}

/* everything about q but its stiffness; what is not balanced goes to rest[n] */
static void mech_static_look(struct mech_static *m, const double *q, double *rest)
{
	m->at.q = q;
	mech_static_remember(m);
	mech_assembly_linearize(&m->space, &m->at, MECH_ASSEMBLY_DISPLACEMENTS);
	mech_assembly_decompose(&m->space);
	mech_static_span(m);
	mech_static_forces(m);
	memset(rest, 0, (size_t)m->n * sizeof *rest);
	for (int k = 0; k < m->free; k++) {
		const double r = la_dot(m->n, m->basis + k * m->n, m->f);
		for (int j = 0; j < m->n; j++) {
			rest[j] += r * m->basis[j + k * m->n];
		}
	}
}

/* ---- stiffness ---- */

/* multipliers of constraints and targets that balance f as far as they can */
static void mech_static_reactions(struct mech_static *m)
{
	const struct mech_assembly_space *s = &m->space;
	la_range_solve_transposed(mech_assembly_range(s), m->f, s->wide);
	for (int i = 0; i < s->rows; i++) {
		m->lambda[i] = s->wide[i] / s->norm[i];
	}
	for (int k = 0; k < s->targets; k++) {
		m->lambda[s->rows + k] = s->wide[s->place[k]] / s->norm[s->rows + k];
	}
}

/* K += B^T T B for a matrix T[width x width] over the bodies of an element, row-major */
static void mech_static_add(struct mech_static *m, const struct mech_element *e, int width, const double *T)
{
	const struct mech_model *model = m->at.model;
	const int n = model->body_v, size = n * e->n_bodies;
	for (int k = 0; k < m->free; k++) {
		double local[MECH_MOST_LOCAL], image[MECH_MOST_LOCAL] = {0.0};
		for (int i = 0; i < size; i++) {
			const int place = e->body[i / n] == MECH_GROUND ? -1 : model->bodies[e->body[i / n]].v + i % n;
			local[i] = place < 0 ? 0.0 : m->space.column[place] * m->basis[place + k * m->n];
		}
		for (int i = 0; i < size; i++) {
			image[i] = la_dot(size, T + i * width, local);
		}
		for (int i = 0; i < size; i++) {
			const int place = e->body[i / n] == MECH_GROUND ? -1 : model->bodies[e->body[i / n]].v + i % n;
			for (int l = 0; place >= 0 && l < m->free; l++) {
				m->stiffness[l + k * m->free] += m->space.column[place] * image[i] * m->basis[place + l * m->n];
			}
		}
	}
}

/* K from the tangents of the elements and of the coordinates that are held, and its eigenvalues and
 * eigenvectors */
static int mech_static_stiffness(struct mech_static *m)
{
	const struct mech_model *model = m->at.model;
	double local[MECH_MOST_LOCAL * MECH_MOST_LOCAL];
	mech_static_reactions(m);
	m->at.lambda = m->lambda;
	memset(m->stiffness, 0, (size_t)(m->free * m->free) * sizeof *m->stiffness);
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		const int width = mech_local_size(model, e);
		if (kind->force.tangent && !kind->force.is_friction) {
			memset(local, 0, (size_t)(width * width) * sizeof *local);
			kind->force.tangent(&m->at, e, 1.0, 0.0, local);
			mech_static_condense(m, e, local);
			mech_static_add(m, e, width, local);
		}
	}
	const double *held = m->lambda + m->space.rows;
	for (int i = 0; i < model->n_targets; i++) {
		const struct mech_target *target = &model->targets[i];
		const int holds = mech_assembly_counts(&m->space, i, MECH_ASSEMBLY_POSITIONS);
		const double mu = holds ? *held++ : 0.0;
		const struct mech_element *joint = target->element >= 0 ? &model->elements[target->element] : NULL;
		if (holds && joint && mech_element_kind(joint)->coordinate.curvature) {
			const int width = 2 * model->body_v;
			memset(local, 0, (size_t)(width * width) * sizeof *local);
			mech_element_kind(joint)->coordinate.curvature(&m->at, joint, target->coordinate, mu, local);
			mech_static_add(m, joint, width, local);
		}
	}
	/* the symmetric part, in the lower triangle */
	for (int k = 0; k < m->free; k++) {
		for (int l = k + 1; l < m->free; l++) {
			m->stiffness[l + k * m->free] = 0.5 * (m->stiffness[l + k * m->free] + m->stiffness[k + l * m->free]);
		}
	}
	return la_eigen(m->free, m->stiffness, m->free, m->eigenvalue, m->eigen_work);
}

/* direction[n] += amount B x for eigenvector k of K */
static void mech_static_add_mode(const struct mech_static *m, int k, double amount, double *direction)
{
	for (int i = 0; i < m->free; i++) {
		const double share = amount * m->stiffness[i + k * m->free];
		for (int j = 0; j < m->n; j++) {
			direction[j] += share * m->basis[j + i * m->n];
		}
	}
}

/* ---- steps ---- */

/* what the quadratic model says of a step */
struct mech_static_model {
	double slope, curvature; /* work = slope x - curvature x^2 / 2 for x times the step */
	int falls;               /* 1: it follows a force along a freedom without stiffness */
};

static struct mech_static_model mech_static_step(struct mech_static *m, double limit)
{
	struct mech_static_model model = {0.0, 0.0, 0};
	const double stiffest = m->free > 0 ? fmax(fabs(m->eigenvalue[0]), fabs(m->eigenvalue[m->free - 1])) : 0.0;
	const double loose = fmax(MECH_STATIC_LOOSE * stiffest, 1e-12 * m->scale / m->space.size);
	memset(m->step, 0, (size_t)m->n * sizeof *m->step);
	for (int k = 0; k < m->free; k++) {
		/* r along the eigenvector; the unbalanced force lies within B */
		double r = 0.0;
		for (int i = 0; i < m->free; i++) {
			r += m->stiffness[i + k * m->free] * la_dot(m->n, m->basis + i * m->n, m->rest);
		}
		const double held = fabs(m->eigenvalue[k]);
		if (fabs(r) <= MECH_STATIC_BALANCED * m->scale) {
			continue;
		}
		const double x = fabs(r) >= limit * held ? copysign(limit, r) : r / held;
		model.falls = model.falls || held <= loose;
		model.slope += r * x;
		model.curvature += m->eigenvalue[k] * x * x;
		mech_static_add_mode(m, k, x, m->step);
	}
	return model;
}

/* moves q along the step, halved until the forces do the work expected. Returns the part of the
 * step taken, 0: none; what is not balanced then is m->rest. */
static double mech_static_descend(struct mech_static *m, const struct mech_static_model *model, double *q)
{
	struct mech_assembly_space *s = &m->space;
	for (double x = 1.0; x > 1e-9; x *= 0.5) {
		mech_assembly_move(s, q, x, m->step, s->candidate);
		if (!mech_assembly_good(s, mech_assembly_close(s, &m->at, s->candidate))) {
			continue;
		}
		mech_static_look(m, s->candidate, m->rest1);
		const double work = 0.5 * x * (la_dot(m->n, m->rest, m->step) + la_dot(m->n, m->rest1, m->step));
		if (work >= 0.1 * (x * model->slope - 0.5 * x * x * model->curvature)) {
			memcpy(q, s->candidate, (size_t)s->model->n_q * sizeof *q);
			memcpy(m->rest, m->rest1, (size_t)m->n * sizeof *m->rest);
			m->at.q = q;
			return x;
		}
	}
	mech_static_look(m, q, m->rest);
	return 0.0;
}

/* q moved along the whole step and closed; -1: it does not close, q stays */
static int mech_static_go(struct mech_static *m, double *q)
{
	struct mech_assembly_space *s = &m->space;
	mech_assembly_move(s, q, 1.0, m->step, s->candidate);
	const int good = mech_assembly_good(s, mech_assembly_close(s, &m->at, s->candidate));
	if (good) {
		memcpy(q, s->candidate, (size_t)s->model->n_q * sizeof *q);
	}
	m->at.q = q;
	return good ? 0 : -1;
}

/* leaves an unstable equilibrium along the eigenvector of the lowest eigenvalue; 0 if it is
 * stable */
static int mech_static_leave(struct mech_static *m, double *q)
{
	struct mech_assembly_space *s = &m->space;
	const double stiffest = m->free > 0 ? fmax(fabs(m->eigenvalue[0]), fabs(m->eigenvalue[m->free - 1])) : 0.0;
	if (m->free == 0 || m->eigenvalue[0] >= -1e-8 * stiffest || m->eigenvalue[0] >= -1e-8 * m->scale / s->size) {
		return 0;
	}
	memset(m->step, 0, (size_t)m->n * sizeof *m->step);
	mech_static_add_mode(m, 0, MECH_STATIC_PUSH * s->size, m->step);
	if (mech_static_go(m, q) != 0) {
		return 0;
	}
	mech_static_look(m, q, m->rest);
	return 1;
}

/* ---- whom to name ---- */

/* the joint coordinate that moves most along the unbalanced force, or the body if none moves
 * much */
static void mech_static_say(struct mech_static *m, struct mech_message *message)
{
	const struct mech_model *model = m->at.model;
	const int n = model->body_v;
	double most = 0.5, *const direction = m->step;
	const struct mech_element *worst = NULL;
	int coordinate = 0, body = 0;
	for (int j = 0; j < m->n; j++) {
		direction[j] = m->space.column[j] * m->rest[j];
	}
	m->at.v = direction;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		for (int k = 0; k < kind->coordinate.count; k++) {
			const double unit = kind->coordinate.specs[k].quantity == MECH_ANGLE ? m->space.size : 1.0;
			const double moved = unit * fabs(mech_joint_rate(&m->at, e, k)) / la_norm2(m->n, m->rest);
			if (moved > most * (1.0 + 1e-6)) {
				most = moved;
				worst = e;
				coordinate = k;
			}
		}
	}
	m->at.v = m->v;
	for (int i = 1; i < model->n_bodies; i++) {
		body = la_norm2(n, m->rest + model->bodies[i].v) > la_norm2(n, m->rest + model->bodies[body].v) ? i : body;
	}
	mech_say(message, "no static equilibrium found: nothing holds ");
	mech_say_more(message, worst ? "the " : "body '");
	if (worst) {
		mech_say_more(message, mech_element_kind(worst)->coordinate.specs[coordinate].key);
		mech_say_more(message, " of joint '");
	}
	mech_say_more(message, mech_name(model, worst ? worst->name : model->bodies[body].name));
	mech_say_more(message, "'; hold it by a spring or a driver, or give it a value under initial");
}

LA_FUNCTION int mech_static_balance(const struct mech_context *c, double *q, double *v, double *memory,
                                    struct mech_assembly *assembly, struct mech_message *message)
{
	struct mech_static m = {.at = *c, .memory = memory, .v = v, .n = c->model->n_v};
	int falling = 0, pushes = 0, integrations = 0;
	mech_static_lay(c->model, assembly->numbers + assembly->own, &m);
	mech_assembly_space_open(c, assembly, &m.space);
	m.space.targets = mech_assembly_targets(&m.space, MECH_ASSEMBLY_POSITIONS);
	memset(v, 0, (size_t)(m.n - c->model->n_states) * sizeof *v);
	m.at.memory = memory;
	m.at.v = v;
	mech_static_look(&m, q, m.rest);
	double limit = MECH_STATIC_LONGEST_STEP * m.space.size;
	for (int iteration = 0; iteration < MECH_STATIC_ITERATIONS && falling < MECH_STATIC_FALL; iteration++) {
		if (mech_static_stiffness(&m) != 0) {
			break;
		}
		const struct mech_static_model model = mech_static_step(&m, limit);
		const double longest = la_norm_max(m.n, m.step);
		const int arrived = longest <= MECH_STATIC_ARRIVED * m.space.size;
		const double part = arrived ? 0.0 : mech_static_descend(&m, &model, q);
		if (arrived || (part == 0.0 && longest <= MECH_STATIC_ROUGH * m.space.size)) {
			/* the last step is too short to be tested, but Newton's */
			if (arrived) {
				mech_static_go(&m, q);
			}
			if (pushes++ < MECH_STATIC_PUSHES && mech_static_leave(&m, q)) {
				continue;
			}
			if (integrations++ == MECH_STATIC_INTEGRATIONS || !mech_static_integrate(&m)) {
				return 0;
			}
			mech_static_look(&m, q, m.rest);
			continue;
		}
		if (part == 0.0) {
			break;
		}
		limit = fmin(MECH_STATIC_LONGEST_STEP * m.space.size, part < 1.0 ? 2.0 * part * longest : 2.0 * limit);
		falling = model.falls ? falling + 1 : 0;
	}
	mech_static_say(&m, message);
	return -1;
}
