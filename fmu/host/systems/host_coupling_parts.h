/* Shared by the files host_coupling*.c. */
#ifndef HOST_COUPLING_PARTS_H
#define HOST_COUPLING_PARTS_H

#include "host_coupling.h"

/* notes who is called, for the case that it does not come back */
void host_coupling_enter_call(const struct host_member *m, enum host_doing doing, double time);

/* 0 for fmi2OK and fmi2Warning, else -1 with a message */
int host_coupling_check(struct host_member *m, fmi2Status status, const char *what, double time);

/* what a unit says goes to whoever runs the system, with the name of the unit */
void host_coupling_logger(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                          fmi2String category, fmi2String format, ...);

/* slopes and curvatures at the beginning of a step */
void host_coupling_derive(struct host_coupling *c, double time);

/* at the end of a step of h: what inputs have missed, which the next step makes up for */
void host_coupling_owe(struct host_coupling *c, double h);

/* the inputs of a unit for a step of h; ended: as host_coupling_advance has it */
int host_coupling_give(struct host_coupling *c, struct host_member *m, double h, const int *ended);

/* parameters that come from outside of the system */
int host_coupling_give_parameters(struct host_coupling *c, struct host_member *m);

/* after a step: the ends of the polynomials, to a unit that knows their means alone */
int host_coupling_give_ends(struct host_coupling *c, struct host_member *m, double h);

/* the error of inputs in a step of h, relative to the largest values of their sources; the step
 * that it allows */
double host_coupling_error(struct host_coupling *c, double h);
double host_coupling_next(const struct host_coupling *c, double h, double error);

/* what errors of a signal are compared with */
double host_coupling_largest(const struct host_coupling *c, const struct host_signal *g);

#endif
