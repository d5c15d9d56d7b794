/* The mechanism file with the fitted numbers.
 *
 * The name of a variable is the way to its number in the file: bodies.rod.mass is the entry `mass`
 * of the entry `rod` of the section `bodies`, and joints.pin.at[2] the second number of a list. The
 * characters of the number are replaced; all others stay, comments too.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "host_fit.h"
#include "host_number.h"
#include "host_yaml.h"

/* characters of the file that are replaced */
struct host_fit_edit {
	size_t begin, length;
	char number[HOST_NUMBER_SIZE];
};

/* the n-th entry of a list, from 1 */
static const struct host_node *host_fit_entry(const struct host_node *list, int n)
{
	const struct host_node *entry = list->type == HOST_LIST ? list->first : NULL;
	for (int i = 1; i < n && entry != NULL; i++) {
		entry = entry->next;
	}
	return entry;
}

/* the node of a name; NULL: the file has none */
static const struct host_node *host_fit_node(const struct host_node *root, const char *name)
{
	const struct host_node *node = root;
	char part[256];
	while (*name != 0 && node != NULL) {
		if (*name == '[') {
			int row = 0, column = 0;
			const int n = sscanf(name, "[%9d,%9d]", &row, &column);
			node = host_fit_entry(node, row);
			node = node != NULL && n == 2 ? host_fit_entry(node, column) : node;
			name += strcspn(name, "]");
			name += *name == ']';
		} else {
			const size_t length = strcspn(name, ".[");
			if (length >= sizeof part) {
				return NULL;
			}
			memcpy(part, name, length);
			part[length] = 0;
			node = host_node_find(node, part);
			name += length;
		}
		name += *name == '.';
	}
	return node;
}

/* where a place is in the text; columns count characters */
static size_t host_fit_offset(const struct host_text *text, struct host_place place)
{
	size_t at = 0;
	for (int line = 1; line < place.line && at < text->size; at++) {
		line += text->bytes[at] == '\n';
	}
	for (int column = 1; column < place.column && at < text->size; column++) {
		at++;
		while (at < text->size && ((unsigned char)text->bytes[at] & 0xc0) == 0x80) {
			at++;
		}
	}
	return at;
}

static int host_fit_later(const void *a, const void *b)
{
	const struct host_fit_edit *x = a, *y = b;
	return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* the edit of a variable; 0, or -1 where the file has no place for it */
static int host_fit_edit_make(const struct host_text *text, const struct host_node *root, const char *name,
                              double value, struct host_fit_edit *edit)
{
	const struct host_node *node = host_fit_node(root, name);
	if (node == NULL || node->type != HOST_SCALAR || !node->verbatim) {
		return -1;
	}
	edit->begin = host_fit_offset(text, node->place);
	edit->length = strlen(node->text) + (node->plain ? 0 : 2);
	host_number_shortest(value, edit->number);
	return edit->begin + edit->length <= text->size ? 0 : -1;
}

static void host_fit_replace(const struct host_text *text, struct host_fit_edit *edits, int n, struct host_text *fitted)
{
	size_t done = 0;
	qsort(edits, (size_t)n, sizeof *edits, host_fit_later);
	for (int k = 0; k < n; k++) {
		host_text_add_bytes(fitted, text->bytes + done, edits[k].begin - done);
		host_text_add(fitted, edits[k].number);
		done = edits[k].begin + edits[k].length;
	}
	host_text_add_bytes(fitted, text->bytes + done, text->size - done);
}

int host_fit_mechanism(const struct host_fit *fit, const char *path, struct host_text *fitted, int *missing,
                       struct mech_message *message)
{
	struct host_text text = {0};
	struct host_fit_edit *edits = calloc((size_t)fit->n + 1, sizeof *edits);
	int n = 0, status = -1;
	struct host_node *root = NULL;
	if (edits == NULL) {
		host_say(message, "out of memory");
	} else if (host_file_read(path, HOST_YAML_MOST_BYTES, &text, message) == 0 &&
	           (root = host_yaml_read(path, text.bytes, text.size, message)) != NULL) {
		for (int k = 0; k < fit->n; k++) {
			const char *name = fit->study->variations[k].name;
			missing[k] = host_fit_edit_make(&text, root, name, fit->x[k], &edits[n]) != 0;
			n += !missing[k];
		}
		host_fit_replace(&text, edits, n, fitted);
		status = fitted->failed ? -1 : 0;
		if (status != 0) {
			host_say(message, "out of memory");
		}
	}
	host_yaml_free(root);
	host_text_free(&text);
	free(edits);
	return status;
}
