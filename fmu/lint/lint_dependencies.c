/* Dependencies declared in ModelStructure against what is seen to change. */
#include <math.h>
#include <string.h>

#include "lint_slopes.h"

/* which unknown was seen to follow which known */
struct lint_pattern {
	const struct host_unknowns *declared;
	const struct lint_set_of *unknowns, *knowns;
	unsigned char *seen; /* unknown by unknown */
};

static const struct host_unknown *lint_declaration(const struct host_unknowns *list, int variable)
{
	for (int k = 0; k < list->n; k++) {
		if (list->list[k].variable == variable) {
			return &list->list[k];
		}
	}
	return NULL;
}

static int lint_is_declared(const struct host_unknown *unknown, int known)
{
	for (int k = 0; k < unknown->n_dependencies; k++) {
		if (unknown->dependencies[k] == known) {
			return 1;
		}
	}
	return unknown->n_dependencies < 0;
}

/* moves one known up and down, on an instance of its own, and marks what follows */
static void lint_pattern_see(struct lint_unit *u, const struct lint_pattern *p, int known, enum lint_state state,
                             int point)
{
	const struct lint_set_of *unknowns = p->unknowns;
	const struct host_variable *v = &u->fmu.description.variables[p->knowns->index[known]];
	struct lint_instance *i = lint_slopes_begin(u, state, point);
	double before[LINT_MOST_UNKNOWNS], after[LINT_MOST_UNKNOWNS];
	union host_fmu_value value = {0};
	if (i == NULL || !lint_slopes_read(i, unknowns, before) ||
	    lint_get(i, HOST_REAL, &v->reference, 1, &value) > fmi2Warning) {
		lint_free_instance(i);
		return;
	}
	double h = (v->causality == HOST_INPUT ? 1e-2 : 1e-3) * lint_slopes_scale(v, value.real);
	for (int sign = -1; sign <= 1; sign += 2) {
		double place = value.real + sign * h;
		if (place < v->min || place > v->max || !lint_slopes_move(i, v->reference, place, unknowns, after)) {
			break;
		}
		for (int k = 0; k < unknowns->n; k++) {
			const struct host_variable *z = &u->fmu.description.variables[unknowns->index[k]];
			double nominal = isfinite(z->nominal) ? fabs(z->nominal) : 1.0;
			if (fabs(after[k] - before[k]) > 1e-7 * fabs(before[k]) + 1e-9 * nominal) {
				p->seen[k * LINT_MOST_KNOWNS + known] = 1;
			}
		}
	}
	lint_free_instance(i);
}

static void lint_pattern_judge(struct lint_unit *u, const struct lint_pattern *p, const char *list)
{
	if (p->unknowns->n > 0 && p->knowns->n_left_out + p->unknowns->n_left_out > 0) {
		lint_tell(u, LINT_NOTE, "variables-left-out", "",
		          "ModelStructure/%s: dependencies of %d variables on %d others were tried; %d and %d were left out",
		          list, p->unknowns->n, p->knowns->n, p->unknowns->n_left_out, p->knowns->n_left_out);
	}
	const struct host_variable *variables = u->fmu.description.variables;
	int n_unseen = 0;
	const char *unseen[2] = {"", ""};
	for (int k = 0; k < p->unknowns->n; k++) {
		const struct host_unknown *unknown = lint_declaration(p->declared, p->unknowns->index[k]);
		for (int j = 0; j < p->knowns->n; j++) {
			int seen = p->seen[k * LINT_MOST_KNOWNS + j];
			const char *names[2] = {variables[p->unknowns->index[k]].name, variables[p->knowns->index[j]].name};
			if (seen && !lint_is_declared(unknown, p->knowns->index[j])) {
				lint_tell(u, LINT_ERROR, "dependency-missing", "",
				          "ModelStructure/%s: '%.60s' changes with '%.60s', which is not among its dependencies", list,
				          names[0], names[1]);
			}
			if (!seen && unknown->n_dependencies > 0 && lint_is_declared(unknown, p->knowns->index[j])) {
				memcpy(unseen, n_unseen++ == 0 ? names : unseen, sizeof unseen);
			}
		}
	}
	if (n_unseen > 0) {
		lint_tell(u, LINT_NOTE, "dependency-not-seen", "",
		          "ModelStructure/%s: %d declared dependencies had no effect where they were tried, the first: '%.60s' "
		          "on '%.60s'",
		          list, n_unseen, unseen[0], unseen[1]);
	}
}

static struct lint_pattern lint_pattern_begin(struct lint_unit *u, const struct host_unknowns *declared,
                                              enum lint_state state)
{
	struct lint_pattern p = {declared, lint_unknowns(u, declared), lint_knowns(u, state), NULL};
	p.seen = lint_take(u, (size_t)LINT_MOST_UNKNOWNS * LINT_MOST_KNOWNS, 1);
	return p;
}

void lint_check_dependencies(struct lint_unit *u)
{
	const struct host_description *d = &u->fmu.description;
	struct lint_pattern outputs = lint_pattern_begin(u, &d->outputs, LINT_STEPPING);
	for (int j = 0; j < outputs.knowns->n && outputs.unknowns->n > 0; j++) {
		lint_looked(u);
		for (int k = 0; k < LINT_POINTS; k++) {
			lint_pattern_see(u, &outputs, j, LINT_STEPPING, lint_points[k]);
		}
	}
	lint_pattern_judge(u, &outputs, "Outputs");
	struct lint_pattern initial = lint_pattern_begin(u, &d->initial_unknowns, LINT_INITIALIZING);
	for (int j = 0; j < initial.knowns->n && initial.unknowns->n > 0; j++) {
		lint_looked(u);
		lint_pattern_see(u, &initial, j, LINT_INITIALIZING, 0);
	}
	lint_pattern_judge(u, &initial, "InitialUnknowns");
}
