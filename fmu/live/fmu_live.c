#include "fmu_live.h"

#include <string.h>

#include "fmu_image.h"
#include "fmu_instance.h"
#include "mech_pose.h"
#include "mech_system.h"

enum { FMU_LIVE_NOTHING = -1, FMU_LIVE_TEXT = 600 };

/* of the one instance of a page */
static char fmu_live_text[FMU_LIVE_TEXT];
static struct {
	int body;
	double local[MECH_MOST_DIMENSION], force[MECH_MOST_DIMENSION];
	int (*own_force)(void *context, const struct dae_point *p, double *f);
	void (*own_energy)(void *context, const struct dae_point *p, struct dae_energy *energy);
} fmu_live_hand = {.body = FMU_LIVE_NOTHING};

/* messages come as formats without arguments: % and # are doubled */
static void fmu_live_log(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                         fmi2String message, ...)
{
	size_t n = 0;
	(void)environment;
	(void)name;
	(void)status;
	(void)category;
	for (; *message != 0 && n + 1 < sizeof fmu_live_text; message++) {
		message += (*message == '%' || *message == '#') && message[1] == *message;
		fmu_live_text[n++] = *message;
	}
	fmu_live_text[n] = 0;
}

fmi2Component fmu_live_instantiate(void)
{
	static const fmi2CallbackFunctions functions = {.logger = fmu_live_log};
	const volatile uint64_t *block = fmu_image_block;
	const size_t size = (size_t)block[offsetof(struct fmu_image_head, size) / sizeof *block];
	char guid[FMU_GUID_SIZE];
	fmu_guid(fmu_image_block + sizeof(struct fmu_image_head) / sizeof *block, size, guid);
	return fmi2Instantiate("live", fmi2CoSimulation, guid, "", &functions, fmi2False, fmi2False);
}

const char *fmu_live_message(void)
{
	return fmu_live_text;
}

static int fmu_live_force(void *context, const struct dae_point *p, double *f)
{
	const struct mech_context c = mech_system_at(context, p);
	const int n = mech_dimension(&c);
	const double *s = fmu_live_hand.local;
	struct mech_pose pose;
	double local[MECH_MOST_DIMENSION];
	const int status = fmu_live_hand.own_force(context, p, f);
	double *own = f + c.model->bodies[fmu_live_hand.body].v;
	mech_pose(&c, fmu_live_hand.body, &pose);
	mech_pose_turn_back(&pose, fmu_live_hand.force, local);
	for (int k = 0; k < n; k++) {
		own[k] += fmu_live_hand.force[k];
	}
	if (n == 2) {
		own[2] += s[0] * local[1] - s[1] * local[0];
	} else {
		for (int k = 0; k < 3; k++) {
			own[3 + k] += s[(k + 1) % 3] * local[(k + 2) % 3] - s[(k + 2) % 3] * local[(k + 1) % 3];
		}
	}
	return status;
}

static void fmu_live_energy(void *context, const struct dae_point *p, struct dae_energy *energy)
{
	const struct mech_context c = mech_system_at(context, p);
	double v[MECH_MOST_DIMENSION];
	fmu_live_hand.own_energy(context, p, energy);
	mech_point_velocity(&c, fmu_live_hand.body, fmu_live_hand.local, v);
	energy->supply += mech_vector_dot(mech_dimension(&c), fmu_live_hand.force, v);
}

void fmu_live_pull(fmi2Component c, int body, const double *local, const double *force)
{
	struct mech_instance *m = ((struct fmu_instance *)c)->mechanism;
	struct dae_system *system = mech_act_upon(m);
	if (fmu_live_hand.body != FMU_LIVE_NOTHING) {
		system->force = fmu_live_hand.own_force;
		system->energy = fmu_live_hand.own_energy;
	}
	fmu_live_hand.body = body >= 0 && body < mech_instance_model(m)->n_bodies ? body : FMU_LIVE_NOTHING;
	if (fmu_live_hand.body != FMU_LIVE_NOTHING) {
		memcpy(fmu_live_hand.local, local, sizeof fmu_live_hand.local);
		memcpy(fmu_live_hand.force, force, sizeof fmu_live_hand.force);
		fmu_live_hand.own_force = system->force;
		fmu_live_hand.own_energy = system->energy;
		system->force = fmu_live_force;
		system->energy = fmu_live_energy;
	}
}
