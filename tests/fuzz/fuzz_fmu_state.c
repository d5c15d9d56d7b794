/* Fuzz target: any bytes as a saved state. What is refused has a message; what is taken must be
 * safe to use.
 *
 *     byte 0   integration method          byte 1   how far the run goes before it is saved
 *     byte 2   even: the rest is the serialized state. Odd: the rest changes words of the one just saved, each by two bytes
 *              of place and eight of content; head and checksum are then made right, so that the checks after are reached.
 */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "dae_method.h"
#include "find_method.h"
#include "fmu/shaker.h"
#include "fmu_state.h"
#include "host_image.h"
#include "host_read.h"
#include "mech_values.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const char fuzz_fmu_state_text[] = SHAKER_LIMITED
	"  spring: {type: spring_damper, bodies: [crank, slider], from: [0.5, 0], to: [1, 0], stiffness: 10, damping: 1}\n";

static void fuzz_fmu_state_log(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                               fmi2String category, fmi2String message, ...)
{
	(void)name, (void)status, (void)category;
	*(int *)environment = message[0] != '\0';
}

/* one instance for all inputs */
static struct fmu_instance *fuzz_fmu_state_instance(int *told)
{
	struct mech_message message;
	static struct host_image image;
	struct host_mechanism *m =
		host_read_text("fuzz.yaml", fuzz_fmu_state_text, sizeof fuzz_fmu_state_text - 1, &message);
	if (m == NULL || host_image_build(m, &image, &message) != 0) {
		abort();
	}
	host_mechanism_free(m);
	char guid[FMU_GUID_SIZE];
	fmu_guid(image.bytes, image.size, guid);
	fmi2CallbackFunctions functions = {fuzz_fmu_state_log, NULL, NULL, NULL, told};
	return fmu_instantiate(image.bytes, image.size, "fuzz", fmi2CoSimulation, guid, &functions, fmi2False);
}

/* those that solve redundant constraints in good time */
static const char *const fuzz_fmu_state_methods[] = {"generalized_alpha", "bdf", "bdf_displacement", "midpoint",
                                                     "radau"};
enum { FUZZ_METHODS = 5, FUZZ_STAGES = 4 };

static fmi2FMUstate fuzz_fmu_state_run(struct fmu_instance *f, int method, int stage)
{
	fmi2FMUstate state = NULL;
	fmi2Reset(f);
	fmi2ValueReference solver =
		(fmi2ValueReference)mech_variable_of_parameter(f->model, f->model->head->solver + MECH_SOLVER_METHOD);
	fmi2Integer number = number_of_method(fuzz_fmu_state_methods[method]);
	fmi2SetInteger(f, &solver, 1, &number);
	if (stage > 0) {
		fmi2EnterInitializationMode(f);
	}
	if (stage > 1) {
		fmi2ExitInitializationMode(f);
	}
	for (int k = 0; k < 3 && stage > 2; k++) {
		fmi2DoStep(f, 0.01 * k, 0.01, fmi2True);
	}
	return fmi2GetFMUstate(f, &state) == fmi2OK ? state : NULL;
}

/* a copy of what the run gives; each is made once */
static void *fuzz_fmu_state_copy(struct fmu_instance *f, int method, int stage)
{
	static fmi2FMUstate states[FUZZ_METHODS][FUZZ_STAGES];
	fmi2FMUstate *state = &states[method][stage];
	*state = *state != NULL ? *state : fuzz_fmu_state_run(f, method, stage);
	void *copy = malloc(fmu_state_size(f));
	if (*state == NULL || copy == NULL) {
		abort();
	}
	return memcpy(copy, *state, fmu_state_size(f));
}

/* the saved state with words changed, sealed again */
static void fuzz_fmu_state_change(uint64_t *words, size_t n, const uint8_t *bytes, size_t size)
{
	struct fmu_state_head *head = (struct fmu_state_head *)words;
	struct fmu_state_head good = *head;
	const size_t begin = offsetof(struct fmu_state_head, state);
	for (; size >= 10; bytes += 10, size -= 10) {
		size_t place = (bytes[0] + 256u * bytes[1]) % n;
		memcpy(&words[place], bytes + 2, sizeof words[place]);
	}
	memcpy(words, &good, begin);
	head->checksum = mech_checksum((const char *)words + begin, n * sizeof *words - begin);
}

/* everything that a state allows, within bounds of work */
static void fuzz_fmu_state_use(struct fmu_instance *f)
{
	const fmi2ValueReference limit =
		(fmi2ValueReference)mech_variable_of_parameter(f->model, f->model->head->solver + MECH_SOLVER_WORK_LIMIT);
	const fmi2Integer most = 30;
	double time = 0;
	for (fmi2ValueReference k = 0; k < (fmi2ValueReference)f->model->n_variables; k++) {
		fmi2Real real = 0;
		fmi2Integer integer = 0;
		if (fmi2GetReal(f, &k, 1, &real) == fmi2OK && !isfinite(real)) {
			abort();
		}
		fmi2GetInteger(f, &k, 1, &integer);
	}
	fmi2EnterInitializationMode(f);
	fmi2ExitInitializationMode(f);
	fmi2GetRealStatus(f, fmi2LastSuccessfulTime, &time);
	fmi2SetInteger(f, &limit, 1, &most);
	fmi2DoStep(f, time, 1e-4, fmi2True);
	fmi2Terminate(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct fmu_instance *f;
	static int told;
	if (f == NULL && (f = fuzz_fmu_state_instance(&told)) == NULL) {
		abort();
	}
	if (size < 3) {
		return 0;
	}
	fmi2FMUstate taken = NULL;
	void *saved = fuzz_fmu_state_copy(f, bytes[0] % FUZZ_METHODS, bytes[1] % FUZZ_STAGES);
	const void *state = bytes + 3;
	size_t length = size - 3;
	if (bytes[2] % 2 == 1) {
		fuzz_fmu_state_change(saved, fmu_state_size(f) / sizeof(uint64_t), bytes + 3, size - 3);
		state = saved;
		length = fmu_state_size(f);
	}
	told = 0;
	if (fmi2DeSerializeFMUstate(f, state, length, &taken) == fmi2OK) {
		if (fmi2SetFMUstate(f, taken) != fmi2OK) {
			abort();
		}
		fuzz_fmu_state_use(f);
	} else if (!told || taken != NULL) {
		abort();
	}
	fmi2FreeFMUstate(f, &taken);
	free(saved);
	return 0;
}
