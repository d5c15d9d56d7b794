/* What the commands do with a system of several units in place of a mechanism; enum host_exit. */
#ifndef HOST_SYSTEM_COMMANDS_H
#define HOST_SYSTEM_COMMANDS_H

#include <stdio.h>

#include "host_run.h"
#include "host_system.h"

int host_system_command_check(const char *file, FILE *out, FILE *err);
/* makes an .ssp; 1 with a note in the message, -1 with an error in it or after errors on standard
 * error */
int host_system_command_export(const char *file, int native, const char *path, FILE *err, struct mech_message *message);

/* the file that lint checks: an .ssp of a system file, in a folder to be removed; else the file
 * itself, folder "" */
int host_system_command_package(const char *file, char folder[HOST_PATH_SIZE], char path[HOST_PATH_SIZE], FILE *err);

int host_system_command_run(const char *file, const struct host_run_options *options, FILE *out, FILE *err);

#endif
