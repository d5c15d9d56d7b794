/* modelDescription.xml, read with an XML parser of its own, against the rules of the standard and
 * against the unit. */
#include "modelDescription/md_fixture.h"

#include <math.h>

/* ---- the document as a whole */

static void elements_stand_in_the_order_of_the_schema(void **state)
{
	(void)state;
	static const char *const order[] = {"CoSimulation",      "UnitDefinitions",   "TypeDefinitions", "LogCategories",
	                                    "DefaultExperiment", "VendorAnnotations", "ModelVariables",  "ModelStructure"};
	struct document d;
	open_document(&d, WORKSHOP);
	assert_string_equal((const char *)d.root->name, "fmiModelDescription");
	xmlNode *node = first_child(d.root);
	for (size_t k = 0; k < sizeof order / sizeof order[0]; k++, node = sibling(node)) {
		assert_non_null(node);
		assert_string_equal((const char *)node->name, order[k]);
	}
	assert_null(node);
	close_document(&d);
}

static void the_head_names_model_guid_and_tool_but_no_date(void **state)
{
	(void)state;
	struct document d;
	open_document(&d, WORKSHOP);
	assert_attribute(d.root, "fmiVersion", "2.0");
	assert_attribute(d.root, "modelName", "workshop");
	assert_attribute(d.root, "guid", d.x.guid);
	assert_attribute(d.root, "generationTool", "mechfmu 0.1.0");
	assert_attribute(d.root, "variableNamingConvention", "structured");
	assert_null(attribute(d.root, "generationDateAndTime"));
	close_document(&d);
}

static void texts_survive_the_way_through_xml(void **state)
{
	(void)state;
	struct document d;
	open_document(&d, WORKSHOP);
	assert_attribute(d.root, "description", "crank & <slider> \"as drawn\", 90\xc2\xb0\nsecond line");
	close_document(&d);
}

static void the_same_mechanism_gives_the_same_bytes(void **state)
{
	(void)state;
	struct document d, e;
	open_document(&d, WORKSHOP);
	open_document(&e, WORKSHOP);
	assert_string_equal(d.text.bytes, e.text.bytes);
	assert_int_equal(strlen(d.text.bytes), d.text.size);
	close_document(&d);
	close_document(&e);
}

static void capabilities_are_those_of_the_runtime(void **state)
{
	(void)state;
	static const char *const refused[] = {"needsExecutionTool", "canRunAsynchronuously",
	                                      "canBeInstantiatedOnlyOncePerProcess"};
	struct document d;
	open_document(&d, WORKSHOP);
	xmlNode *node = child(d.root, "CoSimulation");
	assert_attribute(node, "modelIdentifier", "workshop");
	assert_attribute(node, "canHandleVariableCommunicationStepSize", "true");
	assert_attribute(node, "canNotUseMemoryManagementFunctions", "true");
	assert_attribute(child(child(node, "SourceFiles"), "File"), "name", "all.c");
	assert_attribute(node, "canGetAndSetFMUstate", "true");
	assert_attribute(node, "canSerializeFMUstate", "true");
	assert_attribute(node, "canInterpolateInputs", "true");
	assert_attribute(node, "maxOutputDerivativeOrder", "2");
	assert_attribute(node, "providesDirectionalDerivative", "true");
	for (size_t k = 0; k < sizeof refused / sizeof refused[0]; k++) {
		assert_attribute(node, refused[k], "false");
	}
	close_document(&d);
}

static void the_default_experiment_is_the_files(void **state)
{
	(void)state;
	struct document d;
	open_document(&d, WORKSHOP);
	xmlNode *node = child(d.root, "DefaultExperiment");
	assert_attribute(node, "startTime", "0.5");
	assert_attribute(node, "stopTime", "2.3");
	assert_attribute(node, "stepSize", "0.02");
	assert_true(strtod(attribute(node, "tolerance"), NULL) == 1e-5);
	close_document(&d);
}

static void log_categories_are_those_the_logger_is_called_with(void **state)
{
	(void)state;
	struct document d;
	open_document(&d, WORKSHOP);
	xmlNode *node = first_child(child(d.root, "LogCategories"));
	for (int k = 0; k < FMU_CATEGORY_COUNT; k++, node = sibling(node)) {
		assert_non_null(node);
		assert_attribute(node, "name", fmu_category_name((enum fmu_category)k));
		assert_non_null(attribute(node, "description"));
	}
	assert_null(node);
	close_document(&d);
}

/* ---- variables */

/* combinations the standard allows for what a mechanism has; start: 1 required, 0 forbidden */
static const struct {
	const char *causality, *variability, *initial;
	int start;
} combinations[] = {
	{"independent", "continuous", NULL, 0},    {"parameter", "fixed", "exact", 1},
	{"parameter", "tunable", "exact", 1},      {"input", "continuous", NULL, 1},
	{"output", "continuous", "calculated", 0}, {"output", "discrete", "calculated", 0},
	{"local", "continuous", "calculated", 0},  {"local", "discrete", "calculated", 0},
};

static int same(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void causality_variability_initial_and_start_fit_together(void **state)
{
	(void)state;
	struct document d;
	open_document(&d, WORKSHOP);
	int seen[sizeof combinations / sizeof combinations[0]] = {0};
	int k = 0;
	for (xmlNode *node = first_child(child(d.root, "ModelVariables")); node != NULL; node = sibling(node), k++) {
		int found = -1;
		for (int i = 0; i < (int)(sizeof combinations / sizeof combinations[0]); i++) {
			if (same(attribute(node, "causality"), combinations[i].causality) &&
			    same(attribute(node, "variability"), combinations[i].variability) &&
			    same(attribute(node, "initial"), combinations[i].initial)) {
				found = i;
			}
		}
		if (found < 0 || combinations[found].start != (attribute(first_child(node), "start") != NULL)) {
			fail_msg("%s", attribute(node, "name"));
		}
		seen[found] = 1;
		assert_int_equal(atoi(attribute(node, "valueReference")), k);
		if (strcmp(attribute(node, "variability"), "continuous") == 0) {
			assert_string_equal((const char *)first_child(node)->name, "Real");
		}
	}
	assert_int_equal(k, model_of(&d)->n_variables);
	for (size_t i = 0; i < sizeof seen / sizeof seen[0]; i++) {
		assert_true(seen[i]);
	}
	close_document(&d);
}

static void numbers_that_follow_from_parameters_are_calculated(void **state)
{
	(void)state;
	static const struct {
		const char *name, *causality, *variability, *initial;
	} expected[] = {
		{"parameters.length", "parameter", "fixed", "exact"},
		{"parameters.density", "parameter", "tunable", "exact"},
		{"parameters.weight", "output", "continuous", "calculated"},
		{"bodies.bob.mass", "local", "tunable", "calculated"},
		{"bodies.bob.center[1]", "local", "fixed", "calculated"},
	};
	struct document d;
	open_document(&d, "mechanism: pendulum\n"
	                  "parameters: {length: 2, density: 3, weight: density*length}\n"
	                  "bodies:\n"
	                  "  bob: {mass: weight/9.81, inertia: density, center: [length, 0]}\n"
	                  "joints:\n"
	                  "  pin: {type: revolute, bodies: [ground, bob], at: [0, 0]}\n"
	                  "outputs: [parameters.weight]\n");
	for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) {
		xmlNode *node = named(child(d.root, "ModelVariables"), expected[k].name);
		assert_non_null(node);
		assert_string_equal(attribute(node, "causality"), expected[k].causality);
		assert_string_equal(attribute(node, "variability"), expected[k].variability);
		assert_string_equal(attribute(node, "initial"), expected[k].initial);
		assert_int_equal(attribute(first_child(node), "start") != NULL, strcmp(expected[k].initial, "exact") == 0);
	}
	assert_string_equal(attribute(named(child(d.root, "ModelVariables"), "parameters.weight"), "description"),
	                    "density*length");
	xmlNode *length = named(child(d.root, "ModelVariables"), "parameters.length");
	assert_string_equal(attribute(first_child(length), "unit"), "m");
	close_document(&d);
}

static void names_are_unique(void **state)
{
	(void)state;
	struct document d;
	open_document(&d, WORKSHOP);
	for (int k = 0; k < model_of(&d)->n_variables; k++) {
		assert_ptr_equal(named(child(d.root, "ModelVariables"), variable_name(&d, k)), variable_node(&d, k));
	}
	close_document(&d);
}

static void start_values_are_those_of_the_unit_to_the_last_bit_and_within_their_limits(void **state)
{
	(void)state;
	struct document d;
	open_document(&d, WORKSHOP);
	fixture_expect_ok(&d.x, fmi2EnterInitializationMode(d.x.c));
	int compared = 0;
	for (fmi2ValueReference k = 0; k < (fmi2ValueReference)model_of(&d)->n_variables; k++) {
		const xmlNode *inner = first_child(variable_node(&d, (int)k));
		const char *start = attribute(inner, "start");
		if (start == NULL) {
			continue;
		}
		double written = strtod(start, NULL), value = NAN;
		if (model_of(&d)->variables[k].quantity == MECH_COUNT) {
			fmi2Integer whole = -1;
			fixture_expect_ok(&d.x, fmi2GetInteger(d.x.c, &k, 1, &whole));
			assert_true(written == whole);
			fixture_expect_ok(&d.x, fmi2SetInteger(d.x.c, &k, 1, &whole));
			continue;
		}
		fixture_expect_ok(&d.x, fmi2GetReal(d.x.c, &k, 1, &value));
		assert_memory_equal(&written, &value, sizeof value);
		assert_true(attribute(inner, "min") == NULL || strtod(attribute(inner, "min"), NULL) <= value);
		assert_true(attribute(inner, "max") == NULL || strtod(attribute(inner, "max"), NULL) >= value);
		/* the unit accepts its own start values */
		fixture_expect_ok(&d.x, fmi2SetReal(d.x.c, &k, 1, &written));
		compared++;
	}
	assert_true(compared > 20);
	fixture_expect_ok(&d.x, fmi2ExitInitializationMode(d.x.c));
	close_document(&d);
}

/* ---- structure */

static int is_output(const struct document *d, int k)
{
	return strcmp(attribute(variable_node(d, k), "causality"), "output") == 0;
}

static int is_derivative(const struct document *d, int k)
{
	return attribute(first_child(variable_node(d, k)), "derivative") != NULL;
}

/* outputs, states and derivatives, as the standard requires where they are calculated */
static int is_initial_unknown(const struct document *d, int k)
{
	int state = 0;
	for (int i = 0; i < model_of(d)->n_variables; i++) {
		state |= is_derivative(d, i) && atoi(attribute(first_child(variable_node(d, i)), "derivative")) == k + 1;
	}
	return is_output(d, k) || is_derivative(d, k) || state;
}

static void check_list(const struct document *d, const char *list, int (*belongs)(const struct document *d, int k))
{
	xmlNode *unknown = first_child(child(child(d->root, "ModelStructure"), list));
	for (int k = 0; k < model_of(d)->n_variables; k++) {
		if (belongs(d, k)) {
			assert_non_null(unknown);
			assert_int_equal(atoi(attribute(unknown, "index")), k + 1);
			unknown = sibling(unknown);
		}
	}
	assert_null(unknown);
}

static void every_unknown_stands_in_its_lists_once_and_in_order(void **state)
{
	(void)state;
	struct document d;
	open_document(&d, WORKSHOP);
	check_list(&d, "Outputs", is_output);
	check_list(&d, "Derivatives", is_derivative);
	check_list(&d, "InitialUnknowns", is_initial_unknown);
	close_document(&d);
}

static void velocities_and_accelerations_of_bodies_are_derivatives_of_states(void **state)
{
	(void)state;
	static const char *const chains[][3] = {{"x", "vx", "ax"}, {"y", "vy", "ay"}, {"angle", "speed", "acceleration"}};
	struct document d;
	open_document(&d, WORKSHOP);
	const xmlNode *variables = child(d.root, "ModelVariables");
	int count = 0;
	for (int body = 0; body < model_of(&d)->n_bodies; body++) {
		for (int k = 0; k < 3; k++) {
			for (int level = 1; level < 3; level++) {
				char name[64];
				const char *const owner = mech_name(model_of(&d), model_of(&d)->bodies[body].name);
				(void)snprintf(name, sizeof name, "bodies.%s.%s", owner, chains[k][level]);
				const char *index = attribute(first_child(named(variables, name)), "derivative");
				assert_non_null(index);
				(void)snprintf(name, sizeof name, "bodies.%s.%s", owner, chains[k][level - 1]);
				assert_string_equal(variable_name(&d, atoi(index) - 1), name);
				count++;
			}
		}
	}
	for (int k = 0; k < model_of(&d)->n_variables; k++) {
		count -= is_derivative(&d, k);
	}
	assert_int_equal(count, 0);
	close_document(&d);
}

static void a_mechanism_without_outputs_has_no_empty_lists(void **state)
{
	(void)state;
	struct document d;
	open_document(&d, "mechanism: wheel\n"
	                  "bodies: {wheel: {mass: 1, inertia: 1, center: [0, 0]}}\n"
	                  "joints: {axle: {type: revolute, bodies: [ground, wheel], at: [0, 0]}}\n");
	const xmlNode *structure = child(d.root, "ModelStructure");
	assert_null(child(structure, "Outputs"));
	check_list(&d, "Derivatives", is_derivative);
	check_list(&d, "InitialUnknowns", is_initial_unknown);
	close_document(&d);
}

/* ---- the identifier */

static void identifiers_are_made_of_any_name(void **state)
{
	(void)state;
	static const struct {
		const char *name, *identifier;
	} cases[] = {
		{"slider_crank", "slider_crank"},
		{"4-bar linkage", "_4_bar_linkage"},
		{"", "_"},
		{"M\xc3\xbchle", "M__hle"},
		{"../x", "___x"},
		{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
	};
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		struct mech_image_head head = {.name = 0};
		struct mech_model model = {.head = &head, .names = cases[k].name};
		char identifier[MD_IDENTIFIER_SIZE];
		md_identifier(&model, identifier);
		assert_string_equal(identifier, cases[k].identifier);
	}
}

/* ---- memory */

void *__real_malloc(size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *old, size_t size);

static int requests, failing_request = -1;

void *__wrap_malloc(size_t size)
{
	return requests++ == failing_request ? NULL : __real_malloc(size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return requests++ == failing_request ? NULL : __real_realloc(old, size);
}

static void memory_may_run_out_at_any_request(void **state)
{
	(void)state;
	struct document d;
	open_document(&d, WORKSHOP);
	struct md_text text;
	requests = 0;
	assert_int_equal(md_write(model_of(&d), d.x.guid, &(struct md_credits){0}, &text), 0);
	free(text.bytes);
	int needed = requests;
	assert_true(needed >= 3);
	for (int k = 0; k < needed; k++) {
		requests = 0;
		failing_request = k;
		assert_int_equal(md_write(model_of(&d), d.x.guid, &(struct md_credits){0}, &text), -1);
		failing_request = -1;
		assert_null(text.bytes);
	}
	close_document(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(elements_stand_in_the_order_of_the_schema),
		cmocka_unit_test(the_head_names_model_guid_and_tool_but_no_date),
		cmocka_unit_test(texts_survive_the_way_through_xml),
		cmocka_unit_test(the_same_mechanism_gives_the_same_bytes),
		cmocka_unit_test(capabilities_are_those_of_the_runtime),
		cmocka_unit_test(the_default_experiment_is_the_files),
		cmocka_unit_test(log_categories_are_those_the_logger_is_called_with),
		cmocka_unit_test(causality_variability_initial_and_start_fit_together),
		cmocka_unit_test(numbers_that_follow_from_parameters_are_calculated),
		cmocka_unit_test(names_are_unique),
		cmocka_unit_test(start_values_are_those_of_the_unit_to_the_last_bit_and_within_their_limits),
		cmocka_unit_test(every_unknown_stands_in_its_lists_once_and_in_order),
		cmocka_unit_test(velocities_and_accelerations_of_bodies_are_derivatives_of_states),
		cmocka_unit_test(a_mechanism_without_outputs_has_no_empty_lists),
		cmocka_unit_test(identifiers_are_made_of_any_name),
		cmocka_unit_test(memory_may_run_out_at_any_request),
	};
	int result = cmocka_run_group_tests(tests, NULL, NULL);
	xmlCleanupParser();
	return result;
}
