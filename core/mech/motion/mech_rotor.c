/* Masses that move with joint coordinates; see mech_rotor.h. */
#include "mech_rotor.h"

#include <string.h>

/* both bodies of an element with a rotor move */
static int mech_rotor_couples(const struct mech_element *e)
{
	return mech_element_kind(e)->force.rotor && e->body[0] != MECH_GROUND && e->body[1] != MECH_GROUND;
}

LA_FUNCTION int mech_rotor_blocks(const struct mech_model *model, struct la_block *blocks)
{
	const int size = model->body_v;
	int n = 0;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int k = 0; k < 2 && mech_rotor_couples(e); k++, n++) {
			if (blocks) {
				blocks[n] = (struct la_block){model->bodies[e->body[k]].v, model->bodies[e->body[1 - k]].v, size, size};
			}
		}
	}
	return n;
}

/* block[size x size] += factor left right^T */
static void mech_rotor_add(int size, double factor, const double *left, const double *right, double *block)
{
	for (int k = 0; k < size * size; k++) {
		block[k] += factor * left[k / size] * right[k % size];
	}
}

LA_FUNCTION void mech_rotor_masses(const struct mech_context *c, double *bodies, double *coupled)
{
	const struct mech_model *model = c->model;
	const int size = model->body_v;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		if (!mech_element_kind(e)->force.rotor) {
			continue;
		}
		const double *row = c->derived + e->derived, mass = mech_element_kind(e)->force.rotor(c, e);
		for (int k = 0; k < 2; k++) {
			if (e->body[k] != MECH_GROUND) {
				mech_rotor_add(size, mass, row + k * size, row + k * size, bodies + e->body[k] * size * size);
			}
			if (mech_rotor_couples(e)) {
				memset(coupled, 0, (size_t)(size * size) * sizeof *coupled);
				mech_rotor_add(size, mass, row + k * size, row + (1 - k) * size, coupled);
				coupled += size * size;
			}
		}
	}
}

LA_FUNCTION double mech_rotor_energy(const struct mech_context *c)
{
	double energy = 0.0;
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		double v[MECH_MOST_LOCAL], rate = 0.0;
		if (!mech_element_kind(e)->force.rotor) {
			continue;
		}
		mech_gather(c, e, c->v, v);
		for (int k = 0; k < 2 * c->model->body_v; k++) {
			rate += c->derived[e->derived + k] * v[k];
		}
		energy += 0.5 * mech_element_kind(e)->force.rotor(c, e) * rate * rate;
	}
	return energy;
}
