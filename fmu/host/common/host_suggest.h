/* "Did you mean ...?": the known word nearest to a wrong one.
 *
 * Nearness is the number of letters to insert, remove, replace or swap with their neighbour; upper
 * and lower case count as equal. Words too far away (more than a third of their letters) are not
 * suggested. A word that continues where the wrong one ends (two letters at least) is nearest of
 * all.
 */
#ifndef HOST_SUGGEST_H
#define HOST_SUGGEST_H

struct host_suggestion {
	const char *wrong;
	const char *best; /* NULL: none is near */
	int distance;
};

struct host_suggestion host_suggest_begin(const char *wrong);
void host_suggest_offer(struct host_suggestion *s, const char *word);

/* " (did you mean 'word'?)", or nothing */
enum { HOST_SUGGESTION_SIZE = 160 };
const char *host_suggest_text(const struct host_suggestion *s, char text[HOST_SUGGESTION_SIZE]);

int host_edit_distance(const char *a, const char *b, int limit); /* larger than limit: limit + 1 */

#endif
