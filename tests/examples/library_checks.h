/* What holds for every example of the library: degrees of freedom, redundant rows, closed joints,
 * energy; and where there is an oracle (minimal_coordinates.h), all bodies are where it says. */
#ifndef LIBRARY_CHECKS_H
#define LIBRARY_CHECKS_H

#include "assert_close.h"
#include "minimal_coordinates.h"
#include "slow_build.h"

enum { LIBRARY_MOST_ROWS = 128 };

struct library_case {
	const char *example;
	int degrees_of_freedom, n_redundant;
	double stop;
	double tolerance;
	double energy; /* exchanged between its forms, J */
	double size;   /* of the mechanism, m */
};

static inline void library_open(struct example *e, const struct library_case *c)
{
	struct mech_diagnosis diagnosis;
	unsigned char redundant[LIBRARY_MOST_ROWS];
	int marked = 0;
	example_open(e, c->example);
	example_start(e, c->tolerance);
	memset(redundant, 0, sizeof redundant);
	mech_instance_diagnose(e->instance, &diagnosis, redundant);
	for (int i = 0; i < LIBRARY_MOST_ROWS; i++) {
		marked += redundant[i];
	}
	assert_int_equal(diagnosis.degrees_of_freedom, c->degrees_of_freedom);
	assert_int_equal(diagnosis.n_redundant, c->n_redundant);
	assert_int_equal(marked, c->n_redundant);
}

/* a fresh start with one parameter or input changed */
static inline void library_restart(struct example *e, double tolerance, const char *name, double value)
{
	struct mech_message message = {""};
	mech_reset(e->instance);
	for (int i = 0; i < e->model->n_variables; i++) {
		if (strcmp(mech_name(e->model, e->model->variables[i].name), name) == 0 &&
		    mech_set(e->instance, i, value, &message)) {
			fail_msg("%s", message.text);
		}
	}
	mech_setup(e->instance, 0, tolerance);
	if (mech_initialize(e->instance, &message)) {
		fail_msg("%s", message.text);
	}
}

/* joints are closed, energy is neither lost nor won */
static inline void library_check_state(struct example *e, const struct library_case *c)
{
	assert_small(example_get(e, "solver.constraint_residual"), 1e-10 * fmax(c->size, 1));
	assert_small(example_get(e, "energies.balance_error"), 10 * c->tolerance * c->energy);
}

static inline void library_compare(struct example *e, const struct minimal *m, const double *s, int planar,
                                   double bound)
{
	double y[MINIMAL_MOST_Y];
	minimal_place(m, s, y);
	for (int i = 0; i < m->n_bodies; i++) {
		static const char *const keys[] = {"x", "y", "z"};
		for (int k = 0; k < (planar ? 2 : 3); k++) {
			assert_close(minimal_parameter(e, m->bodies[i], keys[k]), y[12 * i + k], bound);
		}
		/* the turn by its cosine and sine, or by the quaternion's matrix */
		if (planar) {
			const double angle = minimal_parameter(e, m->bodies[i], "angle");
			assert_close(cos(angle), y[12 * i + 3], 10 * bound);
			assert_close(sin(angle), y[12 * i + 6], 10 * bound);
		} else {
			const double e0 = minimal_parameter(e, m->bodies[i], "e0"), e1 = minimal_parameter(e, m->bodies[i], "e1"),
						 e2 = minimal_parameter(e, m->bodies[i], "e2"), e3 = minimal_parameter(e, m->bodies[i], "e3");
			assert_close(e0 * e0 + e1 * e1 - e2 * e2 - e3 * e3, y[12 * i + 3], 10 * bound);
			assert_close(2 * (e1 * e2 - e0 * e3), y[12 * i + 4], 10 * bound);
			assert_close(2 * (e2 * e3 + e0 * e1), y[12 * i + 10], 10 * bound);
			assert_close(e0 * e0 - e1 * e1 - e2 * e2 + e3 * e3, y[12 * i + 11], 10 * bound);
		}
	}
}

/* runs the example and the oracle side by side from the oracle's state (s, ds/dt) and compares at
 * ten times; the oracle's own error is judged by a second run with half the steps */
static inline void library_check_motion(const struct library_case *c, struct minimal *m, const double *start,
                                        int planar, int steps, double bound)
{
	enum { TIMES = SLOW_BUILD ? 1 : 10 };
	struct example e;
	double fine[2 * MINIMAL_MOST_S], coarse[2 * MINIMAL_MOST_S];
	library_open(&e, c);
	minimal_read(m, &e, planar);
	memcpy(fine, start, 2 * (size_t)m->n * sizeof *fine);
	memcpy(coarse, start, 2 * (size_t)m->n * sizeof *coarse);
	library_compare(&e, m, fine, planar, 1e-12 * fmax(c->size, 1));
	for (int k = 1; k <= TIMES; k++) {
		const double t = c->stop * (k - 1) / 10, t_end = c->stop * k / 10;
		minimal_advance(m, fine, t, t_end, steps / 10);
		minimal_advance(m, coarse, t, t_end, steps / 20);
		example_advance(&e, t_end);
		library_compare(&e, m, fine, planar, bound);
		library_check_state(&e, c);
	}
	for (int j = 0; j < m->n; j++) {
		assert_close(coarse[j], fine[j], bound);
	}
	example_close(&e);
}

#endif
