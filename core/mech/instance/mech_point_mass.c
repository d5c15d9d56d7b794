/* Bodies with a mass and no inertia that nothing turns (mech_instance_parts.h).
 *
 * Whether an element turns a body shows at a configuration and a motion of no symmetry, with inputs
 * that are not zero: what acts at the centre of mass turns it nowhere, everything else turns it
 * there. An element that does nothing at all there (a contact that is open) may turn it elsewhere.
 */
#include <math.h>

#include "mech_equations.h"
#include "mech_instance_parts.h"

static int mech_is_point_mass(const struct mech_model *model, const double *numbers)
{
	double sum = 0;
	for (int k = MECH_BODY_INERTIA; k < mech_model_rules(model)->center; k++) {
		sum += fabs(numbers[k]);
	}
	return numbers[MECH_BODY_MASS] > 0 && sum == 0;
}

/* numbers in (-0.5, 0.5) without a pattern */
static double mech_point_mass_some(int k)
{
	const double x = 0.6180339887498949 * (k + 1);
	return x - floor(x) - 0.5;
}

LA_FUNCTION size_t mech_point_masses_work(const struct mech_model *model)
{
	return 2 * (size_t)model->n_q + 2 * (size_t)model->n_v +
	       (size_t)model->n_inputs * (sizeof(struct mech_signal) / sizeof(double));
}

/* a place and a motion of no symmetry */
static struct mech_context mech_point_mass_anywhere(struct mech_instance *m)
{
	const struct mech_model *model = &m->model;
	struct mech_context c = mech_instance_point(m);
	double *q = m->anywhere, *drawn = q + model->n_q, *v = drawn + model->n_q, *step = v + model->n_v;
	struct mech_signal *inputs = (struct mech_signal *)(void *)(step + model->n_v);
	mech_drawing(&c, drawn);
	for (int i = 0; i < model->n_v; i++) {
		const double unit = i % model->body_v < mech_model_rules(model)->dimension ? m->head->length : 1;
		step[i] = unit * mech_point_mass_some(i);
		v[i] = unit * mech_point_mass_some(i + model->n_v);
	}
	mech_move(model, drawn, step, q);
	for (int i = 0; i < model->n_inputs; i++) {
		inputs[i] = (struct mech_signal){.u = {1}};
	}
	c.q = q;
	c.v = v;
	c.inputs = inputs;
	return c;
}

/* the largest of rows of a local matrix over columns from..to */
static double mech_point_mass_largest(const double *local, int rows, int width, int from, int to)
{
	double largest = 0;
	for (int k = 0; k < rows * width; k++) {
		largest = k % width >= from && k % width < to ? fmax(largest, fabs(local[k])) : largest;
	}
	return largest;
}

/* may the element turn the body that is its number k? */
static int mech_point_mass_turns(const struct mech_context *c, const struct mech_element *e, int k)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const int size = c->model->body_v, first = k * size, turning = first + mech_model_rules(c->model)->dimension;
	double local[MECH_MOST_ROWS * MECH_MOST_LOCAL] = {0.0};
	int turns = 0;
	if (kind->row.count > 0) {
		kind->row.jacobian(c, e, local);
		turns = mech_point_mass_largest(local, kind->row.count, size * e->n_bodies, turning, first + size) != 0;
	}
	if (kind->force.add) {
		double f[MECH_MOST_LOCAL] = {0.0};
		kind->force.add(c, e, f);
		const int width = mech_local_size(c->model, e);
		turns |= mech_point_mass_largest(f, 1, width, turning, first + size) != 0 ||
		         mech_point_mass_largest(f, 1, width, first, turning) == 0;
	}
	return turns;
}

static int mech_point_mass_is_turned(const struct mech_context *c, int body)
{
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		for (int k = 0; k < e->n_bodies; k++) {
			if (e->body[k] == body && mech_point_mass_turns(c, e, k)) {
				return 1;
			}
		}
	}
	return 0;
}

LA_FUNCTION void mech_point_masses(struct mech_instance *m)
{
	const int first = MECH_BODY_INERTIA, dimension = mech_model_rules(&m->model)->dimension;
	for (int i = 0; i < m->model.n_bodies; i++) {
		double *numbers = m->derived + m->model.bodies[i].derived;
		if (!mech_is_point_mass(&m->model, numbers)) {
			continue;
		}
		const struct mech_context c = mech_point_mass_anywhere(m);
		for (int k = first; !mech_point_mass_is_turned(&c, i) && k < first + 2 * dimension - 3; k++) {
			numbers[k] = numbers[MECH_BODY_MASS] * m->head->length * m->head->length;
		}
	}
}
