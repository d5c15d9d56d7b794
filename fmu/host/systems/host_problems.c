#define _POSIX_C_SOURCE 200809L

#include "host_problems.h"

#include <stdlib.h>
#include <string.h>

#include "host_fail.h"

static void host_problems_add(struct host_problems *p, const char *file, struct host_place place, int is_error,
                              const char *line)
{
	struct host_problem *list = p->failed ? NULL : realloc(p->list, (size_t)(p->n + 1) * sizeof *list);
	if (list == NULL) {
		p->failed = 1;
		return;
	}
	p->list = list;
	list[p->n] = (struct host_problem){strdup(file), strdup(line), place, is_error};
	if (list[p->n].file == NULL || list[p->n].text == NULL) {
		free(list[p->n].file);
		free(list[p->n].text);
		p->failed = 1;
		return;
	}
	p->n++;
	p->n_errors += is_error;
}

void host_problem_error(struct host_problems *problems, const char *file, struct host_place place, const char *format,
                        ...)
{
	struct mech_message message;
	va_list arguments;
	va_start(arguments, format);
	(void)host_fail_list(&message, file, place, "", format, arguments);
	va_end(arguments);
	host_problems_add(problems, file, place, 1, message.text);
}

void host_problem_note(struct host_problems *problems, const char *file, struct host_place place, const char *format,
                       ...)
{
	struct mech_message message;
	va_list arguments;
	va_start(arguments, format);
	(void)host_fail_list(&message, file, place, "", format, arguments);
	va_end(arguments);
	host_problems_add(problems, file, place, 0, message.text);
}

void host_problem_message(struct host_problems *problems, const struct mech_message *message)
{
	host_problems_add(problems, "", (struct host_place){0, 0}, 1, message->text);
}

int host_problems_fail(const struct host_problems *problems)
{
	return problems->failed || problems->n_errors > 0;
}

/* lines of one file by their places; of several files, file by file in the order of their names */
static int host_problems_compare(const void *a, const void *b)
{
	const struct host_problem *x = a, *y = b;
	const int files = strcmp(x->file, y->file);
	if (files != 0) {
		return files;
	}
	if (x->place.line != y->place.line) {
		return x->place.line < y->place.line ? -1 : 1;
	}
	if (x->place.column != y->place.column) {
		return x->place.column < y->place.column ? -1 : 1;
	}
	return strcmp(x->text, y->text);
}

int host_problems_write(struct host_problems *problems, int notes, FILE *out)
{
	if (problems->n > 1) {
		qsort(problems->list, (size_t)problems->n, sizeof *problems->list, host_problems_compare);
	}
	for (int i = 0; i < problems->n; i++) {
		if (problems->list[i].is_error || notes) {
			(void)fprintf(out, "%s%s\n", problems->list[i].is_error ? "" : "note: ", problems->list[i].text);
		}
	}
	if (problems->failed) {
		(void)fputs("out of memory\n", out);
	}
	return problems->failed ? -1 : 0;
}

void host_problems_free(struct host_problems *problems)
{
	for (int i = 0; i < problems->n; i++) {
		free(problems->list[i].file);
		free(problems->list[i].text);
	}
	free(problems->list);
	memset(problems, 0, sizeof *problems);
}
