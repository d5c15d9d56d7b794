/* The command linearize; enum host_exit. */
#ifndef HOST_LINEAR_COMMAND_H
#define HOST_LINEAR_COMMAND_H

#include "host_cli.h"

int host_linear_command(const struct host_arguments *a, FILE *out, FILE *err);

#endif
