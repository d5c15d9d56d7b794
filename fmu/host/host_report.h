/* The report of `mechfmu check`: what the mechanism is once assembled, and what may surprise. */
#ifndef HOST_REPORT_H
#define HOST_REPORT_H

#include <stdio.h>

#include "host_facts.h"

/* `file` heads the report */
void host_report_write(const struct host_facts *facts, const char *file, FILE *out);

#endif
