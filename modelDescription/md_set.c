/* Sets of knowns and accelerations. */
#include "md_set.h"

#include <string.h>

#include "mech_body.h"
#include "mech_curve.h"

void md_set_clear(struct md_set *s)
{
	memset(s->kinds, MD_NONE, (size_t)s->n_known);
	memset(s->moved, 0, (size_t)s->model->n_v);
	s->n_members = 0;
}

static void md_set_known(struct md_set *s, int known, enum md_kind kind)
{
	if (s->kinds[known] == MD_NONE) {
		s->members[s->n_members++] = known;
	}
	if (s->kinds[known] < kind) {
		s->kinds[known] = (unsigned char)kind;
	}
}

int md_part(const struct mech_model *model, int body, int part, int *first)
{
	if (body == MECH_GROUND || model->bodies[body].carrier == MECH_GROUND) {
		return 0;
	}
	const int dimension = mech_model_rules(model)->dimension;
	*first = model->bodies[body].v + part * dimension;
	return part == 0 ? dimension : model->body_v - dimension;
}

/* one part of a body at one level: position, velocity, acceleration; components by their bits */
static void md_set_part(struct md_set *s, int body, int part, enum mech_level level, unsigned components,
                        enum md_kind kind)
{
	const int n_v = s->model->n_v;
	int first, n = md_part(s->model, body, part, &first);
	for (int k = 0; k < n; k++) {
		if ((components >> k & 1) == 0) {
			continue;
		}
		if (level == MECH_ACCELERATION_LEVEL) {
			s->moved[first + k] = 1;
		} else {
			md_set_known(s, first + k + (level == MECH_VELOCITY_LEVEL ? n_v : 0), kind);
		}
	}
}

enum { MD_ALL_COMPONENTS = 7 };

static unsigned md_components(unsigned reads, int component)
{
	const unsigned along = reads / MECH_ALONG_X & MD_ALL_COMPONENTS;
	return reads & MECH_ALONG_OWN ? 1u << component : along != 0 ? along : MD_ALL_COMPONENTS;
}

static enum md_kind md_set_kind(unsigned reads, unsigned bit)
{
	return (reads & MECH_CONSTANT(bit)) == MECH_CONSTANT(bit) ? MD_CONSTANT : MD_DEPENDENT;
}

void md_set_body(struct md_set *s, int body, unsigned reads, int component)
{
	for (int level = MECH_POSITION_LEVEL; level <= MECH_ACCELERATION_LEVEL; level++) {
		for (int part = 0; part < 2; part++) {
			const unsigned bit = (unsigned)MECH_READS_PLACE << (2 * level + part);
			const unsigned components = part == 0 ? md_components(reads, component) : MD_ALL_COMPONENTS;
			if (reads & bit) {
				md_set_part(s, body, part, (enum mech_level)level, components, md_set_kind(reads, bit));
			}
		}
	}
}

void md_set_state(struct md_set *s, const struct mech_element *e, int k, unsigned reads)
{
	md_set_known(s, 2 * s->model->n_v - s->model->n_states + e->state + k, md_set_kind(reads, MECH_READS_STATES));
}

void md_set_own(struct md_set *s, const struct mech_element *e, unsigned reads)
{
	for (int k = 0; reads & MECH_READS_STATES && k < e->n_states; k++) {
		md_set_state(s, e, k, reads);
	}
	if (reads & MECH_READS_DRIVE && e->input >= 0) {
		md_set_known(s, 2 * s->model->n_v + e->input, MD_DEPENDENT);
	}
	if (reads & MECH_READS_TIME || (reads & MECH_READS_DRIVE && e->input < 0 && mech_driving_curve(e) >= 0)) {
		md_set_known(s, s->n_known - 1, MD_DEPENDENT);
	}
}

struct md_pair md_referred(const struct mech_model *model, const struct mech_element *e, int i)
{
	const struct mech_kind *joint = mech_element_kind(&model->elements[e->joint[i]]);
	return (struct md_pair){e->body + 2 * i, &mech_shapes[joint->coordinate.specs[e->coordinate[i]].shape]};
}

static int md_pair_moves(const struct mech_model *model, const struct md_pair *f, int part)
{
	int first;
	return md_part(model, f->body[part / 2], part % 2, &first) > 0;
}

void md_set_bends(struct md_set *s, const struct md_pair *f, int part, enum mech_level level)
{
	for (int k = 0; k < MECH_PAIR_PARTS; k++) {
		if (f->shape->bends[part] >> k & 1) {
			md_set_part(s, f->body[k / 2], k % 2, level, MD_ALL_COMPONENTS, MD_DEPENDENT);
		}
	}
}

void md_set_pair(struct md_set *s, const struct md_pair *f, enum mech_level level, enum md_kind straight)
{
	static const unsigned nothing[MECH_PAIR_PARTS] = {0};
	const int bends = memcmp(f->shape->bends, nothing, sizeof nothing) != 0;
	for (int k = 0; k < MECH_PAIR_PARTS; k++) {
		if ((f->shape->parts >> k & 1) == 0 || !md_pair_moves(s->model, f, k)) {
			continue;
		}
		md_set_part(s, f->body[k / 2], k % 2, level, MD_ALL_COMPONENTS, bends ? MD_DEPENDENT : straight);
		for (int below = MECH_POSITION_LEVEL; below < (int)level; below++) {
			md_set_bends(s, f, k, (enum mech_level)below);
		}
	}
}

void md_set_coordinate(struct md_set *s, const struct mech_element *e, unsigned reads)
{
	if ((reads & MECH_READS_MOTION) == 0) {
		return;
	}
	for (int k = 0; k < mech_element_joints(e); k++) {
		const struct md_pair f = md_referred(s->model, e, k);
		if (reads & MECH_READS_POSITIONS) {
			md_set_pair(s, &f, MECH_POSITION_LEVEL, MD_DEPENDENT);
		}
		if (reads & MECH_READS_VELOCITIES) {
			md_set_pair(s, &f, MECH_VELOCITY_LEVEL, MD_DEPENDENT);
		}
	}
}
