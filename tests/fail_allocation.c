/* Loaded before the C library (LD_PRELOAD): allocation number FAIL_ALLOCATION of a process and its
 * children, from 1, fails. They count together. At the end of the first process the file FAIL_COUNT
 * gets their number, how many blocks it has left, and how many of these the program itself has
 * allocated: libraries keep blocks to the end, the program none.
 *
 * The file FAIL_PLACES gets the numbers of those that are the first with their calls, from main to
 * there: where each of these fails in turn, each place in the program has failed once in each way
 * to it.
 *
 * Archives are stored, not deflated: that takes most of the time, and nothing is allocated there
 * but at its begin. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *old);
int deflateInit2_(void *stream, int level, int method, int bits, int memory, int strategy, const char *version,
                  int size);

enum { MOST_CALLS = 64, PLACES = 1 << 16, BLOCKS = 1 << 18 };

/* in memory that children share */
struct shared {
	atomic_long allocations;
	uint64_t places[PLACES]; /* hashes of calls, 0: none */
};

static struct shared *shared; /* NULL: not counting */
static atomic_long left;
static long failing;
static int places = -1; /* a file, or -1 */
static int looking;     /* what looks at calls allocates, too */
static pid_t first;

/* blocks of the program: a table by address, in which NULL ends a search and GONE does not */
#define GONE ((void *)1)
static void *own_blocks[BLOCKS];
static atomic_flag own_lock = ATOMIC_FLAG_INIT;
static uintptr_t program_begin, program_end;

/* the first object of a process is the program */
static int find_program(struct dl_phdr_info *object, size_t size, void *nothing)
{
	(void)size;
	(void)nothing;
	for (int k = 0; k < object->dlpi_phnum; k++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[k];
		const uintptr_t begin = object->dlpi_addr + part->p_vaddr, end = begin + part->p_memsz;
		if (part->p_type == PT_LOAD) {
			program_begin = program_begin == 0 || begin < program_begin ? begin : program_begin;
			program_end = end > program_end ? end : program_end;
		}
	}
	return 1;
}

__attribute__((constructor)) static void begin(void)
{
	const char *text = getenv("FAIL_ALLOCATION"), *path = getenv("FAIL_PLACES");
	first = getpid();
	(void)dl_iterate_phdr(find_program, NULL);
	failing = text == NULL ? 0 : strtol(text, NULL, 10);
	places = path == NULL ? -1 : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
	void *memory = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED) {
		abort();
	}
	shared = memory;
}

static long own_left(void)
{
	long n = 0;
	for (long k = 0; k < BLOCKS; k++) {
		n += own_blocks[k] != NULL && own_blocks[k] != GONE;
	}
	return n;
}

__attribute__((destructor)) static void end(void)
{
	const char *path = getenv("FAIL_COUNT");
	const long count = atomic_load(&shared->allocations), blocks = atomic_load(&left);
	FILE *file = path == NULL || getpid() != first ? NULL : fopen(path, "w");
	if (file != NULL) {
		fprintf(file, "%ld %ld %ld\n", count, blocks, own_left());
		fclose(file);
	}
}

/* whether these calls are seen for the first time */
static int is_new(void)
{
	void *calls[MOST_CALLS];
	uint64_t hash = 14695981039346656037u; /* FNV-1a */
	const int n = backtrace(calls, MOST_CALLS);
	for (int i = 0; i < n; i++) {
		hash = (hash ^ (uint64_t)(uintptr_t)calls[i]) * 1099511628211u;
	}
	hash |= 1;
	for (uint64_t k = 0; k < PLACES; k++) {
		uint64_t *place = &shared->places[(hash + k) % PLACES];
		if (*place == 0 || *place == hash) {
			const int unknown = *place == 0;
			*place = hash;
			return unknown;
		}
	}
	return 1;
}

static void note(long number)
{
	looking = 1;
	if (is_new()) {
		dprintf(places, "%ld\n", number);
	}
	looking = 0;
}

static int refused(void)
{
	if (shared == NULL || looking) {
		return 0;
	}
	const long number = atomic_fetch_add(&shared->allocations, 1) + 1;
	if (places >= 0) {
		note(number);
	}
	if (number == failing) {
		errno = ENOMEM;
	}
	return number == failing;
}

static void **own_search(void *block, void *other)
{
	const uint64_t begin = ((uint64_t)(uintptr_t)block >> 4) * 11400714819323198485u >> 32;
	for (uint64_t k = 0; k < BLOCKS; k++) {
		void **at = &own_blocks[(begin + k) % BLOCKS];
		if (*at == NULL || *at == block || *at == other) {
			return at;
		}
	}
	abort();
}

static void own_add(void *block, void *caller)
{
	const uintptr_t address = (uintptr_t)caller;
	if (block != NULL && address >= program_begin && address < program_end) {
		while (atomic_flag_test_and_set(&own_lock)) {
		}
		*own_search(block, GONE) = block;
		atomic_flag_clear(&own_lock);
	}
}

static void own_remove(void *block)
{
	if (block != NULL) {
		while (atomic_flag_test_and_set(&own_lock)) {
		}
		void **at = own_search(block, block);
		*at = *at == NULL ? NULL : GONE;
		atomic_flag_clear(&own_lock);
	}
}

static void *counted(void *block, void *caller)
{
	atomic_fetch_add(&left, block != NULL);
	own_add(block, caller);
	return block;
}

void *malloc(size_t size)
{
	return refused() ? NULL : counted(__libc_malloc(size), __builtin_return_address(0));
}

void *calloc(size_t count, size_t size)
{
	return refused() ? NULL : counted(__libc_calloc(count, size), __builtin_return_address(0));
}

void *realloc(void *old, size_t size)
{
	if (refused()) {
		return NULL;
	}
	own_remove(old);
	void *block = __libc_realloc(old, size);
	own_add(block, __builtin_return_address(0));
	atomic_fetch_add(&left, (old == NULL && block != NULL) - (old != NULL && size == 0));
	return block;
}

void free(void *block)
{
	atomic_fetch_sub(&left, block != NULL);
	own_remove(block);
	__libc_free(block);
}

int deflateInit2_(void *stream, int level, int method, int bits, int memory, int strategy, const char *version,
                  int size)
{
	int (*next)(void *, int, int, int, int, int, const char *, int);
	*(void **)&next = dlsym(RTLD_NEXT, "deflateInit2_");
	(void)level;
	return next(stream, 0, method, bits, memory, strategy, version, size);
}
