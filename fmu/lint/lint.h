/* Checks of an FMI 2.0 co-simulation FMU, ours or anybody's: `mechfmu lint`.
 *
 *     archive -> description -> binaries -> behaviour
 *
 * Each stage adds findings and goes on as far as it can; a stage that cannot begin says so in a finding. The first three
 * only read. Behaviour runs the unit's library, in processes of its own, so that a unit that crashes, hangs or
 * prints is itself a finding and never harms the program.
 *
 * A finding names the rule that is broken (short words joined by -, stable, for filters and tests), the place, and what to do
 * about it. Errors break the standard; warnings are what importers are known to stumble over; notes tell what was
 * seen or not checked, and why.
 */
#ifndef HOST_LINT_H
#define HOST_LINT_H

#include <stdio.h>

#include "host_file.h"

enum host_lint_level { HOST_LINT_NOTE, HOST_LINT_WARNING, HOST_LINT_ERROR, HOST_LINT_LEVEL_COUNT };

struct host_lint_finding {
	enum host_lint_level level;
	const char *rule; /* constant text */
	char place
		[160]; /* "modelDescription.xml:12", "binaries/linux64/x.so", "fmi2GetReal in initialization mode", or "" */
	char text[360];
};

struct host_lint {
	char folder[HOST_PATH_SIZE]; /* the unpacked unit; "" when it could not be unpacked */
	struct host_lint_finding *findings;
	int n_findings, capacity;
	int n_checks; /* rules that were looked at, with or without a finding */
	int failed;   /* memory was out: the list is not complete */
};

/* the whole unit. The findings are then in *lint, which is the caller's to free in any case. */
void host_lint_run(const char *path, struct host_lint *lint);
void host_lint_free(struct host_lint *lint);

/* number of findings of a level */
int host_lint_count(const struct host_lint *lint, enum host_lint_level level);

/* reports: for people, grouped by level with a closing line; and as JSON */
void host_lint_write(const struct host_lint *lint, const char *path, FILE *out);
void host_lint_write_json(const struct host_lint *lint, const char *path, FILE *out);

/* for the stages: one more rule looked at; one finding, its text made as printf does */
void host_lint_checked(struct host_lint *lint);
void host_lint_find(struct host_lint *lint, enum host_lint_level level, const char *rule, const char *place,
                    const char *format, ...);

/* a text from outside made harmless for terminals and parsers: control characters and broken UTF-8 become ? or a blank */
void host_lint_clean(char *text);

/* the stages */
void host_lint_archive(struct host_lint *lint, const char *path); /* zip rules; then unpacks into lint->folder */
void host_lint_description(struct host_lint *lint);               /* modelDescription.xml */
void host_lint_binaries(struct host_lint *lint);                  /* ELF and PE files, sources/ */
void host_lint_behaviour(struct host_lint *lint);                 /* the library of this machine's platform, running */

#endif
