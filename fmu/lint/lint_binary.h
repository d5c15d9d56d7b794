/* One library of a unit: where it lies, what the folder promises, what it is. */
#ifndef HOST_LINT_BINARY_H
#define HOST_LINT_BINARY_H

#include "lint_library.h"
#include "lint_xml.h"

struct host_lint_platform {
	const char *extension;
	enum host_lint_format format;
	char machine[24]; /* "": any */
	int bits;         /* 0: any */
};

struct host_lint_binary {
	struct host_lint *lint;
	char place[HOST_LINT_PLACE_SIZE]; /* binaries/linux64/x.so */
	char folder[HOST_PATH_SIZE];      /* where it lies, unpacked */
	struct host_lint_platform platform;
	const char *platform_name, *guid; /* guid NULL: the description has none */
	int exchange, co_simulation;      /* which interfaces it serves */
	struct host_lint_bytes bytes;
	struct host_lint_library library;
};

/* all rules about it, which need no other file than those beside it */
void host_lint_binary_check(struct host_lint_binary *b);

#endif
