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
	dae_quadrature *quadrature; /* NULL: it has none that is more accurate than the ends of steps (dae_energy.h) */
	/* the method that makes its steps in real time, with work that is known beforehand; NULL: there
	 * is none */
	const struct dae_method *real_time;
	/* the one it has chosen, and why in a few words; NULL: itself */
	const struct dae_method *(*at_work)(const double *memory, const char **why);
	/* whether stability, not accuracy, keeps the steps short; NULL: never */
	int (*is_limited)(const double *memory);
};

enum { DAE_ANY_FORMULATION = (1 << DAE_FORMULATION_COUNT) - 1 };
enum { DAE_METHOD_COUNT = 19 };
LA_TABLE_DECLARATION const struct dae_method *const dae_methods[DAE_METHOD_COUNT];
LA_FUNCTION int dae_method_count(void);

#endif
