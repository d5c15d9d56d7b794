#define _POSIX_C_SOURCE 200809L

#include "host_fmu.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host_number.h"
#include "host_text.h"
#include "host_zip.h"

/* folders of binaries/ that can hold a library for this machine, best first. Most importers on ARM
 * ask for linux64. */
static const char *const host_fmu_platforms[] = {
#if defined __aarch64__
	"aarch64-linux",
	"linux64",
#elif defined __x86_64__
	"linux64",
	"x86_64-linux",
#else
	"linux32",
	"x86-linux",
#endif
};

#define HOST_FMU_SYMBOL(name, needed)                                   \
	{                                                                   \
		"fmi2" #name, offsetof(struct host_fmu_functions, name), needed \
	}
static const struct {
	const char *symbol;
	size_t offset;
	int needed; /* by every simulation */
} host_fmu_symbols[] = {
	HOST_FMU_SYMBOL(GetTypesPlatform, 1),
	HOST_FMU_SYMBOL(GetVersion, 1),
	HOST_FMU_SYMBOL(Instantiate, 1),
	HOST_FMU_SYMBOL(FreeInstance, 1),
	HOST_FMU_SYMBOL(SetupExperiment, 1),
	HOST_FMU_SYMBOL(EnterInitializationMode, 1),
	HOST_FMU_SYMBOL(ExitInitializationMode, 1),
	HOST_FMU_SYMBOL(Terminate, 1),
	HOST_FMU_SYMBOL(GetReal, 1),
	HOST_FMU_SYMBOL(GetInteger, 1),
	HOST_FMU_SYMBOL(GetBoolean, 1),
	HOST_FMU_SYMBOL(GetString, 1),
	HOST_FMU_SYMBOL(SetReal, 1),
	HOST_FMU_SYMBOL(SetInteger, 1),
	HOST_FMU_SYMBOL(SetBoolean, 1),
	HOST_FMU_SYMBOL(SetString, 1),
	HOST_FMU_SYMBOL(DoStep, 1),
	HOST_FMU_SYMBOL(GetRealStatus, 1),
	HOST_FMU_SYMBOL(GetBooleanStatus, 1),
	HOST_FMU_SYMBOL(SetDebugLogging, 0),
	HOST_FMU_SYMBOL(Reset, 0),
	HOST_FMU_SYMBOL(GetFMUstate, 0),
	HOST_FMU_SYMBOL(SetFMUstate, 0),
	HOST_FMU_SYMBOL(FreeFMUstate, 0),
	HOST_FMU_SYMBOL(SerializedFMUstateSize, 0),
	HOST_FMU_SYMBOL(SerializeFMUstate, 0),
	HOST_FMU_SYMBOL(DeSerializeFMUstate, 0),
	HOST_FMU_SYMBOL(GetDirectionalDerivative, 0),
	HOST_FMU_SYMBOL(SetRealInputDerivatives, 0),
	HOST_FMU_SYMBOL(GetRealOutputDerivatives, 0),
	HOST_FMU_SYMBOL(CancelStep, 0),
	HOST_FMU_SYMBOL(GetStatus, 0),
	HOST_FMU_SYMBOL(GetIntegerStatus, 0),
	HOST_FMU_SYMBOL(GetStringStatus, 0),
};
#undef HOST_FMU_SYMBOL
enum { HOST_FMU_SYMBOL_COUNT = sizeof host_fmu_symbols / sizeof host_fmu_symbols[0] };

static int host_fmu_functions(struct host_fmu *fmu, struct mech_message *message)
{
	for (int i = 0; i < HOST_FMU_SYMBOL_COUNT; i++) {
		void *address = dlsym(fmu->library, host_fmu_symbols[i].symbol);
		if (address == NULL && host_fmu_symbols[i].needed) {
			host_say(message, "the library has no function %s", host_fmu_symbols[i].symbol);
			return -1;
		}
		/* POSIX: function pointers have the size and form of void pointers */
		memcpy((char *)&fmu->functions + host_fmu_symbols[i].offset, &address, sizeof address);
	}
	return 0;
}

const char *host_fmu_missing(const struct host_fmu *fmu, int i)
{
	for (int k = 0; k < HOST_FMU_SYMBOL_COUNT; k++) {
		void *address;
		memcpy(&address, (const char *)&fmu->functions + host_fmu_symbols[k].offset, sizeof address);
		if (address == NULL && i-- == 0) {
			return host_fmu_symbols[k].symbol;
		}
	}
	return NULL;
}

static int host_fmu_library(struct host_fmu *fmu, struct mech_message *message)
{
	char path[HOST_PATH_SIZE], name[HOST_PATH_SIZE];
	struct stat facts;
	for (size_t i = 0; i < sizeof host_fmu_platforms / sizeof host_fmu_platforms[0]; i++) {
		int length =
			snprintf(name, sizeof name, "binaries/%s/%s.so", host_fmu_platforms[i], fmu->description.identifier);
		if (length < 0 || (size_t)length >= sizeof name || host_path_join(fmu->folder, name, path) != 0 ||
		    stat(path, &facts) != 0) {
			continue;
		}
		fmu->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
		if (fmu->library != NULL) {
			return 0;
		}
		/* a second choice may well be for other machines */
		host_say(message, "%s: cannot be loaded (%s)", name, dlerror());
		return i == 0 ? -1 : 1;
	}
	host_say(message, "no library for this machine: binaries/%s/%s.so is missing", host_fmu_platforms[0],
	         fmu->description.identifier);
	return 1;
}

/* file:// URI of folder/resources, all but unreserved characters percent-encoded. 0, or -1 when
 * memory is out */
static int host_fmu_resources(struct host_fmu *fmu)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
	struct host_text uri = {0};
	host_text_add(&uri, "file://");
	for (const char *c = fmu->folder; *c != 0; c++) {
		char code[4];
		(void)snprintf(code, sizeof code, "%%%02X", (unsigned)(unsigned char)*c);
		if (strchr(plain, *c) != NULL) {
			host_text_add_bytes(&uri, c, 1);
		} else {
			host_text_add(&uri, code);
		}
	}
	host_text_add(&uri, "/resources");
	int status = uri.failed ? -1 : 0;
	(void)snprintf(fmu->resources, sizeof fmu->resources, "%s", status != 0 ? "" : uri.bytes);
	host_text_free(&uri);
	return status;
}

int host_fmu_describe(const char *folder, struct host_fmu *fmu, struct mech_message *message)
{
	char path[HOST_PATH_SIZE];
	memset(fmu, 0, sizeof *fmu);
	(void)snprintf(fmu->folder, sizeof fmu->folder, "%s", folder);
	if (host_path_join(folder, "modelDescription.xml", path) != 0) {
		host_say(message, "%.200s...: path too long", folder);
		return -1;
	}
	if (host_fmu_resources(fmu) != 0) {
		host_say(message, "out of memory");
		return -1;
	}
	return host_description_read(path, &fmu->description, message);
}

int host_fmu_load(struct host_fmu *fmu, struct mech_message *message)
{
	int status = host_fmu_library(fmu, message);
	return status == 0 ? host_fmu_functions(fmu, message) : status;
}

int host_fmu_unpack(const char *path, struct host_fmu *fmu, struct mech_message *message)
{
	char folder[HOST_PATH_SIZE];
	memset(fmu, 0, sizeof *fmu);
	if (host_folder_temporary(folder, message) != 0) {
		return -1;
	}
	if (host_zip_extract(path, folder, message) != 0) {
		host_folder_remove(folder);
		return -1;
	}
	int status = host_fmu_describe(folder, fmu, message);
	fmu->temporary = 1;
	if (status != 0) {
		host_say_where(message, path);
		host_fmu_close(fmu);
	}
	return status;
}

int host_fmu_open(const char *path, struct host_fmu *fmu, struct mech_message *message)
{
	if (host_fmu_unpack(path, fmu, message) != 0) {
		return -1;
	}
	if (host_fmu_load(fmu, message) != 0) {
		host_say_where(message, path);
		host_fmu_close(fmu);
		return -1;
	}
	return 0;
}

void host_fmu_close(struct host_fmu *fmu)
{
	if (fmu->library != NULL) {
		(void)dlclose(fmu->library);
	}
	host_description_free(&fmu->description);
	if (fmu->temporary) {
		host_folder_remove(fmu->folder);
	}
	memset(fmu, 0, sizeof *fmu);
}

static int host_fmu_value_read_integer(const char *text, fmi2Integer *value)
{
	char *end = NULL;
	long long number = strtoll(text, &end, 10);
	if (end == text || end[strspn(end, " \t\r\n")] != 0 || number < INT_MIN || number > INT_MAX) {
		return -1;
	}
	*value = (fmi2Integer)number;
	return 0;
}

static int host_fmu_value_read_boolean(const char *text, fmi2Boolean *value)
{
	static const char *const words[] = {"0", "false", "1", "true"};
	for (int i = 0; i < 4; i++) {
		if (strcmp(text, words[i]) == 0) {
			*value = i < 2 ? fmi2False : fmi2True;
			return 0;
		}
	}
	return -1;
}

int host_fmu_value_same(enum host_type type, const union host_fmu_value *a, const union host_fmu_value *b)
{
	if (type == HOST_REAL) {
		return host_number_same(a->real, b->real);
	}
	if (type == HOST_STRING) {
		return a->string == NULL || b->string == NULL ? a->string == b->string : strcmp(a->string, b->string) == 0;
	}
	return a->integer == b->integer;
}

int host_fmu_value_read(enum host_type type, const char *text, union host_fmu_value *value)
{
	if (type == HOST_REAL) {
		return host_number_read(text, &value->real);
	}
	if (type == HOST_INTEGER) {
		return host_fmu_value_read_integer(text, &value->integer);
	}
	if (type == HOST_BOOLEAN) {
		return host_fmu_value_read_boolean(text, &value->integer);
	}
	value->string = text;
	return 0;
}

int host_fmu_value_given(const struct host_variable *variable, const char *text, union host_fmu_value *value,
                         struct mech_message *message)
{
	struct host_suggestion near = host_suggest_begin(text);
	char hint[HOST_SUGGESTION_SIZE];
	for (int i = 0; i < variable->n_choices; i++) {
		if (strcmp(text, variable->choices[i].name) == 0) {
			value->integer = variable->choices[i].value;
			return 0;
		}
		host_suggest_offer(&near, variable->choices[i].name);
	}
	if (host_fmu_value_read(variable->type, text, value) == 0) {
		return 0;
	}
	host_say(message, "'%s' is not a value for %s%s", text, variable->name, host_suggest_text(&near, hint));
	for (int i = 0; i < variable->n_choices; i++) {
		mech_say_more(message, i == 0 ? "; it can be " : ", ");
		mech_say_more(message, variable->choices[i].name);
	}
	return -1;
}

fmi2Status host_fmu_set(const struct host_fmu *fmu, fmi2Component component, const struct host_variable *variable,
                        const union host_fmu_value *value)
{
	const struct host_fmu_functions *f = &fmu->functions;
	const fmi2ValueReference *reference = &variable->reference;
	if (variable->type == HOST_REAL) {
		return f->SetReal(component, reference, 1, &value->real);
	}
	if (variable->type == HOST_INTEGER) {
		return f->SetInteger(component, reference, 1, &value->integer);
	}
	if (variable->type == HOST_BOOLEAN) {
		return f->SetBoolean(component, reference, 1, &value->integer);
	}
	return f->SetString(component, reference, 1, &value->string);
}

fmi2Status host_fmu_get(const struct host_fmu *fmu, fmi2Component component, const struct host_variable *variable,
                        union host_fmu_value *value)
{
	const struct host_fmu_functions *f = &fmu->functions;
	const fmi2ValueReference *reference = &variable->reference;
	if (variable->type == HOST_REAL) {
		return f->GetReal(component, reference, 1, &value->real);
	}
	if (variable->type == HOST_INTEGER) {
		return f->GetInteger(component, reference, 1, &value->integer);
	}
	if (variable->type == HOST_BOOLEAN) {
		return f->GetBoolean(component, reference, 1, &value->integer);
	}
	return f->GetString(component, reference, 1, &value->string);
}
