/* The process of an isolated unit: loads the library and makes the calls that are asked for. */
#define _GNU_SOURCE /* semaphores */

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host_isolate_parts.h"

struct host_worker {
	struct host_link *link;
	struct host_fmu *fmu;
	fmi2Component component;
	fmi2CallbackFunctions callbacks;
};

void *host_link_room(struct host_link *link, size_t n)
{
	const size_t words = (n + sizeof(double) - 1) / sizeof(double);
	if (n > link->size * sizeof(double) || words > link->size - link->used) {
		return NULL;
	}
	void *room = link->data + link->used;
	link->used += words;
	return room;
}

/* a message of the unit; what finds no room is lost */
static void host_worker_log(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                            fmi2String category, fmi2String format, ...)
{
	struct host_link *link = ((struct host_worker *)environment)->link;
	char text[1024];
	va_list arguments;
	(void)instance;
	va_start(arguments, format);
	(void)vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	category = category == NULL ? "" : category;
	const size_t size = sizeof status + strlen(category) + strlen(text) + 2;
	if (size <= sizeof link->log - link->log_used) {
		char *place = link->log + link->log_used;
		memcpy(place, &status, sizeof status);
		(void)memcpy(place + sizeof status, category, strlen(category) + 1);
		(void)memcpy(place + sizeof status + strlen(category) + 1, text, strlen(text) + 1);
		link->log_used += size;
	}
}

/* ---- calls with lists: the arguments lie in `data` in the order of the function's own */

static void host_worker_load(struct host_worker *w)
{
	struct host_link *link = w->link;
	link->status = host_fmu_load(w->fmu, &link->message);
	const struct host_fmu_functions *f = &w->fmu->functions;
	if (link->status == 0) {
		link->has_state = f->GetFMUstate != NULL && f->SetFMUstate != NULL && f->FreeFMUstate != NULL;
		link->has_directional = f->GetDirectionalDerivative != NULL;
		link->interpolates = f->SetRealInputDerivatives != NULL;
		link->derives = f->GetRealOutputDerivatives != NULL;
	}
}

static void host_worker_instantiate(struct host_worker *w)
{
	struct host_link *link = w->link;
	w->callbacks = (fmi2CallbackFunctions){host_worker_log, calloc, free, NULL, w};
	w->component = w->fmu->functions.Instantiate((const char *)link->data, fmi2CoSimulation, w->fmu->description.guid,
	                                             w->fmu->resources, &w->callbacks, fmi2False, link->flag);
	link->status = w->component == NULL ? fmi2Error : fmi2OK;
}

static fmi2Status host_worker_get_strings(struct host_worker *w, const fmi2ValueReference *references)
{
	struct host_link *link = w->link;
	fmi2String *texts = calloc(link->n + 1, sizeof *texts);
	fmi2Status status =
		texts == NULL ? fmi2Error : w->fmu->functions.GetString(w->component, references, link->n, texts);
	for (size_t k = 0; k < link->n && status <= fmi2Warning; k++) {
		const char *text = texts[k] == NULL ? "" : texts[k];
		char *room = host_link_room(link, strlen(text) + 1);
		if (room == NULL) {
			status = fmi2Error;
			break;
		}
		(void)memcpy(room, text, strlen(text) + 1);
	}
	free(texts);
	return status;
}

static fmi2Status host_worker_set_strings(struct host_worker *w, const fmi2ValueReference *references)
{
	struct host_link *link = w->link;
	fmi2String *texts = calloc(link->n + 1, sizeof *texts);
	const char *text = (const char *)(link->data + (link->n * sizeof *references + 7) / 8);
	for (size_t k = 0; k < link->n && texts != NULL; k++) {
		texts[k] = text;
		text += (strlen(text) + 8) / 8 * 8;
	}
	const fmi2Status status =
		texts == NULL ? fmi2Error : w->fmu->functions.SetString(w->component, references, link->n, texts);
	free(texts);
	return status;
}

static fmi2Status host_worker_values(struct host_worker *w)
{
	struct host_link *link = w->link;
	const struct host_fmu_functions *f = &w->fmu->functions;
	const fmi2ValueReference *references = (const void *)link->data;
	double *second = link->data + (link->n * sizeof *references + 7) / 8;
	double *third = second + (link->n * sizeof(fmi2Integer) + 7) / 8;
	switch (link->call) {
	case HOST_CALL_GetReal:
		return f->GetReal(w->component, references, link->n, second);
	case HOST_CALL_GetInteger:
		return f->GetInteger(w->component, references, link->n, (fmi2Integer *)(void *)second);
	case HOST_CALL_GetBoolean:
		return f->GetBoolean(w->component, references, link->n, (fmi2Boolean *)(void *)second);
	case HOST_CALL_SetReal:
		return f->SetReal(w->component, references, link->n, second);
	case HOST_CALL_SetInteger:
		return f->SetInteger(w->component, references, link->n, (fmi2Integer *)(void *)second);
	case HOST_CALL_SetBoolean:
		return f->SetBoolean(w->component, references, link->n, (fmi2Boolean *)(void *)second);
	case HOST_CALL_GetString:
		return host_worker_get_strings(w, references);
	case HOST_CALL_SetString:
		return host_worker_set_strings(w, references);
	case HOST_CALL_SetRealInputDerivatives:
		return f->SetRealInputDerivatives(w->component, references, link->n, (fmi2Integer *)(void *)second, third);
	default:
		return f->GetRealOutputDerivatives(w->component, references, link->n, (fmi2Integer *)(void *)second, third);
	}
}

static fmi2Status host_worker_directional(struct host_worker *w)
{
	struct host_link *link = w->link;
	double *known = link->data + (link->n * sizeof(fmi2ValueReference) + 7) / 8;
	double *change = known + (link->m * sizeof(fmi2ValueReference) + 7) / 8;
	return w->fmu->functions.GetDirectionalDerivative(w->component, (const void *)link->data, link->n,
	                                                  (const void *)known, link->m, change, change + link->m);
}

/* ---- all calls */

static fmi2Status host_worker_call(struct host_worker *w)
{
	struct host_link *link = w->link;
	const struct host_fmu_functions *f = &w->fmu->functions;
	switch (link->call) {
	case HOST_CALL_SetupExperiment:
		return f->SetupExperiment(w->component, link->flag & 1, link->number[0], link->number[1], link->flag >> 1,
		                          link->number[2]);
	case HOST_CALL_EnterInitializationMode:
		return f->EnterInitializationMode(w->component);
	case HOST_CALL_ExitInitializationMode:
		return f->ExitInitializationMode(w->component);
	case HOST_CALL_Terminate:
		return f->Terminate(w->component);
	case HOST_CALL_DoStep:
		return f->DoStep(w->component, link->number[0], link->number[1], link->flag);
	case HOST_CALL_GetRealStatus:
		return f->GetRealStatus(w->component, (fmi2StatusKind)link->flag, link->number);
	case HOST_CALL_GetBooleanStatus:
		return f->GetBooleanStatus(w->component, (fmi2StatusKind)link->flag, &link->flag);
	case HOST_CALL_GetFMUstate:
		return f->GetFMUstate(w->component, &link->state);
	case HOST_CALL_SetFMUstate:
		return f->SetFMUstate(w->component, link->state);
	case HOST_CALL_FreeFMUstate:
		return f->FreeFMUstate(w->component, &link->state);
	case HOST_CALL_GetDirectionalDerivative:
		return host_worker_directional(w);
	default:
		return host_worker_values(w);
	}
}

void host_isolate_work(struct host_link *link, struct host_fmu *fmu)
{
	struct host_worker w = {.link = link, .fmu = fmu};
	for (;;) {
		while (sem_wait(&link->asked) != 0 && errno == EINTR) {
		}
		if (link->call == HOST_CALL_LOAD) {
			host_worker_load(&w);
		} else if (link->call == HOST_CALL_Instantiate) {
			host_worker_instantiate(&w);
		} else if (link->call == HOST_CALL_FreeInstance) {
			w.fmu->functions.FreeInstance(w.component);
		} else {
			link->status = (int)host_worker_call(&w);
		}
		(void)sem_post(&link->answered);
	}
}
