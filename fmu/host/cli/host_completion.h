/* Completion of the command line in shells; made from the tables of commands and options. */
#ifndef HOST_COMPLETION_H
#define HOST_COMPLETION_H

#include <stdio.h>

/* 0, or -1 when writing failed */
int host_completion_bash(FILE *out);
int host_completion_zsh(FILE *out);

#endif
