/* Inside of the image builder: the tables of an image while they grow; shared by host_image.c,
 * host_variables.c and host_formulas.c. */
#ifndef HOST_RECORDS_H
#define HOST_RECORDS_H

#include <stddef.h>

#include "host_mechanism.h"
#include "host_table.h"
#include "mech_model.h"

/* texts, each stored once, each ending with 0 */
struct host_names {
	char *bytes;
	size_t size, capacity;
	struct host_table offsets;
	int failed; /* memory was out at some time */
};

struct host_records {
	struct mech_image_head head;
	struct mech_body *bodies;
	struct mech_element *elements;
	struct mech_input *inputs;
	struct mech_target *targets;
	double *parameters;
	struct mech_variable *variables; /* head.variables.count of them */
	struct mech_formula *formulas; /* one for every parameter, count 0: none; after host_formulas_finish those in use */
	struct mech_operation *operations;
	size_t operations_capacity;
	struct host_names names;
};

/* offset of the text, for a record */
uint32_t host_names_add(struct host_names *names, const char *text);

/* takes over the expression that gives a number of the mechanism, if there is one; memory out:
 * names.failed */
void host_formulas_take(const struct host_mechanism *m, struct host_records *r, struct host_spot spot, int parameter);

/* numbers left to the drawing (NAN) follow it where it follows parameters. c: the drawing, derived:
 * its derived numbers. 0, or -1 when memory is out */
int host_formulas_draw(const struct host_mechanism *m, struct host_records *r, const struct mech_context *c,
                       const double *derived);

/* with all variables known: which of them formulas give, what parameters measure, which may change
 * during the run */
int host_formulas_finish(struct host_records *r);

/* sets variables and their count from the other records. 0, or -1 with a message (an output that is
 * none) */
int host_variables_build(const struct host_mechanism *m, struct host_records *records, struct mech_message *message);

#endif
