/* Sums over bodies and elements: forces, constraints, energies, outputs. Equations:
 * mech_declaration.h. */
#include "mech_equations.h"

#include <math.h>
#include <string.h>

#include "dae_event.h"
#include "mech_curve.h"
#include "mech_formula.h"
#include "mech_joint.h"
#include "mech_joint_jets.h"
#include "mech_rotor.h"

/* bodies first: all else is measured from their centres of mass;
 * elements between joints read the derived numbers of those joints, so they come second */
LA_FUNCTION void mech_derive(const struct mech_context *c, double *derived)
{
	struct mech_context drawing = *c;
	drawing.derived = derived;
	drawing.q = NULL;
	for (int i = 0; i < c->model->n_bodies; i++) {
		mech_body_fold(c, i, derived + c->model->bodies[i].derived);
	}
	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < c->model->n_elements; i++) {
			const struct mech_element *e = &c->model->elements[i];
			const struct mech_kind *kind = mech_element_kind(e);
			if (kind->derived.derive && (kind->file.n_joints > 0) == pass) {
				kind->derived.derive(&drawing, e, derived + e->derived);
			}
			if (pass == 0) {
				mech_curves_derive(e, c->parameters, derived);
			}
		}
	}
}

LA_FUNCTION void mech_follow(const struct mech_context *c, double *parameters, double *derived)
{
	const struct mech_model *model = c->model;
	for (int k = 0; k < model->n_formulas; k++) {
		const struct mech_formula *f = &model->formulas[k];
		parameters[model->variables[f->variable].index] =
			mech_formula_value(model->operations + f->first, f->count, parameters);
	}
	mech_derive(c, derived);
	for (int k = 0; k < model->n_formulas; k++) {
		const struct mech_operation *first = &model->operations[model->formulas[k].first];
		if (first->code == MECH_TAKE_DRAWN) {
			parameters[model->variables[model->formulas[k].variable].index] = derived[first->index];
		}
	}
}

LA_FUNCTION void mech_drawing(const struct mech_context *c, double *q)
{
	for (int i = 0; i < c->model->n_bodies; i++) {
		mech_model_rules(c->model)->draw(c, i, q + c->model->bodies[i].q);
	}
}

/* adds a local vector to one of the whole */
static void mech_equations_add(const struct mech_model *model, const struct mech_element *e, const double *local,
                               double *whole)
{
	for (int k = 0; k < mech_parts(e); k++) {
		int place, size;
		const int moves = mech_part(model, e, k, &place, &size);
		for (int i = 0; moves && i < size; i++) {
			whole[place + i] += local[i];
		}
		local += size;
	}
}

/* adds what a small change of the number that drives it does to the forces of an element; the
 * changes are those of c */
static void mech_equations_add_driven(const struct mech_context *c, const struct mech_context *changes,
                                      const struct mech_element *e, double *f)
{
	const double change[2] = {mech_driving_number(changes, e, 0), mech_driving_rate(changes, e)};
	double local[MECH_MOST_LOCAL] = {0.0};
	mech_element_kind(e)->force.driven(c, e, change, local);
	mech_equations_add(c->model, e, local, f);
}

/* adds the forces of one element, if it has any */
static void mech_equations_add_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	const struct mech_kind *kind = mech_element_kind(e);
	if (!kind->force.add) {
		return;
	}
	double local[MECH_MOST_LOCAL] = {0.0};
	kind->force.add(c, e, local);
	mech_equations_add(c->model, e, local, f);
}

LA_FUNCTION void mech_force(const struct mech_context *c, double *f)
{
	const struct mech_model *model = c->model;
	for (int i = 0; i < model->n_bodies; i++) {
		mech_model_rules(model)->force(c, i, f + model->bodies[i].v);
	}
	for (int i = 0; i < model->n_states; i++) {
		f[model->n_v - 1 - i] = 0.0;
	}
	for (int i = 0; i < model->n_elements; i++) {
		mech_equations_add_force(c, &model->elements[i], f);
	}
}

LA_FUNCTION void mech_driven_force(const struct mech_context *c, const struct mech_context *changes,
                                   const struct mech_context *none, double *f)
{
	double without[MECH_MOST_LOCAL], with[MECH_MOST_LOCAL];
	for (int i = 0; i < c->model->n_v; i++) {
		f[i] = 0.0;
	}
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (!kind->force.add || !mech_is_driven(e)) {
			continue;
		}
		if (kind->force.driven) {
			mech_equations_add_driven(c, changes, e, f);
			continue;
		}
		memset(with, 0, sizeof with);
		memset(without, 0, sizeof without);
		kind->force.add(changes, e, with);
		kind->force.add(none, e, without);
		for (int k = 0; k < mech_local_size(c->model, e); k++) {
			with[k] -= without[k];
		}
		mech_equations_add(c->model, e, with, f);
	}
}

LA_FUNCTION void mech_constraint_beside(const struct mech_context *c, const double *jets, double *g)
{
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (jets && mech_has_jet_rows(kind)) {
			memcpy(g + e->row, jets + e->row, (size_t)kind->row.count * sizeof *g);
		} else if (kind->row.count > 0) {
			kind->row.constraint(c, e, g + e->row);
		}
	}
}

LA_FUNCTION void mech_constraint(const struct mech_context *c, double *g)
{
	mech_constraint_beside(c, NULL, g);
}

LA_FUNCTION void mech_constraint_rate(const struct mech_context *c, double *gt)
{
	memset(gt, 0, (size_t)c->model->n_rows * sizeof *gt);
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (kind->row.rate) {
			kind->row.rate(c, e, gt + e->row);
		}
	}
}

LA_FUNCTION void mech_constraint_bias(const struct mech_context *c, double *b)
{
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (kind->row.count > 0) {
			kind->row.bias(c, e, b + e->row);
		}
	}
}

LA_FUNCTION int mech_element_jacobian(const struct mech_context *c, const struct mech_element *e, double *rows)
{
	const struct mech_kind *kind = mech_element_kind(e);
	if (kind->row.count > 0) {
		kind->row.jacobian(c, e, rows);
	}
	return kind->row.count;
}

LA_FUNCTION void mech_constraint_acceleration(const struct mech_context *c, double *out)
{
	mech_constraint_bias(c, out);
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const int columns = c->model->body_v * e->n_bodies;
		double local[MECH_MOST_ROWS * MECH_MOST_LOCAL], a[MECH_MOST_LOCAL];
		const int rows = mech_element_jacobian(c, e, local);
		mech_gather(c, e, c->a, a);
		for (int k = 0; k < rows * columns; k++) {
			out[e->row + k / columns] += local[k] * a[k % columns];
		}
	}
}

LA_FUNCTION void mech_constraint_jerk(const struct mech_context *c, double *out)
{
	memset(out, 0, (size_t)c->model->n_rows * sizeof *out);
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (kind->row.motion) {
			double w[MECH_MOTION];
			kind->row.motion(c, e, w);
			out[e->row] = -w[3];
		}
	}
}

/* adds the local rows of one element; a body may appear twice in it (two joints of a gear), so
 * entries add up */
static void mech_equations_add_rows(const struct mech_model *model, const struct mech_element *e, int rows,
                                    const double *local, double *G)
{
	const int n = model->body_v, columns = n * e->n_bodies;
	for (int i = 0; i < rows; i++) {
		for (int k = 0; k < columns; k++) {
			const int body = e->body[k / n];
			if (body != MECH_GROUND) {
				const int column = model->bodies[body].v + k % n;
				G[e->row + i + column * model->n_rows] += local[columns * i + k];
			}
		}
	}
}

LA_FUNCTION void mech_jacobian_dense(const struct mech_context *c, double *G)
{
	const struct mech_model *model = c->model;
	memset(G, 0, (size_t)model->n_rows * (size_t)model->n_v * sizeof *G);
	for (int i = 0; i < model->n_elements; i++) {
		double local[MECH_MOST_ROWS * MECH_MOST_LOCAL];
		mech_equations_add_rows(model, &model->elements[i], mech_element_jacobian(c, &model->elements[i], local), local,
		                        G);
	}
}

LA_FUNCTION double mech_kinetic_energy(const struct mech_context *c)
{
	double energy = mech_rotor_energy(c);
	for (int i = 0; i < c->model->n_bodies; i++) {
		energy += mech_model_rules(c->model)->kinetic_energy(c, i);
	}
	return energy;
}

LA_FUNCTION double mech_potential_sum(const struct mech_context *c, double *terms)
{
	double energy = 0.0;
	*terms = 0.0;
	for (int i = 0; i < c->model->n_bodies; i++) {
		energy += mech_body_gravity_energy(c, i);
		*terms += mech_body_gravity_size(c, i);
	}
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		const double stored = kind->energy.potential ? kind->energy.potential(c, e) : 0.0;
		energy += stored;
		*terms += fabs(stored);
	}
	return energy;
}

LA_FUNCTION double mech_potential_energy(const struct mech_context *c)
{
	double terms;
	return mech_potential_sum(c, &terms);
}

LA_FUNCTION struct mech_powers mech_powers(const struct mech_context *c)
{
	struct mech_powers powers = {0.0, 0.0};
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		powers.heat += kind->energy.dissipation ? kind->energy.dissipation(c, e) : 0.0;
		powers.supply += kind->energy.supply ? kind->energy.supply(c, e) : 0.0;
	}
	return powers;
}

LA_FUNCTION double mech_stored_energy(const struct mech_context *c)
{
	double energy = 0.0;
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		energy += kind->energy.stored ? kind->energy.stored(c, e) : 0.0;
	}
	return energy;
}

LA_FUNCTION int mech_event_count(const struct mech_model *model)
{
	int count = 0;
	for (int i = 0; i < model->n_elements; i++) {
		count += mech_element_kind(&model->elements[i])->event.count;
	}
	return count;
}

LA_FUNCTION void mech_events(const struct mech_context *c, struct dae_event *out)
{
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (kind->event.count > 0) {
			kind->event.functions(c, e, out);
			out += kind->event.count;
		}
	}
}

LA_FUNCTION double mech_body_output(const struct mech_context *c, int body, int k)
{
	return mech_model_rules(c->model)->output(c, body, k);
}

LA_FUNCTION double mech_element_output(const struct mech_context *c, int element, int k)
{
	const struct mech_element *e = &c->model->elements[element];
	const struct mech_kind *kind = mech_element_kind(e);
	static double (*const levels[3])(const struct mech_context *, const struct mech_element *,
	                                 int) = {mech_joint_value, mech_joint_rate, mech_joint_acceleration};
	if (k < 3 * kind->coordinate.count) {
		return levels[k % 3](c, e, k / 3);
	}
	k -= 3 * kind->coordinate.count;

	double out[MECH_MOST_OUTPUTS];
	if (kind->section == MECH_JOINT && kind->file.n_joints == 0 && kind->row.count > 0) {
		if (k < c->model->body_v) {
			mech_joint_reaction(c, e, out);
			return out[k];
		}
		k -= c->model->body_v;
	}
	kind->output.values(c, e, out);
	return out[k];
}

LA_FUNCTION int mech_row_element(const struct mech_model *model, int row)
{
	/* rows grow with the elements; some have none */
	int low = 0, high = model->n_elements;
	while (low < high) {
		const int middle = low + (high - low) / 2;
		int at = middle;
		while (at < high && model->elements[at].row < 0) {
			at++;
		}
		const struct mech_element *e = &model->elements[at < high ? at : middle];
		const int rows = mech_element_kind(e)->row.count;
		if (rows > 0 && row >= e->row && row < e->row + rows) {
			return at;
		}
		if (rows > 0 && e->row < row) {
			low = at + 1;
		} else {
			high = middle;
		}
	}
	return -1;
}

LA_FUNCTION enum mech_quantity mech_row_quantity(const struct mech_context *c, const struct mech_element *e, int k)
{
	const enum mech_quantity quantity = mech_element_kind(e)->row.specs[k].quantity;
	if (e->joint[0] < 0) {
		return quantity;
	}
	const struct mech_kind *joint = mech_element_kind(mech_referred_joint(c, e, 0));
	return mech_quantity_along(quantity, joint->coordinate.specs[e->coordinate[0]].quantity);
}

LA_FUNCTION double mech_row_gap(const struct mech_context *c, const struct mech_element *e, int k, double g)
{
	switch (mech_element_kind(e)->row.specs[k].form) {
	case MECH_ROW_SINE:
		return asin(fmax(fmin(g, 1.0), -1.0));
	case MECH_ROW_HALF_SQUARE: {
		const double length = c->derived[e->derived];
		return sqrt(fmax(length * length + 2.0 * length * g, 0.0)) - length;
	}
	default:
		return g;
	}
}
