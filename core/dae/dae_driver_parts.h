/* Inside a driver: shared by its life and its way through time (dae_driver.c), single steps (dae_trial.c, dae_control.c) and what fits one
 * point (dae_consistency.c), and by nobody else. */
#ifndef DAE_DRIVER_PARTS_H
#define DAE_DRIVER_PARTS_H

#include "dae_driver.h"

enum { DAE_MOST_KKTS = 3 };

struct dae_driver {
	const struct dae_system *system;
	const struct dae_method *method;
	struct dae_kkt *kkts[DAE_MOST_KKTS];
	struct dae_kkt *kkt; /* the first of them */
	struct dae_state state;
	size_t state_size; /* numbers */
	double *q1, *v1, *a1, *lambda1, *memory0, *memory1, *error, *prescribed, *right, *work;
	struct dae_effort effort;           /* scratch: of steps tried, */
	double *blame;                      /* and how often each place, from -1 on, had the largest error: [n_v + 1] */
	double *start_scale;                /* scratch: of velocities, then of accelerations, in a first step: [2 n_v] */
	double *numbers;                    /* one allocation for the scratch above */
	struct dae_energy energy;           /* scratch: at the start of a step */
	struct dae_event *events, *events1; /* scratch: [n_events] at the start and at the end of a step */
	double asked;                       /* time from the present point to the one that is asked for */
	double *dense;                      /* the caller's: where steps leave their dense output (dae_dense.h); NULL */
	double dense_after;                 /* steps that end after this time do */
	double *dense_work;                 /* scratch */
};

/* part of the tolerance that errors may use up while velocities make their own way; the rest is left to the growth of errors
 * along the motion */
static const double DAE_TOLERANCE_SHARE = 0.1;

/* a velocity that hardly moves is measured against this part of the largest */
static const double DAE_SCALE_FLOOR = 0.1;

/* the present point */
LA_FUNCTION struct dae_point dae_driver_point(const struct dae_driver *d);

/* largest velocities and accelerations seen, none far below the largest of all; forgotten slowly over steps h */
LA_FUNCTION void dae_driver_grow_scales(struct dae_driver *d);
LA_FUNCTION void dae_driver_forget_scales(struct dae_driver *d, double h);

/* the same of velocities, then of accelerations, [2 n_v], for a first step, where they may not have been seen yet */
LA_FUNCTION const double *dae_driver_start_scales(struct dae_driver *d);

/* Along redundant rows an iteration keeps the multipliers it has, but these directions turn with the motion: what has
 * come to lie along them is taken out, so that the multipliers are the smallest again. More directions than redundant
 * ever since belong to a singular position passed just now, where the multipliers that lead across are kept. */
LA_FUNCTION void dae_driver_least_multipliers(struct dae_driver *d, const struct dae_options *options);

/* the method's memory of a start from here, which leaves the state's as it is */
LA_FUNCTION const double *dae_driver_started_memory(struct dae_driver *d);

/* one more trial of a step of size h; 0 where there have been enough */
LA_FUNCTION int dae_driver_count_trial(struct dae_driver *d, const struct dae_options *options, double h);

/* of accelerations there, whose matrix [M G^T; G 0] may be factored already */
LA_FUNCTION void dae_driver_measure_rounding(struct dae_driver *d, const struct dae_options *options, int is_factored);

/* the longest step from there that the system allows */
LA_FUNCTION double dae_driver_longest_step(const struct dae_driver *d);

/* before any trial of a step from there: energies and event functions; then, how long a step may be for events */
LA_FUNCTION void dae_driver_look(struct dae_driver *d);
LA_FUNCTION double dae_control_horizon(const struct dae_driver *d);

/* one accepted step of the size wanted or another; what to try next in *next */
LA_FUNCTION int dae_control_step(struct dae_driver *d, const struct dae_options *options, double wanted, double t_end,
                                 double *next, struct dae_failure *failure);

/* to t without error test; a step that is too long or fails, as it may where it ends beside a singular position, is made in
 * halves */
LA_FUNCTION int dae_control_fixed_step(struct dae_driver *d, const struct dae_options *options, double t, int halvings,
                                       struct dae_failure *failure);

/* how many of the directions along which rows are redundant, in the matrix just factored there, last as the mechanism moves on */
LA_FUNCTION int dae_driver_lasting(struct dae_driver *d, const struct dae_options *options);

/* whether a singular position beside that point is one where motions touch: it is left only in proportion to the square of the
 * way, so that for a while rounding decides between them; seen where the mechanism moves by a part of its size, to and fro */
LA_FUNCTION int dae_driver_touches(struct dae_driver *d, const struct dae_options *options, double move);

/* whether a step of real time to `end` that its iterations did not solve can be gone on from: joints are closed but for a small part of their
 * size, and the energy balance shows a motion */
LA_FUNCTION int dae_driver_is_sane(struct dae_driver *d, const struct dae_point *end, const struct dae_exchange *x);

/* no step was found: says why, and which row is to blame */
LA_FUNCTION void dae_driver_give_up(struct dae_driver *d, const struct dae_options *options,
                                    struct dae_failure *failure);

/* factors [M G^T; G 0] there */
LA_FUNCTION int dae_driver_factor(struct dae_driver *d, const struct dae_options *options, struct dae_failure *failure);

/* the same at another point, which may be off the constraints, and accelerations and multipliers that fit it; p's own are not looked at */
LA_FUNCTION int dae_driver_accelerations_at(struct dae_driver *d, const struct dae_options *options,
                                            const struct dae_point *p, double *a, double *lambda,
                                            struct dae_failure *failure);

/* The present point moved onto the constraints that the formulation enforces, as far as the rounding of their rows goes; accelerations and
 * multipliers that fit. A step that had to close its own start would take the move for an error, which no shorter step mends. */
LA_FUNCTION int dae_driver_begin_motion(struct dae_driver *d, const struct dae_options *options,
                                        struct dae_failure *failure);

/* whether no rows depended on each other in the matrix just factored, but those that always do */
LA_FUNCTION int dae_driver_is_regular(const struct dae_driver *d);

/* where it is wanted, the dense output of a step to t that is about to be accepted, from the state to the new point; near a singular
 * position there is none */
LA_FUNCTION void dae_dense_make(struct dae_driver *d, const struct dae_options *options, int is_singular,
                                const struct dae_exchange *x, double t);
LA_FUNCTION size_t dae_dense_work(const struct dae_system *system); /* numbers of scratch */

/* what was seen of the errors of dense output tells nothing of the next step */
LA_FUNCTION void dae_dense_doubt(struct dae_driver *d);

#endif
