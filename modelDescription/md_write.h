/* modelDescription.xml of a mechanism, made from its variable table alone. */
#ifndef MD_WRITE_H
#define MD_WRITE_H

#include <stddef.h>

#include "mech_model.h"

struct md_text {
	char *bytes; /* ends with 0; owned by the caller: free() */
	size_t size; /* without the closing 0 */
};

/* modelIdentifier: the mechanism's name made a C identifier; buffer of 64 characters */
enum { MD_IDENTIFIER_SIZE = 64 };
void md_identifier(const struct mech_model *model, char identifier[MD_IDENTIFIER_SIZE]);

/* the file of sources/ that is compiled; it includes the other ones */
#define MD_SOURCE_FILE "all.c"

/* lines about the makers, NULL: none */
struct md_credits {
	const char *author, *version, *copyright, *license;
};

/* 0, or -1 when memory is out */
int md_write(const struct mech_model *model, const char *guid, const struct md_credits *credits, struct md_text *text);

#endif
