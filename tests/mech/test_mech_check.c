/* Checks of the records: every way to spoil an image, one by one, with the checksum made right
 * again. */
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "image_fixture.h"
#include "mech_check.h"
#include "mech_formula.h"

static void expect_refusal(struct image_fixture *f, const char *part)
{
	struct mech_model model;
	struct mech_message message;
	image_fixture_seal(f);
	assert_int_equal(mech_model_open(f->image.bytes, f->image.size, &model, &message), -1);
	if (strstr(message.text, part) == NULL) {
		fail_msg("'%s' does not say '%s'", message.text, part);
	}
}

/* sets an integer of the image to each of the values in turn; each must be refused */
static void refuse_numbers(struct image_fixture *f, int32_t *place, const char *part, int n, const int32_t *values)
{
	int32_t before = *place;
	for (int k = 0; k < n; k++) {
		*place = values[k];
		expect_refusal(f, part);
	}
	*place = before;
}

static void refuse_doubles(struct image_fixture *f, double *place, const char *part, int n, const double *values)
{
	double before = *place;
	for (int k = 0; k < n; k++) {
		*place = values[k];
		expect_refusal(f, part);
	}
	*place = before;
}

static void names_outside_the_table_are_refused(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	uint32_t *const places[] = {
		&f.head->name,     &f.head->description, &f.bodies[1].name,          &f.elements[MOTOR].name,
		&f.inputs[0].name, &f.variables[5].name, &f.variables[5].description};
	for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
		uint32_t before = *places[k];
		*places[k] = f.head->names.count;
		expect_refusal(&f, "its name lies outside");
		*places[k] = UINT32_MAX;
		expect_refusal(&f, "its name lies outside");
		*places[k] = before;
	}
	host_image_free(&f.image);
}

static void spoiled_heads_are_refused(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	static const int32_t numbers[] = {1000, -1};
	static const double times[] = {(double)NAN, (double)INFINITY};
	static const double steps[] = {0, -1, (double)NAN, (double)INFINITY};
	static const double choices[] = {1000, 1.5, 0.5};
	refuse_numbers(&f, (int32_t *)&f.head->space, "unknown space", 2, numbers);
	refuse_doubles(&f, &f.parameters[f.head->solver + MECH_SOLVER_METHOD], "unknown choice", 3, choices);
	refuse_doubles(&f, &f.parameters[f.head->solver + MECH_SOLVER_SCALING], "unknown choice", 3, choices);
	refuse_numbers(&f, (int32_t *)&f.head->n_q, "", 2, numbers);
	refuse_numbers(&f, (int32_t *)&f.head->n_v, "", 2, numbers);
	refuse_numbers(&f, (int32_t *)&f.head->n_rows, "", 2, numbers);
	refuse_numbers(&f, (int32_t *)&f.head->n_derived, "", 2, numbers);
	refuse_numbers(&f, (int32_t *)&f.head->n_memory, "", 2, numbers);
	refuse_doubles(&f, &f.head->start_time, "times", 2, times);
	refuse_doubles(&f, &f.head->stop_time, "times", 2, times);
	refuse_doubles(&f, &f.head->step, "times", 4, steps);
	static const int32_t runs[] = {-1, INT32_MAX, INT32_MIN, 100000};
	refuse_numbers(&f, &f.head->gravity, "parameters lie outside", 4, runs);
	refuse_numbers(&f, &f.head->solver, "parameters lie outside", 4, runs);
	host_image_free(&f.image);
}

static void spoiled_bodies_are_refused(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	static const int32_t runs[] = {-1, INT32_MAX, INT32_MIN, 100000};
	static const int32_t wrong[] = {-1, 0, 4, INT32_MAX}, wrong_q[] = {-1, 0, 3, INT32_MAX};
	static const double values[] = {-1, (double)NAN, (double)INFINITY};
	refuse_numbers(&f, &f.bodies[1].parameter, "body 1: its parameters lie outside", 4, runs);
	refuse_numbers(&f, &f.bodies[1].q, "body 1: its coordinates", 4, wrong_q);
	refuse_numbers(&f, &f.bodies[1].v, "body 1: its coordinates", 4, wrong);
	refuse_doubles(&f, &f.parameters[f.bodies[0].parameter], "body 0: a parameter has an impossible value", 3, values);
	f.head->bodies.count = 0;
	expect_refusal(&f, "number of coordinates");
	host_image_free(&f.image);
}

static void spoiled_connections_are_refused(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	static const int32_t kinds[] = {-1, 1000, INT32_MIN};
	static const int32_t bodies[] = {-2, 2, INT32_MAX};
	static const int32_t counts[] = {-1, 0, 1, 3, 5, INT32_MAX};
	static const int32_t joints[] = {-2, -1, 1000, INT32_MAX};
	static const int32_t coordinates[] = {-1, 1, INT32_MAX};
	refuse_numbers(&f, &f.elements[PIN].kind, "", 3, kinds);
	refuse_numbers(&f, &f.elements[PIN].body[1], "", 3, bodies);
	refuse_numbers(&f, &f.elements[PIN].n_bodies, "", 6, counts);
	refuse_numbers(&f, &f.elements[PAIR].joint[0], "element 3: no such joint", 4, joints);
	refuse_numbers(&f, &f.elements[PAIR].joint[1], "element 3: no such joint", 4, joints);
	refuse_numbers(&f, &f.elements[PAIR].coordinate[0], "the joint has no such coordinate", 3, coordinates);
	refuse_numbers(&f, &f.elements[LOAD].coordinate[0], "the joint has no such coordinate", 3, coordinates);
	/* a force, a sensor and a gear are not what a gear connects */
	static const int32_t others[] = {PAIR, MOTOR, LOAD};
	refuse_numbers(&f, &f.elements[PAIR].joint[1], "not a joint", 3, others);
	/* bodies that are not those of the joint; more joints than the kind has; a body with itself;
	 * the ground pushed */
	refuse_numbers(&f, &f.elements[MOTOR].body[0], "bodies are not those", 1, (const int32_t[]){MECH_GROUND});
	refuse_numbers(&f, &f.elements[PIN].joint[0], "more joints", 1, (const int32_t[]){1});
	refuse_numbers(&f, &f.elements[PUSH].body[0], "acts on the ground", 1, (const int32_t[]){MECH_GROUND});
	f.elements[LINE].body[1] = f.elements[LINE].body[0];
	expect_refusal(&f, "connects a body with itself");
	host_image_free(&f.image);
}

static void spoiled_runs_of_elements_are_refused(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	static const int32_t runs[] = {-1, INT32_MAX, INT32_MIN, 100000};
	static const int32_t wrong[] = {-1, 0, INT32_MAX, INT32_MIN};
	static const int32_t inputs[] = {-2, 1, INT32_MAX};
	refuse_numbers(&f, &f.elements[PUSH].parameter, "element 6: its parameters lie outside", 4, runs);
	refuse_numbers(&f, &f.elements[ELBOW].derived, "element 1: its rows or numbers", 4, wrong);
	refuse_numbers(&f, &f.elements[ELBOW].row, "element 1: its rows or numbers", 4, wrong);
	refuse_numbers(&f, &f.elements[FOLLOW].memory, "element 4: its rows or numbers", 2, wrong + 2);
	refuse_numbers(&f, &f.elements[FOLLOW].input, "element 4: no such input", 3, inputs);
	refuse_numbers(&f, &f.elements[PIN].input, "element 0: no such input", 1, (const int32_t[]){0});
	host_image_free(&f.image);
}

static void sections_out_of_order_are_refused(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	struct mech_element first = f.elements[PUSH];
	f.elements[PUSH] = f.elements[LOAD];
	f.elements[LOAD] = first;
	expect_refusal(&f, "element 7: its kind does not belong here");
	host_image_free(&f.image);
}

static void spoiled_inputs_and_targets_are_refused(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	static const int32_t quantities[] = {-1, MECH_QUANTITY_COUNT, MECH_COORDINATE_DAMPING};
	static const double starts[] = {(double)NAN, -(double)INFINITY};
	static const int32_t elements[] = {-2, 1000};
	static const int32_t coordinates[] = {-1, 3};
	static const int32_t parameters[] = {-2, 100000};
	refuse_numbers(&f, &f.inputs[0].quantity, "input 0", 3, quantities);
	refuse_doubles(&f, &f.inputs[0].start, "input 0", 2, starts);
	refuse_numbers(&f, &f.targets[0].element, "target 0: no such joint", 2, elements);
	refuse_numbers(&f, &f.targets[0].element, "target 0: no such coordinate", 1, (const int32_t[]){MOTOR});
	refuse_numbers(&f, &f.targets[0].coordinate, "target 0: no such coordinate", 2, coordinates);
	refuse_numbers(&f, &f.targets[1].body, "target 1: no such body", 2, elements);
	refuse_numbers(&f, &f.targets[1].coordinate, "target 1: no such coordinate", 2, coordinates);
	refuse_numbers(&f, &f.targets[0].value, "target 0: no such parameter", 2, parameters);
	refuse_numbers(&f, &f.targets[0].priority, "target 0: impossible priority", 2, (const int32_t[]){-1, INT32_MIN});
	refuse_numbers(&f, &f.targets[1].rate, "target 1: no such parameter", 2, parameters);
	refuse_doubles(&f, &f.parameters[f.targets[0].value], "target 0: impossible value", 2, starts);
	host_image_free(&f.image);
}

static struct mech_variable *variable_from(struct image_fixture *f, enum mech_source source)
{
	for (uint32_t k = 0; k < f->head->variables.count; k++) {
		if (f->variables[k].source == (int32_t)source) {
			return &f->variables[k];
		}
	}
	fail_msg("no variable from source %d", (int)source);
	return NULL;
}

static void spoiled_variables_are_refused(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	static const int32_t wrong[] = {-1, 100000, INT32_MAX, INT32_MIN};
	static const char part[] = "its quantity, causality or source is unknown";
	struct mech_variable *parameter = variable_from(&f, MECH_FROM_PARAMETER);
	refuse_numbers(&f, &parameter->quantity, part, 4, wrong);
	refuse_numbers(&f, &parameter->source, part, 4, wrong);
	for (int source = 0; source < MECH_SOURCE_COUNT; source++) {
		struct mech_variable *v = variable_from(&f, (enum mech_source)source);
		refuse_numbers(&f, &v->causality, part, 4, wrong);
	}
	refuse_numbers(&f, &parameter->index, part, 4, wrong);
	refuse_numbers(&f, &variable_from(&f, MECH_FROM_INPUT)->index, part, 4, wrong);
	refuse_numbers(&f, &variable_from(&f, MECH_FROM_BODY)->index, part, 4, wrong);
	refuse_numbers(&f, &variable_from(&f, MECH_FROM_BODY)->component, part, 4, wrong);
	refuse_numbers(&f, &variable_from(&f, MECH_FROM_ELEMENT)->index, part, 4, wrong);
	refuse_numbers(&f, &variable_from(&f, MECH_FROM_ELEMENT)->component, part, 4, wrong);
	refuse_numbers(&f, &variable_from(&f, MECH_FROM_ENERGY)->component, part, 4, wrong);
	refuse_numbers(&f, &variable_from(&f, MECH_FROM_SOLVER)->component, part, 4, wrong);
	refuse_doubles(&f, &parameter->minimum, "", 2, (const double[]){(double)NAN, 1e300});
	refuse_doubles(&f, &parameter->maximum, "", 2, (const double[]){(double)NAN, -1e300});
	host_image_free(&f.image);
}

static void spoiled_formulas_are_refused(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_make();
	static const char number[] = "it does not give a number that can follow", take[] = "it takes what it cannot take";
	static const int32_t wrong[] = {-1, 100000, INT32_MAX, INT32_MIN};
	struct mech_operation *operations = f.operations;
	assert_int_equal(f.head->formulas.count, 3);
	assert_int_equal(f.head->operations.count, 5);
	refuse_numbers(&f, &f.formulas[0].variable, number, 4, wrong);
	/* the numbers of other formulas, time, and a parameter that can be set */
	refuse_numbers(&f, &f.formulas[1].variable, number, 2, (const int32_t[]){f.formulas[0].variable, 0});
	refuse_numbers(&f, &f.variables[f.formulas[1].variable].causality, number, 1, (const int32_t[]){MECH_PARAMETER});
	refuse_numbers(&f, &f.variables[f.formulas[2].variable].index, number, 1,
	               (const int32_t[]){f.head->solver + MECH_SOLVER_EPSILON});
	refuse_numbers(&f, &f.formulas[2].first, "outside", 4, wrong);
	refuse_numbers(&f, &f.formulas[2].count, "outside", 4, wrong);
	refuse_numbers(&f, &f.formulas[2].count, "outside", 1, (const int32_t[]){2});
	refuse_numbers(&f, &f.formulas[0].count, "do not give one number", 1, (const int32_t[]){2});
	for (int k = 0; k < 5; k++) {
		refuse_numbers(&f, &operations[k].code, "", 4, wrong);
	}
	/* 2, length, *: a parameter must stand before the one that the formula gives */
	refuse_doubles(&f, &operations[0].number, take, 2, (const double[]){(double)NAN, (double)INFINITY});
	refuse_numbers(&f, &operations[1].index, take, 2, (const int32_t[]){-1, 1});
	refuse_numbers(&f, &operations[1].code, take, 1, (const int32_t[]){MECH_TAKE_DRAWN});
	operations[4].code = MECH_TAKE_DRAWN;
	refuse_numbers(&f, &operations[4].index, take, 4, wrong);
	host_image_free(&f.image);
}

static void a_parameter_accepts_what_its_range_says(void **state)
{
	(void)state;
	struct mech_parameter_spec spec = {"x", 1, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_ANY, 0, 0.0, ""};
	assert_true(mech_parameter_accepts(&spec, &(double){-1}));
	assert_false(mech_parameter_accepts(&spec, &(double){(double)NAN}));
	spec.fallback = (double)NAN;
	assert_true(mech_parameter_accepts(&spec, &(double){(double)NAN}));
	spec.range = MECH_NOT_NEGATIVE;
	assert_true(mech_parameter_accepts(&spec, &(double){0}));
	assert_false(mech_parameter_accepts(&spec, &(double){-1}));
	spec.range = MECH_POSITIVE;
	assert_false(mech_parameter_accepts(&spec, &(double){0}));
	spec.range = MECH_DIRECTION;
	spec.size = 2;
	assert_false(mech_parameter_accepts(&spec, (const double[]){0, 0}));
	assert_true(mech_parameter_accepts(&spec, (const double[]){0, -1}));
}

/* elements: pin, path, spring, push, pair */
static const char tables[] =
	"mechanism: tables\n"
	"bodies: {a: {mass: 1, inertia: 1, center: [1, 0]}, b: {mass: 1, inertia: 1, center: [2, 0]}}\n"
	"joints: {pin: {type: revolute, bodies: [ground, a], at: [0, 0]}}\n"
	"drivers: {path: {type: spline, joint: pin, times: [0, 1, 2], values: [0, 1, 0]}}\n"
	"forces:\n"
	"  spring: {type: spring_damper, bodies: [a, b], from: [0, 0], to: [1, 1],\n"
	"    elongations: [-1, 1], forces: [-2, 2]}\n"
	"  push: {type: force, body: b, at: [0, 0], direction: [1, 0], times: [0, 1], forces: [1, 2]}\n"
	"sensors: {pair: {type: momentum, bodies: [a, b]}}\n";

static void spoiled_tables_are_refused(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_of(tables);
	static const int32_t few[] = {0, 1, -1, 257, INT32_MAX, INT32_MIN}, outside[] = {1, 256};
	static const double order[] = {0, -1, 2, 3}, numbers[] = {(double)NAN, (double)INFINITY};
	refuse_numbers(&f, &f.elements[0].points[0], "element 0: a table has too few or too many points", 2, outside);
	/* the driver has no motion without its table */
	refuse_numbers(&f, &f.elements[1].points[0], "element 1: a table has too few or too many points", 6, few);
	refuse_numbers(&f, &f.elements[1].points[1], "element 1: a table has too few or too many points", 2, outside);
	refuse_numbers(&f, &f.elements[2].points[0], "element 2: a table has too few or too many points", 5, few + 1);
	refuse_numbers(&f, &f.elements[2].points[1], "element 2: a table has too few or too many points", 5, few + 1);
	refuse_numbers(&f, &f.elements[3].points[0], "element 3: its parameters lie outside", 1, outside + 1);
	/* the second time of the driver, which is 1 between 0 and 2 */
	refuse_doubles(&f, &f.parameters[f.elements[1].parameter + 1], "element 1: a table does not increase", 4, order);
	refuse_doubles(&f, &f.parameters[f.elements[1].parameter + 4], "element 1: a parameter has an impossible value", 2,
	               numbers);
	host_image_free(&f.image);
}

static void spoiled_lists_of_bodies_are_refused(void **state)
{
	(void)state;
	struct image_fixture f = image_fixture_of(tables);
	static const int32_t counts[] = {-1, 7, INT32_MAX}, bodies[] = {-1, 2, INT32_MIN}, joints[] = {0, 1};
	refuse_numbers(&f, &f.elements[4].n_bodies, "element 4: wrong number of bodies", 3, counts);
	refuse_numbers(&f, &f.elements[4].body[1], "element 4: no such body", 3, bodies);
	refuse_numbers(&f, &f.elements[4].body[1], "element 4: it lists a body twice", 1, &f.elements[4].body[0]);
	refuse_numbers(&f, &f.elements[4].joint[0], "element 4: it refers to more joints", 2, joints);
	host_image_free(&f.image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_outside_the_table_are_refused),
		cmocka_unit_test(spoiled_heads_are_refused),
		cmocka_unit_test(spoiled_bodies_are_refused),
		cmocka_unit_test(spoiled_connections_are_refused),
		cmocka_unit_test(spoiled_runs_of_elements_are_refused),
		cmocka_unit_test(sections_out_of_order_are_refused),
		cmocka_unit_test(spoiled_inputs_and_targets_are_refused),
		cmocka_unit_test(spoiled_variables_are_refused),
		cmocka_unit_test(spoiled_formulas_are_refused),
		cmocka_unit_test(spoiled_tables_are_refused),
		cmocka_unit_test(spoiled_lists_of_bodies_are_refused),
		cmocka_unit_test(a_parameter_accepts_what_its_range_says),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
