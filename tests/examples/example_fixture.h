/* An example, read from its file and running. */
#ifndef EXAMPLE_FIXTURE_H
#define EXAMPLE_FIXTURE_H

#include <stdio.h>
#include <string.h>

#include "find_method.h"
#include "host_image.h"
#include "host_read.h"
#include "mech_instance.h"

struct example {
	struct host_image image;
	struct mech_instance *instance;
	const struct mech_model *model;
};

static inline void example_open(struct example *e, const char *name)
{
	struct mech_message message = {""};
	char path[1024];
	(void)snprintf(path, sizeof path, "%s/examples/%s/%s.yaml", MECHFMU_SOURCE_DIR, name, name);
	struct host_mechanism *mechanism = host_read_file(path, &message);
	if (!mechanism || host_image_build(mechanism, &e->image, &message)) {
		fail_msg("%s", message.text);
	}
	host_mechanism_free(mechanism);
	e->instance = mech_instance_create(e->image.bytes, e->image.size, &message);
	assert_non_null(e->instance);
	e->model = mech_instance_model(e->instance);
}

static inline int example_find(const struct example *e, const char *name)
{
	for (int i = 0; i < e->model->n_variables; i++) {
		if (strcmp(mech_name(e->model, e->model->variables[i].name), name) == 0) {
			return i;
		}
	}
	fail_msg("no variable %s", name);
	return -1;
}

/* method: of the file, where it is NULL */
static inline void example_start_with(struct example *e, const char *method, double tolerance)
{
	struct mech_message message = {""};
	mech_reset(e->instance);
	mech_setup(e->instance, 0, tolerance);
	if (method && mech_set(e->instance, example_find(e, "solver.method"), number_of_method(method), &message)) {
		fail_msg("%s", message.text);
	}
	if (mech_initialize(e->instance, &message)) {
		fail_msg("%s", message.text);
	}
}

static inline void example_start(struct example *e, double tolerance)
{
	example_start_with(e, NULL, tolerance);
}

static inline void example_close(struct example *e)
{
	mech_instance_free(e->instance);
	host_image_free(&e->image);
}

static inline void example_advance(struct example *e, double t)
{
	struct mech_message message = {""};
	if (mech_advance(e->instance, t, &message)) {
		fail_msg("%s", message.text);
	}
}

static inline double example_get(struct example *e, const char *name)
{
	struct mech_message message = {""};
	double value = 0;
	assert_int_equal(mech_get(e->instance, example_find(e, name), &value, &message), 0);
	return value;
}

#endif
