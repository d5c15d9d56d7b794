/* Instances: creation, release, and what every FMI function begins and ends with. */
#include "fmu_instance.h"

#include <stdlib.h>
#include <string.h>

#include "fmu_arithmetic.h"

#define FMU_INSTANCE_MAGIC 0x31534e49554d4643ull

static char *fmu_instance_copy(const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = malloc(size);
	if (copy != NULL) {
		memcpy(copy, text, size);
	}
	return copy;
}

/* what the importer requested must be what this unit is; 0, or -1 with a message */
static int fmu_instance_check(const void *image, size_t size, const char *name, fmi2Type type, const char *guid,
                              struct mech_message *message)
{
	char own[FMU_GUID_SIZE];
	if (name == NULL || name[0] == '\0') {
		mech_say(message, "the instance has no name; give one");
		return -1;
	}
	if (type != fmi2CoSimulation) {
		mech_say(message, "this unit is for co-simulation only; instantiate it with fmi2CoSimulation");
		return -1;
	}
	if (image == NULL || size == 0) {
		mech_say(message, "this library holds no mechanism yet; `mechfmu export` puts one in");
		return -1;
	}
	fmu_guid(image, size, own);
	if (guid == NULL || strcmp(guid, own) != 0) {
		mech_say(message, "the GUID '");
		mech_say_more(message, guid == NULL ? "" : guid);
		mech_say_more(message, "' is not this unit's, which is '");
		mech_say_more(message, own);
		mech_say_more(message, "'; modelDescription.xml and the binary belong to different exports");
		return -1;
	}
	return 0;
}

static struct fmu_instance *fmu_instance_create(const void *image, size_t size, const char *name,
                                                struct mech_message *message)
{
	struct fmu_instance *f = calloc(1, sizeof *f);
	if (f == NULL || (f->name = fmu_instance_copy(name)) == NULL) {
		mech_say(message, "out of memory");
		free(f);
		return NULL;
	}
	f->mechanism = mech_instance_create(image, size, message);
	if (f->mechanism == NULL) {
		fmu_instance_free(f);
		return NULL;
	}
	f->model = mech_instance_model(f->mechanism);
	fmu_guid(image, size, f->guid);
	f->magic = FMU_INSTANCE_MAGIC;
	fmu_instance_reset(f);
	return f;
}

LA_FUNCTION struct fmu_instance *fmu_instantiate(const void *image, size_t size, const char *name, fmi2Type type,
                                                 const char *guid, const fmi2CallbackFunctions *functions, int logging)
{
	struct fmu_log log = {NULL, NULL, name == NULL ? "" : name, 0};
	if (functions != NULL) {
		log.logger = functions->logger;
		log.environment = functions->componentEnvironment;
	}
	fmu_log_switch(&log, NULL, logging);
	struct mech_message message, said;
	mech_say(&message, "");
	struct fmu_instance *f = NULL;
	const struct fmu_arithmetic host = fmu_arithmetic_begin();
	if (fmu_instance_check(image, size, name, type, guid, &message) == 0) {
		f = fmu_instance_create(image, size, name, &message);
	}
	(void)fmu_arithmetic_end(&host, fmi2OK);
	if (f == NULL) {
		mech_say(&said, "fmi2Instantiate: ");
		mech_say_more(&said, message.text);
		fmu_log_write(&log, fmi2Error, FMU_LOG_ERROR, said.text);
		return NULL;
	}
	f->log = log;
	f->log.name = f->name;
	return f;
}

LA_FUNCTION void fmu_instance_free(struct fmu_instance *f)
{
	if (f == NULL) {
		return;
	}
	f->magic = 0;
	mech_instance_free(f->mechanism);
	free(f->name);
	free(f);
}

LA_FUNCTION void fmu_instance_reset(struct fmu_instance *f)
{
	mech_reset(f->mechanism);
	f->state = FMU_INSTANTIATED;
	f->outdated = 0;
	f->regularized = 0;
	f->unresolved = 0;
	f->unconverged = 0;
	f->slow = 0;
	f->own_tolerance = 0;
	f->stop_defined = 0;
	f->stop_time = 0;
}

LA_FUNCTION struct fmu_instance *fmu_enter(fmi2Component c, enum fmu_call call)
{
	struct fmu_instance *f = c;
	if (f == NULL || f->magic != FMU_INSTANCE_MAGIC) {
		return NULL;
	}
	if (!fmu_call_is_legal(call, f->state)) {
		struct mech_message message;
		mech_say(&message, "not allowed ");
		mech_say_more(&message, fmu_state_text(f->state));
		fmu_refuse(f, call, message.text);
		return NULL;
	}
	return f;
}

static void fmu_instance_write(const struct fmu_instance *f, enum fmu_call call, fmi2Status status,
                               enum fmu_category category, const char *text)
{
	struct mech_message message;
	mech_say(&message, fmu_call_name(call));
	mech_say_more(&message, ": ");
	mech_say_more(&message, text);
	fmu_log_write(&f->log, status, category, message.text);
}

LA_FUNCTION fmi2Status fmu_refuse(const struct fmu_instance *f, enum fmu_call call, const char *text)
{
	fmu_instance_write(f, call, fmi2Error, FMU_LOG_ERROR, text);
	return fmi2Error;
}

LA_FUNCTION fmi2Status fmu_answer(const struct fmu_instance *f, enum fmu_call call, int status,
                                  const struct mech_message *message)
{
	if (status < 0) {
		return fmu_refuse(f, call, message->text);
	}
	if (status > 0) {
		fmu_instance_write(f, call, fmi2Warning, FMU_LOG_SINGULAR, message->text);
		return fmi2Warning;
	}
	return fmi2OK;
}

LA_FUNCTION fmi2Status fmu_bring_up_to_date(struct fmu_instance *f, enum fmu_call call)
{
	if (f->state != FMU_INITIALIZATION || !f->outdated) {
		return fmi2OK;
	}
	struct mech_message message;
	mech_say(&message, "");
	int status = mech_initialize(f->mechanism, &message);
	f->outdated = status < 0;
	return fmu_answer(f, call, status, &message);
}
