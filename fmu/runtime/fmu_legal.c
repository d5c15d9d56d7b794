/* The list of legal calls as a table, and words for its states. */
#include "fmu_legal.h"

#include <stddef.h>

struct fmu_legal_entry {
	const char *function;
	int states;
};

static const struct fmu_legal_entry fmu_legal_entries[FMU_CALL_COUNT] = {
#define FMU_LEGAL_ENTRY(identifier, function, states) {function, states},
	FMU_CALL_LIST(FMU_LEGAL_ENTRY)
#undef FMU_LEGAL_ENTRY
};

struct fmu_legal_state {
	enum fmu_state state;
	const char *text;
};

static const struct fmu_legal_state fmu_legal_states[] = {
	{FMU_INSTANTIATED, "before fmi2EnterInitializationMode"},
	{FMU_INITIALIZATION, "in initialization mode"},
	{FMU_STEPPING, "between steps"},
	{FMU_TERMINATED, "after fmi2Terminate"},
	{FMU_FAILED, "after an error (fmi2Reset starts again, fmi2SetFMUstate goes back)"},
};

LA_FUNCTION int fmu_call_is_legal(enum fmu_call call, enum fmu_state state)
{
	return (fmu_legal_entries[call].states & (int)state) != 0;
}

LA_FUNCTION const char *fmu_call_name(enum fmu_call call)
{
	return fmu_legal_entries[call].function;
}

LA_FUNCTION const char *fmu_state_text(enum fmu_state state)
{
	for (size_t k = 0; k < sizeof fmu_legal_states / sizeof fmu_legal_states[0]; k++) {
		if (fmu_legal_states[k].state == state) {
			return fmu_legal_states[k].text;
		}
	}
	return "in an unknown state";
}
