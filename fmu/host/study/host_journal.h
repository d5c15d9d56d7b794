/* The rows of a study on disk, in the order in which they come.
 *
 * The file has a head, which says of which study and shard it is, and a record for each case. Head
 * and records end with a sum (CRC-32). A record is written at once and as a whole; where that fails,
 * its beginning is cut off again. Whoever opens the file cuts off what a power cut has left after
 * the last record whose sum is right. So every record of a journal is whole, and no case stands
 * there twice: one process writes at a time (flock).
 *
 *     host_journal_open, then host_journal_add and host_journal_sync, host_journal_close
 *     host_journal_scan      calls a function with each record that is new since the last call
 *     host_journal_read      the record at a place
 */
#ifndef HOST_JOURNAL_H
#define HOST_JOURNAL_H

#include "host_case.h"

struct host_journal {
	char path[HOST_PATH_SIZE];
	int file; /* -1: closed */
	const struct host_study *study;
	int64_t end; /* of the last record that was scanned or added */
	unsigned char *bytes;
	size_t capacity;
};

enum host_journal_use { HOST_JOURNAL_WRITE, HOST_JOURNAL_READ };

/* makes the file if there is none and it is to be written. 0, or -1 with a message and nothing to
 * close */
int host_journal_open(const char *path, const struct host_study *study, int shard, int shards,
                      enum host_journal_use use, struct host_journal *journal, struct mech_message *message);
void host_journal_close(struct host_journal *journal);

/* 0, or -1 with errno: the file ends as it did before */
int host_journal_add(struct host_journal *journal, const struct host_case *row);

/* its two halves, for a row that another process writes: the record into journal->bytes, of which
 * study alone is needed; 0, or -1 with errno. And records one after the other, each of which is then
 * visited; 0, or -1 as above */
typedef void host_journal_visit(void *context, int64_t number, enum host_case_status status, int64_t place);
int host_journal_encode(struct host_journal *journal, const struct host_case *row, size_t *size);
int host_journal_add_rows(struct host_journal *journal, const void *bytes, size_t size, host_journal_visit *visit,
                          void *context);

/* what was added is on disk; 0, or -1 with errno */
int host_journal_sync(const struct host_journal *journal);

/* after a scan of a journal that is to be written: what is not a whole record goes. 0, or -1 with a
 * message */
int host_journal_cut(const struct host_journal *journal, struct mech_message *message);

/* 0, or -1 with a message */
int host_journal_scan(struct host_journal *journal, host_journal_visit *visit, void *context,
                      struct mech_message *message);
int host_journal_read(struct host_journal *journal, int64_t place, struct host_case *row, struct mech_message *message);

#endif
