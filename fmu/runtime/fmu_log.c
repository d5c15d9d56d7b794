/* Messages to the importer's logger: categories and escapes. */
#include "fmu_log.h"

#include <string.h>

#include "mech_model.h"

/* every character may be doubled */
enum { FMU_LOG_SIZE = 2 * sizeof((struct mech_message *)0)->text };

static const char *const fmu_log_names[FMU_CATEGORY_COUNT] = {
#define FMU_LOG_NAME(identifier, name, description) name,
	FMU_CATEGORY_LIST(FMU_LOG_NAME)
#undef FMU_LOG_NAME
};

LA_FUNCTION const char *fmu_category_name(enum fmu_category category)
{
	return fmu_log_names[category];
}

static int fmu_log_find(const char *name)
{
	for (int k = 0; k < FMU_CATEGORY_COUNT; k++) {
		if (strcmp(name, fmu_log_names[k]) == 0) {
			return k;
		}
	}
	return -1;
}

LA_FUNCTION int fmu_log_switch(struct fmu_log *log, const char *name, int on)
{
	int category = name == NULL ? FMU_LOG_ALL : fmu_log_find(name);
	if (category < 0) {
		return -1;
	}
	unsigned bits = category == FMU_LOG_ALL ? ~0u : 1u << category;
	log->enabled = on ? log->enabled | bits : log->enabled & ~bits;
	return 0;
}

LA_FUNCTION int fmu_log_is_on(const struct fmu_log *log, enum fmu_category category)
{
	return log->logger != NULL && (log->enabled >> category & 1u) != 0;
}

/* % is special to printf, # to FMI: both stand for themselves when doubled */
static void fmu_log_escape(const char *text, char escaped[FMU_LOG_SIZE])
{
	size_t n = 0;
	for (; *text != '\0' && n + 2 < FMU_LOG_SIZE; text++) {
		escaped[n++] = *text;
		if (*text == '%' || *text == '#') {
			escaped[n++] = *text;
		}
	}
	escaped[n] = '\0';
}

LA_FUNCTION void fmu_log_write(const struct fmu_log *log, fmi2Status status, enum fmu_category category,
                               const char *text)
{
	int always = status == fmi2Warning || status == fmi2Error || status == fmi2Fatal;
	if (log->logger == NULL || !(always || fmu_log_is_on(log, category))) {
		return;
	}
	char escaped[FMU_LOG_SIZE];
	fmu_log_escape(text, escaped);
	log->logger(log->environment, log->name, status, fmu_log_names[category], escaped);
}
