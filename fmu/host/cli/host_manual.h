/* The manual page, in the man macros of roff; made from the tables of commands and options. */
#ifndef HOST_MANUAL_H
#define HOST_MANUAL_H

#include <stdio.h>

/* the caller looks whether the stream took it */
void host_manual_write(FILE *out);

#endif
