/* Sensor: kinetic energy and energy in the field of gravity, of the bodies listed or of all. What
 * springs store belongs to no body; energies.potential has it.
 */
#include "mech_body.h"
#include "mech_kinds.h"

static const struct mech_output_spec mech_sense_energy_outputs[] = {
	{"kinetic", 1, MECH_ENERGY, MECH_READS_VELOCITIES, "kinetic energy of the bodies"},
	{"potential", 1, MECH_ENERGY, MECH_READS_PLACE, "energy of the bodies in the field of gravity, 0 in the origin"},
};

static void mech_sense_energy_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	out[0] = out[1] = 0.0;
	for (int i = 0; i < mech_seen_bodies(c->model, e); i++) {
		const int body = mech_seen_body(e, i);
		out[0] += mech_model_rules(c->model)->kinetic_energy(c, body);
		out[1] += mech_body_gravity_energy(c, body);
	}
}

LA_TABLE const struct mech_kind mech_sense_energy = {
	.name = "energy",
	.section = MECH_SENSOR,
	.space = MECH_EITHER,
	.text = "kinetic and potential energy of bodies",
	.file.lists_bodies = 1,
	.output.count = 2,
	.output.specs = mech_sense_energy_outputs,
	.output.values = mech_sense_energy_output,
};
