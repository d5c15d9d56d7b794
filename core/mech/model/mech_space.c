#include "mech_space.h"

LA_FUNCTION const struct mech_space_rules *mech_space_rules(enum mech_space space)
{
	return space == MECH_PLANAR ? &mech_planar_rules : &mech_spatial_rules;
}

LA_FUNCTION const struct mech_space_rules *mech_model_rules(const struct mech_model *model)
{
	return mech_space_rules((enum mech_space)model->head->space);
}
