/* Integration methods as a table.
 *
 * A method advances one step from a point and its memory to the next. It declares how many numbers
 * of memory it needs and owns none: the driver keeps point and memory in the state block, so a
 * failed step is undone by leaving the old block as it is. docs/howto/add-a-method.md lists what a
 * new method needs.
 *
 * What `step` may write: result and scratch of dae_step.h, the matrices `kkts`, the counts of
 * iterations and factorizations, and the failure. What it must leave behind:
 *
 *     q1 .. memory1    the new point and memory, all of them, also where nothing has changed
 *     error            its estimate of the step, filtered (dae_error_filter_both)
 *     the rank of kkt  that of the end of the step, or of a point near it: the driver reads sigma from it. If no matrix was
 *                      factored there, dae_kkt_forget_rank, which the driver has called before, says that there is full rank
 *     work             the stages, until `quadrature` has read them
 *     across           the largest seen of one estimate; a method that measures twice sets it to 0 in between
 *
 * dae_auto.c forwards to other methods and keeps their memory behind its own.
 */
#ifndef DAE_METHOD_H
#define DAE_METHOD_H

#include "dae_step.h"

struct dae_method {
	const char *name;
	int use; /* rank among the methods for users, from 1 on; 0: for comparison with the papers */
	int order;
	int formulations; /* bits 1 << enum dae_formulation it can enforce; asked for another, it is stabilized all the same */
	int is_loose;     /* 1: constraints are met in the mean, not at the end of each step */
	const char *text;                                  /* one line: what it is */
	const char *paper;                                 /* one line: where it comes from */
	int n_kkts;                                        /* matrices it keeps factored at a time; 0 counts as 1 */
	size_t (*memory)(const struct dae_system *system); /* numbers kept between steps */
	size_t (*work)(const struct dae_system *system);
	/* the motion starts afresh; memory is that of the steps before, or zero before the first */
	void (*start)(const struct dae_system *system, double *memory);
	int (*valid)(const double *memory); /* whether counts and times of a restored memory are possible */
	int (*step)(struct dae_step *s);    /* enum dae_status */
	/* velocities at the end of the step are scaled by a factor very near to 1; NULL: the memory
	 * does not depend on them */
	void (*scale)(const struct dae_system *system, double factor, double *memory);
	/* heat and supply of x over the step from t whose work this is, by its stages; NULL: it has none
	 * that is more accurate than the ends of steps (dae_energy.h) */
	void (*quadrature)(const struct dae_method *method, const struct dae_system *system, double t, double *work,
	                   struct dae_exchange *x);
	const void *formula; /* of a family of methods: its coefficients */
	/* the method that makes its steps in real time, with work that is known beforehand; NULL: there
	 * is none */
	const struct dae_method *real_time;
	/* the one it has chosen, and why in a few words; NULL: itself */
	const struct dae_method *(*at_work)(const double *memory, const char **why);
	/* whether stability, not accuracy, keeps the steps short; NULL: never */
	int (*is_limited)(const double *memory);
};

/* most that a step may grow where the method has a past */
static const double DAE_METHOD_GROWTH = 2;

/* The result before s->method makes the step. A method that makes its step twice begins both with it. */
static inline void dae_method_begin(struct dae_step *s)
{
	s->result = (struct dae_result){
		.method = s->method, .order = s->method->order, .growth = DAE_METHOD_GROWTH, .error_is_complete = 1};
	s->scratch.amplification = 0;
	s->scratch.stagnates = 0;
}

enum { DAE_ANY_FORMULATION = (1 << DAE_FORMULATION_COUNT) - 1 };
/* all of them, in the order in which files and states know them */
/* clang-format off */
#define DAE_METHODS(METHOD) \
	METHOD(dae_auto) METHOD(dae_generalized_alpha) METHOD(dae_hht) METHOD(dae_newmark) METHOD(dae_midpoint) \
	METHOD(dae_energy_decaying) METHOD(dae_radau) METHOD(dae_bdf) METHOD(dae_bdf_displacement) METHOD(dae_dopri5) \
	METHOD(dae_dop853) METHOD(dae_for_sdirk) METHOD(dae_infl_sdirk) METHOD(dae_infl_trap) METHOD(dae_ssp_trap) \
	METHOD(dae_for_rosen) METHOD(dae_baumgarte) METHOD(dae_direct) METHOD(dae_trust_region_fixed)
/* clang-format on */
#define DAE_METHOD_ONE(name) +1
enum { DAE_METHOD_COUNT = 0 DAE_METHODS(DAE_METHOD_ONE) };
#undef DAE_METHOD_ONE
LA_TABLE_DECLARATION const struct dae_method *const dae_methods[DAE_METHOD_COUNT];
LA_FUNCTION int dae_method_count(void);

#endif
