/* Power that connections create or lose.
 *
 * Where one connection carries a flow from unit a to unit b (a speed) and another one an effort
 * from b to a (a force), whose units of measurement multiply to that of power, a takes the power
 * F_a v_a from the pair, and b gives F_b v_b, with v_a and F_b the outputs, F_a and v_b the inputs
 * made of them. In a step inputs are polynomials, outputs lines between its ends; what does not
 * cancel is created by the coupling:
 *
 *     E := E + integral of (F_a v_a - F_b v_b) over the step,     by Simpson's rule
 */
#ifndef HOST_POWER_H
#define HOST_POWER_H

#include <stdio.h>

struct host_coupling;

struct host_power {
	int flow, effort;          /* numbers of the two inputs among the feeds */
	double created, exchanged; /* energy in J: E, and the integral of |F_b v_b| */
};

struct host_powers {
	int n;
	struct host_power *list;
};

/* 0, or -1 when memory is out */
int host_power_find(const struct host_coupling *c, struct host_powers *powers);

/* a step of h that is accepted: begins and ends of the signals are those of the step */
void host_power_add(const struct host_coupling *c, struct host_powers *powers, double h);

/* a line for each pair through which energy went */
void host_power_report(const struct host_coupling *c, const struct host_powers *powers, FILE *out);

#endif
