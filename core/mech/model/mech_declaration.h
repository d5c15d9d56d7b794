/* What a kind of element declares: joints, drivers, forces and sensors.
 *
 * A kind is one constant table entry in a file of its own: what the mechanism file may say about it, what it
 * reports, and its equations. Everything else (file reader, variable table, documentation, constrained system) works from these
 * declarations, so a new element is one file and one line in mech_kinds.h.
 *
 * Equations. An element touches n bodies; its local velocity vector stacks theirs (mech_body.h; m = 3 each in the plane,
 * 6 in space). Ground counts as a body whose columns are dropped by the caller. With r the element's share of
 *
 *     M a + G^T lambda - f = 0,      g(q, t) = 0
 *
 *   constraint  g[rows]                      jacobian  G = dg/dq, row-major rows x mn
 *   rate        dg/dt at fixed q             bias      d2g/dt2 - G a   (all terms without accelerations)
 *   force       adds to f[mn]                tangent   adds cq d(G^T lambda - f)/dq + cv d(-f)/dv, row-major mn x mn
 *
 * Time enters constraints through drivers alone (`motion`), forces through what drives them: inputs and tables over time.
 *
 * A coordinate c(q) of a joint (angle, position) has the row dc/dq over the joint's two bodies, the bias d2c/dt2 - J a and
 * the curvature d(J^T mu)/dq; drivers, gears and joint forces are written in terms of those. An angle is read
 * as whole turns and a part of one (mech_turns.h).
 *
 * States. An element may have states z of its own that follow dz/dt = F(t, q, v, z): a lag, a bristle. They stand after the
 * bodies in the vectors of the whole, as velocities with unit mass, and after the element's bodies in its local vectors:
 * F is their force.
 *
 * Elements own nothing: numbers as written in the file are c->parameters[e->parameter + k], numbers derived from them
 * once (local points, lengths of the drawing) are c->derived[e->derived + k], what they must remember between steps is
 * c->memory[e->memory + k].
 */
#ifndef MECH_DECLARATION_H
#define MECH_DECLARATION_H

#include "mech_image.h"
#include "mech_quantity.h"
#include "mech_reads.h"
#include "mech_signal.h"
#include "mech_turns.h"

/* MECH_EITHER: elements that work with joint coordinates alone */
enum mech_space { MECH_PLANAR, MECH_SPATIAL, MECH_SPACE_COUNT, MECH_EITHER = MECH_SPACE_COUNT };
enum mech_section { MECH_JOINT, MECH_DRIVER, MECH_FORCE_ELEMENT, MECH_SENSOR, MECH_SECTION_COUNT };

/* what a parameter accepts */
enum mech_range { MECH_ANY, MECH_NOT_NEGATIVE, MECH_POSITIVE, MECH_DIRECTION /* vector of length > 0 */ };

enum mech_need { MECH_OPTIONAL, MECH_REQUIRED };

struct mech_parameter_spec {
	const char *key; /* key in the file and last part of the variable's name */
	int size;        /* 1, or components of a vector: key[1], key[2] */
	int least;       /* a vector may be written with so few components, the rest is 0; 0: all must be written */
	enum mech_quantity quantity;
	enum mech_need need;
	enum mech_range range;
	int tunable;     /* may change during the run without a new assembly */
	double fallback; /* value where the file is silent; NAN: the kind's `derive` finds it from the drawing */
	const char *text;
};

/* one number that is tunable */
#define MECH_TUNABLE(key, quantity, need, range, fallback, text) \
	{                                                            \
		key, 1, 0, quantity, need, range, 1, fallback, text      \
	}

/* a table of points x, y that an element may have (mech_curve.h): a list of numbers under the key of each spec, with
 * spec.size the most points and spec.least the fewest */
enum mech_curve_form { MECH_CURVE_SPLINE, MECH_CURVE_HELD, MECH_CURVE_STRAIGHT };
enum { MECH_CURVE_LEAST = 2, MECH_CURVE_MOST = 256 };

struct mech_curve_spec {
	struct mech_parameter_spec x, y;
	enum mech_curve_form form;
	int replaces; /* number of the parameter spec that it stands in for; -1: none */
};

struct mech_output_spec {
	const char *key;
	int size;
	enum mech_quantity quantity;
	unsigned reads; /* mech_reads.h */
	const char *text;
};

/* joint coordinate: reported as joints.<name>.<key>, .<rate>, .<acceleration> */
enum { MECH_NO_OFFSET = -1, MECH_NO_TURNS = -1 };

struct mech_coordinate_spec {
	const char *key, *rate, *acceleration;
	enum mech_quantity quantity;
	/* number of the parameter that is added to what the joint reads, or MECH_NO_OFFSET */
	int offset;
	/* place in the memory where an angle that is measured but for whole turns has its last value, without offset, to be
	 * counted on from; MECH_NO_TURNS: none, as in the plane, where bodies count */
	int turns;
	enum mech_shape shape;
};

/* how g of a constraint row says how far the row is open, in metres or radians:
 * as it is;  g = sin(gap);  g = ((L + gap)^2 - L^2) / (2 L) with L the element's first derived number */
enum mech_row_form { MECH_ROW_LINEAR, MECH_ROW_SINE, MECH_ROW_HALF_SQUARE };

enum { MECH_NO_AXIS = -1 };

struct mech_row_spec {
	const char *name;
	enum mech_quantity quantity; /* MECH_LENGTH, MECH_ANGLE, or MECH_COORDINATE: as the first coordinate it is about */
	enum mech_row_form form;
	enum mech_shape shape; /* of rows about coordinates: that of the coordinates */
	const char *holds;     /* the motion it takes, for reports: "along x"; NULL: as its name */
	int axis; /* place of a direction among the derived numbers that belongs after `holds`, or MECH_NO_AXIS */
};

struct mech_kept_pose; /* mech_pose.h */

/* all an element may read */
struct mech_context {
	const struct mech_model *model;
	const double *parameters, *derived, *memory;
	const struct mech_signal *inputs;
	double t;
	const double *q, *v, *a, *lambda;
	double length;        /* size of the mechanism, for what is small beside it */
	const double *tables; /* NULL; where forces are differentiated: weights of value and rate of tables over time */
	struct mech_kept_pose *poses; /* NULL, or the last one of each body */
};

typedef void mech_element_function(const struct mech_context *c, const struct mech_element *e, double *out);
typedef double mech_element_number(const struct mech_context *c, const struct mech_element *e);
struct dae_event; /* dae_event.h */
typedef void mech_element_events(const struct mech_context *c, const struct mech_element *e, struct dae_event *out);
typedef void mech_element_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                  double *out);
typedef void mech_element_begin(const struct mech_context *c, const struct mech_element *e, double t_end,
                                double *memory);
typedef void mech_element_remember(const struct mech_context *c, const struct mech_element *e, double *memory);
typedef void mech_element_driven(const struct mech_context *c, const struct mech_element *e, const double change[2],
                                 double *out);
typedef double mech_element_change(const struct mech_context *c, const struct mech_element *e, const double change[2]);
typedef const char *mech_element_refusal(const double *memory, double t);
typedef struct mech_reading mech_coordinate_reading(const struct mech_context *c, const struct mech_element *e, int k);
typedef double mech_coordinate_number(const struct mech_context *c, const struct mech_element *e, int k);
typedef void mech_coordinate_row(const struct mech_context *c, const struct mech_element *e, int k, double *row);
struct mech_jet; /* mech_jet.h */
struct mech_frames;
typedef void mech_element_jets(const struct mech_context *c, const struct mech_element *e, const struct mech_frames *f,
                               struct mech_jet *out);
typedef void mech_coordinate_jet(const struct mech_context *c, const struct mech_element *e,
                                 const struct mech_frames *f, int k, struct mech_jet *out);
typedef void mech_coordinate_curvature(const struct mech_context *c, const struct mech_element *e, int k, double mu,
                                       double *out);

/* numbers that describe a driver's motion at an instant: it has as many derivatives as an input */
enum { MECH_MOTION = MECH_INPUT_ORDER + 1 };

/* how a drawing shows an element; MECH_SYMBOL_HIDDEN: not even by its name */
enum mech_symbol {
	MECH_SYMBOL_NONE,
	MECH_SYMBOL_HIDDEN,
	MECH_SYMBOL_PIVOT,
	MECH_SYMBOL_SLIDER, /* a box on a line of the first body, unless only the second is the ground */
	MECH_SYMBOL_SLEEVE, /* likewise, but the body keeps its own drawing */
	MECH_SYMBOL_SCREW,
	MECH_SYMBOL_SLOT, /* a point of the first body on a line of the second */
	MECH_SYMBOL_WELD,
	MECH_SYMBOL_ROD,
	MECH_SYMBOL_WHEELS,
	MECH_SYMBOL_BELT,
	MECH_SYMBOL_RACK,
	MECH_SYMBOL_COUPLER,
	MECH_SYMBOL_AXES, /* nothing but its axes */
	MECH_SYMBOL_BALL,
	MECH_SYMBOL_CROSS,
	MECH_SYMBOL_PLATE,
	MECH_SYMBOL_DISC,
	MECH_SYMBOL_EFFORT,
	MECH_SYMBOL_FORCE,
	MECH_SYMBOL_FOLLOWER,
	MECH_SYMBOL_TORQUE,
	MECH_SYMBOL_CONTACT,
	MECH_SYMBOL_SPRING,
	MECH_SYMBOL_COIL,
	MECH_SYMBOL_POINT,
	MECH_SYMBOL_DISTANCE,
	MECH_SYMBOL_COUNT
};

struct mech_kind {
	const char *name;
	enum mech_symbol symbol;
	enum mech_section section;
	enum mech_space space;
	const char *text;

	/* what the file says: bodies under `bodies:` (or `body:` if one), joints under `joint:` (or `joints:` if two) */
	int n_bodies, n_joints;
	int lists_bodies; /* sensors: `bodies:` lists any bodies, up to MECH_MOST_BODIES; none: all of the mechanism */
	int in_frame;     /* `frame:` chooses the axes of its outputs, by the body they belong to: the element's last one */
	int any_coordinate; /* `joint: guide.position` may choose a coordinate of the joint */
	int one_axis; /* the joint must have no second coordinate that measures the same: its row is as drawn in all places */
	int may_follow; /* `follows:` names one more coordinate, of the same quantity, that stands in for `input` */
	enum mech_quantity acts_on; /* what that coordinate must measure: MECH_ANGLE, MECH_LENGTH, or MECH_NUMBER: either */
	int then_lengths;           /* that holds for the first joint alone; coordinates of the others must be lengths */
	int n_parameters;
	const struct mech_parameter_spec *parameters;
	int n_ordered; /* pairs of specs of one number each: the second must not be below the first */
	const int (*ordered)[2];
	/* the parameter that an input may stand in for (then it is not required), a force is linear in it or has driven_force; NULL: no
	 * `input:` key */
	const struct mech_parameter_spec *input;
	int n_curves; /* the first is a table over time where it replaces the parameter of `input` */
	const struct mech_curve_spec *curves;

	/* what it reports beside coordinates and reactions */
	int n_outputs;
	const struct mech_output_spec *outputs;

	/* joints */
	int n_coordinates;
	const struct mech_coordinate_spec *coordinates;
	mech_coordinate_reading *coordinate_reading; /* without offset */
	mech_coordinate_row *coordinate_row;         /* sets row[2m] */
	mech_coordinate_number *coordinate_bias;
	mech_coordinate_curvature *coordinate_curvature; /* adds to out[2m x 2m]; NULL: zero */

	/* constraints */
	int n_rows;
	int n_velocity_rows; /* the last ones: G v = 0 without a position constraint of its own (rolling); their g is 0 */
	const struct mech_row_spec *rows;
	int torque_free; /* reactions have no torque about `point`: nothing but points meet there */
	mech_element_function *constraint, *jacobian, *rate, *bias; /* rate NULL: the constraint does not depend on time */
	unsigned row_reads; /* what `bias` reads beside positions and velocities: MECH_READS_TIME or nothing */

	/* forces and tangents; NULL: none */
	mech_element_function *force;
	mech_element_tangent *tangent;
	unsigned force_reads;  /* what forces read, on joints those along the coordinate (mech_reads.h) */
	unsigned torque_reads; /* on bodies: what torques read */
	unsigned state_reads;  /* what rates of states read */
	/* what a small change[2] of the number that drives it and of its rate does to the forces, added to f, and to its own
	 * outputs, set in out; NULL: both are linear in the number and do not depend on its rate */
	mech_element_driven *driven_force, *driven_output;
	mech_element_change *driven_potential; /* and to `potential`; NULL: nothing */
	int is_friction; /* holds nothing in a static equilibrium: loose where `start` has just been called at rest */

	/* States of its own: an element has e->n_states of them (mech_state_of), at most n_states; typical sizes and values at
	 * the start of a run, out[e->n_states]; no `state_start`: they stay zeros, or as a static start has found them */
	int n_states;
	/* state_by[n_states]: the parameter (spec of one number) that state k needs; where the file says 0 there is no such
	 * state, and that stays so. NULL: an element has all states */
	const int *state_by;
	/* state_hides[n_states]: what forces and outputs read in its place where state k is not there. NULL: nothing */
	const unsigned *state_hides;
	mech_element_function *state_sizes, *state_start;

	/* a mass or an inertia that moves with the coordinate, as that of a rotor behind a gear: it adds rotor row^T row to the masses,
	 * where row[2 body_v] is that of the coordinate as drawn and begins the derived numbers. NULL: none */
	mech_element_number *rotor;

	/* energy: stored, and the powers turned into heat and brought in from outside; NULL: none */
	mech_element_number *potential, *dissipation, *supply;
	mech_element_number *stored; /* energy that `dissipation` counted as heat and is still there; NULL: none */

	/* what the functions of several kinds are made of: constraint rows and coordinate k of a joint between two bodies,
	 * with derivatives, of q, parameters, derived numbers and memory alone; a driver's wanted motion, out[MECH_MOTION]: value, rate,
	 * acceleration and rate of that */
	mech_element_jets *jet_rows;
	mech_coordinate_jet *jet_coordinate;
	mech_element_function *motion;

	/* joints between joints: factor of reference i in the sum of coordinates that stays as drawn, the first derived number;
	 * NULL: there is none */
	mech_coordinate_number *factor;

	/* derived numbers begin with the values in use of those parameters whose fallback is NAN, in their order */
	int n_derived, n_memory;
	mech_element_function *derive; /* parameters -> derived numbers (out = own run of derived) */
	mech_element_remember *start;  /* sets the own run of memory at the start of a run; NULL: it starts with zeros */
	/* prepares it for the communication step from c->t to t_end > c->t; NULL: nothing to prepare */
	mech_element_begin *begin;
	/* renews it after an accepted step, turns of coordinates aside; NULL: nothing to renew */
	mech_element_remember *remember;
	/* which of its modes, signs and counts are impossible at time t, in words for a message, where the memory comes from outside;
	 * numbers are finite; NULL: none is or can be */
	mech_element_refusal *refusal;
	/* functions of the point whose change of sign ends a step, out[n_events] (dae_event.h): where one is passed `remember`
	 * changes the law of the force */
	int n_events;
	mech_element_events *events;
	/* first time after c->t at which what it does over time has a corner: steps end there; HUGE_VAL or NULL: never. Tables
	 * over time (mech_curve.h) need not say so */
	mech_element_number *next_time;
	mech_element_function *output; /* all own outputs, in the order of `outputs` */
	mech_element_function *point;  /* out[2 or 3]: where it acts, global, for reactions and drawings */
};

#endif
