/* Checks of an FMI 2.0 co-simulation FMU, ours or anybody's, and of systems of such units: `mechfmu
 * lint`.
 *
 *     archive -> description -> binaries -> behaviour          x.fmu
 *     archive -> structure -> each unit as above               x.ssp (SSP 1.0); x.ssd: the structure alone
 *
 * Each stage adds findings and continues as far as it can; a stage that cannot begin says so in a
 * finding. The first three only read. Behaviour runs the unit's library, in processes of its own,
 * so that a unit that crashes, hangs or prints is itself a finding and never harms the program.
 *
 * A finding names the rule that is broken (short words joined by -, stable, for filters and tests),
 * the place, and what to do about it. Errors break the standard; warnings are what importers are
 * known to stumble over; notes show what was seen or not checked, and why.
 */
#ifndef LINT_H
#define LINT_H

#include <stdio.h>

#include "host_file.h"

enum lint_level { LINT_NOTE, LINT_WARNING, LINT_ERROR, LINT_LEVEL_COUNT };

struct lint_finding {
	enum lint_level level;
	const char *rule; /* constant text */
	char place
		[160]; /* "modelDescription.xml:12", "binaries/linux64/x.so", "fmi2GetReal in initialization mode", or "" */
	char text[360];
};

struct lint {
	char folder[HOST_PATH_SIZE]; /* the unpacked unit; "" when it could not be unpacked */
	struct lint_finding *findings;
	int n_findings, capacity;
	int n_checks;               /* rules that were looked at, with or without a finding */
	int failed;                 /* the list is not complete, for a reason that lies not in the unit */
	struct mech_message reason; /* of that; empty: memory was out */
};

/* the whole unit or system, by the ending of the file's name. The findings are then in *lint, which
 * is the caller's to free in any case. */
void lint_run(const char *path, struct lint *lint);
void lint_free(struct lint *lint);

/* number of findings of a level */
int lint_count(const struct lint *lint, enum lint_level level);

/* reports: for people, grouped by level with a closing line; and as JSON */
void lint_write(const struct lint *lint, const char *path, FILE *out);
void lint_write_json(const struct lint *lint, const char *path, FILE *out);

/* for the stages: one more rule looked at; one finding, its text made as printf does */
void lint_checked(struct lint *lint);
void lint_find(struct lint *lint, enum lint_level level, const char *rule, const char *place, const char *format, ...);

/* a text from outside made harmless for terminals and parsers: control characters and broken UTF-8
 * become ? or a blank */
void lint_clean(char *text);

/* a system: an archive of SSP with its units, or a file of its structure alone (lint_system.c) */
void lint_system(struct lint *lint, const char *path);

/* the stages */
void lint_archive_system(struct lint *lint,
                         const char *path);             /* zip rules of an .ssp; then unpacks into lint->folder */
void lint_archive(struct lint *lint, const char *path); /* zip rules; then unpacks into lint->folder */
void lint_description(struct lint *lint);               /* modelDescription.xml */
void lint_binaries(struct lint *lint);                  /* ELF and PE files, sources/ */
void lint_behaviour(struct lint *lint);                 /* the library of this machine's platform, running */

#endif
