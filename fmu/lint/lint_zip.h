/* The central directory of a zip archive, as it stands there (APPNOTE 6.3, sections 4.3 and 4.4).
 *
 * Libraries that unpack archives hide or repair what a checker wants to see: methods, versions,
 * flags, links, names.
 */
#ifndef LINT_ZIP_H
#define LINT_ZIP_H

#include "lint_bytes.h"

struct lint_zip_entry {
	char *name;       /* ends with 0 */
	size_t name_size; /* as the directory says: larger than strlen(name) when the name holds a 0 */
	unsigned made_on, version_needed, flags, method;
	uint64_t packed, unpacked, external;
	uint64_t begin, end; /* local header and content in the file; both 0 when the local header is elsewhere */
	int zip64;           /* sizes or offset are in a zip64 field */
	int local_differs;   /* the local header says something else than the directory */
	int reported;        /* for the checker: a finding names this entry */
};

struct lint_zip {
	int n_entries;
	struct lint_zip_entry *entries;
	uint64_t prefix;  /* bytes before the archive */
	int split, zip64; /* several disks; zip64 end record */
	int announced;    /* number of entries that the end record shows */
	int failed;       /* memory was out */
};

/* what is wrong with the directory as a whole, or NULL; entries read so far are kept. Free in any
 * case. */
const char *lint_zip_read(struct lint_bytes *bytes, struct lint_zip *zip);
void lint_zip_free(struct lint_zip *zip);

/* NULL when there is no entry of that name */
struct lint_zip_entry *lint_zip_find(const struct lint_zip *zip, const char *name);

#endif
