#include "host_recorder.h"

#include <stdlib.h>
#include <string.h>

#include "host_csv.h"

int host_recorder_begin(const struct host_fmu *fmu, int all, struct host_recorder *recorder)
{
	const struct host_description *d = &fmu->description;
	size_t most = (size_t)d->n_variables + 1;
	memset(recorder, 0, sizeof *recorder);
	recorder->reals = calloc(most, sizeof *recorder->reals);
	recorder->integers = calloc(most, sizeof *recorder->integers);
	recorder->strings = calloc(most, sizeof *recorder->strings);
	if (recorder->reals == NULL || recorder->integers == NULL || recorder->strings == NULL) {
		return -1;
	}
	host_csv_add_text(&recorder->text, "time");
	for (int type = 0; type < HOST_TYPE_COUNT; type++) {
		recorder->references[type] = calloc(most, sizeof *recorder->references[type]);
		if (recorder->references[type] == NULL) {
			return -1;
		}
		for (int i = 0; i < d->n_variables; i++) {
			const struct host_variable *v = &d->variables[i];
			const int wanted = v->causality == HOST_OUTPUT || (all && v->causality != HOST_INDEPENDENT);
			if (wanted && (int)v->type == type) {
				recorder->references[type][recorder->count[type]++] = v->reference;
				host_csv_add_text(&recorder->text, v->name);
			}
		}
	}
	host_csv_end_line(&recorder->text);
	return recorder->text.failed ? -1 : 0;
}

static fmi2Status host_recorder_integers(fmi2Status (*get)(fmi2Component, const fmi2ValueReference *, size_t, int *),
                                         fmi2Component component, int type, struct host_recorder *r)
{
	if (r->count[type] == 0) {
		return fmi2OK;
	}
	fmi2Status status = get(component, r->references[type], (size_t)r->count[type], r->integers);
	for (int i = 0; i < r->count[type]; i++) {
		host_csv_add_integer(&r->text, r->integers[i]);
	}
	return status;
}

static fmi2Status host_recorder_reals(const struct host_fmu *fmu, fmi2Component component, struct host_recorder *r)
{
	int n = r->count[HOST_REAL];
	fmi2Status status = fmi2OK;
	if (n > 0) {
		status = fmu->functions.GetReal(component, r->references[HOST_REAL], (size_t)n, r->reals);
	}
	for (int i = 0; i < n; i++) {
		host_csv_add_number(&r->text, r->reals[i]);
	}
	return status;
}

static fmi2Status host_recorder_strings(const struct host_fmu *fmu, fmi2Component component, struct host_recorder *r)
{
	int n = r->count[HOST_STRING];
	fmi2Status status = fmi2OK;
	memset(r->strings, 0, (size_t)n * sizeof *r->strings);
	if (n > 0) {
		status = fmu->functions.GetString(component, r->references[HOST_STRING], (size_t)n, r->strings);
	}
	for (int i = 0; i < n; i++) {
		host_csv_add_text(&r->text, r->strings[i] == NULL ? "" : r->strings[i]);
	}
	return status;
}

fmi2Status host_recorder_sample(const struct host_fmu *fmu, fmi2Component component, double time,
                                struct host_recorder *recorder)
{
	size_t begin = recorder->text.size;
	host_csv_add_number(&recorder->text, time);
	fmi2Status worst = host_recorder_reals(fmu, component, recorder);
	fmi2Status status = host_recorder_integers(fmu->functions.GetInteger, component, HOST_INTEGER, recorder);
	worst = status > worst ? status : worst;
	status = host_recorder_integers(fmu->functions.GetBoolean, component, HOST_BOOLEAN, recorder);
	worst = status > worst ? status : worst;
	status = host_recorder_strings(fmu, component, recorder);
	worst = status > worst ? status : worst;
	host_csv_end_line(&recorder->text);
	/* a line that could not be filled is not recorded */
	if (worst > fmi2Warning && !recorder->text.failed) {
		recorder->text.size = begin;
		recorder->text.bytes[begin] = 0;
	}
	return worst;
}

void host_recorder_free(struct host_recorder *recorder)
{
	for (int type = 0; type < HOST_TYPE_COUNT; type++) {
		free(recorder->references[type]);
	}
	free(recorder->reals);
	free(recorder->integers);
	free(recorder->strings);
	host_text_free(&recorder->text);
	memset(recorder, 0, sizeof *recorder);
}
