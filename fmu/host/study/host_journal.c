#define _DEFAULT_SOURCE /* flock */

#include "host_journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

static const char host_journal_mark[16] = "mechfmu journal";
enum { HOST_JOURNAL_FORM = 1 };

/* all fields have their natural places: no padding */
struct host_journal_head {
	char mark[16];
	uint64_t fingerprint;
	int64_t n_cases;
	uint32_t form, n_records, n_series, shard, shards, sum;
};

/* followed by results, message, series and the sum of all */
struct host_journal_record {
	int64_t number, n_series;
	double steps;
	uint32_t status, message_size;
};

static struct host_journal_head host_journal_head_of(const struct host_study *study, int shard, int shards)
{
	struct host_journal_head head;
	memset(&head, 0, sizeof head);
	memcpy(head.mark, host_journal_mark, sizeof head.mark);
	head.fingerprint = study->fingerprint;
	head.n_cases = study->n_cases;
	head.form = HOST_JOURNAL_FORM;
	head.n_records = (uint32_t)study->n_records;
	head.n_series = (uint32_t)study->n_series;
	head.shard = (uint32_t)shard;
	head.shards = (uint32_t)shards;
	head.sum = (uint32_t)crc32(0, (const unsigned char *)&head, (unsigned)offsetof(struct host_journal_head, sum));
	return head;
}

/* ---- bytes */

static int host_journal_room(struct host_journal *j, size_t size)
{
	if (size <= j->capacity) {
		return 0;
	}
	unsigned char *bytes = realloc(j->bytes, 2 * size);
	if (bytes == NULL) {
		errno = ENOMEM;
		return -1;
	}
	j->bytes = bytes;
	j->capacity = 2 * size;
	return 0;
}

/* whole bytes, or -1 with errno */
static int host_journal_write(int file, const void *bytes, size_t size)
{
	const char *next = bytes;
	while (size > 0) {
		const ssize_t written = write(file, next, size);
		if (written < 0 && errno == EINTR) {
			continue;
		}
		if (written <= 0) {
			errno = written == 0 ? ENOSPC : errno;
			return -1;
		}
		next += written;
		size -= (size_t)written;
	}
	return 0;
}

/* after a failure: the file ends where it did before. A file that cannot be cut has a tail that the
 * next scan leaves out. */
static void host_journal_back(int file, int64_t end, int reason)
{
	const int cut = ftruncate(file, (off_t)end);
	(void)cut;
	errno = reason;
}

/* bytes [place, place + size) into j->bytes at `at`; 1, 0 at the end of the file, -1 with errno */
static int host_journal_fetch(struct host_journal *j, int64_t place, size_t at, size_t size)
{
	if (host_journal_room(j, at + size) != 0) {
		return -1;
	}
	for (size_t got = 0; got < size;) {
		const ssize_t n = pread(j->file, j->bytes + at + got, size - got, (off_t)(place + (int64_t)got));
		if (n < 0 && errno == EINTR) {
			continue;
		}
		if (n <= 0) {
			return n == 0 ? 0 : -1;
		}
		got += (size_t)n;
	}
	return 1;
}

static size_t host_journal_size(const struct host_study *s, const struct host_journal_record *r)
{
	return sizeof *r + (size_t)s->n_records * sizeof(double) + (size_t)r->message_size +
	       (size_t)r->n_series * sizeof(double) + sizeof(uint32_t);
}

/* the record at a place into j->bytes. Its size; 0: there is none, or not a whole one; -1 with
 * errno */
static int64_t host_journal_load(struct host_journal *j, int64_t place)
{
	struct host_journal_record r;
	struct stat facts;
	uint32_t sum;
	int found = host_journal_fetch(j, place, 0, sizeof r);
	if (found <= 0 || fstat(j->file, &facts) != 0) {
		return found < 0 ? -1 : 0;
	}
	memcpy(&r, j->bytes, sizeof r);
	/* sizes that the file cannot hold are those of no record */
	if (r.number < 0 || r.number >= j->study->n_cases || r.status >= HOST_CASE_STATUSES || r.n_series < 0 ||
	    r.n_series > facts.st_size || r.message_size > facts.st_size) {
		return 0;
	}
	const size_t size = host_journal_size(j->study, &r);
	if ((int64_t)size > facts.st_size - place) {
		return 0;
	}
	found = host_journal_fetch(j, place, 0, size);
	if (found <= 0) {
		return found;
	}
	memcpy(&sum, j->bytes + size - sizeof sum, sizeof sum);
	return sum == (uint32_t)crc32_z(0, j->bytes, size - sizeof sum) ? (int64_t)size : 0;
}

/* ---- open and close */

static int host_journal_fail(const char *path, const char *what, struct mech_message *message)
{
	host_say(message, "%s: %s (%s)", path, what, strerror(errno));
	return -1;
}

/* 0 for the head of this study; else -1 with a message */
static int host_journal_compare(const char *path, const struct host_journal_head *expected,
                                const struct host_journal_head *found, struct mech_message *message)
{
	if (memcmp(found->mark, expected->mark, sizeof found->mark) != 0 ||
	    found->sum !=
	        (uint32_t)crc32(0, (const unsigned char *)found, (unsigned)offsetof(struct host_journal_head, sum))) {
		host_say(message, "%s: not the journal of a study; move it away", path);
		return -1;
	}
	if (found->shard != expected->shard || found->shards != expected->shards) {
		host_say(message, "%s: the journal of shard %u of %u", path, (unsigned)found->shard, (unsigned)found->shards);
		return -1;
	}
	if (memcmp(found, expected, sizeof *found) != 0) {
		host_say(message,
		         "%s: the study, its files or mechfmu have changed since it was begun; --restart begins it again",
		         path);
		return -1;
	}
	return 0;
}

static int host_journal_begin(struct host_journal *j, int shard, int shards, enum host_journal_use use,
                              struct mech_message *message)
{
	const struct host_journal_head head = host_journal_head_of(j->study, shard, shards);
	struct host_journal_head found;
	const int there = host_journal_fetch(j, 0, 0, sizeof head);
	j->end = sizeof head;
	if (there < 0) {
		return host_journal_fail(j->path, "cannot be read", message);
	}
	if (there > 0) {
		memcpy(&found, j->bytes, sizeof found);
		return host_journal_compare(j->path, &head, &found, message);
	}
	if (use == HOST_JOURNAL_READ) {
		host_say(message, "%s: not the journal of a study; move it away", j->path);
		return -1;
	}
	/* new, or its head was never whole */
	if (ftruncate(j->file, 0) != 0 || lseek(j->file, 0, SEEK_SET) < 0 ||
	    host_journal_write(j->file, &head, sizeof head) != 0) {
		const int reason = errno;
		host_journal_back(j->file, 0, reason);
		return host_journal_fail(j->path, "cannot be written", message);
	}
	return 0;
}

int host_journal_open(const char *path, const struct host_study *study, int shard, int shards,
                      enum host_journal_use use, struct host_journal *journal, struct mech_message *message)
{
	struct host_journal *j = journal;
	struct stat facts;
	memset(j, 0, sizeof *j);
	(void)snprintf(j->path, sizeof j->path, "%s", path);
	j->study = study;
	j->file =
		use == HOST_JOURNAL_READ ? open(path, O_RDONLY | O_CLOEXEC) : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (j->file < 0) {
		return host_journal_fail(path, use == HOST_JOURNAL_READ ? "cannot be read" : "cannot be written", message);
	}
	int status = -1;
	if (fstat(j->file, &facts) != 0 || !S_ISREG(facts.st_mode)) {
		host_say(message, "%s: no plain file, which a journal must be", path);
	} else if (use == HOST_JOURNAL_WRITE && flock(j->file, LOCK_EX | LOCK_NB) != 0) {
		host_say(message, "%s: another run of this study is writing it", path);
	} else {
		status = host_journal_begin(j, shard, shards, use, message);
	}
	if (status != 0) {
		host_journal_close(j);
	}
	return status;
}

void host_journal_close(struct host_journal *journal)
{
	if (journal->file >= 0) {
		(void)close(journal->file);
	}
	free(journal->bytes);
	memset(journal, 0, sizeof *journal);
	journal->file = -1;
}

/* ---- records */

int host_journal_encode(struct host_journal *j, const struct host_case *row, size_t *size)
{
	const struct host_study *s = j->study;
	struct host_journal_record r;
	memset(&r, 0, sizeof r);
	r.number = row->number;
	r.n_series = (int64_t)row->n_series;
	r.steps = row->steps;
	r.status = (uint32_t)row->status;
	r.message_size = (uint32_t)row->text.size;
	*size = host_journal_size(s, &r);
	if (host_journal_room(j, *size) != 0) {
		return -1;
	}
	unsigned char *next = j->bytes;
	memcpy(next, &r, sizeof r);
	next += sizeof r;
	memcpy(next, row->results, (size_t)s->n_records * sizeof(double));
	next += (size_t)s->n_records * sizeof(double);
	if (r.message_size > 0) {
		memcpy(next, row->text.bytes, row->text.size);
		next += row->text.size;
	}
	if (row->n_series > 0) {
		memcpy(next, row->series, row->n_series * sizeof(double));
		next += row->n_series * sizeof(double);
	}
	const uint32_t sum = (uint32_t)crc32_z(0, j->bytes, (size_t)(next - j->bytes));
	memcpy(next, &sum, sizeof sum);
	return 0;
}

/* whole records at the end of the file; 0, or -1 with errno: the file ends as it did before */
static int host_journal_append(struct host_journal *j, const void *bytes, size_t size)
{
	if (lseek(j->file, (off_t)j->end, SEEK_SET) < 0 || host_journal_write(j->file, bytes, size) != 0) {
		const int reason = errno;
		host_journal_back(j->file, j->end, reason);
		return -1;
	}
	j->end += (int64_t)size;
	return 0;
}

int host_journal_add(struct host_journal *j, const struct host_case *row)
{
	size_t size;
	return host_journal_encode(j, row, &size) == 0 ? host_journal_append(j, j->bytes, size) : -1;
}

int host_journal_add_rows(struct host_journal *j, const void *bytes, size_t size, host_journal_visit *visit,
                          void *context)
{
	const unsigned char *next = bytes, *end = next + size;
	const int64_t place = j->end;
	if (host_journal_append(j, bytes, size) != 0) {
		return -1;
	}
	while (next < end) {
		struct host_journal_record r;
		memcpy(&r, next, sizeof r);
		visit(context, r.number, (enum host_case_status)r.status, place + (next - (const unsigned char *)bytes));
		next += host_journal_size(j->study, &r);
	}
	return 0;
}

int host_journal_sync(const struct host_journal *journal)
{
	return fdatasync(journal->file);
}

int host_journal_scan(struct host_journal *j, host_journal_visit *visit, void *context, struct mech_message *message)
{
	int64_t size;
	while ((size = host_journal_load(j, j->end)) > 0) {
		struct host_journal_record r;
		memcpy(&r, j->bytes, sizeof r);
		visit(context, r.number, (enum host_case_status)r.status, j->end);
		j->end += size;
	}
	return size == 0 ? 0 : host_journal_fail(j->path, "cannot be read", message);
}

int host_journal_cut(const struct host_journal *journal, struct mech_message *message)
{
	return ftruncate(journal->file, (off_t)journal->end) == 0
	           ? 0
	           : host_journal_fail(journal->path, "cannot be written", message);
}

int host_journal_read(struct host_journal *j, int64_t place, struct host_case *row, struct mech_message *message)
{
	const struct host_study *s = j->study;
	struct host_journal_record r;
	const int64_t size = host_journal_load(j, place);
	if (size <= 0) {
		errno = size == 0 ? EIO : errno;
		return host_journal_fail(j->path, "cannot be read", message);
	}
	memcpy(&r, j->bytes, sizeof r);
	const unsigned char *next = j->bytes + sizeof r;
	host_case_clear(s, row, r.number);
	row->status = (enum host_case_status)r.status;
	row->steps = r.steps;
	memcpy(row->results, next, (size_t)s->n_records * sizeof(double));
	next += (size_t)s->n_records * sizeof(double);
	host_text_add_bytes(&row->text, next, r.message_size);
	next += r.message_size;
	if ((size_t)r.n_series > row->series_capacity) {
		double *series = realloc(row->series, (size_t)r.n_series * sizeof *series);
		if (series == NULL) {
			host_say(message, "out of memory");
			return -1;
		}
		row->series = series;
		row->series_capacity = (size_t)r.n_series;
	}
	row->n_series = (size_t)r.n_series;
	if (r.n_series > 0) {
		memcpy(row->series, next, (size_t)r.n_series * sizeof *row->series);
	}
	if (row->text.failed) {
		host_say(message, "out of memory");
		return -1;
	}
	return 0;
}
