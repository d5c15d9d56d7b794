#include "host_library.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fmu_image.h"
#include "host_text.h"

/* offsets within a Windows library have 32 bits, of which loaders take 31 for granted */
#define HOST_LIBRARY_MOST_BYTES 0x7fff0000u

/* a copy of the library, and where the block lies in it: its head, and the end of the bytes that
 * the file has for it */
struct host_library {
	unsigned char *bytes;
	size_t size, head, end;
	size_t unit; /* ends of the block are multiples of it */
	int fixed;   /* the block cannot grow */
};

/* ---- numbers in little-endian files */

static uint64_t host_library_get(const unsigned char *bytes, int width)
{
	uint64_t number = 0;
	for (int i = width - 1; i >= 0; i--) {
		number = number << 8 | bytes[i];
	}
	return number;
}

static void host_library_set(unsigned char *bytes, int width, uint64_t number)
{
	for (int i = 0; i < width; i++) {
		bytes[i] = (unsigned char)(number >> 8 * i);
	}
}

static void host_library_add(unsigned char *bytes, int width, uint64_t change)
{
	host_library_set(bytes, width, host_library_get(bytes, width) + change);
}

static size_t host_library_round(size_t size, size_t unit)
{
	return (size + unit - 1) / unit * unit;
}

/* ---- ELF, 64 bits (System V ABI, chapters 4 and 5) */

enum {
	ELF_PROGRAM_HEADERS = 0x20, /* fields of the file's header */
	ELF_SECTION_HEADERS = 0x28,
	ELF_PROGRAM_COUNT = 0x38,
	ELF_SECTION_COUNT = 0x3c,
	ELF_HEADER_SIZE = 0x40,
	ELF_SEGMENT_SIZE = 0x38, /* the header of a segment, its fields */
	ELF_LOAD = 1,
	ELF_OFFSET = 0x08,
	ELF_ADDRESS = 0x10,
	ELF_FILE_SIZE = 0x20,
	ELF_MEMORY_SIZE = 0x28,
	ELF_SECTION_SIZE = 0x40, /* the header of a section, its fields */
	ELF_S_OFFSET = 0x18,
	ELF_S_SIZE = 0x20
};

/* header k of a table, or NULL: there are fewer, or they lie outside of the file */
static unsigned char *host_library_elf(const struct host_library *l, int table, int count, uint64_t width, uint64_t k)
{
	const uint64_t at = host_library_get(l->bytes + table, 8), n = host_library_get(l->bytes + count, 2);
	return k < n && at < l->size && n * width <= l->size - at ? l->bytes + at + k * width : NULL;
}

static unsigned char *host_library_segment(const struct host_library *l, uint64_t k)
{
	return host_library_elf(l, ELF_PROGRAM_HEADERS, ELF_PROGRAM_COUNT, ELF_SEGMENT_SIZE, k);
}

static unsigned char *host_library_section(const struct host_library *l, uint64_t k)
{
	return host_library_elf(l, ELF_SECTION_HEADERS, ELF_SECTION_COUNT, ELF_SECTION_SIZE, k);
}

/* segments stand in the order of their addresses; NULL: none is loaded */
static unsigned char *host_library_elf_last(const struct host_library *l)
{
	unsigned char *last = NULL, *segment = NULL;
	for (uint64_t k = 0; (segment = host_library_segment(l, k)) != NULL; k++) {
		last = host_library_get(segment, 4) == ELF_LOAD ? segment : last;
	}
	return last;
}

/* the block ends the last segment, in memory and in the file */
static int host_library_elf_place(struct host_library *l)
{
	const unsigned char *last = l->size > ELF_HEADER_SIZE ? host_library_elf_last(l) : NULL;
	if (last == NULL) {
		return -1;
	}
	const uint64_t at = host_library_get(last + ELF_OFFSET, 8), size = host_library_get(last + ELF_FILE_SIZE, 8);
	l->unit = 8;
	return at <= l->head && at + size == l->end && l->end % l->unit == 0 &&
	               host_library_get(last + ELF_MEMORY_SIZE, 8) == size
	           ? 0
	           : -1;
}

/* the segment and its section change; what follows in the file, sections that are not loaded among
 * it, moves */
static void host_library_elf_resize(struct host_library *l, size_t end)
{
	const uint64_t change = (uint64_t)end - l->end;
	unsigned char *last = host_library_elf_last(l), *section = NULL;
	host_library_add(last + ELF_FILE_SIZE, 8, change);
	host_library_add(last + ELF_MEMORY_SIZE, 8, change);
	for (uint64_t k = 0; (section = host_library_section(l, k)) != NULL; k++) {
		const uint64_t at = host_library_get(section + ELF_S_OFFSET, 8);
		const uint64_t size = host_library_get(section + ELF_S_SIZE, 8);
		if (at >= l->end) {
			host_library_add(section + ELF_S_OFFSET, 8, change);
		} else if (at <= l->head && at + size == l->end) {
			host_library_add(section + ELF_S_SIZE, 8, change);
		}
	}
	if (host_library_get(l->bytes + ELF_SECTION_HEADERS, 8) >= l->end) {
		host_library_add(l->bytes + ELF_SECTION_HEADERS, 8, change);
	}
}

/* ---- Windows libraries, 64 bits (Microsoft, "PE Format") */

enum {
	PE_PLACE = 0x3c,         /* where the place of the headers is written */
	PE_SECTION_COUNT = 0x06, /* fields of the headers */
	PE_OPTIONAL_SIZE = 0x14,
	PE_OPTIONAL = 0x18,
	PE_DATA_SIZE = PE_OPTIONAL + 8,
	PE_MEMORY_UNIT = PE_OPTIONAL + 32,
	PE_FILE_UNIT = PE_OPTIONAL + 36,
	PE_MEMORY_SIZE = PE_OPTIONAL + 56,
	PE_CHECKSUM = PE_OPTIONAL + 64,
	PE_SECTION_SIZE = 40, /* the header of a section, its fields */
	PE_S_MEMORY_SIZE = 8,
	PE_S_ADDRESS = 12,
	PE_S_FILE_SIZE = 16,
	PE_S_OFFSET = 20
};

/* the headers and that of the last section; NULL: this is no such file */
static unsigned char *host_library_pe(const struct host_library *l, unsigned char **last)
{
	const uint64_t at = l->size > PE_PLACE + 4 ? host_library_get(l->bytes + PE_PLACE, 4) : l->size;
	if (at + PE_CHECKSUM + 4 > l->size || memcmp(l->bytes + at, "PE\0\0", 4) != 0) {
		return NULL;
	}
	unsigned char *headers = l->bytes + at;
	const uint64_t n = host_library_get(headers + PE_SECTION_COUNT, 2);
	const uint64_t size = PE_OPTIONAL + host_library_get(headers + PE_OPTIONAL_SIZE, 2) + n * PE_SECTION_SIZE;
	if (n == 0 || size > l->size - at) {
		return NULL;
	}
	*last = headers + size - PE_SECTION_SIZE;
	return headers;
}

/* the block ends the last section, which ends the file; sections stand in the order of their
 * addresses */
static int host_library_pe_place(struct host_library *l)
{
	unsigned char *last = NULL;
	const unsigned char *headers = host_library_pe(l, &last);
	if (headers == NULL) {
		return -1;
	}
	const uint64_t at = host_library_get(last + PE_S_OFFSET, 4);
	const int ends = at <= l->head && at + host_library_get(last + PE_S_FILE_SIZE, 4) == l->size;
	l->unit = (size_t)host_library_get(headers + PE_FILE_UNIT, 4);
	const int filled = l->unit > 0 && l->size - l->end < l->unit && l->size % l->unit == 0;
	l->end = l->size;
	return ends && filled && host_library_get(headers + PE_MEMORY_UNIT, 4) > 0 ? 0 : -1;
}

/* The linker's sum over the file does not hold with an image inside; zero means that there is
 * none. */
static void host_library_pe_resize(struct host_library *l, size_t end)
{
	unsigned char *last = NULL, *headers = host_library_pe(l, &last);
	if (headers == NULL) {
		return; /* host_library_pe_place has refused such a file */
	}
	const size_t unit = (size_t)host_library_get(headers + PE_MEMORY_UNIT, 4);
	const size_t size = end - (size_t)host_library_get(last + PE_S_OFFSET, 4);
	const size_t address = (size_t)host_library_get(last + PE_S_ADDRESS, 4);
	host_library_set(last + PE_S_MEMORY_SIZE, 4, size);
	host_library_set(last + PE_S_FILE_SIZE, 4, size);
	host_library_set(headers + PE_MEMORY_SIZE, 4, host_library_round(address + size, unit));
	host_library_add(headers + PE_DATA_SIZE, 4, (uint64_t)end - l->end);
	host_library_set(headers + PE_CHECKSUM, 4, 0);
}

/* ---- WebAssembly (core specification, chapter 5) */

enum { WASM_HEADER_SIZE = 8, WASM_DATA_SECTION = 11, WASM_NUMBER_SIZE = 5, WASM_I32_CONST = 0x41, WASM_END = 0x0b };

/* a number as it stands in the file: 7 bits a byte */
struct host_library_number {
	size_t at;
	int width;
	uint64_t value;
};

/* the number at *at, which moves behind it. -1: there is none */
static int host_library_wasm_get(const struct host_library *l, size_t *at, struct host_library_number *number)
{
	*number = (struct host_library_number){.at = *at};
	while (number->width < WASM_NUMBER_SIZE && *at < l->size) {
		const unsigned char byte = l->bytes[(*at)++];
		number->value |= (uint64_t)(byte & 0x7fu) << 7 * number->width++;
		if (byte < 0x80) {
			return 0;
		}
	}
	return -1;
}

/* in as many bytes as before: the number is not larger than it was */
static void host_library_wasm_set(const struct host_library *l, const struct host_library_number *number,
                                  uint64_t value)
{
	for (int i = 0; i < number->width; i++) {
		const unsigned more = i + 1 < number->width ? 0x80u : 0u;
		l->bytes[number->at + (size_t)i] = (unsigned char)((value >> 7 * i & 0x7fu) | more);
	}
}

/* the size of the data segment that the block ends; `at` is where the section's segments begin. -1:
 * there is none */
static int host_library_wasm_segment(const struct host_library *l, size_t at, struct host_library_number *size)
{
	struct host_library_number count, address;
	if (host_library_wasm_get(l, &at, &count) != 0) {
		return -1;
	}
	for (uint64_t k = 0; k < count.value; k++) {
		/* in memory 0, from a constant address on */
		if (l->size - at < 2 || l->bytes[at] != 0 || l->bytes[at + 1] != WASM_I32_CONST) {
			return -1;
		}
		at += 2;
		if (host_library_wasm_get(l, &at, &address) != 0 || at >= l->size || l->bytes[at++] != WASM_END ||
		    host_library_wasm_get(l, &at, size) != 0 || size->value > l->size - at) {
			return -1;
		}
		if (at <= l->head && at + size->value == l->end) {
			return 0;
		}
		at += (size_t)size->value;
	}
	return -1;
}

/* sizes of the section of data, and of the segment that the block ends */
static int host_library_wasm_find(const struct host_library *l, struct host_library_number *section,
                                  struct host_library_number *segment)
{
	size_t at = WASM_HEADER_SIZE;
	while (at < l->size) {
		const int kind = l->bytes[at++];
		if (host_library_wasm_get(l, &at, section) != 0 || section->value > l->size - at) {
			return -1;
		}
		if (kind == WASM_DATA_SECTION) {
			return host_library_wasm_segment(l, at, segment);
		}
		at += (size_t)section->value;
	}
	return -1;
}

static int host_library_wasm_place(struct host_library *l)
{
	struct host_library_number section, segment;
	l->unit = 1;
	l->fixed = 1;
	return host_library_wasm_find(l, &section, &segment);
}

static void host_library_wasm_resize(struct host_library *l, size_t end)
{
	struct host_library_number section, segment;
	if (host_library_wasm_find(l, &section, &segment) == 0) {
		host_library_wasm_set(l, &section, section.value - (l->end - end));
		host_library_wasm_set(l, &segment, segment.value - (l->end - end));
	}
}

/* ---- all */

/* `place` completes head and end of the block, -1 when the library is not as the build makes it;
 * `resize` writes into the tables of the file that the block ends at `end`, before what follows is
 * moved there */
static const struct {
	const char *magic;
	size_t magic_size;
	int (*place)(struct host_library *l);
	void (*resize)(struct host_library *l, size_t end);
} host_library_formats[] = {
	{"\177ELF\2\1", 6, host_library_elf_place, host_library_elf_resize},
	{"MZ", 2, host_library_pe_place, host_library_pe_resize},
	{"\0asm", 4, host_library_wasm_place, host_library_wasm_resize},
};
enum { HOST_LIBRARY_FORMATS = sizeof host_library_formats / sizeof host_library_formats[0] };

long host_library_find_block(const unsigned char *library, size_t size, size_t *capacity, struct mech_message *message)
{
	static const char marker[] = FMU_IMAGE_MARKER;
	struct fmu_image_head head;
	long found = -1;
	int places = 0;
	/* the block is 8-aligned in memory; in the file of a WebAssembly module it is not */
	for (size_t at = 0; at + sizeof head <= size; at++) {
		if (library[at] != (unsigned char)marker[0] || memcmp(library + at, marker, sizeof head.marker) != 0) {
			continue;
		}
		memcpy(&head, library + at, sizeof head);
		if (head.size == 0 && head.capacity <= size - at - sizeof head) {
			found = (long)at;
			*capacity = (size_t)head.capacity;
			places++;
		}
	}
	if (places != 1) {
		host_say(message, "the runtime library has %s empty image block: this program was built wrongly",
		         places == 0 ? "no" : "more than one");
		return -1;
	}
	return found;
}

/* the block and the library's format. -1 with a message */
static int host_library_open(struct host_library *l, int *format, struct mech_message *message)
{
	size_t capacity = 0;
	const long head = host_library_find_block(l->bytes, l->size, &capacity, message);
	if (head < 0) {
		return -1;
	}
	l->head = (size_t)head;
	l->end = l->head + sizeof(struct fmu_image_head) + capacity;
	for (int k = 0; k < HOST_LIBRARY_FORMATS; k++) {
		if (memcmp(l->bytes, host_library_formats[k].magic, host_library_formats[k].magic_size) == 0) {
			*format = k;
			if (host_library_formats[k].place(l) == 0) {
				return 0;
			}
			break;
		}
	}
	host_say(message,
	         "the image block of the runtime library is not where it can grow: this program was built wrongly");
	return -1;
}

/* the library with the image, once its tables say that the block ends at `end` */
static int host_library_join(const struct host_library *l, size_t end, const void *image, size_t image_size,
                             unsigned char **filled, size_t *filled_size)
{
	const size_t begin = l->head + sizeof(struct fmu_image_head);
	const uint64_t numbers[2] = {end - begin, image_size};
	*filled_size = l->size - l->end + end;
	*filled = malloc(*filled_size);
	if (*filled == NULL) {
		return -1;
	}
	memcpy(*filled, l->bytes, l->head);
	memcpy(*filled + l->head, FMU_IMAGE_MARKER, sizeof FMU_IMAGE_MARKER - 1);
	memcpy(*filled + l->head + offsetof(struct fmu_image_head, capacity), numbers, sizeof numbers);
	memcpy(*filled + begin, image, image_size);
	memset(*filled + begin + image_size, 0, end - begin - image_size);
	memcpy(*filled + end, l->bytes + l->end, l->size - l->end);
	return 0;
}

static int host_library_put(struct host_library *l, const void *image, size_t image_size, unsigned char **filled,
                            size_t *filled_size, struct mech_message *message)
{
	int format = 0;
	if (host_library_open(l, &format, message) != 0) {
		return -1;
	}
	const size_t begin = l->head + sizeof(struct fmu_image_head);
	const size_t room = (l->fixed ? l->end : HOST_LIBRARY_MOST_BYTES - (l->size - l->end)) - begin;
	if (image_size > room) {
		host_say(message, "the mechanism needs %zu bytes, the library has room for %zu", image_size, room);
		return HOST_LIBRARY_NO_ROOM;
	}
	const size_t end = host_library_round(begin + host_library_round(image_size, 8), l->unit);
	host_library_formats[format].resize(l, end);
	if (host_library_join(l, end, image, image_size, filled, filled_size) != 0) {
		host_say(message, "out of memory");
		return -1;
	}
	return 0;
}

int host_library_fill(const unsigned char *library, size_t size, const void *image, size_t image_size,
                      unsigned char **filled, size_t *filled_size, struct mech_message *message)
{
	struct host_library l = {.bytes = malloc(size), .size = size};
	if (l.bytes == NULL) {
		host_say(message, "out of memory");
		return -1;
	}
	memcpy(l.bytes, library, size);
	const int status = host_library_put(&l, image, image_size, filled, filled_size, message);
	free(l.bytes);
	return status;
}
