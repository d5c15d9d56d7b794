#include "host_fail.h"

#include <stdio.h>
#include <string.h>

int host_fail_list(struct mech_message *message, const char *file, struct host_place place, const char *context,
                   const char *format, va_list arguments)
{
	char text[sizeof message->text];
	if (place.line > 0) {
		snprintf(text, sizeof text, "%.200s:%d:%d: ", file, place.line, place.column);
	} else {
		snprintf(text, sizeof text, "%.200s: ", file);
	}
	mech_say(message, text);
	if (context[0] != '\0') {
		mech_say_more(message, context);
		mech_say_more(message, ": ");
	}
	vsnprintf(text, sizeof text, format, arguments);
	mech_say_more(message, text);
	for (char *c = message->text; *c != '\0'; c++) {
		if ((unsigned char)*c < ' ' || *c == 0x7f) {
			*c = ' ';
		}
	}
	return -1;
}

int host_fail(struct mech_message *message, const char *file, struct host_place place, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	host_fail_list(message, file, place, "", format, arguments);
	va_end(arguments);
	return -1;
}
