/* Nonlinear least squares with bounds and a robust loss.
 *
 * Wanted are x, lower <= x <= upper, for which
 *
 *     cost(x) = sum rho(r_i(x)) / 2
 *
 * is least; rho and the weights w are those of host_loss.h.
 *
 * Method: Levenberg and Marquardt (More 1978) with W = diag(w(r_i)):
 *
 *     (J^T W J + lambda D) d = - J^T W r,   D = diag(J^T W J)
 *
 * A variable at a bound that the gradient presses against it is held; steps end at bounds. J is
 * made of central differences, at a bound of differences to one side; a difference changes the
 * residuals by about the part `difference` of their sizes. All points of a Jacobian, and
 * several lambdas, are handed to the caller at once: they can be computed at the same time. The
 * result does not depend on that.
 *
 * r may have noise, as that of an integrator. So differences are long, and the iteration ends when
 * the model promises little.
 */
#ifndef HOST_LEAST_SQUARES_H
#define HOST_LEAST_SQUARES_H

#include "host_loss.h"

/* residuals r[count x m] of the points x[count x n]; bad[i]: there are none of point i. 0, or -1
 * when the search must end */
typedef int host_residuals(void *context, int count, const double *x, double *r, int *bad);

struct host_least_squares {
	int n, m;
	const double *lower, *upper; /* [n] -HUGE_VAL and HUGE_VAL: none */
	const double *scale;         /* [n] > 0: what is small for each variable */
	const double *sizes;         /* [m] > 0: a large change of each residual */
	double difference;
	double gain, part; /* the end: less of the cost is promised, or less than this part of it */
	enum host_loss loss;
	int most_iterations;
	host_residuals *residuals;
	void *context;
};

enum host_fit_end {
	HOST_FIT_CONVERGED,
	HOST_FIT_STALLED,   /* no step makes the cost less: as good as the noise of r allows */
	HOST_FIT_LIMIT,     /* of iterations */
	HOST_FIT_BAD_START, /* no residuals at the start */
	HOST_FIT_BAD_NEAR,  /* none on either side of a point, in direction `variable` */
	HOST_FIT_BROKEN     /* the caller wanted to end, or memory was out */
};

struct host_solution {
	enum host_fit_end end;
	int iterations, variable;
	double cost;
	double *r;   /* [m] */
	double *jac; /* [m x n], column by column */
	int *held;   /* [n] at a bound that the cost presses it against */
};

/* from x to the solution, with residuals and Jacobian there. host_solution_free in any case */
void host_least_squares(const struct host_least_squares *problem, double *x, struct host_solution *solution);
void host_solution_free(struct host_solution *solution);

/* Covariance of the solution.
 *
 * covariance[n x n] := s (J^T J)^-1 over variables that are not held. s is given for a linear loss
 * (1: the residuals are in standard deviations); for others it follows from the residuals (Huber
 * 1981, section 7.6): m / (m - n) sum (w r)^2 / m / (sum (w r)' / m)^2.
 *
 * Directions that change the residuals by less than 1e-4 of what their variables do alone cannot be
 * told from noise. Variables in them get NAN; `together` is set for those of the worst direction.
 * Returns the number of such directions, or -1 when memory is out. */
int host_solution_covariance(const struct host_least_squares *problem, const struct host_solution *solution,
                             double *covariance, int *together);

#endif
