/* Coming to rest in a singular position (truth_rest.h), with every method: the mechanism stays on
 * its branch. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "truth_rest.h"

/* of order 2, energy_decaying takes the fewest steps */
static int takes_long(const struct truth_plan *plan)
{
	const double tightest = strcmp(plan->method, "energy_decaying") == 0 ? 0.5e-6 : 0.5e-5;
	return truth_is_second_order(plan->method) && plan->tolerance < tightest;
}

/* Where rounding decides, steps are reported as unresolved; the mechanism then still stays on its
 * branch, no farther off than the square root of rounding lets it be. */
static void settle(double viscous, int n_tolerances, const double *tolerances)
{
	struct truth_score score = truth_begin();
	struct truth_machine machine;
	struct rest rest;
	rest_open(&rest, viscous, 100);
	const struct truth_problem p = rest.problem;
	truth_open(&machine, &p);
	for (int k = 0; k < TRUTH_METHODS * n_tolerances; k++) {
		const struct truth_plan plan = {truth_methods[k % TRUTH_METHODS], tolerances[k / TRUTH_METHODS], 0, p.stop};
		if (truth_wanted(&p, &plan) && !takes_long(&plan)) {
			struct truth_value values[2];
			truth_run(&machine, &p, &plan, &score);
			(void)rest_values(&p, p.stop, values);
			assert_close(mech_time(machine.m), p.stop, 0);
			for (int i = 0; i < 2; i++) {
				assert_close(truth_get(&machine, values[i].name), values[i].exact, fmax(1e-4, 10 * plan.tolerance));
			}
		}
	}
	truth_close(&machine);
	truth_end(&score);
}

static void a_mechanism_comes_to_rest_in_its_dead_centre(void **state)
{
	(void)state;
	static const double tolerances[] = {1e-3, 1e-5, 1e-6, 1e-8, 1e-10};
	settle(1, SLOW_BUILD ? 1 : 5, tolerances);
}

static void so_it_does_with_less_damping(void **state)
{
	(void)state;
	static const double tolerances[] = {1e-3, 1e-4, 1e-7};
	settle(0.5, SLOW_BUILD ? 1 : 3, tolerances);
}

/* so that in the end nothing but rounding moves */
static void and_with_more(void **state)
{
	(void)state;
	static const double tolerances[] = {1e-3, 1e-4, 1e-6, 1e-7};
	settle(2, SLOW_BUILD ? 1 : 4, tolerances);
	settle(3, SLOW_BUILD ? 1 : 4, tolerances);
	settle(10, SLOW_BUILD ? 1 : 4, tolerances);
	settle(30, SLOW_BUILD ? 1 : 4, tolerances);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mechanism_comes_to_rest_in_its_dead_centre),
		cmocka_unit_test(so_it_does_with_less_damping),
		cmocka_unit_test(and_with_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
