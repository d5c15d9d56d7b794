/* Dependencies of outputs: as the constraints connect bodies, and as the numbers say. */
#include "modelDescription/md_fixture.h"

#include <math.h>

/* the names of the knowns in the dependencies of an output, each followed by a blank */
static void dependencies_of(const struct document *d, const char *output, char *names, size_t size)
{
	xmlNode *outputs = child(child(d->root, "ModelStructure"), "Outputs");
	names[0] = '\0';
	for (xmlNode *unknown = first_child(outputs); unknown != NULL; unknown = sibling(unknown)) {
		if (strcmp(variable_name(d, atoi(attribute(unknown, "index")) - 1), output) != 0) {
			continue;
		}
		const char *list = attribute(unknown, "dependencies"), *kinds = attribute(unknown, "dependenciesKind");
		long last = 0;
		char *end;
		for (long index = strtol(list, &end, 10); end != list; index = strtol(list, &end, 10)) {
			assert_true(index > last);
			last = index;
			size_t used = strlen(names);
			snprintf(names + used, size - used, "%s ", variable_name(d, (int)index - 1));
			list = end;
			assert_non_null(kinds);
			assert_int_equal(strncmp(kinds, "dependent", 9), 0);
			kinds += 9 + (kinds[9] == ' ');
		}
		assert_true(last == 0 ? kinds == NULL : *kinds == '\0');
		return;
	}
	fail_msg("no output '%s'", output);
}

static void dependencies_follow_the_constraints(void **state)
{
	(void)state;
	static const struct {
		const char *output, *knowns;
	} expected[] = {
		{"joints.pin.angle", ""},
		{"joints.pin.speed", ""},
		{"joints.pin.acceleration", "motor_torque "},
		{"bodies.rod.ax", "motor_torque "},
		{"joints.guide.reaction_force[2]", "motor_torque "},
		{"joints.hinge.acceleration", "Force "},
		{"joints.hinge.reaction_force[1]", "Force "},
		{"joints.hook.acceleration", "time tail_torque "},
		{"drivers.turn.effort", "time tail_torque "},
		{"forces.belt.tension", ""},
		{"energies.kinetic", ""},
		{"solver.steps", ""},
	};
	struct document d;
	open_document(&d, WORKSHOP);
	for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) {
		char names[200];
		dependencies_of(&d, expected[k].output, names, sizeof names);
		assert_string_equal(names, expected[k].knowns);
	}
	close_document(&d);
}

static double read_output(struct document *d, fmi2ValueReference output)
{
	fmi2Integer integer = 0;
	double value = 0;
	if (model_of(d)->variables[output].quantity == MECH_COUNT) {
		fixture_expect_ok(&d->x, fmi2GetInteger(d->x.c, &output, 1, &integer));
		return integer;
	}
	fixture_expect_ok(&d->x, fmi2GetReal(d->x.c, &output, 1, &value));
	return value;
}

/* change each input at a communication point: exactly the outputs that list it answer */
static void declared_dependencies_are_those_of_the_numbers(void **state)
{
	(void)state;
	struct document d;
	open_document(&d, WORKSHOP);
	fixture_start(&d.x);
	fixture_expect_ok(&d.x, fmi2DoStep(d.x.c, 0, 0.25, fmi2True));
	const struct mech_model *model = model_of(&d);
	int answered = 0;
	for (fmi2ValueReference u = 0; u < (fmi2ValueReference)model->n_variables; u++) {
		if (model->variables[u].causality != MECH_INPUT) {
			continue;
		}
		for (fmi2ValueReference y = 0; y < (fmi2ValueReference)model->n_variables; y++) {
			if (model->variables[y].causality != MECH_OUTPUT) {
				continue;
			}
			char names[200];
			double before = read_output(&d, y), held = fixture_get(&d.x, variable_name(&d, (int)u));
			fixture_expect_ok(&d.x, fixture_set(&d.x, variable_name(&d, (int)u), held + 0.5));
			double after = read_output(&d, y);
			fixture_expect_ok(&d.x, fixture_set(&d.x, variable_name(&d, (int)u), held));
			dependencies_of(&d, variable_name(&d, (int)y), names, sizeof names);
			int listed = strstr(names, variable_name(&d, (int)u)) != NULL;
			if ((fabs(after - before) > 1e-7 * (1 + fabs(before))) != listed) {
				fail_msg("%s on %s: %.17g -> %.17g", variable_name(&d, (int)y), variable_name(&d, (int)u), before,
				         after);
			}
			answered += listed;
		}
	}
	assert_int_equal(answered, 7);
	close_document(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dependencies_follow_the_constraints),
		cmocka_unit_test(declared_dependencies_are_those_of_the_numbers),
	};
	int result = cmocka_run_group_tests(tests, NULL, NULL);
	xmlCleanupParser();
	return result;
}
