#include "host_csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_number.h"

enum { HOST_CSV_DIGITS = 16 };

/* the text while it is cut into cells, in place */
struct host_csv_scan {
	char *begin, *next, *end;
	int line;
	size_t n_cells, capacity;
	uint32_t *cells;
};

static int host_csv_keep(struct host_csv_scan *s, const char *cell)
{
	if (s->n_cells == s->capacity) {
		size_t capacity = s->capacity == 0 ? 64 : 2 * s->capacity;
		uint32_t *cells = realloc(s->cells, capacity * sizeof *cells);
		if (cells == NULL) {
			return -1;
		}
		s->cells = cells;
		s->capacity = capacity;
	}
	s->cells[s->n_cells++] = (uint32_t)(cell - s->begin);
	return 0;
}

/* closes the quoted cell that begins at s->next; NULL: the closing quote is missing */
static char *host_csv_quoted(struct host_csv_scan *s)
{
	char *out = s->next, *c = s->next + 1;
	char *cell = out;
	for (; c < s->end; c++) {
		if (*c == '"' && c + 1 < s->end && c[1] == '"') {
			c++;
		} else if (*c == '"') {
			break;
		}
		s->line += *c == '\n';
		*out++ = *c;
	}
	if (c >= s->end) {
		return NULL;
	}
	/* whatever stands between the quote and the comma is dropped */
	c++;
	while (c < s->end && *c != ',' && *c != '\n') {
		c++;
	}
	*out = 0;
	s->next = c;
	return cell;
}

static char *host_csv_plain(struct host_csv_scan *s)
{
	char *cell = s->next, *c = s->next;
	while (c < s->end && *c != ',' && *c != '\n') {
		c++;
	}
	s->next = c;
	return cell;
}

/* cells of one line; *last shows whether the line ended. 0, -1 memory, -2 open quote */
static int host_csv_line(struct host_csv_scan *s)
{
	for (int last = 0; !last;) {
		char *cell = s->next < s->end && *s->next == '"' ? host_csv_quoted(s) : host_csv_plain(s);
		if (cell == NULL) {
			return -2;
		}
		last = s->next >= s->end || *s->next == '\n';
		if (last && s->next > cell && s->next[-1] == '\r') {
			s->next[-1] = 0;
		}
		*s->next = 0;
		s->next++;
		if (host_csv_keep(s, cell) != 0) {
			return -1;
		}
	}
	s->line++;
	return 0;
}

static int host_csv_is_empty_line(const struct host_csv_scan *s)
{
	return *s->next == '\n' || (*s->next == '\r' && s->next + 1 < s->end && s->next[1] == '\n');
}

/* where the next row begins and in which line. 0, or -1 when memory is out */
static int host_csv_begin_row(const struct host_csv_scan *s, struct host_csv *csv, size_t *capacity)
{
	size_t row = (size_t)csv->n_rows + (s->n_cells > 0);
	if (row + 2 > *capacity) {
		size_t wanted = *capacity == 0 ? 64 : 2 * *capacity;
		uint32_t *rows = realloc(csv->rows, wanted * sizeof *rows);
		csv->rows = rows == NULL ? csv->rows : rows;
		int *lines = rows == NULL ? NULL : realloc(csv->lines, wanted * sizeof *lines);
		csv->lines = lines == NULL ? csv->lines : lines;
		if (lines == NULL) {
			return -1;
		}
		*capacity = wanted;
	}
	csv->rows[row] = (uint32_t)s->n_cells;
	if (row == 0) {
		csv->header_line = s->line;
	} else {
		csv->lines[row - 1] = s->line;
	}
	return 0;
}

/* one row. NULL, or a text that says what is wrong */
static const char *host_csv_row(struct host_csv_scan *s, struct host_csv *csv)
{
	size_t first = s->n_cells;
	int code = host_csv_line(s);
	if (code != 0) {
		return code == -2 ? "a double quote is not closed" : "out of memory";
	}
	size_t found = s->n_cells - first;
	if (first == 0) {
		csv->n_columns = (int)found;
	} else if (found > (size_t)csv->n_columns) {
		return "more cells than the first line";
	} else {
		csv->n_rows++;
	}
	csv->rows[csv->n_rows + 1] = (uint32_t)s->n_cells;
	return NULL;
}

/* all rows; *line is that of a problem */
static const char *host_csv_rows(struct host_csv_scan *s, struct host_csv *csv, int *line)
{
	size_t capacity = 0;
	const char *problem = NULL;
	while (problem == NULL && s->next < s->end) {
		*line = s->line;
		if (host_csv_is_empty_line(s)) {
			s->next += *s->next == '\r' ? 2 : 1;
			s->line++;
		} else {
			problem = host_csv_begin_row(s, csv, &capacity) != 0 ? "out of memory" : host_csv_row(s, csv);
		}
	}
	if (problem == NULL && s->n_cells == 0) {
		*line = s->line;
		problem = "the file is empty; its first line must name the variables";
	}
	return problem;
}

int host_csv_read(const char *name, const char *text, size_t size, struct host_csv *csv, struct mech_message *message)
{
	int line = 1;
	memset(csv, 0, sizeof *csv);
	const char *null = memchr(text, 0, size);
	if (null != NULL || size > INT32_MAX) {
		for (const char *c = text; null != NULL && c < null; c++) {
			line += *c == '\n';
		}
		host_say(message, "%s:%d: %s", name, line, null != NULL ? "a NUL character: this is no text" : "too large");
		return -1;
	}
	csv->text = malloc(size + 2);
	struct host_csv_scan s = {csv->text, csv->text, NULL, 1, 0, 0, NULL};
	const char *problem = "out of memory";
	if (csv->text != NULL) {
		memcpy(csv->text, text, size);
		csv->text[size] = csv->text[size + 1] = 0;
		s.end = csv->text + size;
		/* a byte order mark is no part of the first name */
		s.next += size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
		problem = host_csv_rows(&s, csv, &line);
	}
	csv->cells = s.cells;
	if (problem != NULL) {
		host_say(message, "%s:%d: %s", name, line, problem);
		host_csv_free(csv);
		return -1;
	}
	return 0;
}

void host_csv_free(struct host_csv *csv)
{
	free(csv->cells);
	free(csv->rows);
	free(csv->lines);
	free(csv->text);
	memset(csv, 0, sizeof *csv);
}

int host_csv_row_cells(const struct host_csv *csv, int row)
{
	return (int)(csv->rows[row + 2] - csv->rows[row + 1]);
}

const char *host_csv_cell(const struct host_csv *csv, int row, int column)
{
	return column < host_csv_row_cells(csv, row) ? csv->text + csv->cells[csv->rows[row + 1] + (uint32_t)column] : "";
}

static void host_csv_separate(struct host_text *text)
{
	if (text->size > 0 && text->bytes[text->size - 1] != '\n') {
		host_text_add(text, ",");
	}
}

void host_csv_add_number(struct host_text *text, double number)
{
	char digits[HOST_NUMBER_SIZE];
	host_number_write(number, HOST_CSV_DIGITS, digits);
	host_csv_separate(text);
	host_text_add(text, digits);
}

void host_csv_add_integer(struct host_text *text, int number)
{
	char digits[HOST_NUMBER_SIZE];
	(void)snprintf(digits, sizeof digits, "%d", number);
	host_csv_separate(text);
	host_text_add(text, digits);
}

void host_csv_add_text(struct host_text *text, const char *cell)
{
	host_csv_separate(text);
	host_text_add(text, "\"");
	while (*cell != 0) {
		const int length = host_text_character(cell);
		if (length == 0 && strchr("\t\n\r", *cell) == NULL) {
			char written[5];
			(void)snprintf(written, sizeof written, "\\x%02x", (unsigned)(unsigned char)*cell);
			host_text_add(text, written);
		} else {
			host_text_add(text, *cell == '"' ? "\"" : "");
			host_text_add_bytes(text, cell, length == 0 ? 1 : (size_t)length);
		}
		cell += length == 0 ? 1 : length;
	}
	host_text_add(text, "\"");
}

void host_csv_end_line(struct host_text *text)
{
	host_text_add(text, "\n");
}
