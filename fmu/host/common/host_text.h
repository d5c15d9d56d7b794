/* A growing text, and messages in the manner of printf.
 *
 * When memory is out the text keeps what it has and `failed` is set: callers append freely and look
 * once, at the end.
 */
#ifndef HOST_TEXT_H
#define HOST_TEXT_H

#include <stddef.h>

#include "mech_model.h"

struct host_text {
	char *bytes;           /* ends with 0 as soon as something was appended; host_text_free */
	size_t size, capacity; /* size: without the closing 0 */
	int failed;
};

void host_text_add(struct host_text *t, const char *text);
void host_text_add_bytes(struct host_text *t, const void *bytes, size_t size);
void host_text_add_number(struct host_text *t, double number);     /* fewest digits that read back */
void host_text_add_escaped(struct host_text *t, const char *text); /* & < > " ' written as XML wants them */
void host_text_add_json(struct host_text *t, const char *text);    /* in double quotes, safe inside a page, too */
void host_text_free(struct host_text *t);

/* joints.pin.force[2] -> joints_pin_force_2, in place */
void host_text_flatten(char *name);

/* bytes of the UTF-8 character that begins there; 0: there is none, or it is a control character */
int host_text_character(const char *text);

/* a copy with such bytes as \x1b; cut when there is no room */
void host_text_escape(const char *text, char *escaped, size_t size);

/* replaces the message; longer texts are cut, control characters escaped */
void host_say(struct mech_message *m, const char *format, ...);

/* puts `where: ` in front of the message */
void host_say_where(struct mech_message *m, const char *where);

#endif
