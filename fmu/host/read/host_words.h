/* What other programs and engineers call things: the answer to a type that this file format does
 * not have.
 *
 * The words come from MuJoCo, URDF, SolidWorks, Adams, Modelica and workshops. They are compared
 * without upper case, `_`, blanks and a trailing `joint`: `HingeJoint` is `hinge`.
 */
#ifndef HOST_WORDS_H
#define HOST_WORDS_H

#include "mech_kinds.h"

enum { HOST_WORDS_SIZE = 240 };

/* what to write for a type in this section: "; a hinge is called 'revolute' here". NULL: the word
 * is not known */
const char *host_words_for(enum mech_space space, enum mech_section section, const char *word,
                           char text[HOST_WORDS_SIZE]);

/* what to write for a unit at the beginning of `text`, as mm or deg/s; NULL: none is there */
struct host_unit {
	const char *name, *factor; /* "deg", "*pi/180" */
	const char *rule;          /* "angles are in rad" */
};
const struct host_unit *host_words_unit(const char *text);

#endif
