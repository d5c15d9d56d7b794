/* What a function of the mechanism follows, found by trying: functions whose structure is known. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "mech/running.h"
#include "modelDescription/md_probe.h"

#define MECHANISM                                                         \
	"mechanism: probed\n"                                                 \
	"bodies:\n"                                                           \
	"  one: {mass: 1, inertia: 1, center: [0, 0]}\n"                      \
	"  two: {mass: 1, inertia: 1, center: [1, 0]}\n"                      \
	"joints: {pin: {type: revolute, bodies: [one, two], at: [0.5, 0]}}\n" \
	"forces: {motor: {type: torque, joint: pin, input: motor_torque}}\n"

static const int marker = 1;

/* 3 q0, parameter q1, q2^2, v0 + lambda0, the input, nothing at all */
static void mixture(const struct mech_context *c, const void *what, double *out)
{
	assert_ptr_equal(what, &marker);
	out[0] = 3 * c->q[0];
	out[1] = c->parameters[c->model->bodies[0].parameter] * c->q[1];
	out[2] = c->q[2] * c->q[2];
	out[3] = c->v[0] + c->lambda[0];
	out[4] = c->inputs[0].u[0];
	out[5] = 4;
}

static double *place_q(struct md_world *w, int number)
{
	return w->q + number;
}

static double *place_v(struct md_world *w, int number)
{
	return w->v + number;
}

static double *place_lambda(struct md_world *w, int number)
{
	return w->lambda + number;
}

static double *place_input(struct md_world *w, int number)
{
	return &w->inputs[number].u[0];
}

static void factors_are_told_constant_from_changing(void **state)
{
	(void)state;
	static const struct {
		md_place *place;
		int number;
		enum md_kind kinds[6];
	} cases[] = {
		{place_q, 0, {MD_CONSTANT, MD_NONE, MD_NONE, MD_NONE, MD_NONE, MD_NONE}},
		{place_q, 1, {MD_NONE, MD_DEPENDENT, MD_NONE, MD_NONE, MD_NONE, MD_NONE}},
		{place_q, 2, {MD_NONE, MD_NONE, MD_DEPENDENT, MD_NONE, MD_NONE, MD_NONE}},
		{place_q, 3, {MD_NONE, MD_NONE, MD_NONE, MD_NONE, MD_NONE, MD_NONE}},
		{place_v, 0, {MD_NONE, MD_NONE, MD_NONE, MD_CONSTANT, MD_NONE, MD_NONE}},
		{place_lambda, 0, {MD_NONE, MD_NONE, MD_NONE, MD_CONSTANT, MD_NONE, MD_NONE}},
		{place_input, 0, {MD_NONE, MD_NONE, MD_NONE, MD_NONE, MD_CONSTANT, MD_NONE}},
	};
	struct running r;
	struct md_probe probe;
	running_open(&r, MECHANISM);
	assert_int_equal(md_probe_open(r.model, &probe), 0);
	const struct md_function f = {mixture, &marker, 6};
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		enum md_kind kinds[MD_PROBE_MOST];
		md_probe_vary(&probe, &f, cases[k].place, cases[k].number, kinds);
		for (int i = 0; i < 6; i++) {
			assert_int_equal(kinds[i], cases[k].kinds[i]);
		}
	}
	md_probe_close(&probe);
	running_close(&r);
}

static void worlds_are_the_same_in_every_export_and_differ_from_each_other(void **state)
{
	(void)state;
	struct running r;
	struct md_probe one, other;
	running_open(&r, MECHANISM);
	assert_int_equal(md_probe_open(r.model, &one), 0);
	assert_int_equal(md_probe_open(r.model, &other), 0);
	for (int k = 0; k < MD_WORLDS; k++) {
		assert_memory_equal(one.world[k].q, other.world[k].q, (size_t)r.model->n_q * sizeof(double));
		assert_memory_equal(one.world[k].c.parameters, other.world[k].c.parameters,
		                    (size_t)r.model->n_parameters * sizeof(double));
		assert_true(k == 0 || one.world[k].q[0] != one.world[k - 1].q[0]);
	}
	md_probe_close(&one);
	md_probe_close(&other);
	running_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(factors_are_told_constant_from_changing),
		cmocka_unit_test(worlds_are_the_same_in_every_export_and_differ_from_each_other),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
