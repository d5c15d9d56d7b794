/* The report of `mechfmu check`: what the mechanism is once assembled, and what may surprise. */
#ifndef HOST_REPORT_H
#define HOST_REPORT_H

#include <stdio.h>

#include "host_motion.h"

/* `file` heads the report; motion may be NULL: not looked at. 0, or -1: memory was out */
int host_report_write(const struct host_facts *facts, const struct host_motion *motion, const char *file, FILE *out);

#endif
