/* The memory that both processes of an isolated unit share: host_isolate.c asks,
 * host_isolate_worker.c answers. */
#ifndef HOST_ISOLATE_PARTS_H
#define HOST_ISOLATE_PARTS_H

#include <semaphore.h>

#include "host_fmu.h"

/* X(function of the unit, in words of the standard) */
#define HOST_ISOLATE_LIST(X)    \
	X(Instantiate)              \
	X(FreeInstance)             \
	X(SetupExperiment)          \
	X(EnterInitializationMode)  \
	X(ExitInitializationMode)   \
	X(Terminate)                \
	X(GetReal)                  \
	X(GetInteger)               \
	X(GetBoolean)               \
	X(GetString)                \
	X(SetReal)                  \
	X(SetInteger)               \
	X(SetBoolean)               \
	X(SetString)                \
	X(DoStep)                   \
	X(GetRealStatus)            \
	X(GetBooleanStatus)         \
	X(GetFMUstate)              \
	X(SetFMUstate)              \
	X(FreeFMUstate)             \
	X(GetDirectionalDerivative) \
	X(SetRealInputDerivatives)  \
	X(GetRealOutputDerivatives)

enum host_isolate_call {
	HOST_CALL_LOAD,
#define HOST_ISOLATE_ENUM(name) HOST_CALL_##name,
	HOST_ISOLATE_LIST(HOST_ISOLATE_ENUM)
#undef HOST_ISOLATE_ENUM
		HOST_CALLS
};

enum { HOST_LINK_LOG = 1 << 14 };

/* Arguments and results follow each other in `data`, each on a multiple of 8: what a call puts
 * there first, then the room for what it brings back. */
struct host_link {
	sem_t asked, answered;
	int call, status;
	int has_state, has_directional, interpolates, derives; /* functions that the library has */
	size_t n, m;                                           /* sizes of the call's lists */
	double number[3];
	int flag;
	fmi2FMUstate state;
	struct mech_message message; /* of HOST_CALL_LOAD */
	size_t log_used;
	char log[HOST_LINK_LOG]; /* status, category, text, each text ends with 0 */
	size_t size, used;
	double data[];
};

/* room for n bytes; NULL when there is none */
void *host_link_room(struct host_link *link, size_t n);

/* the process of the unit: answers until it is ended */
void host_isolate_work(struct host_link *link, struct host_fmu *fmu);

#endif
