/* Sums of products of doubles and of 2 pi, to more digits than any test needs: products by fma,
 * sums by distillation (repeated error-free addition, Kahan), 2 pi as three doubles.
 */
#ifndef EXACT_SUM_H
#define EXACT_SUM_H

#include <math.h>

enum { EXACT_MOST = 64 };

struct exact_sum {
	int n;
	double term[EXACT_MOST];
};

static inline void exact_add(struct exact_sum *s, double x)
{
	s->term[s->n++] = x;
}

static inline void exact_add_product(struct exact_sum *s, double x, double y)
{
	exact_add(s, x * y);
	exact_add(s, fma(x, y, -(x * y)));
}

/* 2 pi x y */
static inline void exact_add_turns(struct exact_sum *s, double x, double y)
{
	static const double two_pi[3] = {6.283185307179586, 2.4492935982947064e-16, -5.989539619436679e-33};
	for (int i = 0; i < 3; i++) {
		exact_add_product(s, two_pi[i], x * y);
		exact_add_product(s, two_pi[i], fma(x, y, -(x * y)));
	}
}

static inline double exact_value(struct exact_sum *s)
{
	for (int pass = 0; pass < s->n; pass++) {
		for (int i = 1; i < s->n; i++) {
			const double a = s->term[i - 1], b = s->term[i], sum = a + b, of_b = sum - a;
			s->term[i - 1] = (a - (sum - of_b)) + (b - of_b);
			s->term[i] = sum;
		}
	}
	double sum = 0.0;
	for (int i = 0; i < s->n; i++) {
		sum += s->term[i];
	}
	return sum;
}

#endif
