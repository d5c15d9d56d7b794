/* Which function may be called in which state of an instance: one list, as data.
 *
 * States are those of the co-simulation state machine of FMI 2.0 (section 4.2.4) that this unit can
 * reach: steps are never asynchronous and never discarded, so there is no step in progress, failed
 * or cancelled.
 *
 *     instantiated --enter--> initialization --exit--> stepping --terminate--> terminated
 *          ^                        |                     |                        |
 *          |                        +------> failed <-----+                        |
 *          +---- reset from any of them ------+------------------------------------+
 *
 * and from any of them to any other by loading a saved state.
 */
#ifndef FMU_LEGAL_H
#define FMU_LEGAL_H

#include "la_base.h"

enum fmu_state {
	FMU_INSTANTIATED = 1,
	FMU_INITIALIZATION = 2,
	FMU_STEPPING = 4,
	FMU_TERMINATED = 8,
	FMU_FAILED = 16,
	FMU_ANY_STATE = 31
};

/* X(identifier, function, states it is allowed in) */
#define FMU_CALL_LIST(X)                                                                                              \
	X(FMU_SET_DEBUG_LOGGING, "fmi2SetDebugLogging", FMU_ANY_STATE)                                                    \
	X(FMU_FREE_INSTANCE, "fmi2FreeInstance", FMU_ANY_STATE)                                                           \
	X(FMU_SETUP_EXPERIMENT, "fmi2SetupExperiment", FMU_INSTANTIATED)                                                  \
	X(FMU_ENTER_INITIALIZATION_MODE, "fmi2EnterInitializationMode", FMU_INSTANTIATED)                                 \
	X(FMU_EXIT_INITIALIZATION_MODE, "fmi2ExitInitializationMode", FMU_INITIALIZATION)                                 \
	X(FMU_TERMINATE, "fmi2Terminate", FMU_STEPPING)                                                                   \
	X(FMU_RESET, "fmi2Reset", FMU_ANY_STATE)                                                                          \
	X(FMU_GET_REAL, "fmi2GetReal", FMU_ANY_STATE & ~FMU_INSTANTIATED)                                                 \
	X(FMU_GET_INTEGER, "fmi2GetInteger", FMU_ANY_STATE & ~FMU_INSTANTIATED)                                           \
	X(FMU_GET_BOOLEAN, "fmi2GetBoolean", FMU_ANY_STATE & ~FMU_INSTANTIATED)                                           \
	X(FMU_GET_STRING, "fmi2GetString", FMU_ANY_STATE & ~FMU_INSTANTIATED)                                             \
	X(FMU_SET_REAL, "fmi2SetReal", FMU_INSTANTIATED | FMU_INITIALIZATION | FMU_STEPPING)                              \
	X(FMU_SET_INTEGER, "fmi2SetInteger", FMU_INSTANTIATED | FMU_INITIALIZATION | FMU_STEPPING)                        \
	X(FMU_SET_BOOLEAN, "fmi2SetBoolean", FMU_INSTANTIATED | FMU_INITIALIZATION | FMU_STEPPING)                        \
	X(FMU_SET_STRING, "fmi2SetString", FMU_INSTANTIATED | FMU_INITIALIZATION | FMU_STEPPING)                          \
	X(FMU_GET_STATE, "fmi2GetFMUstate", FMU_ANY_STATE)                                                                \
	X(FMU_SET_STATE, "fmi2SetFMUstate", FMU_ANY_STATE)                                                                \
	X(FMU_FREE_STATE, "fmi2FreeFMUstate", FMU_ANY_STATE)                                                              \
	X(FMU_STATE_SIZE, "fmi2SerializedFMUstateSize", FMU_ANY_STATE)                                                    \
	X(FMU_SERIALIZE_STATE, "fmi2SerializeFMUstate", FMU_ANY_STATE)                                                    \
	X(FMU_DESERIALIZE_STATE, "fmi2DeSerializeFMUstate", FMU_ANY_STATE)                                                \
	X(FMU_GET_DIRECTIONAL_DERIVATIVE, "fmi2GetDirectionalDerivative", FMU_ANY_STATE & ~FMU_INSTANTIATED)              \
	X(FMU_SET_INPUT_DERIVATIVES, "fmi2SetRealInputDerivatives", FMU_INSTANTIATED | FMU_INITIALIZATION | FMU_STEPPING) \
	X(FMU_GET_OUTPUT_DERIVATIVES, "fmi2GetRealOutputDerivatives", FMU_STEPPING | FMU_TERMINATED | FMU_FAILED)         \
	X(FMU_DO_STEP, "fmi2DoStep", FMU_STEPPING)                                                                        \
	X(FMU_CANCEL_STEP, "fmi2CancelStep", 0)                                                                           \
	X(FMU_GET_STATUS, "fmi2GetStatus", FMU_STEPPING | FMU_TERMINATED)                                                 \
	X(FMU_GET_REAL_STATUS, "fmi2GetRealStatus", FMU_STEPPING | FMU_TERMINATED)                                        \
	X(FMU_GET_INTEGER_STATUS, "fmi2GetIntegerStatus", FMU_STEPPING | FMU_TERMINATED)                                  \
	X(FMU_GET_BOOLEAN_STATUS, "fmi2GetBooleanStatus", FMU_STEPPING | FMU_TERMINATED)                                  \
	X(FMU_GET_STRING_STATUS, "fmi2GetStringStatus", FMU_STEPPING | FMU_TERMINATED)

enum fmu_call {
#define FMU_CALL_ENUM(identifier, function, states) identifier,
	FMU_CALL_LIST(FMU_CALL_ENUM)
#undef FMU_CALL_ENUM
		FMU_CALL_COUNT
};

LA_FUNCTION int fmu_call_is_legal(enum fmu_call call, enum fmu_state state);
LA_FUNCTION const char *fmu_call_name(enum fmu_call call);    /* the function, as FMI calls it */
LA_FUNCTION const char *fmu_state_text(enum fmu_state state); /* for messages: "after fmi2Instantiate" ... */

#endif
