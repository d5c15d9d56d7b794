/* Inside of the static equilibrium: shared by mech_static.c and mech_static_states.c alone. */
#ifndef MECH_STATIC_PARTS_H
#define MECH_STATIC_PARTS_H

#include "mech_assembly_space.h"
#include "mech_static.h"

#define MECH_STATIC_ARRIVED 1e-11 /* or step left, relative to the size */
#define MECH_STATIC_LOOSE 1e-10   /* eigenvalues of K below it, relative to the largest, hold nothing */

struct mech_static {
	struct mech_assembly_space space;
	struct mech_context at;
	double *memory, *v;
	int n, free;                /* velocities; columns of B */
	double scale;               /* largest force, scaled */
	double *basis;              /* [n x free] B */
	double *stiffness;          /* [free x free] K, then its eigenvectors */
	double *eigenvalue, *along; /* [free] of K; r in the basis of its eigenvectors */
	double *f;                  /* [n] scaled forces */
	double *rest, *rest1;       /* [n] B B^T f: what is not balanced, before and after a step */
	double *step;               /* [n] scaled */
	double *lambda;             /* [rows + targets] */
	double *eigen_work;
	double *coupling, *normal;       /* [states x states]: mech_static_states.c */
	double *growth, *reach, *change; /* [states] */
};

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
