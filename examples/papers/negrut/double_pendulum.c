/* Negrut 1998, "On the Implicit Integration of Differential-Algebraic Equations of Multibody Dynamics", section 5.1: the double pendulum
 * with stiff pins, tables 20 to 23.
 *
 * Angle and speed of the first bar over 2 s. Errors are the largest over the points at which steps end (eq. 5.2), against radau at 1e-10
 * made to stop there, beside those of the thesis's ForSDIRK and ForRosen. Dividing the absolute errors of its tables by the relative
 * ones gives 16 values of the thesis's own reference, which the same run must meet.
 *
 * Checked: these 16 values; errors at each of its tolerances not above those of the better of its two methods.
 */
#include <math.h>
#include <stdio.h>

#include "dae_method_table.h"
#include "double_pendulum_system.h"
#include "paper_check.h"
#include "paper_run.h"

enum { ANGLE, SPEED, QUANTITIES, MOST_POINTS = 1 << 16, TOLERANCES = 4 };

static const char *const quantities[] = {"angle", "speed"};

/* ends of steps */
struct course {
	int n;
	double t[MOST_POINTS], values[QUANTITIES][MOST_POINTS];
};

static void note(void *context, const struct dae_point *p)
{
	struct course *c = context;
	if (c && c->n < MOST_POINTS) {
		c->t[c->n] = p->t;
		c->values[ANGLE][c->n] = p->q[2];
		c->values[SPEED][c->n++] = p->v[2];
	}
}

/* 0, or -1: it failed */
static int run(const struct dae_method *method, double tolerance, struct course *course)
{
	const struct dae_system system = double_pendulum_system(course, note);
	struct method_run r;
	course->n = 0;
	if (method_create(&r, &system, method, tolerance)) {
		return -1;
	}
	double_pendulum_start(r.s.q);
	const int status = method_go_on(&r, 2);
	method_end(&r);
	return status;
}

/* the reference, which goes on from one time to a later one */
static int reference_open(struct method_run *r, const struct dae_system *system)
{
	if (method_create(r, system, &dae_radau, 1e-10)) {
		return -1;
	}
	double_pendulum_start(r->s.q);
	return 0;
}

/* ---- the thesis's reference ---- */

static const struct {
	int quantity;
	double t, value;
} identified[] = {
	{SPEED, 0.136235, 8.608485}, {SPEED, 0.186183, 9.497325}, {SPEED, 0.217757, 9.381523}, {SPEED, 0.291094, 7.322826},
	{ANGLE, 0.351082, 3.85498},  {SPEED, 0.373114, 3.073049}, {ANGLE, 0.413557, 3.696527}, {ANGLE, 0.425395, 3.691862},
	{SPEED, 0.551010, 5.392030}, {SPEED, 0.578444, 5.959772}, {ANGLE, 0.592127, 4.307136}, {ANGLE, 0.599954, 4.355522},
	{ANGLE, 0.626135, 4.519990}, {SPEED, 0.795548, 2.201982}, {ANGLE, 1.065146, 4.785241}, {ANGLE, 1.084304, 4.706074},
};
enum { IDENTIFIED = sizeof identified / sizeof *identified };

/* printed with 6 digits, and the times, too: speeds change by up to 30 1/s^2 */
static const double identified_error[] = {1e-5, 5e-5};

static int check_identified(void)
{
	const struct dae_system system = double_pendulum_system(NULL, note);
	struct method_run r;
	double largest[QUANTITIES] = {0};
	int status = reference_open(&r, &system);
	printf("Reference values that follow from the thesis's tables\n\n          t   quantity    thesis    radau\n");
	for (int k = 0; !status && k < IDENTIFIED; k++) {
		const int which = identified[k].quantity;
		status = method_go_on(&r, identified[k].t);
		const double value = which == ANGLE ? r.s.q[2] : fabs(r.s.v[2]);
		largest[which] = fmax(largest[which], fabs(value - identified[k].value));
		printf("   %8.6f   %-8s %9.6f %9.6f\n", identified[k].t, quantities[which], identified[k].value, value);
	}
	if (status == 0) {
		method_end(&r);
	}
	return check(status == 0 && largest[ANGLE] < identified_error[ANGLE] && largest[SPEED] < identified_error[SPEED],
	             "radau at 1e-10 meets all 16: angles to 1e-5, speeds to 5e-5");
}

/* ---- tables 20 to 23 ---- */

/* largest errors at 1e-2, 1e-3, 1e-4 and 1e-5 */
static const double for_sdirk[QUANTITIES][TOLERANCES] = {
	{0.032796853043, 0.003786644530, 0.000754569135, 0.000170608670},
	{0.228908866004, 0.031312203070, 0.006406931668, 0.001485443259},
};
static const double for_rosen[QUANTITIES][TOLERANCES] = {
	{0.005223114419, 0.000419882301, 0.000049169233, 0.000019027152},
	{0.040612124932, 0.003792150415, 0.000865201346, 0.000234309801},
};

static const struct dae_method *const methods[] = {&dae_for_sdirk, &dae_for_rosen,        &dae_infl_sdirk,
                                                   &dae_infl_trap, &dae_ssp_trap,         &dae_radau,
                                                   &dae_bdf,       &dae_generalized_alpha};
enum { METHODS = sizeof methods / sizeof *methods };

/* errors over the course, and when the largest are */
static int compare(const struct course *course, double error[QUANTITIES], double when[QUANTITIES])
{
	const struct dae_system system = double_pendulum_system(NULL, note);
	struct method_run r;
	int status = reference_open(&r, &system);
	error[ANGLE] = error[SPEED] = 0;
	for (int i = 0; !status && i < course->n; i++) {
		status = method_go_on(&r, course->t[i]);
		for (int k = 0; k < QUANTITIES; k++) {
			const double exact = k == ANGLE ? r.s.q[2] : r.s.v[2];
			const double off = fabs(course->values[k][i] - exact);
			when[k] = off > error[k] ? course->t[i] : when[k];
			error[k] = fmax(error[k], off);
		}
	}
	if (status == 0) {
		method_end(&r);
	}
	return status;
}

static int check_method(const struct dae_method *method)
{
	static struct course course;
	int above = 0;
	printf("\n%s\n\n   tolerance   steps  quantity         t       error    ForSDIRK    ForRosen\n", method->name);
	for (int i = 0; i < TOLERANCES; i++) {
		const double tolerance = pow(10, -2 - i);
		double error[QUANTITIES], when[QUANTITIES] = {0};
		if (run(method, tolerance, &course) || compare(&course, error, when)) {
			printf("   %9.0e  failed\n", tolerance);
			above++;
			continue;
		}
		for (int k = 0; k < QUANTITIES; k++) {
			printf("   %9.0e  %6d  %-8s  %8.6f  %10.3e  %10.3e  %10.3e\n", tolerance, course.n, quantities[k], when[k],
			       error[k], for_sdirk[k][i], for_rosen[k][i]);
			above += !(error[k] <= fmin(for_sdirk[k][i], for_rosen[k][i]));
		}
	}
	return check(above == 0, "no error is above the thesis's");
}

int main(void)
{
	int failures = check_identified();
	for (int k = 0; k < METHODS; k++) {
		failures += check_method(methods[k]);
	}
	return failures > 0;
}
