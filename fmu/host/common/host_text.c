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

void host_text_flatten(char *name)
{
	char *out = name;
	for (; *name != 0; name++) {
		if (*name != ']') {
			*out++ = (char)(*name == '.' || *name == '[' ? '_' : *name);
		}
	}
	*out = 0;
}

int host_text_character(const char *text)
{
	static const struct {
		unsigned char mask, lead;
		unsigned long least;
	} forms[] = {{0x80, 0x00, 0x20}, {0xe0, 0xc0, 0xa0}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
	const unsigned char *c = (const unsigned char *)text;
	for (int length = 1; length <= 4; length++) {
		if ((c[0] & forms[length - 1].mask) != forms[length - 1].lead) {
			continue;
		}
		unsigned long code = c[0] & (unsigned long)(unsigned char)~forms[length - 1].mask;
		for (int i = 1; i < length; i++) {
			if ((c[i] & 0xc0) != 0x80) {
				return 0;
			}
			code = code << 6 | (c[i] & 0x3fu);
		}
		int surrogate = code >= 0xd800 && code < 0xe000;
		return code < forms[length - 1].least || code == 0x7f || surrogate || code > 0x10ffff ? 0 : length;
	}
	return 0;
}

/* what came from a file must not move the cursor or write over what stands there */
void host_text_escape(const char *text, char *escaped, size_t size)
{
	size_t used = 0;
	while (*text != 0) {
		int length = host_text_character(text);
		size_t needed = length == 0 ? 4 : (size_t)length;
		if (used + needed >= size) {
			break;
		}
		if (length == 0) {
			(void)snprintf(escaped + used, size - used, "\\x%02x", (unsigned)(unsigned char)*text);
		} else {
			memcpy(escaped + used, text, needed);
		}
		used += needed;
		text += length == 0 ? 1 : length;
	}
	escaped[used] = 0;
}

void host_say(struct mech_message *m, const char *format, ...)
{
	char text[sizeof m->text];
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	host_text_escape(text, m->text, sizeof m->text);
}

void host_say_where(struct mech_message *m, const char *where)
{
	struct mech_message old = *m;
	host_say(m, "%s: %s", where, old.text);
}
