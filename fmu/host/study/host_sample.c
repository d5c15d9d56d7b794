#include "host_sample.h"

#include <float.h>
#include <math.h>

#include "host_distribution.h"
#include "host_sobol.h"

/* ---- chance without state: a hash of what it is for */

/* the finalizer of SplitMix64 (Steele, Lea, Flood 2014) */
static uint64_t host_sample_mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15u;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

static uint64_t host_sample_hash(const struct host_study *s, uint64_t number, uint64_t dimension)
{
	return host_sample_mix(host_sample_mix(host_sample_mix((uint64_t)s->seed) ^ dimension) ^ number);
}

/* the middle of one of 2^52 equal parts of the unit interval: never 0 nor 1 */
static double host_sample_part(uint64_t bits)
{
	return ((double)(bits & (((uint64_t)1 << HOST_SOBOL_BITS) - 1)) + 0.5) / 4503599627370496.0;
}

static double host_sample_chance(const struct host_study *s, uint64_t number, uint64_t dimension)
{
	return host_sample_part(host_sample_hash(s, number, dimension) >> (64 - HOST_SOBOL_BITS));
}

/* ---- a permutation of 0 ... n - 1 without a table
 *
 * Four rounds of a Feistel network permute the numbers of 2 w bits, the smallest such set that
 * holds n numbers. A result that is too large goes through it again, until it is none (Black and
 * Rogaway 2002, cycle walking): fewer than four times on average. */
static uint64_t host_sample_permute(const struct host_study *s, uint64_t number, uint64_t n, int dimension)
{
	enum { ROUNDS = 4, KEYS = 1 << 20 };
	int w = 1;
	while ((uint64_t)1 << 2 * w < n) {
		w++;
	}
	const uint64_t mask = ((uint64_t)1 << w) - 1;
	do {
		for (int round = 0; round < ROUNDS; round++) {
			const uint64_t left = number >> w, right = number & mask;
			const uint64_t key = (uint64_t)KEYS + (uint64_t)dimension * ROUNDS + (uint64_t)round;
			number = right << w | (left ^ (host_sample_hash(s, right, key) & mask));
		}
	} while (number >= n);
	return number;
}

/* ---- coordinates */

/* a point of the sequence, every bit that the seed's number for the dimension has turned over */
static double host_sample_sobol(const struct host_study *s, int64_t number, int dimension)
{
	const uint64_t shift = host_sample_hash(s, 0, (uint64_t)dimension) >> (64 - HOST_SOBOL_BITS);
	return host_sample_part(host_sobol_point((uint64_t)number, dimension) ^ shift);
}

double host_sample_coordinate(const struct host_study *s, int64_t number, int dimension)
{
	const int64_t d = s->n_variations;
	const int64_t block = number / (d + 2), place = number % (d + 2);
	switch (s->sample) {
	case HOST_SAMPLE_LATIN_HYPERCUBE:
		return fmin(((double)host_sample_permute(s, (uint64_t)number, (uint64_t)s->n_cases, dimension) +
		             host_sample_chance(s, (uint64_t)number, (uint64_t)dimension)) /
		                (double)s->n_cases,
		            1.0 - DBL_EPSILON);
	case HOST_SAMPLE_SOBOL:
		return host_sample_sobol(s, number, dimension);
	case HOST_SAMPLE_SALTELLI:
		return host_sample_sobol(s, block, place == d + 1 || place == dimension + 1 ? dimension + (int)d : dimension);
	default:
		return host_sample_chance(s, (uint64_t)number, (uint64_t)dimension);
	}
}

/* ---- values */

/* value number k of a grid; the last one is `to` to all digits */
static double host_sample_grid(const struct host_variation *v, int k)
{
	return k == v->count - 1 ? v->to : v->from + (v->to - v->from) * ((double)k / (double)(v->count - 1));
}

static struct host_chosen host_sample_level(const struct host_variation *v, int k)
{
	if (v->kind == HOST_VARY_GRID) {
		return (struct host_chosen){-1, host_sample_grid(v, k)};
	}
	return (struct host_chosen){k, NAN};
}

static struct host_chosen host_sample_value(const struct host_variation *v, double u)
{
	struct host_chosen chosen = {-1, NAN};
	switch (v->kind) {
	case HOST_VARY_UNIFORM:
		chosen.number = v->from + u * (v->to - v->from);
		break;
	case HOST_VARY_NORMAL:
		chosen.number = host_normal_between(u, v->mean, v->deviation, v->from, v->to);
		break;
	case HOST_VARY_LOGNORMAL:
		chosen.number = host_lognormal_between(u, v->mean, v->deviation, v->from, v->to);
		break;
	case HOST_VARY_TRIANGULAR:
		chosen.number = host_triangular(u, v->from, v->mode, v->to);
		break;
	default:
		return host_sample_level(v, (int)fmin(floor(u * v->count), v->count - 1));
	}
	return chosen;
}

void host_sample_case(const struct host_study *s, int64_t number, struct host_chosen *chosen)
{
	int64_t rest = number;
	for (int k = s->n_variations - 1; k >= 0; k--) {
		const struct host_variation *v = &s->variations[k];
		if (s->sample == HOST_SAMPLE_GIVEN) {
			chosen[k] =
				k < s->n_given ? (struct host_chosen){-1, s->given[number * s->n_given + k]} : host_sample_level(v, 0);
		} else if (s->sample == HOST_SAMPLE_CASES) {
			chosen[k] = host_sample_level(v, (int)number);
		} else if (s->sample == HOST_SAMPLE_GRID) {
			chosen[k] = host_sample_level(v, (int)(rest % v->count));
			rest /= v->count;
		} else {
			chosen[k] = host_sample_value(v, host_sample_coordinate(s, number, k));
		}
	}
}

/* ---- how many */

/* dimensions of the sequence */
static int host_sample_dimensions(const struct host_study *s)
{
	return s->sample == HOST_SAMPLE_SOBOL      ? s->n_variations
	       : s->sample == HOST_SAMPLE_SALTELLI ? 2 * s->n_variations
	                                           : 0;
}

static void host_sample_check_grid(const struct host_study *s, struct host_problems *problems)
{
	for (int i = 0; i < s->n_variations; i++) {
		const struct host_variation *v = &s->variations[i];
		if (v->kind != HOST_VARY_GRID && v->kind != HOST_VARY_LIST) {
			host_problem_error(problems, s->file, v->place,
			                   "vary '%.100s': a distribution needs a sample, for example 'sample: {random: 1000}'",
			                   v->name == NULL ? "" : v->name);
		}
	}
}

void host_sample_check(struct host_study *s, struct host_problems *problems)
{
	double cases = s->size;
	if (host_sample_dimensions(s) > HOST_SOBOL_DIMENSIONS) {
		host_problem_error(problems, s->file, s->sample_place,
		                   "sample: %s takes at most %d variables, and there are %d; take latin_hypercube",
		                   host_sample_names[s->sample],
		                   s->sample == HOST_SAMPLE_SOBOL ? HOST_SOBOL_DIMENSIONS : HOST_SOBOL_DIMENSIONS / 2,
		                   s->n_variations);
	}
	if (s->sample == HOST_SAMPLE_GRID) {
		host_sample_check_grid(s, problems);
		cases = 1.0;
		for (int i = 0; i < s->n_variations; i++) {
			cases *= s->variations[i].count;
		}
	} else if (s->sample == HOST_SAMPLE_SALTELLI) {
		cases *= s->n_variations + 2;
	} else if (s->sample == HOST_SAMPLE_CASES) {
		cases = s->n_variations > 0 ? s->variations[0].count : 0;
	}
	if (cases > HOST_STUDY_MOST_CASES) {
		host_problem_error(problems, s->file, s->sample_place, "more than 1000000000 cases");
		cases = 0.0;
	}
	s->n_cases = (int64_t)cases;
}
