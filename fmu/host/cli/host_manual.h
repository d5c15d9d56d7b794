/* The manual page, in the man macros of roff; made from the tables of commands and options. */
#ifndef HOST_MANUAL_H
#define HOST_MANUAL_H

#include <stdio.h>

/* 0, or -1 when writing failed */
int host_manual_write(FILE *out);

#endif
