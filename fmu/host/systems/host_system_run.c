#include "host_system_run.h"

#include "host_system_facade.h"

static int host_system_load(void *context, struct host_child *child, struct mech_message *message)
{
	struct host_facade *f = context;
	f->coupling->child = child;
	return host_coupling_load(f->coupling, message);
}

static fmi2Component host_system_instantiate(void *context, const fmi2CallbackFunctions *callbacks,
                                             struct host_child *child)
{
	struct host_facade *f = context;
	f->coupling->callbacks = callbacks;
	if (f->threads > 1) {
		f->coupling->team = host_team_create(f->threads);
	}
	f->coupling->child = child;
	if (host_coupling_instantiate(f->coupling) != 0) {
		callbacks->logger(callbacks->componentEnvironment, "system", fmi2Error, "logStatusError", "%s",
		                  host_coupling_reason(f->coupling));
		return NULL;
	}
	return f;
}

int host_system_run(const struct host_system *system, const struct host_run_options *options,
                    struct mech_message *message)
{
	struct host_facade *f = host_facade_create(system);
	if (f == NULL) {
		host_say(message, "%s: out of memory", system->file);
		return -1;
	}
	f->coupling->logging = options->logging;
	f->coupling->isolated_limit = options->isolated_limit;
	f->threads = options->threads;
	const struct host_run_subject subject = {&f->fmu, f, host_system_load, host_system_instantiate};
	const int status = host_run_subject(&subject, system->file, options, message);
	host_facade_free(f);
	return status;
}
