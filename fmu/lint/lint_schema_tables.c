/* The schema of modelDescription.xml as tables (FMI 2.0.5, section 2.2, and its schema files):
 * innermost elements first. */
#include "lint_schema.h"

#include <stddef.h>

static const struct lint_attribute lint_no_attributes[] = {{NULL, LINT_TEXT, 0}};

static const struct lint_attribute lint_named_attributes[] = {
	{"name", LINT_TEXT, 1},
	{NULL, LINT_TEXT, 0},
};

static const struct lint_attribute lint_described_attributes[] = {
	{"name", LINT_TEXT, 1},
	{"description", LINT_TEXT, 0},
	{NULL, LINT_TEXT, 0},
};

static const struct lint_element lint_file = {.name = "File", .attributes = lint_named_attributes};
static const struct lint_element lint_source_files = {
	.name = "SourceFiles", .attributes = lint_no_attributes, .item = &lint_file};
static const struct lint_child lint_interface_children[] = {
	{&lint_source_files, 0, 0, 1},
	{NULL, 0, 0, 0},
};

static const struct lint_attribute lint_flag_group[] = {
	{"needsExecutionTool", LINT_BOOLEAN, 0},
	{"canBeInstantiatedOnlyOncePerProcess", LINT_BOOLEAN, 0},
	{"canNotUseMemoryManagementFunctions", LINT_BOOLEAN, 0},
	{"canGetAndSetFMUstate", LINT_BOOLEAN, 0},
	{"canSerializeFMUstate", LINT_BOOLEAN, 0},
	{"providesDirectionalDerivative", LINT_BOOLEAN, 0},
	{NULL, LINT_TEXT, 0},
};
static const struct lint_attribute lint_exchange_attributes[] = {
	{"modelIdentifier", LINT_TEXT, 1},
	{"completedIntegratorStepNotNeeded", LINT_BOOLEAN, 0},
	{NULL, LINT_TEXT, 0},
};
static const struct lint_attribute lint_co_simulation_attributes[] = {
	{"modelIdentifier", LINT_TEXT, 1},
	{"canHandleVariableCommunicationStepSize", LINT_BOOLEAN, 0},
	{"canInterpolateInputs", LINT_BOOLEAN, 0},
	{"maxOutputDerivativeOrder", LINT_UNSIGNED, 0},
	{"canRunAsynchronuously", LINT_BOOLEAN, 0}, /* the standard's spelling */
	{NULL, LINT_TEXT, 0},
};
static const struct lint_element lint_exchange = {.name = "ModelExchange",
                                                  .attributes = lint_exchange_attributes,
                                                  .group = lint_flag_group,
                                                  .children = lint_interface_children};
static const struct lint_element lint_co_simulation = {.name = "CoSimulation",
                                                       .attributes = lint_co_simulation_attributes,
                                                       .group = lint_flag_group,
                                                       .children = lint_interface_children};

static const struct lint_attribute lint_base_unit_attributes[] = {
	{"kg", LINT_INT, 0},        {"m", LINT_INT, 0},         {"s", LINT_INT, 0},   {"A", LINT_INT, 0},
	{"K", LINT_INT, 0},         {"mol", LINT_INT, 0},       {"cd", LINT_INT, 0},  {"rad", LINT_INT, 0},
	{"factor", LINT_DOUBLE, 0}, {"offset", LINT_DOUBLE, 0}, {NULL, LINT_TEXT, 0},
};
static const struct lint_attribute lint_display_unit_attributes[] = {
	{"name", LINT_TEXT, 1},
	{"factor", LINT_DOUBLE, 0},
	{"offset", LINT_DOUBLE, 0},
	{NULL, LINT_TEXT, 0},
};
static const struct lint_element lint_base_unit = {.name = "BaseUnit", .attributes = lint_base_unit_attributes};
static const struct lint_element lint_display_unit = {.name = "DisplayUnit",
                                                      .attributes = lint_display_unit_attributes};
static const struct lint_child lint_unit_children[] = {
	{&lint_base_unit, 0, 0, 1},
	{&lint_display_unit, 1, 0, LINT_MANY},
	{NULL, 0, 0, 0},
};
static const struct lint_element lint_unit = {
	.name = "Unit", .attributes = lint_named_attributes, .children = lint_unit_children};
static const struct lint_element lint_units = {
	.name = "UnitDefinitions", .attributes = lint_no_attributes, .item = &lint_unit};

static const struct lint_attribute lint_real_group[] = {
	{"quantity", LINT_TEXT, 0},    {"unit", LINT_TEXT, 0},
	{"displayUnit", LINT_TEXT, 0}, {"relativeQuantity", LINT_BOOLEAN, 0},
	{"min", LINT_DOUBLE, 0},       {"max", LINT_DOUBLE, 0},
	{"nominal", LINT_DOUBLE, 0},   {"unbounded", LINT_BOOLEAN, 0},
	{NULL, LINT_TEXT, 0},
};
static const struct lint_attribute lint_integer_group[] = {
	{"quantity", LINT_TEXT, 0},
	{"min", LINT_INT, 0},
	{"max", LINT_INT, 0},
	{NULL, LINT_TEXT, 0},
};
static const struct lint_attribute lint_type_enumeration[] = {{"quantity", LINT_TEXT, 0}, {NULL, LINT_TEXT, 0}};
static const struct lint_attribute lint_item_attributes[] = {
	{"name", LINT_TEXT, 1},
	{"value", LINT_INT, 1},
	{"description", LINT_TEXT, 0},
	{NULL, LINT_TEXT, 0},
};
static const struct lint_element lint_item = {.name = "Item", .attributes = lint_item_attributes};
/* the schema says nothing about Boolean and String here: anything may stand in them */
static const struct lint_element lint_types[5] = {
	{.name = "Real", .attributes = lint_real_group},
	{.name = "Integer", .attributes = lint_integer_group},
	{.name = "Boolean", .foreign = LINT_MANY},
	{.name = "String", .foreign = LINT_MANY},
	{.name = "Enumeration", .attributes = lint_type_enumeration, .item = &lint_item},
};
static const struct lint_child lint_simple_type_children[] = {
	{&lint_types[0], 0, 0, 1}, {&lint_types[1], 0, 0, 1}, {&lint_types[2], 0, 0, 1},
	{&lint_types[3], 0, 0, 1}, {&lint_types[4], 0, 0, 1}, {NULL, 0, 0, 0},
};
static const struct lint_element lint_simple_type = {.name = "SimpleType",
                                                     .attributes = lint_described_attributes,
                                                     .children = lint_simple_type_children,
                                                     .one_of = "one of Real, Integer, Boolean, String and Enumeration"};
static const struct lint_element lint_type_definitions = {
	.name = "TypeDefinitions", .attributes = lint_no_attributes, .item = &lint_simple_type};

static const struct lint_element lint_category = {.name = "Category", .attributes = lint_described_attributes};
static const struct lint_element lint_categories = {
	.name = "LogCategories", .attributes = lint_no_attributes, .item = &lint_category};

static const struct lint_attribute lint_experiment_attributes[] = {
	{"startTime", LINT_DOUBLE, 0}, {"stopTime", LINT_DOUBLE, 0}, {"tolerance", LINT_DOUBLE, 0},
	{"stepSize", LINT_DOUBLE, 0},  {NULL, LINT_TEXT, 0},
};
static const struct lint_element lint_experiment = {.name = "DefaultExperiment",
                                                    .attributes = lint_experiment_attributes};

static const struct lint_element lint_tool = {.name = "Tool", .attributes = lint_named_attributes, .foreign = 1};
static const struct lint_element lint_vendor_annotations = {
	.name = "VendorAnnotations", .attributes = lint_no_attributes, .item = &lint_tool};
static const struct lint_element lint_annotations = {
	.name = "Annotations", .attributes = lint_no_attributes, .item = &lint_tool};

static const struct lint_attribute lint_real_attributes[] = {
	{"declaredType", LINT_TEXT, 0}, {"start", LINT_DOUBLE, 0}, {"derivative", LINT_UNSIGNED, 0},
	{"reinit", LINT_BOOLEAN, 0},    {NULL, LINT_TEXT, 0},
};
static const struct lint_attribute lint_integer_attributes[] = {
	{"declaredType", LINT_TEXT, 0},
	{"start", LINT_INT, 0},
	{NULL, LINT_TEXT, 0},
};
static const struct lint_attribute lint_boolean_attributes[] = {
	{"declaredType", LINT_TEXT, 0},
	{"start", LINT_BOOLEAN, 0},
	{NULL, LINT_TEXT, 0},
};
static const struct lint_attribute lint_string_attributes[] = {
	{"declaredType", LINT_TEXT, 0},
	{"start", LINT_TEXT, 0},
	{NULL, LINT_TEXT, 0},
};
static const struct lint_attribute lint_enumeration_attributes[] = {
	{"declaredType", LINT_TEXT, 1},
	{"start", LINT_INT, 0},
	{NULL, LINT_TEXT, 0},
};
static const struct lint_element lint_values[5] = {
	{.name = "Real", .attributes = lint_real_attributes, .group = lint_real_group},
	{.name = "Integer", .attributes = lint_integer_attributes, .group = lint_integer_group},
	{.name = "Boolean", .attributes = lint_boolean_attributes},
	{.name = "String", .attributes = lint_string_attributes},
	{.name = "Enumeration", .attributes = lint_enumeration_attributes, .group = lint_integer_group},
};
static const struct lint_child lint_variable_children[] = {
	{&lint_values[0], 0, 0, 1},
	{&lint_values[1], 0, 0, 1},
	{&lint_values[2], 0, 0, 1},
	{&lint_values[3], 0, 0, 1},
	{&lint_values[4], 0, 0, 1},
	{&lint_annotations, 1, 0, 1},
	{NULL, 0, 0, 0},
};
static const struct lint_attribute lint_variable_attributes[] = {
	{"name", LINT_TEXT, 1},
	{"valueReference", LINT_UNSIGNED, 1},
	{"description", LINT_TEXT, 0},
	{"causality", LINT_CAUSALITY, 0},
	{"variability", LINT_VARIABILITY, 0},
	{"initial", LINT_INITIAL, 0},
	{"canHandleMultipleSetPerTimeInstant", LINT_BOOLEAN, 0},
	{NULL, LINT_TEXT, 0},
};
static const struct lint_element lint_variable = {.name = "ScalarVariable",
                                                  .attributes = lint_variable_attributes,
                                                  .children = lint_variable_children,
                                                  .one_of = "one of Real, Integer, Boolean, String and Enumeration"};
static const struct lint_element lint_variables = {
	.name = "ModelVariables", .attributes = lint_no_attributes, .item = &lint_variable};

static const struct lint_attribute lint_unknown_attributes[] = {
	{"index", LINT_UNSIGNED, 1},
	{"dependencies", LINT_INDICES, 0},
	{"dependenciesKind", LINT_KINDS, 0},
	{NULL, LINT_TEXT, 0},
};
static const struct lint_element lint_unknown = {.name = "Unknown", .attributes = lint_unknown_attributes};
static const struct lint_element lint_outputs = {
	.name = "Outputs", .attributes = lint_no_attributes, .item = &lint_unknown};
static const struct lint_element lint_derivatives = {
	.name = "Derivatives", .attributes = lint_no_attributes, .item = &lint_unknown};
static const struct lint_element lint_initial_unknowns = {
	.name = "InitialUnknowns", .attributes = lint_no_attributes, .item = &lint_unknown};
static const struct lint_child lint_structure_children[] = {
	{&lint_outputs, 0, 0, 1},
	{&lint_derivatives, 1, 0, 1},
	{&lint_initial_unknowns, 2, 0, 1},
	{NULL, 0, 0, 0},
};
static const struct lint_element lint_structure = {
	.name = "ModelStructure", .attributes = lint_no_attributes, .children = lint_structure_children};

static const struct lint_child lint_root_children[] = {
	{&lint_exchange, 0, 0, 1},
	{&lint_co_simulation, 0, 0, 1},
	{&lint_units, 1, 0, 1},
	{&lint_type_definitions, 2, 0, 1},
	{&lint_categories, 3, 0, 1},
	{&lint_experiment, 4, 0, 1},
	{&lint_vendor_annotations, 5, 0, 1},
	{&lint_variables, 6, 1, 1},
	{&lint_structure, 7, 1, 1},
	{NULL, 0, 0, 0},
};
static const struct lint_attribute lint_root_attributes[] = {
	{"fmiVersion", LINT_VERSION, 1},
	{"modelName", LINT_TEXT, 1},
	{"guid", LINT_TEXT, 1},
	{"description", LINT_TEXT, 0},
	{"author", LINT_TEXT, 0},
	{"version", LINT_TEXT, 0},
	{"copyright", LINT_TEXT, 0},
	{"license", LINT_TEXT, 0},
	{"generationTool", LINT_TEXT, 0},
	{"generationDateAndTime", LINT_DATE, 0},
	{"variableNamingConvention", LINT_NAMING, 0},
	{"numberOfEventIndicators", LINT_UNSIGNED, 0},
	{NULL, LINT_TEXT, 0},
};
const struct lint_element lint_schema_root = {
	.name = "fmiModelDescription", .attributes = lint_root_attributes, .children = lint_root_children};
