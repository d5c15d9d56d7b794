/* Saving, checking and loading an instance. */
#include "fmu_state.h"

#include <math.h>
#include <string.h>

_Static_assert(sizeof(struct fmu_state_head) == 112, "the head has no gaps and keeps the block aligned to 8");
_Static_assert(sizeof((struct fmu_state_head *)0)->guid >= FMU_GUID_SIZE, "a GUID fits");

LA_FUNCTION size_t fmu_state_size(const struct fmu_instance *f)
{
	return sizeof(struct fmu_state_head) + mech_state_size(f->mechanism);
}

/* of all bytes after the checksum itself */
static uint64_t fmu_state_checksum(const void *state, size_t size)
{
	const size_t begin = offsetof(struct fmu_state_head, checksum) + sizeof(uint64_t);
	return mech_checksum((const char *)state + begin, size - begin);
}

LA_FUNCTION void fmu_state_save(const struct fmu_instance *f, void *state)
{
	struct fmu_state_head *head = state;
	*head = (struct fmu_state_head){
		.magic = FMU_STATE_MAGIC,
		.version = FMU_STATE_VERSION,
		.size = fmu_state_size(f),
		.state = (int32_t)f->state,
		.outdated = f->outdated,
		.stop_defined = f->stop_defined,
		.regularized = f->regularized,
		.unresolved = f->unresolved,
		.own_tolerance = f->own_tolerance,
		.stop_time = f->stop_time,
	};
	memcpy(head->guid, f->guid, sizeof f->guid);
	memcpy(head + 1, mech_state(f->mechanism), mech_state_size(f->mechanism));
	head->checksum = fmu_state_checksum(state, fmu_state_size(f));
}

static int fmu_state_refuse(struct mech_message *message, const char *why)
{
	mech_say(message, "not a state of this unit: ");
	mech_say_more(message, why);
	return -1;
}

/* two numbers that should be one */
static int fmu_state_refuse_numbers(struct mech_message *message, const char *what, double actual, double wanted)
{
	fmu_state_refuse(message, what);
	mech_say_number(message, actual);
	mech_say_more(message, ", this unit's is ");
	mech_say_number(message, wanted);
	return -1;
}

static int fmu_state_refuse_size(const struct fmu_instance *f, uint64_t size, struct mech_message *message)
{
	return fmu_state_refuse_numbers(message, "its size in bytes is ", (double)size, (double)fmu_state_size(f));
}

static int fmu_state_refuse_guid(const struct fmu_instance *f, const struct fmu_state_head *head,
                                 struct mech_message *message)
{
	/* the bytes may be anything */
	char guid[FMU_GUID_SIZE];
	memcpy(guid, head->guid, sizeof guid - 1);
	guid[sizeof guid - 1] = '\0';
	for (char *character = guid; *character != '\0'; character++) {
		if (strchr("0123456789abcdef-", *character) == NULL) {
			*character = '?';
		}
	}
	fmu_state_refuse(message, "its fingerprint is ");
	mech_say_more(message, guid);
	mech_say_more(message, ", this unit's is ");
	mech_say_more(message, f->guid);
	mech_say_more(message, "; another mechanism, or another version of mechfmu, has saved it");
	return -1;
}

LA_FUNCTION int fmu_state_check_head(const struct fmu_instance *f, const void *state, size_t size,
                                     struct mech_message *message)
{
	const struct fmu_state_head *head = state;
	if (size < sizeof *head) {
		return fmu_state_refuse_size(f, size, message);
	}
	if (head->zero != 0 || head->magic != FMU_STATE_MAGIC) {
		return fmu_state_refuse(message, "it does not begin with the mark of a state (its magic number is wrong)");
	}
	if (head->version != FMU_STATE_VERSION) {
		return fmu_state_refuse_numbers(message, "the version of its format is ", (double)head->version,
		                                FMU_STATE_VERSION);
	}
	if (memcmp(head->guid, f->guid, sizeof f->guid) != 0) {
		return fmu_state_refuse_guid(f, head, message);
	}
	if (size != fmu_state_size(f) || head->size != size) {
		return fmu_state_refuse_size(f, size != fmu_state_size(f) ? size : head->size, message);
	}
	return 0;
}

static int fmu_state_is_switch(int32_t number)
{
	return number == 0 || number == 1;
}

static int fmu_state_is_known(int32_t state)
{
	return state > 0 && (state & FMU_ANY_STATE) == state && (state & (state - 1)) == 0;
}

/* the field that is impossible; NULL: none */
static const char *fmu_state_field(const struct fmu_state_head *head)
{
	if (!fmu_state_is_known(head->state)) {
		return "the state of the call sequence";
	}
	if (!fmu_state_is_switch(head->stop_defined) || !isfinite(head->stop_time)) {
		return "the stop time";
	}
	if (!fmu_state_is_switch(head->outdated) || !fmu_state_is_switch(head->regularized) ||
	    !fmu_state_is_switch(head->unresolved) || !fmu_state_is_switch(head->own_tolerance)) {
		return "a switch";
	}
	return NULL;
}

static int fmu_state_needs_start(const struct fmu_state_head *head)
{
	return head->state == FMU_STEPPING || head->state == FMU_TERMINATED ||
	       (head->state == FMU_INITIALIZATION && !head->outdated);
}

LA_FUNCTION int fmu_state_check(const struct fmu_instance *f, const void *state, size_t size,
                                struct mech_message *message)
{
	const struct fmu_state_head *head = state;
	if (fmu_state_check_head(f, state, size, message) != 0) {
		return -1;
	}
	if (head->checksum != fmu_state_checksum(state, size)) {
		return fmu_state_refuse(message, "its checksum is wrong; it is damaged");
	}
	const char *field = fmu_state_field(head);
	struct mech_message why;
	if (field != NULL) {
		mech_say(&why, "its fields have impossible values: ");
		mech_say_more(&why, field);
		return fmu_state_refuse(message, why.text);
	}
	if (mech_check_state(f->mechanism, head + 1, &why) != 0) {
		return fmu_state_refuse(message, why.text);
	}
	if (fmu_state_needs_start(head) && !mech_state_initialized(head + 1)) {
		return fmu_state_refuse(message,
		                        "its fields have impossible values: a mechanism that runs has been initialized");
	}
	return 0;
}

LA_FUNCTION void fmu_state_load(struct fmu_instance *f, const void *state)
{
	const struct fmu_state_head *head = state;
	mech_restore(f->mechanism, head + 1);
	f->state = (enum fmu_state)head->state;
	f->outdated = head->outdated;
	f->stop_defined = head->stop_defined;
	f->regularized = head->regularized;
	f->unresolved = head->unresolved;
	f->own_tolerance = head->own_tolerance;
	f->stop_time = head->stop_time;
}
