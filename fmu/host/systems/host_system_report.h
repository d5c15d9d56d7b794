/* What `check` says about a system: its units, who depends on whom, and the algorithm. */
#ifndef HOST_SYSTEM_REPORT_H
#define HOST_SYSTEM_REPORT_H

#include <stdio.h>

#include "host_system.h"

/* 0, or -1 when memory is out */
int host_system_report(const struct host_system *system, FILE *out);

#endif
