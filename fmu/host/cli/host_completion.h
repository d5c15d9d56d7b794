/* Completion of the command line in shells; made from the tables of commands and options. */
#ifndef HOST_COMPLETION_H
#define HOST_COMPLETION_H

#include <stdio.h>

/* the caller looks whether the stream took it */
void host_completion_bash(FILE *out);
void host_completion_zsh(FILE *out);

#endif
