#include "host_verdict.h"

#include <math.h>
#include <stdio.h>

#include "host_text.h"

void host_verdict_find(const struct host_description *description, struct host_verdict *verdict)
{
	static const char *const names[HOST_VERDICT_VARIABLES] = {"solver.unresolved_steps", "solver.unconverged_steps",
	                                                          "solver.steps", "energies.balance_error",
	                                                          "solver.balance_limit"};
	for (int i = 0; i < HOST_VERDICT_VARIABLES; i++) {
		char flat[80];
		(void)snprintf(flat, sizeof flat, "%s", names[i]);
		host_text_flatten(flat);
		const int k = host_description_find(description, names[i]);
		verdict->variable[i] = k < 0 ? host_description_find(description, flat) : k;
	}
}

static double host_verdict_number(const struct host_fmu *fmu, fmi2Component component, int variable)
{
	union host_fmu_value value;
	if (variable < 0) {
		return NAN;
	}
	const struct host_variable *v = &fmu->description.variables[variable];
	if (v->type == HOST_STRING || host_fmu_get(fmu, component, v, &value) > fmi2Warning) {
		return NAN;
	}
	return v->type == HOST_REAL ? value.real : value.integer;
}

int host_verdict_read(const struct host_fmu *fmu, fmi2Component component, const struct host_verdict *verdict,
                      double *steps, char lines[HOST_VERDICT_LINES][HOST_VERDICT_SIZE])
{
	double n[HOST_VERDICT_VARIABLES];
	int count = 0;
	for (int i = 0; i < HOST_VERDICT_VARIABLES; i++) {
		n[i] = host_verdict_number(fmu, component, verdict->variable[i]);
	}
	*steps = n[HOST_VERDICT_STEPS];
	if (n[HOST_VERDICT_UNRESOLVED] > 0.0) {
		(void)snprintf(lines[count++], HOST_VERDICT_SIZE,
		               "%.0f of %.0f steps are less accurate than the tolerance asks for", n[HOST_VERDICT_UNRESOLVED],
		               *steps);
	}
	if (n[HOST_VERDICT_UNCONVERGED] > 0.0) {
		(void)snprintf(lines[count++], HOST_VERDICT_SIZE,
		               "the iterations of %.0f of %.0f steps left more than the tolerance allows",
		               n[HOST_VERDICT_UNCONVERGED], *steps);
	}
	if (fabs(n[HOST_VERDICT_BALANCE]) > n[HOST_VERDICT_LIMIT]) {
		(void)snprintf(lines[count++], HOST_VERDICT_SIZE,
		               "the energy balance is off by %.3g J, the tolerance allows %.3g J", n[HOST_VERDICT_BALANCE],
		               n[HOST_VERDICT_LIMIT]);
	}
	return count;
}
