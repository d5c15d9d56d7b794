/* Units for the tests of the static checks, and findings compared with those of an unchanged
 * unit. */
#ifndef LINT_SAMPLES_H
#define LINT_SAMPLES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/host_folder.h"
#include "lint.h"
#include "host/plain_unit.h"
#include "slow_build.h"

/* plain_unit.c described in full: variables 1 and 2 are known at any time, 4 and 5 are parameters
 * of the same unit */
#define LINT_PLAIN_VARIABLES                                                                                      \
	"<ScalarVariable name=\"time\" valueReference=\"0\" causality=\"independent\" variability=\"continuous\">"    \
	"<Real/></ScalarVariable>\n"                                                                                  \
	"<ScalarVariable name=\"u\" valueReference=\"1\" causality=\"input\" variability=\"continuous\">"             \
	"<Real declaredType=\"Torque\" start=\"0\"/></ScalarVariable>\n"                                              \
	"<ScalarVariable name=\"x[1]\" valueReference=\"2\" causality=\"output\" variability=\"continuous\" "         \
	"initial=\"calculated\"><Real unit=\"rad\" displayUnit=\"deg\" unbounded=\"true\"/></ScalarVariable>\n"       \
	"<ScalarVariable name=\"gain\" valueReference=\"3\" causality=\"parameter\" variability=\"tunable\" "         \
	"initial=\"exact\"><Real start=\"1\" min=\"0\" max=\"1e3\" nominal=\"2\"/></ScalarVariable>\n"                \
	"<ScalarVariable name=\"tolerance\" valueReference=\"4\" causality=\"parameter\" variability=\"fixed\">"      \
	"<Real start=\"1e-6\"/></ScalarVariable>\n"                                                                   \
	"<ScalarVariable name=\"mode\" valueReference=\"1\" causality=\"parameter\" variability=\"fixed\">"           \
	"<Enumeration declaredType=\"Mode\" start=\"2\"/></ScalarVariable>\n"                                         \
	"<ScalarVariable name=\"count\" valueReference=\"2\" causality=\"output\" variability=\"discrete\">"          \
	"<Integer declaredType=\"Count\"/></ScalarVariable>\n"                                                        \
	"<ScalarVariable name=\"enable\" valueReference=\"1\" causality=\"input\" variability=\"discrete\">"          \
	"<Boolean start=\"false\"/></ScalarVariable>\n"                                                               \
	"<ScalarVariable name=\"enabled\" valueReference=\"1\" causality=\"output\" variability=\"discrete\">"        \
	"<Boolean/></ScalarVariable>\n"                                                                               \
	"<ScalarVariable name=\"parts.'a word'\" valueReference=\"1\" causality=\"local\" variability=\"discrete\">"  \
	"<String/></ScalarVariable>\n"                                                                                \
	"<ScalarVariable name=\"size\" valueReference=\"9\" causality=\"calculatedParameter\" variability=\"fixed\" " \
	"initial=\"approx\"><Real start=\"3\"/></ScalarVariable>\n"                                                   \
	"<ScalarVariable name=\"limit\" valueReference=\"10\" causality=\"local\" variability=\"constant\">"          \
	"<Real start=\"3\"/></ScalarVariable>\n"                                                                      \
	"<ScalarVariable name=\"der(x[1])\" valueReference=\"11\" variability=\"continuous\">"                        \
	"<Real derivative=\"3\" declaredType=\"Torque\"/></ScalarVariable>\n"

#define LINT_PLAIN_DESCRIPTION                                                                                         \
	"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                                                                     \
	"<fmiModelDescription fmiVersion=\"2.0\" modelName=\"plain unit\" guid=\"plain-unit\" version=\"1\" "              \
	"generationDateAndTime=\"2024-02-29T23:59:59Z\" variableNamingConvention=\"structured\">\n"                        \
	"<CoSimulation modelIdentifier=\"plain_unit\" canHandleVariableCommunicationStepSize=\"true\"/>\n"                 \
	"<UnitDefinitions>\n<Unit name=\"rad\"><BaseUnit rad=\"1\"/><DisplayUnit name=\"deg\" factor=\"57.3\"/></Unit>\n"  \
	"<Unit name=\"N.m\"><BaseUnit kg=\"1\" m=\"2\" s=\"-2\"/></Unit>\n</UnitDefinitions>\n"                            \
	"<TypeDefinitions>\n<SimpleType name=\"Torque\"><Real unit=\"N.m\" min=\"-1e6\"/></SimpleType>\n"                  \
	"<SimpleType name=\"Count\"><Integer min=\"0\" max=\"9\"/></SimpleType>\n"                                         \
	"<SimpleType name=\"Mode\"><Enumeration><Item name=\"slow\" value=\"1\"/><Item name=\"fast\" value=\"2\"/>"        \
	"</Enumeration></SimpleType>\n</TypeDefinitions>\n"                                                                \
	"<LogCategories>\n<Category name=\"logStatusError\"/>\n<Category name=\"own\" description=\"d\"/>\n"               \
	"</LogCategories>\n"                                                                                               \
	"<DefaultExperiment startTime=\"0\" stopTime=\"1\" tolerance=\"1e-6\" stepSize=\"0.1\"/>\n"                        \
	"<VendorAnnotations><Tool name=\"a\"><own/></Tool><Tool name=\"b\"/></VendorAnnotations>\n"                        \
	"<ModelVariables>\n" LINT_PLAIN_VARIABLES "</ModelVariables>\n<ModelStructure>\n<Outputs>\n"                       \
	"<Unknown index=\"3\" dependencies=\"\"/>\n<Unknown index=\"7\" dependencies=\"1 2\" "                             \
	"dependenciesKind=\"dependent dependent\"/>\n<Unknown index=\"9\"/>\n</Outputs>\n"                                 \
	"<Derivatives>\n<Unknown index=\"13\" dependencies=\"2\" dependenciesKind=\"fixed\"/>\n</Derivatives>\n"           \
	"<InitialUnknowns>\n<Unknown index=\"3\"/>\n<Unknown index=\"7\" dependencies=\"1 2\"/>\n<Unknown index=\"9\"/>\n" \
	"<Unknown index=\"11\"/>\n<Unknown index=\"13\" dependencies=\"2 4\" dependenciesKind=\"dependent constant\"/>\n"  \
	"</InitialUnknowns>\n</ModelStructure>\n</fmiModelDescription>\n"

/* a folder for many small files: in memory where the system has room for it, unless TMPDIR says
 * otherwise */
static inline int lint_setup(void **state)
{
	if (access("/dev/shm", W_OK) == 0) {
		(void)setenv("TMPDIR", "/dev/shm", 0);
	}
	return host_folder_setup(state);
}

/* the stages that only read */
static inline struct lint lint_static(const char *path)
{
	struct lint lint;
	memset(&lint, 0, sizeof lint);
	lint_archive(&lint, path);
	if (lint.folder[0] != 0) {
		lint_description(&lint);
		lint_binaries(&lint);
	}
	assert_false(lint.failed);
	return lint;
}

static inline int lint_count_rule(const struct lint *lint, const char *rule)
{
	int count = 0;
	for (int i = 0; i < lint->n_findings; i++) {
		count += strcmp(lint->findings[i].rule, rule) == 0;
	}
	return count;
}

/* the rules that are broken more often than before are exactly those of `expected`, separated by
 * blanks */
static inline void lint_assert_new(const struct lint *before, const struct lint *after, const char *expected)
{
	char list[300];
	for (int i = 0; i < after->n_findings; i++) {
		const char *rule = after->findings[i].rule;
		(void)snprintf(list, sizeof list, " %s ", expected);
		char *found = NULL, word[100];
		(void)snprintf(word, sizeof word, " %s ", rule);
		found = strstr(list, word);
		if (lint_count_rule(after, rule) > lint_count_rule(before, rule) && found == NULL) {
			fail_msg("expected '%s', but found %s: %s %s", expected, rule, after->findings[i].place,
			         after->findings[i].text);
		}
	}
	(void)snprintf(list, sizeof list, "%s", expected);
	for (char *rule = strtok(list, " "); rule != NULL; rule = strtok(NULL, " ")) {
		if (lint_count_rule(after, rule) <= lint_count_rule(before, rule)) {
			fail_msg("'%s' was not found", rule);
		}
	}
}

/* nothing above a note */
static inline void lint_assert_clean(const struct lint *lint)
{
	for (int i = 0; i < lint->n_findings; i++) {
		/* a sanitized library needs its sanitizer */
		int sanitizer = SLOW_BUILD && strcmp(lint->findings[i].rule, "library-dependency") == 0;
		if (lint->findings[i].level > LINT_NOTE && !sanitizer) {
			fail_msg("%s: %s [%s]", lint->findings[i].place, lint->findings[i].text, lint->findings[i].rule);
		}
	}
	assert_true(lint->n_checks > 50);
}

/* folder of the library on this machine */
#ifdef __aarch64__
#define LINT_PLATFORM "aarch64-linux"
#else
#define LINT_PLATFORM "linux64"
#endif

#endif
