/* Requests for memory pass through the test: memory_refuses, which the test defines, is asked at
 * each and makes it fail by returning 1. The test is linked with --wrap for the three functions
 * below (tests/CMakeLists.txt), which stands for the program alone, not for libraries that it
 * loads.
 */
#ifndef WRAPPED_MEMORY_H
#define WRAPPED_MEMORY_H

#include <stddef.h>

static int memory_refuses(void);

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
	return memory_refuses() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return memory_refuses() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return memory_refuses() ? NULL : __real_realloc(old, size);
}

#endif
