#include "host_trial.h"

#include <math.h>
#include <string.h>

static const double HOST_TRIAL_FIRST = 1e-9; /* part of the experiment */
static const double HOST_TRIAL_MOST = 0.1;
static const double HOST_TRIAL_STEPS = 2000;
static const double HOST_TRIAL_FEWEST_STEPS = 50;
static const double HOST_TRIAL_WORK = 2e5; /* steps times velocities */

static int host_trial_variable(const struct mech_model *model, const char *name)
{
	int k = model->n_variables - 1;
	while (k >= 0 && strcmp(mech_name(model, model->variables[k].name), name) != 0) {
		k--;
	}
	return k;
}

/* a number of the solver; 0 where it is not in the table */
static double host_trial_count(struct mech_instance *m, const char *name)
{
	const int k = host_trial_variable(mech_instance_model(m), name);
	struct mech_message ignored;
	double value = 0.0;
	return k >= 0 && mech_get(m, k, &value, &ignored) == 0 ? value : 0.0;
}

static int host_trial_begin(struct mech_instance *m, int method)
{
	const struct mech_model *model = mech_instance_model(m);
	const int variable = host_trial_variable(model, "solver.method");
	struct mech_message ignored;
	mech_setup(m, model->head->start_time, 0.0);
	return variable >= 0 && mech_set(m, variable, MECH_FIRST_CHOICE + method, &ignored) == 0 &&
	       mech_initialize(m, &ignored) >= 0;
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
		const double now = host_trial_count(m, "solver.steps") + host_trial_count(m, "solver.rejected_steps");
		steps = 2.0 * (now - made) / end;
		made = now;
	}
	return steps;
}

double host_trial_steps(const struct host_facts *facts, int method)
{
	struct mech_message ignored;
	struct mech_instance *m = mech_instance_create(facts->image.bytes, facts->image.size, &ignored);
	const double steps = m != NULL && host_trial_begin(m, method) ? host_trial_run(m) : 0.0;
	mech_instance_free(m);
	return steps;
}
