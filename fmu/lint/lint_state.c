/* Saved states: restored they repeat the run bit for bit, also from bytes and in a second process; damaged bytes do no
 * harm.
 *
 * The second process is displaced (struct host_lint_check): a pointer among the bytes leads into what is not the unit's.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "lint_unit.h"

enum { HOST_LINT_SAVED_AT = 3, HOST_LINT_RUN_ON = 8 }; /* point of the state, steps after it */

static int host_lint_state_n(const struct host_lint_unit *u)
{
	int left = u->n_steps - HOST_LINT_SAVED_AT;
	return left < HOST_LINT_RUN_ON ? left : HOST_LINT_RUN_ON;
}

/* an instance at the point where states are saved; NULL with a finding, or where the experiment is too short */
static struct host_lint_instance *host_lint_state_begin(struct host_lint_unit *u)
{
	if (host_lint_state_n(u) < 1) {
		return NULL;
	}
	struct host_lint_instance *i = host_lint_begin(u, HOST_LINT_STEPPING);
	if (i != NULL) {
		host_lint_advance(i, 0, HOST_LINT_SAVED_AT, host_lint_rows(u, HOST_LINT_SAVED_AT));
	}
	return i;
}

/* what is seen now, and in the run from here on: 1 + host_lint_state_n rows */
static struct host_lint_row *host_lint_state_run(struct host_lint_instance *i)
{
	int n = host_lint_state_n(i->unit);
	struct host_lint_row *rows = host_lint_rows(i->unit, n + 1);
	(void)host_lint_read(i, rows);
	host_lint_advance(i, HOST_LINT_SAVED_AT, HOST_LINT_SAVED_AT + n, rows + 1);
	return rows;
}

static int host_lint_state_same(struct host_lint_unit *u, const char *text, const struct host_lint_row *rows,
                                const struct host_lint_row *expected)
{
	return host_lint_compare(u, HOST_LINT_ERROR, "state-not-restored", text, HOST_LINT_SAVED_AT,
	                         host_lint_state_n(u) + 1, rows, expected);
}

static int host_lint_state_save(struct host_lint_instance *i, fmi2FMUstate *state)
{
	return host_lint_good(i->unit, HOST_LINT_CALL(i, GetFMUstate, i->component, state));
}

static int host_lint_state_restore(struct host_lint_instance *i, fmi2FMUstate state)
{
	return host_lint_good(i->unit, HOST_LINT_CALL(i, SetFMUstate, i->component, state));
}

static void host_lint_state_free(struct host_lint_instance *i, fmi2FMUstate *state)
{
	if (host_lint_good(i->unit, HOST_LINT_CALL(i, FreeFMUstate, i->component, state)) && *state != NULL) {
		host_lint_tell(i->unit, HOST_LINT_ERROR, "state-pointer", NULL,
		               "the pointer to the freed state was not set to NULL");
	}
}

/* ---- within one process */

/* saved, run on, restored, run again; twice, and after fmi2Terminate and fmi2Reset */
static void host_lint_state_again(struct host_lint_unit *u)
{
	struct host_lint_instance *i =
		host_lint_item(u, HOST_LINT_ERROR, "saved and restored") ? host_lint_state_begin(u) : NULL;
	fmi2FMUstate state = NULL;
	if (i == NULL || !host_lint_state_save(i, &state)) {
		host_lint_free_instance(i);
		return;
	}
	const struct host_lint_row *expected = host_lint_state_run(i);
	static const char *const texts[] = {"after fmi2SetFMUstate", "after the second fmi2SetFMUstate",
	                                    "after fmi2SetFMUstate of a terminated instance",
	                                    "after fmi2SetFMUstate of a reset instance"};
	for (int round = 0; round < 4; round++) {
		if (round == 2) {
			(void)HOST_LINT_CALL(i, Terminate, i->component);
			i->state = HOST_LINT_TERMINATED;
		} else if (round == 3) {
			(void)HOST_LINT_CALL(i, Reset, i->component);
			i->state = HOST_LINT_INSTANTIATED;
		}
		if (!host_lint_state_restore(i, state)) {
			break;
		}
		i->state = HOST_LINT_STEPPING;
		if (!host_lint_state_same(u, texts[round], host_lint_state_run(i), expected)) {
			break;
		}
	}
	host_lint_state_free(i, &state);
	host_lint_free_instance(i);
}

/* a state that is not NULL is overwritten */
static void host_lint_state_reuse(struct host_lint_unit *u)
{
	struct host_lint_instance *i =
		host_lint_item(u, HOST_LINT_ERROR, "saved over an older state") ? host_lint_begin(u, HOST_LINT_STEPPING) : NULL;
	fmi2FMUstate state = NULL;
	if (i == NULL || host_lint_state_n(u) < 1 || !host_lint_state_save(i, &state)) {
		host_lint_free_instance(i);
		return;
	}
	host_lint_advance(i, 0, HOST_LINT_SAVED_AT, host_lint_rows(u, HOST_LINT_SAVED_AT));
	if (host_lint_state_save(i, &state)) {
		const struct host_lint_row *expected = host_lint_state_run(i);
		if (host_lint_state_restore(i, state)) {
			(void)host_lint_state_same(u, "after fmi2SetFMUstate of a state that was saved over an older one",
			                           host_lint_state_run(i), expected);
		}
	}
	host_lint_state_free(i, &state);
	host_lint_free_instance(i);
}

/* saved before the first step: the whole run is repeated */
static void host_lint_state_early(struct host_lint_unit *u, enum host_lint_state saved_in)
{
	struct host_lint_instance *i =
		host_lint_item(u, HOST_LINT_ERROR, "saved before the first step") ? host_lint_begin(u, saved_in) : NULL;
	struct host_lint_row *rows[2] = {NULL, NULL};
	fmi2FMUstate state = NULL;
	int n = host_lint_state_n(u), n_runs = 0;
	if (i == NULL || n < 1 || !host_lint_state_save(i, &state)) {
		host_lint_free_instance(i);
		return;
	}
	for (int good = 1; good && n_runs < 2; n_runs += good) {
		good = n_runs == 0 || host_lint_state_restore(i, state);
		i->state = saved_in;
		good = good && (saved_in == HOST_LINT_INSTANTIATED
		                    ? host_lint_bring(i, HOST_LINT_STEPPING) == 0
		                    : host_lint_good(u, HOST_LINT_CALL(i, ExitInitializationMode, i->component)));
		i->state = HOST_LINT_STEPPING;
		rows[n_runs] = host_lint_rows(u, n);
		if (good) {
			host_lint_advance(i, 0, n, rows[n_runs]);
		}
	}
	if (n_runs == 2) {
		(void)host_lint_compare(u, HOST_LINT_ERROR, "state-not-restored",
		                        saved_in == HOST_LINT_INSTANTIATED ? "after a state from before initialization"
		                                                           : "after a state from initialization mode",
		                        1, n, rows[1], rows[0]);
	}
	host_lint_state_free(i, &state);
	host_lint_free_instance(i);
}

void host_lint_check_state(struct host_lint_unit *u)
{
	host_lint_state_again(u);
	host_lint_state_reuse(u);
	host_lint_state_early(u, HOST_LINT_INSTANTIATED);
	host_lint_state_early(u, HOST_LINT_INITIALIZING);
}

/* ---- as bytes */

/* the instance's state; NULL with a finding */
static fmi2Byte *host_lint_state_bytes(struct host_lint_instance *i, size_t *size)
{
	struct host_lint_unit *u = i->unit;
	fmi2FMUstate state = NULL;
	*size = 0;
	if (!host_lint_state_save(i, &state) ||
	    !host_lint_good(u, HOST_LINT_CALL(i, SerializedFMUstateSize, i->component, state, size))) {
		return NULL;
	}
	if (*size == 0 || *size > (size_t)1 << 30) {
		host_lint_tell(u, HOST_LINT_ERROR, "state-size", NULL, "a state of %zu bytes", *size);
		return NULL;
	}
	fmi2Byte *bytes = host_lint_take(u, *size, 1);
	if (!host_lint_good(u, HOST_LINT_CALL(i, SerializeFMUstate, i->component, state, bytes, *size))) {
		return NULL;
	}
	host_lint_state_free(i, &state);
	return bytes;
}

static void host_lint_state_from_bytes(struct host_lint_unit *u, const fmi2Byte *bytes, size_t size,
                                       const struct host_lint_row *expected, const char *text)
{
	struct host_lint_instance *i = host_lint_begin(u, HOST_LINT_INSTANTIATED);
	fmi2FMUstate state = NULL;
	if (i != NULL && host_lint_good(u, HOST_LINT_CALL(i, DeSerializeFMUstate, i->component, bytes, size, &state)) &&
	    host_lint_state_restore(i, state)) {
		i->state = HOST_LINT_STEPPING;
		(void)host_lint_state_same(u, text, host_lint_state_run(i), expected);
		host_lint_state_free(i, &state);
	}
	host_lint_free_instance(i);
}

/* the bytes for another process; and that they are all it takes in this one */
void host_lint_check_state_writing(struct host_lint_unit *u)
{
	struct host_lint_instance *i = host_lint_state_begin(u);
	size_t size = 0;
	const fmi2Byte *bytes = i == NULL ? NULL : host_lint_state_bytes(i, &size);
	if (bytes == NULL) {
		host_lint_free_instance(i);
		return;
	}
	const struct host_lint_row *expected = host_lint_state_run(i);
	host_lint_free_instance(i);
	rewind(u->handover);
	(void)(fwrite(&size, sizeof size, 1, u->handover) == 1 && fwrite(bytes, 1, size, u->handover) == size);
	(void)fflush(u->handover);
	if (host_lint_item(u, HOST_LINT_ERROR, "in a new instance")) {
		host_lint_state_from_bytes(u, bytes, size, expected, "after fmi2DeSerializeFMUstate in a new instance");
	}
}

static fmi2Byte *host_lint_state_handed_over(struct host_lint_unit *u, size_t *size)
{
	rewind(u->handover);
	if (fread(size, sizeof *size, 1, u->handover) != 1) {
		return NULL;
	}
	fmi2Byte *bytes = host_lint_take(u, *size, 1);
	return fread(bytes, 1, *size, u->handover) == *size ? bytes : NULL;
}

void host_lint_check_state_reading(struct host_lint_unit *u)
{
	size_t size = 0;
	const fmi2Byte *bytes = host_lint_state_handed_over(u, &size);
	if (bytes == NULL) {
		return;
	}
	host_lint_looked(u);
	/* the run itself, as it goes in this process */
	struct host_lint_instance *i = host_lint_state_begin(u);
	if (i == NULL) {
		return;
	}
	const struct host_lint_row *expected = host_lint_state_run(i);
	host_lint_free_instance(i);
	host_lint_state_from_bytes(u, bytes, size, expected, "after fmi2DeSerializeFMUstate in a second process");
}

/* ---- damaged bytes */

/* damage number k of the bytes; the size it leaves. 0: there is no such damage */
static size_t host_lint_state_damage(fmi2Byte *bytes, size_t size, int k)
{
	enum { FLIPS = 24 };
	if (k < FLIPS) {
		size_t at = k < 8 ? (size_t)k * 4 : (size - 1) * (size_t)(k - 8) / (FLIPS - 9);
		bytes[at < size ? at : size - 1] ^= (fmi2Byte)(k % 2 == 0 ? 0x01 : 0x7f);
		return size;
	}
	const size_t sizes[] = {1, size / 2, size - 1};
	return k - FLIPS < 3 ? sizes[k - FLIPS] : 0;
}

/* a state from damaged bytes is refused, or it is used: either way without harm */
static void host_lint_state_survive(struct host_lint_unit *u, const fmi2Byte *bytes, size_t size)
{
	struct host_lint_instance *i = host_lint_begin(u, HOST_LINT_STEPPING);
	fmi2FMUstate state = NULL;
	if (i != NULL && HOST_LINT_CALL(i, DeSerializeFMUstate, i->component, bytes, size, &state) <= fmi2Warning &&
	    HOST_LINT_CALL(i, SetFMUstate, i->component, state) <= fmi2Warning) {
		double time = host_lint_time(u, HOST_LINT_SAVED_AT);
		union host_fmu_value value = {0};
		(void)HOST_LINT_CALL(i, DoStep, i->component, time, u->step, fmi2True);
		if (u->first_sample[HOST_REAL] < u->first_sample[HOST_REAL + 1]) {
			(void)host_lint_get(i, HOST_REAL, u->references, 1, &value);
		}
		(void)HOST_LINT_CALL(i, FreeFMUstate, i->component, &state);
	}
	host_lint_free_instance(i);
}

void host_lint_check_state_damage(struct host_lint_unit *u)
{
	size_t size = 0;
	const fmi2Byte *bytes = host_lint_state_handed_over(u, &size);
	size_t left = size;
	for (int k = 0; bytes != NULL && left > 0; k++) {
		fmi2Byte *damaged = malloc(size);
		if (damaged == NULL) {
			return;
		}
		memcpy(damaged, bytes, size);
		left = host_lint_state_damage(damaged, size, k);
		/* exactly as long as is said */
		fmi2Byte *given = left == 0 ? NULL : malloc(left);
		if (given != NULL && host_lint_item(u, HOST_LINT_WARNING, left < size ? "bytes cut off" : "a byte changed")) {
			memcpy(given, damaged, left);
			host_lint_state_survive(u, given, left);
		}
		free(given);
		free(damaged);
	}
}
