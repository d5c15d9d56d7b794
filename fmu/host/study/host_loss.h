/* What a residual adds to the cost of a fit.
 *
 * rho(r) is r^2 (linear), or grows more slowly beyond a few r, so that single wrong measurements do
 * not decide: those of Huber (1964), k = 1.345, and Cauchy, k = 2.385. With these k both lose 5 % of
 * precision where errors are normal.
 */
#ifndef HOST_LOSS_H
#define HOST_LOSS_H

enum host_loss { HOST_LOSS_LINEAR, HOST_LOSS_HUBER, HOST_LOSS_CAUCHY, HOST_LOSSES };
extern const char *const host_loss_names[HOST_LOSSES];

/* rho(r), the weight w(r) = rho'(r) / 2 r, and the derivative of r w(r) */
double host_loss(enum host_loss loss, double r);
double host_loss_weight(enum host_loss loss, double r);
double host_loss_slope(enum host_loss loss, double r);

#endif
