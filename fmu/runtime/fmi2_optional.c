/* FMI 2.0: the functions a unit may leave out. They are exported, since many importers load all names at once, and
 * answer fmi2Error; the capability flags in modelDescription.xml say that they are not supported.
 */
#include "fmi2.h"
#include "fmu_instance.h"

static fmi2Status fmi2_optional_refuse(fmi2Component c, enum fmu_call call, const char *text)
{
	const struct fmu_instance *f = fmu_enter(c, call);
	return f == NULL ? fmi2Error : fmu_refuse(f, call, text);
}

static fmi2Status fmi2_optional_no_state(fmi2Component c, enum fmu_call call)
{
	return fmi2_optional_refuse(c, call,
	                            "the unit does not support saving and restoring its state "
	                            "(canGetAndSetFMUstate is false)");
}

FMI2_Export fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *FMUstate)
{
	(void)FMUstate;
	return fmi2_optional_no_state(c, FMU_GET_STATE);
}

FMI2_Export fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate FMUstate)
{
	(void)FMUstate;
	return fmi2_optional_no_state(c, FMU_SET_STATE);
}

/* freeing nothing is always right */
FMI2_Export fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *FMUstate)
{
	if (FMUstate == NULL || *FMUstate == NULL) {
		return fmu_enter(c, FMU_FREE_STATE) == NULL ? fmi2Error : fmi2OK;
	}
	return fmi2_optional_no_state(c, FMU_FREE_STATE);
}

FMI2_Export fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate FMUstate, size_t *size)
{
	(void)FMUstate;
	(void)size;
	return fmi2_optional_no_state(c, FMU_STATE_SIZE);
}

FMI2_Export fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate FMUstate, fmi2Byte serializedState[],
                                             size_t size)
{
	(void)FMUstate;
	(void)serializedState;
	(void)size;
	return fmi2_optional_no_state(c, FMU_SERIALIZE_STATE);
}

FMI2_Export fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte serializedState[], size_t size,
                                               fmi2FMUstate *FMUstate)
{
	(void)serializedState;
	(void)size;
	(void)FMUstate;
	return fmi2_optional_no_state(c, FMU_DESERIALIZE_STATE);
}

FMI2_Export fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference vUnknown_ref[],
                                                    size_t nUnknown, const fmi2ValueReference vKnown_ref[],
                                                    size_t nKnown, const fmi2Real dvKnown[], fmi2Real dvUnknown[])
{
	(void)vUnknown_ref;
	(void)nUnknown;
	(void)vKnown_ref;
	(void)nKnown;
	(void)dvKnown;
	(void)dvUnknown;
	return fmi2_optional_refuse(c, FMU_GET_DIRECTIONAL_DERIVATIVE,
	                            "the unit does not support directional derivatives "
	                            "(providesDirectionalDerivative is false)");
}

FMI2_Export fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                                   const fmi2Integer order[], const fmi2Real value[])
{
	(void)vr;
	(void)nvr;
	(void)order;
	(void)value;
	return fmi2_optional_refuse(c, FMU_SET_INPUT_DERIVATIVES,
	                            "the unit does not support derivatives of inputs "
	                            "(canInterpolateInputs is false)");
}

FMI2_Export fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                                    const fmi2Integer order[], fmi2Real value[])
{
	(void)vr;
	(void)nvr;
	(void)order;
	(void)value;
	return fmi2_optional_refuse(c, FMU_GET_OUTPUT_DERIVATIVES,
	                            "the unit does not support derivatives of outputs "
	                            "(maxOutputDerivativeOrder is 0)");
}
