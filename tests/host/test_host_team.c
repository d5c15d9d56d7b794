/* A team does every part once, whatever the number of its threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host_team.h"

enum { MOST_PARTS = 100 };

static void count(void *context, int part)
{
	atomic_fetch_add((atomic_int *)context + part, 1);
}

static void every_part_is_done_once(void **state)
{
	(void)state;
	for (int threads = 0; threads < 9; threads++) {
		struct host_team *team = threads == 0 ? NULL : host_team_create(threads);
		for (int n = 0; n <= MOST_PARTS; n += 20) {
			atomic_int done[MOST_PARTS] = {0};
			for (int round = 1; round <= 30; round++) {
				host_team_run(team, n, count, done);
				for (int part = 0; part < n; part++) {
					assert_int_equal(atomic_load(&done[part]), round);
				}
			}
		}
		host_team_free(team);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(every_part_is_done_once)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
