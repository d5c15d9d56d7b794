#include "host_loose.h"

#include <string.h>

#include "la_dense.h"
#include "mech_body.h"

static const double HOST_LOOSE_SOFT = 1e-6; /* share of the largest stiffness that is none */

struct host_loose {
	const struct mech_model *model;
	unsigned char *group; /* [n_bodies] 1: belongs to the group */
	int grounded, grew;
};

static int host_loose_is_inside(const struct host_loose *l, int body)
{
	return body != MECH_GROUND && l->group[body];
}

/* some bodies of the element belong to the group, others do not */
static int host_loose_crosses(const struct host_loose *l, const struct mech_element *e)
{
	int inside = 0;
	for (int k = 0; k < e->n_bodies; k++) {
		inside += host_loose_is_inside(l, e->body[k]);
	}
	return inside > 0 && inside < e->n_bodies;
}

static int host_loose_is_joint(const struct mech_kind *kind)
{
	return kind->section == MECH_JOINT;
}

static int host_loose_is_elastic(const struct mech_kind *kind)
{
	return kind->section == MECH_FORCE_ELEMENT && kind->force.tangent != NULL && !kind->force.is_friction;
}

/* the group takes the other bodies of all elements of a sort that cross its border */
static void host_loose_take(struct host_loose *l, int (*is_sort)(const struct mech_kind *kind))
{
	for (int i = 0; i < l->model->n_elements; i++) {
		const struct mech_element *e = &l->model->elements[i];
		if (!is_sort(mech_element_kind(e)) || !host_loose_crosses(l, e)) {
			continue;
		}
		for (int k = 0; k < e->n_bodies; k++) {
			if (e->body[k] == MECH_GROUND) {
				l->grounded = 1;
			} else {
				l->grew |= !l->group[e->body[k]];
				l->group[e->body[k]] = 1;
			}
		}
	}
}

static void host_loose_join(struct host_loose *l)
{
	do {
		l->grew = 0;
		host_loose_take(l, host_loose_is_joint);
	} while (l->grew);
}

/* K += stiffness of one element against a displacement of the group while all else stands still */
static void host_loose_add(const struct host_loose *l, const struct mech_context *c, const struct mech_element *e,
                           double K[MECH_MOST_DIMENSION * MECH_MOST_DIMENSION])
{
	const int n = l->model->body_v, dimension = mech_model_rules(l->model)->dimension;
	const int width = mech_local_size(l->model, e);
	double local[MECH_MOST_LOCAL * MECH_MOST_LOCAL] = {0.0};
	mech_element_kind(e)->force.tangent(c, e, 1.0, 0.0, local);
	for (int a = 0; a < e->n_bodies * e->n_bodies; a++) {
		const int to = a / e->n_bodies, from = a % e->n_bodies;
		if (!host_loose_is_inside(l, e->body[to]) || !host_loose_is_inside(l, e->body[from])) {
			continue;
		}
		for (int i = 0; i < dimension * dimension; i++) {
			const double entry = local[(to * n + i / dimension) * width + from * n + i % dimension];
			/* the symmetric part */
			K[i] += 0.5 * entry;
			K[(i % dimension) * dimension + i / dimension] += 0.5 * entry;
		}
	}
}

/* elastic forces resist each displacement of the group */
static int host_loose_is_held(const struct host_loose *l, const struct mech_context *c)
{
	const int dimension = mech_model_rules(l->model)->dimension;
	double K[MECH_MOST_DIMENSION * MECH_MOST_DIMENSION] = {0.0}, stiffness[MECH_MOST_DIMENSION];
	double work[MECH_MOST_DIMENSION * MECH_MOST_DIMENSION + 3 * MECH_MOST_DIMENSION + 1];
	for (int i = 0; i < l->model->n_elements; i++) {
		const struct mech_element *e = &l->model->elements[i];
		if (host_loose_is_elastic(mech_element_kind(e)) && host_loose_crosses(l, e)) {
			host_loose_add(l, c, e, K);
		}
	}
	return la_eigen(dimension, K, dimension, stiffness, work) == 0 && stiffness[dimension - 1] > 0.0 &&
	       stiffness[0] > HOST_LOOSE_SOFT * stiffness[dimension - 1];
}

int host_loose_spread(const struct host_facts *facts, int body, unsigned char *group)
{
	const struct mech_context c = mech_instance_point(facts->instance);
	struct host_loose l = {&facts->model, group, 0, 0};
	group[body] = 1;
	host_loose_join(&l);
	while (!l.grounded && host_loose_is_held(&l, &c)) {
		host_loose_take(&l, host_loose_is_elastic);
		host_loose_join(&l);
	}
	return l.grounded;
}
