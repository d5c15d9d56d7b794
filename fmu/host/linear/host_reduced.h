/* A mechanism in minimal coordinates: the smooth functions dx/dt = F(x, u) and outputs around the
 * present point of an instance.
 *
 * States x: coordinates y, rates w, then the states of elements. A coordinate is one of a joint
 * where those are independent; else one of a body (x, y, angle); else a direction of its own. The
 * first independent ones of the file are chosen, except those which change so little that others
 * leave the range of the mechanism (host_reduced_exchange.c). With rows of velocities alone
 * (rolling) there are fewer rates than coordinates.
 *
 * Evaluation at x near the present point: q from g(q, t) = 0 and coordinates(q) = y; v from G v +
 * dg/dt = 0 and rates(q, v) = w, both by iterations with the pseudo-inverse at the present point,
 * so that redundant rows do no harm; accelerations from the equations of motion; then dy/dt and
 * dw/dt are rates and accelerations of the coordinates.
 *
 * Inputs that drive joints prescribe positions: their first and second derivatives count as inputs,
 * too.
 */
#ifndef HOST_REDUCED_H
#define HOST_REDUCED_H

#include "dae_driver.h"
#include "mech_instance.h"
#include "mech_system.h"

/* a coordinate of a joint (element >= 0), of a body (body >= 0), or along a covector of
 * velocities */
struct host_coordinate {
	int element, body, k;
	double *direction; /* [n_v], or NULL */
};

struct host_reduced {
	struct mech_system system; /* the instance's equations at points of our own; first, for callbacks */
	struct mech_instance *instance;
	const struct mech_model *model;
	struct dae_driver *driver;
	struct dae_state dae;   /* the point evaluated last, */
	struct mech_context at; /* and the mechanism there */
	struct dae_options options;
	int (*bias)(void *context, const struct dae_point *p, double *bias);
	double size;       /* of the mechanism */
	int n, n_rows;     /* velocities of bodies, constraint rows */
	int n_y, n_w, n_z; /* coordinates, rates, states of elements */
	struct host_coordinate *y, *w;
	struct host_coordinate *first; /* [n_y] the first independent coordinates of the file */
	double nearness; /* smallest singular value of the constraints that is not zero, relative to the largest */
	double *q0, *v0; /* the present point, closed */
	double *column;  /* [n] velocity for a scaled velocity of 1, as in mech_assembly_space.h */
	double *norm;    /* [rows + n] */
	double *inverse_y, *inverse_w; /* pseudo-inverses, [n x (rows + n_y)] and [n x (rows + n_w)] */
	double *shift[3]; /* [rows] prescribed by inputs in addition to what drivers say: value, rate, acceleration */
	double *G, *residual, *step, *moved, *next, *directions;
	double *memory, *block; /* allocations: all of the above, and the driver's */
};

/* derivatives of an input that count as inputs, itself included: 1, or 3 where drivers follow it */
int host_reduced_orders(const struct mech_model *model, int input);

/* NULL with a message when memory is out. The instance is initialized and must stay where it is. */
struct host_reduced *host_reduced_open(struct mech_instance *m, struct mech_message *message);
void host_reduced_free(struct host_reduced *r);

/* number of states; x of the present point, typical changes of each */
int host_reduced_states(const struct host_reduced *r);
void host_reduced_start(const struct host_reduced *r, double *x, double *scale);

/* name of state k */
enum { HOST_REDUCED_NAME = 200 };
void host_reduced_name(const struct host_reduced *r, int k, char name[HOST_REDUCED_NAME]);

/* coordinate number k that is chosen although it is not among the first independent ones of the
 * file, and the one of these which is left out for it. 0: there are no more */
int host_reduced_exchanged(const struct host_reduced *r, int k, char chosen[HOST_REDUCED_NAME],
                           char left_out[HOST_REDUCED_NAME]);

/* dx/dt at x; drivers follow derivative `order` of an input (-1: none) off by `change`, forces the
 * value that the instance has. 0, or -1: no such point */
int host_reduced_evaluate(struct host_reduced *r, const double *x, int input, int order, double change, double *dx);

/* an output at the point evaluated last, or what of it follows the point: integrals over the past
 * and parameters are 0 */
double host_reduced_output(const struct host_reduced *r, const struct mech_variable *variable);

#endif
