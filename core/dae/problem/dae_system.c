#include "dae_system.h"

LA_FUNCTION int dae_system_moving(const struct dae_system *system)
{
	return system->n_kinetic > 0 ? system->n_kinetic : system->n_v;
}

LA_FUNCTION struct dae_powers dae_system_powers(const struct dae_system *system, const struct dae_point *p)
{
	struct dae_powers powers = {0, 0};
	if (system->powers) {
		system->powers(system->context, p, &powers);
	}
	return powers;
}
