#include "host_loss.h"

#include <math.h>

#define HOST_HUBER 1.345
#define HOST_CAUCHY 2.385

const char *const host_loss_names[HOST_LOSSES] = {"linear", "huber", "cauchy"};

double host_loss(enum host_loss loss, double r)
{
	const double size = fabs(r), u = r / HOST_CAUCHY;
	switch (loss) {
	case HOST_LOSS_HUBER:
		return size <= HOST_HUBER ? r * r : HOST_HUBER * (2.0 * size - HOST_HUBER);
	case HOST_LOSS_CAUCHY:
		return HOST_CAUCHY * HOST_CAUCHY * log1p(u * u);
	default:
		return r * r;
	}
}

double host_loss_weight(enum host_loss loss, double r)
{
	const double size = fabs(r), u = r / HOST_CAUCHY;
	switch (loss) {
	case HOST_LOSS_HUBER:
		return size <= HOST_HUBER ? 1.0 : HOST_HUBER / size;
	case HOST_LOSS_CAUCHY:
		return 1.0 / (1.0 + u * u);
	default:
		return 1.0;
	}
}

double host_loss_slope(enum host_loss loss, double r)
{
	const double u = r / HOST_CAUCHY, square = u * u;
	switch (loss) {
	case HOST_LOSS_HUBER:
		return fabs(r) <= HOST_HUBER ? 1.0 : 0.0;
	case HOST_LOSS_CAUCHY:
		return (1.0 - square) / ((1.0 + square) * (1.0 + square));
	default:
		return 1.0;
	}
}
