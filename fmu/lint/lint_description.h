/* modelDescription.xml as its rules see it.
 *
 * The tree is read first and its form checked (lint_schema); then units, types and variables are
 * collected here, as far as they can be read: what is missing or not readable is -1 or NULL, the
 * finding about it exists already, and the rules leave it alone, so that one mistake gives one
 * finding.
 */
#ifndef LINT_DESCRIPTION_H
#define LINT_DESCRIPTION_H

#include "host_description.h"
#include "lint_xml.h"

enum lint_kind {
	LINT_KIND_REAL,
	LINT_KIND_INTEGER,
	LINT_KIND_BOOLEAN,
	LINT_KIND_STRING,
	LINT_KIND_ENUMERATION,
	LINT_KIND_COUNT
};
enum lint_initial { LINT_EXACT, LINT_APPROX, LINT_CALCULATED, LINT_INITIAL_COUNT };
enum { LINT_DEPENDENCY_KIND_COUNT = 5 };

/* the words of the standard, in the order of the enumerations (lint_model.c) */
extern const char *const lint_kinds[LINT_KIND_COUNT];
extern const char *const lint_causalities[HOST_CAUSALITY_COUNT];
extern const char *const lint_variabilities[HOST_VARIABILITY_COUNT];
extern const char *const lint_initials[LINT_INITIAL_COUNT];
extern const char *const lint_dependency_kinds[LINT_DEPENDENCY_KIND_COUNT];

struct lint_variable {
	const xmlNode *node, *value; /* ScalarVariable, and its Real, Integer, ...; value NULL: none */
	const xmlNode *type;         /* Real, Integer, ... of the declared type; NULL: none */
	const char *name;            /* "" when there is none */
	uint32_t index;              /* from 1 */
	int kind, causality, variability;
	int initial; /* written, or the standard's default; -1: none, or unreadable, or for an illegal combination */
	int64_t reference;
	uint32_t derivative_of;      /* index of a variable that exists, or 0 */
	int is_state, is_derivative; /* by ModelStructure/Derivatives */
};

/* something with a name; lists of them are sorted by it */
struct lint_name {
	const char *name;
	const xmlNode *node;
};

struct lint_names {
	int n;
	struct lint_name *list;
};

struct lint_model {
	const xmlNode *root, *exchange, *co_simulation, *structure;
	int n_variables;
	struct lint_variable *variables;
	struct lint_names units, types, variable_names; /* Unit, SimpleType, ScalarVariable */
};

/* what the tree holds; lint->failed when memory is out. Free before the tree, in any case. */
void lint_model_read(struct lint *lint, const xmlNode *root, struct lint_model *m);
void lint_model_free(struct lint_model *m);

const xmlNode *lint_names_find(const struct lint_names *names, const char *name);

/* a finding for each name that is there again */
void lint_names_unique(struct lint *lint, const struct lint_names *names, const char *rule);
void lint_children_unique(struct lint *lint, const xmlNode *parent, const char *element, const char *rule);

/* the variable of an index that counts from 1, or NULL */
const struct lint_variable *lint_model_variable(const struct lint_model *m, uint32_t index);

/* an attribute of a variable's value, else of its declared type; NULL: neither has it */
const char *lint_variable_value(const struct lint_variable *v, const char *attribute);

/* which initial goes with causality and variability (section 2.2.7): a set of 1 << enum
 * lint_initial, 0 for inputs and the independent variable, which have none; -1: causality and
 * variability do not go together */
int lint_initial_allowed(int causality, int variability);

/* 1 when the name obeys the grammar of structured names (section 2.2.9) */
int lint_name_is_structured(const char *name);

/* what has a unit and bounds: a variable or a type */
struct lint_subject {
	const char *what, *name;  /* "variable", "x" */
	const xmlNode *node;      /* for the line */
	const xmlNode *value;     /* Real, Integer, ... */
	const xmlNode *inherited; /* the same of its type, or NULL */
};
void lint_check_subject(struct lint *lint, const struct lint_model *m, const struct lint_subject *s);

/* form of the whole file; then the rules, by what they are about */
void lint_schema(struct lint *lint, const xmlNode *root);
void lint_description_units(struct lint *lint, const struct lint_model *m);
void lint_description_variables(struct lint *lint, const struct lint_model *m);
void lint_description_aliases(struct lint *lint, const struct lint_model *m);
void lint_description_structure(struct lint *lint, const struct lint_model *m);
void lint_description_files(struct lint *lint, const struct lint_model *m);

/* a rule of these files, and the loop over a table of them */
typedef void lint_rule(struct lint *lint, const struct lint_model *m);
void lint_apply(struct lint *lint, const struct lint_model *m, int n, lint_rule *const *rules);

#endif
