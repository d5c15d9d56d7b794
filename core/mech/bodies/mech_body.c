/* What planar and spatial mechanisms share about bodies. */
#include "mech_body.h"

#include <math.h>

#include <string.h>

LA_FUNCTION const double *mech_body_written(const struct mech_context *c, int body)
{
	return c->parameters + c->model->bodies[body].parameter;
}

LA_FUNCTION const double *mech_body_numbers(const struct mech_context *c, int body)
{
	return c->derived + c->model->bodies[body].derived;
}

LA_FUNCTION void mech_body_fold(const struct mech_context *c, int body, double *numbers)
{
	const struct mech_model *model = c->model;
	const struct mech_space_rules *rules = mech_model_rules(model);
	memcpy(numbers, mech_body_written(c, body), (size_t)rules->n_numbers * sizeof *numbers);
	for (int i = model->n_bodies; i < model->n_bodies + model->n_welded; i++) {
		if (model->bodies[i].carrier == body) {
			rules->fold(mech_body_written(c, i), numbers);
		}
	}
}

LA_FUNCTION const double *mech_body_center(const struct mech_context *c, int body)
{
	return mech_body_numbers(c, body) + mech_model_rules(c->model)->center;
}

LA_FUNCTION void mech_body_offset(const struct mech_context *c, int body, double *offset)
{
	const struct mech_space_rules *rules = mech_model_rules(c->model);
	const int carrier = c->model->bodies[body].carrier;
	for (int i = 0; i < rules->dimension; i++) {
		offset[i] = mech_body_written(c, body)[rules->center + i];
		offset[i] -= carrier == MECH_GROUND ? 0.0 : mech_body_center(c, carrier)[i];
	}
}

LA_FUNCTION int mech_body_alone(const struct mech_model *model, int body)
{
	int alone = body < model->n_bodies;
	for (int i = model->n_bodies; i < model->n_bodies + model->n_welded; i++) {
		alone = alone && model->bodies[i].carrier != body;
	}
	return alone;
}

LA_FUNCTION double mech_body_gravity_energy(const struct mech_context *c, int body)
{
	const struct mech_body *b = &c->model->bodies[body];
	const double *gravity = c->parameters + c->model->head->gravity;
	double energy = 0.0;
	for (int k = 0; k < mech_model_rules(c->model)->dimension; k++) {
		energy -= mech_body_numbers(c, body)[MECH_BODY_MASS] * gravity[k] * c->q[b->q + k];
	}
	return energy;
}

LA_FUNCTION double mech_body_gravity_size(const struct mech_context *c, int body)
{
	const struct mech_body *b = &c->model->bodies[body];
	const double *gravity = c->parameters + c->model->head->gravity;
	double size = 0.0;
	for (int k = 0; k < mech_model_rules(c->model)->dimension; k++) {
		size += mech_body_numbers(c, body)[MECH_BODY_MASS] * fabs(gravity[k]) * (fabs(c->q[b->q + k]) + c->length);
	}
	return size;
}

LA_FUNCTION void mech_body_momentum(const struct mech_context *c, int body, double *out)
{
	const int n = c->model->body_v;
	const double *v = c->v + c->model->bodies[body].v;
	double block[MECH_MOST_BODY_V * MECH_MOST_BODY_V];
	mech_model_rules(c->model)->mass(c, body, block);
	for (int i = 0; i < n; i++) {
		out[i] = 0.0;
		for (int j = 0; j < n; j++) {
			out[i] += block[n * i + j] * v[j];
		}
	}
}

LA_FUNCTION void mech_body_part(const struct mech_context *c, int body, const double *vector, double *out)
{
	for (int i = 0; i < c->model->body_v; i++) {
		out[i] = body == MECH_GROUND ? 0.0 : vector[c->model->bodies[body].v + i];
	}
}

LA_FUNCTION int mech_parts(const struct mech_element *e)
{
	return e->n_bodies + (e->n_states > 0);
}

LA_FUNCTION int mech_part(const struct mech_model *model, const struct mech_element *e, int k, int *place, int *size)
{
	if (k == e->n_bodies) {
		*place = model->n_bodies * model->body_v + e->state;
		*size = e->n_states;
		return 1;
	}
	*size = model->body_v;
	*place = e->body[k] == MECH_GROUND ? -1 : model->bodies[e->body[k]].v;
	return e->body[k] != MECH_GROUND;
}

LA_FUNCTION int mech_local_size(const struct mech_model *model, const struct mech_element *e)
{
	return model->body_v * e->n_bodies + e->n_states;
}

LA_FUNCTION int mech_sees_all(const struct mech_element *e)
{
	return mech_element_kind(e)->file.lists_bodies && e->n_bodies == 0;
}

LA_FUNCTION int mech_seen_bodies(const struct mech_model *model, const struct mech_element *e)
{
	return mech_sees_all(e) ? model->n_bodies : e->n_bodies;
}

LA_FUNCTION int mech_seen_body(const struct mech_element *e, int i)
{
	return mech_sees_all(e) ? i : e->body[i];
}

LA_FUNCTION int mech_state_of(const struct mech_model *model, const struct mech_element *e, int k)
{
	const struct mech_kind *kind = mech_element_kind(e);
	const double *written = model->parameters + e->parameter;
	int place = 0;
	for (int i = 0; i <= k; i++) {
		const int is_there = !kind->state.needs || written[mech_kind_number(kind, kind->state.needs[i])] != 0.0;
		if (i == k) {
			return is_there ? place : -1;
		}
		place += is_there;
	}
	return -1;
}

LA_FUNCTION unsigned mech_reads_of(const struct mech_model *model, const struct mech_element *e, unsigned declared)
{
	const struct mech_kind *kind = mech_element_kind(e);
	unsigned hidden = MECH_READS_NOTHING;
	for (int k = 0; kind->state.hides && k < kind->state.count; k++) {
		hidden |= mech_state_of(model, e, k) >= 0 ? kind->state.hides[k] : MECH_READS_NOTHING;
	}
	return declared & ~MECH_CONSTANT(hidden);
}

LA_FUNCTION double mech_element_state(const struct mech_context *c, const struct mech_element *e, int k)
{
	return c->v[c->model->n_bodies * c->model->body_v + e->state + k];
}

LA_FUNCTION void mech_gather(const struct mech_context *c, const struct mech_element *e, const double *vector,
                             double *out)
{
	const struct mech_model *model = c->model;
	const int size = model->body_v;
	for (int k = 0; k < e->n_bodies; k++, out += size) {
		if (e->body[k] == MECH_GROUND) {
			memset(out, 0, (size_t)size * sizeof *out);
		} else {
			mech_copy(size, vector + model->bodies[e->body[k]].v, out);
		}
	}
	for (int i = 0; i < e->n_states; i++) {
		out[i] = vector[model->n_bodies * size + e->state + i];
	}
}

LA_FUNCTION void mech_move(const struct mech_model *model, const double *q, const double *dq, double *moved)
{
	const struct mech_space_rules *rules = mech_model_rules(model);
	for (int i = 0; i < model->n_bodies; i++) {
		const struct mech_body *b = &model->bodies[i];
		rules->move(q + b->q, dq + b->v, moved + b->q);
	}
	for (int i = 1; i <= model->n_states; i++) {
		moved[model->n_q - i] = q[model->n_q - i] + dq[model->n_v - i];
	}
}

LA_FUNCTION void mech_difference(const struct mech_model *model, const double *from, const double *to, double *dq)
{
	const struct mech_space_rules *rules = mech_model_rules(model);
	for (int i = 0; i < model->n_bodies; i++) {
		const struct mech_body *b = &model->bodies[i];
		rules->difference(from + b->q, to + b->q, dq + b->v);
	}
	for (int i = 1; i <= model->n_states; i++) {
		dq[model->n_v - i] = to[model->n_q - i] - from[model->n_q - i];
	}
}

LA_FUNCTION void mech_increment_rate(const struct mech_model *model, const double *dq, const double *v, double *rate)
{
	const struct mech_space_rules *rules = mech_model_rules(model);
	for (int i = 0; i < model->n_bodies; i++) {
		const struct mech_body *b = &model->bodies[i];
		rules->increment_rate(dq + b->v, v + b->v, rate + b->v);
	}
	for (int i = 1; i <= model->n_states; i++) {
		rate[model->n_v - i] = v[model->n_v - i];
	}
}

LA_FUNCTION void mech_increment_velocity(const struct mech_model *model, const double *dq, const double *rate,
                                         double *v)
{
	const struct mech_space_rules *rules = mech_model_rules(model);
	for (int i = 0; i < model->n_bodies; i++) {
		const struct mech_body *b = &model->bodies[i];
		rules->increment_velocity(dq + b->v, rate + b->v, v + b->v);
	}
	for (int i = 1; i <= model->n_states; i++) {
		v[model->n_v - i] = rate[model->n_v - i];
	}
}

LA_FUNCTION void mech_compose(const struct mech_model *model, const double *a, const double *b, double *sum)
{
	const struct mech_space_rules *rules = mech_model_rules(model);
	for (int i = 0; i < model->n_bodies; i++) {
		const int place = model->bodies[i].v;
		rules->compose(a + place, b + place, sum + place);
	}
	for (int i = model->n_v - model->n_states; i < model->n_v; i++) {
		sum[i] = a[i] + b[i];
	}
}
