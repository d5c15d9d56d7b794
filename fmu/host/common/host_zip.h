/* Zip archives as FMI wants them: written byte-reproducibly, read with suspicion.
 *
 * Writing: entries sorted by name, one fixed date, deflated or stored, no zip64, no extra fields;
 * an entry whose name ends with / is a folder. Reading: every name stays inside the target folder,
 * links and encrypted entries are refused, and the total size is limited.
 */
#ifndef HOST_ZIP_H
#define HOST_ZIP_H

#include <stddef.h>

#include "mech_model.h"

enum { HOST_ZIP_PROGRAM = 1, HOST_ZIP_STORED = 2 };

struct host_zip_entry {
	const char *name; /* ASCII, forward slashes, relative */
	const void *bytes;
	size_t size;
	int flags; /* may be executed (shared libraries); not deflated */
};

/* sorts the entries; 0, or -1 with a message and an existing file kept */
int host_zip_write(const char *path, int n, struct host_zip_entry *entries, struct mech_message *message);

/* limits of extraction */
#define HOST_ZIP_MOST_BYTES ((size_t)1 << 30)
enum { HOST_ZIP_MOST_ENTRIES = 20000 };

/* extracts everything into the folder, which must exist */
int host_zip_extract(const char *path, const char *folder, struct mech_message *message);

/* the same, but leaves out entries that are refused or damaged, and shows each of them. 0, or with
 * a message -1, or what is no fault of the archive: memory was out, or the folder's disk is full or
 * may not be written */
enum { HOST_ZIP_OUT_OF_MEMORY = -2, HOST_ZIP_NO_PLACE = -3 };
typedef void host_zip_refusal(void *context, const char *name, const char *problem);
int host_zip_extract_most(const char *path, const char *folder, host_zip_refusal *tell, void *context,
                          struct mech_message *message);

#endif
