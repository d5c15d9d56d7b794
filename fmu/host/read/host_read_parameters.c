/* Reads the section parameters, and remembers which numbers of the file are given by expressions of
 * them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_expression.h"
#include "host_read_parts.h"

/* place of a character of the node's text */
static struct host_place host_parameters_place(const struct host_node *node, int offset)
{
	struct host_place place = node->place;
	if (node->verbatim) {
		place.column += offset + !node->plain;
	}
	return place;
}

int host_formula_keep(struct host_reader *r, struct host_spot spot, int count, struct mech_operation *operations)
{
	struct host_mechanism *m = r->m;
	if (m->n_formulas == m->formulas_capacity) {
		int capacity = 2 * m->formulas_capacity + 64;
		struct host_formula *formulas = realloc(m->formulas, (size_t)capacity * sizeof *formulas);
		if (formulas == NULL) {
			free(operations);
			return host_out_of_memory(r);
		}
		m->formulas = formulas;
		m->formulas_capacity = capacity;
	}
	m->formulas[m->n_formulas++] = (struct host_formula){spot, count, operations};
	return 0;
}

static int host_parameters_remember(struct host_reader *r, const struct host_expression *x, struct host_spot spot)
{
	size_t size = (size_t)x->count * sizeof *x->operations;
	struct mech_operation *operations = malloc(size);
	if (operations == NULL) {
		return host_out_of_memory(r);
	}
	memcpy(operations, x->operations, size);
	return host_formula_keep(r, spot, x->count, operations);
}

int host_number_expression(struct host_reader *r, const struct host_node *node, const char *what, struct host_spot spot,
                           double *value)
{
	struct host_symbols symbols = {&r->parameters, r->m->n_parameters};
	struct host_expression x;
	struct host_problem problem;
	int status = host_expression_read(node->text, &symbols, &x, &problem);
	char advice[HOST_ADVICE_SIZE];
	if (status != 0 && host_advice(r, node->text, problem.offset, what, spot, advice) != NULL) {
		return host_reader_fail(r, host_parameters_place(node, problem.offset), "%s: %s", what, advice);
	}
	/* a word in a file without parameters was hardly meant as an expression */
	if (status != 0 && r->parameters.count == 0 && strpbrk(node->text, "+-*/^()") == NULL) {
		return host_reader_fail(r, node->place, "%s must be a number, not '%.80s'%s", what, node->text,
		                        strchr(node->text, ',') != NULL ? " (the decimal sign is a point)" : "");
	}
	if (status != 0) {
		return host_reader_fail(r, host_parameters_place(node, problem.offset), "%s: %s", what, problem.text);
	}
	*value = mech_formula_value(x.operations, x.count, r->m->parameters);
	if (!isfinite(*value)) {
		return host_reader_fail(r, node->place, "%s: '%.80s' is not a finite number", what, node->text);
	}
	const int follows = x.n_parameters > 0 && spot.owner != HOST_UNOWNED;
	return follows ? host_parameters_remember(r, &x, spot) : 0;
}

/* all names first: an expression can then say that a parameter comes later */
static int host_parameters_names(struct host_reader *r, const struct host_node *section)
{
	int k = 0;
	for (const struct host_node *node = section->first; node != NULL; node = node->next, k++) {
		if (host_check_name(r, node->key, node->key_place) != 0) {
			return -1;
		}
		if (host_expression_reserved(node->key)) {
			return host_reader_fail(r, node->key_place, "'%s' has a meaning in expressions; choose another name",
			                        node->key);
		}
		if (host_table_add(&r->parameters, node->key, k) < 0) {
			return host_out_of_memory(r);
		}
	}
	return 0;
}

int host_read_parameters(struct host_reader *r, const struct host_node *section)
{
	struct host_mechanism *m = r->m;
	if (section == NULL || host_node_empty(section)) {
		return 0;
	}
	if (host_check_map(r, section, "parameters") != 0 || host_parameters_names(r, section) != 0) {
		return -1;
	}
	m->parameters = calloc((size_t)section->count + 1, sizeof *m->parameters);
	m->parameter_names = calloc((size_t)section->count + 1, sizeof *m->parameter_names);
	m->parameter_texts = calloc((size_t)section->count + 1, sizeof *m->parameter_texts);
	if (m->parameters == NULL || m->parameter_names == NULL || m->parameter_texts == NULL) {
		return host_out_of_memory(r);
	}
	for (const struct host_node *node = section->first; node != NULL; node = node->next) {
		int k = m->n_parameters, formulas = m->n_formulas;
		snprintf(r->context, sizeof r->context, "parameter '%.63s'", node->key);
		const struct host_spot spot = {HOST_OF_PARAMETERS, 0, k};
		if (host_number(r, node, "its value", spot, &m->parameters[k]) != 0) {
			return -1;
		}
		m->n_parameters++;
		m->parameter_names[k] = host_copy(r, node->key);
		m->parameter_texts[k] = host_copy(r, m->n_formulas > formulas ? node->text : "");
		if (m->parameter_names[k] == NULL || m->parameter_texts[k] == NULL) {
			return -1;
		}
	}
	r->context[0] = '\0';
	return 0;
}

static int host_parameters_compare(const void *a, const void *b)
{
	const struct host_spot p = ((const struct host_formula *)a)->spot, q = ((const struct host_formula *)b)->spot;
	if (p.owner != q.owner) {
		return p.owner < q.owner ? -1 : 1;
	}
	return p.index != q.index ? p.index - q.index : p.component - q.component;
}

void host_sort_formulas(struct host_mechanism *m)
{
	if (m->n_formulas > 0) {
		qsort(m->formulas, (size_t)m->n_formulas, sizeof *m->formulas, host_parameters_compare);
	}
}

const struct host_formula *host_formula_of(const struct host_mechanism *m, struct host_spot spot)
{
	const struct host_formula key = {.spot = spot};
	if (m->n_formulas == 0) {
		return NULL;
	}
	return bsearch(&key, m->formulas, (size_t)m->n_formulas, sizeof *m->formulas, host_parameters_compare);
}
