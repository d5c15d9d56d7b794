/* Mechanism files written by tests. Include cmocka.h first. */
#ifndef TRUTH_TEXT_H
#define TRUTH_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

struct truth_text {
	char bytes[32768];
	size_t length;
};

static inline void truth_add(struct truth_text *text, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	text->length += (size_t)vsnprintf(text->bytes + text->length, sizeof text->bytes - text->length, format, arguments);
	va_end(arguments);
	assert_true(text->length < sizeof text->bytes);
}

#endif
