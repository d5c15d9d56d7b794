/* A valid image for tests that spoil one: its tables as records that may be changed. */
#ifndef IMAGE_FIXTURE_H
#define IMAGE_FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "host_image.h"
#include "host_read.h"

static const char image_fixture_text[] =
	"mechanism: fixture\n"
	"parameters:\n"
	"  length: 2\n"
	"  double_length: 2*length\n"
	"gravity: [0, -9.81]\n"
	"bodies:\n"
	"  crank: {mass: 1, inertia: 1, center: [1, 0]}\n"
	"  rod: {mass: 1, inertia: 1, center: [3, 0]}\n"
	"joints:\n"
	"  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
	"  elbow: {type: revolute, bodies: [crank, rod], at: [length, 0]}\n"
	"  line: {type: point_on_line, bodies: [rod, ground], at: [double_length, 0], axis: [1, 0]}\n"
	"  pair: {type: gear, joints: [pin, elbow], ratio: 2}\n"
	"drivers:\n"
	"  follow: {type: input, joint: pin, input: angle}\n"
	"forces:\n"
	"  motor: {type: torque, joint: elbow, torque: 1}\n"
	"  push: {type: force, body: rod, at: [4, 0], direction: [1, 0], force: 1}\n"
	"sensors:\n"
	"  load: {type: reaction, joint: pin}\n"
	"initial:\n"
	"  pin: {angle: 1}\n"
	"  rod: {vx: 1}\n";

enum { PIN, ELBOW, LINE, PAIR, FOLLOW, MOTOR, PUSH, LOAD };

struct image_fixture {
	struct host_image image;
	struct mech_image_head *head;
	struct mech_body *bodies;
	struct mech_element *elements;
	struct mech_input *inputs;
	struct mech_target *targets;
	double *parameters;
	struct mech_variable *variables;
	struct mech_formula *formulas; /* of double_length, elbow.at[1], line.at[1] */
	struct mech_operation *operations;
	char *names;
};

static inline void *image_fixture_table(const struct image_fixture *f, struct mech_table table)
{
	return (char *)f->image.bytes + table.offset;
}

static inline struct image_fixture image_fixture_of(const char *text)
{
	struct image_fixture f = {.image = {NULL, 0}};
	struct mech_message message;
	struct host_mechanism *m = host_read_text("fixture.yaml", text, strlen(text), &message);
	if (m == NULL || host_image_build(m, &f.image, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_mechanism_free(m);
	f.head = f.image.bytes;
	f.bodies = image_fixture_table(&f, f.head->bodies);
	f.elements = image_fixture_table(&f, f.head->elements);
	f.inputs = image_fixture_table(&f, f.head->inputs);
	f.targets = image_fixture_table(&f, f.head->targets);
	f.parameters = image_fixture_table(&f, f.head->parameters);
	f.variables = image_fixture_table(&f, f.head->variables);
	f.formulas = image_fixture_table(&f, f.head->formulas);
	f.operations = image_fixture_table(&f, f.head->operations);
	f.names = image_fixture_table(&f, f.head->names);
	return f;
}

static inline struct image_fixture image_fixture_make(void)
{
	return image_fixture_of(image_fixture_text);
}

/* makes the checksum right again after a change */
static inline void image_fixture_seal(struct image_fixture *f)
{
	const size_t after = offsetof(struct mech_image_head, checksum) + sizeof f->head->checksum;
	f->head->checksum = mech_checksum((const char *)f->image.bytes + after, f->image.size - after);
}

#endif
