/* What a number of the mechanism follows, found by trying.
 *
 * Worlds (many, because contacts touch and friction sticks in some of them only) are mechanisms of the same structure, with random parameters, states, accelerations, multipliers and inputs.
 * What does not follow a number in any of them does not follow it by structure, whatever values the parameters have;
 * what follows it with the same factor in all does so with a constant. Random numbers are the same in every export.
 */
#ifndef MD_PROBE_H
#define MD_PROBE_H

#include "mech_model.h"

enum { MD_WORLDS = 24, MD_PROBE_MOST = 64 };

struct md_world {
	struct mech_context c; /* its arrays are those below, and derived numbers */
	double *q, *v, *a, *lambda;
	struct mech_signal *inputs;
};

struct md_probe {
	const struct mech_model *model;
	struct md_world world[MD_WORLDS];
	double *numbers; /* of all worlds */
};

enum md_kind { MD_NONE, MD_CONSTANT, MD_DEPENDENT };

/* n numbers, at most MD_PROBE_MOST, made of a world */
struct md_function {
	void (*evaluate)(const struct mech_context *c, const void *what, double *out);
	const void *what;
	int n;
};

/* the number of a world that is varied */
typedef double *md_place(struct md_world *world, int number);

/* 0, or -1 when memory is out */
int md_probe_open(const struct mech_model *model, struct md_probe *probe);
void md_probe_close(struct md_probe *probe);

/* kinds[n]: how each number of the function follows the number at the place */
void md_probe_vary(struct md_probe *probe, const struct md_function *f, md_place *place, int number,
                   enum md_kind kinds[MD_PROBE_MOST]);

#endif
