/* Types as other programs call them, and units: each group of words of the table is looked up
 * once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host_words.h"

/* a word in a section, and the answer in the plane and in space */
struct answer {
	enum mech_section section;
	const char *word, *plane, *space;
};

static void expect_answers(const struct answer *answers, size_t count)
{
	char text[HOST_WORDS_SIZE];
	for (size_t k = 0; k < count; k++) {
		const struct answer *a = &answers[k];
		if (host_words_for(MECH_PLANAR, a->section, a->word, text) == NULL) {
			fail_msg("%s is not known", a->word);
		}
		assert_string_equal(text, a->plane);
		assert_ptr_equal(host_words_for(MECH_SPATIAL, a->section, a->word, text), text);
		assert_string_equal(text, a->space);
	}
}

#define SAME(text) text, text
#define COUNT(list) (sizeof(list) / sizeof *(list))

static void joints_of_other_programs_are_known(void **state)
{
	static const struct answer answers[] = {
		{MECH_JOINT, "hinge", SAME(" (write 'revolute')")},
		{MECH_JOINT, "pinned", SAME(" (write 'revolute')")},
		{MECH_JOINT, "translation", SAME(" (write 'prismatic')")},
		{MECH_JOINT, "continuous", SAME(" (write 'revolute')")},
		{MECH_JOINT, "slide", SAME(" (write 'prismatic')")},
		{MECH_JOINT, "ball", " (write 'revolute')", " (write 'spherical')"},
		{MECH_JOINT, "fixed", SAME(" (write 'weld')")},
		{MECH_JOINT, "free", SAME("; leave it out: a body without a joint moves freely")},
		{MECH_JOINT, "cylinder", " (write 'prismatic')", " (write 'cylindrical')"},
		{MECH_JOINT, "helical", " ('screw' needs 'space: spatial')", " (write 'screw')"},
		{MECH_JOINT, "cardan", " ('universal' needs 'space: spatial')", " (write 'universal')"},
		{MECH_JOINT, "cv", " ('constant_velocity' needs 'space: spatial')", " (write 'constant_velocity')"},
		{MECH_JOINT, "slot", SAME(" (write 'point_on_line')")},
		{MECH_JOINT, "plane", " (write 'point_on_line')", " (write 'planar')"},
		{MECH_JOINT, "perpendicular", " ('perpendicular_axes' needs 'space: spatial')",
	     " (write 'perpendicular_axes')"},
		{MECH_JOINT, "parallel", " ('parallel_axes' needs 'space: spatial')", " (write 'parallel_axes')"},
		{MECH_JOINT, "link", SAME(" (write 'rod')")},
		{MECH_JOINT, "distance", SAME(" (write 'rod')")},
		{MECH_JOINT, "rope",
	     SAME("; use a 'spring_damper' under forces with a table ('elongations', 'forces') that is 0 "
	          "where the rope is slack")},
		{MECH_JOINT, "mimic", SAME(" (write 'gear')")},
		{MECH_JOINT, "chain", SAME(" (write 'belt')")},
		{MECH_JOINT, "pinion", SAME(" (write 'rack_and_pinion')")},
		{MECH_JOINT, "differential", SAME(" (write 'coupler')")},
		{MECH_JOINT, "wheel", " (write 'rack_and_pinion')", " (write 'rolling')"},
		{MECH_JOINT, "cam", " (write 'point_on_curve')", " ('point_on_curve' needs 'space: planar')"},
	};
	(void)state;
	expect_answers(answers, COUNT(answers));
}

static void forces_of_other_programs_are_known(void **state)
{
	static const struct answer answers[] = {
		{MECH_FORCE_ELEMENT, "hydraulic", SAME(" (write 'hydraulic_cylinder')")},
		{MECH_FORCE_ELEMENT, "linear", SAME(" (write 'spring_damper')")},
		{MECH_FORCE_ELEMENT, "dashpot", SAME(" (write 'spring_damper')")},
		{MECH_FORCE_ELEMENT, "torsion_spring", SAME(" (write 'torsional_spring_damper')")},
		{MECH_FORCE_ELEMENT, "mount", SAME(" (write 'bushing')")},
		{MECH_FORCE_ELEMENT, "friction", SAME(" (write 'joint_friction')")},
		{MECH_FORCE_ELEMENT, "lugre", SAME(" (write 'lugre_friction')")},
		{MECH_FORCE_ELEMENT, "end_stop", SAME(" (write 'joint_limit')")},
		{MECH_FORCE_ELEMENT, "impact", SAME(" (write 'contact')")},
		{MECH_FORCE_ELEMENT, "clutch", SAME(" (write 'latch')")},
		{MECH_FORCE_ELEMENT, "cam", " (write 'cam_contact')", " ('cam_contact' needs 'space: planar')"},
		{MECH_FORCE_ELEMENT, "ratchet", " (write 'polygon_contact')", " ('polygon_contact' needs 'space: planar')"},
		{MECH_FORCE_ELEMENT, "terrain", " (write 'ground_contact')", " ('ground_contact' needs 'space: planar')"},
		{MECH_FORCE_ELEMENT, "motor",
	     SAME("; a motor of known motion is a driver ('constant_speed', 'ramp', 'spline', "
	          "'input'), one of known torque a force ('torque', 'actuator'), one that holds a joint at a target "
	          "'servo', one with a winding 'dc_motor'")},
		{MECH_FORCE_ELEMENT, "pid", SAME(" (write 'servo')")},
		{MECH_FORCE_ELEMENT, "moment", SAME(" (write 'torque')")},
		{MECH_FORCE_ELEMENT, "world_force", SAME(" (write 'force')")},
		{MECH_FORCE_ELEMENT, "thrust", SAME(" (write 'follower_force')")},
		{MECH_FORCE_ELEMENT, "wind", SAME(" (write 'drag')")},
		{MECH_FORCE_ELEMENT, "gravity", SAME("; write 'gravity: [...]' outside all sections")},
	};
	(void)state;
	expect_answers(answers, COUNT(answers));
}

static void drivers_and_sensors_of_other_programs_are_known(void **state)
{
	static const struct answer answers[] = {
		{MECH_DRIVER, "velocity", SAME(" (write 'constant_speed')")},
		{MECH_DRIVER, "sine", SAME(" (write 'harmonic')")},
		{MECH_DRIVER, "trajectory", SAME(" (write 'spline')")},
		{MECH_DRIVER, "step", SAME(" (write 'ramp')")},
		{MECH_DRIVER, "external", SAME(" (write 'input')")},
		{MECH_DRIVER, "piston",
	     SAME("; name a 'prismatic' or 'telescope' joint and the motion: 'ramp', 'spline' or 'input'")},
		{MECH_SENSOR, "position", SAME(" (write 'point')")},
		{MECH_SENSOR, "relative_position", SAME(" (write 'relative_pose')")},
		{MECH_SENSOR, "encoder",
	     SAME("; joints report their own angles; 'relative_pose' is the angle between any two "
	          "bodies")},
		{MECH_SENSOR, "load_cell", SAME(" (write 'reaction')")},
		{MECH_SENSOR, "length", SAME(" (write 'distance')")},
		{MECH_SENSOR, "imu", SAME(" (write 'accelerometer')")},
		{MECH_SENSOR, "gyroscope", SAME(" (write 'gyro')")},
		{MECH_SENSOR, "center_of_mass", SAME(" (write 'momentum')")},
		{MECH_SENSOR, "kinetic_energy", SAME(" (write 'energy')")},
	};
	(void)state;
	expect_answers(answers, COUNT(answers));
}

static void spelling_and_section_do_not_matter(void **state)
{
	static const struct answer answers[] = {
		{MECH_JOINT, "HingeJoint", SAME(" (write 'revolute')")},
		{MECH_JOINT, "Revolute-Joint", SAME(" (write 'revolute')")},
		{MECH_JOINT, "PointOnLine", SAME(" (write 'point_on_line')")},
		{MECH_JOINT, "bushing", SAME(" (write 'bushing' under forces)")},
	};
	char text[HOST_WORDS_SIZE];
	(void)state;
	expect_answers(answers, COUNT(answers));
	assert_null(host_words_for(MECH_PLANAR, MECH_JOINT, "glue", text));
	assert_null(host_words_for(MECH_PLANAR, MECH_JOINT, "joint", text));
	assert_null(host_words_for(MECH_PLANAR, MECH_JOINT, "", text));
}

static void a_unit_is_a_whole_word(void **state)
{
	static const struct {
		const char *text, *factor, *rule;
	} units[] = {{"deg", "*pi/180", "angles are in rad"},
	             {"deg/s)", "*pi/180", "angular speeds are in rad/s"},
	             {"\xc2\xb0", "*pi/180", "angles are in rad"},
	             {"grad", "*pi/200", "angles are in rad"},
	             {"mm + 1", "*1e-3", "lengths are in m"},
	             {"mm/2", "*1e-3", "lengths are in m"},
	             {"m", "", "lengths are in m"},
	             {"rpm", "*pi/30", "angular speeds are in rad/s"},
	             {"m/s2", "", "accelerations are in m/s2"},
	             {"m/s^2", "", "accelerations are in m/s2"},
	             {"kg m^2", "", "moments of inertia are in kg.m2"},
	             {"Nm/deg", "*180/pi", "torsional stiffnesses are in N.m/rad"},
	             {"N.m.s", "", "torsional damping is in N.m.s/rad"}};
	static const char *const none[] = {"",    "x",      "degC",  "mmm",   "meters", "_m",
	                                   "min", "sin(1)", "m/min", "m^2/s", "N/cm",   "deg/s^3"};
	(void)state;
	for (size_t k = 0; k < COUNT(units); k++) {
		const struct host_unit *unit = host_words_unit(units[k].text);
		assert_non_null(unit);
		assert_string_equal(unit->factor, units[k].factor);
		assert_string_equal(unit->rule, units[k].rule);
	}
	for (size_t k = 0; k < COUNT(none); k++) {
		assert_null(host_words_unit(none[k]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(joints_of_other_programs_are_known),
		cmocka_unit_test(forces_of_other_programs_are_known),
		cmocka_unit_test(drivers_and_sensors_of_other_programs_are_known),
		cmocka_unit_test(spelling_and_section_do_not_matter),
		cmocka_unit_test(a_unit_is_a_whole_word),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
