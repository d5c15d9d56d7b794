/* What a unit of ours says about the accuracy of a run that has ended. */
#ifndef HOST_VERDICT_H
#define HOST_VERDICT_H

#include "host_fmu.h"

/* numbers of its variables in the description; -1: the unit has none of that name */
enum host_verdict_variable {
	HOST_VERDICT_UNRESOLVED,
	HOST_VERDICT_UNCONVERGED,
	HOST_VERDICT_STEPS,
	HOST_VERDICT_BALANCE,
	HOST_VERDICT_LIMIT,
	HOST_VERDICT_VARIABLES
};
struct host_verdict {
	int variable[HOST_VERDICT_VARIABLES];
};

enum { HOST_VERDICT_LINES = 3, HOST_VERDICT_SIZE = 160 };

void host_verdict_find(const struct host_description *description, struct host_verdict *verdict);

/* what is less accurate than the tolerance asks for, a line each; returns how many. *steps: of the
 * solver, NAN where the unit does not say */
int host_verdict_read(const struct host_fmu *fmu, fmi2Component component, const struct host_verdict *verdict,
                      double *steps, char lines[HOST_VERDICT_LINES][HOST_VERDICT_SIZE]);

#endif
