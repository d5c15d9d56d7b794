/* Worst cases of sizes: masses, stiffnesses and lengths many orders apart in one mechanism, against
 * closed forms and scaled twins; and the condition of the matrices that the solver factors
 * there. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_kkt_struct.h"
#include "dae_method.h"
#include "la_dense.h"
#include "mech/running.h"
#include "mech_instance_parts.h"
#include "slow_build.h"
#include "sparse_multiply.h"
#include "singular_values.h"

/* phi'' = -rate^2 sin(phi) from rest, by Runge and Kutta */
static double pendulum(double phi, double rate, double time)
{
	enum { STEPS = 20000 };
	const double h = time / STEPS, ahead[4] = {0, h / 2, h / 2, h}, weight[4] = {1, 2, 2, 1};
	double w = 0;
	for (int i = 0; i < STEPS; i++) {
		double slope[2] = {0, 0}, sum[2] = {0, 0};
		for (int k = 0; k < 4; k++) {
			const double phi_k = phi + ahead[k] * slope[0], w_k = w + ahead[k] * slope[1];
			slope[0] = w_k;
			slope[1] = -rate * rate * sin(phi_k);
			sum[0] += weight[k] * slope[0];
			sum[1] += weight[k] * slope[1];
		}
		phi += h / 6 * sum[0];
		w += h / 6 * sum[1];
	}
	return phi;
}

/* ---- a parallelogram in space (three redundant rows) swings as a pendulum, whatever its masses ---- */

static void start_parallelogram(struct running *r, double crank, double coupler, double rocker)
{
	char text[2048];
	(void)snprintf(text, sizeof text,
	               "mechanism: parallelogram\n"
	               "space: spatial\n"
	               "gravity: [0, 0, -9.81]\n"
	               "bodies:\n"
	               "  crank: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], center: [0.3, 0, -0.4]}\n"
	               "  coupler: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], center: [1.6, 0, -0.8]}\n"
	               "  rocker: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], center: [2.3, 0, -0.4]}\n"
	               "joints:\n"
	               "  a: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, -1, 0]}\n"
	               "  b: {type: revolute, bodies: [crank, coupler], at: [0.6, 0, -0.8], axis: [0, -1, 0]}\n"
	               "  c: {type: revolute, bodies: [coupler, rocker], at: [2.6, 0, -0.8], axis: [0, -1, 0]}\n"
	               "  d: {type: revolute, bodies: [rocker, ground], at: [2, 0, 0], axis: [0, 1, 0]}\n"
	               "solver: {method: radau}\n",
	               crank, crank / 12, crank / 12, crank / 12, coupler, coupler / 3, coupler / 3, coupler / 3, rocker,
	               rocker / 12, rocker / 12, rocker / 12);
	running_start(r, text, 0, 1e-8);
}

static void check_parallelogram(double crank, double coupler, double rocker)
{
	struct running r;
	/* cranks of 1 m, homogeneous; phi from the downward vertical */
	const double inertia = (crank + rocker) / 3 + coupler, moment = 9.81 * ((crank + rocker) / 2 + coupler);
	const double start = atan2(0.6, 0.8);
	start_parallelogram(&r, crank, coupler, rocker);
	for (int k = 1; k <= (SLOW_BUILD ? 1 : 5); k++) {
		running_advance(&r, k);
		const double expected = pendulum(start, sqrt(moment / inertia), k) - start;
		assert_close(running_get(&r, "joints.a.angle"), expected, 1e-7);
		assert_close(running_get(&r, "joints.d.angle"), expected, 1e-7);
		assert_small(running_get(&r, "energies.balance_error"), 1e-7 * (crank + coupler + rocker) * 9.81);
		assert_small(running_get(&r, "solver.constraint_residual"), 1e-10);
	}
	running_close(&r);
}

static void a_milligram_beside_a_thousand_tons(void **state)
{
	(void)state;
	check_parallelogram(1, 1, 1);
	check_parallelogram(1e6, 1e-6, 1e6);
	check_parallelogram(1e-6, 1e6, 1e-6);
	check_parallelogram(1e6, 1e-6, 1e-6);
}

/* ---- 1e9 N/m ---- */

static const char vibration[] =
	"mechanism: vibration\n"
	"space: spatial\n"
	"bodies:\n"
	"  mass: {mass: 1, inertia: [1, 1, 1], center: [0, 0, 1]}\n"
	"joints:\n"
	"  guide: {type: prismatic, bodies: [ground, mass], at: [0, 0, 1], axis: [0, 0, 1]}\n"
	"forces:\n"
	"  spring: {type: spring_damper, bodies: [ground, mass], from: [0, 0, 0], to: [0, 0, 1],\n"
	"           stiffness: 1.0e+9, length: 0.999}\n"
	"solver: {method: radau}\n";

static void a_very_stiff_spring_vibrates_at_its_frequency(void **state)
{
	struct running r;
	(void)state;
	running_start(&r, vibration, 0, 1e-8);
	for (int k = 1; k <= 10; k++) {
		const double t = 1e-4 * k, w = sqrt(1e9);
		running_advance(&r, t);
		assert_close(running_get(&r, "joints.guide.position"), 0.001 * (cos(w * t) - 1), 1e-8);
		assert_small(running_get(&r, "energies.balance_error"), 500 * 1e-7);
	}
	running_close(&r);
}

static const char stiff_pendulum[] =
	"mechanism: stiff_pendulum\n"
	"space: spatial\n"
	"gravity: [0, 0, -9.81]\n"
	"bodies:\n"
	"  bob: {mass: 1, inertia: [0.001, 0.001, 0.001], center: [0.6, 0, -0.8]}\n"
	"forces:\n"
	"  spring: {type: spring_damper, bodies: [ground, bob], from: [0, 0, 0], to: [0.6, 0, -0.8],\n"
	"           stiffness: 1.0e+9, damping: 1000}\n"
	"solver: {method: radau}\n";

static void a_pendulum_on_a_very_stiff_spring_swings_as_on_a_rod(void **state)
{
	struct running r;
	(void)state;
	running_start(&r, stiff_pendulum, 0, 1e-7);
	for (int k = 1; k <= (SLOW_BUILD ? 1 : 5); k++) {
		running_advance(&r, k);
		const double phi = pendulum(atan2(0.6, 0.8), sqrt(9.81), k);
		/* the spring is stretched by less than 2 m g / k = 2e-8 m */
		assert_close(running_get(&r, "bodies.bob.x"), sin(phi), 1e-6);
		assert_close(running_get(&r, "bodies.bob.z"), -cos(phi), 1e-6);
	}
	/* no longer ones than the rod's: the vibration is not followed, which would take 100000
	 * steps */
	assert_true(running_get(&r, "solver.steps") < 20000);
	running_close(&r);
}

/* ---- 0.1 mm next to 1 km ---- */

static const char long_rod[] =
	"mechanism: slider_crank\n"
	"space: spatial\n"
	"bodies:\n"
	"  crank: {mass: 0.001, inertia: [1.0e-11, 1.0e-11, 1.0e-11], center: [0, 0, 0]}\n"
	"  rod: {mass: 1000, inertia: [1, 8.0e+7, 8.0e+7], center: [500, 0, 0]}\n"
	"  slider: {mass: 10, inertia: [1, 1, 1], center: [1000.0001, 0, 0]}\n"
	"joints:\n"
	"  bearing: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}\n"
	"  pin: {type: revolute, bodies: [crank, rod], at: [0.0001, 0, 0], axis: [0, 0, 1]}\n"
	"  eye: {type: spherical, bodies: [rod, slider], at: [1000.0001, 0, 0]}\n"
	"  guide: {type: prismatic, bodies: [ground, slider], at: [1000.0001, 0, 0], axis: [1, 0, 0]}\n"
	"drivers:\n"
	"  motor: {type: constant_speed, joint: bearing, speed: 10}\n"
	"solver: {method: radau}\n";

static void a_crank_of_a_tenth_of_a_millimetre_on_a_rod_of_a_kilometre(void **state)
{
	const double crank = 1e-4, rod = 1000;
	struct running r;
	(void)state;
	running_start(&r, long_rod, 0, 1e-8);
	for (int k = 1; k <= 10; k++) {
		const double angle = k;
		running_advance(&r, 0.1 * k);
		const double lift = crank * sin(angle);
		const double expected = crank * (cos(angle) - 1) - lift * lift / (rod + sqrt(rod * rod - lift * lift));
		/* a millionth of the crank, 1e-13 of the whole */
		assert_close(running_get(&r, "joints.guide.position"), expected, 1e-10);
		assert_close(running_get(&r, "joints.guide.speed"), -10 * crank * sin(angle), 1e-9);
	}
	running_close(&r);
}

/* ---- Bricard's linkage as large as a mountain and as small as a grain: gravity in proportion, same angles ---- */

static void bricard_scaled(struct running *r, double size)
{
	static const double centers[5][3] = {{0.5, 0, 0}, {1, -0.5, 0}, {1, -1, 0.5}, {0.5, -1, 1}, {0, -0.5, 1}};
	static const double points[6][3] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
	static const char *const axes[3] = {"[0, 1, 0]", "[0, 0, 1]", "[1, 0, 0]"};
	char text[4096];
	size_t n = (size_t)snprintf(text, sizeof text,
	                            "mechanism: bricard\nspace: spatial\ngravity: [0, %.17g, 0]\nbodies:\n", -9.81 * size);
	for (int i = 0; i < 5; i++) {
		double J[3] = {1.01 / 12, 1.01 / 12, 1.01 / 12};
		J[i % 3] = 0.01 / 6;
		n += (size_t)snprintf(text + n, sizeof text - n,
		                      "  rod%d: {mass: 1, inertia: [%.17g, %.17g, %.17g], center: [%.17g, %.17g, %.17g]}\n",
		                      i + 1, J[0] * size * size, J[1] * size * size, J[2] * size * size, centers[i][0] * size,
		                      centers[i][1] * size, centers[i][2] * size);
	}
	n += (size_t)snprintf(text + n, sizeof text - n, "joints:\n");
	for (int i = 0; i < 6; i++) {
		char first[16] = "ground", second[16] = "ground";
		if (i > 0) {
			(void)snprintf(first, sizeof first, "rod%d", i);
		}
		if (i < 5) {
			(void)snprintf(second, sizeof second, "rod%d", i + 1);
		}
		n +=
			(size_t)snprintf(text + n, sizeof text - n,
		                     "  %c: {type: revolute, bodies: [%s, %s], at: [%.17g, %.17g, %.17g], axis: %s}\n", 'a' + i,
		                     first, second, points[i][0] * size, points[i][1] * size, points[i][2] * size, axes[i % 3]);
	}
	(void)snprintf(text + n, sizeof text - n, "solver: {method: radau}\n");
	running_start(r, text, 0, 1e-8);
}

static void a_linkage_of_any_size_moves_alike(void **state)
{
	static const double sizes[] = {1e-4, 1e3, 1e4, 1e6};
	struct running one;
	(void)state;
	for (int i = 0; i < 4; i++) {
		struct running twin;
		struct mech_diagnosis diagnosis;
		bricard_scaled(&one, 1);
		bricard_scaled(&twin, sizes[i]);
		mech_instance_diagnose(twin.m, &diagnosis, NULL);
		assert_int_equal(diagnosis.degrees_of_freedom, 1);
		assert_int_equal(diagnosis.n_redundant, 1);
		for (int k = 1; k <= (SLOW_BUILD ? 1 : 6); k++) {
			running_advance(&one, 0.5 * k);
			running_advance(&twin, 0.5 * k);
			assert_close(running_get(&twin, "joints.a.angle"), running_get(&one, "joints.a.angle"), 1e-8);
			assert_close(running_get(&twin, "joints.b.speed"), running_get(&one, "joints.b.speed"), 1e-7);
		}
		running_close(&twin);
		running_close(&one);
	}
}

/* ---- a light body on a heavy one, each with a freedom of its own ---- */

static void start_double_pendulum(struct running *r, double first, double second)
{
	char text[1024];
	(void)snprintf(text, sizeof text,
	               "mechanism: double_pendulum\n"
	               "gravity: [0, -9.81]\n"
	               "bodies:\n"
	               "  first: {mass: %.17g, inertia: %.17g, center: [0.5, 0]}\n"
	               "  second: {mass: %.17g, inertia: %.17g, center: [1.5, 0]}\n"
	               "joints:\n"
	               "  a: {type: revolute, bodies: [ground, first], at: [0, 0]}\n"
	               "  b: {type: revolute, bodies: [first, second], at: [1, 0]}\n"
	               "solver: {method: radau}\n",
	               first, first / 12, second, second / 12);
	running_start(r, text, 0, 1e-8);
}

/* homogeneous rods of 1 m, absolute angles y[0], y[1] from the horizontal and their speeds, by
 * Lagrange */
static void double_pendulum_slope(const double *y, double first, double second, double *slope)
{
	const double g = 9.81, c = cos(y[0] - y[1]), s = sin(y[0] - y[1]);
	const double M11 = first / 3 + second, M12 = second * c / 2, M22 = second / 3;
	const double f1 = -second / 2 * s * y[3] * y[3] - (first / 2 + second) * g * cos(y[0]);
	const double f2 = second / 2 * s * y[2] * y[2] - second / 2 * g * cos(y[1]);
	const double determinant = M11 * M22 - M12 * M12;
	slope[0] = y[2];
	slope[1] = y[3];
	slope[2] = (M22 * f1 - M12 * f2) / determinant;
	slope[3] = (M11 * f2 - M12 * f1) / determinant;
}

/* one step of Runge and Kutta */
static void double_pendulum_step(double *y, double first, double second, double h)
{
	const double ahead[4] = {0, h / 2, h / 2, h}, weight[4] = {1, 2, 2, 1};
	double slope[4] = {0, 0, 0, 0}, sum[4] = {0, 0, 0, 0};
	for (int k = 0; k < 4; k++) {
		double at[4];
		for (int i = 0; i < 4; i++) {
			at[i] = y[i] + ahead[k] * slope[i];
		}
		double_pendulum_slope(at, first, second, slope);
		for (int i = 0; i < 4; i++) {
			sum[i] += weight[k] * slope[i];
		}
	}
	for (int i = 0; i < 4; i++) {
		y[i] += h / 6 * sum[i];
	}
}

static void a_light_pendulum_on_a_heavy_one_swings_as_it_should(void **state)
{
	static const double masses[][2] = {{1, 1}, {1e6, 1e-6}, {1e-6, 1e6}};
	(void)state;
	for (int m = 0; m < 3; m++) {
		struct running r;
		double y[4] = {0, 0, 0, 0};
		start_double_pendulum(&r, masses[m][0], masses[m][1]);
		for (int k = 1; k <= 10; k++) {
			for (int i = 0; i < 2000; i++) {
				double_pendulum_step(y, masses[m][0], masses[m][1], 0.1 / 2000);
			}
			running_advance(&r, 0.1 * k);
			assert_close(running_get(&r, "bodies.first.angle"), y[0], 1e-9);
			assert_close(running_get(&r, "bodies.second.angle"), y[1], 1e-9);
		}
		running_close(&r);
	}
}

/* ---- condition of the matrix that a step of size h factors, redundant rows aside ----
 *
 * The matrix of dae_kkt.h, with velocities in units of their sizes, divided by s. Bauchau, Epple
 * and Bottasso's scaling makes it independent of the step. What is left of the masses are those of
 * the motions that the constraints allow: with one degree of freedom nothing, otherwise their
 * ratio. */
static double condition(struct running *r, double h)
{
	const struct dae_system *system = &r->m->system.dae;
	const struct mech_context at = mech_instance_point(r->m), *c = &at;
	const struct dae_point p = {.t = c->t, .q = c->q, .v = c->v, .a = c->a, .lambda = c->lambda};
	const struct dae_options options = dae_options_for(1e-8);
	const int n_v = system->n_v, n = n_v + system->n_g;
	struct dae_kkt *kkt = dae_kkt_create(system);
	double *A = calloc((size_t)(n * (3 * n + 2)), sizeof *A);
	assert_true(kkt != NULL && A != NULL);
	double *u = A + n * n, *vt = u + n * n, *values = vt + n * n, *unit = values + n;
	assert_int_equal(system->mass(system->context, p.q, dae_kkt_mass(kkt)), 0);
	assert_int_equal(system->jacobian(system->context, &p, dae_kkt_jacobian(kkt)), 0);
	assert_int_equal(system->tangent(system->context, &p, h * h / 4, h / 2, dae_kkt_tangent(kkt)), 0);
	assert_int_equal(dae_kkt_factor(kkt, &options.kkt, 1), 0);
	for (int j = 0; j < n; j++) {
		unit[j] = (j < n_v ? system->motion_size[j] : 1) / kkt->scale;
		sparse_multiply(kkt->matrix, unit, A + n * j);
		unit[j] = 0;
		for (int i = 0; i < n_v; i++) {
			A[i + n * j] *= system->motion_size[i];
		}
	}
	singular_values(n, n, A, values, u, vt);
	const double result = values[0] / values[n - 1 - dae_kkt_last_rank(kkt).redundant];
	free(A);
	dae_kkt_free(kkt);
	return result;
}

/* closes the mechanism */
static void check_condition(struct running *r, const char *name, double longest_step, double bound)
{
	double worst = 0;
	printf("condition, %s:", name);
	for (double h = 1e-8; h <= longest_step; h *= 100) {
		const double found = condition(r, h);
		printf(" %.2g", found);
		worst = fmax(worst, found);
	}
	printf("\n");
	assert_true(worst <= bound);
	running_close(r);
}

static void matrices_of_one_freedom_are_well_conditioned_whatever_masses_sizes_and_steps(void **state)
{
	static const double masses[][3] = {{1, 1, 1}, {1e6, 1e-6, 1e6}, {1e-6, 1e6, 1e-6}, {1e6, 1e-6, 1e-6}};
	static const double sizes[] = {1e-4, 1, 1e3, 1e4, 1e6};
	struct running r;
	(void)state;
	for (int k = 0; k < 4; k++) {
		start_parallelogram(&r, masses[k][0], masses[k][1], masses[k][2]);
		running_advance(&r, 0.3);
		check_condition(&r, "parallelogram", 1, 1000);
	}
	for (int k = 0; k < 5; k++) {
		bricard_scaled(&r, sizes[k]);
		running_advance(&r, 0.3);
		/* closures of mechanisms above 1 m are measured in metres, up to 1000 times finer than
		 * these: that counts squared */
		check_condition(&r, "Bricard", 1, sizes[k] > 1 ? 1e8 : 1000);
	}
	running_start(&r, vibration, 0, 1e-8);
	check_condition(&r, "1e9 N/m", 1, 1e8);
	running_start(&r, long_rod, 0, 1e-8);
	running_advance(&r, 0.1);
	check_condition(&r, "0.1 mm on 1 km", 1, 1e8);
}

static void matrices_of_several_freedoms_are_as_apart_as_these(void **state)
{
	struct running r;
	(void)state;
	start_double_pendulum(&r, 1, 1);
	check_condition(&r, "double pendulum", 1, 1000);
	start_double_pendulum(&r, 1e-6, 1e6);
	check_condition(&r, "heavy below light", 1, 1000);
	start_double_pendulum(&r, 1e6, 1e-6);
	check_condition(&r, "light below heavy", 1, 1000 * 1e12);
	/* the spring's direction compared with the others: k h^2 / 4 over the smallest inertia, at the
	 * solver's own step */
	running_start(&r, stiff_pendulum, 0, 1e-7);
	check_condition(&r, "pendulum on 1e9 N/m", 1e-4, 1e8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_milligram_beside_a_thousand_tons),
		cmocka_unit_test(a_very_stiff_spring_vibrates_at_its_frequency),
		cmocka_unit_test(a_pendulum_on_a_very_stiff_spring_swings_as_on_a_rod),
		cmocka_unit_test(a_crank_of_a_tenth_of_a_millimetre_on_a_rod_of_a_kilometre),
		cmocka_unit_test(a_linkage_of_any_size_moves_alike),
		cmocka_unit_test(a_light_pendulum_on_a_heavy_one_swings_as_it_should),
		cmocka_unit_test(matrices_of_one_freedom_are_well_conditioned_whatever_masses_sizes_and_steps),
		cmocka_unit_test(matrices_of_several_freedoms_are_as_apart_as_these),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
