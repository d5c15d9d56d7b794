#include "dae_method_table.h"

#define DAE_METHOD_ADDRESS(name) &name,
LA_TABLE const struct dae_method *const dae_methods[DAE_METHOD_COUNT] = {DAE_METHODS(DAE_METHOD_ADDRESS)};
#undef DAE_METHOD_ADDRESS

LA_FUNCTION int dae_method_count(void)
{
	return DAE_METHOD_COUNT;
}
