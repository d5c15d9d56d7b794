/* solver.accelerations: every way gives the same accelerations, multipliers and runs, on all
 * examples and kinds of elements, in singular positions and with redundant joints, too. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_driver_parts.h"
#include "dae_kkt_struct.h"
#include "every_example.h"
#include "find_method.h"
#include "la_dense.h"
#include "mech_instance_parts.h"
#include "moving_zoo.h"
#include "running.h"
#include "slow_build.h"

static const char *word(int kind)
{
	return mech_solver_choice(MECH_SOLVER_ACCELERATIONS, kind);
}

/* ---- one point ---- */

static int used[DAE_ACCELERATIONS_COUNT];

/* the largest force and acceleration that any force alone would give: they may add up to nothing,
 * but for their rounding */
static void find_sizes(struct running *r, double *force, double *acceleration)
{
	struct dae_system *system = &r->m->system.dae;
	const struct dae_point p = dae_state_point(r->m->driver);
	double *f = calloc(2 * (size_t)system->n_v, sizeof *f), *mass = f + system->n_v;
	assert_non_null(f);
	assert_int_equal(system->force(system->context, &p, f), DAE_DONE);
	la_block_diagonal(system->n_mass_blocks, system->mass_blocks, dae_kkt_mass(r->m->driver->kkt), system->n_v, mass);
	*force = la_norm_max(system->n_v, f);
	*acceleration = 0;
	for (int i = 0; i < system->n_v; i++) {
		*acceleration = mass[i] > 0 ? fmax(*acceleration, fabs(f[i]) / mass[i]) : *acceleration;
	}
	free(f);
}

/* a, then lambda, of the present point, each in parts of its size */
static double *solve(struct running *r, int kind)
{
	struct dae_options options = mech_instance_options(r->m);
	struct dae_failure failure;
	const int n_v = r->m->system.dae.n_v, n_g = r->m->system.dae.n_g;
	double *x = calloc((size_t)(n_v + n_g) + 1, sizeof *x);
	assert_non_null(x);
	options.kkt.accelerations = (enum dae_accelerations)kind;
	assert_int_equal(dae_answer_accelerations(r->m->driver, &options, x, x + n_v, &failure), DAE_DONE);
	used[kind] += r->m->driver->kkt->kind == &dae_kkt_kinds[kind];
	double of_a, of_lambda;
	find_sizes(r, &of_lambda, &of_a);
	of_a = fmax(of_a, la_norm_max(n_v, x));
	of_lambda = fmax(of_lambda, la_norm_max(n_g, x + n_v));
	for (int i = 0; i < n_v + n_g; i++) {
		const double size = i < n_v ? of_a : of_lambda;
		x[i] /= size > 0 ? size : 1;
	}
	return x;
}

static void compare_point(struct running *r)
{
	const int n = r->m->system.dae.n_v + r->m->system.dae.n_g;
	double *expected = solve(r, DAE_ACCELERATIONS_SPARSE);
	for (int kind = 1; kind < DAE_ACCELERATIONS_COUNT; kind++) {
		double *x = solve(r, kind);
		for (int i = 0; i < n; i++) {
			if (!(fabs(x[i] - expected[i]) <= 1e-10)) {
				fail_msg("%s at %g with %s: number %d of %d is %.12g instead of %.12g",
				         mech_name(r->model, r->model->head->name), mech_time(r->m), word(kind), i, n, x[i],
				         expected[i]);
			}
		}
		free(x);
	}
	free(expected);
}

/* at the start and at some points of the motion */
static void compare(struct running *r)
{
	mech_setup(r->m, 0, 1e-4);
	running_initialize(r);
	compare_point(r);
	for (int k = 1; k <= 4; k++) {
		running_advance(r, 0.01 * k);
		compare_point(r);
	}
	running_close(r);
}

static void compare_file(const char *path)
{
	struct running r = {0};
	running_take(&r, host_read_file(path, &r.message));
	compare(&r);
}

static void all_ways_agree_on_every_example(void **state)
{
	(void)state;
	const int count = every_example(compare_file);
	for (int kind = 1; kind < DAE_ACCELERATIONS_COUNT; kind++) {
		print_message("%s: %d of %d points\n", word(kind), used[kind], 5 * count);
		assert_true(used[kind] >= 5 * count / 2);
	}
}

static void all_ways_agree_on_every_kind_of_element(void **state)
{
	(void)state;
	for (int k = 0; k < MOVING_ZOO_SIZE; k++) {
		struct running r;
		running_open(&r, moving_zoo[k]);
		compare(&r);
	}
}

/* ---- runs ---- */

static void start(struct running *r, const char *example, const char *method, int kind)
{
	running_open_example(r, example);
	running_set(r, "solver.method", number_of_method(method));
	running_set(r, "solver.accelerations", MECH_FIRST_CHOICE + kind);
	mech_setup(r->m, 0, 1e-6);
	running_initialize(r);
}

/* slider_crank passes its dead centre, double_four_bar and toggle_press are redundant or stretched,
 * others are regular */
static const struct {
	const char *example;
	double stop;
} runs[] = {{"slider_crank", 1},   {"double_four_bar", 2},   {"andrews_squeezer", 0.01}, {"bricard", 0.5},
            {"delta_robot", 0.05}, {"four_bar_in_space", 1}, {"heavy_top", 0.1}};

static void runs_agree_to_the_tolerance(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof runs / sizeof *runs; k += SLOW_BUILD ? 3 : 1) {
		struct running expected;
		start(&expected, runs[k].example, "dopri5", DAE_ACCELERATIONS_SPARSE);
		running_advance(&expected, runs[k].stop);
		for (int kind = 1; kind < DAE_ACCELERATIONS_COUNT; kind++) {
			struct running r;
			start(&r, runs[k].example, "dopri5", kind);
			running_advance(&r, runs[k].stop);
			for (int i = 0; i < r.m->system.dae.n_q; i++) {
				if (!(fabs(r.m->dae.q[i] - expected.m->dae.q[i]) <= 1e-6)) {
					fail_msg("%s with %s: coordinate %d is %.12g instead of %.12g", runs[k].example, word(kind), i,
					         r.m->dae.q[i], expected.m->dae.q[i]);
				}
			}
			assert_true(r.m->dae.counters->steps <= 1.1 * expected.m->dae.counters->steps + 2);
			running_close(&r);
		}
		running_close(&expected);
	}
}

static void saved_states_go_on_bit_for_bit(void **state)
{
	(void)state;
	for (int kind = 0; kind < DAE_ACCELERATIONS_COUNT; kind++) {
		struct running r, other;
		start(&r, "slider_crank", "dopri5", kind);
		running_advance(&r, 0.3);
		const size_t size = mech_state_size(r.m);
		void *saved = malloc(size), *end = malloc(size);
		assert_non_null(saved);
		assert_non_null(end);
		memcpy(saved, mech_state(r.m), size);
		running_advance(&r, 0.6);
		memcpy(end, mech_state(r.m), size);
		start(&other, "slider_crank", "radau", DAE_ACCELERATIONS_SPARSE);
		mech_restore(other.m, saved);
		running_advance(&other, 0.6);
		assert_memory_equal(mech_state(other.m), end, size);
		free(saved);
		free(end);
		running_close(&r);
		running_close(&other);
	}
}

/* ---- the setting ---- */

#define PENDULUM                                                   \
	"mechanism: pendulum\n"                                        \
	"bodies:\n"                                                    \
	"  bob: {mass: 1, inertia: 0.1, center: [1, 0]}\n"             \
	"joints:\n"                                                    \
	"  pin: {type: revolute, bodies: [ground, bob], at: [0, 0]}\n" \
	"solver: {accelerations: "

static void a_way_is_chosen_by_its_name(void **state)
{
	(void)state;
	for (int kind = 0; kind < DAE_ACCELERATIONS_COUNT; kind++) {
		char text[1024];
		struct running r;
		(void)snprintf(text, sizeof text, PENDULUM "%s}\n", word(kind));
		running_open(&r, text);
		assert_int_equal(mech_instance_options(r.m).kkt.accelerations, kind);
		running_close(&r);
	}
}

static void an_unknown_way_is_named(void **state)
{
	struct running r;
	struct mech_message message;
	(void)state;
	static const char text[] = PENDULUM "reducd}\n";
	assert_null(host_read_text("test.yaml", text, strlen(text), &message));
	assert_non_null(strstr(message.text, "unknown accelerations 'reducd' (did you mean 'reduced'?)"));
	running_open(&r, PENDULUM "sparse}\n");
	assert_int_not_equal(mech_set(r.m, running_variable(&r, "solver.accelerations"), 17, &r.message), 0);
	running_expect_message(&r, "solver.accelerations");
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_ways_agree_on_every_example), cmocka_unit_test(all_ways_agree_on_every_kind_of_element),
		cmocka_unit_test(runs_agree_to_the_tolerance),     cmocka_unit_test(saved_states_go_on_bit_for_bit),
		cmocka_unit_test(a_way_is_chosen_by_its_name),     cmocka_unit_test(an_unknown_way_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
