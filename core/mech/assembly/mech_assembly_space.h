/* Linear algebra of the assembly: scaled Jacobians, their null spaces, and steps in order of priority.
 *
 * With the constraints' Jacobian J = U S V^T, truncated to rank r, N = the last n - r columns of V spans the motions
 * that keep the constraints. The targets' Jacobian is reduced to Jt N = U2 S2 V2^T, rank r2, and N2 = N times the
 * last columns of V2 spans the motions that keep targets too. The steps are
 *
 *     step1 = -J+ g,     step2 = -N (Jt N)+ (t + Jt step1),     free part of x: N2 N2^T x.
 *
 * Velocities have one step more: joint speeds W y (mech_joint_speeds.h) are least for
 *
 *     y = step1 + step2 + step3,     step3 = -N2 (W N2)+ W (step1 + step2).
 *
 * step1 and step2 are orthogonal to N2, and the pseudo-inverse moves nothing along motions without joint speeds: of all
 * velocities with these joint speeds y is the shortest.
 *
 * Singular values below 1e-8 of the largest count as zero. Rounding leaves 1e-16 and closing to 1e-12 leaves about as
 * much where rows depend on each other; a true singular value below the square root of rounding could not be told
 * from a singular position, for that is how far a position found by closing it may be off.
 */
#ifndef MECH_ASSEMBLY_SPACE_H
#define MECH_ASSEMBLY_SPACE_H

#include "mech_model.h"

#define MECH_ASSEMBLY_RANK 1e-8

/* what becomes of a constraint or target: nothing; met as far as what is held allows; met */
enum mech_assembly_role { MECH_ASSEMBLY_IGNORED, MECH_ASSEMBLY_WANTED, MECH_ASSEMBLY_HELD };

/* all arrays lie in the caller's work space */
struct mech_assembly_space {
	const struct mech_model *model;
	int n, rows, targets; /* velocities, constraint rows, target rows: targets that count, then rows that are wanted */
	int speeds;           /* joint speeds */
	int rank, target_rank;
	double size;         /* of the mechanism */
	double *column;      /* [n] velocity for a scaled velocity of 1 */
	double *row_role;    /* [rows] enum mech_assembly_role of constraints; those wanted count as targets */
	double *target_role; /* [n_targets of the model] */
	double *given;       /* [n_targets] how far a target has given way: what it wants is nearer by that much */
	int only_held;       /* nothing that is only wanted counts now */
	double *norm; /* [rows + targets] norms of the rows of J and Jt before scaling; 1 for empty rows, infinite for
	                        those that do not count */
	double *residual, *right;                         /* [rows + targets]; right-hand side in scaled units */
	double *J, *Jt;                                   /* [rows x n], [targets x n], column-major, scaled */
	double *u, *s, *vt;                               /* of J */
	double *u2, *s2, *vt2, *reduced;                  /* of Jt N = reduced */
	double *W, *u3, *s3, *vt3, *reduced3;             /* [speeds x n] scaled; of W N2 = reduced3 */
	double *step, *step1, *step2, *step3;             /* [n] scaled */
	double *increment;                                /* [n] not scaled */
	double *drawn, *trial, *candidate, *best, *start; /* [n_q] configurations */
	double *svd_work;                                 /* for decompositions, and eigenvalues of an n x n matrix */
};

/* lays the arrays out in work, with room for all targets; NULL for work: only counts. Returns the numbers needed. */
LA_FUNCTION size_t mech_assembly_space_lay(const struct mech_model *model, double *work, struct mech_assembly_space *s);

/* lays out, finds size and column scales; all constraints count, of targets those that must be met, but s->targets is 0 */
LA_FUNCTION void mech_assembly_space_open(const struct mech_context *c, double *work, struct mech_assembly_space *s);

/* scales columns, then rows of a matrix of s->n columns; norm[rows] gets the row norms */
LA_FUNCTION void mech_assembly_scale(const struct mech_assembly_space *s, int rows, double *J, double *norm);

/* decomposes J (overwritten) and Jt N */
LA_FUNCTION void mech_assembly_decompose(struct mech_assembly_space *s);

/* step1 and step2 for the residuals (in their own units) of constraints and targets */
LA_FUNCTION void mech_assembly_steps(struct mech_assembly_space *s, const double *residual);

/* step3 for step1 and step2 as they are; c->q is the configuration that was decomposed */
LA_FUNCTION void mech_assembly_slow_joints(struct mech_assembly_space *s, const struct mech_context *c);

/* out[n] = N2 N2^T x; out and x do not overlap */
LA_FUNCTION void mech_assembly_free_part(const struct mech_assembly_space *s, const double *x, double *out);

#endif
