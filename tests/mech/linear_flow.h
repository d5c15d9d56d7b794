/* Solutions that tests compare controlled mechanisms with: of linear equations by the series of the
 * exponential, of others by the classical Runge-Kutta method. */
#ifndef LINEAR_FLOW_H
#define LINEAR_FLOW_H

#include <math.h>
#include <string.h>

enum { FLOW_MOST = 12, FLOW_TERMS = 24 };

/* x[n] after the time t of dx/dt = A x + b, A row-major: in parts of |A| h <= 1/2, each by its
 * series */
static inline void linear_flow(int n, const double *A, const double *b, double t, double *x)
{
	double norm = 0;
	for (int i = 0; i < n * n; i++) {
		norm = fmax(norm, n * fabs(A[i]));
	}
	const int parts = (int)ceil(2 * norm * t) + 1;
	const double h = t / parts;
	for (int part = 0; part < parts; part++) {
		/* derivative k at the beginning times h^k / k! */
		double term[FLOW_MOST], next[FLOW_MOST];
		for (int i = 0; i < n; i++) {
			term[i] = b[i];
			for (int j = 0; j < n; j++) {
				term[i] += A[n * i + j] * x[j];
			}
			term[i] *= h;
		}
		for (int k = 2; k < FLOW_TERMS; k++) {
			for (int i = 0; i < n; i++) {
				x[i] += term[i];
				next[i] = 0;
				for (int j = 0; j < n; j++) {
					next[i] += A[n * i + j] * term[j] * h / k;
				}
			}
			memcpy(term, next, (size_t)n * sizeof *term);
		}
	}
}

/* x[n] from t to t + span of dx/dt = rate(t, x) in so many steps of the classical Runge-Kutta
 * method */
typedef void flow_rate(const void *context, double t, const double *x, double *rate);
static inline void runge_kutta(int n, flow_rate *rate, const void *context, double t, double span, int steps, double *x)
{
	const double h = span / steps;
	for (int step = 0; step < steps; step++, t += h) {
		static const double places[4] = {0, 0.5, 0.5, 1}, weights[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
		double k[FLOW_MOST] = {0}, at[FLOW_MOST], sum[FLOW_MOST] = {0};
		for (int stage = 0; stage < 4; stage++) {
			for (int i = 0; i < n; i++) {
				at[i] = x[i] + places[stage] * h * k[i];
			}
			rate(context, t + places[stage] * h, at, k);
			for (int i = 0; i < n; i++) {
				sum[i] += weights[stage] * h * k[i];
			}
		}
		for (int i = 0; i < n; i++) {
			x[i] += sum[i];
		}
	}
}

#endif
