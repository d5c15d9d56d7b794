/* Calls of an isolated unit, from the side that asks; see host_isolate.h.
 *
 * Both sides wait on semaphores in the shared memory. A call is short beside the time that the
 * system needs to wake a process, so the caller first lets others run and looks again, and sleeps
 * only then.
 */
#define _GNU_SOURCE /* sem_clockwait */

#include "host_isolate.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host_child.h"
#include "host_guard.h"
#include "host_isolate_parts.h"

/* looks before it sleeps; seconds between two looks whether the process lives; what a call may need
 * beside its values */
enum { HOST_ISOLATE_LOOKS = 200, HOST_ISOLATE_SPARE = 1 << 16 };
#define HOST_ISOLATE_SLICE 0.1

struct host_isolated {
	struct host_link *link;
	size_t size;
	pid_t process; /* 0: it has ended */
	double limit;
	const char *name;
	const fmi2CallbackFunctions *callbacks;
};

static const char *const host_isolate_names[HOST_CALLS] = {"loading",
#define HOST_ISOLATE_NAME(name) "fmi2" #name,
                                                           HOST_ISOLATE_LIST(HOST_ISOLATE_NAME)
#undef HOST_ISOLATE_NAME
};

/* ---- waiting */

static double host_isolate_clock(void)
{
	struct timespec now;
	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* 1: it has ended, with a message why */
static int host_isolate_ended(struct host_isolated *p, double since, struct mech_message *why)
{
	int status = 0;
	const char *call = host_isolate_names[p->link->call];
	pid_t ended = waitpid(p->process, &status, WNOHANG);
	if (ended == 0 && host_isolate_clock() - since > p->limit) {
		(void)kill(p->process, SIGKILL);
		while (waitpid(p->process, &status, 0) < 0 && errno == EINTR) {
		}
		p->process = 0;
		host_say(why, "%s did not come back within %.4g s; its process was ended", call, p->limit);
		return 1;
	}
	if (ended == 0) {
		return 0;
	}
	p->process = 0;
	if (ended > 0 && WIFSIGNALED(status)) {
		host_say(why, "%s crashed: %s (signal %d)", call, strsignal(WTERMSIG(status)), WTERMSIG(status));
	} else {
		host_say(why, "%s ended the process with code %d", call, ended > 0 ? WEXITSTATUS(status) : -1);
	}
	return 1;
}

/* 0: there is an answer; 1: the process has ended */
static int host_isolate_wait(struct host_isolated *p, struct mech_message *why)
{
	for (int look = 0; look < HOST_ISOLATE_LOOKS; look++) {
		if (sem_trywait(&p->link->answered) == 0) {
			return 0;
		}
		(void)sched_yield();
	}
	const double since = host_isolate_clock();
	for (;;) {
		const double until = host_isolate_clock() + HOST_ISOLATE_SLICE;
		const struct timespec time = {(time_t)until, (long)(1e9 * (until - (double)(time_t)until))};
		if (sem_clockwait(&p->link->answered, CLOCK_MONOTONIC, &time) == 0) {
			return 0;
		}
		if (errno != EINTR && host_isolate_ended(p, since, why)) {
			return 1;
		}
	}
}

/* hands the messages of the unit on */
static void host_isolate_tell(struct host_isolated *p)
{
	const struct host_link *link = p->link;
	for (size_t at = 0; at < link->log_used && p->callbacks != NULL;) {
		fmi2Status status;
		memcpy(&status, link->log + at, sizeof status);
		const char *category = link->log + at + sizeof status, *text = category + strlen(category) + 1;
		p->callbacks->logger(p->callbacks->componentEnvironment, p->name, status, category, "%s", text);
		at += sizeof status + strlen(category) + strlen(text) + 2;
	}
	p->link->log_used = 0;
}

static void host_isolate_say(struct host_isolated *p, const char *text)
{
	if (p->callbacks != NULL) {
		p->callbacks->logger(p->callbacks->componentEnvironment, p->name, fmi2Fatal, "logStatusFatal", "%s", text);
	}
}

/* ---- calls */

static fmi2Status host_isolate_call(struct host_isolated *p, enum host_isolate_call call)
{
	struct mech_message why;
	if (p->process == 0) {
		return fmi2Fatal;
	}
	p->link->call = (int)call;
	(void)sem_post(&p->link->asked);
	const int ended = host_isolate_wait(p, &why);
	host_isolate_tell(p);
	if (ended) {
		host_isolate_say(p, why.text);
		return fmi2Fatal;
	}
	return (fmi2Status)p->link->status;
}

/* an argument of n bytes; -1 when it does not fit */
static int host_isolate_put(struct host_isolated *p, const void *bytes, size_t n)
{
	void *room = host_link_room(p->link, n);
	if (room != NULL && n > 0) {
		(void)memcpy(room, bytes, n);
	}
	return room == NULL ? -1 : 0;
}

static fmi2Status host_isolate_full(struct host_isolated *p)
{
	host_isolate_say(p, "more values than the memory shared with its process has room for");
	return fmi2Error;
}

/* lists of references, of `middle` integers or none, and of values that go there (in) or come back
 * (out) */
static fmi2Status host_isolate_values(struct host_isolated *p, enum host_isolate_call call,
                                      const fmi2ValueReference *references, size_t n, const fmi2Integer *middle,
                                      size_t size, const void *in, void *out)
{
	struct host_link *link = p->link;
	link->used = 0;
	link->n = n;
	if (host_isolate_put(p, references, n * sizeof *references) != 0 ||
	    (middle != NULL && host_isolate_put(p, middle, n * sizeof *middle) != 0)) {
		return host_isolate_full(p);
	}
	void *room = host_link_room(link, n * size);
	if (room == NULL) {
		return host_isolate_full(p);
	}
	if (in != NULL && n > 0) {
		(void)memcpy(room, in, n * size);
	}
	const fmi2Status status = host_isolate_call(p, call);
	if (out != NULL && n > 0 && status <= fmi2Warning) {
		(void)memcpy(out, room, n * size);
	}
	return status;
}

static fmi2Status host_isolate_EnterInitializationMode(fmi2Component component)
{
	return host_isolate_call(component, HOST_CALL_EnterInitializationMode);
}

static fmi2Status host_isolate_ExitInitializationMode(fmi2Component component)
{
	return host_isolate_call(component, HOST_CALL_ExitInitializationMode);
}

static fmi2Status host_isolate_Terminate(fmi2Component component)
{
	return host_isolate_call(component, HOST_CALL_Terminate);
}

static fmi2Status host_isolate_GetReal(fmi2Component component, const fmi2ValueReference *references, size_t n,
                                       fmi2Real *values)
{
	return host_isolate_values(component, HOST_CALL_GetReal, references, n, NULL, sizeof *values, NULL, values);
}

static fmi2Status host_isolate_GetInteger(fmi2Component component, const fmi2ValueReference *references, size_t n,
                                          fmi2Integer *values)
{
	return host_isolate_values(component, HOST_CALL_GetInteger, references, n, NULL, sizeof *values, NULL, values);
}

static fmi2Status host_isolate_GetBoolean(fmi2Component component, const fmi2ValueReference *references, size_t n,
                                          fmi2Boolean *values)
{
	return host_isolate_values(component, HOST_CALL_GetBoolean, references, n, NULL, sizeof *values, NULL, values);
}

static fmi2Status host_isolate_SetReal(fmi2Component component, const fmi2ValueReference *references, size_t n,
                                       const fmi2Real *values)
{
	return host_isolate_values(component, HOST_CALL_SetReal, references, n, NULL, sizeof *values, values, NULL);
}

static fmi2Status host_isolate_SetInteger(fmi2Component component, const fmi2ValueReference *references, size_t n,
                                          const fmi2Integer *values)
{
	return host_isolate_values(component, HOST_CALL_SetInteger, references, n, NULL, sizeof *values, values, NULL);
}

static fmi2Status host_isolate_SetBoolean(fmi2Component component, const fmi2ValueReference *references, size_t n,
                                          const fmi2Boolean *values)
{
	return host_isolate_values(component, HOST_CALL_SetBoolean, references, n, NULL, sizeof *values, values, NULL);
}

static void host_isolate_FreeInstance(fmi2Component component)
{
	(void)host_isolate_call(component, HOST_CALL_FreeInstance);
}

static fmi2Status host_isolate_SetupExperiment(fmi2Component component, fmi2Boolean has_tolerance, fmi2Real tolerance,
                                               fmi2Real start, fmi2Boolean has_stop, fmi2Real stop)
{
	struct host_isolated *p = component;
	p->link->flag = (has_tolerance != 0) | (has_stop != 0) << 1;
	p->link->number[0] = tolerance;
	p->link->number[1] = start;
	p->link->number[2] = stop;
	return host_isolate_call(p, HOST_CALL_SetupExperiment);
}

static fmi2Status host_isolate_DoStep(fmi2Component component, fmi2Real time, fmi2Real step, fmi2Boolean no_return)
{
	struct host_isolated *p = component;
	p->link->number[0] = time;
	p->link->number[1] = step;
	p->link->flag = no_return;
	return host_isolate_call(p, HOST_CALL_DoStep);
}

static fmi2Status host_isolate_GetRealStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Real *value)
{
	struct host_isolated *p = component;
	p->link->flag = (int)kind;
	const fmi2Status status = host_isolate_call(p, HOST_CALL_GetRealStatus);
	*value = p->link->number[0];
	return status;
}

static fmi2Status host_isolate_GetBooleanStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Boolean *value)
{
	struct host_isolated *p = component;
	p->link->flag = (int)kind;
	const fmi2Status status = host_isolate_call(p, HOST_CALL_GetBooleanStatus);
	*value = p->link->flag;
	return status;
}

static fmi2Status host_isolate_GetFMUstate(fmi2Component component, fmi2FMUstate *state)
{
	struct host_isolated *p = component;
	p->link->state = *state;
	const fmi2Status status = host_isolate_call(p, HOST_CALL_GetFMUstate);
	*state = p->link->state;
	return status;
}

static fmi2Status host_isolate_SetFMUstate(fmi2Component component, fmi2FMUstate state)
{
	struct host_isolated *p = component;
	p->link->state = state;
	return host_isolate_call(p, HOST_CALL_SetFMUstate);
}

static fmi2Status host_isolate_FreeFMUstate(fmi2Component component, fmi2FMUstate *state)
{
	struct host_isolated *p = component;
	p->link->state = *state;
	const fmi2Status status = host_isolate_call(p, HOST_CALL_FreeFMUstate);
	*state = NULL;
	return status;
}

static fmi2Status host_isolate_SetRealInputDerivatives(fmi2Component component, const fmi2ValueReference *references,
                                                       size_t n, const fmi2Integer *orders, const fmi2Real *values)
{
	return host_isolate_values(component, HOST_CALL_SetRealInputDerivatives, references, n, orders, sizeof *values,
	                           values, NULL);
}

static fmi2Status host_isolate_GetRealOutputDerivatives(fmi2Component component, const fmi2ValueReference *references,
                                                        size_t n, const fmi2Integer *orders, fmi2Real *values)
{
	return host_isolate_values(component, HOST_CALL_GetRealOutputDerivatives, references, n, orders, sizeof *values,
	                           NULL, values);
}

static fmi2Status host_isolate_GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference *unknowns,
                                                        size_t n, const fmi2ValueReference *knowns, size_t m,
                                                        const fmi2Real *change, fmi2Real *answer)
{
	struct host_isolated *p = component;
	p->link->used = 0;
	p->link->n = n;
	p->link->m = m;
	if (host_isolate_put(p, unknowns, n * sizeof *unknowns) != 0 ||
	    host_isolate_put(p, knowns, m * sizeof *knowns) != 0 || host_isolate_put(p, change, m * sizeof *change) != 0) {
		return host_isolate_full(p);
	}
	double *room = host_link_room(p->link, n * sizeof *room);
	if (room == NULL) {
		return host_isolate_full(p);
	}
	const fmi2Status status = host_isolate_call(p, HOST_CALL_GetDirectionalDerivative);
	if (status <= fmi2Warning && n > 0) {
		(void)memcpy(answer, room, n * sizeof *room);
	}
	return status;
}

static fmi2Status host_isolate_SetString(fmi2Component component, const fmi2ValueReference *references, size_t n,
                                         const fmi2String *values)
{
	struct host_isolated *p = component;
	p->link->used = 0;
	p->link->n = n;
	int status = host_isolate_put(p, references, n * sizeof *references);
	for (size_t k = 0; k < n && status == 0; k++) {
		status = host_isolate_put(p, values[k], strlen(values[k]) + 1);
	}
	return status != 0 ? host_isolate_full(p) : host_isolate_call(p, HOST_CALL_SetString);
}

/* the texts stay in the shared memory until the next call, as the standard has it */
static fmi2Status host_isolate_GetString(fmi2Component component, const fmi2ValueReference *references, size_t n,
                                         fmi2String *values)
{
	struct host_isolated *p = component;
	p->link->used = 0;
	p->link->n = n;
	if (host_isolate_put(p, references, n * sizeof *references) != 0) {
		return host_isolate_full(p);
	}
	const char *text = (const char *)(p->link->data + p->link->used);
	const fmi2Status status = host_isolate_call(p, HOST_CALL_GetString);
	for (size_t k = 0; k < n && status <= fmi2Warning; k++) {
		values[k] = text;
		text += (strlen(text) + 8) / 8 * 8;
	}
	return status;
}

/* ---- the process */

static struct host_fmu_functions host_isolate_functions(const struct host_link *link)
{
	struct host_fmu_functions f = {0};
	f.FreeInstance = host_isolate_FreeInstance;
	f.SetupExperiment = host_isolate_SetupExperiment;
	f.EnterInitializationMode = host_isolate_EnterInitializationMode;
	f.ExitInitializationMode = host_isolate_ExitInitializationMode;
	f.Terminate = host_isolate_Terminate;
	f.GetReal = host_isolate_GetReal;
	f.GetInteger = host_isolate_GetInteger;
	f.GetBoolean = host_isolate_GetBoolean;
	f.GetString = host_isolate_GetString;
	f.SetReal = host_isolate_SetReal;
	f.SetInteger = host_isolate_SetInteger;
	f.SetBoolean = host_isolate_SetBoolean;
	f.SetString = host_isolate_SetString;
	f.DoStep = host_isolate_DoStep;
	f.GetRealStatus = host_isolate_GetRealStatus;
	f.GetBooleanStatus = host_isolate_GetBooleanStatus;
	if (link->has_state) {
		f.GetFMUstate = host_isolate_GetFMUstate;
		f.SetFMUstate = host_isolate_SetFMUstate;
		f.FreeFMUstate = host_isolate_FreeFMUstate;
	}
	f.GetDirectionalDerivative = link->has_directional ? host_isolate_GetDirectionalDerivative : NULL;
	f.SetRealInputDerivatives = link->interpolates ? host_isolate_SetRealInputDerivatives : NULL;
	f.GetRealOutputDerivatives = link->derives ? host_isolate_GetRealOutputDerivatives : NULL;
	return f;
}

/* the memory and the process, which waits for the first call. 0, or -1 */
static int host_isolate_fork(struct host_isolated *p, struct host_fmu *fmu)
{
	const size_t spare = HOST_ISOLATE_SPARE + 8 * sizeof(double) * (size_t)fmu->description.n_variables;
	p->size = sizeof *p->link + spare;
	p->link = host_child_share(p->size);
	if (p->link == NULL || sem_init(&p->link->asked, 1, 0) != 0 || sem_init(&p->link->answered, 1, 0) != 0) {
		return -1;
	}
	p->link->size = spare / sizeof(double);
	const pid_t parent = getpid();
	(void)fflush(NULL);
	p->process = fork();
	if (p->process == 0) {
		host_child_follow(parent);
		host_guard_child();
		host_isolate_work(p->link, fmu);
		_exit(0);
	}
	if (p->process < 0) {
		p->process = 0;
		return -1;
	}
	return 0;
}

struct host_isolated *host_isolate_start(struct host_fmu *fmu, double limit, struct mech_message *message)
{
	struct host_isolated *p = calloc(1, sizeof *p);
	if (p == NULL) {
		host_say(message, "out of memory");
		return NULL;
	}
	p->limit = limit;
	if (host_isolate_fork(p, fmu) != 0) {
		host_say(message, "no process can be started for it (%s)", strerror(errno));
		host_isolate_end(p);
		return NULL;
	}
	struct mech_message why;
	p->link->call = HOST_CALL_LOAD;
	(void)sem_post(&p->link->asked);
	const int ended = host_isolate_wait(p, &why);
	if (ended || p->link->status != 0) {
		*message = ended ? why : p->link->message;
		host_isolate_end(p);
		return NULL;
	}
	fmu->functions = host_isolate_functions(p->link);
	return p;
}

fmi2Component host_isolate_instantiate(struct host_isolated *p, const char *name,
                                       const fmi2CallbackFunctions *callbacks, int logging)
{
	p->name = name;
	p->callbacks = callbacks;
	p->link->used = 0;
	p->link->flag = logging;
	if (host_isolate_put(p, name, strlen(name) + 1) != 0) {
		return NULL;
	}
	return host_isolate_call(p, HOST_CALL_Instantiate) <= fmi2Warning ? p : NULL;
}

void host_isolate_end(struct host_isolated *p)
{
	if (p == NULL) {
		return;
	}
	if (p->process > 0) {
		(void)kill(p->process, SIGKILL);
		while (waitpid(p->process, NULL, 0) < 0 && errno == EINTR) {
		}
	}
	host_child_unshare(p->link, p->size);
	free(p);
}
