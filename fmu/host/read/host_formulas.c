/* The formulas of an image, from the expressions of the file: see host_records.h.
 *
 * While the tables grow, r->formulas has one entry for every parameter, with operations where a
 * formula gives it. In the end those that a variable shows are moved together.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_records.h"
#include "mech_equations.h"
#include "mech_formula.h"

static void host_formulas_add(struct host_records *r, int parameter, const struct mech_operation *operations, int n)
{
	const size_t count = r->head.operations.count;
	if (count + (size_t)n > r->operations_capacity) {
		const size_t capacity = 2 * r->operations_capacity + (size_t)n + 64;
		struct mech_operation *larger = realloc(r->operations, capacity * sizeof *larger);
		if (larger == NULL) {
			r->names.failed = 1;
			return;
		}
		r->operations = larger;
		r->operations_capacity = capacity;
	}
	memcpy(r->operations + count, operations, (size_t)n * sizeof *operations);
	r->formulas[parameter] = (struct mech_formula){-1, (int32_t)count, n, 0};
	r->head.operations.count += (uint32_t)n;
}

void host_formulas_take(const struct host_mechanism *m, struct host_records *r, struct host_spot spot, int parameter)
{
	const struct host_formula *from = host_formula_of(m, spot);
	if (from != NULL) {
		host_formulas_add(r, parameter, from->operations, from->count);
	}
}

/* parameters[] as they follow from those that no formula gives */
static void host_formulas_follow(const struct host_records *r, double *parameters)
{
	for (uint32_t k = 0; k < r->head.parameters.count; k++) {
		const struct mech_formula *f = &r->formulas[k];
		if (f->count > 0) {
			parameters[k] = mech_formula_value(r->operations + f->first, f->count, parameters);
		}
	}
}

/* numbers of an element that the file leaves to the drawing and that differ between two drawings
 * follow the drawing */
static void host_formulas_compare(struct host_records *r, const struct mech_element *e, const double *one,
                                  const double *other)
{
	const struct mech_kind *kind = mech_element_kind(e);
	int parameter = e->parameter, derived = e->derived;
	for (int k = 0; k < kind->file.n_parameters; k++) {
		for (int i = 0; i < kind->file.parameters[k].size; i++, parameter++) {
			if (!isnan(kind->file.parameters[k].fallback)) {
				continue;
			}
			/* measured from another centre of mass, the same drawing differs by rounding */
			const double same = 1e-12 * (1 + fabs(one[derived]));
			if (isnan(r->parameters[parameter]) && !(fabs(other[derived] - one[derived]) <= same)) {
				const struct mech_operation drawn = {MECH_TAKE_DRAWN, derived, 0};
				host_formulas_add(r, parameter, &drawn, 1);
			}
			derived++;
		}
	}
}

int host_formulas_draw(const struct host_mechanism *m, struct host_records *r, const struct mech_context *c,
                       const double *derived)
{
	const size_t n = r->head.parameters.count, n_derived = r->head.n_derived;
	double *work = malloc((n + n_derived + 1) * sizeof *work);
	struct mech_context moved = *c;
	if (work == NULL) {
		return -1;
	}
	moved.parameters = work;
	for (int k = 0; k < m->n_parameters; k++) {
		if (r->formulas[k].count > 0) {
			continue;
		}
		/* another value, not by chance one with the same drawing */
		memcpy(work, r->parameters, n * sizeof *work);
		work[k] += 0.3183098861837907 * (1 + fabs(work[k]));
		host_formulas_follow(r, work);
		mech_derive(&moved, work + n);
		for (uint32_t i = 0; i < r->head.elements.count; i++) {
			host_formulas_compare(r, &r->elements[i], derived, work + n);
		}
	}
	free(work);
	return 0;
}

/* a parameter may change during the run if all numbers that follow from it may; what a formula
 * takes stands before it */
static void host_formulas_fix(struct host_records *r, struct mech_variable *const *variable_of)
{
	for (uint32_t k = r->head.parameters.count; k-- > 0;) {
		const struct mech_formula *f = &r->formulas[k];
		for (int i = 0; i < f->count && variable_of[k] != NULL && !variable_of[k]->tunable; i++) {
			const struct mech_operation *operation = &r->operations[f->first + i];
			if (operation->code == MECH_TAKE_PARAMETER) {
				variable_of[operation->index]->tunable = 0;
			}
		}
	}
}

/* a parameter that stands alone for a number measures what that does, if all such numbers measure
 * the same */
static void host_formulas_measure(struct host_records *r, struct mech_variable *const *variable_of)
{
	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t k = r->head.parameters.count; k-- > 0;) {
			const struct mech_formula *f = &r->formulas[k];
			const struct mech_operation *only = f->count == 1 ? &r->operations[f->first] : NULL;
			if (only == NULL || only->code != MECH_TAKE_PARAMETER || variable_of[k] == NULL) {
				continue;
			}
			struct mech_variable *x = variable_of[only->index];
			const int32_t quantity = variable_of[k]->quantity;
			x->quantity = quantity != MECH_COUNT && (pass == 0 || x->quantity == quantity) ? quantity : MECH_NUMBER;
		}
	}
}

int host_formulas_finish(struct host_records *r)
{
	struct mech_variable **variable_of = calloc(r->head.parameters.count, sizeof *variable_of);
	if (variable_of == NULL) {
		return -1;
	}
	for (uint32_t k = 0; k < r->head.variables.count; k++) {
		if (r->variables[k].source == MECH_FROM_PARAMETER) {
			variable_of[r->variables[k].index] = &r->variables[k];
		}
	}
	host_formulas_fix(r, variable_of);
	host_formulas_measure(r, variable_of);
	/* no variable shows the number that an input replaces: it need not follow */
	for (uint32_t k = 0; k < r->head.parameters.count; k++) {
		if (r->formulas[k].count > 0 && variable_of[k] != NULL) {
			r->formulas[k].variable = (int32_t)(variable_of[k] - r->variables);
			r->formulas[r->head.formulas.count++] = r->formulas[k];
		}
	}
	free(variable_of);
	return 0;
}
