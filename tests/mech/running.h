/* Mechanisms written as text, running: variables by their names, failures with the instance's own
 * message. */
#ifndef RUNNING_H
#define RUNNING_H

#include <stdio.h>
#include <string.h>

#include "host_image.h"
#include "host_read.h"
#include "mech_instance.h"

struct running {
	struct host_image image;
	struct mech_instance *m;
	const struct mech_model *model;
	struct mech_message message;
};

/* takes the mechanism over; NULL fails with the message */
static inline void running_take(struct running *r, struct host_mechanism *mechanism)
{
	if (mechanism == NULL || host_image_build(mechanism, &r->image, &r->message) != 0) {
		fail_msg("%s", r->message.text);
	}
	host_mechanism_free(mechanism);
	r->m = mech_instance_create(r->image.bytes, r->image.size, &r->message);
	if (r->m == NULL) {
		fail_msg("%s", r->message.text);
	}
	r->model = mech_instance_model(r->m);
}

static inline void running_open(struct running *r, const char *text)
{
	memset(r, 0, sizeof *r);
	running_take(r, host_read_text("test.yaml", text, strlen(text), &r->message));
}

/* a mechanism of the folder examples */
static inline void running_open_example(struct running *r, const char *name)
{
	char path[1024];
	memset(r, 0, sizeof *r);
	(void)snprintf(path, sizeof path, "%s/examples/%s/%s.yaml", MECHFMU_SOURCE_DIR, name, name);
	running_take(r, host_read_file(path, &r->message));
}

static const char *const running_examples[] = {"andrews_squeezer", "double_four_bar", "four_bar", "pendulum",
                                               "slider_crank"};
enum { RUNNING_EXAMPLES = 5 };

static inline void running_close(struct running *r)
{
	mech_instance_free(r->m);
	host_image_free(&r->image);
}

static inline void running_initialize(struct running *r)
{
	if (mech_initialize(r->m, &r->message) != 0) {
		fail_msg("%s", r->message.text);
	}
}

/* open, set up and initialize */
static inline void running_start(struct running *r, const char *text, double start_time, double tolerance)
{
	running_open(r, text);
	mech_setup(r->m, start_time, tolerance);
	running_initialize(r);
}

static inline void running_advance(struct running *r, double t)
{
	if (mech_advance(r->m, t, &r->message) != 0) {
		fail_msg("%s", r->message.text);
	}
}

static inline int running_variable(const struct running *r, const char *name)
{
	for (int k = 0; k < r->model->n_variables; k++) {
		if (strcmp(mech_name(r->model, r->model->variables[k].name), name) == 0) {
			return k;
		}
	}
	fail_msg("no variable '%s'", name);
	return -1;
}

static inline double running_get(struct running *r, const char *name)
{
	double value = 0;
	if (mech_get(r->m, running_variable(r, name), &value, &r->message) != 0) {
		fail_msg("%s: %s", name, r->message.text);
	}
	return value;
}

static inline void running_set(struct running *r, const char *name, double value)
{
	if (mech_set(r->m, running_variable(r, name), value, &r->message) != 0) {
		fail_msg("%s", r->message.text);
	}
}

static inline void running_expect_message(const struct running *r, const char *part)
{
	if (strstr(r->message.text, part) == NULL) {
		fail_msg("'%s' is not in '%s'", part, r->message.text);
	}
}

#endif
