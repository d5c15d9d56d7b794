/* What the tests of the runtime share: images from text, a logger that remembers, and an instance
 * in any state. */
#ifndef FMU_FIXTURE_H
#define FMU_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "fmu_image.h"
#include "fmu_instance.h"
#include "host_image.h"
#include "host_read.h"
#include "mech/simple_machines.h"

/* a slider-crank whose arms are equally long and which turns into its dead centre, both arms
 * upright: a singular position */
#define EQUAL_ARMS                                                                      \
	"mechanism: equal_arms\n"                                                           \
	"gravity: [0, 0]\n"                                                                 \
	"bodies:\n"                                                                         \
	"  crank: {mass: 1, inertia: 0.1, center: [0.5, 0.5]}\n"                            \
	"  rod: {mass: 1, inertia: 0.1, center: [1.5, 0.5]}\n"                              \
	"joints:\n"                                                                         \
	"  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"                    \
	"  elbow: {type: revolute, bodies: [crank, rod], at: [1, 1]}\n"                     \
	"  guide: {type: point_on_line, bodies: [rod, ground], at: [2, 0], axis: [1, 0]}\n" \
	"initial:\n"                                                                        \
	"  pin: {angle: 0, speed: 2}\n"                                                     \
	"outputs: [joints.pin.angle]\n"

static inline struct host_image fixture_image(const char *text)
{
	struct mech_message message;
	struct host_image image = {NULL, 0};
	struct host_mechanism *m = host_read_text("test.yaml", text, strlen(text), &message);
	if (m == NULL || host_image_build(m, &image, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_mechanism_free(m);
	return image;
}

/* ---- a logger that remembers the last message and counts */

struct fixture_log {
	int count;
	fmi2Status status;
	char name[64], category[64], message[1200];
};

static inline void fixture_logger(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                                  fmi2String category, fmi2String message, ...)
{
	struct fixture_log *log = environment;
	assert_non_null(name);
	assert_non_null(category);
	assert_non_null(message);
	log->count++;
	log->status = status;
	snprintf(log->name, sizeof log->name, "%s", name);
	snprintf(log->category, sizeof log->category, "%s", category);
	snprintf(log->message, sizeof log->message, "%s", message);
}

/* ---- an instance and its image */

struct fixture {
	struct host_image image;
	struct fixture_log log;
	fmi2CallbackFunctions functions;
	char guid[FMU_GUID_SIZE];
	fmi2Component c;
};

/* takes the image over */
static inline void fixture_open_image(struct fixture *x, struct host_image image, int logging)
{
	memset(x, 0, sizeof *x);
	x->image = image;
	fmu_guid(x->image.bytes, x->image.size, x->guid);
	x->functions = (fmi2CallbackFunctions){fixture_logger, NULL, NULL, NULL, &x->log};
	x->c = fmu_instantiate(x->image.bytes, x->image.size, "one", fmi2CoSimulation, x->guid, &x->functions, logging);
	if (x->c == NULL) {
		fail_msg("%s", x->log.message);
	}
}

static inline void fixture_open(struct fixture *x, const char *text, int logging)
{
	fixture_open_image(x, fixture_image(text), logging);
}

static inline void fixture_close(struct fixture *x)
{
	fmi2FreeInstance(x->c);
	host_image_free(&x->image);
}

/* fails with the logger's last message where a call did not answer fmi2OK */
static inline void fixture_expect_ok(const struct fixture *x, fmi2Status status)
{
	if (status != fmi2OK) {
		fail_msg("status %d: %s", (int)status, x->log.message);
	}
}

static inline void fixture_expect_error(const struct fixture *x, fmi2Status status, const char *part)
{
	assert_int_equal(status, fmi2Error);
	assert_int_equal(x->log.status, fmi2Error);
	assert_string_equal(x->log.category, "logStatusError");
	if (strstr(x->log.message, part) == NULL) {
		fail_msg("'%s' is not in '%s'", part, x->log.message);
	}
}

static inline fmi2ValueReference fixture_reference(const struct fixture *x, const char *name)
{
	const struct mech_model *model = ((struct fmu_instance *)x->c)->model;
	for (int k = 0; k < model->n_variables; k++) {
		if (strcmp(mech_name(model, model->variables[k].name), name) == 0) {
			return (fmi2ValueReference)k;
		}
	}
	fail_msg("no variable '%s'", name);
	return 0;
}

static inline double fixture_get(struct fixture *x, const char *name)
{
	fmi2ValueReference reference = fixture_reference(x, name);
	double value = 0;
	fixture_expect_ok(x, fmi2GetReal(x->c, &reference, 1, &value));
	return value;
}

static inline fmi2Status fixture_set(struct fixture *x, const char *name, double value)
{
	fmi2ValueReference reference = fixture_reference(x, name);
	return fmi2SetReal(x->c, &reference, 1, &value);
}

static inline int fixture_count(const struct fixture *x)
{
	return ((struct fmu_instance *)x->c)->model->n_variables;
}

/* every variable: values[fixture_count] */
static inline void fixture_get_all(struct fixture *x, double *values)
{
	const struct mech_model *model = ((struct fmu_instance *)x->c)->model;
	for (fmi2ValueReference k = 0; k < (fmi2ValueReference)model->n_variables; k++) {
		if (model->variables[k].quantity == MECH_COUNT) {
			fmi2Integer number = 0;
			fixture_expect_ok(x, fmi2GetInteger(x->c, &k, 1, &number));
			values[k] = number;
		} else {
			fixture_expect_ok(x, fmi2GetReal(x->c, &k, 1, &values[k]));
		}
	}
}

/* instantiated -> ready for steps */
static inline void fixture_start(struct fixture *x)
{
	fixture_expect_ok(x, fmi2SetupExperiment(x->c, fmi2False, 0, 0, fmi2False, 0));
	fixture_expect_ok(x, fmi2EnterInitializationMode(x->c));
	fixture_expect_ok(x, fmi2ExitInitializationMode(x->c));
}

#endif
