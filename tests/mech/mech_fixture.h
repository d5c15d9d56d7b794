/* Small mechanisms written in C: records, parameters and state of a model filled by hand, without
 * an image.
 *
 *   fixture_start, then bodies, elements and targets, then fixture_finish: derived numbers, drawing, zero state.
 */
#ifndef MECH_FIXTURE_H
#define MECH_FIXTURE_H

#include <string.h>

#include "mech_equations.h"
#include "mech_joint.h"
#include "mech_kinds.h"
#include "mech_pose.h"
#include "test_random.h"

enum { FIXTURE_BODIES = 8, FIXTURE_ELEMENTS = 64, FIXTURE_NUMBERS = 512 };
enum { FIXTURE_V = MECH_PLANAR_V * FIXTURE_BODIES, FIXTURE_Q = MECH_PLANAR_Q * FIXTURE_BODIES };

struct mech_fixture {
	struct mech_image_head head;
	struct mech_model model;
	struct mech_context c;
	struct mech_body bodies[FIXTURE_BODIES];
	struct mech_element elements[FIXTURE_ELEMENTS];
	struct mech_target targets[8];
	double parameters[FIXTURE_NUMBERS], derived[FIXTURE_NUMBERS], memory[FIXTURE_NUMBERS];
	struct mech_signal inputs[4];
	double q[FIXTURE_Q], v[FIXTURE_V], a[FIXTURE_V], lambda[FIXTURE_NUMBERS];
	char names[2048];
	uint32_t names_used;
};

/* place in q of the coordinate that moves with velocity number i */
static inline int fixture_place(int i)
{
	return MECH_PLANAR_Q * (i / MECH_PLANAR_V) + i % MECH_PLANAR_V;
}

static inline uint32_t fixture_name(struct mech_fixture *f, const char *name)
{
	const uint32_t at = f->names_used;
	strcpy(f->names + at, name);
	f->names_used += (uint32_t)strlen(name) + 1;
	return at;
}

static inline int fixture_number(struct mech_fixture *f, double number)
{
	f->parameters[f->model.n_parameters] = number;
	return f->model.n_parameters++;
}

static inline void fixture_start(struct mech_fixture *f, double gravity_x, double gravity_y)
{
	memset(f, 0, sizeof *f);
	f->model.head = &f->head;
	f->model.bodies = f->bodies;
	f->model.elements = f->elements;
	f->model.targets = f->targets;
	f->model.names = f->names;
	f->model.body_q = MECH_PLANAR_Q;
	f->model.body_v = MECH_PLANAR_V;
	f->head.gravity = fixture_number(f, gravity_x);
	fixture_number(f, gravity_y);
}

static inline int fixture_body(struct mech_fixture *f, const char *name, double mass, double inertia, double x,
                               double y)
{
	struct mech_body *b = &f->bodies[f->model.n_bodies];
	b->name = fixture_name(f, name);
	b->parameter = fixture_number(f, mass);
	fixture_number(f, inertia);
	fixture_number(f, x);
	fixture_number(f, y);
	b->carrier = f->model.n_bodies;
	b->derived = f->model.n_derived;
	f->model.n_derived += mech_planar_rules.n_numbers;
	b->q = f->model.n_q;
	b->v = f->model.n_v;
	f->model.n_q += MECH_PLANAR_Q;
	f->model.n_v += MECH_PLANAR_V;
	return f->model.n_bodies++;
}

/* an element of the kind with its numbers; bodies and joints are set by the two functions below */
static inline struct mech_element *fixture_element(struct mech_fixture *f, const struct mech_kind *kind,
                                                   const char *name, const double *numbers)
{
	struct mech_element *e = &f->elements[f->model.n_elements++];
	e->name = fixture_name(f, name);
	while (mech_kinds[e->kind] != kind) {
		e->kind++;
	}
	e->joint[0] = e->joint[1] = e->joint[2] = -1;
	e->input = -1;
	e->parameter = f->model.n_parameters;
	for (int i = 0; i < mech_kind_numbers(kind); i++) {
		fixture_number(f, numbers[i]);
	}
	e->derived = f->model.n_derived;
	f->model.n_derived += kind->derived.count;
	e->memory = f->model.n_memory;
	f->model.n_memory += kind->memory.count;
	e->row = kind->row.count > 0 ? f->model.n_rows : -1;
	f->model.n_rows += kind->row.count;
	return e;
}

/* an element between bodies; returns its number */
static inline int fixture_between(struct mech_fixture *f, const struct mech_kind *kind, const char *name, int body1,
                                  int body2, const double *numbers)
{
	struct mech_element *e = fixture_element(f, kind, name, numbers);
	e->n_bodies = kind->file.n_bodies;
	e->body[0] = body1;
	e->body[1] = body2;
	return f->model.n_elements - 1;
}

/* an element on coordinates of joints (joint2 -1: one joint only) */
static inline int fixture_on(struct mech_fixture *f, const struct mech_kind *kind, const char *name, int joint1,
                             int coordinate1, int joint2, int coordinate2, const double *numbers)
{
	struct mech_element *e = fixture_element(f, kind, name, numbers);
	const int joints[2] = {joint1, joint2}, coordinates[2] = {coordinate1, coordinate2};
	for (int i = 0; i < 2 && joints[i] >= 0; i++) {
		e->joint[i] = joints[i];
		e->coordinate[i] = coordinates[i];
		e->body[2 * i] = f->elements[joints[i]].body[0];
		e->body[2 * i + 1] = f->elements[joints[i]].body[1];
		e->n_bodies += 2;
	}
	/* in the axes of the second body */
	if (kind->file.in_frame) {
		e->body[e->n_bodies++] = e->body[1];
	}
	return f->model.n_elements - 1;
}

/* wanted value and rate of a joint's coordinate (element >= 0) or of a body's; NAN: not wanted */
static inline void fixture_target(struct mech_fixture *f, int element, int body, int coordinate, double value,
                                  double rate)
{
	struct mech_target *t = &f->targets[f->model.n_targets++];
	t->element = element;
	t->body = body;
	t->coordinate = coordinate;
	t->value = value == value ? fixture_number(f, value) : -1;
	t->rate = rate == rate ? fixture_number(f, rate) : -1;
}

static inline void fixture_finish(struct mech_fixture *f)
{
	f->c.model = &f->model;
	f->c.parameters = f->parameters;
	f->c.derived = f->derived;
	f->c.memory = f->memory;
	f->c.inputs = f->inputs;
	f->c.q = f->q;
	f->c.v = f->v;
	f->c.a = f->a;
	f->c.lambda = f->lambda;
	mech_derive(&f->c, f->derived);
	mech_drawing(&f->c, f->q);
}

/* a random state: positions near the drawing, any angles */
static inline void fixture_random_state(struct mech_fixture *f, struct test_random *random)
{
	mech_drawing(&f->c, f->q);
	for (int i = 0; i < f->model.n_v; i++) {
		f->q[fixture_place(i)] += i % 3 == 2 ? test_random_in(random, -3.0, 3.0) : test_random_in(random, -1.0, 1.0);
		f->v[i] = test_random_in(random, -2.0, 2.0);
		f->a[i] = test_random_in(random, -2.0, 2.0);
	}
	for (int i = 0; i < f->model.n_rows; i++) {
		f->lambda[i] = test_random_in(random, -3.0, 3.0);
	}
	f->c.t = test_random_in(random, 0.0, 2.0);
}

#endif
