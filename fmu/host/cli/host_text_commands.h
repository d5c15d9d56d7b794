/* The commands that print texts about the program itself: methods, schema, manual, completion.
 * Arguments and return values are those of struct host_command. */
#ifndef HOST_TEXT_COMMANDS_H
#define HOST_TEXT_COMMANDS_H

#include <stdio.h>

#include "host_cli.h"

int host_text_command_methods(const struct host_arguments *a, FILE *out, FILE *err);
int host_text_command_schema(const struct host_arguments *a, FILE *out, FILE *err);
int host_text_command_manual(const struct host_arguments *a, FILE *out, FILE *err);
int host_text_command_completion(const struct host_arguments *a, FILE *out, FILE *err);

#endif
