/* The functions of a unit, over a coupled system. */
#ifndef HOST_SYSTEM_FACADE_H
#define HOST_SYSTEM_FACADE_H

#include "host_coupling.h"
#include "host_run.h"

/* what a variable of the system stands for */
struct host_facade_entry {
	int unit, variable; /* HOST_OUTSIDE: an input of the system */
	double factor, offset;
};

struct host_facade {
	const struct host_system *system;
	struct host_coupling *coupling;
	struct host_fmu fmu;               /* description and functions */
	struct host_facade_entry *entries; /* by value reference */
	int threads;                       /* for units that step at once */
	double step;                       /* of the algorithm */
	double stopped;                    /* where the last step ended early */
	double *numbers;
	fmi2ValueReference *references;
};

/* NULL when memory is out. The system must outlive it. */
struct host_facade *host_facade_create(const struct host_system *system);
void host_facade_free(struct host_facade *f);

/* time between two rows, and start and stop, where the user gives none */
void host_facade_experiment(const struct host_system *system, struct host_description *d);

#endif
