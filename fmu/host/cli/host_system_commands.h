/* What the commands do with a system of several units in place of a mechanism; enum host_exit. */
#ifndef HOST_SYSTEM_COMMANDS_H
#define HOST_SYSTEM_COMMANDS_H

#include <stdio.h>

#include "host_run.h"
#include "host_show.h"
#include "host_system.h"

int host_system_command_check(const char *file, FILE *out, FILE *err);
/* makes an .ssp; 1 with a note in the message, -1 with an error in it or after errors on standard
 * error */
int host_system_command_export(const char *file, int native, const char *path, FILE *err, struct mech_message *message);

/* the file that lint checks: an .ssp of a system file, in a folder to be removed; else the file
 * itself, folder "" */
int host_system_command_package(const char *file, char folder[HOST_PATH_SIZE], char path[HOST_PATH_SIZE], FILE *err);

/* runs it, and with `show` writes the page of this run; 0, or -1 with an error in the message or
 * after errors on standard error */
int host_system_command_run(const char *file, const struct host_run_options *options,
                            const struct host_show_options *show, const char *page, FILE *err,
                            struct mech_message *message);

/* writes the page with results in a CSV file, or (NULL) with those of a run; as above */
int host_system_command_show(const char *file, const struct host_run_options *options, const char *results,
                             const struct host_show_options *show, const char *page, FILE *err,
                             struct mech_message *message);

#endif
