/* Interface Newton: the values that the units of a loop exchange, as the solution of z = Y(z).
 *
 * z are the outputs that lead from units of the loop to units of the loop, and Y(z) what they
 * become when every unit works with inputs made of z. With J = dY/dz
 *
 *     (I - J) dz = Y(z) - z,    z := z + dz
 *
 * until both dz and Y(z) - z are within the tolerance, relative to the largest value of each output
 * so far. J has the pattern of the connections: the columns of a unit's own inputs come from
 * fmi2GetDirectionalDerivative, which knows what passes straight through, or from differences of
 * the evaluation itself. It is kept from step to step. When an iteration reduces dz by less than
 * half, J is made again by differences, which also see what an input does to an output within the
 * step.
 *
 * S. Sicklinger et al., "Interface Jacobian-based co-simulation", Int. J. Numer. Meth. Engng 98
 * (2014).
 */
#ifndef HOST_NEWTON_H
#define HOST_NEWTON_H

struct host_coupling;

struct host_newton {
	int n_units, n; /* of the loop; values that are exchanged */
	const int *units;
	int *signals; /* [n] numbers of z in the coupling */
	int known;    /* the Jacobian is there */
	double *z, *y, *dz, *scale, *jacobian, *matrix;
	int *pivot;
};

/* what one unit makes of z, which are the ends of its sources; its outputs become ends. 0, or -1
 * after a message */
struct host_newton_task {
	int (*evaluate)(struct host_coupling *c, int unit, const struct host_newton_task *task);
	double time, h;
	const int *ended;
	double tolerance;
};

/* n_units units. 0, or -1 when memory is out; free in any case */
int host_newton_create(struct host_coupling *c, int n_units, const int *units, struct host_newton *newton);
void host_newton_free(struct host_newton *newton);

/* ends of the signals are the guess, and then the solution, where the units stand. 0, or -1 after a
 * message. A unit that stops early (coupling->stopped) ends it, too. */
int host_newton_solve(struct host_coupling *c, struct host_newton *newton, const struct host_newton_task *task);

#endif
