/* Random numbers for tests: the same sequence on every machine (a 64-bit linear congruential step,
 * high bits mixed). */
#ifndef TEST_RANDOM_H
#define TEST_RANDOM_H

#include <stdint.h>

struct test_random {
	uint64_t state;
};

static inline struct test_random test_random_start(uint64_t seed)
{
	struct test_random random = {seed * UINT64_C(0x9e3779b97f4a7c15) + 1};

	return random;
}

static inline uint32_t test_random_bits(struct test_random *random)
{
	uint64_t mixed;

	random->state = random->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	mixed = random->state ^ (random->state >> 29);
	mixed *= UINT64_C(0xbf58476d1ce4e5b9);
	return (uint32_t)(mixed >> 32);
}

/* uniform in [low, high) */
static inline double test_random_in(struct test_random *random, double low, double high)
{
	return low + (high - low) * (test_random_bits(random) / 4294967296.0);
}

/* an integer in [low, high], both included */
static inline int test_random_int(struct test_random *random, int low, int high)
{
	return low + (int)(test_random_bits(random) % (uint32_t)(high - low + 1));
}

static inline void test_random_fill(struct test_random *random, int n, double *x)
{
	for (int i = 0; i < n; i++)
		x[i] = test_random_in(random, -1.0, 1.0);
}

#endif
