/* Petzold, Ren, Maly, "Regularization of higher-index differential-algebraic equations with rank-deficient
 * constraints", example 5.2, figures 5.6 to 5.14: the equal-arm slider-crank (eq. 5.2, 5.3; slider_crank_system.h) in
 * its angles t1, t2 with speeds w1, w2, through t1 = 0, t2 = pi, where the constraint's gradient vanishes and the
 * branches t2 = pi - t1 and t2 = pi + t1 cross.
 *
 * The paper's text gives no initial values. Case A: t1 = pi/4, t2 = 3 pi/4 at rest; case B: t1 = pi/3, t2 = 2 pi/3,
 * w1 = -1, w2 = 1; both over 10 s. Reference: t1 on the branch t2 = pi - t1 by its ordinary differential equation in
 * quadruple precision, two methods of orders 16 and 20 that agree in at least 17 digits.
 *
 * Whether a run fails depends on where its steps fall near the singularity, so a single run proves little: each line
 * counts, of RUNS runs with tolerances within a factor of 2, those that pass (to the end within EVALUATIONS
 * evaluations, within 0.1 of the branch, errors of t1 at 0, 0.5, ..., 10 below 0.05), and gives the earliest time at
 * which one left the branch or stopped. For the trust region and for generalized-alpha with this project's own
 * treatment of singular positions (no gamma, no eps) it gives the largest error.
 *
 * Checked, as the paper says: the trust region passes always, with an error that falls with eps at least as fast as
 * theorem 3.2 promises (order 1/8 for the multiplicity m = 2 of this singularity); the direct form of index 2 with
 * gamma = 1000 fails always at the paper's tolerance 1e-5 (figure 5.7; with 1e-3 it may pass); Baumgarte's of index 2
 * is not robust. Beyond the paper: generalized-alpha passes always, with an error of the tolerance's size.
 *
 * Not reproduced: the paper finds the direct form failing with gamma = 1e6 too (figure 5.10), and Baumgarte's and the
 * direct form of index 3 converging to wrong solutions, which it puts down to DASSL's loose error control there
 * (figures 5.12, 5.13). With the error test of positions and velocities used here they mostly or always pass. These
 * counts are printed, not checked.
 */
#include <math.h>

#include "dae_methods.h"
#include "paper_check.h"
#include "paper_run.h"
#include "slider_crank_system.h"

static const double pi = 3.14159265358979323846;

enum { TIMES = 21, RUNS = 4, EVALUATIONS = 500000 };

/* t1 at 0, 0.5, ..., 10 */
static const double reference[2][TIMES] = {
	{0.78539816339744830962,  0.53659148596012903549,  0.033496515782926105233, -0.48055063016175592292,
     -0.78089439261910821917, -0.58898343674340435654, -0.10035231579198551899, 0.42154253093334267990,
     0.76752937641584148934,  0.63695829605870335686,  0.16679006026104452380,  -0.36015997918475055812,
     -0.74572329253545606530, -0.67967621198626800636, -0.23250971838795788877, 0.29691280649138598746,
     0.71611896464239580107,  0.71625707502945225363,  0.29717888508508629464,  -0.23223852782601679559,
     -0.67951076820221599651},
	{1.0471975511965977462,   0.34990281409745829667,   -0.41719427488378306072, -1.0877301432272587647,
     -0.90676445611153978809, -0.16551602800295399282,  0.59939816274799336669,  1.1552845306972364339,
     0.74015935286241467588,  -0.019160729702890360590, -0.77603456711400491269, -1.1471438668614526840,
     -0.56188157774049273603, 0.20381238420348371359,   0.93870107740332510999,  1.0656407880500034572,
     0.37908457660977089307,  -0.38805805582596168427,  -1.0710526559392337194,  -0.93129357279312365397,
     -0.19480191264052897063},
};

/* what is seen during a run */
struct watch {
	double evaluations;
	double left; /* time the branch was left; infinite: never */
};

/* the system's force, counted */
static int force(void *context, const struct dae_point *p, double *f)
{
	struct watch *watch = context;
	slider_crank_force(NULL, p, f);
	return ++watch->evaluations > EVALUATIONS ? -1 : 0;
}

static void accepted(void *context, const struct dae_point *p)
{
	struct watch *watch = context;
	if (fabs(p->q[0] + p->q[1] - pi) > 0.1) {
		watch->left = fmin(watch->left, p->t);
	}
}

/* one of the paper's choices of parameters with its tolerance, and its verdict on Baumgarte, direct form, trust
 * region */
struct setting {
	const char *name;
	enum dae_formulation formulation;
	double gamma, eps, tolerance;
	const char *paper[3];
};

static const struct setting settings[] = {
	{"index 2, gamma 1e3", DAE_INDEX2, 1e3, 1e-6, 1e-5, {"works", "fails", "works"}},
	{"index 2, gamma 1e6", DAE_INDEX2, 1e6, 1e-6, 1e-6, {"fails", "fails", "works"}},
	{"index 3, gamma1 2e3", DAE_INDEX3, 1e3, 1e-6, 1e-5, {"wrong", "wrong", "works"}},
};

enum { SETTINGS = sizeof settings / sizeof *settings };

struct result {
	int passes;
	double error;
	double failed; /* when it left the branch or stopped; infinite: never */
};

static struct result integrate(const struct dae_method *method, const struct setting *setting, int which, double eps,
                               double tolerance)
{
	struct watch watch = {.left = HUGE_VAL};
	struct dae_system system = slider_crank_system;
	struct result result = {.failed = HUGE_VAL};
	struct method_run r;
	system.context = &watch;
	system.force = force;
	system.accepted = accepted;
	if (method_create(&r, &system, method, tolerance)) {
		result.failed = 0;
		return result;
	}
	/* the project's own method keeps its own formulation */
	if (method != &dae_generalized_alpha) {
		r.options.formulation = setting->formulation;
		r.options.gamma = setting->gamma;
		r.options.epsilon = eps;
	}
	r.s.q[0] = which == 0 ? pi / 4 : pi / 3;
	r.s.q[1] = pi - r.s.q[0];
	r.s.v[0] = which == 0 ? 0 : -1;
	r.s.v[1] = -r.s.v[0];
	int status = DAE_DONE;
	for (int i = 1; i < TIMES && !status; i++) {
		status = method_go_on(&r, 0.5 * i);
		result.error = fmax(result.error, fabs(r.s.q[0] - reference[which][i]));
	}
	result.failed = fmin(watch.left, status ? *r.s.t : HUGE_VAL);
	result.passes = result.failed == HUGE_VAL && result.error < 0.05;
	method_end(&r);
	return result;
}

/* RUNS runs with tolerances within a factor of 2 */
struct count {
	int passes;
	double error;  /* largest of those that pass, */
	double excess; /* and as a multiple of the tolerance */
	double failed; /* earliest */
};

static struct count repeat(const struct dae_method *method, const struct setting *setting, int which, double tolerance)
{
	struct count count = {.failed = HUGE_VAL};
	for (int i = 0; i < RUNS; i++) {
		double chosen = tolerance * pow(2, (double)i / RUNS - 0.5);
		struct result r = integrate(method, setting, which, setting->eps, chosen);
		count.passes += r.passes;
		count.failed = fmin(count.failed, r.failed);
		if (r.passes) {
			count.error = fmax(count.error, r.error);
			count.excess = fmax(count.excess, r.error / chosen);
		}
	}
	return count;
}

static void print_failures(const struct count *c)
{
	char when[16] = "";
	if (c->failed < HUGE_VAL) {
		snprintf(when, sizeof when, "t = %.2f", c->failed);
	}
	printf("  %d/%d %-9s", c->passes, RUNS, when);
}

/* passes over all lines */
struct totals {
	int runs, trust_region, index2_runs, baumgarte, direct, direct_runs, own;
	double excess;
};

static void line(const struct setting *setting, int which, double tolerance, struct totals *totals)
{
	struct count baumgarte = repeat(&dae_baumgarte, setting, which, tolerance);
	struct count direct = repeat(&dae_direct, setting, which, tolerance);
	struct count trust_region = repeat(&dae_trust_region_fixed, setting, which, tolerance);
	struct count own = repeat(&dae_generalized_alpha, setting, which, tolerance);
	int papers = fabs(tolerance / setting->tolerance - 1) < 0.1;
	printf("  %-20s %6.0e ", setting->name, tolerance);
	print_failures(&baumgarte);
	print_failures(&direct);
	printf("  %d/%d  %7.0e", trust_region.passes, RUNS, trust_region.error);
	printf("   %d/%d  %7.0e", own.passes, RUNS, own.error);
	if (papers) {
		printf("   %s, %s, %s", setting->paper[0], setting->paper[1], setting->paper[2]);
	}
	printf("\n");
	totals->runs += RUNS;
	totals->trust_region += trust_region.passes;
	totals->own += own.passes;
	totals->excess = fmax(totals->excess, own.excess);
	if (setting->formulation == DAE_INDEX2) {
		totals->index2_runs += RUNS;
		totals->baumgarte += baumgarte.passes;
	}
	if (papers && setting == &settings[0]) {
		totals->direct_runs += RUNS;
		totals->direct += direct.passes;
	}
}

static int tables(void)
{
	struct totals totals = {0};
	for (int which = 0; which < 2; which++) {
		printf("Example 5.2, case %c, eps = 1e-6: runs that pass, earliest failure, largest error\n", "AB"[which]);
		printf("  %-20s %6s   %-13s  %-13s %-14s  %-14s %s\n", "", "tol.", "Baumgarte", "direct", " trust region",
		       "general. alpha", "the paper");
		for (int k = 0; k < SETTINGS; k++) {
			double smallest = 0.5 * settings[k].tolerance;
			for (double tolerance = 1e-3; tolerance > smallest; tolerance /= 10) {
				line(&settings[k], which, tolerance, &totals);
			}
		}
	}
	int failures = check(totals.trust_region == totals.runs, "the trust region passes in every run");
	failures += check(totals.direct == 0 && totals.direct_runs > 0,
	                  "the direct form of index 2 with gamma = 1000 passes in none at the paper's tolerance");
	failures += check(totals.baumgarte > 0 && totals.baumgarte < totals.index2_runs,
	                  "Baumgarte's system of index 2 passes in some runs and fails in others");
	failures += check(totals.own == totals.runs && totals.excess < 3,
	                  "generalized-alpha passes in every run, with an error below three times the tolerance");
	return failures;
}

static int orders(void)
{
	static const int chosen[] = {0, 2};
	int failures = 0;
	printf("\nTrust region, case A, tolerance 1e-6: order in eps (theorem 3.2: at least 0.125)\n");
	printf("  %-20s %8s %13s %7s\n", "", "eps", "largest error", "order");
	for (int k = 0; k < 2; k++) {
		const struct setting *setting = &settings[chosen[k]];
		double last = 0;
		int bounded = 1;
		for (double eps = 1e-4; eps > 0.5e-7; eps /= 10) {
			struct result r = integrate(&dae_trust_region_fixed, setting, 0, eps, 1e-6);
			double order = last > 0 ? log10(last / r.error) : NAN;
			printf("  %-20s %8.0e %13.2e %7.3f\n", setting->name, eps, r.error, order);
			bounded &= r.failed == HUGE_VAL && (isnan(order) || order >= 0.125);
			last = r.error;
		}
		failures += check(bounded, "the order is at least that of the theorem");
	}
	return failures;
}

int main(void)
{
	int failures = tables();
	failures += orders();
	return failures > 0;
}
