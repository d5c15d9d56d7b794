/* The library of an FMU, loaded on the platform this is compiled for: its FMI 2.0 functions by
 * name. */
#ifndef PLATFORM_LIBRARY_H
#define PLATFORM_LIBRARY_H

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include <stddef.h>
#include <string.h>

#include "unit.h"

static const struct {
	const char *name;
	size_t offset;
} unit_functions[] = {
	{"fmi2Instantiate", offsetof(struct unit, Instantiate)},
	{"fmi2FreeInstance", offsetof(struct unit, FreeInstance)},
	{"fmi2SetDebugLogging", offsetof(struct unit, SetDebugLogging)},
	{"fmi2SetupExperiment", offsetof(struct unit, SetupExperiment)},
	{"fmi2EnterInitializationMode", offsetof(struct unit, EnterInitializationMode)},
	{"fmi2ExitInitializationMode", offsetof(struct unit, ExitInitializationMode)},
	{"fmi2Terminate", offsetof(struct unit, Terminate)},
	{"fmi2Reset", offsetof(struct unit, Reset)},
	{"fmi2DoStep", offsetof(struct unit, DoStep)},
	{"fmi2CancelStep", offsetof(struct unit, CancelStep)},
	{"fmi2GetReal", offsetof(struct unit, GetReal)},
	{"fmi2GetInteger", offsetof(struct unit, GetInteger)},
	{"fmi2GetBoolean", offsetof(struct unit, GetBoolean)},
	{"fmi2GetString", offsetof(struct unit, GetString)},
	{"fmi2SetReal", offsetof(struct unit, SetReal)},
	{"fmi2SetInteger", offsetof(struct unit, SetInteger)},
	{"fmi2SetBoolean", offsetof(struct unit, SetBoolean)},
	{"fmi2SetString", offsetof(struct unit, SetString)},
	{"fmi2GetFMUstate", offsetof(struct unit, GetFMUstate)},
	{"fmi2SetFMUstate", offsetof(struct unit, SetFMUstate)},
	{"fmi2FreeFMUstate", offsetof(struct unit, FreeFMUstate)},
	{"fmi2SerializedFMUstateSize", offsetof(struct unit, SerializedFMUstateSize)},
	{"fmi2SerializeFMUstate", offsetof(struct unit, SerializeFMUstate)},
	{"fmi2DeSerializeFMUstate", offsetof(struct unit, DeSerializeFMUstate)},
	{"fmi2GetDirectionalDerivative", offsetof(struct unit, GetDirectionalDerivative)},
	{"fmi2SetRealInputDerivatives", offsetof(struct unit, SetRealInputDerivatives)},
	{"fmi2GetRealOutputDerivatives", offsetof(struct unit, GetRealOutputDerivatives)},
	{"fmi2GetStatus", offsetof(struct unit, GetStatus)},
	{"fmi2GetRealStatus", offsetof(struct unit, GetRealStatus)},
	{"fmi2GetIntegerStatus", offsetof(struct unit, GetIntegerStatus)},
	{"fmi2GetBooleanStatus", offsetof(struct unit, GetBooleanStatus)},
	{"fmi2GetStringStatus", offsetof(struct unit, GetStringStatus)},
};

static inline void unit_load(const char *path, struct unit *unit)
{
#ifdef _WIN32
	HMODULE library = LoadLibraryA(path);
#else
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
#endif
	if (library == NULL) {
		give_up(path, "cannot be loaded");
	}
	for (size_t i = 0; i < sizeof unit_functions / sizeof unit_functions[0]; i++) {
#ifdef _WIN32
		FARPROC address = GetProcAddress(library, unit_functions[i].name);
#else
		void *address = dlsym(library, unit_functions[i].name);
#endif
		if (address == NULL) {
			give_up("the library has no function", unit_functions[i].name);
		}
		memcpy((char *)unit + unit_functions[i].offset, &address, sizeof address);
	}
}

#endif
