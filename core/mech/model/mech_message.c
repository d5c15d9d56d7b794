/* Messages for people, put together without printf: the same text whatever locale the importing
 * program has set.
 *
 * A number is scaled into [1e5, 1e6) by a few powers of ten, rounded to an integer of six digits,
 * and written plainly for -4 <= exponent < 6, with an exponent otherwise; closing zeros are
 * dropped.
 */
#include "mech_model.h"

#include <string.h>

enum { MECH_MESSAGE_DIGITS = 6 };

LA_FUNCTION void mech_say(struct mech_message *m, const char *text)
{
	m->text[0] = '\0';
	mech_say_more(m, text);
}

LA_FUNCTION void mech_say_more(struct mech_message *m, const char *text)
{
	size_t used = strlen(m->text);
	size_t room = sizeof m->text - 1 - used;
	size_t length = strlen(text);
	if (length > room) {
		length = room;
	}
	memcpy(m->text + used, text, length);
	m->text[used + length] = '\0';
}

/* x > 0 and finite: digits d of six places and exponent n with x ~ d 10^(n-5), 100000 <= d <
 * 1000000 */
static long mech_message_scale(double x, int *exponent)
{
	static const double power[] = {1e256, 1e128, 1e64, 1e32, 1e16, 1e8, 1e4, 1e2, 1e1};
	int n = MECH_MESSAGE_DIGITS - 1;
	for (int k = 0, step = 256; k < 9; k++, step /= 2) {
		while (x >= 1e5 * power[k]) {
			x /= power[k];
			n += step;
		}
		while (x * power[k] < 1e6) {
			x *= power[k];
			n -= step;
		}
	}
	if (x >= 1e6) {
		x /= 10;
		n++;
	}
	long digits = (long)(x + 0.5);
	if (digits >= 1000000) {
		digits /= 10;
		n++;
	}
	*exponent = n;
	return digits;
}

static char *mech_message_exponent(char *out, int exponent)
{
	*out++ = 'e';
	*out++ = exponent < 0 ? '-' : '+';
	int size = exponent < 0 ? -exponent : exponent;
	if (size >= 100) {
		*out++ = (char)('0' + size / 100);
	}
	*out++ = (char)('0' + size / 10 % 10);
	*out++ = (char)('0' + size % 10);
	return out;
}

static void mech_message_write(char *out, long digits, int exponent)
{
	char digit[MECH_MESSAGE_DIGITS];
	for (int k = MECH_MESSAGE_DIGITS - 1; k >= 0; k--) {
		digit[k] = (char)('0' + digits % 10);
		digits /= 10;
	}
	int count = MECH_MESSAGE_DIGITS;
	while (count > 1 && digit[count - 1] == '0') {
		count--;
	}
	int plain = exponent >= -4 && exponent < MECH_MESSAGE_DIGITS;
	int point = plain ? exponent : 0; /* last digit before the point */
	if (point < 0) {
		*out++ = '0';
		*out++ = '.';
		for (int k = -1; k > point; k--) {
			*out++ = '0';
		}
	}
	for (int k = 0; k < count || k <= point; k++) {
		*out++ = digit[k];
		if (k == point && k + 1 < count) {
			*out++ = '.';
		}
	}
	if (!plain) {
		out = mech_message_exponent(out, exponent);
	}
	*out = '\0';
}

LA_FUNCTION void mech_say_number(struct mech_message *m, double number)
{
	char text[24];
	if (number != number) {
		mech_say_more(m, "nan");
		return;
	}
	if (number < 0) {
		mech_say_more(m, "-");
		number = -number;
	}
	if (number == 0) {
		mech_say_more(m, "0");
	} else if (number - number != 0) {
		mech_say_more(m, "inf");
	} else {
		int exponent;
		long digits = mech_message_scale(number, &exponent);
		mech_message_write(text, digits, exponent);
		mech_say_more(m, text);
	}
}
