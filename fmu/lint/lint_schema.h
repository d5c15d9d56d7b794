/* What may stand where in modelDescription.xml: elements with their order and number, attributes with the form of their
 * values. What the values mean is checked elsewhere. */
#ifndef HOST_LINT_SCHEMA_H
#define HOST_LINT_SCHEMA_H

/* how a value is written */
enum host_lint_form {
	HOST_LINT_TEXT,
	HOST_LINT_BOOLEAN,
	HOST_LINT_INT,
	HOST_LINT_UNSIGNED,
	HOST_LINT_DOUBLE,
	HOST_LINT_DATE,
	HOST_LINT_VERSION,
	HOST_LINT_NAMING,
	HOST_LINT_CAUSALITY,
	HOST_LINT_VARIABILITY,
	HOST_LINT_INITIAL,
	HOST_LINT_INDICES,
	HOST_LINT_KINDS,
	HOST_LINT_FORM_COUNT
};

enum { HOST_LINT_MANY = -1 };

struct host_lint_attribute {
	const char *name;
	enum host_lint_form form;
	int required;
};

struct host_lint_element;

struct host_lint_child {
	const struct host_lint_element *element;
	int rank;        /* children stand in the order of their ranks */
	int least, most; /* how many; most HOST_LINT_MANY: any number */
};

/* lists of attributes and of children end with NULL in the first place */
struct host_lint_element {
	const char *name;
	const struct host_lint_attribute *attributes;
	const struct host_lint_attribute *group; /* further ones, shared with other elements, or NULL */
	const struct host_lint_child *children;  /* NULL: none, or `item` */
	const struct host_lint_element *item;    /* the only child, there once or more often */
	const char *one_of;                      /* exactly one child of rank 0 is needed: the choice in words */
	int foreign; /* so many elements of the vendor may stand inside; HOST_LINT_MANY: anything */
};

extern const struct host_lint_element host_lint_schema_root;

#endif
