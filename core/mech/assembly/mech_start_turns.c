/* Turns at the start; see mech_start_turns.h. Angles not known yet are NAN: in the memory of joints in space; in the place of
 * a planar body's angle, which is 0 in the drawing. */
#include "mech_start_turns.h"

#include <math.h>

#include "mech_equations.h"

static const double MECH_START_FAR = 100;

/* numbers of a planar body: angle and turns after x and y */
enum { MECH_START_ANGLE = 2, MECH_START_TURNS = 3 };

/* where the memory has the last angle of coordinate k; NULL: it counts no turns */
static double *mech_start_place(const struct mech_element *joint, int k, double *memory)
{
	const int turns = mech_element_kind(joint)->coordinates[k].turns;
	return turns == MECH_NO_TURNS ? NULL : memory + joint->memory + turns;
}

/* all angles that count turns := value where they are not known */
static void mech_start_fill(const struct mech_model *model, int all, double value, double *memory)
{
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int k = 0; k < mech_element_kind(e)->n_coordinates; k++) {
			double *place = mech_start_place(e, k, memory);
			if (place && (all || isnan(*place))) {
				*place = value;
			}
		}
	}
}

/* what is wanted of coordinate k by itself, without offset; NAN: nothing */
static double mech_start_wanted(const struct mech_context *c, int joint, int k)
{
	const struct mech_model *model = c->model;
	double wanted = NAN;
	for (int i = 0; i < model->n_targets; i++) {
		const struct mech_target *target = &model->targets[i];
		if (target->element == joint && target->coordinate == k && target->value >= 0) {
			wanted = c->parameters[target->value];
		}
	}
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		double w[MECH_MOTION];
		if (mech_element_kind(e)->motion && e->joint[0] == joint && e->coordinate[0] == k) {
			mech_element_kind(e)->motion(c, e, w);
			wanted = w[0];
		}
	}
	return isfinite(wanted) ? wanted - mech_joint_offset(c, &model->elements[joint], k) : NAN;
}

/* the same, or what is known of it through gears */
static double mech_start_known(const struct mech_context *c, const struct mech_element *e, int i, double *memory)
{
	const double *place = mech_start_place(mech_referred_joint(c, e, i), e->coordinate[i], memory);
	return place ? *place : mech_start_wanted(c, e->joint[i], e->coordinate[i]);
}

/* a gear with one angle not known tells it: sum of factor_i c_i = its value as drawn. Returns 1 if it has. */
static int mech_start_mesh(const struct mech_context *c, const struct mech_element *e, double *memory)
{
	const struct mech_kind *kind = mech_element_kind(e);
	double sum = -c->derived[e->derived];
	int open = -1, unknown = 0;
	for (int i = 0; i < kind->n_joints; i++) {
		const double known = mech_start_known(c, e, i, memory);
		unknown += isnan(known) != 0;
		open = isnan(known) ? i : open;
		sum += kind->factor(c, e, i) * (mech_referred_offset(c, e, i) + (isnan(known) ? 0.0 : known));
	}
	double *place = open < 0 ? NULL : mech_start_place(mech_referred_joint(c, e, open), e->coordinate[open], memory);
	if (unknown != 1 || !place || !isfinite(sum / kind->factor(c, e, open))) {
		return 0;
	}
	*place = -sum / kind->factor(c, e, open);
	return 1;
}

LA_FUNCTION void mech_start_turns(const struct mech_context *c, double *memory)
{
	const struct mech_model *model = c->model;
	mech_start_fill(model, 1, NAN, memory);
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int k = 0; k < mech_element_kind(e)->n_coordinates; k++) {
			double *place = mech_start_place(e, k, memory);
			if (place) {
				*place = mech_start_wanted(c, i, k);
			}
		}
	}
	/* each pass that goes on tells one angle more */
	for (int told = 1; told;) {
		told = 0;
		for (int i = 0; i < model->n_elements; i++) {
			const struct mech_element *e = &model->elements[i];
			told |= mech_element_kind(e)->factor && mech_start_mesh(c, e, memory);
		}
	}
	mech_start_fill(model, 0, 0.0, memory);
}

/* ---- bodies in the plane ---- */

/* factors of the angles of a joint's two bodies in its coordinate k; 0: it is no angle */
static int mech_start_factors(const struct mech_context *c, const struct mech_element *joint, int k, double *factor)
{
	double row[MECH_MOST_PAIR_V];
	if (mech_element_kind(joint)->coordinates[k].quantity != MECH_ANGLE) {
		return 0;
	}
	mech_element_kind(joint)->coordinate_row(c, joint, k, row);
	factor[0] = row[MECH_START_ANGLE];
	factor[1] = row[c->model->body_v + MECH_START_ANGLE];
	return 1;
}

static double mech_start_body_angle(const struct mech_model *model, int body, const double *q)
{
	return body == MECH_GROUND ? 0.0 : q[model->bodies[body].q + MECH_START_ANGLE];
}

/* factor[0] angle1 + factor[1] angle2 = wanted tells one angle if it knows the other. Returns 1 if it has. */
static int mech_start_place_body(const struct mech_model *model, const int32_t *body, const double *factor,
                                 double wanted, double *q)
{
	for (int i = 0; i < 2; i++) {
		const double other = mech_start_body_angle(model, body[1 - i], q);
		const double angle = (wanted - factor[1 - i] * other) / factor[i];
		if (isnan(mech_start_body_angle(model, body[i], q)) && isfinite(angle)) {
			q[model->bodies[body[i]].q + MECH_START_ANGLE] = angle;
			return 1;
		}
	}
	return 0;
}

/* what is wanted of a coordinate, or what its bodies have; NAN: not known */
static double mech_start_turned(const struct mech_context *c, int joint, int k, const double *q)
{
	const struct mech_element *e = &c->model->elements[joint];
	const double wanted = mech_start_wanted(c, joint, k);
	double factor[2];
	if (!isnan(wanted) || !mech_start_factors(c, e, k, factor)) {
		return wanted;
	}
	return factor[0] * mech_start_body_angle(c->model, e->body[0], q) +
	       factor[1] * mech_start_body_angle(c->model, e->body[1], q);
}

/* a joint places one of its bodies beside the other: by the angles wanted, or where it does not let them turn */
static int mech_start_by_joint(const struct mech_context *c, int joint, double *q)
{
	const struct mech_element *e = &c->model->elements[joint];
	const struct mech_kind *kind = mech_element_kind(e);
	const double together[2] = {-1.0, 1.0};
	int told = 0;
	for (int k = 0; k < kind->n_coordinates; k++) {
		double factor[2];
		if (mech_start_factors(c, e, k, factor)) {
			told |= mech_start_place_body(c->model, e->body, factor, mech_start_wanted(c, joint, k), q);
		}
	}
	for (int k = 0; k < kind->n_rows && kind->n_bodies == 2; k++) {
		if (mech_row_quantity(c, e, k) == MECH_ANGLE) {
			told |= mech_start_place_body(c->model, e->body, together, 0.0, q);
		}
	}
	return told;
}

/* a gear with one coordinate not known places a body of that joint beside the other */
static int mech_start_by_gear(const struct mech_context *c, const struct mech_element *e, double *q)
{
	const struct mech_kind *kind = mech_element_kind(e);
	double sum = 0.0, factor[2];
	int open = -1, unknown = 0;
	for (int i = 0; i < kind->n_joints; i++) {
		const double known = mech_start_turned(c, e->joint[i], e->coordinate[i], q);
		unknown += isnan(known) != 0;
		open = isnan(known) ? i : open;
		sum += kind->factor(c, e, i) * (isnan(known) ? 0.0 : known);
	}
	if (unknown != 1 || !mech_start_factors(c, mech_referred_joint(c, e, open), e->coordinate[open], factor)) {
		return 0;
	}
	return mech_start_place_body(c->model, mech_referred_joint(c, e, open)->body, factor,
	                             -sum / kind->factor(c, e, open), q);
}

/* nothing more is told: the body that some element has beside one that turned least, or one that hangs on none */
static int mech_start_by_neighbour(const struct mech_context *c, double *q)
{
	const struct mech_model *model = c->model;
	double least = HUGE_VAL;
	int open = -1;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int k = 0; k < 2 && mech_element_kind(e)->n_bodies == 2; k++) {
			const double beside = mech_start_body_angle(model, e->body[1 - k], q);
			if (isnan(mech_start_body_angle(model, e->body[k], q)) && fabs(beside) < fabs(least)) {
				least = beside;
				open = e->body[k];
			}
		}
	}
	for (int i = 0; i < model->n_bodies && open < 0; i++) {
		open = model->bodies[i].q >= 0 && isnan(mech_start_body_angle(model, i, q)) ? i : -1;
	}
	if (open < 0) {
		return 0;
	}
	q[model->bodies[open].q + MECH_START_ANGLE] = isfinite(least) ? least : 0.0;
	return 1;
}

static void mech_start_by_targets(const struct mech_context *c, double *q)
{
	for (int i = 0; i < c->model->n_targets; i++) {
		const struct mech_target *target = &c->model->targets[i];
		const int is_angle = target->element < 0 && target->coordinate == MECH_START_ANGLE && target->value >= 0;
		if (is_angle && c->model->bodies[target->body].q >= 0) {
			q[c->model->bodies[target->body].q + MECH_START_ANGLE] = c->parameters[target->value];
		}
	}
}

static int mech_start_tell(const struct mech_context *c, double *q)
{
	int told = 0;
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		told |= kind->section == MECH_JOINT && mech_start_by_joint(c, i, q);
		told |= kind->factor && mech_start_by_gear(c, e, q);
	}
	return told;
}

LA_FUNCTION void mech_start_bodies(const struct mech_context *c, double *q)
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
	mech_start_by_targets(c, q);
	while (mech_start_tell(c, q) || mech_start_by_neighbour(c, q)) {
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
