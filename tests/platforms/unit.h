/* The FMI 2.0 functions of a unit, loaded or linked, for programs that need no more than these. */
#ifndef UNIT_H
#define UNIT_H

#include <stdio.h>
#include <stdlib.h>

#include "fmi2.h"

static inline void give_up(const char *what, const char *detail)
{
	(void)fprintf(stderr, "%s%s%s\n", what, *detail == 0 ? "" : ": ", detail);
	exit(1);
}

struct unit {
	fmi2Component (*Instantiate)(fmi2String, fmi2Type, fmi2String, fmi2String, const fmi2CallbackFunctions *,
	                             fmi2Boolean, fmi2Boolean);
	void (*FreeInstance)(fmi2Component);
	fmi2Status (*SetDebugLogging)(fmi2Component, fmi2Boolean, size_t, const fmi2String[]);
	fmi2Status (*SetupExperiment)(fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real);
	fmi2Status (*EnterInitializationMode)(fmi2Component);
	fmi2Status (*ExitInitializationMode)(fmi2Component);
	fmi2Status (*Terminate)(fmi2Component);
	fmi2Status (*Reset)(fmi2Component);
	fmi2Status (*DoStep)(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean);
	fmi2Status (*CancelStep)(fmi2Component);
	fmi2Status (*GetReal)(fmi2Component, const fmi2ValueReference[], size_t, fmi2Real[]);
	fmi2Status (*GetInteger)(fmi2Component, const fmi2ValueReference[], size_t, fmi2Integer[]);
	fmi2Status (*GetBoolean)(fmi2Component, const fmi2ValueReference[], size_t, fmi2Boolean[]);
	fmi2Status (*GetString)(fmi2Component, const fmi2ValueReference[], size_t, fmi2String[]);
	fmi2Status (*SetReal)(fmi2Component, const fmi2ValueReference[], size_t, const fmi2Real[]);
	fmi2Status (*SetInteger)(fmi2Component, const fmi2ValueReference[], size_t, const fmi2Integer[]);
	fmi2Status (*SetBoolean)(fmi2Component, const fmi2ValueReference[], size_t, const fmi2Boolean[]);
	fmi2Status (*SetString)(fmi2Component, const fmi2ValueReference[], size_t, const fmi2String[]);
	fmi2Status (*GetFMUstate)(fmi2Component, fmi2FMUstate *);
	fmi2Status (*SetFMUstate)(fmi2Component, fmi2FMUstate);
	fmi2Status (*FreeFMUstate)(fmi2Component, fmi2FMUstate *);
	fmi2Status (*SerializedFMUstateSize)(fmi2Component, fmi2FMUstate, size_t *);
	fmi2Status (*SerializeFMUstate)(fmi2Component, fmi2FMUstate, fmi2Byte[], size_t);
	fmi2Status (*DeSerializeFMUstate)(fmi2Component, const fmi2Byte[], size_t, fmi2FMUstate *);
	fmi2Status (*GetDirectionalDerivative)(fmi2Component, const fmi2ValueReference[], size_t,
	                                       const fmi2ValueReference[], size_t, const fmi2Real[], fmi2Real[]);
	fmi2Status (*SetRealInputDerivatives)(fmi2Component, const fmi2ValueReference[], size_t, const fmi2Integer[],
	                                      const fmi2Real[]);
	fmi2Status (*GetRealOutputDerivatives)(fmi2Component, const fmi2ValueReference[], size_t, const fmi2Integer[],
	                                       fmi2Real[]);
	fmi2Status (*GetStatus)(fmi2Component, const fmi2StatusKind, fmi2Status *);
	fmi2Status (*GetRealStatus)(fmi2Component, const fmi2StatusKind, fmi2Real *);
	fmi2Status (*GetIntegerStatus)(fmi2Component, const fmi2StatusKind, fmi2Integer *);
	fmi2Status (*GetBooleanStatus)(fmi2Component, const fmi2StatusKind, fmi2Boolean *);
	fmi2Status (*GetStringStatus)(fmi2Component, const fmi2StatusKind, fmi2String *);
};

#endif
