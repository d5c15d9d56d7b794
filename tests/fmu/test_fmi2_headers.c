/* fmi2.h compared with the standard: values of enumerations, scalar types, callbacks, texts. The
 * numbers are those of FMI 2.0.5, sections 2.1.2 to 2.1.5 and 4.2.3. Where the build is given the
 * official headers (FMI2_INCLUDE_DIR) they are compared with them too, by the compiler. That all 34
 * functions have the standard's arguments shows in such a build by itself: the runtime's
 * definitions are then compiled against the official declarations.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

/* X(enumerator, value) */
#define ENUMERATORS(X)           \
	X(fmi2OK, 0)                 \
	X(fmi2Warning, 1)            \
	X(fmi2Discard, 2)            \
	X(fmi2Error, 3)              \
	X(fmi2Fatal, 4)              \
	X(fmi2Pending, 5)            \
	X(fmi2ModelExchange, 0)      \
	X(fmi2CoSimulation, 1)       \
	X(fmi2DoStepStatus, 0)       \
	X(fmi2PendingStatus, 1)      \
	X(fmi2LastSuccessfulTime, 2) \
	X(fmi2Terminated, 3)

/* X(type, what it is) */
#define SCALARS(X)                      \
	X(fmi2Component, void *)            \
	X(fmi2ComponentEnvironment, void *) \
	X(fmi2FMUstate, void *)             \
	X(fmi2ValueReference, unsigned int) \
	X(fmi2Real, double)                 \
	X(fmi2Integer, int)                 \
	X(fmi2Boolean, int)                 \
	X(fmi2Char, char)                   \
	X(fmi2String, const char *)         \
	X(fmi2Byte, char)

/* X(member), all pointers, in this order */
#define CALLBACKS(X)  \
	X(logger)         \
	X(allocateMemory) \
	X(freeMemory)     \
	X(stepFinished)   \
	X(componentEnvironment)

/* what a header that has just been included must say */
#define CHECK_ENUMERATOR(name, value) _Static_assert((int)(name) == (value), #name);
#define CHECK_SCALAR(type, wanted) _Static_assert(_Generic((type *)NULL, wanted * : 1, default : 0), #type);

#ifdef MECHFMU_OFFICIAL_FMI2_HEADERS

/* the official headers under their own names */
#include "fmi2Functions.h"
ENUMERATORS(CHECK_ENUMERATOR)
SCALARS(CHECK_SCALAR)
static const char *const official_texts[] = {fmi2TypesPlatform, fmi2Version};
enum { OFFICIAL_TRUE = fmi2True, OFFICIAL_FALSE = fmi2False, OFFICIAL_SIZE = sizeof(fmi2CallbackFunctions) };
enum {
#define OFFICIAL_OFFSET(member) OFFICIAL_##member = offsetof(fmi2CallbackFunctions, member),
	CALLBACKS(OFFICIAL_OFFSET)
};

/* then ours, under other names: functions by the prefix, the rest by hand */
#undef MECHFMU_OFFICIAL_FMI2_HEADERS
#undef FMI2_Export
#undef fmi2TypesPlatform
#undef fmi2Version
#undef fmi2True
#undef fmi2False
#undef fmi2FullName
#undef fmi2Paste
#undef fmi2PasteB
#undef fmi2GetTypesPlatform
#undef fmi2GetVersion
#undef fmi2SetDebugLogging
#undef fmi2Instantiate
#undef fmi2FreeInstance
#undef fmi2SetupExperiment
#undef fmi2EnterInitializationMode
#undef fmi2ExitInitializationMode
#undef fmi2Terminate
#undef fmi2Reset
#undef fmi2GetReal
#undef fmi2GetInteger
#undef fmi2GetBoolean
#undef fmi2GetString
#undef fmi2SetReal
#undef fmi2SetInteger
#undef fmi2SetBoolean
#undef fmi2SetString
#undef fmi2GetFMUstate
#undef fmi2SetFMUstate
#undef fmi2FreeFMUstate
#undef fmi2SerializedFMUstateSize
#undef fmi2SerializeFMUstate
#undef fmi2DeSerializeFMUstate
#undef fmi2GetDirectionalDerivative
#undef fmi2SetRealInputDerivatives
#undef fmi2GetRealOutputDerivatives
#undef fmi2DoStep
#undef fmi2CancelStep
#undef fmi2GetStatus
#undef fmi2GetRealStatus
#undef fmi2GetIntegerStatus
#undef fmi2GetBooleanStatus
#undef fmi2GetStringStatus
#define FMI2_FUNCTION_PREFIX our_
#define fmi2OK our_OK
#define fmi2Warning our_Warning
#define fmi2Discard our_Discard
#define fmi2Error our_Error
#define fmi2Fatal our_Fatal
#define fmi2Pending our_Pending
#define fmi2ModelExchange our_ModelExchange
#define fmi2CoSimulation our_CoSimulation
#define fmi2DoStepStatus our_DoStepStatus
#define fmi2PendingStatus our_PendingStatus
#define fmi2LastSuccessfulTime our_LastSuccessfulTime
#define fmi2Terminated our_Terminated
#define fmi2Status our_Status
#define fmi2Type our_Type
#define fmi2StatusKind our_StatusKind
#define fmi2CallbackLogger our_CallbackLogger
#define fmi2CallbackAllocateMemory our_CallbackAllocateMemory
#define fmi2CallbackFreeMemory our_CallbackFreeMemory
#define fmi2StepFinished our_StepFinished
#define fmi2CallbackFunctions our_CallbackFunctions
#define COMPARED 1

#else
#define COMPARED 0
#endif

/* scalar types may be declared twice where they agree: C11 */
#include "fmi2.h"

ENUMERATORS(CHECK_ENUMERATOR)
SCALARS(CHECK_SCALAR)
_Static_assert(fmi2True == 1 && fmi2False == 0, "Booleans");
_Static_assert(sizeof(fmi2Status) == sizeof(int) && sizeof(fmi2Type) == sizeof(int) &&
                   sizeof(fmi2StatusKind) == sizeof(int),
               "enumerations are as large as int");
_Static_assert(sizeof(fmi2CallbackFunctions) == 5 * sizeof(void *), "five callbacks");

#if COMPARED
_Static_assert(fmi2True == OFFICIAL_TRUE && fmi2False == OFFICIAL_FALSE, "Booleans");
_Static_assert(sizeof(fmi2CallbackFunctions) == OFFICIAL_SIZE, "callbacks");
#define CHECK_OFFSET(member) _Static_assert(offsetof(fmi2CallbackFunctions, member) == OFFICIAL_##member, #member);
CALLBACKS(CHECK_OFFSET)
#else
static const char *const official_texts[] = {"default", "2.0"};
#endif

static void the_texts_are_those_of_the_standard(void **state)
{
	(void)state;
	assert_string_equal(fmi2TypesPlatform, official_texts[0]);
	assert_string_equal(fmi2Version, official_texts[1]);
}

static void callbacks_stand_in_the_standards_order(void **state)
{
	(void)state;
	size_t next = 0;
#define NEXT_CALLBACK(member)                                        \
	assert_int_equal(offsetof(fmi2CallbackFunctions, member), next); \
	next += sizeof(void *);
	CALLBACKS(NEXT_CALLBACK)
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_texts_are_those_of_the_standard),
		cmocka_unit_test(callbacks_stand_in_the_standards_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
