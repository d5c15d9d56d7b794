/* What a program of this folder claims, printed with yes or NO. */
#ifndef PAPER_CHECK_H
#define PAPER_CHECK_H

#include <stdio.h>

/* 0, or 1 where the claim does not hold */
static inline int check(int holds, const char *what)
{
	printf("    %-104s %s\n", what, holds ? "yes" : "NO");
	return !holds;
}

#endif
