/* A loaded FMI 2.0 co-simulation unit: unpacked into a temporary folder, described, its library
 * opened. */
#ifndef HOST_FMU_H
#define HOST_FMU_H

#include "host_description.h"
#include "host_file.h"

/* the functions of the library; the names are those of the standard without `fmi2`. A simulation
 * needs the first group; those of the second may be NULL in a unit that does not keep to the
 * standard. */
struct host_fmu_functions {
	const char *(*GetTypesPlatform)(void);
	const char *(*GetVersion)(void);
	fmi2Component (*Instantiate)(fmi2String, fmi2Type, fmi2String, fmi2String, const fmi2CallbackFunctions *,
	                             fmi2Boolean, fmi2Boolean);
	void (*FreeInstance)(fmi2Component);
	fmi2Status (*SetupExperiment)(fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real);
	fmi2Status (*EnterInitializationMode)(fmi2Component);
	fmi2Status (*ExitInitializationMode)(fmi2Component);
	fmi2Status (*Terminate)(fmi2Component);
	fmi2Status (*GetReal)(fmi2Component, const fmi2ValueReference *, size_t, fmi2Real *);
	fmi2Status (*GetInteger)(fmi2Component, const fmi2ValueReference *, size_t, fmi2Integer *);
	fmi2Status (*GetBoolean)(fmi2Component, const fmi2ValueReference *, size_t, fmi2Boolean *);
	fmi2Status (*GetString)(fmi2Component, const fmi2ValueReference *, size_t, fmi2String *);
	fmi2Status (*SetReal)(fmi2Component, const fmi2ValueReference *, size_t, const fmi2Real *);
	fmi2Status (*SetInteger)(fmi2Component, const fmi2ValueReference *, size_t, const fmi2Integer *);
	fmi2Status (*SetBoolean)(fmi2Component, const fmi2ValueReference *, size_t, const fmi2Boolean *);
	fmi2Status (*SetString)(fmi2Component, const fmi2ValueReference *, size_t, const fmi2String *);
	fmi2Status (*DoStep)(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean);
	fmi2Status (*GetRealStatus)(fmi2Component, const fmi2StatusKind, fmi2Real *);
	fmi2Status (*GetBooleanStatus)(fmi2Component, const fmi2StatusKind, fmi2Boolean *);

	fmi2Status (*SetDebugLogging)(fmi2Component, fmi2Boolean, size_t, const fmi2String *);
	fmi2Status (*Reset)(fmi2Component);
	fmi2Status (*GetFMUstate)(fmi2Component, fmi2FMUstate *);
	fmi2Status (*SetFMUstate)(fmi2Component, fmi2FMUstate);
	fmi2Status (*FreeFMUstate)(fmi2Component, fmi2FMUstate *);
	fmi2Status (*SerializedFMUstateSize)(fmi2Component, fmi2FMUstate, size_t *);
	fmi2Status (*SerializeFMUstate)(fmi2Component, fmi2FMUstate, fmi2Byte *, size_t);
	fmi2Status (*DeSerializeFMUstate)(fmi2Component, const fmi2Byte *, size_t, fmi2FMUstate *);
	fmi2Status (*GetDirectionalDerivative)(fmi2Component, const fmi2ValueReference *, size_t,
	                                       const fmi2ValueReference *, size_t, const fmi2Real *, fmi2Real *);
	fmi2Status (*SetRealInputDerivatives)(fmi2Component, const fmi2ValueReference *, size_t, const fmi2Integer *,
	                                      const fmi2Real *);
	fmi2Status (*GetRealOutputDerivatives)(fmi2Component, const fmi2ValueReference *, size_t, const fmi2Integer *,
	                                       fmi2Real *);
	fmi2Status (*CancelStep)(fmi2Component);
	fmi2Status (*GetStatus)(fmi2Component, const fmi2StatusKind, fmi2Status *);
	fmi2Status (*GetIntegerStatus)(fmi2Component, const fmi2StatusKind, fmi2Integer *);
	fmi2Status (*GetStringStatus)(fmi2Component, const fmi2StatusKind, fmi2String *);
};

struct host_fmu {
	char folder[HOST_PATH_SIZE];
	int temporary;                      /* the folder goes when the unit is closed */
	char resources[3 * HOST_PATH_SIZE]; /* URI of the resources folder, percent-encoded */
	struct host_description description;
	void *library;
	struct host_fmu_functions functions;
};

/* 0, or -1 with a message and nothing to close */
int host_fmu_open(const char *path, struct host_fmu *fmu, struct mech_message *message);

/* the same without the library, which host_fmu_load brings */
int host_fmu_unpack(const char *path, struct host_fmu *fmu, struct mech_message *message);

/* its halves, for a unit that is unpacked already: its description; then its library. 0, or -1 with
 * a message; host_fmu_load: 1 with a message when there is no library for this machine. */
int host_fmu_describe(const char *folder, struct host_fmu *fmu, struct mech_message *message);
int host_fmu_load(struct host_fmu *fmu, struct mech_message *message);

/* name of a function that the library lacks, the i-th of them (from 0); NULL: there are no more */
const char *host_fmu_missing(const struct host_fmu *fmu, int i);

/* unloads the library, removes a temporary folder */
void host_fmu_close(struct host_fmu *fmu);

/* a value of a variable, as the standard's types hold it */
union host_fmu_value {
	fmi2Real real;
	fmi2Integer integer; /* Boolean too */
	const char *string;
};

/* text -> value of that type (Boolean: 0, 1, true, false); strings are not copied. 0, or -1 */
int host_fmu_value_read(enum host_type type, const char *text, union host_fmu_value *value);

/* the same for what a user gives to a variable: items of an enumeration by their names, too. -1
 * with a message, which lists them */
int host_fmu_value_given(const struct host_variable *variable, const char *text, union host_fmu_value *value,
                         struct mech_message *message);

/* whether two values of that type are the same, numbers bit by bit; strings may be NULL */
int host_fmu_value_same(enum host_type type, const union host_fmu_value *a, const union host_fmu_value *b);

/* fmi2SetXXX / fmi2GetXXX of one variable */
fmi2Status host_fmu_set(const struct host_fmu *fmu, fmi2Component component, const struct host_variable *variable,
                        const union host_fmu_value *value);
fmi2Status host_fmu_get(const struct host_fmu *fmu, fmi2Component component, const struct host_variable *variable,
                        union host_fmu_value *value);

#endif
