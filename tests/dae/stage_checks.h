/* What methods whose stages lie on the constraints have to show, each with one formula of its own. */
#ifndef STAGE_CHECKS_H
#define STAGE_CHECKS_H

#include "assert_close.h"
#include "dead_centre.h"
#include "driven_system.h"
#include "linear_system.h"
#include "method_run.h"

static inline void assert_all_levels_are_met(const struct dae_method *method)
{
	const struct pendulum_errors e = pendulum_run(method, DAE_STABILIZED, 1, 5e-3, 1);
	assert_small(e.position_residual, 1e-12);
	assert_small(e.velocity_residual, 1e-10);
	assert_small(e.lambda, 1e-5);
}

/* L-stable up to the digits of its coefficients: of 1e12 N/m on 1 kg a step of 0.1 s leaves nothing */
static inline void assert_stiff_motion_dies_out(const struct dae_method *method)
{
	const double stiffness = 1e12;
	struct linear l;
	struct method_run r;
	linear_make(&l, 1, &stiffness, NULL);
	method_begin(&r, &l.system, method, 1e-6);
	r.options.fixed_step = 0.1;
	r.s.q[0] = 1;
	method_advance(&r, 0.1);
	assert_small(r.s.q[0], 1e-4);
	method_end(&r);
}

/* nothing is free to move: the efforts, of size 100, follow from the place alone, far within the tolerance */
static inline void assert_efforts_are_right(const struct dae_method *method)
{
	for (double tolerance = 1e-3; tolerance > 0.5e-9; tolerance /= 10) {
		const struct driven_errors e = driven_run(method, DAE_STABILIZED, tolerance);
		assert_small(e.q, 1e-11);
		assert_small(e.v, 0.05 * tolerance + 1e-12);
		assert_small(e.a, 0.05 * tolerance + 1e-12);
		assert_small(e.lambda, 0.01 * tolerance + 1e-11);
	}
}

static inline void assert_passes_the_dead_centre(const struct dae_method *method)
{
	assert_passes_with_any_step(method, DAE_STABILIZED, 1, 1.6);
	assert_passes_with_any_tolerance(method, 1);
	assert_start_chooses_the_branch(method, DAE_STABILIZED, 1e-6);
}

#endif
