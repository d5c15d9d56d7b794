/* What a running FMU needs from its modelDescription.xml.
 *
 * Read without network access and without entities: a file with a document type declaration is refused.
 */
#ifndef HOST_DESCRIPTION_H
#define HOST_DESCRIPTION_H

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

struct host_variable {
	char *name;
	fmi2ValueReference reference;
	enum host_type type;
	enum host_causality causality;
	enum host_variability variability;
};

struct host_description {
	char *model_name, *guid, *identifier;
	int variable_step;                       /* canHandleVariableCommunicationStepSize */
	double start_time, stop_time, step_size; /* default experiment; NAN: not given */
	int n_variables;
	struct host_variable *variables;
};

/* 0, or -1 with a message and nothing to free */
int host_description_read(const char *path, struct host_description *d, struct mech_message *message);
void host_description_free(struct host_description *d);

/* number of the variable or -1 */
int host_description_find(const struct host_description *d, const char *name);

/* " (did you mean 'name'?)" from the variables that can be set, or nothing */
const char *host_description_suggest(const struct host_description *d, const char *wrong,
                                     char text[HOST_SUGGESTION_SIZE]);

#endif
