/* Place of a method in dae_methods, and its number as solver.method counts, by its name. */
#ifndef FIND_METHOD_H
#define FIND_METHOD_H

#include <string.h>

#include "dae_method.h"
#include "mech_model.h"

/* -1: there is none */
static inline int find_method(const char *name)
{
	for (int i = 0; i < dae_method_count(); i++) {
		if (strcmp(dae_methods[i]->name, name) == 0) {
			return i;
		}
	}
	return -1;
}

static inline int number_of_method(const char *name)
{
	return find_method(name) + MECH_FIRST_CHOICE;
}

#endif
