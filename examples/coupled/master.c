#include "master.h"

#include <math.h>

static fmi2Status master_worst(fmi2Status a, fmi2Status b)
{
	return a > b ? a : b;
}

/* ---- one unit */

static fmi2Status master_get(const struct master_unit *unit, double *value)
{
	return unit->fmu->functions.GetReal(unit->component, &unit->output, 1, value);
}

static fmi2Status master_set(const struct master_unit *unit, double value)
{
	return unit->fmu->functions.SetReal(unit->component, &unit->input, 1, &value);
}

/* the input within the next step */
static fmi2Status master_set_line(const struct master_unit *unit, double value, double slope, int lines)
{
	static const fmi2Integer first = 1;
	const struct host_fmu_functions *f = &unit->fmu->functions;
	fmi2Status status = master_set(unit, value);
	if (lines) {
		status = master_worst(status, f->SetRealInputDerivatives(unit->component, &unit->input, 1, &first, &slope));
	}
	return status;
}

/* output, and its slope, at a communication point */
static fmi2Status master_begin(struct master_unit *unit, int lines)
{
	static const fmi2Integer first = 1;
	const struct host_fmu_functions *f = &unit->fmu->functions;
	fmi2Status status = master_get(unit, &unit->begin);
	if (lines) {
		fmi2Status derived = f->GetRealOutputDerivatives(unit->component, &unit->output, 1, &first, &unit->slope);
		status = master_worst(status, derived);
	}
	return status;
}

/* ---- one step of one unit, with the input from the other's begin or end */

static fmi2Status master_set_input(const struct master_unit *unit, const struct master_unit *other, int ended,
                                   int lines, double step)
{
	if (!ended) {
		return master_set_line(unit, other->begin, other->slope, lines);
	}
	if (!lines) {
		return master_set(unit, other->end);
	}
	return master_set_line(unit, other->begin, (other->end - other->begin) / step, lines);
}

static fmi2Status master_advance(struct master_unit *unit, double time, double step, int iterates, double *end)
{
	const struct host_fmu_functions *f = &unit->fmu->functions;
	fmi2Status status = f->DoStep(unit->component, time, step, iterates ? fmi2False : fmi2True);
	return status > fmi2Warning ? status : master_worst(status, master_get(unit, end));
}

/* ---- both units */

/* both units once, from where they stand; `again`: the ends are known from the sweep before. *change: of the ends. */
static fmi2Status master_sweep(struct master_unit units[2], const struct master_options *options, double time,
                               double step, int again, double *change)
{
	double ends[2] = {0, 0};
	fmi2Status status = fmi2OK;
	*change = 0;
	for (int i = 0; i < 2 && status <= fmi2Warning; i++) {
		int sequential = options->exchange == MASTER_GAUSS_SEIDEL;
		int ended = again || (i == 1 && sequential);
		status = master_worst(status, master_set_input(&units[i], &units[1 - i], ended, options->lines, step));
		if (status <= fmi2Warning) {
			status = master_worst(status, master_advance(&units[i], time, step, options->iterates, &ends[i]));
		}
		*change = fmax(*change, fabs(ends[i] - units[i].end));
		if (sequential) {
			units[i].end = ends[i];
		}
	}
	units[0].end = ends[0];
	units[1].end = ends[1];
	return status;
}

static fmi2Status master_save(struct master_unit *unit)
{
	return unit->fmu->functions.GetFMUstate(unit->component, &unit->saved);
}

static fmi2Status master_restore(struct master_unit *unit)
{
	return unit->fmu->functions.SetFMUstate(unit->component, unit->saved);
}

static fmi2Status master_iterate(struct master_unit units[2], const struct master_options *options, double time,
                                 double step, int *sweeps)
{
	double change = 0;
	fmi2Status status = master_worst(master_save(&units[0]), master_save(&units[1]));
	if (status <= fmi2Warning) {
		status = master_sweep(units, options, time, step, 0, &change);
	}
	*sweeps = 1;
	/* the first change is from the step before, and says nothing */
	for (change = HUGE_VAL; status <= fmi2Warning && change > options->tolerance; (*sweeps)++) {
		if (*sweeps >= options->most_sweeps) {
			return fmi2Error;
		}
		status = master_worst(status, master_worst(master_restore(&units[0]), master_restore(&units[1])));
		if (status <= fmi2Warning) {
			status = master_worst(status, master_sweep(units, options, time, step, 1, &change));
		}
	}
	return status;
}

fmi2Status master_start(struct master_unit units[2], const struct master_options *options)
{
	fmi2Status status = fmi2OK;
	for (int i = 0; i < 2; i++) {
		status = master_worst(status, master_get(&units[i], &units[i].begin));
		status = master_worst(status, master_set(&units[1 - i], units[i].begin));
	}
	for (int i = 0; i < 2 && status <= fmi2Warning; i++) {
		status = master_worst(status, units[i].fmu->functions.ExitInitializationMode(units[i].component));
	}
	for (int i = 0; i < 2 && status <= fmi2Warning; i++) {
		status = master_worst(status, master_begin(&units[i], options->lines));
	}
	return status;
}

fmi2Status master_step(struct master_unit units[2], const struct master_options *options, double time, double step,
                       int *sweeps)
{
	double change;
	int count = 1;
	fmi2Status status = options->iterates ? master_iterate(units, options, time, step, &count)
	                                      : master_sweep(units, options, time, step, 0, &change);
	for (int i = 0; i < 2 && status <= fmi2Warning; i++) {
		status = master_worst(status, master_begin(&units[i], options->lines));
	}
	if (sweeps != NULL) {
		*sweeps = count;
	}
	return status;
}

void master_end(struct master_unit units[2])
{
	for (int i = 0; i < 2; i++) {
		(void)units[i].fmu->functions.FreeFMUstate(units[i].component, &units[i].saved);
	}
}
