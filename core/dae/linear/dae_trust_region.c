#include "dae_trust_region.h"

#include <math.h>

LA_FUNCTION double dae_trust_region_step(double eigenvalue, double plain, double epsilon)
{
	double square = eigenvalue * eigenvalue;
	return epsilon > 0 ? plain * (square / (square + epsilon)) : plain;
}

static double dae_trust_region_length(int n, const double *eigenvalue, const double *plain, double epsilon)
{
	double sum = 0;
	for (int k = 0; k < n; k++) {
		double y = dae_trust_region_step(eigenvalue[k], plain[k], epsilon);
		sum += y * y;
	}
	return sqrt(sum);
}

LA_FUNCTION double dae_trust_region(int n, const double *eigenvalue, const double *plain, double radius)
{
	if (dae_trust_region_length(n, eigenvalue, plain, 0) <= radius) {
		return 0;
	}
	/* |y| falls with epsilon; at the upper end every component is at most radius / sqrt(n) */
	double low = 0;
	double high = 0;
	for (int k = 0; k < n; k++) {
		high = fmax(high, eigenvalue[k] * eigenvalue[k] * fabs(plain[k]) * sqrt(n) / radius);
	}
	for (int i = 0; i < 200 && high - low > 1e-12 * high; i++) {
		double middle = low > 0 ? sqrt(low * high) : high * 1e-3;
		if (dae_trust_region_length(n, eigenvalue, plain, middle) > radius) {
			low = middle;
		} else {
			high = middle;
		}
	}
	return high;
}
