/* Linear algebra of the assembly: scaled Jacobians, their null spaces, and steps in order of
 * priority.
 *
 * J is the constraints' Jacobian, Jt that of the targets, N a basis of the motions that keep the
 * constraints, N2 of those that keep targets, too. The steps are
 *
 *     step1 = -J+ g,     step2 = -N (Jt N)+ (t + Jt step1),     free part of x: N2 N2^T x.
 *
 * Neither basis is ever made: they have as many columns as there are freedoms. step1 comes from J+;
 * step2 is the shortest x with J x = 0 and Jt x = -(t + Jt step1), so it comes from the
 * pseudo-inverse of J and Jt together, after what contradicts the constraints is removed from the
 * right-hand side (la_range_fit); free parts are projections (la_range.h).
 *
 * Velocities have one step more: joint speeds W y (mech_joint_speeds.h) are least for
 *
 *     y = step1 + step2 + step3,     step3 = -N2 (W N2)+ W (step1 + step2),
 *
 * by conjugate gradients within the null space. step1 and step2 are orthogonal to N2, and the
 * pseudo-inverse moves nothing along motions without joint speeds: of all velocities with these
 * joint speeds y is the shortest.
 *
 * Singular values below 1e-8 of the largest (LA_RANGE_NULL) count as zero. Rounding leaves 1e-16
 * and closing to 1e-12 leaves about as much where rows depend on each other; a true singular value
 * below the square root of rounding could not be distinguished from a singular position, for that
 * is how far a position found by closing it may be off.
 */
#ifndef MECH_ASSEMBLY_SPACE_H
#define MECH_ASSEMBLY_SPACE_H

#include "la_range.h"
#include "mech_model.h"
#include "mech_start_turns.h"

/* what becomes of a constraint or target: nothing; met as far as what is held allows; met */
enum mech_assembly_role { MECH_ASSEMBLY_IGNORED, MECH_ASSEMBLY_WANTED, MECH_ASSEMBLY_HELD };

/* matrices; `rows` are those of the constraints and, if beams keep their shape, those rows too */
struct mech_assembly_ranges {
	int rows;
	struct la_range *held; /* [rows x n] constraints that are held */
	struct la_range *all;  /* [rows + n_targets x n] everything that counts: constraints, then targets */
	int *target_value;     /* [n_targets + 1] where the values of each target begin in `all` */
};

/* memory and matrices for a model, made once: struct mech_assembly of mech_assembly.h */
struct mech_assembly {
	struct mech_assembly_ranges bending, rigid; /* beams bend; they keep their shape: empty without beams */
	double *numbers;                            /* everything else */
	size_t own;                                 /* of these those of the assembly; others follow (mech_static.h) */
	struct mech_static_matrix *static_matrix;   /* NULL: no static start, or a dense one */
	int *place;                                 /* [rows + n_targets] row of `all` of each target row */
	unsigned char *marked;                      /* [rows + n_targets] 1: is one of those */
	struct mech_start start;
};

/* where the bodies of an element stand first in it: its blocks of the Jacobian, one a body. -1: the
 * ground, or one that is there already (two joints of a gear) */
LA_FUNCTION int mech_assembly_block(const struct mech_model *model, const struct mech_element *e, int slot);

/* all arrays lie in the struct mech_assembly */
struct mech_assembly_space {
	const struct mech_model *model;
	struct la_range *held, *all;
	int n, rows, targets; /* velocities, constraint rows, target rows: targets that count, then rows that are wanted */
	int speeds;           /* joint speeds */
	double size;          /* of the mechanism */
	double *column;       /* [n] velocity for a scaled velocity of 1 */
	double *row_role;     /* [rows] enum mech_assembly_role of constraints; those wanted count as targets */
	double *target_role;  /* [n_targets of the model] */
	double *given;        /* [n_targets] how far a target has given way: what it wants is nearer by that much */
	int only_held;        /* nothing that is only wanted counts now */
	double *norm; /* [rows + targets] norms of the rows of J and Jt before scaling; 1 for empty rows, infinite for
	                        those that do not count */
	double *residual, *right;                         /* [rows + targets]; right-hand side in scaled units */
	double *wide, *product;                           /* [rows + n_targets] over the rows of `all` */
	double *held_factor, *all_factor;                 /* [rows + n_targets] */
	double *W, *speed, *speed2;                       /* rows of joint speeds, scaled; [speeds] */
	double *step, *step1, *step2, *step3;             /* [n] scaled */
	double *direction;                                /* [n] */
	double *increment;                                /* [n] not scaled */
	double *drawn, *trial, *candidate, *best, *start; /* [n_q] configurations */
	int *place;
	const int *target_value;
	unsigned char *marked;
};

/* lays the arrays out, with room for all targets; NULL for the memory: only counts. Returns the
 * numbers needed. */
LA_FUNCTION size_t mech_assembly_space_lay(const struct mech_model *model, const struct mech_assembly *assembly,
                                           struct mech_assembly_space *s);

/* lays out, finds size and column scales; all constraints count, of targets those that must be met,
 * but s->targets is 0 */
LA_FUNCTION void mech_assembly_space_open(const struct mech_context *c, const struct mech_assembly *assembly,
                                          struct mech_assembly_space *s);

/* the same with beams that keep their shape; 0: there are none */
LA_FUNCTION int mech_assembly_space_open_rigid(const struct mech_context *c, const struct mech_assembly *assembly,
                                               struct mech_assembly_space *s);

/* Jacobians at c->q into s->all, not scaled: of constraints, those of velocities alone included or
 * not; of target i */
LA_FUNCTION void mech_assembly_space_constraints(const struct mech_assembly_space *s, const struct mech_context *c,
                                                 int velocity_rows);
LA_FUNCTION void mech_assembly_space_clear_targets(const struct mech_assembly_space *s);
LA_FUNCTION void mech_assembly_space_target(const struct mech_assembly_space *s, const struct mech_context *c, int i);

/* scales columns, then rows of s->all; s->wide gets the row norms, 1 for empty rows */
LA_FUNCTION void mech_assembly_space_scale(const struct mech_assembly_space *s);

/* gives s->held the constraints times s->held_factor, and multiplies rows of s->all by
 * s->all_factor */
LA_FUNCTION void mech_assembly_space_weigh(const struct mech_assembly_space *s);

/* decomposes J and, where targets count, J with Jt */
LA_FUNCTION void mech_assembly_decompose(struct mech_assembly_space *s);

/* the matrix of all that counts, decomposed: its null space is N2 */
LA_FUNCTION struct la_range *mech_assembly_range(const struct mech_assembly_space *s);

/* step1 and step2 for the residuals (in their own units) of constraints and targets */
LA_FUNCTION void mech_assembly_steps(struct mech_assembly_space *s, const double *residual);

/* step3 for step1 and step2 as they are; c->q is the configuration that was decomposed */
LA_FUNCTION void mech_assembly_slow_joints(struct mech_assembly_space *s, const struct mech_context *c);

#endif
