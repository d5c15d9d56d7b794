/* Saved states: restored they repeat the run bit for bit, also from bytes and in a second process;
 * damaged bytes do no harm.
 *
 * The second process is displaced (struct lint_check): a pointer among the bytes leads into what is
 * not the unit's.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "lint_unit.h"

enum { LINT_SAVED_AT = 3, LINT_RUN_ON = 8 }; /* point of the state, steps after it */

static int lint_state_n(const struct lint_unit *u)
{
	int left = u->n_steps - LINT_SAVED_AT;
	return left < LINT_RUN_ON ? left : LINT_RUN_ON;
}

/* an instance at the point where states are saved; NULL with a finding, or where the experiment is
 * too short */
static struct lint_instance *lint_state_begin(struct lint_unit *u)
{
	if (lint_state_n(u) < 1) {
		return NULL;
	}
	struct lint_instance *i = lint_begin(u, LINT_STEPPING);
	if (i != NULL) {
		lint_advance(i, 0, LINT_SAVED_AT, lint_rows(u, LINT_SAVED_AT));
	}
	return i;
}

/* what is seen now, and in the run from here on: 1 + lint_state_n rows */
static struct lint_row *lint_state_run(struct lint_instance *i)
{
	int n = lint_state_n(i->unit);
	struct lint_row *rows = lint_rows(i->unit, n + 1);
	(void)lint_read(i, rows);
	lint_advance(i, LINT_SAVED_AT, LINT_SAVED_AT + n, rows + 1);
	return rows;
}

static int lint_state_same(struct lint_unit *u, const char *text, const struct lint_row *rows,
                           const struct lint_row *expected)
{
	return lint_compare(u, LINT_ERROR, "state-not-restored", text, LINT_SAVED_AT, lint_state_n(u) + 1, rows, expected);
}

static int lint_state_save(struct lint_instance *i, fmi2FMUstate *state)
{
	return lint_good(i->unit, LINT_CALL(i, GetFMUstate, i->component, state));
}

static int lint_state_restore(struct lint_instance *i, fmi2FMUstate state)
{
	return lint_good(i->unit, LINT_CALL(i, SetFMUstate, i->component, state));
}

static void lint_state_free(struct lint_instance *i, fmi2FMUstate *state)
{
	if (lint_good(i->unit, LINT_CALL(i, FreeFMUstate, i->component, state)) && *state != NULL) {
		lint_tell(i->unit, LINT_ERROR, "state-pointer", NULL, "the pointer to the freed state was not set to NULL");
	}
}

/* ---- within one process */

/* saved, run on, restored, run again; twice, and after fmi2Terminate and fmi2Reset */
static void lint_state_again(struct lint_unit *u)
{
	struct lint_instance *i = lint_item(u, LINT_ERROR, "saved and restored") ? lint_state_begin(u) : NULL;
	fmi2FMUstate state = NULL;
	if (i == NULL || !lint_state_save(i, &state)) {
		lint_free_instance(i);
		return;
	}
	const struct lint_row *expected = lint_state_run(i);
	static const char *const texts[] = {"after fmi2SetFMUstate", "after the second fmi2SetFMUstate",
	                                    "after fmi2SetFMUstate of a terminated instance",
	                                    "after fmi2SetFMUstate of a reset instance"};
	for (int round = 0; round < 4; round++) {
		if (round == 2) {
			(void)LINT_CALL(i, Terminate, i->component);
			i->state = LINT_TERMINATED;
		} else if (round == 3) {
			(void)LINT_CALL(i, Reset, i->component);
			i->state = LINT_INSTANTIATED;
		}
		if (!lint_state_restore(i, state)) {
			break;
		}
		i->state = LINT_STEPPING;
		if (!lint_state_same(u, texts[round], lint_state_run(i), expected)) {
			break;
		}
	}
	lint_state_free(i, &state);
	lint_free_instance(i);
}

/* a state that is not NULL is overwritten */
static void lint_state_reuse(struct lint_unit *u)
{
	struct lint_instance *i =
		lint_item(u, LINT_ERROR, "saved over an older state") ? lint_begin(u, LINT_STEPPING) : NULL;
	fmi2FMUstate state = NULL;
	if (i == NULL || lint_state_n(u) < 1 || !lint_state_save(i, &state)) {
		lint_free_instance(i);
		return;
	}
	lint_advance(i, 0, LINT_SAVED_AT, lint_rows(u, LINT_SAVED_AT));
	if (lint_state_save(i, &state)) {
		const struct lint_row *expected = lint_state_run(i);
		if (lint_state_restore(i, state)) {
			(void)lint_state_same(u, "after fmi2SetFMUstate of a state that was saved over an older one",
			                      lint_state_run(i), expected);
		}
	}
	lint_state_free(i, &state);
	lint_free_instance(i);
}

/* saved before the first step: the whole run is repeated */
static void lint_state_early(struct lint_unit *u, enum lint_state saved_in)
{
	struct lint_instance *i = lint_item(u, LINT_ERROR, "saved before the first step") ? lint_begin(u, saved_in) : NULL;
	struct lint_row *rows[2] = {NULL, NULL};
	fmi2FMUstate state = NULL;
	int n = lint_state_n(u), n_runs = 0;
	if (i == NULL || n < 1 || !lint_state_save(i, &state)) {
		lint_free_instance(i);
		return;
	}
	for (int good = 1; good && n_runs < 2; n_runs += good) {
		good = n_runs == 0 || lint_state_restore(i, state);
		i->state = saved_in;
		good =
			good && (saved_in == LINT_INSTANTIATED ? lint_bring(i, LINT_STEPPING) == 0
		                                           : lint_good(u, LINT_CALL(i, ExitInitializationMode, i->component)));
		i->state = LINT_STEPPING;
		rows[n_runs] = lint_rows(u, n);
		if (good) {
			lint_advance(i, 0, n, rows[n_runs]);
		}
	}
	if (n_runs == 2) {
		(void)lint_compare(u, LINT_ERROR, "state-not-restored",
		                   saved_in == LINT_INSTANTIATED ? "after a state from before initialization"
		                                                 : "after a state from initialization mode",
		                   1, n, rows[1], rows[0]);
	}
	lint_state_free(i, &state);
	lint_free_instance(i);
}

void lint_check_state(struct lint_unit *u)
{
	lint_state_again(u);
	lint_state_reuse(u);
	lint_state_early(u, LINT_INSTANTIATED);
	lint_state_early(u, LINT_INITIALIZING);
}

/* ---- as bytes */

/* the instance's state; NULL with a finding */
static fmi2Byte *lint_state_bytes(struct lint_instance *i, size_t *size)
{
	struct lint_unit *u = i->unit;
	fmi2FMUstate state = NULL;
	*size = 0;
	if (!lint_state_save(i, &state) || !lint_good(u, LINT_CALL(i, SerializedFMUstateSize, i->component, state, size))) {
		return NULL;
	}
	if (*size == 0 || *size > (size_t)1 << 30) {
		lint_tell(u, LINT_ERROR, "state-size", NULL, "a state of %zu bytes", *size);
		return NULL;
	}
	fmi2Byte *bytes = lint_take(u, *size, 1);
	if (!lint_good(u, LINT_CALL(i, SerializeFMUstate, i->component, state, bytes, *size))) {
		return NULL;
	}
	lint_state_free(i, &state);
	return bytes;
}

static void lint_state_from_bytes(struct lint_unit *u, const fmi2Byte *bytes, size_t size,
                                  const struct lint_row *expected, const char *text)
{
	struct lint_instance *i = lint_begin(u, LINT_INSTANTIATED);
	fmi2FMUstate state = NULL;
	if (i != NULL && lint_good(u, LINT_CALL(i, DeSerializeFMUstate, i->component, bytes, size, &state)) &&
	    lint_state_restore(i, state)) {
		i->state = LINT_STEPPING;
		(void)lint_state_same(u, text, lint_state_run(i), expected);
		lint_state_free(i, &state);
	}
	lint_free_instance(i);
}

/* the bytes for another process; and that they are all it takes in this one */
void lint_check_state_writing(struct lint_unit *u)
{
	struct lint_instance *i = lint_state_begin(u);
	size_t size = 0;
	const fmi2Byte *bytes = i == NULL ? NULL : lint_state_bytes(i, &size);
	if (bytes == NULL) {
		lint_free_instance(i);
		return;
	}
	const struct lint_row *expected = lint_state_run(i);
	lint_free_instance(i);
	rewind(u->handover);
	(void)(fwrite(&size, sizeof size, 1, u->handover) == 1 && fwrite(bytes, 1, size, u->handover) == size);
	(void)fflush(u->handover);
	if (lint_item(u, LINT_ERROR, "in a new instance")) {
		lint_state_from_bytes(u, bytes, size, expected, "after fmi2DeSerializeFMUstate in a new instance");
	}
}

static fmi2Byte *lint_state_handed_over(struct lint_unit *u, size_t *size)
{
	rewind(u->handover);
	if (fread(size, sizeof *size, 1, u->handover) != 1) {
		return NULL;
	}
	fmi2Byte *bytes = lint_take(u, *size, 1);
	return fread(bytes, 1, *size, u->handover) == *size ? bytes : NULL;
}

void lint_check_state_reading(struct lint_unit *u)
{
	size_t size = 0;
	const fmi2Byte *bytes = lint_state_handed_over(u, &size);
	if (bytes == NULL) {
		return;
	}
	lint_looked(u);
	/* the run itself, as it goes in this process */
	struct lint_instance *i = lint_state_begin(u);
	if (i == NULL) {
		return;
	}
	const struct lint_row *expected = lint_state_run(i);
	lint_free_instance(i);
	lint_state_from_bytes(u, bytes, size, expected, "after fmi2DeSerializeFMUstate in a second process");
}

/* ---- damaged bytes */

/* damage number k of the bytes; the size it leaves. 0: there is no such damage */
static size_t lint_state_damage(fmi2Byte *bytes, size_t size, int k)
{
	enum { FLIPS = 24 };
	if (k < FLIPS) {
		size_t at = k < 8 ? (size_t)k * 4 : (size - 1) * (size_t)(k - 8) / (FLIPS - 9);
		fmi2Byte *byte = &bytes[at < size ? at : size - 1];
		*byte = (fmi2Byte)(*byte ^ (k % 2 == 0 ? 0x01 : 0x7f));
		return size;
	}
	const size_t sizes[] = {1, size / 2, size - 1};
	return k - FLIPS < 3 ? sizes[k - FLIPS] : 0;
}

/* a state from damaged bytes is refused, or it is used: either way without harm */
static void lint_state_survive(struct lint_unit *u, const fmi2Byte *bytes, size_t size)
{
	struct lint_instance *i = lint_begin(u, LINT_STEPPING);
	fmi2FMUstate state = NULL;
	if (i != NULL && LINT_CALL(i, DeSerializeFMUstate, i->component, bytes, size, &state) <= fmi2Warning &&
	    LINT_CALL(i, SetFMUstate, i->component, state) <= fmi2Warning) {
		double time = lint_time(u, LINT_SAVED_AT);
		union host_fmu_value value = {0};
		(void)LINT_CALL(i, DoStep, i->component, time, u->step, fmi2True);
		if (u->first_sample[HOST_REAL] < u->first_sample[HOST_REAL + 1]) {
			(void)lint_get(i, HOST_REAL, u->references, 1, &value);
		}
		(void)LINT_CALL(i, FreeFMUstate, i->component, &state);
	}
	lint_free_instance(i);
}

void lint_check_state_damage(struct lint_unit *u)
{
	size_t size = 0;
	const fmi2Byte *bytes = lint_state_handed_over(u, &size);
	size_t left = size;
	for (int k = 0; bytes != NULL && left > 0; k++) {
		fmi2Byte *damaged = lint_take(u, size, 1);
		memcpy(damaged, bytes, size);
		left = lint_state_damage(damaged, size, k);
		/* exactly as long as is said */
		fmi2Byte *given = left == 0 ? NULL : lint_take(u, left - 1, 1);
		if (given != NULL && lint_item(u, LINT_WARNING, left < size ? "bytes cut off" : "a byte changed")) {
			memcpy(given, damaged, left);
			lint_state_survive(u, given, left);
		}
		free(given);
		free(damaged);
	}
}
