/* The rows of a study as an HDF5 file: the same numbers and texts as in the CSV files.
 *
 *     /            study, of, mechfmu (attributes); study_file: the text of the study
 *     /cases       a column for each column of the CSV: number of the case, values, results, steps,
 *                  status, message
 *     /series      case, time, and the courses
 *
 * A column is a dataset of one dimension, in packed blocks, with the attribute `unit` where the unit
 * is known. Numbers are doubles, cells without a number are NAN; the status is an enumeration, texts
 * are strings of UTF-8. A name with a slash has _ in its place, and the attribute `name`.
 *
 * Rows are written in the order of their cases; memory does not depend on how many there are.
 */
#ifndef HOST_HDF5_H
#define HOST_HDF5_H

#include "host_case_table.h"

/* whether this program was built with HDF5 */
int host_hdf5_is_there(void);

/* writes the results, whose CSV has that name, to a file next to it; *path: its name. 0, or -1 with a
 * message */
int host_hdf5_write(struct host_case_table *table, const char *results, char path[HOST_PATH_SIZE],
                    struct mech_message *message);

#endif
