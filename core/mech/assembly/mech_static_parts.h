/* Inside of the static equilibrium: shared by mech_static*.c alone. */
#ifndef MECH_STATIC_PARTS_H
#define MECH_STATIC_PARTS_H

#include "mech_assembly_space.h"
#include "mech_static.h"
#include "mech_static_matrix.h"

#define MECH_STATIC_ARRIVED 1e-11 /* or step left, relative to the size */
#define MECH_STATIC_PUSH 0.01     /* step that leaves an unstable equilibrium */
#define MECH_STATIC_LOOSE 1e-10   /* eigenvalues of K below it, relative to the largest, hold nothing */

struct mech_static {
	struct mech_assembly_space space;
	struct mech_context at;
	double *memory, *v;
	struct mech_static_matrix *matrix; /* NULL: dense matrices */
	int n, free;                       /* velocities; columns of B, dense */
	double scale;                      /* largest force, scaled */
	double *basis;                     /* dense: [n x free] B */
	double *stiffness;                 /* dense: [free x free] K, then its eigenvectors */
	double *eigenvalue, *along;        /* dense: [free] of K; r in the basis of its eigenvectors */
	double *f;                         /* [n] scaled forces */
	double *rest, *rest1;              /* [n] B B^T f: what is not balanced, before and after a step */
	double *step;                      /* [n] scaled */
	double *lambda;                    /* [rows + targets] */
	double *eigen_work;
	double *coupling, *normal;       /* [states x states]: mech_static_states.c */
	double *growth, *reach, *change; /* [states] */
};

/* everything about q but its stiffness; what is not balanced goes to rest[n] */
LA_FUNCTION void mech_static_look(struct mech_static *m, const double *q, double *rest);

/* multipliers of constraints and targets that balance the scaled forces f[n] as far as they can */
LA_FUNCTION void mech_static_reactions(struct mech_static *m, const double *f);

/* what the quadratic model says of a step */
struct mech_static_model {
	double slope, curvature; /* work = slope x - curvature x^2 / 2 for x times the step */
	int falls;               /* 1: it follows a force along a freedom without stiffness */
};

/* moves q along the step, halved until the forces do the work expected. Returns the part of the
 * step taken, 0: none; what is not balanced then is m->rest. */
LA_FUNCTION double mech_static_descend(struct mech_static *m, const struct mech_static_model *model, double *q);

/* q moved along the whole step and closed; -1: it does not close, q stays */
LA_FUNCTION int mech_static_go(struct mech_static *m, double *q);

/* Leaves an unstable equilibrium along the eigenvector of the lowest eigenvalue of K, which is that
 * of q; 0 if it is stable */
LA_FUNCTION int mech_static_dense_leave(struct mech_static *m, double *q);
LA_FUNCTION int mech_static_sparse_leave(struct mech_static *m, double *q);

/* A step by the eigenvectors of K. -1: K is not finite */
LA_FUNCTION int mech_static_dense_step(struct mech_static *m, double limit, struct mech_static_model *model);

/* A step of Newton with a shift that makes K positive definite and
 * the step no longer than limit. -1: there is none. */
LA_FUNCTION int mech_static_sparse_step(struct mech_static *m, double limit, struct mech_static_model *model);

/* Load steps of mech_static_path.c, from the drawing on */
LA_FUNCTION void mech_static_follow(struct mech_static *m, double *q);

/* the element's matrix for (cq, cv), row-major, and the place of its first state in it; returns its
 * width */
LA_FUNCTION int mech_static_tangent(const struct mech_static *m, const struct mech_element *e, double cq, double cv,
                                    double *local, int *first);

/* numbers of the states of an element on which one of its rates depends; returns how many there
 * are */
LA_FUNCTION int mech_static_own(const struct mech_element *e, int width, int first, const double *local, int *own);

/* brings states of an element to rest that rest for some value of theirs: Newton on F(z) = 0.
 * States whose rates do not depend on the states of the element, such as integrals, stay. */
LA_FUNCTION void mech_static_settle(struct mech_static *m, const struct mech_element *e);

/* takes such states out of an element's stiffness, its tangent by positions: they follow the
 * configuration */
LA_FUNCTION void mech_static_condense(const struct mech_static *m, const struct mech_element *e, double *stiffness);

/* Newton's step for the states that stay there, so that they rest in the equilibrium to come. It
 * needs the stiffness in its eigenvectors. 1: they have changed; 0: they rest, or nothing brings
 * them to rest. */
LA_FUNCTION int mech_static_integrate(struct mech_static *m);

#endif
