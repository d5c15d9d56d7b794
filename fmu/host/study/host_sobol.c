#include "host_sobol.h"

enum { HOST_SOBOL_DEGREE = 7 };

/* x^degree + c_1 x^(degree - 1) + ... + 1: the bits of `inner` are c_1 to c_(degree - 1) */
struct host_sobol_polynomial {
	int degree;
	unsigned inner;
	unsigned first[HOST_SOBOL_DEGREE];
};

/* dimension 0 has none: its direction numbers are the powers of two */
static const struct host_sobol_polynomial host_sobol_polynomials[HOST_SOBOL_DIMENSIONS] = {
	{0, 0, {0}},
	{1, 0, {1}},
	{2, 1, {1, 3}},
	{3, 1, {1, 3, 1}},
	{3, 2, {1, 1, 1}},
	{4, 1, {1, 1, 3, 3}},
	{4, 4, {1, 3, 5, 13}},
	{5, 2, {1, 1, 5, 5, 17}},
	{5, 4, {1, 1, 5, 5, 5}},
	{5, 7, {1, 1, 7, 11, 19}},
	{5, 11, {1, 1, 5, 1, 1}},
	{5, 13, {1, 1, 1, 3, 11}},
	{5, 14, {1, 3, 5, 5, 31}},
	{6, 1, {1, 3, 3, 9, 7, 49}},
	{6, 13, {1, 1, 1, 15, 21, 21}},
	{6, 16, {1, 3, 1, 13, 27, 49}},
	{6, 19, {1, 1, 1, 15, 7, 5}},
	{6, 22, {1, 3, 1, 15, 13, 25}},
	{6, 25, {1, 1, 5, 5, 19, 61}},
	{7, 1, {1, 3, 7, 11, 23, 15, 103}},
	{7, 4, {1, 3, 7, 13, 13, 15, 69}},
};

uint64_t host_sobol_point(uint64_t number, int dimension)
{
	const struct host_sobol_polynomial *p = &host_sobol_polynomials[dimension];
	uint64_t m[HOST_SOBOL_BITS], point = 0;
	for (int k = 0; k < HOST_SOBOL_BITS && number >> k != 0; k++) {
		/* m_k = 2 c_1 m_(k-1) ^ 4 c_2 m_(k-2) ^ ... ^ 2^degree m_(k-degree) ^ m_(k-degree) */
		m[k] = p->degree == 0 ? 1 : k < p->degree ? p->first[k] : m[k - p->degree];
		for (int i = 1; p->degree > 0 && k >= p->degree && i <= p->degree; i++) {
			const unsigned c = i == p->degree ? 1 : p->inner >> (p->degree - 1 - i) & 1;
			m[k] ^= c * (m[k - i] << i);
		}
		if (number >> k & 1) {
			point ^= m[k] << (HOST_SOBOL_BITS - 1 - k);
		}
	}
	return point;
}
