#define _POSIX_C_SOURCE 200809L

#include "host_number.h"

#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOST_NUMBER_BLANKS " \t\r\n"

struct host_number_locale {
	locale_t plain, before;
};

/* the "C" locale for this thread, until the matching leave */
static struct host_number_locale host_number_enter(void)
{
	struct host_number_locale l = {newlocale(LC_ALL_MASK, "C", (locale_t)0), (locale_t)0};
	if (l.plain != (locale_t)0) {
		l.before = uselocale(l.plain);
	}
	return l;
}

static void host_number_leave(struct host_number_locale l)
{
	if (l.plain != (locale_t)0) {
		(void)uselocale(l.before);
		freelocale(l.plain);
	}
}

void host_number_write(double number, int digits, char text[HOST_NUMBER_SIZE])
{
	struct host_number_locale l = host_number_enter();
	(void)snprintf(text, HOST_NUMBER_SIZE, "%.*g", digits, number);
	host_number_leave(l);
}

void host_number_shortest(double number, char text[HOST_NUMBER_SIZE])
{
	struct host_number_locale l = host_number_enter();
	for (int digits = 1; digits <= 17; digits++) {
		(void)snprintf(text, HOST_NUMBER_SIZE, "%.*g", digits, number);
		if (strtod(text, NULL) == number) {
			break;
		}
	}
	host_number_leave(l);
}

int host_number_read(const char *text, double *number)
{
	const char *first = text + strspn(text, HOST_NUMBER_BLANKS);
	struct host_number_locale l = host_number_enter();
	char *end = NULL;
	double value = strtod(first, &end);
	host_number_leave(l);
	if (end == first || end[strspn(end, HOST_NUMBER_BLANKS)] != 0) {
		return -1;
	}
	*number = value;
	return 0;
}

int host_number_same(double a, double b)
{
	uint64_t bits[2];
	memcpy(&bits[0], &a, sizeof a);
	memcpy(&bits[1], &b, sizeof b);
	return bits[0] == bits[1];
}
