/* Values of an FMU's variables over time, from a CSV file.
 *
 * The first column is time, not decreasing; the others are named as the FMU's inputs (or tunable
 * parameters). Continuous variables are interpolated linearly between rows, held after the last and
 * continued with the first slope before the first row; two rows with the same time are a jump. All
 * others keep the value of a row until the next. An empty cell, or one missing at the end of a row,
 * sets nothing. These are the rules of fmusim.
 */
#ifndef HOST_INPUT_H
#define HOST_INPUT_H

#include "host_csv.h"
#include "host_fmu.h"

struct host_input_series {
	int n_columns, n_rows;        /* without time */
	int *variable;                /* [n_columns] number in the description */
	double *time;                 /* [n_rows] */
	union host_fmu_value *values; /* one for each cell of the table after the header; nothing in empty ones */
	struct host_csv table;        /* owns the texts */
};

/* 0, or -1 with a message (file:line: ...) and nothing to free */
int host_input_read(const char *path, const struct host_description *description, struct host_input_series *series,
                    struct mech_message *message);
void host_input_free(struct host_input_series *series);

/* the next time after `time` at which something jumps; HUGE_VAL if none. Times closer than `near`
 * are equal. */
double host_input_next_event(const struct host_input_series *series, const struct host_description *description,
                             double time, double near);

/* value of a column at a time, after a jump at that time. 1, or 0 when there is nothing to set */
int host_input_value(const struct host_input_series *series, const struct host_description *description, int column,
                     double time, double near, union host_fmu_value *value);

#endif
