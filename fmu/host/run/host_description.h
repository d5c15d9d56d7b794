/* What running and checking an FMU needs from its modelDescription.xml.
 *
 * Read without network access and without entities: a file with a document type declaration is
 * refused.
 */
#ifndef HOST_DESCRIPTION_H
#define HOST_DESCRIPTION_H

#include <libxml/tree.h>

#include "fmi2.h"
#include "host_suggest.h"
#include "mech_model.h"

enum host_type { HOST_REAL, HOST_INTEGER, HOST_BOOLEAN, HOST_STRING, HOST_TYPE_COUNT }; /* enumerations are integers */

enum host_causality {
	HOST_PARAMETER,
	HOST_CALCULATED_PARAMETER,
	HOST_INPUT,
	HOST_OUTPUT,
	HOST_LOCAL,
	HOST_INDEPENDENT,
	HOST_CAUSALITY_COUNT
};

enum host_variability {
	HOST_CONSTANT,
	HOST_FIXED,
	HOST_TUNABLE,
	HOST_DISCRETE,
	HOST_CONTINUOUS,
	HOST_VARIABILITY_COUNT
};

/* as written, else what the standard takes for the causality and variability */
enum host_initial { HOST_NO_INITIAL, HOST_EXACT, HOST_APPROX, HOST_CALCULATED, HOST_INITIAL_COUNT };

/* a unit of measurement: value in SI base units = factor * value + offset. The exponents are those
 * of kg, m, s, A, K, mol, cd, rad */
enum { HOST_BASE_UNITS = 8 };
extern const char *const host_base_units[HOST_BASE_UNITS];
struct host_measure {
	char *name;
	int defined; /* 0: the unit does not say what it is in base units */
	int exponents[HOST_BASE_UNITS];
	double factor, offset;
};

/* an item of an enumeration */
struct host_choice {
	char *name;
	fmi2Integer value;
};

struct host_variable {
	char *name;
	fmi2ValueReference reference;
	enum host_type type;
	enum host_causality causality;
	enum host_variability variability;
	enum host_initial initial;
	char *start;              /* as written; NULL: none */
	double min, max, nominal; /* of numbers, from the variable or its declared type; NAN: not given */
	int derivative_of;        /* place of a variable in the list; -1: none */
	int measure;              /* place of its unit of measurement in the description; -1: none */
	int n_choices;            /* of an enumeration */
	struct host_choice *choices;
};

/* an entry of ModelStructure; variables are given by their place in the list, from 0 */
struct host_unknown {
	int variable;
	int n_dependencies; /* -1: not given, so anything */
	int *dependencies;
};

struct host_unknowns {
	int n;
	struct host_unknown *list;
};

struct host_description {
	char *model_name, *guid, *identifier;
	/* CoSimulation */
	int variable_step;                                  /* canHandleVariableCommunicationStepSize */
	int interpolates;                                   /* canInterpolateInputs */
	int output_order;                                   /* maxOutputDerivativeOrder */
	int asynchronous;                                   /* canRunAsynchronuously */
	int only_once;                                      /* canBeInstantiatedOnlyOncePerProcess */
	int own_memory;                                     /* canNotUseMemoryManagementFunctions */
	int has_state;                                      /* canGetAndSetFMUstate */
	int serializes_state;                               /* canSerializeFMUstate */
	int directional;                                    /* providesDirectionalDerivative */
	double start_time, stop_time, step_size, tolerance; /* default experiment; NAN: not given */
	int n_categories;
	char **categories; /* names in LogCategories */
	int n_measures;
	struct host_measure *measures;
	int n_variables;
	struct host_variable *variables;
	struct host_unknowns outputs, derivatives, initial_unknowns;
};

/* 0, or -1 with a message and nothing to free */
int host_description_read(const char *path, struct host_description *d, struct mech_message *message);
void host_description_free(struct host_description *d);

/* fills all but the name from an element with attributes as those of BaseUnit, or NULL. 0, or -1
 * without a name */
int host_measure_read(const xmlNode *base, struct host_measure *measure);

/* number of the variable or -1 */
int host_description_find(const struct host_description *d, const char *name);

/* " (did you mean 'name'?)" from the variables that can be set, or nothing */
const char *host_description_suggest(const struct host_description *d, const char *wrong,
                                     char text[HOST_SUGGESTION_SIZE]);

#endif
