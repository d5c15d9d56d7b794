/* All methods, in the order of the table dae_methods. */
#ifndef DAE_METHOD_TABLE_H
#define DAE_METHOD_TABLE_H

#include "dae_method.h"

#define DAE_METHOD_DECLARATION(name) LA_TABLE_DECLARATION const struct dae_method name;
DAE_METHODS(DAE_METHOD_DECLARATION)
#undef DAE_METHOD_DECLARATION

#endif
