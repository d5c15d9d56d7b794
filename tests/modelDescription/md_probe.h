/* What a number of the mechanism follows, found by trying: the judge of what kinds declare.
 *
 * Worlds are mechanisms of the same structure, with random parameters, states, accelerations,
 * multipliers and inputs; they are many, because contacts touch and friction sticks in some of them
 * only. What elements remember is random in every other world, in the rest as at the start of a
 * run. What does not follow a number in any world does not follow it by structure, whatever values
 * the parameters have; what follows it with the same factor in all does so with a constant.
 */
#ifndef MD_PROBE_H
#define MD_PROBE_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "md_set.h"
#include "mech_curve.h"
#include "mech_equations.h"
#include "mech_pose.h"

enum { MD_WORLDS = 32, MD_PROBE_MOST = 64 };

struct md_world {
	struct mech_context c; /* its arrays are those below, and derived numbers */
	double *q, *v, *a, *lambda;
	struct mech_signal *inputs;
};

struct md_probe {
	const struct mech_model *model;
	struct md_world world[MD_WORLDS];
	double *numbers; /* of all worlds */
};

/* n numbers, at most MD_PROBE_MOST, made of a world */
struct md_function {
	void (*evaluate)(const struct mech_context *c, const void *what, double *out);
	const void *what;
	int n;
};

/* the number of a world that is varied */
typedef double *md_place(struct md_world *world, int number);

/* all numbers are about 1 in size: derivatives that are there are far above what rounding leaves */
static const double MD_PROBE_STEP = 1e-3;
static const double MD_PROBE_ZERO = 1e-7;

/* a number between 0.5 and 1.5, so that lengths, masses and directions are possible ones */
static inline double md_probe_random(uint32_t *seed)
{
	*seed = *seed * UINT32_C(1664525) + UINT32_C(1013904223);
	return 0.5 + (double)(*seed >> 8) / 16777216.0;
}

static inline double *md_probe_take(double **next, int n, uint32_t *seed)
{
	double *place = *next;
	for (int k = 0; k < n; k++) {
		place[k] = md_probe_random(seed);
	}
	*next += n;
	return place;
}

static inline size_t md_probe_numbers(const struct mech_model *model)
{
	size_t n_signal = sizeof(struct mech_signal) / sizeof(double);
	return (size_t)(model->n_parameters + model->n_derived + model->n_memory + model->n_q + 2 * model->n_v +
	                model->n_rows) +
	       (size_t)model->n_inputs * n_signal;
}

/* tables whose x grow, with the time of the world between the first two; angles around a profile
 * within one turn */
static inline void md_probe_order(const struct mech_model *model, double *parameters)
{
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int k = 0; k < mech_element_kind(e)->file.n_curves; k++) {
			double *x = parameters + mech_curve_parameter(e, k);
			const double step = mech_element_kind(e)->file.curves[k].form == MECH_CURVE_POLAR ? 4.0 / e->points[k] : 3;
			for (int j = 0; j < e->points[k]; j++) {
				x[j] += step * j - 1;
			}
		}
	}
}

/* bodies in the plane are within their first turn */
static inline void md_probe_turn_back(const struct mech_model *model, double *q)
{
	for (int i = 0; model->head->space == MECH_PLANAR && i < model->n_bodies; i++) {
		q[model->bodies[i].q + MECH_PLANAR_V] = 0;
	}
}

/* bodies in space have unit quaternions */
static inline void md_probe_unit(const struct mech_model *model, double *q)
{
	for (int i = 0; model->head->space == MECH_SPATIAL && i < model->n_bodies; i++) {
		double *e = q + model->bodies[i].q + 3;
		const double size = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
		for (int k = 0; k < 4; k++) {
			e[k] /= size;
		}
	}
}

static inline void md_probe_start(const struct mech_context *c, double *memory)
{
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		if (mech_element_kind(e)->memory.start) {
			mech_element_kind(e)->memory.start(c, e, memory + e->memory);
		}
	}
}

static inline void md_probe_make(const struct mech_model *model, double *next, uint32_t *seed, int starts,
                                 struct md_world *w)
{
	const int n_signal = (int)(sizeof(struct mech_signal) / sizeof(double));
	w->c.model = model;
	double *parameters = md_probe_take(&next, model->n_parameters, seed);
	md_probe_order(model, parameters);
	w->c.parameters = parameters;
	double *memory = md_probe_take(&next, model->n_memory, seed);
	w->c.memory = memory;
	w->inputs = (struct mech_signal *)md_probe_take(&next, model->n_inputs * n_signal, seed);
	w->q = md_probe_take(&next, model->n_q, seed);
	md_probe_turn_back(model, w->q);
	md_probe_unit(model, w->q);
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
	if (starts) {
		md_probe_start(&w->c, memory);
	}
}

/* 0, or -1 when memory is out */
static inline int md_probe_open(const struct mech_model *model, struct md_probe *probe)
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
		md_probe_make(model, probe->numbers + (size_t)k * n, &seed, k % 2, &probe->world[k]);
	}
	return 0;
}

static inline void md_probe_close(struct md_probe *probe)
{
	free(probe->numbers);
	probe->numbers = NULL;
}

/* f with a number of the world moved */
static inline void md_probe_evaluate(struct md_world *w, const struct md_function *f, double *place, double step,
                                     double *out)
{
	const struct mech_model *model = w->c.model;
	const size_t size = (size_t)model->n_q * sizeof(double);
	const double held = *place;
	double *q = malloc(size + 1);
	if (q == NULL) {
		abort();
	}
	memcpy(q, w->q, size);
	*place += step;
	md_probe_unit(model, w->q);
	f->evaluate(&w->c, f->what, out);
	memcpy(w->q, q, size);
	*place = held;
	free(q);
}

/* derivatives with respect to *place */
static inline void md_probe_differentiate(struct md_world *w, const struct md_function *f, double *place, double *slope)
{
	double before[MD_PROBE_MOST], after[MD_PROBE_MOST];
	md_probe_evaluate(w, f, place, -MD_PROBE_STEP, before);
	md_probe_evaluate(w, f, place, MD_PROBE_STEP, after);
	for (int i = 0; i < f->n; i++) {
		slope[i] = (after[i] - before[i]) / (2 * MD_PROBE_STEP);
	}
}

/* kinds[n]: how each number of the function follows the number at the place */
static inline void md_probe_vary(struct md_probe *probe, const struct md_function *f, md_place *place, int number,
                                 enum md_kind kinds[MD_PROBE_MOST])
{
	double first[MD_PROBE_MOST], slope[MD_PROBE_MOST];
	for (int k = 0; k < MD_WORLDS; k++) {
		struct md_world *w = &probe->world[k];
		md_probe_differentiate(w, f, place(w, number), slope);
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

#endif
