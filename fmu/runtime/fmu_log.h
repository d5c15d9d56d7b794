/* Messages to the importer's logger.
 *
 * The logger of FMI takes a printf format in which # marks references to variables. Importers treat
 * it differently: some format it, some print it as it is, many cannot pass on further arguments. So
 * it gets finished text and nothing after it, with % and # doubled.
 *
 * Warnings and errors always go out, whatever has been switched off: their status shows the
 * importer that the logger has been called. All other messages go out where their category is
 * switched on.
 *
 * The categories are those of LogCategories in modelDescription.xml.
 */
#ifndef FMU_LOG_H
#define FMU_LOG_H

#include "fmi2.h"
#include "la_base.h"

/* X(identifier, name, description) */
#define FMU_CATEGORY_LIST(X)                                                                            \
	X(FMU_LOG_EVENTS, "logEvents", "Life of the instance: initialization, choice of the method, reset") \
	X(FMU_LOG_SINGULAR, "logSingularLinearSystems",                                                     \
	  "Redundant constraints and singular positions: one of several solutions has been taken")          \
	X(FMU_LOG_WARNING, "logStatusWarning", "Reasons for fmi2Warning")                                   \
	X(FMU_LOG_DISCARD, "logStatusDiscard", "Reasons for fmi2Discard")                                   \
	X(FMU_LOG_ERROR, "logStatusError", "Reasons for fmi2Error")                                         \
	X(FMU_LOG_ALL, "logAll", "All messages")

enum fmu_category {
#define FMU_CATEGORY_ENUM(identifier, name, description) identifier,
	FMU_CATEGORY_LIST(FMU_CATEGORY_ENUM)
#undef FMU_CATEGORY_ENUM
		FMU_CATEGORY_COUNT
};

struct fmu_log {
	fmi2CallbackLogger logger;            /* NULL: nobody listens */
	fmi2ComponentEnvironment environment; /* given back to the logger */
	const char *name;                     /* of the instance; not owned */
	unsigned enabled;                     /* bit k: category k is switched on */
};

LA_FUNCTION const char *fmu_category_name(enum fmu_category category);

/* switches one category by name, or all of them (name NULL or "logAll"). 0, or -1 if there is no
 * such category. */
LA_FUNCTION int fmu_log_switch(struct fmu_log *log, const char *name, int on);
LA_FUNCTION int fmu_log_is_on(const struct fmu_log *log, enum fmu_category category);

/* texts longer than a mech_message are cut */
LA_FUNCTION void fmu_log_write(const struct fmu_log *log, fmi2Status status, enum fmu_category category,
                               const char *text);

#endif
