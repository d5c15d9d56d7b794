#include "dae_options.h"

#include <math.h>

/* Near a singular position, where A has a small eigenvalue e, rounding turns the direction of the
 * constraint by about 1e-16 / e. The threshold keeps that far below the tolerance. */
LA_FUNCTION struct dae_options dae_options_for(double tolerance)
{
	return (struct dae_options){
		.tolerance = tolerance,
		.spectral_radius = 0.8,
		.largest_order = 5,
		.gamma = 1e3,
		.epsilon = 1e-6,
		.kkt = {.regularization = 1e-14, .augmentation = 1, .threshold = fmin(3e-13 / tolerance, 1e-6)},
	};
}
