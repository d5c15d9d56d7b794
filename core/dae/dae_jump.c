#include "dae_jump.h"

#include <math.h>

static const double DAE_JUMP_PASSED = 1e-6;

enum { DAE_JUMP_MOST_TRIES = 40 };

LA_FUNCTION double dae_jump_aim(struct dae_jump *jump, double start, double end, double h)
{
	const double value = end - DAE_JUMP_PASSED / 2;
	const int side = value > 0 ? 1 : -1;
	const int near = fabs(value) <= DAE_JUMP_PASSED / 2;
	if (near || start > 0 || (jump->tries == 0 && side < 0) || jump->tries > DAE_JUMP_MOST_TRIES) {
		return 0;
	}
	if (jump->tries++ == 0) {
		jump->low_value = start - DAE_JUMP_PASSED / 2;
	}
	if (side > 0) {
		jump->high = h;
		jump->high_value = value;
		jump->low_value *= jump->side == side ? 0.5 : 1;
	} else {
		jump->low = h;
		jump->low_value = value;
		jump->high_value *= jump->side == side ? 0.5 : 1;
	}
	jump->side = side;
	if (jump->tries > DAE_JUMP_MOST_TRIES) {
		return jump->high;
	}
	return jump->low - jump->low_value * (jump->high - jump->low) / (jump->high_value - jump->low_value);
}
