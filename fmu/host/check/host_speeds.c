#include "host_speeds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "mech_joint.h"
#include "mech_joint_speeds.h"
#include "mech_rotation.h"

static const double HOST_SPEEDS_ZERO = 1e-13;     /* m/s or rad/s that are rounding where nothing moves */
static const double HOST_SPEEDS_ROUNDING = 1e-10; /* share of the largest speed that the assembly leaves elsewhere */
static const double HOST_SPEEDS_FIXED = 1e-7;     /* share of a free motion that is rounding of its projection */

struct host_speeds {
	const struct host_facts *facts;
	const struct mech_model *model;
	const struct mech_context *c;
	struct mech_context
		free; /* the same position; v is a random velocity with drivers at rest, largest part 1 m/s or less */
	struct host_speed *found;
	int count;
	double largest; /* measure of any speed, requested or not */
};

/* a speed: kept unless something requires it, or it is zero in the free motion: then drivers
 * determine it */
static void host_speeds_add(struct host_speeds *s, const char *owner, const char *key, double value, double free,
                            enum mech_quantity quantity, int asked)
{
	const double unit = quantity == MECH_ANGLE ? s->facts->size : 1.0, measure = fabs(value) * unit;
	s->largest = fmax(s->largest, measure);
	if (asked || !(fabs(value) > HOST_SPEEDS_ZERO) || !(fabs(free) * unit > HOST_SPEEDS_FIXED)) {
		return;
	}
	struct host_speed *speed = &s->found[s->count++];
	(void)snprintf(speed->name, sizeof speed->name, "%s%s", owner, key);
	speed->value = value;
	speed->quantity = mech_quantity_rate(quantity);
	speed->measure = measure;
}

/* ---- joints */

/* the body is the ground, or speeds of this quantity are wanted of it or of what is welded to it */
static int host_speeds_is_wanted(const struct mech_model *model, int body, enum mech_quantity quantity)
{
	int wanted = body == MECH_GROUND;
	for (int i = 0; i < model->n_targets; i++) {
		const struct mech_target *t = &model->targets[i];
		wanted |= t->element < 0 && t->rate >= 0 && model->bodies[t->body].carrier == body &&
		          mech_model_rules(model)->targets[t->coordinate].quantity == quantity;
	}
	return wanted;
}

/* what moves between the bodies of the joint is requested of both of them */
static int host_speeds_is_of_bodies(const struct mech_model *model, int joint, enum mech_quantity quantity)
{
	const struct mech_element *e = &model->elements[joint];
	return host_speeds_is_wanted(model, e->body[0], quantity) && host_speeds_is_wanted(model, e->body[1], quantity);
}

/* a driver or a target sets the rate of this coordinate */
static int host_speeds_is_asked(const struct mech_model *model, int joint, int coordinate)
{
	const struct mech_kind *kind = mech_element_kind(&model->elements[joint]);
	int asked = host_speeds_is_of_bodies(model, joint, kind->coordinate.specs[coordinate].quantity);
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		asked |= mech_element_kind(e)->section == MECH_DRIVER && e->joint[0] == joint && e->coordinate[0] == coordinate;
	}
	for (int i = 0; i < model->n_targets; i++) {
		const struct mech_target *t = &model->targets[i];
		asked |= t->element == joint && t->coordinate == coordinate && t->rate >= 0;
	}
	return asked;
}

/* a joint in space without coordinates that leaves rotations about a point */
static int host_speeds_holds_point(const struct mech_model *model, const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	return kind->section == MECH_JOINT && kind->space == MECH_SPATIAL && kind->coordinate.count == 0 &&
	       kind->row.count >= mech_model_rules(model)->dimension && !mech_joint_is_described(model, e);
}

static int host_speeds_is_of_point(const struct host_facts *facts, const struct mech_element *e)
{
	int is_point = 0;
	for (int k = 0; k < e->n_bodies; k++) {
		is_point |= e->body[k] != MECH_GROUND && facts->mobility.points[e->body[k]];
	}
	return is_point;
}

static void host_speeds_of_joint(struct host_speeds *s, int joint)
{
	const struct mech_element *e = &s->model->elements[joint];
	const struct mech_kind *kind = mech_element_kind(e);
	const char *name = mech_name(s->model, e->name);
	for (int k = 0; k < kind->coordinate.count; k++) {
		char key[40];
		(void)snprintf(key, sizeof key, ".%s", kind->coordinate.specs[k].rate);
		host_speeds_add(s, name, key, mech_joint_rate(s->c, e, k), mech_joint_rate(&s->free, e, k),
		                kind->coordinate.specs[k].quantity, host_speeds_is_asked(s->model, joint, k));
	}
	if (host_speeds_holds_point(s->model, e)) {
		double motion[MECH_MOST_BODY_V], free[MECH_MOST_BODY_V];
		mech_joint_relative_motion(s->c, e, motion);
		mech_joint_relative_motion(&s->free, e, free);
		host_speeds_add(s, name, " (relative angular velocity)", mech_length(motion + 3), mech_length(free + 3),
		                MECH_ANGLE,
		                host_speeds_is_of_bodies(s->model, joint, MECH_ANGLE) || host_speeds_is_of_point(s->facts, e));
	}
}

/* ---- bodies */

/* group[n_bodies]: the first body of those tied together, counted from 1; 0: tied to the ground */
static void host_speeds_group(const struct mech_model *model, int *group)
{
	for (int i = 0; i < model->n_bodies; i++) {
		group[i] = i + 1;
	}
	for (int changed = 1; changed;) {
		changed = 0;
		for (int i = 0; i < model->n_elements; i++) {
			const struct mech_element *e = &model->elements[i];
			const struct mech_kind *kind = mech_element_kind(e);
			if (kind->section != MECH_JOINT || kind->file.n_bodies != 2 ||
			    !(mech_joint_is_described(model, e) || host_speeds_holds_point(model, e))) {
				continue;
			}
			const int a = e->body[0] == MECH_GROUND ? 0 : group[e->body[0]];
			const int b = e->body[1] == MECH_GROUND ? 0 : group[e->body[1]];
			const int larger = a > b ? 0 : 1;
			if (a != b) {
				group[e->body[larger]] = a < b ? a : b;
				changed = 1;
			}
		}
	}
}

/* a body of the group that a speed is wanted of, else its first one */
static int host_speeds_chosen(const struct mech_model *model, const int *group, int first)
{
	for (int i = 0; i < model->n_targets; i++) {
		const struct mech_target *t = &model->targets[i];
		const int carrier = t->element < 0 && t->rate >= 0 ? model->bodies[t->body].carrier : MECH_GROUND;
		if (carrier != MECH_GROUND && group[carrier] == first + 1) {
			return t->body;
		}
	}
	return first;
}

static void host_speeds_of_body(struct host_speeds *s, int body)
{
	const struct mech_space_rules *rules = mech_model_rules(s->model);
	const int carrier = s->model->bodies[body].carrier;
	double row[MECH_MOST_BODY_V], v[MECH_MOST_BODY_V], free_v[MECH_MOST_BODY_V];
	mech_body_part(s->c, carrier, s->c->v, v);
	mech_body_part(s->c, carrier, s->free.v, free_v);
	for (int k = 0; k < rules->n_targets; k++) {
		int asked = rules->targets[k].quantity == MECH_ANGLE && s->facts->mobility.points[carrier];
		for (int i = 0; i < s->model->n_targets; i++) {
			const struct mech_target *t = &s->model->targets[i];
			asked |= t->element < 0 && t->body == body && t->coordinate == k && t->rate >= 0;
		}
		double speed = 0.0, free = 0.0;
		rules->target_row(s->c, body, k, row);
		for (int j = 0; j < rules->n_v; j++) {
			speed += row[j] * v[j];
			free += row[j] * free_v[j];
		}
		char key[40];
		(void)snprintf(key, sizeof key, ".%s", rules->targets[k].rate);
		host_speeds_add(s, mech_name(s->model, s->model->bodies[body].name), key, speed, free,
		                rules->targets[k].quantity, asked);
	}
}

/* ---- what drivers leave free */

/* v[n_v]: a random velocity that constraints and drivers at rest allow. 0, or -1: memory was out */
static int host_speeds_free(const struct mech_context *c, double *v)
{
	struct mech_assembly *assembly = mech_assembly_create(c->model);
	struct mech_assembly_space s;
	uint32_t state = 1;
	if (assembly == NULL) {
		return -1;
	}
	host_mobility_look(c, assembly, &s);
	for (int j = 0; j < s.n; j++) {
		state = state * UINT32_C(1664525) + UINT32_C(1013904223);
		v[j] = (double)(state >> 8) / 8388608.0 - 1.0;
	}
	la_range_project(s.held, v);
	for (int j = 0; j < s.n; j++) {
		v[j] *= s.column[j];
	}
	mech_assembly_free(assembly);
	return 0;
}

/* ---- the list */

/* takes away what is rounding compared with the largest speed; the rest by its size, equal ones as
 * in the file */
static void host_speeds_sort(struct host_speeds *s)
{
	int count = 0;
	for (int i = 0; i < s->count; i++) {
		const struct host_speed speed = s->found[i];
		if (!(speed.measure > HOST_SPEEDS_ROUNDING * s->largest)) {
			continue;
		}
		int place = count++;
		for (; place > 0 && s->found[place - 1].measure < speed.measure * (1.0 - HOST_SPEEDS_ROUNDING); place--) {
			s->found[place] = s->found[place - 1];
		}
		s->found[place] = speed;
	}
	s->count = count;
}

int host_speeds_find(const struct host_facts *facts, struct host_speed **speeds)
{
	const struct mech_model *m = &facts->model;
	const struct mech_context at = mech_instance_point(facts->instance);
	struct host_speeds s = {facts, m, &at, at, NULL, 0, 0.0};
	size_t most = (size_t)m->n_bodies * (size_t)mech_model_rules(m)->n_targets + 1;
	for (int i = 0; i < m->n_elements; i++) {
		most += (size_t)mech_element_kind(&m->elements[i])->coordinate.count + 1;
	}
	int *group = calloc((size_t)m->n_bodies + 1, sizeof *group);
	double *free_v = calloc((size_t)m->n_v + 1, sizeof *free_v);
	s.free.v = free_v;
	s.found = calloc(most, sizeof *s.found);
	*speeds = s.found;
	if (group == NULL || free_v == NULL || s.found == NULL || host_speeds_free(&at, free_v) != 0) {
		s.count = -1;
		goto done;
	}
	for (int i = 0; i < m->n_elements; i++) {
		host_speeds_of_joint(&s, i);
	}
	host_speeds_group(m, group);
	for (int i = 0; i < m->n_bodies; i++) {
		if (group[i] == i + 1) {
			host_speeds_of_body(&s, host_speeds_chosen(m, group, i));
		}
	}
	host_speeds_sort(&s);
done:
	free(group);
	free(free_v);
	return s.count;
}
