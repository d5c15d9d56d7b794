/* Inverse distribution functions: the value below which a part u of all values lies, 0 < u < 1. */
#ifndef HOST_DISTRIBUTION_H
#define HOST_DISTRIBUTION_H

/* of the normal distribution with mean 0 and deviation 1, and the function itself */
double host_normal_inverse(double u);
double host_normal(double x);

/* the same of a normal distribution of which values outside of `from` to `to` are left out */
double host_normal_between(double u, double mean, double deviation, double from, double to);

/* of a value with this mean and deviation whose logarithm is normal */
double host_lognormal_between(double u, double mean, double deviation, double from, double to);

double host_triangular(double u, double from, double mode, double to);

#endif
