#include "host_mobility.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "la_dense.h"
#include "mech_assembly_close.h"
#include "mech_equations.h"

enum { HOST_MOBILITY_TRIES = 4 };
static const double HOST_MOBILITY_AWAY = 1e-2; /* distance looked at, as a share of the size */
static const double HOST_MOBILITY_ZERO = 1e-6;
static const double HOST_MOBILITY_SHARE = 1e-6; /* part in a null vector that is more than rounding */

void host_mobility_look(const struct mech_context *c, struct mech_assembly *assembly, struct mech_assembly_space *s)
{
	mech_assembly_space_open(c, assembly, s);
	mech_assembly_linearize(s, c, MECH_ASSEMBLY_SPEEDS);
	mech_assembly_decompose(s);
	la_range_look(s->held);
}

int host_mobility_place(const struct mech_assembly_space *s, int rank)
{
	const struct la_range *r = s->held;
	const int place = r->rows - r->empty - rank;
	return rank <= 0 || place < 0 || r->n_found == 0 ? -1 : place < r->n_found ? place : r->n_found - 1;
}

double host_mobility_distance(const struct mech_assembly_space *s, int rank)
{
	const int place = host_mobility_place(s, rank);
	return rank <= 0 ? 1.0 : place < 0 ? 0.0 : s->held->singular[place] / s->held->largest;
}

/* Marks the mass points and returns the number of their rotations. The model gives such a body some
 * inertia in place of none (mech_point_masses), so we compare with what the file gives.
 * derived[n_derived] is scratch. */
static int host_mobility_mark_points(const struct mech_context *c, double *derived, unsigned char *points)
{
	const struct mech_space_rules *rules = mech_model_rules(c->model);
	int spins = 0;
	mech_derive(c, derived);
	for (int i = 0; i < c->model->n_bodies; i++) {
		const int at = c->model->bodies[i].derived;
		for (int k = MECH_BODY_INERTIA; k < rules->center; k++) {
			points[i] |= derived[at + k] != c->derived[at + k];
		}
		spins += points[i] ? rules->n_v - rules->dimension : 0;
	}
	return spins;
}

static int host_mobility_is_spin(const struct mech_model *model, const unsigned char *points, int velocity)
{
	return points[velocity / model->body_v] && velocity % model->body_v >= mech_model_rules(model)->dimension;
}

/* a random motion that the joints allow at c->q, its largest part the distance looked at; -1: there
 * is none */
static int host_mobility_direction(const struct mech_context *c, const unsigned char *points, uint32_t *state,
                                   struct mech_assembly_space *s, double *direction)
{
	for (int i = 0; i < s->rows; i++) {
		const struct mech_element *e = &c->model->elements[mech_row_element(c->model, i)];
		s->row_role[i] = mech_element_kind(e)->section == MECH_JOINT ? MECH_ASSEMBLY_HELD : MECH_ASSEMBLY_IGNORED;
	}
	mech_assembly_linearize(s, c, MECH_ASSEMBLY_POSITIONS);
	mech_assembly_decompose(s);
	memset(direction, 0, (size_t)s->n * sizeof *direction);
	for (int j = 0; j < s->n - c->model->n_states; j++) {
		*state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
		direction[j] = host_mobility_is_spin(c->model, points, j) ? 0.0 : (double)(*state >> 8) / 8388608.0 - 1.0;
	}
	la_range_project(s->held, direction);
	const double largest = la_norm_max(s->n, direction);
	for (int j = 0; j < s->n; j++) {
		direction[j] *= largest > 0.0 ? HOST_MOBILITY_AWAY * s->size / largest : 0.0;
	}
	return largest > 1e-6 ? 0 : -1;
}

/* how far apart, largest part, in lengths */
static double host_mobility_apart(const struct mech_assembly_space *s, const double *from, const double *to)
{
	double largest = 0.0;
	mech_difference(s->model, from, to, s->increment);
	for (int j = 0; j < s->n - s->model->n_states; j++) {
		largest = fmax(largest, fabs(s->increment[j] / s->column[j]));
	}
	return largest;
}

/* a closed position near `here`: 0 and in q; -1 where this motion leads nowhere */
static int host_mobility_step(const struct mech_context *here, const unsigned char *points, uint32_t *state,
                              struct mech_assembly *assembly, double *q)
{
	struct mech_context at = *here;
	struct mech_assembly_space s;
	mech_assembly_space_open(here, assembly, &s);
	if (host_mobility_direction(here, points, state, &s, s.candidate) != 0) {
		return -1;
	}
	mech_assembly_move(&s, here->q, 1.0, s.candidate, q);
	if (!mech_assembly_good(&s, mech_assembly_close(&s, &at, q))) {
		return -1;
	}
	return host_mobility_apart(&s, here->q, q) > 0.1 * HOST_MOBILITY_AWAY * s.size ? 0 : -1;
}

/* rows whose part in some null vector of G^T is not zero */
static void host_mobility_mark_shared(const struct la_range *r, unsigned char *shared)
{
	for (int i = 0; i < r->rows && r->rank > 0; i++) {
		shared[i] = !r->full[i];
		for (int k = 0; k < r->n_zero; k++) {
			shared[i] |= fabs(r->left[(size_t)i + (size_t)k * (size_t)r->rows]) > HOST_MOBILITY_SHARE;
		}
	}
}

/* with room for a position near here; spins: rotations of mass points */
static void host_mobility_explore(const struct mech_context *c, int spins, double *q, double *beside,
                                  struct mech_assembly *assembly, struct host_mobility *mobility)
{
	struct mech_assembly_space s;
	struct mech_context at = *c;
	struct mech_diagnosis diagnosis;
	uint32_t state = 1;
	host_mobility_look(c, assembly, &s);
	mobility->rank = s.held->rank;
	mobility->instant = s.n - c->model->n_states - spins - s.held->rank;
	for (int k = s.held->n_zero; k < s.held->n_small; k++) {
		mobility->instant += !(s.held->singular[k] > HOST_MOBILITY_ZERO * s.held->largest);
	}
	memcpy(beside, c->q, (size_t)c->model->n_q * sizeof *q);
	for (int k = 0; k < HOST_MOBILITY_TRIES; k++) {
		if (host_mobility_step(c, mobility->points, &state, assembly, q) != 0) {
			continue;
		}
		mobility->moves = 1;
		at.q = q;
		host_mobility_look(&at, assembly, &s);
		if (s.held->rank > mobility->rank) {
			mobility->rank = s.held->rank;
			memcpy(beside, q, (size_t)c->model->n_q * sizeof *q);
		}
	}
	at.q = beside;
	host_mobility_look(&at, assembly, &s);
	host_mobility_mark_shared(s.held, mobility->shared);
	mech_diagnose(&at, beside, assembly, &diagnosis, mobility->redundant);
	mobility->freedoms = diagnosis.degrees_of_freedom - spins;
}

int host_mobility_find(const struct mech_context *c, struct host_mobility *mobility)
{
	const size_t rows = (size_t)c->model->n_rows + 1, n_q = (size_t)c->model->n_q + 1;
	double *positions = calloc(2 * n_q + (size_t)c->model->n_derived, sizeof *positions);
	struct mech_assembly *assembly = mech_assembly_create(c->model);
	memset(mobility, 0, sizeof *mobility);
	mobility->redundant = calloc(rows, 1);
	mobility->shared = calloc(rows, 1);
	mobility->points = calloc((size_t)c->model->n_bodies + 1, 1);
	const int found = positions != NULL && assembly != NULL && mobility->redundant != NULL &&
	                  mobility->shared != NULL && mobility->points != NULL;
	if (found) {
		const int spins = host_mobility_mark_points(c, positions + 2 * n_q, mobility->points);
		host_mobility_explore(c, spins, positions, positions + n_q, assembly, mobility);
	}
	free(positions);
	mech_assembly_free(assembly);
	return found ? 0 : -1;
}

void host_mobility_free(struct host_mobility *mobility)
{
	free(mobility->redundant);
	free(mobility->shared);
	free(mobility->points);
	memset(mobility, 0, sizeof *mobility);
}
