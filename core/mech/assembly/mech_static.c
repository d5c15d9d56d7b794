/* The search for a static equilibrium; the equations stand in mech_static.h. */
#include "mech_static.h"

#include <math.h>
#include <string.h>

#include "la_arrays.h"
#include "la_dense.h"
#include "mech_assembly_close.h"
#include "mech_joint.h"
#include "mech_static_parts.h"

#define MECH_STATIC_ROUGH 1e-8 /* step left, relative to the size, where rounding of stiff forces allows no better */
#define MECH_STATIC_LONGEST_STEP 0.25
#define MECH_STATIC_PUSHES 10
#define MECH_STATIC_INTEGRATIONS 20
#define MECH_STATIC_ITERATIONS 400
#define MECH_STATIC_FALL 80 /* steps along a freedom that nothing holds before it is believed */

static size_t mech_static_lay(const struct mech_model *model, double *work, struct mech_static *m)
{
	const size_t n = (size_t)model->n_v, dense = mech_static_is_sparse(model) ? 0 : n;
	const size_t rows = (size_t)(model->n_rows + model->n_targets);
	const size_t states = (size_t)model->n_states;
	double **arrays[] = {&m->basis,    &m->stiffness, &m->eigenvalue, &m->along,  &m->f,
	                     &m->rest,     &m->rest1,     &m->step,       &m->lambda, &m->eigen_work,
	                     &m->coupling, &m->normal,    &m->growth,     &m->reach,  &m->change};
	const size_t sizes[] = {
		dense * dense,   dense * dense,   dense,  dense,  n,     n, n, n, rows, (size_t)la_eigen_work((int)dense),
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
	struct mech_static m = {.at = *c, .memory = memory, .v = v, .n = c->model->n_v, .matrix = assembly->static_matrix};
	int falling = 0, pushes = 0, integrations = 0;
	mech_static_lay(c->model, assembly->numbers + assembly->own, &m);
	mech_assembly_space_open(c, assembly, &m.space);
	m.space.targets = mech_assembly_targets(&m.space, MECH_ASSEMBLY_POSITIONS);
	memset(v, 0, (size_t)(m.n - c->model->n_states) * sizeof *v);
	m.at.memory = memory;
	m.at.v = v;
	mech_static_look(&m, q, m.rest);
	if (m.matrix) {
		mech_static_follow(&m, q);
	}
	double limit = MECH_STATIC_LONGEST_STEP * m.space.size;
	for (int iteration = 0; iteration < MECH_STATIC_ITERATIONS && falling < MECH_STATIC_FALL; iteration++) {
		struct mech_static_model model;
		if ((m.matrix ? mech_static_sparse_step : mech_static_dense_step)(&m, limit, &model) != 0) {
			break;
		}
		const double longest = la_norm_max(m.n, m.step);
		const int arrived = longest <= MECH_STATIC_ARRIVED * m.space.size;
		const double part = arrived ? 0.0 : mech_static_descend(&m, &model, q);
		if (arrived || (part == 0.0 && longest <= MECH_STATIC_ROUGH * m.space.size)) {
			/* the last step is too short to be tested, but Newton's */
			if (arrived) {
				mech_static_go(&m, q);
			}
			if (pushes++ < MECH_STATIC_PUSHES &&
			    (m.matrix ? mech_static_sparse_leave : mech_static_dense_leave)(&m, q)) {
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
