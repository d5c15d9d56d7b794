#define _POSIX_C_SOURCE 200809L
#include "host_suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOST_SUGGEST_LONGEST = 100 };

static char host_suggest_lower(char c)
{
	return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static int host_suggest_least(int a, int b)
{
	return a < b ? a : b;
}

/* restricted Damerau-Levenshtein distance: row i holds the distances of the first i letters of a to
 * those of b */
int host_edit_distance(const char *a, const char *b, int limit)
{
	int rows[3][HOST_SUGGEST_LONGEST + 1];
	int *before = rows[0], *last = rows[1], *now = rows[2];
	int n = (int)strlen(a), m = (int)strlen(b);
	if (n > HOST_SUGGEST_LONGEST || m > HOST_SUGGEST_LONGEST || abs(n - m) > limit) {
		return limit + 1;
	}
	for (int j = 0; j <= m; j++) {
		before[j] = last[j] = j;
	}
	for (int i = 1; i <= n; i++) {
		now[0] = i;
		for (int j = 1; j <= m; j++) {
			char x = host_suggest_lower(a[i - 1]), y = host_suggest_lower(b[j - 1]);
			int d = last[j - 1] + (x != y);
			d = host_suggest_least(d, host_suggest_least(last[j], now[j - 1]) + 1);
			if (i > 1 && j > 1 && x == host_suggest_lower(b[j - 2]) && y == host_suggest_lower(a[i - 2])) {
				d = host_suggest_least(d, before[j - 2] + 1);
			}
			now[j] = d;
		}
		int *row = before;
		before = last;
		last = now;
		now = row;
	}
	return last[m] <= limit ? last[m] : limit + 1;
}

struct host_suggestion host_suggest_begin(const char *wrong)
{
	int limit = (int)(strnlen(wrong, HOST_SUGGEST_LONGEST) + 2) / 3;
	return (struct host_suggestion){wrong, NULL, limit + 1};
}

/* leading dashes of options are no letters */
static int host_suggest_begins(const char *word, const char *wrong)
{
	size_t length = strlen(wrong);
	if (length < strspn(wrong, "-") + 2 || strlen(word) < length) {
		return 0;
	}
	for (size_t k = 0; k < length; k++) {
		if (host_suggest_lower(word[k]) != host_suggest_lower(wrong[k])) {
			return 0;
		}
	}
	return 1;
}

void host_suggest_offer(struct host_suggestion *s, const char *word)
{
	if (s->distance == 0) {
		return;
	}
	if (host_suggest_begins(word, s->wrong)) {
		s->best = word;
		s->distance = 0;
		return;
	}
	int distance = host_edit_distance(s->wrong, word, s->distance - 1);
	if (distance < s->distance && distance < (int)strlen(word)) {
		s->best = word;
		s->distance = distance;
	}
}

const char *host_suggest_text(const struct host_suggestion *s, char text[HOST_SUGGESTION_SIZE])
{
	text[0] = '\0';
	if (s->best != NULL) {
		snprintf(text, HOST_SUGGESTION_SIZE, " (did you mean '%s'?)", s->best);
	}
	return text;
}
