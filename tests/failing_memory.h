/* Requests for memory are counted, and one of them may be made to fail.
 *
 *     memory_fail(n);        the request with number n from now on, from 0, fails
 *     ... what is tested
 *     memory_has_failed()    whether it was made
 *     memory_fail(MEMORY_NEVER);
 */
#ifndef FAILING_MEMORY_H
#define FAILING_MEMORY_H

#include "wrapped_memory.h"

enum { MEMORY_NEVER = -1 };

static long memory_requests, memory_failing = MEMORY_NEVER;

static int memory_refuses(void)
{
	return memory_requests++ == memory_failing;
}

static inline void memory_fail(long n)
{
	memory_requests = 0;
	memory_failing = n;
}

static inline int memory_has_failed(void)
{
	return memory_failing != MEMORY_NEVER && memory_requests > memory_failing;
}

#endif
