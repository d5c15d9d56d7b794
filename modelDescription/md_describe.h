/* What a variable is, in words that stand alone in an importer's list: "angle of joint pin",
 * "centre of mass (body rod, along x)". */
#ifndef MD_DESCRIBE_H
#define MD_DESCRIBE_H

#include "mech_model.h"

enum { MD_DESCRIPTION_SIZE = 600 };

void md_describe(const struct mech_model *model, const struct mech_variable *variable,
                 char description[MD_DESCRIPTION_SIZE]);

#endif
