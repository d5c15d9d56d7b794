/* The C interface of FMI 2.0 for co-simulation, as far as a unit implements it: types, status
 * values, callbacks and the 34 functions. Names, orders and types are those of the standard (FMI
 * 2.0.5, sections 2.1 and 4.2); nothing else of it stands here.
 *
 * With MECHFMU_OFFICIAL_FMI2_HEADERS the standard's own headers are taken instead, so that the
 * compiler compares every definition of the runtime with them.
 *
 * FMI2_FUNCTION_PREFIX (source units: `<modelIdentifier>_`) is put before the name of every
 * function. Without it, FMI2_Export makes them visible in a library that is compiled with
 * everything hidden.
 */
#ifndef MECHFMU_FMI2_H
#define MECHFMU_FMI2_H

#ifdef MECHFMU_OFFICIAL_FMI2_HEADERS

#include "fmi2Functions.h"

#else

#include <stddef.h>

#define fmi2TypesPlatform "default"
#define fmi2Version "2.0"

typedef void *fmi2Component;            /* an instance */
typedef void *fmi2ComponentEnvironment; /* what the importer wants back with every callback */
typedef void *fmi2FMUstate;             /* a saved instance */
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;

#define fmi2True 1
#define fmi2False 0

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

/* callbacks of the importer; `message` is a format as printf knows it */
typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment componentEnvironment, fmi2String instanceName,
                                   fmi2Status status, fmi2String category, fmi2String message, ...);
typedef void *(*fmi2CallbackAllocateMemory)(size_t nobj, size_t size);
typedef void (*fmi2CallbackFreeMemory)(void *obj);
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment componentEnvironment, fmi2Status status);

typedef struct {
	fmi2CallbackLogger logger;
	fmi2CallbackAllocateMemory allocateMemory;
	fmi2CallbackFreeMemory freeMemory;
	fmi2StepFinished stepFinished;
	fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

#ifndef FMI2_Export
#if defined FMI2_FUNCTION_PREFIX
#define FMI2_Export
#elif defined _WIN32 || defined __CYGWIN__
#define FMI2_Export __declspec(dllexport)
#elif defined __GNUC__
#define FMI2_Export __attribute__((visibility("default")))
#else
#define FMI2_Export
#endif
#endif

#ifdef FMI2_FUNCTION_PREFIX
#define FMI2_JOIN_NAMES(a, b) a##b
#define FMI2_JOIN(a, b) FMI2_JOIN_NAMES(a, b)
#define FMI2_NAME(name) FMI2_JOIN(FMI2_FUNCTION_PREFIX, name)
#define fmi2GetTypesPlatform FMI2_NAME(fmi2GetTypesPlatform)
#define fmi2GetVersion FMI2_NAME(fmi2GetVersion)
#define fmi2SetDebugLogging FMI2_NAME(fmi2SetDebugLogging)
#define fmi2Instantiate FMI2_NAME(fmi2Instantiate)
#define fmi2FreeInstance FMI2_NAME(fmi2FreeInstance)
#define fmi2SetupExperiment FMI2_NAME(fmi2SetupExperiment)
#define fmi2EnterInitializationMode FMI2_NAME(fmi2EnterInitializationMode)
#define fmi2ExitInitializationMode FMI2_NAME(fmi2ExitInitializationMode)
#define fmi2Terminate FMI2_NAME(fmi2Terminate)
#define fmi2Reset FMI2_NAME(fmi2Reset)
#define fmi2GetReal FMI2_NAME(fmi2GetReal)
#define fmi2GetInteger FMI2_NAME(fmi2GetInteger)
#define fmi2GetBoolean FMI2_NAME(fmi2GetBoolean)
#define fmi2GetString FMI2_NAME(fmi2GetString)
#define fmi2SetReal FMI2_NAME(fmi2SetReal)
#define fmi2SetInteger FMI2_NAME(fmi2SetInteger)
#define fmi2SetBoolean FMI2_NAME(fmi2SetBoolean)
#define fmi2SetString FMI2_NAME(fmi2SetString)
#define fmi2GetFMUstate FMI2_NAME(fmi2GetFMUstate)
#define fmi2SetFMUstate FMI2_NAME(fmi2SetFMUstate)
#define fmi2FreeFMUstate FMI2_NAME(fmi2FreeFMUstate)
#define fmi2SerializedFMUstateSize FMI2_NAME(fmi2SerializedFMUstateSize)
#define fmi2SerializeFMUstate FMI2_NAME(fmi2SerializeFMUstate)
#define fmi2DeSerializeFMUstate FMI2_NAME(fmi2DeSerializeFMUstate)
#define fmi2GetDirectionalDerivative FMI2_NAME(fmi2GetDirectionalDerivative)
#define fmi2SetRealInputDerivatives FMI2_NAME(fmi2SetRealInputDerivatives)
#define fmi2GetRealOutputDerivatives FMI2_NAME(fmi2GetRealOutputDerivatives)
#define fmi2DoStep FMI2_NAME(fmi2DoStep)
#define fmi2CancelStep FMI2_NAME(fmi2CancelStep)
#define fmi2GetStatus FMI2_NAME(fmi2GetStatus)
#define fmi2GetRealStatus FMI2_NAME(fmi2GetRealStatus)
#define fmi2GetIntegerStatus FMI2_NAME(fmi2GetIntegerStatus)
#define fmi2GetBooleanStatus FMI2_NAME(fmi2GetBooleanStatus)
#define fmi2GetStringStatus FMI2_NAME(fmi2GetStringStatus)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* life of an instance */
FMI2_Export const char *fmi2GetTypesPlatform(void);
FMI2_Export const char *fmi2GetVersion(void);
FMI2_Export fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean loggingOn, size_t nCategories,
                                           const fmi2String categories[]);
FMI2_Export fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID,
                                          fmi2String fmuResourceLocation, const fmi2CallbackFunctions *functions,
                                          fmi2Boolean visible, fmi2Boolean loggingOn);
FMI2_Export void fmi2FreeInstance(fmi2Component c);
FMI2_Export fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean toleranceDefined, fmi2Real tolerance,
                                           fmi2Real startTime, fmi2Boolean stopTimeDefined, fmi2Real stopTime);
FMI2_Export fmi2Status fmi2EnterInitializationMode(fmi2Component c);
FMI2_Export fmi2Status fmi2ExitInitializationMode(fmi2Component c);
FMI2_Export fmi2Status fmi2Terminate(fmi2Component c);
FMI2_Export fmi2Status fmi2Reset(fmi2Component c);

/* values of variables */
FMI2_Export fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Real value[]);
FMI2_Export fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Integer value[]);
FMI2_Export fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Boolean value[]);
FMI2_Export fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2String value[]);
FMI2_Export fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Real value[]);
FMI2_Export fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                      const fmi2Integer value[]);
FMI2_Export fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                      const fmi2Boolean value[]);
FMI2_Export fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                     const fmi2String value[]);

/* saving and restoring the whole unit */
FMI2_Export fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *FMUstate);
FMI2_Export fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate FMUstate);
FMI2_Export fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *FMUstate);
FMI2_Export fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate FMUstate, size_t *size);
FMI2_Export fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate FMUstate, fmi2Byte serializedState[],
                                             size_t size);
FMI2_Export fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte serializedState[], size_t size,
                                               fmi2FMUstate *FMUstate);

/* derivatives */
FMI2_Export fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference vUnknown_ref[],
                                                    size_t nUnknown, const fmi2ValueReference vKnown_ref[],
                                                    size_t nKnown, const fmi2Real dvKnown[], fmi2Real dvUnknown[]);
FMI2_Export fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                                   const fmi2Integer order[], const fmi2Real value[]);
FMI2_Export fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                                    const fmi2Integer order[], fmi2Real value[]);

/* steps and their status */
FMI2_Export fmi2Status fmi2DoStep(fmi2Component c, fmi2Real currentCommunicationPoint, fmi2Real communicationStepSize,
                                  fmi2Boolean noSetFMUStatePriorToCurrentPoint);
FMI2_Export fmi2Status fmi2CancelStep(fmi2Component c);
FMI2_Export fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind s, fmi2Status *value);
FMI2_Export fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind s, fmi2Real *value);
FMI2_Export fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind s, fmi2Integer *value);
FMI2_Export fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind s, fmi2Boolean *value);
FMI2_Export fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind s, fmi2String *value);
#ifdef __cplusplus
}
#endif

#endif
#endif
