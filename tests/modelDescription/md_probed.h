/* Dependencies of results on knowns (md_dependency.h), found by trying what the functions of the
 * elements read: no declaration is used. */
#ifndef MD_PROBED_H
#define MD_PROBED_H

#include "md_probe.h"

#include "mech_joint.h"

struct md_probed {
	const struct mech_model *model;
	struct md_probe probe;
	int n_known;
	int *group; /* [n_v + n_rows] */
	int n_groups;
	unsigned char *read;         /* [n_groups x n_known] what the equations of a group read */
	unsigned char *seen, *kinds; /* scratch after it: [n_groups], [n_known] */
};

static inline void md_probed_free(struct md_probed *d);

/* ---- numbers of a world ---- */

/* a coordinate that moves with a velocity: of a body, or after them a state of an element */
static inline double *md_probed_place_coordinate(struct md_world *w, int velocity)
{
	const struct mech_model *model = w->c.model;
	const int body = velocity / model->body_v;
	return w->q + (body < model->n_bodies ? model->bodies[body].q + velocity % model->body_v
	                                      : velocity + model->n_q - model->n_v);
}

static inline double *md_probed_place_known(struct md_world *w, int known)
{
	const struct mech_model *model = w->c.model;
	if (known < model->n_v) {
		return md_probed_place_coordinate(w, known);
	}
	if (known < 2 * model->n_v) {
		return w->v + (known - model->n_v);
	}
	known -= 2 * model->n_v;
	return known < model->n_inputs ? &w->inputs[known].u[0] : &w->c.t;
}

static inline double *md_probed_place_acceleration(struct md_world *w, int number)
{
	return w->a + number;
}

static inline double *md_probed_place_multiplier(struct md_world *w, int row)
{
	return w->lambda + row;
}

/* ---- equations of an element ---- */

/* its share of M a + G^T lambda - f for its bodies, then its rows of G a + bias */
static inline void md_probed_residual(const struct mech_context *c, const void *what, double *out)
{
	const struct mech_element *e = what;
	const struct mech_kind *kind = mech_element_kind(e);
	const int columns = mech_local_size(c->model, e);
	double G[MECH_MOST_ROWS * MECH_MOST_LOCAL], a[MECH_MOST_LOCAL], force[MECH_MOST_LOCAL] = {0};
	memset(out, 0, MD_PROBE_MOST * sizeof *out);
	if (kind->force.add) {
		kind->force.add(c, e, force);
	}
	for (int k = 0; k < columns; k++) {
		out[k] = -force[k];
	}
	if (kind->row.count > 0) {
		kind->row.bias(c, e, out + columns);
		kind->row.jacobian(c, e, G);
		mech_gather(c, e, c->a, a);
	}
	for (int k = 0; k < kind->row.count * columns; k++) {
		out[k % columns] += G[k] * c->lambda[e->row + k / columns];
		out[columns + k / columns] += G[k] * a[k % columns];
	}
}

/* velocity or, after them, row that number k of the residual belongs to; -1: of ground */
static inline int md_probed_node(const struct mech_model *model, const struct mech_element *e, int k)
{
	const int columns = mech_local_size(model, e);
	if (k >= columns) {
		return model->n_v + e->row + k - columns;
	}
	const int part = k < model->body_v * e->n_bodies ? k / model->body_v : e->n_bodies;
	int place, size;
	return mech_part(model, e, part, &place, &size) ? place + k - model->body_v * part : -1;
}

/* ---- groups ---- */

static inline void md_probed_groups_join(struct md_probed *d, int one, int other)
{
	const int from = d->group[one], to = d->group[other];
	for (int k = 0; k < d->model->n_v + d->model->n_rows; k++) {
		d->group[k] = d->group[k] == from ? to : d->group[k];
	}
}

/* a row joins the velocities whose accelerations it reads */
static inline void md_probed_groups_connect(struct md_probed *d, const struct mech_element *e)
{
	const int columns = mech_local_size(d->model, e), rows = mech_element_kind(e)->row.count;
	const struct md_function residual = {md_probed_residual, e, columns + rows};
	for (int k = 0; rows > 0 && k < columns; k++) {
		const int node = md_probed_node(d->model, e, k);
		enum md_kind kinds[MD_PROBE_MOST];
		if (node < 0) {
			continue;
		}
		md_probe_vary(&d->probe, &residual, md_probed_place_acceleration, node, kinds);
		for (int i = 0; i < rows; i++) {
			if (kinds[columns + i] != MD_NONE) {
				md_probed_groups_join(d, d->model->n_v + e->row + i, node);
			}
		}
	}
}

/* groups get the numbers 0 .. n_groups - 1 */
static inline void md_probed_groups_number(struct md_probed *d)
{
	const int n = d->model->n_v + d->model->n_rows;
	for (int k = 0; k < n; k++) {
		if (d->group[k] >= d->n_groups) {
			/* the first of its group: numbers below are taken, those of groups to come lie after */
			const int old = d->group[k];
			for (int i = k; i < n; i++) {
				d->group[i] = d->group[i] == old ? d->n_groups : d->group[i];
			}
			d->n_groups++;
		}
	}
}

/* notes where the equations of element e read a known */
static inline void md_probed_read(struct md_probed *d, const struct mech_element *e, int known)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const struct md_function residual = {md_probed_residual, e, mech_local_size(d->model, e) + kind->row.count};
	enum md_kind kinds[MD_PROBE_MOST];
	md_probe_vary(&d->probe, &residual, md_probed_place_known, known, kinds);
	for (int k = 0; k < residual.n; k++) {
		const int node = md_probed_node(d->model, e, k);
		if (node >= 0 && kinds[k] != MD_NONE) {
			d->read[d->group[node] * d->n_known + known] = 1;
		}
	}
}

/* positions and velocities of the bodies of an element, one after the other: number k of them, -1:
 * of ground */
static inline int md_probed_local_state(const struct mech_model *model, const struct mech_element *e, int k)
{
	const int node = md_probed_node(model, e, k / 2);
	return node < 0 ? -1 : node + k % 2 * model->n_v;
}

static inline void md_probed_read_all(struct md_probed *d, int first, int count)
{
	const struct mech_model *model = d->model;
	for (int i = first; i < first + count; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int k = 0; k < 2 * mech_local_size(model, e); k++) {
			const int state = md_probed_local_state(model, e, k);
			if (state >= 0) {
				md_probed_read(d, e, state);
			}
		}
		if (e->input >= 0) {
			md_probed_read(d, e, 2 * model->n_v + e->input);
		}
		if (mech_element_kind(e)->row.motion || mech_driving_curve(e) >= 0) {
			md_probed_read(d, e, d->n_known - 1);
		}
	}
}

static inline int md_probed_find(const struct mech_model *model, int first, int count, struct md_probed *d)
{
	const size_t n = (size_t)(model->n_v + model->n_rows);
	memset(d, 0, sizeof *d);
	d->model = model;
	d->n_known = 2 * model->n_v + model->n_inputs + 1;
	d->group = malloc((n + 1) * sizeof *d->group);
	if (d->group == NULL || md_probe_open(model, &d->probe) != 0) {
		md_probed_free(d);
		return -1;
	}
	for (int k = 0; k < (int)n; k++) {
		d->group[k] = k;
	}
	for (int k = first; k < first + count; k++) {
		md_probed_groups_connect(d, &model->elements[k]);
	}
	md_probed_groups_number(d);
	const size_t size = (size_t)d->n_groups * (size_t)d->n_known;
	d->read = malloc(size + (size_t)d->n_groups + (size_t)d->n_known);
	if (d->read == NULL) {
		md_probed_free(d);
		return -1;
	}
	memset(d->read, 0, size);
	d->seen = d->read + size;
	d->kinds = d->seen + d->n_groups;
	md_probed_read_all(d, first, count);
	return 0;
}

static inline void md_probed_free(struct md_probed *d)
{
	md_probe_close(&d->probe);
	free(d->group);
	free(d->read);
	d->group = NULL;
	d->read = NULL;
}

/* ---- results ---- */

/* what a result sees of a group: nothing, positions and velocities, or also accelerations and
 * multipliers */
enum { MD_PROBED_NOTHING, MD_PROBED_MOTION, MD_PROBED_FORCES };

static inline void md_probed_value(const struct mech_context *c, const void *what, double *out)
{
	const struct mech_variable *y = what;
	*out = 0;
	if (y->source == MECH_FROM_BODY) {
		*out = mech_body_output(c, y->index, y->component);
	} else if (y->source == MECH_FROM_ELEMENT) {
		*out = mech_element_output(c, y->index, y->component);
	} else if (y->source == MECH_FROM_ENERGY) {
		const int kinetic = y->component == MECH_KINETIC || y->component == MECH_BALANCE_ERROR;
		const int potential = y->component == MECH_POTENTIAL || y->component == MECH_BALANCE_ERROR;
		*out = (kinetic ? mech_kinetic_energy(c) : 0) + (potential ? mech_potential_energy(c) : 0);
	}
}

static inline enum md_kind md_probed_vary(struct md_probed *d, const struct mech_variable *y, md_place *place,
                                          int number)
{
	const struct md_function f = {md_probed_value, y, 1};
	enum md_kind kinds[MD_PROBE_MOST];
	md_probe_vary(&d->probe, &f, place, number, kinds);
	return kinds[0];
}

/* the velocities that y may see: those of its body or of its element's bodies; all for energies and
 * sensors of all. Number k, -1: of ground, MD_PROBED_NO_MORE: there are no more */
enum { MD_PROBED_NO_MORE = -2 };

static inline int md_probed_seen(const struct mech_model *model, const struct mech_variable *y, int k)
{
	switch (y->source) {
	case MECH_FROM_BODY:
		return k >= model->body_v                               ? MD_PROBED_NO_MORE
		       : model->bodies[y->index].carrier == MECH_GROUND ? -1
		                                                        : model->bodies[y->index].v + k;
	case MECH_FROM_ELEMENT:
		if (mech_sees_all(&model->elements[y->index])) {
			return k < model->n_v ? k : MD_PROBED_NO_MORE;
		}
		return k < mech_local_size(model, &model->elements[y->index])
		           ? md_probed_node(model, &model->elements[y->index], k)
		           : MD_PROBED_NO_MORE;
	case MECH_FROM_ENERGY:
		return k < model->n_v ? k : MD_PROBED_NO_MORE;
	default:
		return MD_PROBED_NO_MORE;
	}
}

/* groups that y sees the multipliers of: those of its own element and of the joints that this
 * refers to */
static inline void md_probed_see_multipliers(struct md_probed *d, const struct mech_variable *y)
{
	const struct mech_element *elements = d->model->elements, *own = &elements[y->index];
	const int numbers[] = {y->index, own->joint[0], own->joint[1]};
	for (int k = 0; k < 3; k++) {
		const struct mech_element *e = numbers[k] < 0 ? own : &elements[numbers[k]];
		for (int row = e->row; row >= 0 && row < e->row + mech_element_kind(e)->row.count; row++) {
			if (md_probed_vary(d, y, md_probed_place_multiplier, row) != MD_NONE) {
				d->seen[d->group[d->model->n_v + row]] = MD_PROBED_FORCES;
			}
		}
	}
}

/* states that y is made of, in d->kinds; and in d->seen what it sees of each group */
static inline void md_probed_see(struct md_probed *d, const struct mech_variable *y)
{
	const int n_v = d->model->n_v, forces = mech_variable_level(d->model, y) == MECH_ACCELERATION_LEVEL;
	memset(d->kinds, MD_NONE, (size_t)d->n_known);
	memset(d->seen, MD_PROBED_NOTHING, (size_t)d->n_groups);
	for (int k = 0, node; (node = md_probed_seen(d->model, y, k)) != MD_PROBED_NO_MORE; k++) {
		if (node < 0) {
			continue;
		}
		unsigned char *seen = &d->seen[d->group[node]];
		for (int state = node; state < 2 * n_v; state += n_v) {
			const enum md_kind kind = md_probed_vary(d, y, md_probed_place_known, state);
			d->kinds[state] = (unsigned char)(kind == MD_CONSTANT && forces ? MD_DEPENDENT : kind);
			*seen = kind != MD_NONE && *seen == MD_PROBED_NOTHING ? MD_PROBED_MOTION : *seen;
		}
		if (forces && md_probed_vary(d, y, md_probed_place_acceleration, node) != MD_NONE) {
			*seen = MD_PROBED_FORCES;
		}
	}
	if (forces && y->source == MECH_FROM_ELEMENT) {
		md_probed_see_multipliers(d, y);
	}
	/* inputs that it reads itself, and time by a table: inputs are functions of time, too, within a
	 * step */
	const struct mech_element *own = y->source == MECH_FROM_ELEMENT ? &d->model->elements[y->index] : NULL;
	const int tabled = own != NULL && mech_driving_curve(own) >= 0;
	for (int known = 2 * n_v; known < d->n_known - !tabled; known++) {
		const int reads = md_probed_vary(d, y, md_probed_place_known, known) != MD_NONE;
		d->kinds[known] = (unsigned char)(reads ? MD_DEPENDENT : MD_NONE);
	}
}

static inline const unsigned char *md_probed_of(struct md_probed *d, const struct mech_variable *y)
{
	md_probed_see(d, y);
	for (int k = 0; k < d->n_groups * d->n_known; k++) {
		if (d->seen[k / d->n_known] == MD_PROBED_FORCES && d->read[k]) {
			d->kinds[k % d->n_known] = MD_DEPENDENT;
		}
	}
	return d->kinds;
}

#endif
