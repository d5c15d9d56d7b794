/* Options of an integration, and of the linear systems in it. dae_options_for gives defaults for a
 * tolerance; the caller changes what differs. */
#ifndef DAE_OPTIONS_H
#define DAE_OPTIONS_H

#include "la_base.h"

/* which constraints a step enforces: positions and velocities, positions, velocities */
enum dae_formulation { DAE_STABILIZED, DAE_INDEX3, DAE_INDEX2, DAE_FORMULATION_COUNT };

/* how the unknowns and equations of the BDF methods are scaled (Bottasso, Bauchau, Cardona) */
enum dae_preconditioning { DAE_LEFT_RIGHT, DAE_LEFT, DAE_UNSCALED, DAE_PRECONDITIONING_COUNT };

/* what stands for the inverse of a mass matrix that may be singular in the regularized systems, see
 * dae_regularized.h */
enum dae_singular_mass { DAE_MASS_AUGMENTED, DAE_MASS_LEAST_SQUARES };

/* s: the mean size of the diagonal of M plus that of the tangent, the sum of their row-sum norms,
 * or 1 (the paper's two choices of m_r + d_r h + k_r h^2, and none) */
enum dae_scaling { DAE_SCALE_AVERAGE, DAE_SCALE_NORM, DAE_SCALE_NONE, DAE_SCALING_COUNT };

/* what is done where rows depend on each other: near-singular directions are found, and what
 * rounding explains along them is left out (dae_kkt.h); eps alone does it, whatever its size;
 * nothing (eps = 0) */
enum dae_rank { DAE_RANK_TRUNCATED, DAE_RANK_DIRECT, DAE_RANK_NONE, DAE_RANK_COUNT };

/* how the system is solved where K = M, for accelerations above all: by the same system; by the reduced
 * matrix G M^-1 G^T (dae_reduced.h); in relative coordinates (dae_relative.h) */
enum dae_accelerations {
	DAE_ACCELERATIONS_SPARSE,
	DAE_ACCELERATIONS_REDUCED,
	DAE_ACCELERATIONS_JOINT,
	DAE_ACCELERATIONS_COUNT
};

/* along which directions a solution is made to give what is asked for (dae_singular_hold): none,
 * near-singular ones, or redundant ones that do not last as well */
enum dae_hold { DAE_HOLD_NONE, DAE_HOLD_NEAR, DAE_HOLD_LOST };

struct dae_kkt_options {
	double regularization; /* eps */
	double augmentation;   /* rho */
	double threshold;      /* eigenvalues of A below it are near-singular */
	enum dae_scaling scaling;
	enum dae_rank rank;
	enum dae_accelerations accelerations;
	enum dae_hold hold;
	int permanent; /* directions that were redundant so far */
	double off;    /* how far the point is off the constraints, in sizes of their rows */
};

struct dae_options {
	double tolerance;       /* relative error wanted at the end of the run */
	double spectral_radius; /* rho_inf of generalized-alpha, HHT, Newmark and the energy-decaying scheme, 0 .. 1 */
	double largest_step;    /* 0: no limit */
	double fixed_step;      /* 0: step-size control */
	double iterations;      /* real time: corrections of every step, no more and no less; 0: as many as it takes */
	double work_limit;      /* most steps to try from one dae_effort_begin on; 0: no limit */
	enum dae_formulation formulation;
	enum dae_preconditioning preconditioning;
	double largest_order;  /* of BDF, 1 .. 5 */
	double gamma, epsilon; /* of the regularized systems of Petzold, Ren, Maly; gamma 0: 1 / step */
	enum dae_singular_mass singular_mass;
	struct dae_kkt_options kkt;
};
/* options for a tolerance, all others at their defaults */
LA_FUNCTION struct dae_options dae_options_for(double tolerance);

#endif
