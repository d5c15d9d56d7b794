/* Results of a run as columns of numbers, from a CSV of any importer, checked against the unit they
 * belong to.
 *
 * Columns that name no variable of the unit, or hold text, are left out. The picture needs position
 * and rotation of every body: what is missing of them is named. Numbers in a page are written as
 * base64 of deflated bytes; columns that stay the same are written once.
 */
#ifndef HOST_RESULTS_H
#define HOST_RESULTS_H

#include "host_description.h"
#include "host_text.h"

struct host_results {
	int n_columns, n_rows; /* the first column is time */
	char **names;          /* [n_columns] */
	double *values;        /* n_columns x n_rows: one column after the other */
};

/* `name` stands in front of messages. 0, or -1 with a message and nothing to free */
int host_results_read(const char *name, const struct host_text *csv, const struct host_description *description,
                      struct host_results *results, struct mech_message *message);
void host_results_free(struct host_results *results);

/* {"rows": ..., "columns": [{"name": ..., "value": ...}, {"name": ..., "first": ...}, ...],
 * "bytes": "..."}: columns without a value are in the bytes, column by column, byte k of all
 * numbers before byte k + 1. `first` is the value of the first row, which a page shows before it
 * unpacks the bytes. Look at text->failed. */
void host_results_write(const struct host_results *results, struct host_text *text);

/* bytes in base64 after zlib's deflate */
void host_text_add_deflated(struct host_text *text, const void *bytes, size_t size);

#endif
