/* A PID controller as an FMI 2.0 co-simulation unit.
 *
 *     e = setpoint - measured,     command = kp e + i + kd w,     i' = ki e,     x' = w = (e - x) / T
 *
 * with T the filter time of the derivative part. It starts at rest: i = 0 and x = e.
 *
 * Within a step the inputs are polynomials, u(t) = sum u_k (t - t_begin)^k / k!, with u_k from fmi2SetRealInputDerivatives. Then
 *
 *     i += ki sum e_k h^(k+1) / (k+1)!,     x = exp(-h/T) x + sum e_k F_k,     F_0 = 1 - exp(-h/T),   F_k = h^k / k! - T F_(k-1)
 *
 * is the exact solution: steps of any length have no error of their own. Derivatives of the output follow from
 * w^(k) = (e^(k) - w^(k-1)) / T. Derivatives of an input that are not set again are zero in the next step; its value stays
 * as reached.
 *
 * An instance is a block of plain numbers (struct pid_memory) and what belongs to the importer. A saved state is that block.
 *
 *     pid.c        the controller, and its saved states
 *     pid_fmi2.c   the functions of the standard
 */
#ifndef PID_H
#define PID_H

#include <stddef.h>
#include <stdint.h>

#define PID_GUID "5d0c7f1e-64a2-4b39-8e15-c27f90ab3d46"

/* value references */
enum { PID_TIME, PID_MEASURED, PID_SETPOINT, PID_COMMAND, PID_KP, PID_KI, PID_KD, PID_FILTER_TIME, PID_COUNT };

enum { PID_ORDER = 3 }; /* highest derivative of inputs and of the output */

enum pid_state {
	PID_INSTANTIATED = 1,
	PID_INITIALIZING = 2,
	PID_STEPPING = 4,
	PID_TERMINATED = 8,
	PID_SETTABLE = PID_INSTANTIATED | PID_INITIALIZING | PID_STEPPING,
	PID_READABLE = PID_INITIALIZING | PID_STEPPING | PID_TERMINATED,
	PID_ANY = PID_INSTANTIATED | PID_READABLE
};

struct pid_input {
	double u[PID_ORDER + 1]; /* value and derivatives */
	int64_t given;           /* 1: derivatives were set since the last step */
};

/* all that decides what comes; no gaps, no pointers */
struct pid_memory {
	char mark[40];     /* of a state of this unit: its GUID */
	uint64_t checksum; /* of all that follows; only in saved states */
	int64_t state, stop_defined;
	double time, stop_time;
	struct pid_input measured, setpoint;
	double kp, ki, kd, filter_time;
	double integral, filtered; /* i and x */
};

/* as after fmi2Instantiate */
void pid_reset(struct pid_memory *m);

/* variables by reference, which must exist: NULL, or why the value cannot be set */
const char *pid_obstacle(unsigned variable, double value);
void pid_set(struct pid_memory *m, unsigned variable, double value);
double pid_get(const struct pid_memory *m, unsigned variable);

/* derivative of an input, of order 1 to PID_ORDER, within the next step */
void pid_set_derivative(struct pid_memory *m, unsigned input, int order, double value);

/* i and x for the inputs of the start; then steps */
void pid_settle(struct pid_memory *m);
void pid_advance(struct pid_memory *m, double end);

/* derivative of the command along time (order 0: the command), and with respect to an input or, in initialization mode, a
 * parameter */
double pid_command(const struct pid_memory *m, int order);
double pid_slope(const struct pid_memory *m, unsigned known);

/* saved states */
void pid_save(const struct pid_memory *m, struct pid_memory *saved);
int pid_is_state(const struct pid_memory *saved); /* NULL is none */

#endif
