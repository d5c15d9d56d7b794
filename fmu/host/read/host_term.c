#include "host_term.h"

#include <stdlib.h>
#include <string.h>

static int host_terms_room(struct host_terms *terms)
{
	if (terms->count < terms->capacity) {
		return 0;
	}
	const int capacity = 2 * terms->capacity + 32;
	struct host_term *larger = realloc(terms->term, (size_t)capacity * sizeof *larger);
	if (larger == NULL) {
		return -1;
	}
	terms->term = larger;
	terms->capacity = capacity;
	return 0;
}

/* takes the operations over */
static int host_terms_append(struct host_terms *terms, const char *name, struct host_term term)
{
	if (host_terms_room(terms) != 0 || (name != NULL && host_table_add(&terms->names, name, terms->count) < 0)) {
		free(term.operations);
		return -1;
	}
	terms->term[terms->count] = term;
	return terms->count++;
}

int host_terms_add(struct host_terms *terms, const char *name, double value, const struct host_formula *formula)
{
	struct host_term term = {value, formula == NULL ? 0 : formula->count, NULL};
	if (formula != NULL) {
		const size_t size = (size_t)formula->count * sizeof *term.operations;
		term.operations = malloc(size);
		if (term.operations == NULL) {
			return -1;
		}
		memcpy(term.operations, formula->operations, size);
	}
	return host_terms_append(terms, name, term);
}

int host_terms_find(const struct host_terms *terms, const char *name)
{
	return host_table_find(&terms->names, name, -1);
}

/* operations of a term: its own, or its value; to NULL they are only counted */
static int host_terms_put(const struct host_term *term, struct mech_operation *to)
{
	if (term->count == 0 && to != NULL) {
		*to = (struct mech_operation){MECH_TAKE_NUMBER, 0, term->value};
	} else if (to != NULL) {
		memcpy(to, term->operations, (size_t)term->count * sizeof *to);
	}
	return term->count > 0 ? term->count : 1;
}

/* the expression with operations of terms in place of their numbers; to NULL: only counted */
static int host_terms_expand(const struct host_terms *terms, const struct host_expression *x, struct mech_operation *to)
{
	int count = 0;
	for (int k = 0; k < x->count; k++) {
		const struct mech_operation *o = &x->operations[k];
		struct mech_operation *place = to == NULL ? NULL : to + count;
		if (o->code == MECH_TAKE_PARAMETER) {
			count += host_terms_put(&terms->term[o->index], place);
			continue;
		}
		if (place != NULL) {
			*place = *o;
		}
		count++;
	}
	return count;
}

int host_terms_define(struct host_terms *terms, const char *name, const char *text)
{
	const struct host_symbols symbols = {&terms->names, terms->count};
	struct host_expression x;
	struct host_problem problem;
	struct host_term term = {0.0, 0, NULL};
	double *values = calloc((size_t)terms->count + 1, sizeof *values);
	int follows = 0;
	if (values == NULL || host_expression_read(text, &symbols, &x, &problem) != 0) {
		free(values);
		return -1;
	}
	for (int k = 0; k < terms->count; k++) {
		values[k] = terms->term[k].value;
	}
	term.value = mech_formula_value(x.operations, x.count, values);
	free(values);
	for (int k = 0; k < x.count; k++) {
		const struct mech_operation *o = &x.operations[k];
		follows = follows || (o->code == MECH_TAKE_PARAMETER && terms->term[o->index].count > 0);
	}
	if (follows) {
		term.operations = calloc((size_t)host_terms_expand(terms, &x, NULL), sizeof *term.operations);
		if (term.operations == NULL) {
			return -1;
		}
		term.count = host_terms_expand(terms, &x, term.operations);
	}
	if (follows && mech_formula_depth(term.operations, term.count) > MECH_FORMULA_DEPTH) {
		free(term.operations);
		return -1;
	}
	return host_terms_append(terms, name, term);
}

void host_terms_free(struct host_terms *terms)
{
	for (int k = 0; k < terms->count; k++) {
		free(terms->term[k].operations);
	}
	free(terms->term);
	host_table_free(&terms->names);
}

int host_terms_sum(const struct host_terms *terms, int n, const int *term, const double *factor, int *count,
                   struct mech_operation **operations)
{
	int follows = 0, room = 0, at = 0;
	*count = 0;
	*operations = NULL;
	for (int k = 0; k < n; k++) {
		follows = follows || (factor[k] != 0.0 && terms->term[term[k]].count > 0);
		room += host_terms_put(&terms->term[term[k]], NULL) + 3;
	}
	if (!follows) {
		return 0;
	}
	struct mech_operation *to = calloc((size_t)room, sizeof *to);
	if (to == NULL) {
		return -1;
	}
	for (int k = 0; k < n; k++) {
		if (factor[k] == 0.0) {
			continue;
		}
		const int first = at == 0;
		at += host_terms_put(&terms->term[term[k]], to + at);
		if (factor[k] != 1.0) {
			to[at++] = (struct mech_operation){MECH_TAKE_NUMBER, 0, factor[k]};
			to[at++] = (struct mech_operation){MECH_MULTIPLY, 0, 0.0};
		}
		if (!first) {
			to[at++] = (struct mech_operation){MECH_ADD, 0, 0.0};
		}
	}
	if (mech_formula_depth(to, at) > MECH_FORMULA_DEPTH) {
		free(to);
		return -1;
	}
	*count = at;
	*operations = to;
	return 0;
}
