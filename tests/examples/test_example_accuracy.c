/* The tolerance is a promise: every example against independent references at three tolerances,
 * with residuals, energy and communication steps. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_close.h"
#include "example_fixture.h"
#include "four_bar_reference.h"
#include "slow_build.h"
#include "truth/truth_run.h"

struct expected {
	const char *name;
	double value;
	double range; /* largest minus smallest value during the run */
};

struct case_ {
	const char *example;
	double stop, step;
	double energy; /* exchanged between its forms, J */
	int n;
	struct expected expected[4];
};

static const struct case_ cases[] = {
	/* IFToMM benchmark A01; exact by Jacobi's elliptic functions, sin(theta/2) = k sn(K - sqrt(g/L)
	 * t, k), k = sin(pi/4) */
	{"pendulum",
     10,
     0.01,
     9.81,
     2,
     {{"bodies.bob.x", -0.2750874625761168600544, 2}, {"bodies.bob.y", -0.9614192050991250642651, 1}}},
	/* branch theta2 = pi - theta1 as one ordinary differential equation, quadruple precision, two
	 * methods of orders 16 and 20 */
	{"slider_crank",
     10,
     0.01,
     2.87,
     3,
     {{"joints.pin.angle", -0.67951076820221599651, 1.57},
      {"joints.guide.angle", 3.8211034217920092350, 1.57},
      {"joints.guide.position", -1.2568250709688890124, 2.83}}},
	/* one ordinary differential equation for phi, as above */
	{"double_four_bar",
     10,
     0.01,
     68.7,
     2,
     {{"sensors.B0.position[1]", 0.328458111540815, 2}, {"sensors.B0.position[2]", 0.944518538178601, 2}}},
	/* DAE test set's seven-body mechanism, index-1 form in quadruple precision, two methods of
	 * orders 16 and 20 */
	{"andrews_squeezer",
     0.03,
     0.0003,
     1.4,
     4,
     {{"joints.beta.angle", 15.810771195153707097, 15.87},
      {"joints.theta.angle", -15.756371058411839470, 15.76},
      {"joints.gamma.angle", 0.040822240119645804858, 0.45},
      {"joints.epsilon.angle", 1.0480807410419378731, 0.19}}},
};

static const double tolerances[] = {1e-4, 1e-6, 1e-8};
enum { N_TOLERANCES = SLOW_BUILD ? 1 : 3 };

static void run_with_residuals(struct example *e, double stop, double step, double tolerance)
{
	int count = (int)ceil(stop / step - 1e-9);
	for (int i = 1; i <= count; i++) {
		example_advance(e, i < count ? i * step : stop);
		assert_small(example_get(e, "solver.constraint_residual"), 1e-10);
		assert_small(example_get(e, "solver.velocity_residual"), tolerance);
	}
}

static void check_run(struct example *e, const struct case_ *c, const char *method, double tolerance)
{
	example_start_with(e, method, tolerance);
	run_with_residuals(e, c->stop, c->step, tolerance);
	for (int i = 0; i < c->n; i++) {
		double error = example_get(e, c->expected[i].name) - c->expected[i].value;
		print_message("    %-17s %-17s %.0e %-24s error %9.1e = %5.2f tolerance x range\n", c->example,
		              method ? method : "", tolerance, c->expected[i].name, error,
		              fabs(error) / (tolerance * c->expected[i].range));
		assert_small(error, 5 * tolerance * c->expected[i].range);
	}
	assert_small(example_get(e, "energies.balance_error"), 10 * tolerance * c->energy);
}

/* with the method of the file, and at the first tolerance with every other */
static void check_case(const struct case_ *c)
{
	struct example e;
	example_open(&e, c->example);
	for (int k = 0; k < N_TOLERANCES; k++) {
		check_run(&e, c, NULL, tolerances[k]);
	}
	for (int k = 0; k < TRUTH_METHODS; k++) {
		check_run(&e, c, truth_methods[k], tolerances[0]);
	}
	example_close(&e);
}

static void pendulum_follows_its_closed_form(void **state)
{
	(void)state;
	check_case(&cases[0]);
}

static void slider_crank_passes_its_dead_centre_on_the_right_branch(void **state)
{
	(void)state;
	check_case(&cases[1]);
}

static void double_four_bar_passes_its_singular_positions(void **state)
{
	(void)state;
	check_case(&cases[2]);
}

static void andrews_squeezer_meets_the_reference(void **state)
{
	(void)state;
	check_case(&cases[3]);
}

static void four_bar_equals_its_equation_of_one_coordinate(void **state)
{
	struct example e;
	struct four_bar_state exact = four_bar_run(0.5, 5, 100000);
	struct four_bar_state coarse = four_bar_run(0.5, 5, 50000);
	(void)state;
	assert_close(exact.angle, coarse.angle, 1e-10);
	example_open(&e, "four_bar");
	for (int k = 0; k < N_TOLERANCES; k++) {
		example_start(&e, tolerances[k]);
		run_with_residuals(&e, 5, 0.005, tolerances[k]);
		assert_close(example_get(&e, "joints.crank_bearing.angle"), exact.angle, 5 * tolerances[k] * exact.angle);
		assert_close(example_get(&e, "joints.crank_bearing.speed"), exact.speed, 5 * tolerances[k] * 20);
		assert_small(example_get(&e, "energies.balance_error"), 10 * tolerances[k] * 18.6);
	}
	example_close(&e);
}

/* communication steps as parts of the run; the last is the whole run */
static void check_communication_steps(const char *name, const char *variable, double stop, double range)
{
	static const double parts[] = {1, 0.0037, 0.001, 0.0001};
	const double tolerance = SLOW_BUILD ? 1e-4 : 1e-5;
	struct example e;
	double reference = 0;
	example_open(&e, name);
	for (int k = 0; k < 4; k++) {
		example_start(&e, tolerance);
		for (int i = 1; i * parts[k] < 1 - 1e-9; i++) {
			example_advance(&e, i * parts[k] * stop);
		}
		example_advance(&e, stop);
		double value = example_get(&e, variable);
		reference = k == 0 ? value : reference;
		assert_close(value, reference, 10 * tolerance * range);
	}
	example_close(&e);
}

static void the_communication_step_does_not_change_the_trajectory(void **state)
{
	(void)state;
	check_communication_steps("pendulum", "bodies.bob.x", 10, 2);
	check_communication_steps("slider_crank", "joints.pin.angle", 10, 1.57);
	check_communication_steps("four_bar", "joints.crank_bearing.angle", 5, 37);
	check_communication_steps("double_four_bar", "sensors.B0.position[1]", 10, 2);
	check_communication_steps("andrews_squeezer", "joints.beta.angle", 0.03, 15.8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pendulum_follows_its_closed_form),
		cmocka_unit_test(slider_crank_passes_its_dead_centre_on_the_right_branch),
		cmocka_unit_test(double_four_bar_passes_its_singular_positions),
		cmocka_unit_test(andrews_squeezer_meets_the_reference),
		cmocka_unit_test(four_bar_equals_its_equation_of_one_coordinate),
		cmocka_unit_test(the_communication_step_does_not_change_the_trajectory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
