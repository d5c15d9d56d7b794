#define _POSIX_C_SOURCE 200809L

#include "host_system_facade.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* steps of the algorithm that are longer than wanted by less than this part are taken as they
 * are */
#define HOST_FACADE_NEAR 1e-6

/* ---- variables */

static int host_facade_copy_choices(const struct host_variable *from, struct host_variable *to)
{
	to->n_choices = 0;
	to->choices = calloc((size_t)from->n_choices + 1, sizeof *to->choices);
	for (int i = 0; i < from->n_choices && to->choices != NULL; i++) {
		to->choices[i].value = from->choices[i].value;
		to->choices[i].name = strdup(from->choices[i].name);
		if (to->choices[i].name == NULL) {
			return -1;
		}
		to->n_choices++;
	}
	return to->choices == NULL ? -1 : 0;
}

/* one more variable, by the name `unit.name` or `name`; 0, or -1 when memory is out */
static int host_facade_add(struct host_facade *f, const char *unit, const char *name, const struct host_variable *model,
                           enum host_causality causality, struct host_facade_entry entry)
{
	struct host_description *d = &f->fmu.description;
	struct host_variable *v = &d->variables[d->n_variables];
	struct host_text text = {0};
	*v = *model;
	v->start = NULL;
	v->choices = NULL;
	v->n_choices = 0;
	v->measure = v->derivative_of = -1;
	v->causality = causality;
	v->reference = (fmi2ValueReference)d->n_variables;
	if (unit != NULL) {
		host_text_add(&text, unit);
		host_text_add(&text, ".");
	}
	host_text_add(&text, name);
	v->name = text.bytes;
	f->entries[d->n_variables++] = entry;
	return text.failed ? -1 : host_facade_copy_choices(model, v);
}

/* the listed output of that name; NULL: none */
static int host_facade_lists(const struct host_system *s, const char *unit, const char *variable)
{
	const size_t length = strlen(unit);
	for (int i = 0; i < s->n_outputs; i++) {
		const char *name = s->outputs[i].name;
		if (strncmp(name, unit, length) == 0 && name[length] == '.' && strcmp(name + length + 1, variable) == 0) {
			return 1;
		}
	}
	return 0;
}

/* what a variable of a unit is to the system */
static enum host_causality host_facade_causality(const struct host_system *s, const struct host_variable *v)
{
	if (v->causality == HOST_OUTPUT && s->lists_outputs) {
		return HOST_LOCAL;
	}
	return v->causality;
}

static int host_facade_add_unit(struct host_facade *f, int unit)
{
	const struct host_system *s = f->system;
	const struct host_system_unit *u = &s->units[unit];
	const struct host_description *d = &u->fmu->description;
	for (int k = 0; k < d->n_variables; k++) {
		const struct host_variable *v = &d->variables[k];
		if (v->causality == HOST_INDEPENDENT || host_facade_lists(s, u->name, v->name)) {
			continue;
		}
		if (host_facade_add(f, u->name, v->name, v, host_facade_causality(s, v),
		                    (struct host_facade_entry){unit, k, 1.0, 0.0}) != 0) {
			return -1;
		}
	}
	return 0;
}

/* an input of the system is as the first input or parameter of a unit that it feeds */
static int host_facade_add_input(struct host_facade *f, int input)
{
	const struct host_system *s = f->system;
	for (int i = 0; i < s->n_connections; i++) {
		const struct host_connection *c = &s->connections[i];
		if (c->from.unit == HOST_OUTSIDE && c->from.variable == input) {
			const struct host_variable *v = host_system_variable(s, &c->to);
			return host_facade_add(f, NULL, s->inputs[input].name, v, v->causality,
			                       (struct host_facade_entry){HOST_OUTSIDE, input, 1.0, 0.0});
		}
	}
	return 0; /* an input that feeds nothing */
}

static int host_facade_describe(struct host_facade *f)
{
	const struct host_system *s = f->system;
	struct host_description *d = &f->fmu.description;
	size_t n = (size_t)s->n_outputs + (size_t)s->n_inputs + 1;
	for (int i = 0; i < s->n_units; i++) {
		n += (size_t)s->units[i].fmu->description.n_variables;
	}
	d->variables = calloc(n, sizeof *d->variables);
	f->entries = calloc(n, sizeof *f->entries);
	f->numbers = calloc(n, sizeof *f->numbers);
	f->references = calloc(n, sizeof *f->references);
	d->model_name = strdup(s->name == NULL ? "system" : s->name);
	d->identifier = strdup(s->name == NULL ? "system" : s->name);
	if (d->variables == NULL || f->entries == NULL || f->numbers == NULL || f->references == NULL ||
	    d->model_name == NULL || d->identifier == NULL) {
		return -1;
	}
	d->variable_step = 1;
	int status = 0;
	for (int i = 0; i < s->n_outputs && status == 0; i++) {
		const struct host_system_output *o = &s->outputs[i];
		status = host_facade_add(f, NULL, o->name, host_system_variable(s, &o->port), HOST_OUTPUT,
		                         (struct host_facade_entry){o->port.unit, o->port.variable, o->factor, o->offset});
	}
	for (int i = 0; i < s->n_inputs && status == 0; i++) {
		status = host_facade_add_input(f, i);
	}
	for (int i = 0; i < s->n_units && status == 0; i++) {
		status = host_facade_add_unit(f, i);
	}
	return status;
}

void host_facade_experiment(const struct host_system *s, struct host_description *d)
{
	double step = NAN;
	d->start_time = s->start_time;
	d->stop_time = s->stop_time;
	for (int i = 0; i < s->n_units; i++) {
		const struct host_description *u = &s->units[i].fmu->description;
		step = fmin(step, u->step_size);
		d->start_time = isnan(s->start_time) ? fmin(d->start_time, u->start_time) : d->start_time;
		d->stop_time = isnan(s->stop_time) ? fmax(d->stop_time, u->stop_time) : d->stop_time;
	}
	d->step_size = !isnan(s->interval) ? s->interval : !isnan(s->algorithm.step) ? s->algorithm.step : step;
	d->tolerance = NAN;
}

/* ---- functions */

static fmi2Status host_facade_error(struct host_facade *f)
{
	const fmi2CallbackFunctions *callbacks = f->coupling->callbacks;
	callbacks->logger(callbacks->componentEnvironment, "system", fmi2Error, "logStatusError", "%s",
	                  host_coupling_reason(f->coupling));
	return fmi2Error;
}

static fmi2Status host_facade_setup(fmi2Component component, fmi2Boolean has_tolerance, fmi2Real tolerance,
                                    fmi2Real start, fmi2Boolean has_stop, fmi2Real stop)
{
	struct host_facade *f = component;
	(void)has_stop;
	return host_coupling_setup(f->coupling, has_tolerance, tolerance, start, stop) == 0 ? fmi2OK : host_facade_error(f);
}

static fmi2Status host_facade_enter(fmi2Component component)
{
	struct host_facade *f = component;
	return host_coupling_enter(f->coupling) == 0 ? fmi2OK : host_facade_error(f);
}

static fmi2Status host_facade_exit(fmi2Component component)
{
	struct host_facade *f = component;
	return host_coupling_start(f->coupling, f->coupling->members[0].time) == 0 ? fmi2OK : host_facade_error(f);
}

/* what a run leaves to be said */
static void host_facade_verdict(const struct host_facade *f)
{
	const struct host_coupling *c = f->coupling;
	if (c->n_missed > 0) {
		(void)fprintf(stderr, "warning: %d communication steps missed the tolerance and could not be made shorter\n",
		              c->n_missed);
	}
	for (int i = 0; i < f->system->n_units && c->n_missed > 0; i++) {
		if (!c->members[i].can_return) {
			(void)fprintf(stderr, "warning: unit '%s' cannot go back (canGetAndSetFMUstate)\n",
			              f->system->units[i].name);
		}
	}
	host_power_report(c, &c->powers, stderr);
}

static fmi2Status host_facade_terminate(fmi2Component component)
{
	struct host_facade *f = component;
	host_facade_verdict(f);
	return host_coupling_terminate(f->coupling) == 0 ? fmi2OK : host_facade_error(f);
}

static void host_facade_free_instance(fmi2Component component)
{
	(void)component; /* it goes with the facade */
}

/* the next step on the way to the end of that of the run: the rest in equal parts, adaptive steps
 * in two once it is near */
static double host_facade_next(const struct host_facade *f, double left)
{
	const struct host_coupling *c = f->coupling;
	const int adaptive = f->system->algorithm.adaptive;
	const double wanted = adaptive && c->next > 0.0 ? c->next : f->step;
	const double parts = isnan(wanted) ? 1.0 : ceil(left / wanted - HOST_FACADE_NEAR);
	return parts <= 1.0 ? left : adaptive && parts > 2.0 ? wanted : left / parts;
}

static fmi2Status host_facade_step(fmi2Component component, fmi2Real time, fmi2Real h, fmi2Boolean no_return)
{
	struct host_facade *f = component;
	const double end = time + h;
	double now = time;
	(void)no_return;
	f->stopped = time;
	while (now < end) {
		double reached;
		const double step = host_facade_next(f, end - now);
		if (host_coupling_step(f->coupling, now, step, &reached) != 0) {
			return host_facade_error(f);
		}
		now = reached >= end - HOST_FACADE_NEAR * step ? end : reached;
		f->stopped = now;
		if (f->coupling->terminated) {
			return fmi2Discard;
		}
	}
	return fmi2OK;
}

static fmi2Status host_facade_real_status(fmi2Component component, const fmi2StatusKind kind, fmi2Real *value)
{
	*value = ((struct host_facade *)component)->stopped;
	return kind == fmi2LastSuccessfulTime ? fmi2OK : fmi2Discard;
}

static fmi2Status host_facade_boolean_status(fmi2Component component, const fmi2StatusKind kind, fmi2Boolean *value)
{
	*value = ((struct host_facade *)component)->coupling->terminated ? fmi2True : fmi2False;
	return kind == fmi2Terminated ? fmi2OK : fmi2Discard;
}

/* ---- values */

static fmi2Status host_facade_worst(fmi2Status a, fmi2Status b)
{
	return a > b ? a : b;
}

/* an input of the system that nobody has set is what the first unit that it feeds has instead */
static fmi2Status host_facade_get_start(struct host_facade *f, int input, union host_fmu_value *value)
{
	const struct host_system *s = f->system;
	for (int i = 0; i < s->n_connections; i++) {
		const struct host_connection *c = &s->connections[i];
		if (c->from.unit != HOST_OUTSIDE || c->from.variable != input || c->n_translations > 0 ||
		    c->total_factor == 0.0) {
			continue;
		}
		const struct host_variable *v = host_system_variable(s, &c->to);
		const fmi2Status status =
			host_fmu_get(s->units[c->to.unit].fmu, f->coupling->members[c->to.unit].component, v, value);
		if (v->type == HOST_REAL) {
			value->real = (value->real - c->total_offset) / c->total_factor;
		}
		return status;
	}
	return fmi2OK;
}

static fmi2Status host_facade_get(struct host_facade *f, fmi2ValueReference reference, union host_fmu_value *value)
{
	const struct host_facade_entry *e = &f->entries[reference];
	if (e->unit == HOST_OUTSIDE && !f->coupling->outside[e->variable].given) {
		return host_facade_get_start(f, e->variable, value);
	}
	if (e->unit == HOST_OUTSIDE) {
		const struct host_outside *o = &f->coupling->outside[e->variable];
		const enum host_type type = f->fmu.description.variables[reference].type;
		if (type == HOST_REAL) {
			value->real = o->number;
		} else if (type == HOST_STRING) {
			value->string = o->text;
		} else {
			value->integer = (fmi2Integer)o->number;
		}
		return fmi2OK;
	}
	const struct host_system_unit *u = &f->system->units[e->unit];
	return host_fmu_get(u->fmu, f->coupling->members[e->unit].component, &u->fmu->description.variables[e->variable],
	                    value);
}

/* Reals of one unit in one call */
static fmi2Status host_facade_get_reals(fmi2Component component, const fmi2ValueReference *references, size_t n,
                                        fmi2Real *values)
{
	struct host_facade *f = component;
	fmi2Status worst = fmi2OK;
	for (size_t i = 0; i < n;) {
		const int unit = f->entries[references[i]].unit;
		size_t count = 0;
		if (unit == HOST_OUTSIDE) {
			union host_fmu_value value = {0};
			worst = host_facade_worst(worst, host_facade_get(f, references[i], &value));
			values[i++] = value.real;
			continue;
		}
		const struct host_description *d = &f->system->units[unit].fmu->description;
		for (; i + count < n && f->entries[references[i + count]].unit == unit; count++) {
			f->references[count] = d->variables[f->entries[references[i + count]].variable].reference;
		}
		worst = host_facade_worst(worst, f->system->units[unit].fmu->functions.GetReal(
											 f->coupling->members[unit].component, f->references, count, f->numbers));
		for (size_t k = 0; k < count; k++, i++) {
			const struct host_facade_entry *e = &f->entries[references[i]];
			values[i] = e->factor * f->numbers[k] + e->offset;
		}
	}
	return worst;
}

static fmi2Status host_facade_get_integers(fmi2Component component, const fmi2ValueReference *references, size_t n,
                                           fmi2Integer *values)
{
	fmi2Status worst = fmi2OK;
	for (size_t i = 0; i < n; i++) {
		union host_fmu_value value = {0};
		worst = host_facade_worst(worst, host_facade_get(component, references[i], &value));
		values[i] = value.integer;
	}
	return worst;
}

static fmi2Status host_facade_get_strings(fmi2Component component, const fmi2ValueReference *references, size_t n,
                                          fmi2String *values)
{
	fmi2Status worst = fmi2OK;
	for (size_t i = 0; i < n; i++) {
		union host_fmu_value value = {0};
		worst = host_facade_worst(worst, host_facade_get(component, references[i], &value));
		values[i] = value.string;
	}
	return worst;
}

static fmi2Status host_facade_set(struct host_facade *f, fmi2ValueReference reference,
                                  const union host_fmu_value *value)
{
	const struct host_facade_entry *e = &f->entries[reference];
	if (e->unit == HOST_OUTSIDE) {
		struct host_outside *o = &f->coupling->outside[e->variable];
		const enum host_type type = f->fmu.description.variables[reference].type;
		o->given = 1;
		o->number = type == HOST_REAL ? value->real : type == HOST_STRING ? 0.0 : value->integer;
		if (type == HOST_STRING) {
			free(o->text);
			o->text = strdup(value->string);
			return o->text == NULL ? fmi2Error : fmi2OK;
		}
		return fmi2OK;
	}
	const struct host_system_unit *u = &f->system->units[e->unit];
	return host_fmu_set(u->fmu, f->coupling->members[e->unit].component, &u->fmu->description.variables[e->variable],
	                    value);
}

static fmi2Status host_facade_set_reals(fmi2Component component, const fmi2ValueReference *references, size_t n,
                                        const fmi2Real *values)
{
	fmi2Status worst = fmi2OK;
	for (size_t i = 0; i < n; i++) {
		const union host_fmu_value value = {.real = values[i]};
		worst = host_facade_worst(worst, host_facade_set(component, references[i], &value));
	}
	return worst;
}

static fmi2Status host_facade_set_integers(fmi2Component component, const fmi2ValueReference *references, size_t n,
                                           const fmi2Integer *values)
{
	fmi2Status worst = fmi2OK;
	for (size_t i = 0; i < n; i++) {
		const union host_fmu_value value = {.integer = values[i]};
		worst = host_facade_worst(worst, host_facade_set(component, references[i], &value));
	}
	return worst;
}

static fmi2Status host_facade_set_strings(fmi2Component component, const fmi2ValueReference *references, size_t n,
                                          const fmi2String *values)
{
	fmi2Status worst = fmi2OK;
	for (size_t i = 0; i < n; i++) {
		const union host_fmu_value value = {.string = values[i]};
		worst = host_facade_worst(worst, host_facade_set(component, references[i], &value));
	}
	return worst;
}

static const struct host_fmu_functions host_facade_functions = {
	.FreeInstance = host_facade_free_instance,
	.SetupExperiment = host_facade_setup,
	.EnterInitializationMode = host_facade_enter,
	.ExitInitializationMode = host_facade_exit,
	.Terminate = host_facade_terminate,
	.GetReal = host_facade_get_reals,
	.GetInteger = host_facade_get_integers,
	.GetBoolean = host_facade_get_integers,
	.GetString = host_facade_get_strings,
	.SetReal = host_facade_set_reals,
	.SetInteger = host_facade_set_integers,
	.SetBoolean = host_facade_set_integers,
	.SetString = host_facade_set_strings,
	.DoStep = host_facade_step,
	.GetRealStatus = host_facade_real_status,
	.GetBooleanStatus = host_facade_boolean_status,
};

/* ---- the whole */

struct host_facade *host_facade_create(const struct host_system *system)
{
	struct host_facade *f = calloc(1, sizeof *f);
	if (f == NULL) {
		return NULL;
	}
	f->system = system;
	f->fmu.functions = host_facade_functions;
	f->coupling = host_coupling_create(system);
	if (f->coupling == NULL || host_facade_describe(f) != 0) {
		host_facade_free(f);
		return NULL;
	}
	host_facade_experiment(system, &f->fmu.description);
	f->step = system->algorithm.step;
	return f;
}

void host_facade_free(struct host_facade *f)
{
	if (f != NULL) {
		host_coupling_free(f->coupling);
		host_description_free(&f->fmu.description);
		free(f->entries);
		free(f->numbers);
		free(f->references);
		free(f);
	}
}
