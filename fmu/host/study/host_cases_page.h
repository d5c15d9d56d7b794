/* A page that shows a table of cases: table, histograms, scatter of two columns, parallel
 * coordinates. One file, no network; the build puts it together from page/
 * (build/embed_page.cmake). */
#ifndef HOST_CASES_PAGE_H
#define HOST_CASES_PAGE_H

#include "host_case_table.h"

enum host_cases_kind { HOST_CASES_NUMBER, HOST_CASES_INPUT, HOST_CASES_RESULT };

/* a page that is written piece by piece:
 *
 *     host_cases_page_begin
 *     for each column: host_cases_page_column, then its values with host_cases_page_value
 *     host_cases_page_messages, then host_cases_page_message
 *     host_cases_page_end
 */
struct host_cases_page {
	struct host_text html; /* host_text_free */
	int n_columns, n_values;
};

/* command: what shows a case, with its values behind; "": nothing does. front: columns of the scatter,
 * NULL: the page decides */
void host_cases_page_begin(struct host_cases_page *page, const char *title, const char *about, const char *command,
                           const char *const *front);
/* words: texts of a column whose values are places in this list; NULL: it has numbers */
void host_cases_page_column(struct host_cases_page *page, const char *name, const char *unit, enum host_cases_kind kind,
                            const char *const *words, int n_words);
void host_cases_page_value(struct host_cases_page *page, double value);
void host_cases_page_messages(struct host_cases_page *page);
void host_cases_page_message(struct host_cases_page *page, const char *text);
void host_cases_page_end(struct host_cases_page *page);

/* the page of a study whose rows are complete, next to its results; *path: its name. Of very many
 * cases some are shown, equally far from each other. 0, or -1 with a message */
int host_cases_page_write(struct host_case_table *table, const char *results, char path[HOST_PATH_SIZE],
                          struct mech_message *message);

#endif
