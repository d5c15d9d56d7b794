#include "host_record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void host_record_free(struct host_record *record)
{
	for (int i = 0; i < record->n_reductions; i++) {
		free(record->reductions[i].operations);
	}
	free(record->reductions);
	free(record->operations);
	free(record->name);
	memset(record, 0, sizeof *record);
}

void host_record_begin(const struct host_record *record, struct host_reduced *reduced)
{
	for (int i = 0; i < record->n_reductions; i++) {
		reduced[i] = (struct host_reduced){.value = NAN};
	}
}

/* the larger or smaller one; what is not a number stays */
static double host_reduced_extreme(enum host_reduction_kind kind, double value, double x)
{
	if (isnan(value) || isnan(x)) {
		return NAN;
	}
	return (kind == HOST_REDUCE_MAX) == (x > value) ? x : value;
}

/* area under the line between two rows */
static double host_reduced_area(enum host_reduction_kind kind, const struct host_reduced *r, double time, double x)
{
	const double h = time - r->time;
	return kind == HOST_REDUCE_RMS ? 0.5 * h * (r->last * r->last + x * x) : 0.5 * h * (r->last + x);
}

/* x at the time of `at`, on the line that ends in this row */
static void host_reduced_at(const struct host_reduction *reduction, struct host_reduced *r, double time, double x)
{
	const int passes = r->n == 0 ? reduction->time == time : r->time < reduction->time && reduction->time <= time;
	if (passes) {
		const double part = r->n == 0 ? 1.0 : (reduction->time - r->time) / (time - r->time);
		r->value = part == 1.0 ? x : r->last + part * (x - r->last);
	}
}

/* the zero of the line that ends in this row, if x is above zero for the first time */
static void host_reduced_first(enum host_reduction_kind kind, struct host_reduced *r, double time, double x)
{
	const int holds = x > 0.0 || (kind == HOST_REDUCE_FIRST_NOT_BELOW && x == 0.0);
	if (holds && isnan(r->value)) {
		r->value = r->n == 0 || isnan(r->last) ? time : r->time + (time - r->time) * (r->last / (r->last - x));
	}
}

static void host_reduced_row(const struct host_reduction *reduction, struct host_reduced *r, double time, double x)
{
	switch (reduction->kind) {
	case HOST_REDUCE_MAX:
	case HOST_REDUCE_MIN:
		r->value = r->n == 0 ? x : host_reduced_extreme(reduction->kind, r->value, x);
		break;
	case HOST_REDUCE_AT:
		host_reduced_at(reduction, r, time, x);
		break;
	case HOST_REDUCE_FIRST_ABOVE:
	case HOST_REDUCE_FIRST_NOT_BELOW:
		host_reduced_first(reduction->kind, r, time, x);
		break;
	default:
		r->sum += r->n == 0 ? 0.0 : host_reduced_area(reduction->kind, r, time, x);
		break;
	}
	r->begin = r->n == 0 ? time : r->begin;
	r->time = time;
	r->last = x;
	r->n++;
}

void host_record_row(const struct host_record *record, struct host_reduced *reduced, double time, const double *values)
{
	for (int i = 0; i < record->n_reductions; i++) {
		const struct host_reduction *reduction = &record->reductions[i];
		host_reduced_row(reduction, &reduced[i], time, mech_formula_value(reduction->operations, reduction->n, values));
	}
}

/* a mean over no time is the value */
static double host_reduced_mean(const struct host_reduced *r, double value)
{
	return r->time > r->begin ? r->sum / (r->time - r->begin) : value;
}

static double host_reduced_end(enum host_reduction_kind kind, const struct host_reduced *r)
{
	switch (kind) {
	case HOST_REDUCE_MEAN:
		return host_reduced_mean(r, r->last);
	case HOST_REDUCE_RMS:
		return sqrt(host_reduced_mean(r, r->last * r->last));
	case HOST_REDUCE_INTEGRAL:
		return r->sum;
	case HOST_REDUCE_FINAL:
		return r->last;
	default:
		return r->value;
	}
}

double host_record_end(const struct host_record *record, const struct host_reduced *reduced)
{
	double numbers[HOST_RECORD_MOST_REDUCTIONS] = {0.0};
	for (int i = 0; i < record->n_reductions; i++) {
		numbers[i] = reduced[i].n == 0 ? NAN : host_reduced_end(record->reductions[i].kind, &reduced[i]);
	}
	return mech_formula_value(record->operations, record->n, numbers);
}
