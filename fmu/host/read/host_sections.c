#include "host_sections.h"

const struct host_section host_sections[MECH_SECTION_COUNT] = {
	[MECH_JOINT] = {"joint", "joints"},
	[MECH_DRIVER] = {"driver", "drivers"},
	[MECH_FORCE_ELEMENT] = {"force", "forces"},
	[MECH_SENSOR] = {"sensor", "sensors"},
};
