/* Turns at the start; see mech_start_turns.h. Angles not known yet are NAN: in the memory of joints
 * in space; in the place of a planar body's angle, which is 0 in the drawing. */
#include "mech_start_turns.h"

#include <math.h>

#include "mech_equations.h"

static const double MECH_START_FAR = 100;

/* numbers of a planar body: angle and turns after x and y */
enum { MECH_START_ANGLE = 2, MECH_START_TURNS = 3 };

/* where the memory has the last angle of coordinate k; NULL: it counts no turns */
static double *mech_start_place(const struct mech_element *joint, int k, double *memory)
{
	const int turns = mech_element_kind(joint)->coordinate.specs[k].turns;
	return turns == MECH_NO_TURNS ? NULL : memory + joint->memory + turns;
}

/* all angles that count turns := value where they are not known */
static void mech_start_fill(const struct mech_model *model, int all, double value, double *memory)
{
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int k = 0; k < mech_element_kind(e)->coordinate.count; k++) {
			double *place = mech_start_place(e, k, memory);
			if (place && (all || isnan(*place))) {
				*place = value;
			}
		}
	}
}

/* what is wanted of each coordinate; drivers come after targets */
static void mech_start_find_wanted(const struct mech_context *c, struct mech_start *start)
{
	const struct mech_model *model = c->model;
	for (int i = 0; i < start->coordinate[model->n_elements]; i++) {
		start->wanted[i] = NAN;
	}
	for (int i = 0; i < model->n_targets; i++) {
		const struct mech_target *target = &model->targets[i];
		if (target->element >= 0 && target->value >= 0) {
			start->wanted[start->coordinate[target->element] + target->coordinate] = c->parameters[target->value];
		}
	}
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		double w[MECH_MOTION];
		if (mech_element_kind(e)->row.motion && e->joint[0] >= 0) {
			mech_element_kind(e)->row.motion(c, e, w);
			start->wanted[start->coordinate[e->joint[0]] + e->coordinate[0]] = w[0];
		}
	}
	for (int i = 0; i < model->n_elements; i++) {
		double *wanted = start->wanted + start->coordinate[i];
		for (int k = 0; k < mech_element_kind(&model->elements[i])->coordinate.count; k++) {
			wanted[k] = isfinite(wanted[k]) ? wanted[k] - mech_joint_offset(c, &model->elements[i], k) : NAN;
		}
	}
}

static double mech_start_wanted(const struct mech_start *start, int joint, int k)
{
	return start->wanted[start->coordinate[joint] + k];
}

/* the same, or what is known of it through gears */
static double mech_start_known(const struct mech_context *c, const struct mech_start *start,
                               const struct mech_element *e, int i, double *memory)
{
	const double *place = mech_start_place(mech_referred_joint(c, e, i), e->coordinate[i], memory);
	return place ? *place : mech_start_wanted(start, e->joint[i], e->coordinate[i]);
}

/* a gear with one angle not known determines it: sum of factor_i c_i = its value as drawn. Returns
 * 1 if it has. */
static int mech_start_mesh(const struct mech_context *c, const struct mech_start *start, const struct mech_element *e,
                           double *memory)
{
	const struct mech_kind *kind = mech_element_kind(e);
	double sum = -c->derived[e->derived];
	int open = -1, unknown = 0;
	for (int i = 0; i < kind->file.n_joints; i++) {
		const double known = mech_start_known(c, start, e, i, memory);
		unknown += isnan(known) != 0;
		open = isnan(known) ? i : open;
		sum += kind->row.factor(c, e, i) * (mech_referred_offset(c, e, i) + (isnan(known) ? 0.0 : known));
	}
	double *place = open < 0 ? NULL : mech_start_place(mech_referred_joint(c, e, open), e->coordinate[open], memory);
	if (unknown != 1 || !place || !isfinite(sum / kind->row.factor(c, e, open))) {
		return 0;
	}
	*place = -sum / kind->row.factor(c, e, open);
	return 1;
}

LA_FUNCTION void mech_start_turns(const struct mech_context *c, struct mech_start *start, double *memory)
{
	const struct mech_model *model = c->model;
	mech_start_find_wanted(c, start);
	mech_start_fill(model, 1, NAN, memory);
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int k = 0; k < mech_element_kind(e)->coordinate.count; k++) {
			double *place = mech_start_place(e, k, memory);
			if (place) {
				*place = mech_start_wanted(start, i, k);
			}
		}
	}
	/* each pass that continues determines one angle more */
	for (int told = 1; told;) {
		told = 0;
		for (int i = 0; i < model->n_elements; i++) {
			const struct mech_element *e = &model->elements[i];
			told |= mech_element_kind(e)->row.factor && mech_start_mesh(c, start, e, memory);
		}
	}
	mech_start_fill(model, 0, 0.0, memory);
}

/* ---- bodies in the plane ---- */

/* factors of the angles of a joint's two bodies in its coordinate k; 0: it is no angle */
static int mech_start_factors(const struct mech_context *c, const struct mech_element *joint, int k, double *factor)
{
	double row[MECH_MOST_PAIR_V];
	if (mech_element_kind(joint)->coordinate.specs[k].quantity != MECH_ANGLE) {
		return 0;
	}
	mech_element_kind(joint)->coordinate.row(c, joint, k, row);
	factor[0] = row[MECH_START_ANGLE];
	factor[1] = row[c->model->body_v + MECH_START_ANGLE];
	return 1;
}

static double mech_start_body_angle(const struct mech_model *model, int body, const double *q)
{
	return body == MECH_GROUND ? 0.0 : q[model->bodies[body].q + MECH_START_ANGLE];
}

/* ---- what comes next: elements that may determine something, and neighbours of placed bodies ---- */

static void mech_start_enqueue(const struct mech_model *model, struct mech_start *start, int element)
{
	if (!start->queued[element]) {
		start->queued[element] = 1;
		start->queue[(start->begin + start->n_queue++) % model->n_elements] = element;
	}
}

/* how far the placed one of a pair of neighbours has turned */
static double mech_start_beside(const struct mech_model *model, int pair, const double *q)
{
	return mech_start_body_angle(model, model->elements[pair / 2].body[1 - pair % 2], q);
}

/* the pair whose placed body turned less comes first, then that of the element that is first in the
 * file */
static int mech_start_before(const struct mech_model *model, int one, int other, const double *q)
{
	const double a = fabs(mech_start_beside(model, one, q)), b = fabs(mech_start_beside(model, other, q));
	return a != b ? a < b : one < other;
}

static void mech_start_push(const struct mech_model *model, struct mech_start *start, int pair, const double *q)
{
	int at = start->n_heap++;
	for (; at > 0 && mech_start_before(model, pair, start->heap[(at - 1) / 2], q); at = (at - 1) / 2) {
		start->heap[at] = start->heap[(at - 1) / 2];
	}
	start->heap[at] = pair;
}

static int mech_start_pop(const struct mech_model *model, struct mech_start *start, const double *q)
{
	const int first = start->heap[0], last = start->heap[--start->n_heap];
	int at = 0;
	for (int child = 1; child < start->n_heap; child = 2 * at + 1) {
		child += child + 1 < start->n_heap && mech_start_before(model, start->heap[child + 1], start->heap[child], q);
		if (!mech_start_before(model, start->heap[child], last, q)) {
			break;
		}
		start->heap[at] = start->heap[child];
		at = child;
	}
	start->heap[at] = last;
	return first;
}

/* the other body of an element that has one placed may follow it */
static void mech_start_meet(const struct mech_model *model, struct mech_start *start, int element, const double *q)
{
	const struct mech_element *e = &model->elements[element];
	for (int k = 0; k < 2 && mech_element_kind(e)->file.n_bodies == 2; k++) {
		if (isnan(mech_start_body_angle(model, e->body[k], q)) &&
		    !isnan(mech_start_beside(model, 2 * element + k, q))) {
			mech_start_push(model, start, 2 * element + k, q);
		}
	}
}

/* a body has its angle: its elements may determine more */
static void mech_start_set(const struct mech_model *model, struct mech_start *start, int body, double angle, double *q)
{
	q[model->bodies[body].q + MECH_START_ANGLE] = angle;
	for (int p = start->first[body]; p < start->first[body + 1]; p++) {
		mech_start_enqueue(model, start, start->list[p]);
		mech_start_meet(model, start, start->list[p], q);
	}
}

/* ---- what elements determine ---- */

/* factor[0] angle1 + factor[1] angle2 = wanted determines one angle if it knows the other */
static void mech_start_place_body(const struct mech_model *model, struct mech_start *start, const int32_t *body,
                                  const double *factor, double wanted, double *q)
{
	for (int i = 0; i < 2; i++) {
		const double other = mech_start_body_angle(model, body[1 - i], q);
		const double angle = (wanted - factor[1 - i] * other) / factor[i];
		if (isnan(mech_start_body_angle(model, body[i], q)) && isfinite(angle)) {
			mech_start_set(model, start, body[i], angle, q);
			return;
		}
	}
}

/* what is wanted of a coordinate, or what its bodies have; NAN: not known */
static double mech_start_turned(const struct mech_context *c, const struct mech_start *start, int joint, int k,
                                const double *q)
{
	const struct mech_element *e = &c->model->elements[joint];
	const double wanted = mech_start_wanted(start, joint, k);
	double factor[2];
	if (!isnan(wanted) || !mech_start_factors(c, e, k, factor)) {
		return wanted;
	}
	return factor[0] * mech_start_body_angle(c->model, e->body[0], q) +
	       factor[1] * mech_start_body_angle(c->model, e->body[1], q);
}

/* a joint places one of its bodies next to the other: by the angles wanted, or where it does not
 * let them turn */
static void mech_start_by_joint(const struct mech_context *c, struct mech_start *start, int joint, double *q)
{
	const struct mech_element *e = &c->model->elements[joint];
	const struct mech_kind *kind = mech_element_kind(e);
	const double together[2] = {-1.0, 1.0};
	for (int k = 0; k < kind->coordinate.count; k++) {
		const double wanted = mech_start_wanted(start, joint, k);
		double factor[2];
		if (!isnan(wanted) && mech_start_factors(c, e, k, factor)) {
			mech_start_place_body(c->model, start, e->body, factor, wanted, q);
		}
	}
	for (int k = 0; k < kind->row.count && kind->file.n_bodies == 2; k++) {
		if (mech_row_quantity(c, e, k) == MECH_ANGLE) {
			mech_start_place_body(c->model, start, e->body, together, 0.0, q);
		}
	}
}

/* a gear with one coordinate not known places a body of that joint next to the other */
static void mech_start_by_gear(const struct mech_context *c, struct mech_start *start, const struct mech_element *e,
                               double *q)
{
	const struct mech_kind *kind = mech_element_kind(e);
	double sum = 0.0, factor[2];
	int open = -1, unknown = 0;
	for (int i = 0; i < kind->file.n_joints; i++) {
		const double known = mech_start_turned(c, start, e->joint[i], e->coordinate[i], q);
		unknown += isnan(known) != 0;
		open = isnan(known) ? i : open;
		sum += kind->row.factor(c, e, i) * (isnan(known) ? 0.0 : known);
	}
	if (unknown == 1 && mech_start_factors(c, mech_referred_joint(c, e, open), e->coordinate[open], factor)) {
		mech_start_place_body(c->model, start, mech_referred_joint(c, e, open)->body, factor,
		                      -sum / kind->row.factor(c, e, open), q);
	}
}

/* all that elements in the queue determine */
static void mech_start_tell(const struct mech_context *c, struct mech_start *start, double *q)
{
	while (start->n_queue > 0) {
		const int i = start->queue[start->begin];
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		start->begin = (start->begin + 1) % c->model->n_elements;
		start->n_queue--;
		start->queued[i] = 0;
		if (kind->section == MECH_JOINT) {
			mech_start_by_joint(c, start, i, q);
		}
		if (kind->row.factor) {
			mech_start_by_gear(c, start, e, q);
		}
	}
}

/* nothing more is reported: the body that some element has next to one that turned least */
static int mech_start_by_neighbour(const struct mech_model *model, struct mech_start *start, double *q)
{
	while (start->n_heap > 0) {
		const int pair = mech_start_pop(model, start, q), body = model->elements[pair / 2].body[pair % 2];
		if (isnan(mech_start_body_angle(model, body, q))) {
			mech_start_set(model, start, body, mech_start_beside(model, pair, q), q);
			return 1;
		}
	}
	return 0;
}

static void mech_start_by_targets(const struct mech_context *c, struct mech_start *start, double *q)
{
	for (int i = 0; i < c->model->n_targets; i++) {
		const struct mech_target *target = &c->model->targets[i];
		const int is_angle = target->element < 0 && target->coordinate == MECH_START_ANGLE && target->value >= 0;
		if (is_angle && c->model->bodies[target->body].q >= 0) {
			q[c->model->bodies[target->body].q + MECH_START_ANGLE] = c->parameters[target->value];
		}
	}
	start->begin = start->n_queue = start->n_heap = 0;
	for (int i = 0; i < c->model->n_elements; i++) {
		mech_start_enqueue(c->model, start, i);
		mech_start_meet(c->model, start, i, q);
	}
}

LA_FUNCTION void mech_start_bodies(const struct mech_context *c, struct mech_start *start, double *q)
{
	const struct mech_model *model = c->model;
	if (model->body_v != MECH_PLANAR_V) {
		return;
	}
	for (int i = 0; i < model->n_bodies; i++) {
		if (model->bodies[i].q >= 0) {
			q[model->bodies[i].q + MECH_START_ANGLE] = NAN;
		}
	}
	mech_start_by_targets(c, start, q);
	for (int i = 0; i <= model->n_bodies; i++) {
		do {
			mech_start_tell(c, start, q);
		} while (mech_start_by_neighbour(model, start, q));
		/* one that depends on none */
		if (i < model->n_bodies && model->bodies[i].q >= 0 && isnan(mech_start_body_angle(model, i, q))) {
			mech_start_set(model, start, i, 0.0, q);
		}
	}
	for (int i = 0; i < model->n_bodies; i++) {
		double *angle = q + model->bodies[i].q + MECH_START_ANGLE;
		if (model->bodies[i].carrier == i) {
			const double turns = floor(*angle / MECH_TURN + 0.5);
			angle[MECH_START_TURNS - MECH_START_ANGLE] = fabs(turns) > MECH_START_FAR ? turns : 0.0;
			*angle = 0.0;
		}
	}
}
