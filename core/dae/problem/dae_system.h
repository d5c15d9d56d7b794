/* A constrained mechanical system, as the integrators see it.
 *
 *     M(q) a + G(q,t)^T lambda = f(t, q, v),     0 = g(q, t),     G v + dg/dt = 0,
 *
 * with a = dv/dt. q may hold more numbers than v (quaternions); `retract` moves q along a
 * velocity-like increment and hides the difference. All matrices have a fixed pattern, declared
 * once as lists of dense blocks; callbacks fill the values of all blocks, one after the other, each
 * row-major.
 *
 * Callbacks return 0, > 0 (recoverable: try a smaller step) or < 0 (give up).
 */
#ifndef DAE_SYSTEM_H
#define DAE_SYSTEM_H

#include <stddef.h>

#include "dae_event.h"
#include "la_sparse.h"

enum dae_status { DAE_DONE = 0, DAE_SMALLER_STEP = 1, DAE_FAILED = -1 };

/* one point of the trajectory; arrays of n_q, n_v, n_v and n_g numbers */
struct dae_point {
	double t;
	const double *q, *v, *a, *lambda;
};

/* energies of a point, the powers turned into heat and brought in from outside, and the sum of the
 * sizes of all terms of the energies, whose rounding they carry */
struct dae_energy {
	double kinetic, potential, heat, supply, terms;
};

/* the two powers alone */
struct dae_powers {
	double heat, supply;
};

struct dae_system {
	int n_q, n_v, n_g;
	int is_driven; /* whether constraints depend on time: then motion across them counts in error tests, too */

	/* patterns: mass and tangent are n_v x n_v (mass symmetric), jacobian is n_g x n_v */
	int n_mass_blocks, n_tangent_blocks, n_jacobian_blocks;
	const struct la_block *mass_blocks, *tangent_blocks, *jacobian_blocks;

	/* typical sizes, for error tests and scaling: of a large motion along each velocity and of each
	 * constraint row (the mechanism's length for lengths, 1 for angles); NULL counts as 1 where
	 * only linear systems are solved (dae_kkt.h) */
	const double *motion_size, *constraint_size;
	/* sizes of the terms of a row that do not vanish where its gradient does, for rounding; NULL:
	 * there are none */
	const double *term_size;

	void *context;
	int (*mass)(void *context, const double *q, double *values);
	int (*force)(void *context, const struct dae_point *p, double *f);
	/* cq d(M a + G^T lambda - f)/dq + cv d(M a + G^T lambda - f)/dv */
	int (*tangent)(void *context, const struct dae_point *p, double cq, double cv, double *values);
	int (*constraint)(void *context, const struct dae_point *p, double *g);
	int (*jacobian)(void *context, const struct dae_point *p, double *values);
	int (*constraint_rate)(void *context, const struct dae_point *p, double *rate); /* dg/dt at fixed q */
	int (*constraint_bias)(void *context, const struct dae_point *p, double *bias); /* d2g/dt2 - G a */
	/* `moved` may be q itself */
	void (*retract)(void *context, const double *q, const double *dq, double *moved);
	/* size[n_v]: of the coordinates that the velocities move; NULL: where there are as many of
	 * both, of those */
	void (*coordinate_sizes)(void *context, const double *q, double *size);
	/* rate of the increment dq of retract(q, dq) where the velocity at the moved point is v; the
	 * two may share memory. NULL: they are equal, as in vector spaces; on other manifolds a method
	 * that needs it is then of second order */
	void (*increment_rate)(void *context, const double *q, const double *dq, const double *v, double *rate);
	/* v of increment_rate, where the rate is given; NULL with that one */
	void (*increment_velocity)(void *context, const double *dq, const double *rate, double *v);
	/* the increment that leads from one point to another; NULL: of coordinates that are as many as
	 * velocities */
	void (*difference)(void *context, const double *from, const double *to, double *dq);
	/* the increment that leads, from any q, where a and then b lead; -a leads back. All three may
	 * share memory. NULL: a + b. A system whose increments do not commute has both this and
	 * increment_rate */
	void (*compose)(void *context, const double *a, const double *b, double *sum);
	/* longest step from a point after which it is known how far everything has come (angles: whole
	 * turns look alike); NULL: any */
	double (*longest_step)(void *context, const struct dae_point *p);
	/* told of each accepted step; may be NULL */
	void (*accepted)(void *context, const struct dae_point *p);
	/* functions of a point whose change of sign ends a step (dae_event.h); once told of it by
	 * `accepted`, the system has others in their places */
	int n_events;
	void (*events)(void *context, const struct dae_point *p, struct dae_event *events);
	/* energies and powers of a point; NULL: unknown. The first n_kinetic velocities carry kinetic
	 * energy, others are states of first order. */
	int n_kinetic;
	void (*energy)(void *context, const struct dae_point *p, struct dae_energy *energy);
	void (*powers)(void *context, const struct dae_point *p, struct dae_powers *powers);
};

/* Velocities that move something: the first ones. States of first order follow, which have units of
 * their own: they are measured by their own values, and no rate of the motion is read off them. */
LA_FUNCTION int dae_system_moving(const struct dae_system *system);

/* powers of a point; zeros where the system tells none */
LA_FUNCTION struct dae_powers dae_system_powers(const struct dae_system *system, const struct dae_point *p);

#endif
