/* The rows of a study from its journals to CSV files, in the order of their numbers.
 *
 * A row has the number of the case, its values, the recorded numbers, steps of the solver, status
 * and message. Numbers have as many digits as read back the same; a cell without a number is empty.
 * Whole courses go to a second file: case, time, and the series.
 */
#ifndef HOST_CASE_TABLE_H
#define HOST_CASE_TABLE_H

#include "host_journal.h"

/* the journals of all shards, read again and again; places of rows by the number of their case */
struct host_case_table {
	const struct host_study *study;
	int shards;
	struct host_journal *journals;
	int64_t *places; /* [n_cases]; 0: not there */
	struct host_case row;
};

/* 0, or -1 with a message, also where a case is missing; host_case_table_close in any case */
int host_case_table_open(const struct host_study *study, const char *results, int shards, struct host_case_table *table,
                         struct mech_message *message);
void host_case_table_close(struct host_case_table *table);

/* table->row becomes that of the case. 0, or -1 with a message */
int host_case_table_read(struct host_case_table *table, int64_t number, struct mech_message *message);

/* name of the file of courses: results without .csv, and _series.csv; 0, or -1 when it is too long */
int host_case_table_series(const char *results, char path[HOST_PATH_SIZE]);

/* writes the results, and the courses if there are any. 0, or -1 with a message */
int host_case_table_write(struct host_case_table *table, const char *results, struct mech_message *message);

#endif
