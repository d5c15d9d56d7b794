/* All methods, one declaration each; dae_methods.c lists them. */
#ifndef DAE_METHODS_H
#define DAE_METHODS_H

#include "dae_method.h"

LA_TABLE_DECLARATION const struct dae_method dae_generalized_alpha;

#endif
