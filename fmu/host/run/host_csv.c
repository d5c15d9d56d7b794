#include "host_csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_number.h"

enum { HOST_CSV_DIGITS = 16 };

/* the text while it is cut into cells, in place */
struct host_csv_scan {
	char *next, *end;
	int line;
	int n_cells, capacity;
	char **cells;
};

static int host_csv_keep(struct host_csv_scan *s, char *cell)
{
	if (s->n_cells == s->capacity) {
		int capacity = s->capacity == 0 ? 64 : 2 * s->capacity;
		char **cells = realloc(s->cells, (size_t)capacity * sizeof *cells);
		if (cells == NULL) {
			return -1;
		}
		s->cells = cells;
		s->capacity = capacity;
	}
	s->cells[s->n_cells++] = cell;
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

/* cells of one line; *last tells whether the line ended. 0, -1 memory, -2 open quote */
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

/* one row: its cells, made as many as the header has. 0, or a text that says what is wrong */
static const char *host_csv_row(struct host_csv_scan *s, struct host_csv *csv)
{
	int first = s->n_cells, code = host_csv_line(s);
	if (code != 0) {
		return code == -2 ? "a double quote is not closed" : "out of memory";
	}
	int found = s->n_cells - first;
	if (first == 0) {
		csv->n_columns = found;
		return NULL;
	}
	if (found > csv->n_columns) {
		return "more cells than the first line";
	}
	for (; found < csv->n_columns; found++) {
		if (host_csv_keep(s, s->end) != 0) {
			return "out of memory";
		}
	}
	csv->n_rows++;
	return NULL;
}

int host_csv_read(const char *name, const char *text, size_t size, struct host_csv *csv, struct mech_message *message)
{
	memset(csv, 0, sizeof *csv);
	csv->memory = malloc(size + 2);
	csv->lines = malloc((size + 1) * sizeof *csv->lines);
	struct host_csv_scan s = {csv->memory, NULL, 1, 0, 0, NULL};
	const char *problem = csv->memory == NULL || csv->lines == NULL ? "out of memory" : NULL;
	if (problem == NULL) {
		memcpy(csv->memory, text, size);
		csv->memory[size] = csv->memory[size + 1] = 0;
		s.end = csv->memory + size;
		/* a byte order mark is no part of the first name */
		s.next += size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	}
	while (problem == NULL && s.next < s.end) {
		if (host_csv_is_empty_line(&s)) {
			s.next += *s.next == '\r' ? 2 : 1;
			s.line++;
			continue;
		}
		csv->lines[csv->n_rows] = s.line;
		problem = host_csv_row(&s, csv);
	}
	if (problem == NULL && s.n_cells == 0) {
		problem = "the file is empty; its first line must name the variables";
	}
	csv->cells = s.cells;
	if (problem != NULL) {
		host_say(message, "%s:%d: %s", name, s.line, problem);
		host_csv_free(csv);
		return -1;
	}
	return 0;
}

void host_csv_free(struct host_csv *csv)
{
	free(csv->cells);
	free(csv->lines);
	free(csv->memory);
	memset(csv, 0, sizeof *csv);
}

const char *host_csv_cell(const struct host_csv *csv, int row, int column)
{
	return csv->cells[(row + 1) * csv->n_columns + column];
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
		size_t plain = strcspn(cell, "\"");
		host_text_add_bytes(text, cell, plain);
		cell += plain;
		if (*cell == '"') {
			host_text_add(text, "\"\"");
			cell++;
		}
	}
	host_text_add(text, "\"");
}

void host_csv_end_line(struct host_text *text)
{
	host_text_add(text, "\n");
}
