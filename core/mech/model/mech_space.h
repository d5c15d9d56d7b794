/* What differs between the plane and space: a table of rules for each, which everything else works
 * through; mechanisms are planar or spatial as a whole. The two tables are mech_body_planar.c and
 * mech_body_spatial.c.
 */
#ifndef MECH_SPACE_H
#define MECH_SPACE_H

#include "mech_model.h"

enum { MECH_PLANAR_Q = 4, MECH_PLANAR_V = 3 };
enum { MECH_MOST_BODY_Q = 7, MECH_MOST_BODY_V = 6, MECH_MOST_DIMENSION = 3, MECH_MOST_STATES = 8 };

/* velocities of the two bodies of a joint */
enum { MECH_MOST_PAIR_V = 2 * MECH_MOST_BODY_V };

/* largest local block; most rows and own outputs of an element */
enum { MECH_MOST_LOCAL = MECH_MOST_BODY_V * MECH_MOST_BODIES + MECH_MOST_STATES };
enum { MECH_MOST_ROWS = 6, MECH_MOST_OUTPUTS = 24 };

struct mech_space_rules {
	const char *name; /* in the file, under `space:` */
	int dimension, n_q, n_v;

	/* parameters of the mechanism and of a body (enum mech_body_parameter); of a body's numbers the
	 * center begins at number `center` */
	const struct mech_parameter_spec *gravity, *body;
	int center, n_numbers;

	/* numbers of a body and one welded to it as those of the two together, in `whole` */
	void (*fold)(const double *part, double *whole);
	/* the same motion when the frame's origin moves by the offset, in body axes */
	void (*shift)(const double *offset, double *q, double *v);

	int n_outputs;
	const struct mech_output_spec *outputs;

	/* what `initial:` may want of a body: value (key NULL: only the rate can be wanted) and rate */
	int n_targets;
	const struct mech_coordinate_spec *targets;

	void (*draw)(const struct mech_context *c, int body, double *q);
	void (*move)(const double *q, const double *dq, double *moved);
	const char *(*refusal)(const double *q); /* what of coordinates from outside is impossible; NULL: nothing */
	void (*difference)(const double *from, const double *to, double *dq); /* move(from, dq) = to */
	/* rate of the increment dq where the velocity at the moved place is v; NULL: v itself */
	void (*increment_rate)(const double *dq, const double *v, double *rate);
	/* the other way round: v of a rate; the two come together */
	void (*increment_velocity)(const double *dq, const double *rate, double *v);
	/* the increment that leads where a and then b lead; NULL: a + b. It comes with increment_rate
	 * or not at all */
	void (*compose)(const double *a, const double *b, double *sum);

	void (*mass)(const struct mech_context *c, int body, double *block); /* n_v x n_v */
	void (*force)(const struct mech_context *c, int body, double *f);    /* sets f[n_v]: gravity, gyroscopic */
	void (*tangent)(const struct mech_context *c, int body, double cv, double *block); /* adds -cv df/dv; NULL: none */
	double (*kinetic_energy)(const struct mech_context *c, int body);
	double (*output)(const struct mech_context *c, int body, int k); /* a welded body has outputs and targets too */

	double (*target_value)(const struct mech_context *c, int body, int k);
	void (*target_row)(const struct mech_context *c, int body, int k, double *row); /* d target / dq, row[n_v] */
};

LA_TABLE_DECLARATION const struct mech_space_rules mech_planar_rules, mech_spatial_rules;

/* the rules of a space, and of the model's */
LA_FUNCTION const struct mech_space_rules *mech_space_rules(enum mech_space space);
LA_FUNCTION const struct mech_space_rules *mech_model_rules(const struct mech_model *model);

#endif
