/* The schema of modelDescription.xml as tables (FMI 2.0.5, section 2.2, and its schema files): innermost elements first. */
#include "lint_schema.h"

#include <stddef.h>

static const struct host_lint_attribute host_lint_no_attributes[] = {{NULL, HOST_LINT_TEXT, 0}};

static const struct host_lint_attribute host_lint_named_attributes[] = {
	{"name", HOST_LINT_TEXT, 1},
	{NULL, HOST_LINT_TEXT, 0},
};

static const struct host_lint_attribute host_lint_described_attributes[] = {
	{"name", HOST_LINT_TEXT, 1},
	{"description", HOST_LINT_TEXT, 0},
	{NULL, HOST_LINT_TEXT, 0},
};

static const struct host_lint_element host_lint_file = {.name = "File", .attributes = host_lint_named_attributes};
static const struct host_lint_element host_lint_source_files = {
	.name = "SourceFiles", .attributes = host_lint_no_attributes, .item = &host_lint_file};
static const struct host_lint_child host_lint_interface_children[] = {
	{&host_lint_source_files, 0, 0, 1},
	{NULL, 0, 0, 0},
};

static const struct host_lint_attribute host_lint_flag_group[] = {
	{"needsExecutionTool", HOST_LINT_BOOLEAN, 0},
	{"canBeInstantiatedOnlyOncePerProcess", HOST_LINT_BOOLEAN, 0},
	{"canNotUseMemoryManagementFunctions", HOST_LINT_BOOLEAN, 0},
	{"canGetAndSetFMUstate", HOST_LINT_BOOLEAN, 0},
	{"canSerializeFMUstate", HOST_LINT_BOOLEAN, 0},
	{"providesDirectionalDerivative", HOST_LINT_BOOLEAN, 0},
	{NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_attribute host_lint_exchange_attributes[] = {
	{"modelIdentifier", HOST_LINT_TEXT, 1},
	{"completedIntegratorStepNotNeeded", HOST_LINT_BOOLEAN, 0},
	{NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_attribute host_lint_co_simulation_attributes[] = {
	{"modelIdentifier", HOST_LINT_TEXT, 1},
	{"canHandleVariableCommunicationStepSize", HOST_LINT_BOOLEAN, 0},
	{"canInterpolateInputs", HOST_LINT_BOOLEAN, 0},
	{"maxOutputDerivativeOrder", HOST_LINT_UNSIGNED, 0},
	{"canRunAsynchronuously", HOST_LINT_BOOLEAN, 0}, /* the standard's spelling */
	{NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_element host_lint_exchange = {.name = "ModelExchange",
                                                            .attributes = host_lint_exchange_attributes,
                                                            .group = host_lint_flag_group,
                                                            .children = host_lint_interface_children};
static const struct host_lint_element host_lint_co_simulation = {.name = "CoSimulation",
                                                                 .attributes = host_lint_co_simulation_attributes,
                                                                 .group = host_lint_flag_group,
                                                                 .children = host_lint_interface_children};

static const struct host_lint_attribute host_lint_base_unit_attributes[] = {
	{"kg", HOST_LINT_INT, 0},        {"m", HOST_LINT_INT, 0},   {"s", HOST_LINT_INT, 0},
	{"A", HOST_LINT_INT, 0},         {"K", HOST_LINT_INT, 0},   {"mol", HOST_LINT_INT, 0},
	{"cd", HOST_LINT_INT, 0},        {"rad", HOST_LINT_INT, 0}, {"factor", HOST_LINT_DOUBLE, 0},
	{"offset", HOST_LINT_DOUBLE, 0}, {NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_attribute host_lint_display_unit_attributes[] = {
	{"name", HOST_LINT_TEXT, 1},
	{"factor", HOST_LINT_DOUBLE, 0},
	{"offset", HOST_LINT_DOUBLE, 0},
	{NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_element host_lint_base_unit = {.name = "BaseUnit",
                                                             .attributes = host_lint_base_unit_attributes};
static const struct host_lint_element host_lint_display_unit = {.name = "DisplayUnit",
                                                                .attributes = host_lint_display_unit_attributes};
static const struct host_lint_child host_lint_unit_children[] = {
	{&host_lint_base_unit, 0, 0, 1},
	{&host_lint_display_unit, 1, 0, HOST_LINT_MANY},
	{NULL, 0, 0, 0},
};
static const struct host_lint_element host_lint_unit = {
	.name = "Unit", .attributes = host_lint_named_attributes, .children = host_lint_unit_children};
static const struct host_lint_element host_lint_units = {
	.name = "UnitDefinitions", .attributes = host_lint_no_attributes, .item = &host_lint_unit};

static const struct host_lint_attribute host_lint_real_group[] = {
	{"quantity", HOST_LINT_TEXT, 0},    {"unit", HOST_LINT_TEXT, 0},
	{"displayUnit", HOST_LINT_TEXT, 0}, {"relativeQuantity", HOST_LINT_BOOLEAN, 0},
	{"min", HOST_LINT_DOUBLE, 0},       {"max", HOST_LINT_DOUBLE, 0},
	{"nominal", HOST_LINT_DOUBLE, 0},   {"unbounded", HOST_LINT_BOOLEAN, 0},
	{NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_attribute host_lint_integer_group[] = {
	{"quantity", HOST_LINT_TEXT, 0},
	{"min", HOST_LINT_INT, 0},
	{"max", HOST_LINT_INT, 0},
	{NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_attribute host_lint_type_enumeration[] = {{"quantity", HOST_LINT_TEXT, 0},
                                                                        {NULL, HOST_LINT_TEXT, 0}};
static const struct host_lint_attribute host_lint_item_attributes[] = {
	{"name", HOST_LINT_TEXT, 1},
	{"value", HOST_LINT_INT, 1},
	{"description", HOST_LINT_TEXT, 0},
	{NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_element host_lint_item = {.name = "Item", .attributes = host_lint_item_attributes};
/* the schema says nothing about Boolean and String here: anything may stand in them */
static const struct host_lint_element host_lint_types[5] = {
	{.name = "Real", .attributes = host_lint_real_group},
	{.name = "Integer", .attributes = host_lint_integer_group},
	{.name = "Boolean", .foreign = HOST_LINT_MANY},
	{.name = "String", .foreign = HOST_LINT_MANY},
	{.name = "Enumeration", .attributes = host_lint_type_enumeration, .item = &host_lint_item},
};
static const struct host_lint_child host_lint_simple_type_children[] = {
	{&host_lint_types[0], 0, 0, 1}, {&host_lint_types[1], 0, 0, 1}, {&host_lint_types[2], 0, 0, 1},
	{&host_lint_types[3], 0, 0, 1}, {&host_lint_types[4], 0, 0, 1}, {NULL, 0, 0, 0},
};
static const struct host_lint_element host_lint_simple_type = {
	.name = "SimpleType",
	.attributes = host_lint_described_attributes,
	.children = host_lint_simple_type_children,
	.one_of = "one of Real, Integer, Boolean, String and Enumeration"};
static const struct host_lint_element host_lint_type_definitions = {
	.name = "TypeDefinitions", .attributes = host_lint_no_attributes, .item = &host_lint_simple_type};

static const struct host_lint_element host_lint_category = {.name = "Category",
                                                            .attributes = host_lint_described_attributes};
static const struct host_lint_element host_lint_categories = {
	.name = "LogCategories", .attributes = host_lint_no_attributes, .item = &host_lint_category};

static const struct host_lint_attribute host_lint_experiment_attributes[] = {
	{"startTime", HOST_LINT_DOUBLE, 0}, {"stopTime", HOST_LINT_DOUBLE, 0}, {"tolerance", HOST_LINT_DOUBLE, 0},
	{"stepSize", HOST_LINT_DOUBLE, 0},  {NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_element host_lint_experiment = {.name = "DefaultExperiment",
                                                              .attributes = host_lint_experiment_attributes};

static const struct host_lint_element host_lint_tool = {
	.name = "Tool", .attributes = host_lint_named_attributes, .foreign = 1};
static const struct host_lint_element host_lint_vendor_annotations = {
	.name = "VendorAnnotations", .attributes = host_lint_no_attributes, .item = &host_lint_tool};
static const struct host_lint_element host_lint_annotations = {
	.name = "Annotations", .attributes = host_lint_no_attributes, .item = &host_lint_tool};

static const struct host_lint_attribute host_lint_real_attributes[] = {
	{"declaredType", HOST_LINT_TEXT, 0}, {"start", HOST_LINT_DOUBLE, 0}, {"derivative", HOST_LINT_UNSIGNED, 0},
	{"reinit", HOST_LINT_BOOLEAN, 0},    {NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_attribute host_lint_integer_attributes[] = {
	{"declaredType", HOST_LINT_TEXT, 0},
	{"start", HOST_LINT_INT, 0},
	{NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_attribute host_lint_boolean_attributes[] = {
	{"declaredType", HOST_LINT_TEXT, 0},
	{"start", HOST_LINT_BOOLEAN, 0},
	{NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_attribute host_lint_string_attributes[] = {
	{"declaredType", HOST_LINT_TEXT, 0},
	{"start", HOST_LINT_TEXT, 0},
	{NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_attribute host_lint_enumeration_attributes[] = {
	{"declaredType", HOST_LINT_TEXT, 1},
	{"start", HOST_LINT_INT, 0},
	{NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_element host_lint_values[5] = {
	{.name = "Real", .attributes = host_lint_real_attributes, .group = host_lint_real_group},
	{.name = "Integer", .attributes = host_lint_integer_attributes, .group = host_lint_integer_group},
	{.name = "Boolean", .attributes = host_lint_boolean_attributes},
	{.name = "String", .attributes = host_lint_string_attributes},
	{.name = "Enumeration", .attributes = host_lint_enumeration_attributes, .group = host_lint_integer_group},
};
static const struct host_lint_child host_lint_variable_children[] = {
	{&host_lint_values[0], 0, 0, 1},
	{&host_lint_values[1], 0, 0, 1},
	{&host_lint_values[2], 0, 0, 1},
	{&host_lint_values[3], 0, 0, 1},
	{&host_lint_values[4], 0, 0, 1},
	{&host_lint_annotations, 1, 0, 1},
	{NULL, 0, 0, 0},
};
static const struct host_lint_attribute host_lint_variable_attributes[] = {
	{"name", HOST_LINT_TEXT, 1},
	{"valueReference", HOST_LINT_UNSIGNED, 1},
	{"description", HOST_LINT_TEXT, 0},
	{"causality", HOST_LINT_CAUSALITY, 0},
	{"variability", HOST_LINT_VARIABILITY, 0},
	{"initial", HOST_LINT_INITIAL, 0},
	{"canHandleMultipleSetPerTimeInstant", HOST_LINT_BOOLEAN, 0},
	{NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_element host_lint_variable = {
	.name = "ScalarVariable",
	.attributes = host_lint_variable_attributes,
	.children = host_lint_variable_children,
	.one_of = "one of Real, Integer, Boolean, String and Enumeration"};
static const struct host_lint_element host_lint_variables = {
	.name = "ModelVariables", .attributes = host_lint_no_attributes, .item = &host_lint_variable};

static const struct host_lint_attribute host_lint_unknown_attributes[] = {
	{"index", HOST_LINT_UNSIGNED, 1},
	{"dependencies", HOST_LINT_INDICES, 0},
	{"dependenciesKind", HOST_LINT_KINDS, 0},
	{NULL, HOST_LINT_TEXT, 0},
};
static const struct host_lint_element host_lint_unknown = {.name = "Unknown",
                                                           .attributes = host_lint_unknown_attributes};
static const struct host_lint_element host_lint_outputs = {
	.name = "Outputs", .attributes = host_lint_no_attributes, .item = &host_lint_unknown};
static const struct host_lint_element host_lint_derivatives = {
	.name = "Derivatives", .attributes = host_lint_no_attributes, .item = &host_lint_unknown};
static const struct host_lint_element host_lint_initial_unknowns = {
	.name = "InitialUnknowns", .attributes = host_lint_no_attributes, .item = &host_lint_unknown};
static const struct host_lint_child host_lint_structure_children[] = {
	{&host_lint_outputs, 0, 0, 1},
	{&host_lint_derivatives, 1, 0, 1},
	{&host_lint_initial_unknowns, 2, 0, 1},
	{NULL, 0, 0, 0},
};
static const struct host_lint_element host_lint_structure = {
	.name = "ModelStructure", .attributes = host_lint_no_attributes, .children = host_lint_structure_children};

static const struct host_lint_child host_lint_root_children[] = {
	{&host_lint_exchange, 0, 0, 1},
	{&host_lint_co_simulation, 0, 0, 1},
	{&host_lint_units, 1, 0, 1},
	{&host_lint_type_definitions, 2, 0, 1},
	{&host_lint_categories, 3, 0, 1},
	{&host_lint_experiment, 4, 0, 1},
	{&host_lint_vendor_annotations, 5, 0, 1},
	{&host_lint_variables, 6, 1, 1},
	{&host_lint_structure, 7, 1, 1},
	{NULL, 0, 0, 0},
};
static const struct host_lint_attribute host_lint_root_attributes[] = {
	{"fmiVersion", HOST_LINT_VERSION, 1},
	{"modelName", HOST_LINT_TEXT, 1},
	{"guid", HOST_LINT_TEXT, 1},
	{"description", HOST_LINT_TEXT, 0},
	{"author", HOST_LINT_TEXT, 0},
	{"version", HOST_LINT_TEXT, 0},
	{"copyright", HOST_LINT_TEXT, 0},
	{"license", HOST_LINT_TEXT, 0},
	{"generationTool", HOST_LINT_TEXT, 0},
	{"generationDateAndTime", HOST_LINT_DATE, 0},
	{"variableNamingConvention", HOST_LINT_NAMING, 0},
	{"numberOfEventIndicators", HOST_LINT_UNSIGNED, 0},
	{NULL, HOST_LINT_TEXT, 0},
};
const struct host_lint_element host_lint_schema_root = {
	.name = "fmiModelDescription", .attributes = host_lint_root_attributes, .children = host_lint_root_children};
