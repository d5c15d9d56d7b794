/* Loaded before the C library (LD_PRELOAD): allocation number FAIL_ALLOCATION of a process and its children, from 1, fails.
 * They count together. Their number goes to the file FAIL_COUNT at the end of the first process. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static atomic_long *allocations; /* in memory that children share; NULL: not counting */
static long failing;
static pid_t first;

__attribute__((constructor)) static void begin(void)
{
	const char *text = getenv("FAIL_ALLOCATION");
	first = getpid();
	failing = text == NULL ? 0 : strtol(text, NULL, 10);
	void *shared = mmap(NULL, sizeof *allocations, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED) {
		abort();
	}
	allocations = shared;
}

__attribute__((destructor)) static void end(void)
{
	const char *path = getenv("FAIL_COUNT");
	long count = atomic_load(allocations);
	FILE *file = path == NULL || getpid() != first ? NULL : fopen(path, "w");
	if (file != NULL) {
		fprintf(file, "%ld\n", count);
		fclose(file);
	}
}

static int refused(void)
{
	if (allocations != NULL && atomic_fetch_add(allocations, 1) + 1 == failing) {
		errno = ENOMEM;
		return 1;
	}
	return 0;
}

void *malloc(size_t size)
{
	return refused() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return refused() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return refused() ? NULL : __libc_realloc(old, size);
}
