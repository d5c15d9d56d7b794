/* Runs of singular mechanisms, and how they end.
 *
 * A run passes where it ends without an error, every value lies within 10 x tolerance x range of
 * the truth at its end and where it was made to stop near the singular position, and the joints are
 * closed. Otherwise it stopped with an error, or reported unresolved steps, or was wrong in
 * silence, which is worst.
 *
 * Near the singular position positions are blurred. A row is a sum of a few terms of the size of
 * the mechanism, known up to R = eps x their sum, and a motion e across the branch at a distance x
 * opens it by e (x + e) / 2 where branches cross. So angles are known up to min(2 R / x, sqrt(2 R))
 * there; where branches touch, the distance between them is in proportion to x^2.
 */
#ifndef SINGULAR_RUN_H
#define SINGULAR_RUN_H

#include <float.h>

#include "singular_cases.h"

/* whether everything runs and is printed */
static inline int singular_is_full(void)
{
	return getenv("MECHFMU_SINGULAR_TABLE") != NULL;
}

enum singular_end { SINGULAR_NOT_RUN, SINGULAR_PASSED, SINGULAR_STOPPED, SINGULAR_TOLD, SINGULAR_SILENT };

/* as the choices of solver.regularization */
enum singular_help { SINGULAR_TRUNCATED, SINGULAR_DIRECT, SINGULAR_NONE, SINGULAR_HELPS };

struct singular_variant {
	const char *title;
	int starts_there;
	double landing; /* a communication point so long after the passage; 0: none */
};

static const struct singular_variant singular_variants[] = {
	{"", 0, 0},
	{", starts there", 1, 0},
	{", stop 1e-3 s before", 0, -1e-3},
	{", stop 1e-6 s after", 0, 1e-6},
	{", stop 1e-9 s before", 0, -1e-9},
};
enum { SINGULAR_VARIANTS = sizeof singular_variants / sizeof singular_variants[0] };

/* a case in a variant; the truth is computed once for its two times */
struct singular_problem {
	struct truth_problem truth; /* first, `exact` is called with it */
	struct truth_text text;
	char title[80];
	const struct singular_case *c;
	double passage, landing; /* times; landing 0: none */
	double x[2], v[2];       /* at the landing and at the end */
	/* where branches touch and the run starts there, either of them is right: the other one at the
	 * end */
	int has_twin;
	struct singular_case twin;
	double twin_x, twin_v;
};

static inline void singular_follow(const struct singular_case *c, double time, double *x, double *v)
{
	*x = c->x;
	*v = c->v;
	truth_integrate(c->acceleration, &c->number, 0, time, 1 + (int)(fabs(time) / (c->after > 10 ? 1e-3 : 2e-4)), x, v);
}

/* R: a row has up to 16 terms of size 1 */
static inline double singular_rounding(const struct singular_case *c)
{
	return 16 * DBL_EPSILON * c->loops;
}

static inline double singular_blur(const struct singular_case *c, double x)
{
	const double R = singular_rounding(c);
	const double apart = c->order == 2 ? sqrt(2) * x * x : fabs(x);
	return c->order == 0 ? 0 : fmin(2 * R / apart, sqrt(2 * R));
}

static inline int singular_exact(const struct truth_problem *truth, double t, struct truth_value *values)
{
	const struct singular_problem *p = (const struct singular_problem *)truth;
	const int at_end = t == truth->stop;
	const int n = p->c->values(p->c, p->x[at_end], p->v[at_end], values);
	const double blur = singular_blur(p->c, p->x[at_end] - (p->c->before > 0 ? p->c->x : 0));
	int kept = 0;
	for (int k = 0; k < n; k++) {
		/* speeds across the branch are as unknown near the position as its direction is */
		if (at_end || strstr(values[k].name, "speed") == NULL) {
			values[kept] = values[k];
			values[kept++].slack = blur;
		}
	}
	return kept;
}

static inline int singular_exact_twin(const struct truth_problem *truth, double t, struct truth_value *values)
{
	const struct singular_problem *p = (const struct singular_problem *)truth;
	(void)t;
	return p->twin.values(&p->twin, p->twin_x, p->twin_v, values);
}

static inline void singular_open(struct singular_problem *p, const struct singular_case *c,
                                 const struct singular_variant *variant)
{
	double x, v;
	memset(p, 0, sizeof *p);
	p->c = c;
	p->passage = variant->starts_there ? 0 : c->before;
	p->landing = variant->landing != 0 ? p->passage + variant->landing : 0;
	(void)snprintf(p->title, sizeof p->title, "%s%s", c->title, variant->title);
	singular_follow(c, -p->passage, &x, &v);
	c->write(&p->text, x, v, c->number);
	p->truth = (struct truth_problem){
		.title = p->title, .text = p->text.bytes, .stop = p->passage + c->after, .exact = singular_exact};
	singular_follow(c, p->landing - p->passage, &p->x[0], &p->v[0]);
	singular_follow(c, c->after, &p->x[1], &p->v[1]);
	p->has_twin = variant->starts_there && c->order == 2;
	p->twin = *c;
	p->twin.number = -c->number;
	singular_follow(&p->twin, c->after, &p->twin_x, &p->twin_v);
}

/* compares at a time and adds to the text; whether it is right */
static inline int singular_check(struct truth_machine *machine, struct singular_problem *p,
                                 const struct truth_plan *plan, double t, char *text, size_t size)
{
	struct truth_plan until = *plan;
	until.stop = t;
	int right = truth_compare(machine, &p->truth, &until, text, size);
	if (!right && p->has_twin) {
		p->truth.exact = singular_exact_twin;
		right = truth_compare(machine, &p->truth, &until, text, size);
		p->truth.exact = singular_exact;
	}
	const double open = truth_get(machine, "solver.constraint_residual");
	const size_t length = strlen(text);
	if (length < size) {
		(void)snprintf(text + length, size - length, "; open %.2g", open);
	}
	return right && open <= 1e-11;
}

static inline enum singular_end singular_run(struct truth_machine *machine, struct singular_problem *p,
                                             const struct truth_plan *plan, enum singular_help help, char *text,
                                             size_t size)
{
	int right = 1;
	text[0] = '\0';
	p->truth.settings[0] = (struct truth_setting){"solver.regularization", MECH_FIRST_CHOICE + help};
	int status = truth_start(machine, &p->truth, plan);
	if (status >= 0 && p->landing > 0) {
		status = mech_advance(machine->m, p->landing, &machine->message);
		right = status < 0 || singular_check(machine, p, plan, p->landing, text, size);
	}
	status = status < 0 ? status : mech_advance(machine->m, plan->stop, &machine->message);
	if (status < 0) {
		(void)snprintf(text, size, "error at %.9g: %s", mech_time(machine->m), machine->message.text);
		return SINGULAR_STOPPED;
	}
	right &= singular_check(machine, p, plan, plan->stop, text, size);
	return right ? SINGULAR_PASSED : truth_unresolved(machine) > 0 ? SINGULAR_TOLD : SINGULAR_SILENT;
}

#endif
