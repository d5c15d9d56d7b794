/* Tables of text, comma separated: one header line, then rows.
 *
 * Reading follows RFC 4180: cells in double quotes may hold commas, line ends and doubled quotes;
 * CR LF and LF end a line; empty lines are skipped. Writing gives numbers 16 significant digits and
 * a point, puts header and text in double quotes and ends lines with LF, which is what fmusim
 * writes. Control characters other than tab and line end, and bytes that are no UTF-8, are written
 * as \x1b: a table may be shown on a terminal, and strict readers take it.
 */
#ifndef HOST_CSV_H
#define HOST_CSV_H

#include <stdint.h>

#include "host_text.h"

struct host_csv {
	int n_columns, n_rows; /* rows without the header */
	int header_line;
	uint32_t *cells; /* places in the text, row after row, the header first; rows may be shorter than the header */
	uint32_t *rows;  /* [2 + n_rows] first cell of each row, the header first, and the end */
	int *lines;      /* [n_rows] line of the file, from 1 */
	char *text;
};

/* `name` stands in front of messages. 0, or -1 with a message and nothing to free. Memory is a
 * small multiple of the text. */
int host_csv_read(const char *name, const char *text, size_t size, struct host_csv *csv, struct mech_message *message);
void host_csv_free(struct host_csv *csv);

/* cell of a row (from 0) or, with row -1, of the header; "" beyond the end of a row */
const char *host_csv_cell(const struct host_csv *csv, int row, int column);

/* cells of a row */
int host_csv_row_cells(const struct host_csv *csv, int row);

/* one cell: a comma before it unless it begins the line */
void host_csv_add_number(struct host_text *text, double number);
void host_csv_add_integer(struct host_text *text, int number);
void host_csv_add_text(struct host_text *text, const char *cell);
void host_csv_end_line(struct host_text *text);

#endif
