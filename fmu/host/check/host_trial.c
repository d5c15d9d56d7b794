#include "host_trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double HOST_TRIAL_FIRST = 1e-9; /* part of the experiment */
static const double HOST_TRIAL_MOST = 0.1;
static const double HOST_TRIAL_STEPS = 2000;
static const double HOST_TRIAL_FEWEST_STEPS = 50;
static const double HOST_TRIAL_WORK = 2e5; /* steps times velocities */

static double host_trial_count(struct mech_instance *m, int which)
{
	const struct mech_model *model = mech_instance_model(m);
	struct mech_message ignored;
	double count = 0.0;
	for (int k = 0; k < model->n_variables; k++) {
		if (model->variables[k].source == MECH_FROM_SOLVER && model->variables[k].component == which) {
			(void)mech_get(m, k, &count, &ignored);
		}
	}
	return count;
}

double host_trial_tried(struct mech_instance *m)
{
	return host_trial_count(m, MECH_STEPS) + host_trial_count(m, MECH_REJECTED_STEPS);
}

/* the image with another method, whether or not the unit has a parameter for it; bytes NULL: memory
 * is out */
static struct host_image host_trial_image(const struct host_facts *facts, int method)
{
	const struct mech_image_head *head = facts->model.head;
	struct host_image image = {malloc(facts->image.size), facts->image.size};
	if (image.bytes != NULL) {
		memcpy(image.bytes, facts->image.bytes, image.size);
		double *parameters = (double *)(void *)((char *)image.bytes + head->parameters.offset);
		parameters[head->solver + MECH_SOLVER_METHOD] = MECH_FIRST_CHOICE + method;
		host_image_seal(&image);
	}
	return image;
}

static int host_trial_begin(struct mech_instance *m)
{
	struct mech_message ignored;
	mech_setup(m, mech_instance_model(m)->head->start_time, 0.0);
	return mech_initialize(m, &ignored) >= 0;
}

static double host_trial_run(struct mech_instance *m)
{
	const struct mech_model *model = mech_instance_model(m);
	const double start = model->head->start_time, length = model->head->stop_time - start;
	const double most = fmax(HOST_TRIAL_FEWEST_STEPS, fmin(HOST_TRIAL_STEPS, HOST_TRIAL_WORK / model->n_v));
	struct mech_message ignored;
	double made = 0.0, steps = 0.0;
	for (double end = HOST_TRIAL_FIRST; made < most && end <= HOST_TRIAL_MOST; end *= 2.0) {
		if (mech_advance(m, start + end * length, &ignored) < 0) {
			return 0.0;
		}
		const double now = host_trial_tried(m);
		steps = 2.0 * (now - made) / end;
		made = now;
	}
	return steps;
}

double host_trial_steps(const struct host_facts *facts, int method)
{
	struct mech_message ignored;
	struct host_image image = host_trial_image(facts, method);
	struct mech_instance *m = image.bytes == NULL ? NULL : mech_instance_create(image.bytes, image.size, &ignored);
	const double steps = m != NULL && host_trial_begin(m) ? host_trial_run(m) : 0.0;
	mech_instance_free(m);
	host_image_free(&image);
	return steps;
}
