/* Packs plain_unit.c as an FMU, with the compiler that built the tests (cc on the path). */
#ifndef PLAIN_UNIT_H
#define PLAIN_UNIT_H

#include <stdio.h>
#include <stdlib.h>

#include "host_file.h"
#include "host_zip.h"

#define PLAIN_UNIT_VARIABLES                                                                                       \
	"<ScalarVariable name=\"u\" valueReference=\"1\" causality=\"input\"><Real start=\"0\"/></ScalarVariable>\n"   \
	"<ScalarVariable name=\"word\" valueReference=\"1\" causality=\"output\" variability=\"discrete\"><String/>"   \
	"</ScalarVariable>\n"                                                                                          \
	"<ScalarVariable name=\"x\" valueReference=\"2\" causality=\"output\"><Real/></ScalarVariable>\n"              \
	"<ScalarVariable name=\"gain\" valueReference=\"3\" causality=\"parameter\" variability=\"tunable\">"          \
	"<Real start=\"1\"/></ScalarVariable>\n"                                                                       \
	"<ScalarVariable name=\"enabled\" valueReference=\"1\" causality=\"output\" variability=\"discrete\">"         \
	"<Boolean/></ScalarVariable>\n"                                                                                \
	"<ScalarVariable name=\"enable\" valueReference=\"1\" causality=\"input\" variability=\"discrete\">"           \
	"<Boolean start=\"false\"/></ScalarVariable>\n"                                                                \
	"<ScalarVariable name=\"say\" valueReference=\"1\" causality=\"input\" variability=\"discrete\">"              \
	"<String start=\"\"/></ScalarVariable>\n"                                                                      \
	"<ScalarVariable name=\"count\" valueReference=\"2\" causality=\"output\" variability=\"discrete\"><Integer/>" \
	"</ScalarVariable>\n"                                                                                          \
	"<ScalarVariable name=\"behaviour\" valueReference=\"1\" causality=\"parameter\" variability=\"fixed\">"       \
	"<Integer start=\"0\"/></ScalarVariable>\n"                                                                    \
	"<ScalarVariable name=\"tolerance\" valueReference=\"4\" causality=\"output\"><Real/></ScalarVariable>\n"

#define PLAIN_UNIT_OUTPUTS                                                                              \
	"<Outputs><Unknown index=\"2\"/><Unknown index=\"3\"/><Unknown index=\"5\"/><Unknown index=\"8\"/>" \
	"<Unknown index=\"10\"/></Outputs>"

#define PLAIN_UNIT_DESCRIPTION(variable_step, experiment)                                                  \
	"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                                                         \
	"<fmiModelDescription fmiVersion=\"2.0\" modelName=\"plain unit\" guid=\"plain-unit\">\n"              \
	"<CoSimulation modelIdentifier=\"plain_unit\" canHandleVariableCommunicationStepSize=\"" variable_step \
	"\"/>\n" experiment "<ModelVariables>\n" PLAIN_UNIT_VARIABLES "</ModelVariables>\n"                    \
	"<ModelStructure>" PLAIN_UNIT_OUTPUTS "</ModelStructure>\n</fmiModelDescription>\n"

/* the library's bytes; 0 when there is no compiler */
static inline int plain_unit_library(const char *folder, struct host_text *library)
{
	char command[3 * HOST_PATH_SIZE], path[HOST_PATH_SIZE];
	struct mech_message message;
	if (host_path_join(folder, "plain_unit.so", path) != 0) {
		return 0;
	}
	(void)snprintf(command, sizeof command,
	               "cc -std=c11 -shared -fPIC -I'%s/fmu/runtime' -o '%s' '%s/tests/host/plain_unit.c'",
	               MECHFMU_SOURCE_DIR, path, MECHFMU_SOURCE_DIR);
	return system(command) == 0 && host_file_read(path, (size_t)1 << 24, library, &message) == 0;
}

/* writes folder/name with the description; `platform` is the folder of the library. 1, or 0 */
static inline int plain_unit_write(const char *folder, const char *name, const char *platform, const char *description,
                                   const struct host_text *library)
{
	char path[HOST_PATH_SIZE], binary[200];
	struct mech_message message;
	(void)snprintf(binary, sizeof binary, "binaries/%s/plain_unit.so", platform);
	struct host_zip_entry entries[] = {
		{"modelDescription.xml", description, strlen(description), 0},
		{binary, library->bytes, library->size, 1},
		{"resources/", NULL, 0, 0},
	};
	return host_path_join(folder, name, path) == 0 && host_zip_write(path, 3, entries, &message) == 0;
}

#endif
