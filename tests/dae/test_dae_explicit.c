/* Explicit methods: their coefficients meet the order conditions, embedded ones too; a step costs an acceleration a stage; errors follow
 * the tolerance; and where stability keeps steps short they say so.
 *
 * Order conditions (Hairer, Norsett, Wanner, "Solving Ordinary Differential Equations I", theorem II.2.13): a method is of order p when for all
 * rooted trees with up to p nodes
 *
 *     sum_i b_i phi_i(t) = 1 / gamma(t),      phi_i([t_1 .. t_m]) = prod_k sum_j a_ij phi_j(t_k),     gamma([t_1 .. t_m]) = n prod_k gamma(t_k).
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "assert_close.h"
#include "dae_explicit.h"
#include "dae_method_table.h"
#include "method_run.h"
#include "slider_crank_cartesian.h"
#include "spring_system.h"

/* ---- trees ---- */

enum { MOST_NODES = 9, MOST_TREES = 486, MOST_STAGES = 13 };

struct tree {
	int nodes;
	double gamma, phi[MOST_STAGES];
};

struct forest {
	const struct dae_explicit *method;
	int n;
	struct tree trees[MOST_TREES];
};

/* a_ij of the stages, with the end as the last of them */
static double coefficient(const struct dae_explicit *method, int i, int j)
{
	return j < i ? method->weights[i * (i - 1) / 2 + j] : 0;
}

/* the root with one more branch */
static struct tree with_branch(const struct dae_explicit *method, const struct tree *root, const struct tree *branch)
{
	struct tree t = {root->nodes + branch->nodes, 0, {0}};
	t.gamma = root->gamma / root->nodes * branch->gamma * t.nodes;
	for (int i = 0; i <= method->stages; i++) {
		double sum = 0;
		for (int j = 0; j < i; j++) {
			sum += coefficient(method, i, j) * branch->phi[j];
		}
		t.phi[i] = root->phi[i] * sum;
	}
	return t;
}

/* all trees of `nodes` nodes that the root becomes with branches from number `first` on */
static void grow(struct forest *f, int nodes, const struct tree *root, int first)
{
	if (root->nodes == nodes) {
		assert_true(f->n < MOST_TREES);
		f->trees[f->n++] = *root;
		return;
	}
	for (int k = first; k < f->n && root->nodes + f->trees[k].nodes <= nodes; k++) {
		const struct tree more = with_branch(f->method, root, &f->trees[k]);
		grow(f, nodes, &more, k);
	}
}

static void plant(struct forest *f, const struct dae_explicit *method)
{
	/* numbers of rooted trees: Cayley 1857 */
	static const int counts[MOST_NODES + 1] = {0, 1, 1, 2, 4, 9, 20, 48, 115, 286};
	struct tree root = {1, 1, {0}};
	for (int i = 0; i <= method->stages; i++) {
		root.phi[i] = 1;
	}
	f->method = method;
	f->n = 0;
	for (int nodes = 1; nodes <= MOST_NODES; nodes++) {
		const int before = f->n;
		grow(f, nodes, &root, 0);
		assert_int_equal(f->n - before, counts[nodes]);
	}
}

/* largest defect of the conditions with so many nodes, with weights b - e; e NULL: b */
static double defect(const struct forest *f, int nodes, const double *e)
{
	const int n = f->method->stages;
	double largest = 0;
	for (int k = 0; k < f->n; k++) {
		const struct tree *t = &f->trees[k];
		double sum = 0;
		for (int i = 0; i <= n; i++) {
			sum += ((i < n ? coefficient(f->method, n, i) : 0) - (e ? e[i] : 0)) * t->phi[i];
		}
		largest = t->nodes == nodes ? fmax(largest, fabs(sum - 1 / t->gamma)) : largest;
	}
	return largest;
}

static void assert_order(const struct forest *f, const double *e, int order)
{
	for (int nodes = 1; nodes <= order; nodes++) {
		assert_small(defect(f, nodes, e), 1e-14);
	}
	assert_true(defect(f, order + 1, e) > 1e-7);
}

static void coefficients_meet_the_order_conditions(void **state)
{
	static struct forest f;
	(void)state;
	plant(&f, &dae_dopri5_table);
	assert_order(&f, NULL, 5);
	assert_order(&f, dae_dopri5_table.error, 4);
	plant(&f, &dae_dop853_table);
	assert_order(&f, NULL, 8);
	assert_order(&f, dae_dop853_table.error, 5);
	assert_order(&f, dae_dop853_table.low, 3);
}

static void nodes_are_the_sums_of_their_rows(void **state)
{
	static const struct dae_explicit *const tables[] = {&dae_dopri5_table, &dae_dop853_table};
	(void)state;
	for (int k = 0; k < 2; k++) {
		for (int i = 0; i < tables[k]->stages; i++) {
			double sum = 0;
			for (int j = 0; j < i; j++) {
				sum += coefficient(tables[k], i, j);
			}
			assert_close(sum, tables[k]->nodes[i], 1e-14);
		}
		/* the last stage and the end tell of stability, so they are at the same time */
		assert_true(tables[k]->nodes[tables[k]->stages - 1] == 1);
	}
}

/* ---- runs ---- */

static void errors_follow_the_tolerance(void **state)
{
	(void)state;
	assert_follows_the_tolerance(&dae_dopri5, DAE_STABILIZED, 1, 1e-3, 1e-10, 10);
	assert_follows_the_tolerance(&dae_dop853, DAE_STABILIZED, 1, 1e-3, 1e-10, 10);
}

/* one matrix each, and a second one where rows are redundant, so that stages are moved onto the constraints */
static void a_step_costs_an_acceleration_a_stage(void **state)
{
	static const struct dae_method *const methods[] = {&dae_dopri5, &dae_dop853};
	static const int stages[] = {6, 12};
	(void)state;
	for (int k = 0; k < 2; k++) {
		struct dae_options options = dae_options_for(1e-6);
		const struct dae_counters once = pendulum_run_with(methods[k], &options, 1).counters;
		const struct dae_counters twice = pendulum_run_with(methods[k], &options, 2).counters;
		assert_true(once.iterations == stages[k] * (once.steps + once.rejected));
		assert_true(once.factorizations == once.iterations);
		assert_true(twice.factorizations > 1.8 * twice.iterations);
	}
}

/* A crank that turns, past its dead centre a dozen times: the arms' speeds rise and fall so that steps grow too long again and again. Those are given up
 * at the first stage far off the constraints; few of the others land their stages, beside the dead centre, with two matrices each. */
static void long_steps_cost_no_more(void **state)
{
	const double c = sqrt(0.5), at[] = {c, -c, 2 * c, 0}, speed[] = {5 * c, 5 * c, 10 * c, 0};
	struct method_run r;
	(void)state;
	method_begin(&r, &slider_crank_cartesian, &dae_dop853, 1e-2);
	memcpy(r.s.q, at, sizeof at);
	memcpy(r.s.v, speed, sizeof speed);
	method_advance(&r, 10);
	const double trials = r.s.counters->steps + r.s.counters->rejected;
	print_message("%g trials, %g factorizations\n", trials, r.s.counters->factorizations);
	assert_true(r.s.counters->factorizations < 1.08 * 12 * trials);
	method_end(&r);
}

/* ---- stability ---- */

/* whether a run of `end` seconds ends with steps kept short by stability */
static int is_limited(const struct dae_method *method, double stiffness, double damping, double end)
{
	struct spring s;
	struct method_run r;
	spring_make(&s, stiffness, damping);
	method_begin(&r, &s.system, method, 1e-3);
	method_advance(&r, end);
	const int limited = dae_driver_is_limited(r.driver);
	method_end(&r);
	return limited;
}

static void stiff_forces_are_noticed(void **state)
{
	static const struct dae_method *const methods[] = {&dae_dopri5, &dae_dop853};
	(void)state;
	for (int k = 0; k < 2; k++) {
		/* a motion of seconds that decays within 1e-4 s, and one that swings for ever */
		assert_true(is_limited(methods[k], 1e4, 1e4, 2));
		assert_false(is_limited(methods[k], 1e4, 0, 100));
		/* too short to matter */
		assert_false(is_limited(methods[k], 1e4, 1e4, 0.02));
	}
	assert_false(is_limited(&dae_radau, 1e4, 1e4, 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(coefficients_meet_the_order_conditions),
		cmocka_unit_test(nodes_are_the_sums_of_their_rows),
		cmocka_unit_test(errors_follow_the_tolerance),
		cmocka_unit_test(a_step_costs_an_acceleration_a_stage),
		cmocka_unit_test(long_steps_cost_no_more),
		cmocka_unit_test(stiff_forces_are_noticed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
