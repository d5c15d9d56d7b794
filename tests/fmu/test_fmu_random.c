/* Random calls of all FMI functions (random_calls.h) of the unit as linked here, where sanitizers
 * see it.
 *
 * MECHFMU_RANDOM_CALLS=1000000 in the environment makes so many calls, MECHFMU_RANDOM_SEED chooses
 * others.
 */
#include "fmu/fmu_fixture.h"
#include "fmu/shaker.h"
#include "platforms/random_calls.h"

#include "slow_build.h"

static const struct unit linked = {
	.Instantiate = fmi2Instantiate,
	.FreeInstance = fmi2FreeInstance,
	.SetDebugLogging = fmi2SetDebugLogging,
	.SetupExperiment = fmi2SetupExperiment,
	.EnterInitializationMode = fmi2EnterInitializationMode,
	.ExitInitializationMode = fmi2ExitInitializationMode,
	.Terminate = fmi2Terminate,
	.Reset = fmi2Reset,
	.DoStep = fmi2DoStep,
	.CancelStep = fmi2CancelStep,
	.GetReal = fmi2GetReal,
	.GetInteger = fmi2GetInteger,
	.GetBoolean = fmi2GetBoolean,
	.GetString = fmi2GetString,
	.SetReal = fmi2SetReal,
	.SetInteger = fmi2SetInteger,
	.SetBoolean = fmi2SetBoolean,
	.SetString = fmi2SetString,
	.GetFMUstate = fmi2GetFMUstate,
	.SetFMUstate = fmi2SetFMUstate,
	.FreeFMUstate = fmi2FreeFMUstate,
	.SerializedFMUstateSize = fmi2SerializedFMUstateSize,
	.SerializeFMUstate = fmi2SerializeFMUstate,
	.DeSerializeFMUstate = fmi2DeSerializeFMUstate,
	.GetDirectionalDerivative = fmi2GetDirectionalDerivative,
	.SetRealInputDerivatives = fmi2SetRealInputDerivatives,
	.GetRealOutputDerivatives = fmi2GetRealOutputDerivatives,
	.GetStatus = fmi2GetStatus,
	.GetRealStatus = fmi2GetRealStatus,
	.GetIntegerStatus = fmi2GetIntegerStatus,
	.GetBooleanStatus = fmi2GetBooleanStatus,
	.GetStringStatus = fmi2GetStringStatus,
};

static long from_environment(const char *name, long otherwise)
{
	const char *text = getenv(name);
	return text == NULL ? otherwise : strtol(text, NULL, 10);
}

static void any_order_of_calls_is_survived(void **state)
{
	(void)state;
	static struct caller c;
	struct fixture x;
	const fmi2CallbackFunctions callbacks = {caller_log, NULL, NULL, NULL, &c};
	fixture_open(&x, SHAKER_FREE, 0);
	c.unit = linked;
	c.random = test_random_start((uint64_t)from_environment("MECHFMU_RANDOM_SEED", 13));
	c.limit = fixture_reference(&x, "solver.work_limit");
	c.inputs[c.n_inputs++] = fixture_reference(&x, "angle");
	c.inputs[c.n_inputs++] = fixture_reference(&x, "push");
	c.component = fmu_instantiate(x.image.bytes, x.image.size, "unit", fmi2CoSimulation, x.guid, &callbacks, fmi2False);
	assert_non_null(c.component);
	call_often(&c, from_environment("MECHFMU_RANDOM_CALLS", SLOW_BUILD ? 4000 : 20000));
	fmi2FreeInstance(c.component);
	fixture_close(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_order_of_calls_is_survived),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
