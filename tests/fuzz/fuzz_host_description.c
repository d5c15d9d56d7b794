/* Fuzz target: any bytes as modelDescription.xml, read to run the unit, and looked at by lint. */
#include "fuzz_file.h"
#include "host_description.h"
#include "lint.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* places lead into the list of variables */
static void fuzz_host_description_unknowns(const struct host_unknowns *unknowns, int n_variables)
{
	for (int i = 0; i < unknowns->n; i++) {
		const struct host_unknown *u = &unknowns->list[i];
		if (u->variable < 0 || u->variable >= n_variables) {
			abort();
		}
		for (int k = 0; k < u->n_dependencies; k++) {
			if (u->dependencies[k] < 0 || u->dependencies[k] >= n_variables) {
				abort();
			}
		}
	}
}

static void fuzz_host_description_use(const struct host_description *d)
{
	char near[HOST_SUGGESTION_SIZE];
	for (int k = 0; k < d->n_variables; k++) {
		const struct host_variable *v = &d->variables[k];
		if (v->derivative_of >= d->n_variables || host_description_find(d, v->name) < 0) {
			abort();
		}
	}
	(void)host_description_suggest(d, "joints.pin.angle", near);
	fuzz_host_description_unknowns(&d->outputs, d->n_variables);
	fuzz_host_description_unknowns(&d->derivatives, d->n_variables);
	fuzz_host_description_unknowns(&d->initial_unknowns, d->n_variables);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const char *path = fuzz_file_write("modelDescription.xml", bytes, size);
	struct host_description d;
	struct mech_message message = {""};
	struct lint lint = {.findings = NULL};
	if (host_description_read(path, &d, &message) == 0) {
		fuzz_host_description_use(&d);
		host_description_free(&d);
	} else {
		fuzz_file_expect_message(&message);
	}
	memcpy(lint.folder, fuzz_file_folder, sizeof lint.folder);
	lint_description(&lint);
	lint.folder[0] = '\0'; /* stays for the next input */
	lint_free(&lint);
	return 0;
}
