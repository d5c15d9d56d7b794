/* Sums over bodies and elements: forces, constraints, energies, outputs. Equations: mech_kind.h. */
#include "mech_equations.h"

#include "mech_joint.h"

/* elements between joints read the derived numbers of those joints, so they come second */
LA_FUNCTION void mech_derive(const struct mech_context *c, double *derived)
{
	struct mech_context drawing = *c;
	drawing.derived = derived;
	drawing.q = NULL;
	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < c->model->n_elements; i++) {
			const struct mech_element *e = &c->model->elements[i];
			const struct mech_kind *kind = mech_element_kind(e);
			if (kind->derive && (kind->n_joints > 0) == pass) {
				kind->derive(&drawing, e, derived + e->derived);
			}
		}
	}
}

LA_FUNCTION void mech_drawing(const struct mech_context *c, double *q)
{
	struct mech_context drawing = *c;
	drawing.q = NULL;
	for (int i = 0; i < c->model->n_bodies; i++) {
		mech_pose(&drawing, i, q + c->model->bodies[i].q);
	}
}

/* adds the forces of one element, if it has any */
static void mech_equations_add_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	const struct mech_kind *kind = mech_element_kind(e);
	if (!kind->force) {
		return;
	}
	double local[MECH_MOST_LOCAL] = {0.0};
	kind->force(c, e, local);
	for (int k = 0; k < MECH_PLANAR_V * e->n_bodies; k++) {
		const int body = e->body[k / MECH_PLANAR_V];
		if (body != MECH_GROUND) {
			f[c->model->bodies[body].v + k % MECH_PLANAR_V] += local[k];
		}
	}
}

LA_FUNCTION void mech_force(const struct mech_context *c, double *f)
{
	const struct mech_model *model = c->model;
	const double *gravity = c->parameters + model->head->gravity;
	for (int i = 0; i < model->n_bodies; i++) {
		const double mass = c->parameters[model->bodies[i].parameter + MECH_BODY_MASS];
		double *own = f + model->bodies[i].v;
		own[0] = mass * gravity[0];
		own[1] = mass * gravity[1];
		own[2] = 0.0;
	}
	for (int i = 0; i < model->n_elements; i++) {
		mech_equations_add_force(c, &model->elements[i], f);
	}
}

LA_FUNCTION void mech_input_force(const struct mech_context *c, double *f)
{
	for (int i = 0; i < c->model->n_v; i++) {
		f[i] = 0.0;
	}
	for (int i = 0; i < c->model->n_elements; i++) {
		if (c->model->elements[i].input >= 0) {
			mech_equations_add_force(c, &c->model->elements[i], f);
		}
	}
}

LA_FUNCTION void mech_constraint(const struct mech_context *c, double *g)
{
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (kind->n_rows > 0) {
			kind->constraint(c, e, g + e->row);
		}
	}
}

LA_FUNCTION void mech_constraint_rate(const struct mech_context *c, double *gt)
{
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		for (int k = 0; k < kind->n_rows; k++) {
			gt[e->row + k] = 0.0;
		}
		if (kind->rate) {
			kind->rate(c, e, gt + e->row);
		}
	}
}

LA_FUNCTION void mech_constraint_bias(const struct mech_context *c, double *b)
{
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (kind->n_rows > 0) {
			kind->bias(c, e, b + e->row);
		}
	}
}

LA_FUNCTION void mech_constraint_acceleration(const struct mech_context *c, double *out)
{
	mech_constraint_bias(c, out);
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		const int columns = MECH_PLANAR_V * e->n_bodies;
		if (kind->n_rows == 0) {
			continue;
		}
		double local[MECH_MOST_ROWS * MECH_MOST_LOCAL], a[MECH_MOST_LOCAL];
		kind->jacobian(c, e, local);
		mech_gather(c, e, c->a, a);
		for (int k = 0; k < kind->n_rows * columns; k++) {
			out[e->row + k / columns] += local[k] * a[k % columns];
		}
	}
}

LA_FUNCTION void mech_constraint_jerk(const struct mech_context *c, double *out)
{
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		for (int k = 0; k < kind->n_rows; k++) {
			out[e->row + k] = 0.0;
		}
		if (kind->motion) {
			double w[MECH_MOTION];
			kind->motion(c, e, w);
			out[e->row] = -w[3];
		}
	}
}

/* adds the local rows of one element; a body may appear twice in it (two joints of a gear), so entries add up */
static void mech_equations_add_rows(const struct mech_model *model, const struct mech_element *e, const double *local,
                                    double *G)
{
	const int columns = MECH_PLANAR_V * e->n_bodies;
	for (int i = 0; i < mech_element_kind(e)->n_rows; i++) {
		for (int k = 0; k < columns; k++) {
			const int body = e->body[k / MECH_PLANAR_V];
			if (body != MECH_GROUND) {
				const int column = model->bodies[body].v + k % MECH_PLANAR_V;
				G[e->row + i + column * model->n_rows] += local[columns * i + k];
			}
		}
	}
}

LA_FUNCTION void mech_jacobian_dense(const struct mech_context *c, double *G)
{
	const struct mech_model *model = c->model;
	for (int i = 0; i < model->n_rows * model->n_v; i++) {
		G[i] = 0.0;
	}
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		if (kind->n_rows > 0) {
			double local[MECH_MOST_ROWS * MECH_MOST_LOCAL];
			kind->jacobian(c, e, local);
			mech_equations_add_rows(model, e, local, G);
		}
	}
}

LA_FUNCTION double mech_kinetic_energy(const struct mech_context *c)
{
	double energy = 0.0;
	for (int i = 0; i < c->model->n_bodies; i++) {
		const double *numbers = c->parameters + c->model->bodies[i].parameter;
		double v[MECH_PLANAR_V];
		mech_body_part(c, i, c->v, v);
		energy += 0.5 * numbers[MECH_BODY_MASS] * (v[0] * v[0] + v[1] * v[1]);
		energy += 0.5 * numbers[MECH_BODY_INERTIA] * v[2] * v[2];
	}
	return energy;
}

/* zero of the gravity potential: the origin */
LA_FUNCTION double mech_potential_energy(const struct mech_context *c)
{
	const double *gravity = c->parameters + c->model->head->gravity;
	double energy = 0.0;
	for (int i = 0; i < c->model->n_bodies; i++) {
		double pose[MECH_PLANAR_V];
		mech_pose(c, i, pose);
		energy -= c->parameters[c->model->bodies[i].parameter + MECH_BODY_MASS] *
		          (gravity[0] * pose[0] + gravity[1] * pose[1]);
	}
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		energy += kind->potential ? kind->potential(c, e) : 0.0;
	}
	return energy;
}

LA_FUNCTION double mech_dissipation(const struct mech_context *c)
{
	double power = 0.0;
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		power += kind->dissipation ? kind->dissipation(c, e) : 0.0;
	}
	return power;
}

LA_FUNCTION double mech_supply(const struct mech_context *c)
{
	double power = 0.0;
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_element *e = &c->model->elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		power += kind->supply ? kind->supply(c, e) : 0.0;
	}
	return power;
}

LA_FUNCTION double mech_body_output(const struct mech_context *c, int body, int k)
{
	const double *const levels[3] = {c->q + c->model->bodies[body].q, c->v + c->model->bodies[body].v,
	                                 c->a + c->model->bodies[body].v};
	return levels[k / MECH_PLANAR_V][k % MECH_PLANAR_V];
}

LA_FUNCTION double mech_element_output(const struct mech_context *c, int element, int k)
{
	const struct mech_element *e = &c->model->elements[element];
	const struct mech_kind *kind = mech_element_kind(e);
	static double (*const levels[3])(const struct mech_context *, const struct mech_element *,
	                                 int) = {mech_joint_value, mech_joint_rate, mech_joint_acceleration};
	if (k < 3 * kind->n_coordinates) {
		return levels[k % 3](c, e, k / 3);
	}
	k -= 3 * kind->n_coordinates;

	double out[MECH_MOST_OUTPUTS];
	if (kind->section == MECH_JOINT && kind->n_joints == 0) {
		if (k < 3) {
			mech_joint_reaction(c, e, out);
			return out[k];
		}
		k -= 3;
	}
	kind->output(c, e, out);
	return out[k];
}

LA_FUNCTION int mech_row_element(const struct mech_model *model, int row)
{
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		if (e->row >= 0 && row >= e->row && row < e->row + mech_element_kind(e)->n_rows) {
			return i;
		}
	}
	return -1;
}
