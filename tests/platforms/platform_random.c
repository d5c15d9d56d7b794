/* Random calls (random_calls.h) of the FMI functions of a library, on the platform this is compiled
 * for:
 *
 *     platform_random LIBRARY GUID SEED CALLS LIMIT INPUT...
 *
 * LIMIT and INPUT are references of solver.work_limit and of inputs. Without arguments: prints the
 * mechanism that the library is to be of.
 */
#ifdef _WIN32
#define __USE_MINGW_ANSI_STDIO 1
#endif

#include "fmu/shaker.h"
#include "platform_library.h"
#include "random_calls.h"

int main(int argc, char **argv)
{
	static struct caller c;
	const fmi2CallbackFunctions callbacks = {caller_log, NULL, NULL, NULL, &c};
	if (argc == 1) {
		return fputs(SHAKER_FREE, stdout) < 0;
	}
	if (argc < 7 || argc - 6 > MOST_INPUTS) {
		give_up("usage", "platform_random LIBRARY GUID SEED CALLS LIMIT INPUT...");
	}
	const long total = strtol(argv[4], NULL, 10);
	c.random = test_random_start((uint64_t)strtol(argv[3], NULL, 10));
	c.limit = (fmi2ValueReference)strtol(argv[5], NULL, 10);
	c.n_inputs = argc - 6;
	for (int k = 0; k < c.n_inputs; k++) {
		c.inputs[k] = (fmi2ValueReference)strtol(argv[6 + k], NULL, 10);
	}
	unit_load(argv[1], &c.unit);
	c.component = c.unit.Instantiate("unit", fmi2CoSimulation, argv[2], "", &callbacks, fmi2False, fmi2False);
	if (c.component == NULL) {
		give_up(argv[1], "cannot be instantiated");
	}
	call_often(&c, total);
	c.unit.FreeInstance(c.component);
	return 0;
}
