#include "md_probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mech_curve.h"
#include "mech_equations.h"
#include "mech_planar.h"

/* all numbers are about 1 in size: derivatives that are there are far above what rounding leaves */
static const double MD_PROBE_STEP = 1e-3;
static const double MD_PROBE_ZERO = 1e-7;

/* a number between 0.5 and 1.5, so that lengths, masses and directions are possible ones */
static double md_probe_random(uint32_t *seed)
{
	*seed = *seed * UINT32_C(1664525) + UINT32_C(1013904223);
	return 0.5 + (double)(*seed >> 8) / 16777216.0;
}

static double *md_probe_take(double **next, int n, uint32_t *seed)
{
	double *place = *next;
	for (int k = 0; k < n; k++) {
		place[k] = md_probe_random(seed);
	}
	*next += n;
	return place;
}

static size_t md_probe_numbers(const struct mech_model *model)
{
	size_t n_signal = sizeof(struct mech_signal) / sizeof(double);
	return (size_t)(model->n_parameters + model->n_derived + model->n_memory + model->n_q + 2 * model->n_v +
	                model->n_rows) +
	       (size_t)model->n_inputs * n_signal;
}

/* tables whose x grow, with the time of the world between the first two */
static void md_probe_order(const struct mech_model *model, double *parameters)
{
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int k = 0; k < mech_element_kind(e)->n_curves; k++) {
			double *x = parameters + mech_curve_parameter(e, k);
			for (int j = 0; j < e->points[k]; j++) {
				x[j] += 3 * j - 1;
			}
		}
	}
}

/* bodies in the plane are within their first turn */
static void md_probe_turn_back(const struct mech_model *model, double *q)
{
	for (int i = 0; model->head->space == MECH_PLANAR && i < model->n_bodies; i++) {
		q[model->bodies[i].q + MECH_PLANAR_V] = 0;
	}
}

static void md_probe_make(const struct mech_model *model, double *next, uint32_t *seed, struct md_world *w)
{
	const int n_signal = (int)(sizeof(struct mech_signal) / sizeof(double));
	w->c.model = model;
	double *parameters = md_probe_take(&next, model->n_parameters, seed);
	md_probe_order(model, parameters);
	w->c.parameters = parameters;
	w->c.memory = md_probe_take(&next, model->n_memory, seed);
	w->inputs = (struct mech_signal *)md_probe_take(&next, model->n_inputs * n_signal, seed);
	w->q = md_probe_take(&next, model->n_q, seed);
	md_probe_turn_back(model, w->q);
	w->v = md_probe_take(&next, model->n_v, seed);
	w->a = md_probe_take(&next, model->n_v, seed);
	w->lambda = md_probe_take(&next, model->n_rows, seed);
	double *derived = md_probe_take(&next, model->n_derived, seed);
	w->c.inputs = w->inputs;
	w->c.q = w->q;
	w->c.v = w->v;
	w->c.a = w->a;
	w->c.lambda = w->lambda;
	w->c.derived = derived;
	w->c.t = md_probe_random(seed);
	mech_derive(&w->c, derived);
}

int md_probe_open(const struct mech_model *model, struct md_probe *probe)
{
	const size_t n = md_probe_numbers(model);
	uint32_t seed = 1;
	memset(probe, 0, sizeof *probe);
	probe->model = model;
	probe->numbers = malloc((MD_WORLDS * n + 1) * sizeof *probe->numbers);
	if (probe->numbers == NULL) {
		return -1;
	}
	for (int k = 0; k < MD_WORLDS; k++) {
		md_probe_make(model, probe->numbers + (size_t)k * n, &seed, &probe->world[k]);
	}
	return 0;
}

void md_probe_close(struct md_probe *probe)
{
	free(probe->numbers);
	probe->numbers = NULL;
}

/* derivatives with respect to *place */
static void md_probe_differentiate(const struct mech_context *c, const struct md_function *f, double *place,
                                   double *slope)
{
	const double held = *place;
	double before[MD_PROBE_MOST], after[MD_PROBE_MOST];
	*place = held - MD_PROBE_STEP;
	f->evaluate(c, f->what, before);
	*place = held + MD_PROBE_STEP;
	f->evaluate(c, f->what, after);
	*place = held;
	for (int i = 0; i < f->n; i++) {
		slope[i] = (after[i] - before[i]) / (2 * MD_PROBE_STEP);
	}
}

void md_probe_vary(struct md_probe *probe, const struct md_function *f, md_place *place, int number,
                   enum md_kind kinds[MD_PROBE_MOST])
{
	double first[MD_PROBE_MOST], slope[MD_PROBE_MOST];
	for (int k = 0; k < MD_WORLDS; k++) {
		struct md_world *w = &probe->world[k];
		md_probe_differentiate(&w->c, f, place(w, number), slope);
		for (int i = 0; i < f->n; i++) {
			if (k == 0) {
				first[i] = slope[i];
				kinds[i] = fabs(slope[i]) > MD_PROBE_ZERO ? MD_CONSTANT : MD_NONE;
			} else if (fabs(slope[i] - first[i]) > MD_PROBE_ZERO) {
				kinds[i] = MD_DEPENDENT;
			}
		}
	}
}
