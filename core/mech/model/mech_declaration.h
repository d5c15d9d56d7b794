/* The declaration of a kind of element: of a joint, driver, force or sensor.
 *
 * A kind is one constant table entry in a file of its own. It says what the mechanism file may
 * give, what the element reports, and its equations. The file reader, the variable table, the
 * documentation and the constrained system work from these declarations. A new element is therefore
 * one file and one line in mech_kinds.h.
 *
 * Equations. An element touches n bodies. Its local velocity vector stacks theirs, m = 3 each in
 * the plane and 6 in space (mech_body.h). Ground counts as a body whose columns the caller drops.
 * The element has its share of
 *
 *     r = M a + G^T lambda - f = 0,      g(q, t) = 0
 *
 *   row.constraint  g[rows]             row.jacobian   G = dg/dq, row-major rows x mn
 *   row.rate        dg/dt at fixed q    row.bias       d2g/dt2 - G a, all terms without a
 *   force.add       adds to f[mn]       force.tangent  adds cq d(G^T lambda - f)/dq + cv d(-f)/dv,
 *                                                      row-major mn x mn
 *
 * Time enters constraints through drivers alone (`row.motion`). It enters forces through inputs and
 * through tables over time.
 *
 * A coordinate c(q) of a joint is an angle or a position. It has the row dc/dq over the joint's two
 * bodies, the bias d2c/dt2 - (dc/dq) a and the curvature d((dc/dq)^T mu)/dq. Drivers, gears and
 * joint forces are written in terms of those. An angle is read as whole turns and a part of one
 * (mech_turns.h).
 *
 * States. An element may have states z of its own that follow dz/dt = F(t, q, v, z): a lag, a
 * bristle. They stand after the bodies in the vectors of the whole, as velocities with unit mass,
 * and after the element's bodies in its local vectors. F is their force.
 *
 * Elements own nothing. Numbers as written in the file are c->parameters[e->parameter + k]. Numbers
 * derived from them once (local points, lengths of the drawing) are c->derived[e->derived + k].
 * Numbers remembered between steps are c->memory[e->memory + k].
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
	double fallback; /* value where the file is silent; NAN: `derived.derive` finds it from the drawing */
	const char *text;
};

/* one number that is tunable */
#define MECH_TUNABLE(key, quantity, need, range, fallback, text) \
	{                                                            \
		key, 1, 0, quantity, need, range, 1, fallback, text      \
	}

/* a table of points x, y that an element may have (mech_curve.h): a list of numbers under the key
 * of each spec, with spec.size the most points and spec.least the fewest */
enum mech_curve_form {
	MECH_CURVE_SPLINE,
	MECH_CURVE_HELD,
	MECH_CURVE_STRAIGHT,
	MECH_CURVE_CLOSED, /* outlines from here on (mech_profile.h) */
	MECH_CURVE_POLAR,
	MECH_CURVE_POLYGON,
	MECH_CURVE_TERRAIN
};
enum { MECH_CURVE_LEAST = 2, MECH_CURVE_MOST = 256 };

struct mech_curve_spec {
	struct mech_parameter_spec x, y;
	enum mech_curve_form form;
	int replaces; /* number of the parameter spec that it stands in for; -1: none */
};

/* what the file counts for an element that lists joints: its states, the coordinates it lists, and
 * what it measures: their values, then their rates, then the number that drives the element */
enum mech_extent { MECH_EACH_STATE, MECH_EACH_COORDINATE, MECH_EACH_MEASURED };
enum { MECH_MOST_MATRICES = 4 };

/* a matrix of numbers without limits, a list of its rows in the file (mech_matrix.h). They are
 * tunable. */
struct mech_matrix_spec {
	const char *key;
	enum mech_extent rows, columns;
	const char *text;
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
	/* place in the memory where an angle that is measured but for whole turns has its last value,
	 * without offset, to be counted on from; MECH_NO_TURNS: none, as in the plane, where bodies
	 * count */
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
	double length;        /* size of the mechanism, for what is small compared with it */
	const double *tables; /* NULL; where forces are differentiated: weights of value and rate of tables over time */
	struct mech_kept_pose *poses; /* NULL, or the last one of each body */
	/* NULL, or in a static start the forces that tangents take in place of those at q, MECH_MOST_CARRIED for
	 * each element (`force.carry`) */
	const double *carried;
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

/* forces of strains of an element that its tangent may take from mech_context.carried */
enum { MECH_MOST_CARRIED = 12 };

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
	MECH_SYMBOL_BEAM,
	MECH_SYMBOL_PROFILE, /* a circle of the first body, and the outline on the second */
	MECH_SYMBOL_SHAPES,  /* the outlines of two shapes (mech_shape_contact.h) */
	MECH_SYMBOL_COUNT
};

/* What the mechanism file says about an element: bodies under `bodies:` (or `body:` if one),
 * joints under `joint:` (or `joints:` if two), numbers under the keys of the specs. */
struct mech_kind_file {
	int n_bodies, n_joints;
	/* sensors: `bodies:` lists any bodies, up to MECH_MOST_BODIES; without it: all bodies */
	int lists_bodies;
	/* `frame:` names the body whose axes the outputs refer to: the element's last body */
	int in_frame;
	/* `joint: guide.position` may choose a coordinate of the joint */
	int any_coordinate;
	/* The joint must have no second coordinate that measures the same. Then its row is as drawn in
	 * all places. */
	int one_axis;
	/* `joints:` lists one to n_joints coordinates */
	int lists_joints;
	/* `follows:` names one more coordinate, of the same quantity, that replaces `input` */
	int follows;
	/* what the coordinate of `joint:` must measure: MECH_ANGLE, MECH_LENGTH, or MECH_NUMBER:
	 * either */
	enum mech_quantity acts_on;
	/* `acts_on` holds for the first joint alone; coordinates of the others must be lengths */
	int then_lengths;
	int n_parameters;
	const struct mech_parameter_spec *parameters;
	/* pairs of specs of one number each: the second must not be below the first */
	int n_ordered;
	const int (*ordered)[2];
	/* The parameter that an input may replace. It is then not required, and the force is linear in
	 * it or has `force.driven`. NULL: no `input:` key. */
	const struct mech_parameter_spec *input;
	/* the first curve is a table over time if it replaces the parameter of `input` */
	int n_curves;
	const struct mech_curve_spec *curves;
	/* exactly one of the curves must be given */
	int one_curve;
	/* An element with matrices has as many states as the first one has rows in the file. */
	int n_matrices;
	const struct mech_matrix_spec *matrices;
};

/* What an element reports in addition to coordinates and reactions. */
struct mech_kind_output {
	int count;
	const struct mech_output_spec *specs;
	mech_element_function *values; /* all of them, in the order of `specs` */
	/* how many components of each of `specs` an element has. NULL: all */
	const enum mech_extent *extents;
	/* What a small change[2] of the number that drives the element, and of its rate, does to them,
	 * out[count]. NULL: they are linear in the number and do not depend on its rate. */
	mech_element_driven *driven;
};

/* Coordinates of a joint. Each function takes the number k of the coordinate. */
struct mech_kind_coordinate {
	int count;
	const struct mech_coordinate_spec *specs;
	mech_coordinate_reading *reading; /* without offset */
	mech_coordinate_row *row;         /* sets row[2m] */
	mech_coordinate_number *bias;
	mech_coordinate_curvature *curvature; /* adds to out[2m x 2m]; NULL: zero */
	/* the coordinate and its derivatives; depends on q, parameters, derived numbers and memory */
	mech_coordinate_jet *jet;
};

/* Constraint rows of a joint or driver. */
struct mech_kind_row {
	int count;
	/* The last rows may be G v = 0 without a position constraint (rolling). Their g is 0. */
	int velocity_count;
	/* reactions have no torque about `drawing.point`, because only points meet there */
	int torque_free;
	/* what `bias` reads in addition to positions and velocities: MECH_READS_TIME or nothing */
	unsigned reads;
	const struct mech_row_spec *specs;
	mech_element_function *constraint, *jacobian, *bias;
	mech_element_function *rate; /* NULL: the constraint does not depend on time */
	/* Joints between two bodies: the rows and their derivatives. They depend on q, parameters,
	 * derived numbers and memory. Shared functions make the four above from them. */
	mech_element_jets *jets;
	/* drivers: the wanted value, rate, acceleration and rate of that, out[MECH_MOTION] */
	mech_element_function *motion;
	/* Joints between joints keep a sum of coordinates as drawn, the first derived number. This is
	 * the factor of reference i in the sum. NULL: there is no such sum. */
	mech_coordinate_number *factor;
};

/* Forces, and the tangent of all forces, those of the constraint rows included. */
struct mech_kind_force {
	mech_element_function *add;    /* NULL: none */
	mech_element_tangent *tangent; /* NULL: none */
	unsigned reads;                /* what forces read, on joints those along the coordinate (mech_reads.h) */
	unsigned torque_reads;         /* on bodies: what torques read */
	/* As `output.driven`, for forces and rates of states: adds to f. */
	mech_element_driven *driven;
	/* Mass or inertia that moves with the coordinate, as that of a rotor behind a gear: it adds
	 * rotor row^T row to the masses. row[2 body_v] is the coordinate's row as drawn, with which the
	 * derived numbers begin. NULL: none. */
	mech_element_number *rotor;
	/* Forces of strains after a motion c->v from c->q on, in which strains grow linearly and nothing is
	 * damped: sets out[MECH_MOST_CARRIED]. With c->carried the tangent takes these forces in place of
	 * those at c->q. NULL: there is no such force. */
	mech_element_function *carry;
	/* It holds nothing in a static equilibrium: it is loose where `memory.start` has just been
	 * called at rest. */
	int is_friction;
	/* Its bodies keep their places relative to each other, those of the drawing, at a start where all
	 * else allows it. */
	int keeps_shape;
};

/* States of the element's own. An element has e->n_states of them (mech_state_of), at most
 * `count`. */
struct mech_kind_state {
	int count;
	unsigned reads; /* what their rates read */
	/* needs[count]: the parameter (spec of one number) that state k needs. Where the file says 0
	 * there is no such state, and that stays so. NULL: an element has all states. */
	const int *needs;
	/* hides[count]: what forces and outputs read in place of state k where it is missing. NULL:
	 * nothing. */
	const unsigned *hides;
	mech_element_function *sizes; /* typical sizes of their values, out[e->n_states] */
	/* values at the start of a run, out[e->n_states]; NULL: zeros, or what a static start found */
	mech_element_function *start;
};

/* Energy. NULL: none. */
struct mech_kind_energy {
	mech_element_number *potential;   /* stored, can be given back */
	unsigned ignores;                 /* what the force reads and `potential` does not */
	mech_element_change *driven;      /* as `output.driven`, for `potential`; NULL: nothing changes */
	mech_element_number *dissipation; /* power turned into heat */
	mech_element_number *supply;      /* power brought in from outside */
	/* energy that `dissipation` counted as heat although it is still there */
	mech_element_number *stored;
};

/* Numbers derived once from the parameters. They begin with the values in use of those parameters
 * whose fallback is NAN, in their order. */
struct mech_kind_derived {
	int count;
	mech_element_function *derive; /* sets the element's own derived numbers, out[count] */
};

/* Numbers that the element remembers between steps. NULL: the function has nothing to do. */
struct mech_kind_memory {
	int count;
	/* sets them at the start of a run; NULL: they start as zeros */
	mech_element_remember *start;
	/* prepares them for the communication step from c->t to t_end > c->t */
	mech_element_begin *begin;
	/* renews them after an accepted step, turns of coordinates aside */
	mech_element_remember *remember;
	/* Memory may come from outside, with finite numbers. This says which mode, sign or count in
	 * it is impossible at time t, in words for a message. NULL: none is or can be. */
	mech_element_refusal *refusal;
};

/* Instants at which a step must end. */
struct mech_kind_event {
	int count;
	/* A step ends where one of these functions of the point changes its sign, out[count]
	 * (dae_event.h). There `memory.remember` changes the law of the force. */
	mech_element_events *functions;
	/* The first time after c->t at which the element's course over time has a corner. HUGE_VAL or
	 * NULL: never. Corners of tables over time (mech_curve.h) are known without it. */
	mech_element_number *next_time;
};

/* How the element is drawn, and where. */
struct mech_kind_drawing {
	enum mech_symbol symbol;
	mech_element_function *point; /* out[2 or 3]: where it acts, global; also for reactions */
};

/* The declaration of one kind. A table names what the kind has, as in `.row.count = 2`. Everything
 * else is zero or NULL. */
struct mech_kind {
	const char *name;
	const char *text;
	enum mech_section section;
	enum mech_space space;

	struct mech_kind_file file;
	struct mech_kind_output output;
	struct mech_kind_coordinate coordinate;
	struct mech_kind_row row;
	struct mech_kind_force force;
	struct mech_kind_state state;
	struct mech_kind_energy energy;
	struct mech_kind_derived derived;
	struct mech_kind_memory memory;
	struct mech_kind_event event;
	struct mech_kind_drawing drawing;
};

#endif
