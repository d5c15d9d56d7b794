/* What may stand where in modelDescription.xml: elements with their order and number, attributes
 * with the form of their values. What the values mean is checked elsewhere. */
#ifndef LINT_SCHEMA_H
#define LINT_SCHEMA_H

/* how a value is written */
enum lint_form {
	LINT_TEXT,
	LINT_BOOLEAN,
	LINT_INT,
	LINT_UNSIGNED,
	LINT_DOUBLE,
	LINT_DATE,
	LINT_VERSION,
	LINT_NAMING,
	LINT_CAUSALITY,
	LINT_VARIABILITY,
	LINT_INITIAL,
	LINT_INDICES,
	LINT_KINDS,
	LINT_FORM_COUNT
};

enum { LINT_MANY = -1 };

struct lint_attribute {
	const char *name;
	enum lint_form form;
	int required;
};

struct lint_element;

struct lint_child {
	const struct lint_element *element;
	int rank;        /* children stand in the order of their ranks */
	int least, most; /* how many; most LINT_MANY: any number */
};

/* lists of attributes and of children end with NULL in the first place */
struct lint_element {
	const char *name;
	const struct lint_attribute *attributes;
	const struct lint_attribute *group; /* further ones, shared with other elements, or NULL */
	const struct lint_child *children;  /* NULL: none, or `item` */
	const struct lint_element *item;    /* the only child, there once or more often */
	const char *one_of;                 /* exactly one child of rank 0 is needed: the choice in words */
	int foreign;                        /* so many elements of the vendor may stand inside; LINT_MANY: anything */
};

extern const struct lint_element lint_schema_root;

#endif
