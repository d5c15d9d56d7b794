/* Every stabilized method at every tolerance through singular positions, with each help the solver
 * can be given.
 *
 * Asserted: no run with truncated is wrong in silence; it passes wherever none or direct pass;
 * and a tighter tolerance loses nothing that a looser one passes; where motions touch, an error
 * shows so. With MECHFMU_SINGULAR_TABLE=1 in the environment all mechanisms, variants and
 * tolerances run, and the table of docs/results/singular-positions.md is printed: a cell counts the
 * runs that pass of 8 tolerances, 1e-3 to 1e-10, with none / direct / truncated. Of the others
 * `!n` were wrong in silence, `?n` were wrong and reported unresolved steps; the rest stopped with
 * an error. */
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "assert_close.h"
#include "dae_driver_parts.h"
#include "singular_run.h"

enum { TOLERANCES = 8 };

/* ---- a run in endless tiny steps counts as stopped ---- */

static int steps, most_steps;

/* several times what the smooth motion takes in regular positions */
static int enough_steps(const struct truth_plan *plan)
{
	const double order_2 = fmin(2e5, 4e5 * sqrt(1e-8 / plan->tolerance));
	const double order_4 = 2e4 * cbrt(1e-9 / plan->tolerance);
	const int order = dae_methods[find_method(plan->method)]->order;
	return (int)((1 + plan->stop / 10) * fmax(5000, order == 2 ? order_2 : order == 4 ? order_4 : 0));
}

int __real_dae_control_step(struct dae_driver *d, const struct dae_options *options, double wanted, double t_end,
                            double *next, struct dae_failure *failure);
int __wrap_dae_control_step(struct dae_driver *d, const struct dae_options *options, double wanted, double t_end,
                            double *next, struct dae_failure *failure);

int __wrap_dae_control_step(struct dae_driver *d, const struct dae_options *options, double wanted, double t_end,
                            double *next, struct dae_failure *failure)
{
	if (++steps > most_steps) {
		*failure = (struct dae_failure){.reason = DAE_STEP_TOO_SMALL, .row = -1, .t = *d->state.t};
		return DAE_FAILED;
	}
	return __real_dae_control_step(d, options, wanted, t_end, next, failure);
}

/* ---- rows ---- */

/* of one mechanism and variant */
struct row {
	char title[80];
	enum singular_end ends[TRUTH_METHODS][SINGULAR_HELPS][TOLERANCES];
	int is_vague[TRUTH_METHODS]
				[TOLERANCES]; /* whether truncated stopped with an error that does not report touching motions */
	double stopped[TRUTH_METHODS][SINGULAR_HELPS][TOLERANCES]; /* time of the error that ended a run */
};

static const char *const helps[] = {"truncated", "direct", "none"};

static void tell(const struct singular_problem *p, const struct truth_plan *plan, int help, enum singular_end end,
                 const char *text)
{
	static const char *const words[] = {"not run", "passed", "STOPPED", "TOLD", "SILENT"};
	if (truth_tells() || (singular_is_full() && help == SINGULAR_TRUNCATED && end != SINGULAR_PASSED)) {
		/* cmocka prints no more than 1024 characters */
		print_message("# %-8s %-40s %-17s %.0e %-12s %7d steps %.800s\n", words[end], p->title, plan->method,
		              plan->tolerance, helps[help], steps, text);
	}
}

/* where branches touch, rounding may have to decide, and a run may stop */
static int is_touching(const struct row *row)
{
	return strncmp(row->title, "touching", 8) == 0;
}

/* The others count where truncated has to be held against them. */
static int is_compared(const struct row *row, int method, int help, int tolerance)
{
	return help == SINGULAR_TRUNCATED || singular_is_full() ||
	       (row->ends[method][SINGULAR_TRUNCATED][tolerance] > SINGULAR_PASSED && !is_touching(row));
}

/* which runs a row has */
typedef int wanted_run(const struct singular_case *c, const char *method, double tolerance, int help);

/* a landing that a run without it did not reach is no other run */
static int reaches(const struct row *plain, double landing, int method, int help, int tolerance)
{
	return landing == 0 || plain->ends[method][help][tolerance] != SINGULAR_STOPPED ||
	       plain->stopped[method][help][tolerance] >= landing;
}

/* plain: the row of the first variant */
static void run_row(const struct singular_case *c, const struct singular_variant *variant, wanted_run *wanted,
                    const struct row *plain, struct row *row)
{
	static struct singular_problem p;
	struct truth_machine machine;
	char text[1024];
	memset(row, 0, sizeof *row);
	singular_open(&p, c, variant);
	memcpy(row->title, p.title, sizeof row->title);
	truth_open(&machine, &p.truth);
	for (int k = 0; k < TRUTH_METHODS * SINGULAR_HELPS * TOLERANCES; k++) {
		const int method = k / (SINGULAR_HELPS * TOLERANCES), help = k / TOLERANCES % SINGULAR_HELPS,
				  i = k % TOLERANCES;
		const struct truth_plan plan = {truth_methods[method], pow(10, -3 - i), 0, p.truth.stop};
		if (!reaches(plain, p.landing, method, help, i)) {
			row->ends[method][help][i] = SINGULAR_STOPPED;
		} else if (truth_wanted(&p.truth, &plan) && wanted(c, plan.method, plan.tolerance, help) &&
		           is_compared(row, method, help, i)) {
			steps = 0;
			most_steps = enough_steps(&plan);
			const enum singular_end end =
				singular_run(&machine, &p, &plan, (enum singular_help)help, text, sizeof text);
			row->ends[method][help][i] = end;
			(void)sscanf(machine.message.text, "at time %lf s: ", &row->stopped[method][help][i]);
			if (help == SINGULAR_TRUNCATED && end == SINGULAR_STOPPED && steps <= most_steps) {
				row->is_vague[method][i] = strstr(text, "two motions touch") == NULL;
			}
			tell(&p, &plan, help, end, text);
		}
	}
	truth_close(&machine);
}

/* ---- the table ---- */

static int count(const enum singular_end *ends, enum singular_end end)
{
	int n = 0;
	for (int i = 0; i < TOLERANCES; i++) {
		n += ends[i] == end;
	}
	return n;
}

static void print_cell(const enum singular_end ends[SINGULAR_HELPS][TOLERANCES])
{
	for (int help = SINGULAR_HELPS - 1; help >= 0; help--) {
		const int told = count(ends[help], SINGULAR_TOLD), silent = count(ends[help], SINGULAR_SILENT);
		if (count(ends[help], SINGULAR_NOT_RUN) == TOLERANCES) {
			print_message("-");
		} else {
			print_message("%d", count(ends[help], SINGULAR_PASSED));
		}
		if (told > 0) {
			print_message("?%d", told);
		}
		if (silent > 0) {
			print_message("!%d", silent);
		}
		print_message(help > 0 ? " / " : " |");
	}
}

static void print_row(const struct row *row)
{
	print_message("| %s |", row->title);
	for (int method = 0; method < TRUTH_METHODS; method++) {
		print_message(" ");
		print_cell(row->ends[method]);
	}
	print_message("\n");
}

/* ---- verdicts ---- */

static int complain(const struct row *row, int method, int tolerance, const char *what)
{
	print_message("# WRONG: %s, %s, 1e-%d: %s\n", row->title, truth_methods[method], tolerance + 3, what);
	return 1;
}

/* mistakes of truncated at a tolerance */
static int mistakes(const struct row *row, int method, int tolerance)
{
	const enum singular_end(*ends)[TOLERANCES] = row->ends[method];
	const enum singular_end end = ends[SINGULAR_TRUNCATED][tolerance];
	int n = end == SINGULAR_SILENT ? complain(row, method, tolerance, "wrong in silence") : 0;
	if (is_touching(row) && row->is_vague[method][tolerance]) {
		n += complain(row, method, tolerance, "the error does not tell that motions touch");
	}
	if (end <= SINGULAR_PASSED || is_touching(row)) {
		return n;
	}
	for (int help = SINGULAR_DIRECT; help < SINGULAR_HELPS; help++) {
		if (ends[help][tolerance] == SINGULAR_PASSED) {
			n += complain(row, method, tolerance, help == SINGULAR_DIRECT ? "direct passes" : "none passes");
		}
	}
	for (int looser = 0; looser < tolerance; looser++) {
		if (ends[SINGULAR_TRUNCATED][looser] == SINGULAR_PASSED) {
			return n + complain(row, method, tolerance, "a looser tolerance passes");
		}
	}
	return n;
}

static int judge(const struct row *row)
{
	int n = 0;
	for (int k = 0; k < TRUTH_METHODS * TOLERANCES; k++) {
		n += mistakes(row, k / TOLERANCES, k % TOLERANCES);
	}
	if (singular_is_full()) {
		print_row(row);
	}
	return n;
}

static void print_head(void)
{
	if (singular_is_full()) {
		print_message("| mechanism |");
		for (int k = 0; k < TRUTH_METHODS; k++) {
			print_message(" %s |", truth_methods[k]);
		}
		print_message("\n|---|");
		for (int k = 0; k < TRUTH_METHODS; k++) {
			print_message("---|");
		}
		print_message("\n");
	}
}

/* ---- what runs ---- */

static int is_chosen(const char *title)
{
	const char *only = getenv("MECHFMU_TRUTH_ONLY");
	return only == NULL || strstr(title, only) != NULL || find_method(only) >= 0;
}

/* In the full table all, but for methods of order 2 where their steps are too many: in rests and
 * large mechanisms. */
static int full_run(const struct singular_case *c, int second, double tolerance)
{
	return tolerance > 0.5 * (!second                                            ? 1e-10
	                          : c->after > 10 || c->loops >= 10 || c->order == 2 ? 1e-6
	                          : c->large                                         ? 1e-8
	                                                                             : 1e-10);
}

/* Else a few tolerances, with the methods of order 4 down to 1e-8, of order 2 down to 1e-4, one
 * less where steps are many; in slow builds 1e-3. */
static int short_run(const struct singular_case *c, int order, double tolerance)
{
	static const double few[3][3] = {{1e-3, 1e-6, 1e-9}, {1e-3, 1e-6, 1e-8}, {1e-3, 1e-4, 0}};
	const int kind = order == 2 ? 2 : order == 4 ? 1 : 0;
	const int many = c->large || c->after > 10 || c->order == 2;
	const int n = SLOW_BUILD ? 1 : 3 - kind / 2 - (many && kind > 0);
	for (int k = 0; k < n; k++) {
		if (fabs(tolerance - few[kind][k]) < 0.1 * tolerance) {
			return 1;
		}
	}
	return 0;
}

static int usual_run(const struct singular_case *c, const char *method, double tolerance, int help)
{
	const int order = dae_methods[find_method(method)]->order;
	(void)help;
	return singular_is_full() ? full_run(c, truth_is_second_order(method), tolerance) : short_run(c, order, tolerance);
}

/* many bodies: the tightest tolerances, with truncated alone; else one run */
static int long_chain_run(const struct singular_case *c, const char *method, double tolerance, int help)
{
	const int one = strcmp(method, "radau") == 0 && tolerance > 0.5e-9 && !SLOW_BUILD;
	(void)c;
	return !truth_is_second_order(method) && tolerance < 2e-9 && help == SINGULAR_TRUNCATED &&
	       (one || singular_is_full());
}

static int run_case(const struct singular_case *c, int n_variants, wanted_run *wanted)
{
	static struct row plain, row;
	int n = 0;
	for (int k = 0; k < n_variants && is_chosen(c->title); k++) {
		run_row(c, &singular_variants[k], wanted, &plain, k == 0 ? &plain : &row);
		n += judge(k == 0 ? &plain : &row);
	}
	return n;
}

static void passages_stay_on_their_branch(void **state)
{
	int n = 0;
	(void)state;
	print_head();
	for (int k = 0; k < SINGULAR_CASES; k++) {
		n += run_case(&singular_cases[k], singular_cases[k].before > 0 ? SINGULAR_VARIANTS : 1, usual_run);
	}
	assert_int_equal(n, 0);
}

static void forty_four_bars_pass_at_the_tightest_tolerances(void **state)
{
	(void)state;
	assert_int_equal(run_case(&singular_long_chain, 1, long_chain_run), 0);
}

static void mechanisms_come_to_rest_there(void **state)
{
	int n = 0;
	(void)state;
	for (int k = 0; k < SINGULAR_RESTS; k++) {
		n += run_case(&singular_rests[k], 1, usual_run);
	}
	assert_int_equal(n, 0);
}

/* the error shows the time at which there is no way on; speeds grow beyond all bounds there, so
 * steps may be many */
static void a_true_lock_up_is_an_error(void **state)
{
	static struct singular_problem p;
	struct truth_machine machine;
	char text[1024];
	(void)state;
	singular_open(&p, &singular_lock_up, &singular_variants[0]);
	truth_open(&machine, &p.truth);
	for (int k = 0; k < TRUTH_METHODS * TOLERANCES; k++) {
		const struct truth_plan plan = {truth_methods[k / TOLERANCES], pow(10, -3 - k % TOLERANCES), 0, p.truth.stop};
		double time = 0;
		if (usual_run(p.c, plan.method, plan.tolerance, SINGULAR_TRUNCATED)) {
			steps = 0;
			most_steps = INT_MAX;
			assert_int_equal(singular_run(&machine, &p, &plan, SINGULAR_TRUNCATED, text, sizeof text),
			                 SINGULAR_STOPPED);
			assert_int_equal(sscanf(machine.message.text, "at time %lf s: ", &time), 1);
			assert_close(time, p.passage, 1e-3);
		}
	}
	truth_close(&machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(passages_stay_on_their_branch),
		cmocka_unit_test(forty_four_bars_pass_at_the_tightest_tolerances),
		cmocka_unit_test(mechanisms_come_to_rest_there),
		cmocka_unit_test(a_true_lock_up_is_an_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
