/* Records the outputs of a running FMU, or all its variables, as CSV text, in the form of fmusim:
 * time, then the variables in the order of the description, Reals first, then Integers (and
 * enumerations), Booleans, Strings.
 */
#ifndef HOST_RECORDER_H
#define HOST_RECORDER_H

#include "host_fmu.h"

struct host_recorder {
	int count[HOST_TYPE_COUNT]; /* columns of each type */
	fmi2ValueReference *references[HOST_TYPE_COUNT];
	fmi2Real *reals;
	fmi2Integer *integers; /* Booleans too */
	fmi2String *strings;
	struct host_text text; /* the CSV so far */
};

/* writes the header line; all: not outputs alone. 0, or -1 when memory is out; free in any case */
int host_recorder_begin(const struct host_fmu *fmu, int all, struct host_recorder *recorder);

/* one line. The worst status of the FMU's functions; check recorder->text.failed at the end */
fmi2Status host_recorder_sample(const struct host_fmu *fmu, fmi2Component component, double time,
                                struct host_recorder *recorder);
void host_recorder_free(struct host_recorder *recorder);

#endif
