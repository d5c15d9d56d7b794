#include "host_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_number.h"

/* room for `more` bytes and the closing 0 */
static int host_text_reserve(struct host_text *t, size_t more)
{
	if (t->failed || more >= (size_t)-1 / 4 - t->size) {
		t->failed = 1;
		return -1;
	}
	size_t needed = t->size + more + 1;
	if (needed <= t->capacity) {
		return 0;
	}
	size_t capacity = needed < 256 ? 256 : 2 * needed;
	char *bytes = realloc(t->bytes, capacity);
	if (bytes == NULL) {
		t->failed = 1;
		return -1;
	}
	t->bytes = bytes;
	t->capacity = capacity;
	return 0;
}

void host_text_add_bytes(struct host_text *t, const void *bytes, size_t size)
{
	if (host_text_reserve(t, size) != 0) {
		return;
	}
	if (size > 0) {
		memcpy(t->bytes + t->size, bytes, size);
	}
	t->size += size;
	t->bytes[t->size] = 0;
}

void host_text_add(struct host_text *t, const char *text)
{
	host_text_add_bytes(t, text, strlen(text));
}

void host_text_add_number(struct host_text *t, double number)
{
	char text[HOST_NUMBER_SIZE];
	host_number_shortest(number, text);
	host_text_add(t, text);
}

void host_text_add_escaped(struct host_text *t, const char *text)
{
	static const char special[] = "&<>\"'";
	static const char *const written[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
	while (*text != 0) {
		size_t plain = strcspn(text, special);
		host_text_add_bytes(t, text, plain);
		text += plain;
		if (*text != 0) {
			host_text_add(t, written[strchr(special, *text) - special]);
			text++;
		}
	}
}

void host_text_add_json(struct host_text *t, const char *text)
{
	host_text_add(t, "\"");
	for (; *text != 0; text++) {
		const unsigned char c = (unsigned char)*text;
		char written[8] = {*text, 0};
		if (c < ' ' || c == '"' || c == '\\' || c == '<') {
			(void)snprintf(written, sizeof written, "\\u%04x", c);
		}
		host_text_add(t, written);
	}
	host_text_add(t, "\"");
}

void host_text_free(struct host_text *t)
{
	if (t != NULL) {
		free(t->bytes);
		memset(t, 0, sizeof *t);
	}
}

void host_say(struct mech_message *m, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(m->text, sizeof m->text, format, arguments);
	va_end(arguments);
}

void host_say_where(struct mech_message *m, const char *where)
{
	struct mech_message old = *m;
	host_say(m, "%s: %s", where, old.text);
}
