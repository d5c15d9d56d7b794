#include "host_linearize.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_eigenvalues.h"
#include "host_reduced.h"
#include "host_text.h"

/* steps of the differences, parts of the typical change: 1e-2, 1e-3, ... */
enum { HOST_LINEAR_LEVELS = 6 };
#define HOST_LINEAR_FIRST_STEP 1e-2
#define HOST_LINEAR_ROUNDING 1e-13
#define HOST_LINEAR_NEAR 1e-4  /* a position that has no neighbours so near is singular */
#define HOST_LINEAR_DOUBT 1e-4 /* near a singular position: differences that agree no better say nothing */
#define HOST_LINEAR_CLOSE 1e-2 /* nearness of host_reduced.h below which a position is near a singular one */

/* a column of [A B; C D]: a state, or a derivative of an input */
struct host_column {
	int state;        /* number, or -1 */
	int input, order; /* input and which of its derivatives */
	int variable;     /* of the input */
	double scale;     /* typical change */
};

struct host_linearization {
	struct host_reduced *r;
	struct mech_instance *instance;
	const struct mech_model *model;
	struct host_linear *linear;
	int n;                                              /* functions: rates, then outputs */
	double *x;                                          /* [states] */
	double *f, *value, *last, *best, *uncertain, *size; /* [n] each */
	double *numbers;
};

/* rates and outputs with the column's quantity off by `change` */
static int host_linear_evaluate(struct host_linearization *l, const struct host_column *column, double change,
                                double *f)
{
	const int n = l->linear->n_states;
	struct mech_message ignored;
	double before = 0.0;
	memcpy(l->x, l->linear->x, (size_t)n * sizeof *l->x);
	if (column->state >= 0) {
		l->x[column->state] += change;
	} else if (column->order == 0 && (mech_get(l->instance, column->variable, &before, &ignored) != 0 ||
	                                  mech_set(l->instance, column->variable, before + change, &ignored) != 0)) {
		return -1;
	}
	int status = host_reduced_evaluate(l->r, l->x, column->state >= 0 ? -1 : column->input, column->order, change, f);
	f += n;
	for (int i = 0; status == 0 && i < l->model->n_variables; i++) {
		if (l->model->variables[i].causality == MECH_OUTPUT) {
			*f++ = host_reduced_output(l->r, &l->model->variables[i]);
		}
	}
	if (column->state < 0 && column->order == 0 && mech_set(l->instance, column->variable, before, &ignored) != 0) {
		return -1;
	}
	return status;
}

/* value[n] = (f(-2h) - 8 f(-h) + 8 f(h) - f(2h)) / 12 h; size[n]: largest |f| */
static int host_linear_difference(struct host_linearization *l, const struct host_column *column, double h)
{
	static const double weights[4] = {1.0, -8.0, 8.0, -1.0}, places[4] = {-2.0, -1.0, 1.0, 2.0};
	memset(l->value, 0, (size_t)l->n * sizeof *l->value);
	memset(l->size, 0, (size_t)l->n * sizeof *l->size);
	for (int k = 0; k < 4; k++) {
		if (host_linear_evaluate(l, column, places[k] * h, l->f) != 0) {
			return -1;
		}
		for (int i = 0; i < l->n; i++) {
			l->value[i] += weights[k] * l->f[i];
			l->size[i] = fmax(l->size[i], fabs(l->f[i]));
		}
	}
	for (int i = 0; i < l->n; i++) {
		l->value[i] /= 12.0 * h;
	}
	return 0;
}

/* 1: the rates of the states are in doubt, relative to the largest. Only near a singular position
 * is that no wonder of a force law */
static int host_linear_doubtful(const struct host_linearization *l)
{
	double largest = 0.0, doubt = 0.0;
	for (int i = 0; i < l->linear->n_states; i++) {
		largest = fmax(largest, fabs(l->best[i]));
		doubt = fmax(doubt, l->uncertain[i]);
	}
	return l->r->nearness < HOST_LINEAR_CLOSE && doubt > HOST_LINEAR_DOUBT * largest;
}

/* best[n] over all step sizes; -1: a singular position */
static int host_linear_column(struct host_linearization *l, const struct host_column *column)
{
	double step = HOST_LINEAR_FIRST_STEP;
	int known = 0;
	for (int i = 0; i < l->n; i++) {
		l->best[i] = 0.0;
		l->uncertain[i] = HUGE_VAL;
	}
	for (int level = 0; level < HOST_LINEAR_LEVELS; level++, step *= 0.1) {
		const double h = step * column->scale;
		if (host_linear_difference(l, column, h) != 0) {
			if (step < 2.0 * HOST_LINEAR_NEAR) {
				return -1;
			}
			known = 0;
			continue;
		}
		for (int i = 0; known && i < l->n; i++) {
			const double doubt = fabs(l->value[i] - l->last[i]) + 2.0 * DBL_EPSILON * l->size[i] / h;
			if (doubt < l->uncertain[i]) {
				l->uncertain[i] = doubt;
				l->best[i] = fabs(l->value[i]) <= doubt ? 0.0 : l->value[i];
			}
		}
		memcpy(l->last, l->value, (size_t)l->n * sizeof *l->last);
		known = 1;
	}
	return column->state >= 0 && host_linear_doubtful(l) ? -1 : 0;
}

/* ---- the model */

/* columns after the states: each input, and its derivatives where drivers follow it. columns NULL:
 * only counts */
static int host_linear_inputs(const struct mech_model *model, struct host_column *columns)
{
	int n = 0;
	for (int i = 0; i < model->n_variables; i++) {
		const struct mech_variable *v = &model->variables[i];
		const int orders = v->causality == MECH_INPUT ? host_reduced_orders(model, v->index) : 0;
		for (int order = 0; order < orders; order++, n++) {
			if (columns != NULL) {
				columns[n] = (struct host_column){-1, v->index, order, i, 1.0};
			}
		}
	}
	return n;
}

static char *host_linear_copy(const char *before, const char *text, const char *after)
{
	const size_t size = strlen(before) + strlen(text) + strlen(after) + 1;
	char *copy = malloc(size);
	if (copy != NULL) {
		(void)snprintf(copy, size, "%s%s%s", before, text, after);
	}
	return copy;
}

static int host_linear_names(const struct host_linearization *l, const struct host_column *columns)
{
	static const char *const before[] = {"", "der(", "der("}, *const after[] = {"", ")", ",2)"};
	struct host_linear *linear = l->linear;
	char **name = linear->names;
	for (int i = 0; i < linear->n_states; i++) {
		char text[HOST_REDUCED_NAME];
		host_reduced_name(l->r, i, text);
		*name++ = host_linear_copy("", text, "");
	}
	for (int i = 0; i < linear->n_inputs; i++) {
		const struct host_column *c = &columns[linear->n_states + i];
		const char *text = mech_name(l->model, l->model->variables[c->variable].name);
		*name++ = host_linear_copy(before[c->order], text, after[c->order]);
	}
	for (int i = 0; i < l->model->n_variables; i++) {
		if (l->model->variables[i].causality == MECH_OUTPUT) {
			*name++ = host_linear_copy("", mech_name(l->model, l->model->variables[i].name), "");
		}
	}
	for (int i = 0; i < linear->n_states + linear->n_inputs + linear->n_outputs; i++) {
		if (linear->names[i] == NULL) {
			return -1;
		}
	}
	return 0;
}

static int host_linear_exchanged(const struct host_linearization *l)
{
	struct host_linear *linear = l->linear;
	char chosen[HOST_REDUCED_NAME], left_out[HOST_REDUCED_NAME];
	linear->exchanged = calloc(2 * (size_t)linear->n_states + 1, sizeof *linear->exchanged);
	for (int k = 0; linear->exchanged != NULL && host_reduced_exchanged(l->r, k, chosen, left_out); k++) {
		linear->exchanged[2 * k] = host_linear_copy("", chosen, "");
		linear->exchanged[2 * k + 1] = host_linear_copy("", left_out, "");
		linear->n_exchanged++;
		if (linear->exchanged[2 * k] == NULL || linear->exchanged[2 * k + 1] == NULL) {
			return -1;
		}
	}
	return linear->exchanged == NULL ? -1 : 0;
}

/* arrays of the result; NULL numbers: only counts */
static size_t host_linear_lay(struct host_linear *linear, double *numbers)
{
	const size_t n = (size_t)linear->n_states, u = (size_t)linear->n_inputs, y = (size_t)linear->n_outputs;
	const struct {
		double **array;
		size_t size;
	} arrays[] = {{&linear->x, n},     {&linear->rate, n},     {&linear->u, u},     {&linear->y, y},
	              {&linear->A, n * n}, {&linear->B, n * u},    {&linear->C, y * n}, {&linear->D, y * u},
	              {&linear->real, n},  {&linear->imaginary, n}};
	size_t used = 0;
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
		*arrays[i].array = numbers == NULL ? NULL : numbers + used;
		used += arrays[i].size;
	}
	return used;
}

static int host_linear_allocate(struct host_linearization *l)
{
	struct host_linear *linear = l->linear;
	const size_t names = (size_t)(linear->n_states + linear->n_inputs + linear->n_outputs) + 1;
	const size_t n = (size_t)l->n, states = (size_t)linear->n_states;
	linear->numbers = calloc(host_linear_lay(linear, NULL) + 1, sizeof *linear->numbers);
	linear->names = calloc(names, sizeof *linear->names);
	l->numbers = calloc(states + 6 * n + states * states + 3 * states + 1, sizeof *l->numbers);
	if (linear->numbers == NULL || linear->names == NULL || l->numbers == NULL) {
		return -1;
	}
	host_linear_lay(linear, linear->numbers);
	l->x = l->numbers;
	l->f = l->x + states;
	l->value = l->f + n;
	l->last = l->value + n;
	l->best = l->last + n;
	l->uncertain = l->best + n;
	l->size = l->uncertain + n;
	return 0;
}

/* the point itself: states with their scales, inputs, outputs, rates */
static int host_linear_point(struct host_linearization *l, struct host_column *columns, struct mech_message *message)
{
	struct host_linear *linear = l->linear;
	const struct host_column nothing = {.state = -1, .input = -1, .order = 1};
	double *scale = l->value;
	int input = 0, output = 0;
	host_reduced_start(l->r, linear->x, scale);
	for (int i = 0; i < linear->n_states; i++) {
		columns[i] = (struct host_column){i, -1, 0, -1, scale[i]};
	}
	host_linear_inputs(l->model, columns + linear->n_states);
	for (int i = 0; i < l->model->n_variables; i++) {
		const int orders = l->model->variables[i].causality == MECH_INPUT
		                       ? host_reduced_orders(l->model, l->model->variables[i].index)
		                       : 0;
		const int is_output = l->model->variables[i].causality == MECH_OUTPUT;
		double *place = orders > 0 ? &linear->u[input] : &linear->y[output];
		if ((orders > 0 || is_output) && mech_get(l->instance, i, place, message) != 0) {
			return -1;
		}
		if (orders > 0) {
			columns[linear->n_states + input].scale = fmax(1.0, fabs(*place));
		}
		input += orders;
		output += is_output;
	}
	if (host_linear_evaluate(l, &nothing, 0.0, l->f) != 0) {
		host_say(message, "the constraints cannot be closed or solved here: a singular position");
		return -1;
	}
	memcpy(linear->rate, l->f, (size_t)linear->n_states * sizeof *linear->rate);
	return 0;
}

/* in a row of [A B] or [C D], what typical changes contribute below rounding of the largest
 * contribution is zero */
static void host_linear_clean(const struct host_column *columns, int n, double *states, int u, double *inputs)
{
	double largest = 0.0;
	for (int j = 0; j < n + u; j++) {
		largest = fmax(largest, columns[j].scale * fabs(j < n ? states[j] : inputs[j - n]));
	}
	for (int j = 0; j < n + u; j++) {
		double *entry = j < n ? &states[j] : &inputs[j - n];
		*entry = columns[j].scale * fabs(*entry) <= HOST_LINEAR_ROUNDING * largest ? 0.0 : *entry;
	}
}

static int host_linear_matrices(struct host_linearization *l, const struct host_column *columns,
                                struct mech_message *message)
{
	struct host_linear *linear = l->linear;
	const int n = linear->n_states, u = linear->n_inputs;
	for (int j = 0; j < n + u; j++) {
		if (host_linear_column(l, &columns[j]) != 0) {
			host_say(message,
			         "there is no linear model here: the position is singular, or so near that a small "
			         "change of %s leads to none",
			         linear->names[j]);
			return -1;
		}
		for (int i = 0; i < l->n; i++) {
			double *row = i < n ? (j < n ? linear->A + i * n : linear->B + i * u)
			                    : (j < n ? linear->C + (i - n) * n : linear->D + (i - n) * u);
			row[j < n ? j : j - n] = l->best[i];
		}
	}
	for (int i = 0; i < n; i++) {
		host_linear_clean(columns, n, linear->A + i * n, u, linear->B + i * u);
	}
	for (int i = 0; i < linear->n_outputs; i++) {
		host_linear_clean(columns, n, linear->C + i * n, u, linear->D + i * u);
	}
	double *copy = l->numbers + n + 6 * l->n, *work = copy + n * n;
	memcpy(copy, linear->A, (size_t)(n * n) * sizeof *copy);
	if (host_eigenvalues(n, copy, work, linear->real, linear->imaginary) != 0) {
		host_say(message, "the eigenvalues are not found: the linear model is not finite");
		return -1;
	}
	return 0;
}

int host_linearize(struct mech_instance *m, struct host_linear *linear, struct mech_message *message)
{
	struct host_linearization l = {.instance = m, .model = mech_instance_model(m), .linear = linear};
	struct host_column *columns = NULL;
	int status = -1;
	memset(linear, 0, sizeof *linear);
	linear->time = mech_time(m);
	l.r = host_reduced_open(m, message);
	if (l.r == NULL) {
		return -1;
	}
	linear->n_states = host_reduced_states(l.r);
	linear->n_inputs = host_linear_inputs(l.model, NULL);
	for (int i = 0; i < l.model->n_variables; i++) {
		linear->n_outputs += l.model->variables[i].causality == MECH_OUTPUT;
	}
	l.n = linear->n_states + linear->n_outputs;
	columns = calloc((size_t)(linear->n_states + linear->n_inputs) + 1, sizeof *columns);
	if (columns == NULL || host_linear_allocate(&l) != 0) {
		host_say(message, "out of memory");
		goto done;
	}
	if (host_linear_point(&l, columns, message) != 0) {
		goto done;
	}
	if (host_linear_names(&l, columns) != 0 || host_linear_exchanged(&l) != 0) {
		host_say(message, "out of memory");
		goto done;
	}
	status = host_linear_matrices(&l, columns, message);
done:
	free(columns);
	free(l.numbers);
	host_reduced_free(l.r);
	if (status != 0) {
		host_linear_free(linear);
	}
	return status;
}

void host_linear_free(struct host_linear *linear)
{
	for (int i = 0; linear->names != NULL && i < linear->n_states + linear->n_inputs + linear->n_outputs; i++) {
		free(linear->names[i]);
	}
	for (int i = 0; i < 2 * linear->n_exchanged; i++) {
		free(linear->exchanged[i]);
	}
	free(linear->exchanged);
	free(linear->names);
	free(linear->numbers);
	memset(linear, 0, sizeof *linear);
}
