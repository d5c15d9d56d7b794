/* One library of a unit: where it lies, what the folder promises, what it is. */
#ifndef LINT_BINARY_H
#define LINT_BINARY_H

#include "lint_library.h"
#include "lint_xml.h"

struct lint_platform {
	const char *extension;
	enum lint_format format;
	char machine[24]; /* "": any */
	int bits;         /* 0: any */
};

struct lint_binary {
	struct lint *lint;
	char place[LINT_PLACE_SIZE]; /* binaries/linux64/x.so */
	char folder[HOST_PATH_SIZE]; /* where it lies, unpacked */
	struct lint_platform platform;
	const char *platform_name, *guid; /* guid NULL: the description has none */
	int exchange, co_simulation;      /* which interfaces it serves */
	struct lint_bytes bytes;
	struct lint_library library;
};

/* all rules about it, which need no other file than those next to it */
void lint_binary_check(struct lint_binary *b);

#endif
