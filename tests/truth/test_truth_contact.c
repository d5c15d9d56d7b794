/* Balls on floors against exact impacts: flight in closed form, time in contact by quadrature of
 * the energy or step by step. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "truth_motion.h"
#include "truth_run.h"

static const double g = 9.81;

/* ---- a ball of 0.1 m and 1 kg dropped from 1 m: `number` is the stiffness of the floor ---- */

static int ball_at(const struct truth_problem *p, double t, struct truth_value *values)
{
	const double v0 = sqrt(2 * g), fall = sqrt(2 / g), contact = truth_impact_time(p->number, g, v0);
	const double flight = truth_time_of_flight(t, fall, contact);
	values[0] = (struct truth_value){"bodies.ball.y", 0.1 + v0 * flight - g / 2 * flight * flight, 1, 0};
	values[1] = (struct truth_value){"bodies.ball.vy", v0 - g * flight, 2 * v0, 0};
	values[2] = (struct truth_value){"bodies.ball.x", 0, 1, 0};
	values[3] = (struct truth_value){"energies.balance_error", 0, g, 0};
	return 4;
}

static struct truth_problem ball_on(double stiffness, const char *title)
{
	struct truth_problem p = {.title = title,
	                          .file = "bouncing_ball",
	                          .settings = {{"forces.c.stiffness", stiffness}},
	                          .stop = 10,
	                          .short_stop = 0.8,
	                          .exact = ball_at,
	                          .number = stiffness};
	return p;
}

static void the_exact_ball_is_where_the_energy_says(void **state)
{
	(void)state;
	const struct truth_problem p = ball_on(1e7, "ball on 1e7");
	struct truth_value values[TRUTH_MOST_VALUES];
	/* published with the case */
	ball_at(&p, 10, values);
	assert_close(values[0].exact, 1.09699, 5e-6);
	/* without gravity an impact of speed v takes 2 (D / v) B(2/5, 1/2) / 2.5, B the beta function
	 * (Hertz) */
	const double D = truth_impact_depth(1e5, 0, 2);
	const double beta = tgamma(0.4) * tgamma(0.5) / tgamma(0.9);
	assert_close(truth_impact_time(1e5, 0, 2), 2 * D / 2 * beta / 2.5, 1e-14);
}

static void a_ball_bounces_for_ever_on_a_floor_of_1e5(void **state)
{
	(void)state;
	const struct truth_problem p = ball_on(1e5, "ball on 1e5");
	truth_check(&p, TRUTH_STEPS, truth_steps);
}

static void a_ball_bounces_for_ever_on_a_floor_of_1e7(void **state)
{
	(void)state;
	const struct truth_problem p = ball_on(1e7, "ball on 1e7");
	truth_check(&p, TRUTH_STEPS, truth_steps);
}

static void a_ball_on_a_floor_of_1e12_keeps_its_energy_or_the_run_says_that_it_cannot(void **state)
{
	(void)state;
	static const double steps[] = {0.0123, 0.05, 0};
	struct truth_score score = truth_begin();
	struct truth_problem p = ball_on(1e12, "ball on 1e12");
	p.may_refuse = 1;
	truth_sweep(&p, 3, steps, &score);
	p = ball_on(1e13, "ball on 1e13");
	p.may_refuse = 1;
	truth_sweep(&p, 3, steps, &score);
	truth_end(&score);
}

/* ---- a ball with spin, damping and friction: flight in closed form, contact by the Runge-Kutta method ---- */

#define SPINNING_BALL                                                                                       \
	"mechanism: spinning_ball\n"                                                                            \
	"gravity: [0, -9.81]\n"                                                                                 \
	"bodies: {ball: {mass: 1, inertia: 0.004, center: [0, 0.6]}}\n"                                         \
	"forces: {c: {type: contact, bodies: [ball, ground], at: [0, 0.6], radius: 0.1, line: [0, 0], normal: " \
	"[0, 1], stiffness: 1e7, damping: 0.2, friction: 0.3, slip: 0.1}}\n"                                    \
	"initial: {ball: {vx: 1, speed: 30}}\n"

enum { X, Y, ANGLE, VX, VY, SPIN, STATES };

static void spinning_ball_rates(const double *s, double stiffness, double *rate)
{
	const double depth = fmax(0, 0.1 - s[Y]), slip = s[VX] + 0.1 * s[SPIN];
	const double normal = stiffness * pow(depth, 1.5) * fmax(0, 1 - 1.5 * 0.2 * s[VY]);
	const double friction = -0.3 * normal * slip / sqrt(slip * slip + 0.1 * 0.1);
	const double rates[STATES] = {s[VX], s[VY], s[SPIN], friction, normal - g, 0.1 * friction / 0.004};
	memcpy(rate, rates, sizeof rates);
}

static void spinning_ball_step(double *s, double stiffness, double h)
{
	static const double ahead[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
	double rate[STATES] = {0}, sum[STATES] = {0}, moved[STATES];
	for (int k = 0; k < 4; k++) {
		for (int i = 0; i < STATES; i++) {
			moved[i] = s[i] + ahead[k] * h * rate[i];
		}
		spinning_ball_rates(moved, stiffness, rate);
		for (int i = 0; i < STATES; i++) {
			sum[i] += weight[k] * rate[i];
		}
	}
	for (int i = 0; i < STATES; i++) {
		s[i] += h / 6 * sum[i];
	}
}

static void spinning_ball_fly(double *s, double t)
{
	s[X] += s[VX] * t;
	s[Y] += s[VY] * t - g / 2 * t * t;
	s[ANGLE] += s[SPIN] * t;
	s[VY] -= g * t;
}

/* `number` is the stiffness */
static int spinning_ball_values(const struct truth_problem *p, double t, struct truth_value *values)
{
	double s[STATES] = {0, 0.6, 0, 1, 0, 30};
	while (t > 0) {
		const double arrival = (s[VY] + sqrt(s[VY] * s[VY] + 2 * g * (s[Y] - 0.1))) / g;
		spinning_ball_fly(s, fmin(t, arrival));
		t -= arrival;
		/* beyond the end of contact there is no force: the last step need not be cut */
		const double h = truth_impact_time(p->number, g, fabs(s[VY])) / 20000;
		for (; t > 0 && (s[VY] < 0 || s[Y] < 0.1); t -= h) {
			spinning_ball_step(s, p->number, fmin(h, t));
		}
	}
	const double energy = 0.5 + 0.002 * 30 * 30 + g * 0.5;
	const double left = (s[VX] * s[VX] + s[VY] * s[VY]) / 2 + 0.002 * s[SPIN] * s[SPIN] + g * (s[Y] - 0.1);
	values[0] = (struct truth_value){"bodies.ball.x", s[X], 1, 0};
	values[1] = (struct truth_value){"bodies.ball.y", s[Y], 0.5, 0};
	values[2] = (struct truth_value){"bodies.ball.vx", s[VX], 1, 0};
	values[3] = (struct truth_value){"bodies.ball.vy", s[VY], 2 * sqrt(g), 0};
	values[4] = (struct truth_value){"bodies.ball.speed", s[SPIN], 30, 0};
	values[5] = (struct truth_value){"energies.dissipated", energy - left, energy, 0};
	values[6] = (struct truth_value){"energies.balance_error", 0, energy, 0};
	return 7;
}

static void a_spinning_ball_bounces_off_with_less_energy_and_another_spin(void **state)
{
	(void)state;
	static const double stiffness[] = {1e5, 1e8}, steps[] = {1e-4, 0.01, 0.1, 0};
	struct truth_score score = truth_begin();
	for (int k = 0; k < 2; k++) {
		const struct truth_problem p = {.title = k == 0 ? "spinning ball on 1e5" : "spinning ball on 1e8",
		                                .text = SPINNING_BALL,
		                                .settings = {{"forces.c.stiffness", stiffness[k]}},
		                                .stop = 1.1,
		                                .short_stop = 0.5,
		                                .exact = spinning_ball_values,
		                                .number = stiffness[k]};
		truth_sweep(&p, 4, steps, &score);
	}
	truth_end(&score);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_exact_ball_is_where_the_energy_says),
		cmocka_unit_test(a_ball_bounces_for_ever_on_a_floor_of_1e5),
		cmocka_unit_test(a_ball_bounces_for_ever_on_a_floor_of_1e7),
		cmocka_unit_test(a_ball_on_a_floor_of_1e12_keeps_its_energy_or_the_run_says_that_it_cannot),
		cmocka_unit_test(a_spinning_ball_bounces_off_with_less_energy_and_another_spin),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
