/* Coordinates of joints, bodies and directions, and the choice of as many as there are motions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_reduced_parts.h"
#include "host_sections.h"
#include "la_dense.h"
#include "mech_joint.h"

/* ---- coordinates */

double host_coordinate_value(const struct host_reduced *r, const struct host_coordinate *y)
{
	const struct mech_context *c = &r->at;
	if (y->element >= 0) {
		return mech_joint_value(c, &r->model->elements[y->element], y->k);
	}
	if (y->body >= 0) {
		return mech_model_rules(r->model)->target_value(c, y->body, y->k);
	}
	mech_difference(r->model, r->q0, c->q, r->moved);
	return la_dot(r->n, y->direction, r->moved);
}

void host_coordinate_row(const struct host_reduced *r, const struct host_coordinate *y, double *row)
{
	const struct mech_context *c = &r->at;
	const struct mech_model *model = r->model;
	const int n = model->body_v;
	double local[MECH_MOST_PAIR_V];
	memset(row, 0, (size_t)r->n * sizeof *row);
	if (y->element >= 0) {
		const struct mech_element *e = &model->elements[y->element];
		mech_element_kind(e)->coordinate.row(c, e, y->k, local);
		for (int i = 0; i < 2 * n; i++) {
			if (e->body[i / n] != MECH_GROUND) {
				row[model->bodies[e->body[i / n]].v + i % n] += local[i];
			}
		}
	} else if (y->body >= 0) {
		mech_model_rules(model)->target_row(c, y->body, y->k, row + model->bodies[y->body].v);
	} else {
		memcpy(row, y->direction, (size_t)r->n * sizeof *row);
	}
}

/* d2/dt2; of a body: what it reports, last of all */
double host_coordinate_acceleration(const struct host_reduced *r, const struct host_coordinate *y)
{
	const struct mech_context *c = &r->at;
	if (y->element >= 0) {
		return mech_joint_acceleration(c, &r->model->elements[y->element], y->k);
	}
	const struct mech_space_rules *rules = mech_model_rules(r->model);
	if (y->body >= 0) {
		return rules->output(c, y->body, rules->n_outputs - rules->n_targets + y->k);
	}
	host_coordinate_row(r, y, r->step);
	return la_dot(r->n, r->step, c->a);
}

double host_coordinate_rate(const struct host_reduced *r, const struct host_coordinate *y)
{
	if (y->element < 0 && y->body < 0) {
		const struct mech_context *c = &r->at;
		if (mech_model_rules(r->model)->increment_rate == NULL) {
			return la_dot(r->n, y->direction, c->v);
		}
		mech_difference(r->model, r->q0, c->q, r->moved);
		mech_increment_rate(r->model, r->moved, c->v, r->step);
		return la_dot(r->n, y->direction, r->step);
	}
	host_coordinate_row(r, y, r->step);
	return la_dot(r->n, r->step, r->at.v);
}

enum mech_quantity host_coordinate_quantity(const struct host_reduced *r, const struct host_coordinate *y)
{
	if (y->element >= 0) {
		return mech_element_kind(&r->model->elements[y->element])->coordinate.specs[y->k].quantity;
	}
	return y->body >= 0 ? mech_model_rules(r->model)->targets[y->k].quantity : MECH_LENGTH;
}

/* ---- choice */

int host_coordinate_candidate(const struct host_reduced *r, int i, struct host_coordinate *y)
{
	const int n_targets = mech_model_rules(r->model)->n_targets;
	for (int e = 0; e < r->model->n_elements; e++) {
		const int n = mech_element_kind(&r->model->elements[e])->coordinate.count;
		if (i < n) {
			*y = (struct host_coordinate){e, -1, i, NULL};
			return 1;
		}
		i -= n;
	}
	*y = (struct host_coordinate){-1, i / n_targets, i % n_targets, NULL};
	return i / n_targets < r->model->n_bodies;
}

/* a choice under way: chosen rows made orthonormal within the motions N[n x free] */
struct host_choice {
	const double *N;
	int free, count;
	double *rows; /* [free x free] */
	struct host_coordinate *chosen;
};

/* takes y if what it says in addition to those chosen is more than `least` of itself */
static int host_choice_offer(const struct host_reduced *r, struct host_choice *choice, const struct host_coordinate *y,
                             double least)
{
	double *rest = choice->rows + choice->count * choice->free, norm = 0.0;
	if (choice->count == choice->free) {
		return 0;
	}
	host_coordinate_row(r, y, r->step);
	for (int j = 0; j < r->n; j++) {
		r->step[j] *= r->column[j];
	}
	norm = la_norm2(r->n, r->step);
	for (int a = 0; a < choice->free; a++) {
		rest[a] = la_dot(r->n, choice->N + a * r->n, r->step);
	}
	for (int k = 0; k < 2 * choice->count; k++) {
		const double *row = choice->rows + k % choice->count * choice->free;
		const double amount = la_dot(choice->free, row, rest);
		for (int a = 0; a < choice->free; a++) {
			rest[a] -= amount * row[a];
		}
	}
	const double left = la_norm2(choice->free, rest);
	if (!(left > least * norm)) {
		return 0;
	}
	for (int a = 0; a < choice->free; a++) {
		rest[a] /= left;
	}
	choice->chosen[choice->count++] = *y;
	return 1;
}

/* what is still missing: directions of the motions themselves, those first that say most in
 * addition to the others */
static int host_choice_complete(struct host_reduced *r, struct host_choice *choice, double *directions)
{
	for (int a = 0; a < choice->free; a++) {
		for (int j = 0; j < r->n; j++) {
			directions[a * r->n + j] = choice->N[a * r->n + j] / r->column[j];
		}
	}
	for (double least = 0.7; choice->count < choice->free && least > 1e-3; least *= 0.5) {
		for (int a = 0; a < choice->free && choice->count < choice->free; a++) {
			const struct host_coordinate y = {-1, -1, choice->count, directions + a * r->n};
			host_choice_offer(r, choice, &y, least);
		}
	}
	return choice->count == choice->free ? 0 : -1;
}

int host_coordinate_same(const struct host_coordinate *a, const struct host_coordinate *b)
{
	return a->element == b->element && a->body == b->body && a->direction == b->direction &&
	       (a->direction != NULL || a->k == b->k);
}

static int host_choice_before(const struct host_coordinate *a, const struct host_coordinate *b)
{
	const int kind_a = a->element >= 0 ? 0 : a->body >= 0 ? 1 : 2, kind_b = b->element >= 0 ? 0 : b->body >= 0 ? 1 : 2;
	const int first_a = kind_a == 0 ? a->element : a->body, first_b = kind_b == 0 ? b->element : b->body;
	return kind_a != kind_b ? kind_a < kind_b : first_a != first_b ? first_a < first_b : a->k < b->k;
}

void host_coordinate_sort(int count, struct host_coordinate *list)
{
	for (int i = 1; i < count; i++) {
		for (int k = i; k > 0 && host_choice_before(&list[k], &list[k - 1]); k--) {
			const struct host_coordinate other = list[k];
			list[k] = list[k - 1];
			list[k - 1] = other;
		}
	}
	int number = 0;
	for (int i = 0; i < count; i++) {
		if (list[i].element < 0 && list[i].body < 0) {
			list[i].k = number++;
		}
	}
}

int host_reduced_choose(struct host_reduced *r, const double *N, int free_motions, int n_preferred,
                        const struct host_coordinate *preferred, double *directions, struct host_coordinate *out)
{
	static const double least[] = {0.1, 1e-4};
	struct host_choice choice = {N, free_motions, 0, NULL, out};
	struct host_coordinate y;
	choice.rows = calloc((size_t)(free_motions * free_motions) + 1, sizeof *choice.rows);
	if (choice.rows == NULL) {
		return -1;
	}
	for (int i = 0; i < n_preferred; i++) {
		host_choice_offer(r, &choice, &preferred[i], 1e-4);
	}
	for (int bodies = 0; bodies < 2; bodies++) {
		for (int pass = 0; pass < 2; pass++) {
			for (int i = 0; host_coordinate_candidate(r, i, &y); i++) {
				const int named = y.body < 0 || n_preferred > 0 || mech_model_rules(r->model)->targets[y.k].key != NULL;
				if ((y.body >= 0) == bodies && named) {
					host_choice_offer(r, &choice, &y, least[pass]);
				}
			}
		}
	}
	const int status = host_choice_complete(r, &choice, directions);
	free(choice.rows);
	host_coordinate_sort(choice.count, out);
	if (status == 0 && n_preferred == 0) {
		memcpy(r->first, out, (size_t)free_motions * sizeof *out);
	}
	return status == 0 ? host_reduced_exchange(r, N, free_motions, n_preferred, preferred, directions, out) : -1;
}

/* ---- names */

static int host_coordinate_write(const struct host_reduced *r, const struct host_coordinate *y, int is_rate, char *name)
{
	const struct mech_model *model = r->model;
	if (y->element >= 0) {
		const struct mech_element *e = &model->elements[y->element];
		const struct mech_coordinate_spec *spec = &mech_element_kind(e)->coordinate.specs[y->k];
		return snprintf(name, HOST_REDUCED_NAME, "joints.%s.%s", mech_name(model, e->name),
		                is_rate ? spec->rate : spec->key);
	}
	if (y->body >= 0) {
		const struct mech_coordinate_spec *spec = &mech_model_rules(model)->targets[y->k];
		return snprintf(name, HOST_REDUCED_NAME, "bodies.%s.%s", mech_name(model, model->bodies[y->body].name),
		                is_rate ? spec->rate : spec->key);
	}
	/* directions are numbered; a rate along one of a coordinate is its derivative */
	for (int i = 0; is_rate && i < r->n_y; i++) {
		if (r->y[i].direction == y->direction) {
			return snprintf(name, HOST_REDUCED_NAME, "der(y%d)", r->y[i].k + 1);
		}
	}
	return snprintf(name, HOST_REDUCED_NAME, "%c%d", is_rate ? 'w' : 'y', y->k + 1);
}

/* number k of list[n] that is not in other[n], or NULL */
static const struct host_coordinate *host_coordinate_only(int n, const struct host_coordinate *list,
                                                          const struct host_coordinate *other, int k)
{
	for (int i = 0; i < n; i++) {
		int found = 0;
		for (int j = 0; j < n; j++) {
			found |= host_coordinate_same(&list[i], &other[j]);
		}
		if (!found && k-- == 0) {
			return &list[i];
		}
	}
	return NULL;
}

int host_reduced_exchanged(const struct host_reduced *r, int k, char chosen[HOST_REDUCED_NAME],
                           char left_out[HOST_REDUCED_NAME])
{
	const struct host_coordinate *in = host_coordinate_only(r->n_y, r->y, r->first, k);
	const struct host_coordinate *out = host_coordinate_only(r->n_y, r->first, r->y, k);
	if (in == NULL || out == NULL) {
		return 0;
	}
	(void)host_coordinate_write(r, in, 0, chosen);
	if (out->direction == NULL) {
		(void)host_coordinate_write(r, out, 0, left_out);
	} else {
		(void)snprintf(left_out, HOST_REDUCED_NAME, "another direction");
	}
	return 1;
}

/* state number k of all elements */
static int host_reduced_element_state(const struct host_reduced *r, int k, char *name)
{
	const struct mech_model *model = r->model;
	int i = 0;
	while (model->elements[i].state < 0 || k >= model->elements[i].state + model->elements[i].n_states) {
		i++;
	}
	const struct mech_element *e = &model->elements[i];
	const struct mech_kind *kind = mech_element_kind(e);
	char number[16] = "";
	if (e->n_states > 1) {
		(void)snprintf(number, sizeof number, "[%d]", k - e->state + 1);
	}
	return snprintf(name, HOST_REDUCED_NAME, "%s.%s.state%s", host_sections[kind->section].plural,
	                mech_name(model, e->name), number);
}

void host_reduced_name(const struct host_reduced *r, int k, char name[HOST_REDUCED_NAME])
{
	if (k < r->n_y) {
		(void)host_coordinate_write(r, &r->y[k], 0, name);
	} else if (k < r->n_y + r->n_w) {
		(void)host_coordinate_write(r, &r->w[k - r->n_y], 1, name);
	} else {
		(void)host_reduced_element_state(r, k - r->n_y - r->n_w, name);
	}
}
