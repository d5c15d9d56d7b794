/* What the commands do with a system of several units in place of a mechanism; enum host_exit. */
#ifndef HOST_SYSTEM_COMMANDS_H
#define HOST_SYSTEM_COMMANDS_H

#include <stdio.h>

#include "host_run.h"
#include "host_system.h"

int host_system_command_check(const char *file, FILE *out, FILE *err);
int host_system_command_run(const char *file, const struct host_run_options *options, FILE *out, FILE *err);

#endif
