#include "host_words.h"

#include <stdio.h>
#include <string.h>

#include "host_sections.h"
#include "mech_space.h"

enum { HOST_WORDS_ANY = -1, HOST_WORDS_LONGEST = 64 };

/* words with blanks between them; `section`: where they mean this, or anywhere; the kinds in the
 * plane and in space that they are called here, or what to do instead */
struct host_word {
	const char *words;
	int section;
	const char *type[MECH_SPACE_COUNT];
	const char *advice;
};

#define HOST_WORDS_BOTH(name) \
	{                         \
		name, name            \
	}
#define HOST_WORDS_SPACE(name) \
	{                          \
		NULL, name             \
	}
#define HOST_WORDS_PLANE(name) \
	{                          \
		name, NULL             \
	}
#define HOST_WORDS_NONE \
	{                   \
		NULL, NULL      \
	}

static const struct host_word host_words_types[] = {
	/* in sections where a word means something of its own */
	{"cylinder piston hydraulic hydraulics pneumatic jack", MECH_FORCE_ELEMENT, HOST_WORDS_BOTH("hydraulic_cylinder"),
     NULL},
	{"cylinder piston hydraulic hydraulics pneumatic jack linear linear_motor", MECH_DRIVER, HOST_WORDS_NONE,
     "name a 'prismatic' or 'telescope' joint and the motion: 'ramp', 'spline' or 'input'"},
	{"linear", MECH_FORCE_ELEMENT, HOST_WORDS_BOTH("spring_damper"), NULL},
	{"position velocity pose marker frame site tracker point_sensor absolute absolute_sensor body", MECH_SENSOR,
     HOST_WORDS_BOTH("point"), NULL},
	{"relative relative_position relative_sensor", MECH_SENSOR, HOST_WORDS_BOTH("relative_pose"), NULL},
	{"angle encoder rotation", MECH_SENSOR, HOST_WORDS_NONE,
     "joints report their own angles; 'relative_pose' is the angle between any two bodies"},
	{"force torque cut_force cut_torque load_cell force_torque wrench ft", MECH_SENSOR, HOST_WORDS_BOTH("reaction"),
     NULL},
	{"length", MECH_SENSOR, HOST_WORDS_BOTH("distance"), NULL},
	{"imu acceleration", MECH_SENSOR, HOST_WORDS_BOTH("accelerometer"), NULL},
	{"gyroscope angular_velocity", MECH_SENSOR, HOST_WORDS_BOTH("gyro"), NULL},
	{"com center_of_mass subtreecom", MECH_SENSOR, HOST_WORDS_BOTH("momentum"), NULL},
	{"kinetic potential kinetic_energy potential_energy", MECH_SENSOR, HOST_WORDS_BOTH("energy"), NULL},
	{"velocity speed constant rotation rpm", MECH_DRIVER, HOST_WORDS_BOTH("constant_speed"), NULL},
	{"sine sin cosine cos sinusoidal oscillation", MECH_DRIVER, HOST_WORDS_BOTH("harmonic"), NULL},
	{"table points interpolation cubic csv trajectory profile motion", MECH_DRIVER, HOST_WORDS_BOTH("spline"), NULL},
	{"step smooth_step trapezoid position", MECH_DRIVER, HOST_WORDS_BOTH("ramp"), NULL},
	{"signal external fmi", MECH_DRIVER, HOST_WORDS_BOTH("input"), NULL},
	{"distance", MECH_JOINT, HOST_WORDS_BOTH("rod"), NULL},

	/* joints */
	{"hinge pin pinned pivot rotational rotation rotary continuous bearing turning concentric knuckle", HOST_WORDS_ANY,
     HOST_WORDS_BOTH("revolute"), NULL},
	{"slider slide sliding translational translation linear piston sleeve", HOST_WORDS_ANY,
     HOST_WORDS_BOTH("prismatic"), NULL},
	{"ball spheric ball_and_socket ball_socket socket point_to_point rod_end uniball",
     HOST_WORDS_ANY,
     {"revolute", "spherical"},
     NULL},
	{"fixed rigid lock locked clamp clamped bolt weldment", HOST_WORDS_ANY, HOST_WORDS_BOTH("weld"), NULL},
	{"free floating floating_base free_motion six_dof 6dof", HOST_WORDS_ANY, HOST_WORDS_NONE,
     "leave it out: a body without a joint moves freely"},
	{"cylinder", HOST_WORDS_ANY, {"prismatic", "cylindrical"}, NULL},
	{"helical helix lead_screw ball_screw nut spindle", HOST_WORDS_ANY, HOST_WORDS_SPACE("screw"), NULL},
	{"cardan hooke u_joint ujoint gimbal universal_spherical", HOST_WORDS_ANY, HOST_WORDS_SPACE("universal"), NULL},
	{"cv homokinetic rzeppa", HOST_WORDS_ANY, HOST_WORDS_SPACE("constant_velocity"), NULL},
	{"slot pin_in_slot pin_slot", HOST_WORDS_ANY, HOST_WORDS_BOTH("point_on_line"), NULL},
	{"plane in_plane coincident", HOST_WORDS_ANY, {"point_on_line", "planar"}, NULL},
	{"perpendicular", HOST_WORDS_ANY, HOST_WORDS_SPACE("perpendicular_axes"), NULL},
	{"parallel", HOST_WORDS_ANY, HOST_WORDS_SPACE("parallel_axes"), NULL},
	{"link bar strut spherical_spherical tie connecting_rod massless_link", HOST_WORDS_ANY, HOST_WORDS_BOTH("rod"),
     NULL},
	{"rope cable string tendon wire tether winch", HOST_WORDS_ANY, HOST_WORDS_NONE,
     "use a 'spring_damper' under forces with a table ('elongations', 'forces') that is 0 where the rope is slack"},
	{"gears gear_pair gear_box spur spur_gear worm mimic gear_constraint transmission", HOST_WORDS_ANY,
     HOST_WORDS_BOTH("gear"), NULL},
	{"pulley pulleys chain sprocket timing_belt belt_pulley", HOST_WORDS_ANY, HOST_WORDS_BOTH("belt"), NULL},
	{"rack pinion rack_pinion", HOST_WORDS_ANY, HOST_WORDS_BOTH("rack_and_pinion"), NULL},
	{"differential planetary epicyclic planetary_gear coupling", HOST_WORDS_ANY, HOST_WORDS_BOTH("coupler"), NULL},
	{"wheel roll rolling_wheel disc disk", HOST_WORDS_ANY, {"rack_and_pinion", "rolling"}, NULL},
	{"cam follower cam_follower curve path tangent curve_on_curve", MECH_FORCE_ELEMENT, HOST_WORDS_PLANE("cam_contact"),
     NULL},
	{"cam follower cam_follower curve path tangent curve_on_curve groove point_curve", HOST_WORDS_ANY,
     HOST_WORDS_PLANE("point_on_curve"), NULL},

	/* forces */
	{"spring damper dashpot shock shock_absorber coil_spring tsda", HOST_WORDS_ANY, HOST_WORDS_BOTH("spring_damper"),
     NULL},
	{"torsion_spring torsional_spring rotational_spring rotary_spring angular_spring torsion torsional_damper "
     "rotational_damper rotary_damper rsda",
     HOST_WORDS_ANY, HOST_WORDS_BOTH("torsional_spring_damper"), NULL},
	{"bush mount rubber rubber_mount elastic compliance six_dof_spring", HOST_WORDS_ANY, HOST_WORDS_BOTH("bushing"),
     NULL},
	{"friction coulomb stiction dry_friction viscous viscous_friction brake", HOST_WORDS_ANY,
     HOST_WORDS_BOTH("joint_friction"), NULL},
	{"lugre bristle", HOST_WORDS_ANY, HOST_WORDS_BOTH("lugre_friction"), NULL},
	{"limit limits stop stops end_stop bump_stop hard_stop range", HOST_WORDS_ANY, HOST_WORDS_BOTH("joint_limit"),
     NULL},
	{"polygon box_contact geneva ratchet pawl escapement", MECH_FORCE_ELEMENT, HOST_WORDS_PLANE("polygon_contact"),
     NULL},
	{"box capsule shape convex block rectangle body_contact collision_shape", MECH_FORCE_ELEMENT,
     HOST_WORDS_PLANE("shape_contact"), NULL},
	{"terrain road bump height_profile uneven_ground", MECH_FORCE_ELEMENT, HOST_WORDS_PLANE("ground_contact"), NULL},
	{"release hook catch clutch breakable detach", MECH_FORCE_ELEMENT, HOST_WORDS_BOTH("latch"), NULL},
	{"impact collision touch tire tyre", HOST_WORDS_ANY, HOST_WORDS_BOTH("contact"), NULL},
	{"motor engine general_actuator rotational_motor", HOST_WORDS_ANY, HOST_WORDS_NONE,
     "a motor of known motion is a driver ('constant_speed', 'ramp', 'spline', 'input'), one of known torque a force "
     "('torque', 'actuator'), one that holds a joint at a target 'servo', one with a winding "
     "'dc_motor'"},
	{"lqr lqg transfer_function filter linear_system", MECH_FORCE_ELEMENT, HOST_WORDS_BOTH("state_space"), NULL},
	{"pid pd controller position_control joint_controller", HOST_WORDS_ANY, HOST_WORDS_BOTH("servo"), NULL},
	{"moment couple", HOST_WORDS_ANY, HOST_WORDS_BOTH("torque"), NULL},
	{"point_force world_force load", HOST_WORDS_ANY, HOST_WORDS_BOTH("force"), NULL},
	{"thrust thruster propeller jet rocket", HOST_WORDS_ANY, HOST_WORDS_BOTH("follower_force"), NULL},
	{"air wind aerodynamic air_drag resistance fluid", HOST_WORDS_ANY, HOST_WORDS_BOTH("drag"), NULL},
	{"gravity weight", HOST_WORDS_ANY, HOST_WORDS_NONE, "write 'gravity: [...]' outside all sections"},
};

/* longer names before those that they begin with */
static const struct host_unit host_words_units[] = {
	{"degrees", "*pi/180", "angles are in rad"},
	{"degree", "*pi/180", "angles are in rad"},
	{"deg/s", "*pi/180", "angular speeds are in rad/s"},
	{"deg", "*pi/180", "angles are in rad"},
	{"\xc2\xb0", "*pi/180", "angles are in rad"},
	{"grad", "*pi/200", "angles are in rad"},
	{"gon", "*pi/200", "angles are in rad"},
	{"rad/s^2", "", "angular accelerations are in rad/s2"},
	{"rad/s2", "", "angular accelerations are in rad/s2"},
	{"rad/s", "", "angular speeds are in rad/s"},
	{"rad", "", "angles are in rad"},
	{"rpm", "*pi/30", "angular speeds are in rad/s"},
	{"Hz", "*2*pi", "angular frequencies are in rad/s"},
	{"mm/s", "*1e-3", "speeds are in m/s"},
	{"mm", "*1e-3", "lengths are in m"},
	{"cm", "*1e-2", "lengths are in m"},
	{"km/h", "/3.6", "speeds are in m/s"},
	{"inch", "*0.0254", "lengths are in m"},
	{"ft", "*0.3048", "lengths are in m"},
	{"m/s\xc2\xb2", "", "accelerations are in m/s2"},
	{"m/s^2", "", "accelerations are in m/s2"},
	{"m/s2", "", "accelerations are in m/s2"},
	{"m/s", "", "speeds are in m/s"},
	{"m", "", "lengths are in m"},
	{"kg/m^3", "", "densities are in kg/m3"},
	{"kg/m3", "", "densities are in kg/m3"},
	{"kg*m^2", "", "moments of inertia are in kg.m2"},
	{"kg m^2", "", "moments of inertia are in kg.m2"},
	{"kg.m2", "", "moments of inertia are in kg.m2"},
	{"kg m2", "", "moments of inertia are in kg.m2"},
	{"kgm2", "", "moments of inertia are in kg.m2"},
	{"kg", "", "masses are in kg"},
	{"g", "*1e-3", "masses are in kg"},
	{"kN/m", "*1e3", "stiffnesses are in N/m"},
	{"N/mm", "*1e3", "stiffnesses are in N/m"},
	{"N/m", "", "stiffnesses are in N/m"},
	{"Ns/m", "", "damping is in N.s/m"},
	{"N.s/m", "", "damping is in N.s/m"},
	{"N.m/rad", "", "torsional stiffnesses are in N.m/rad"},
	{"Nm/rad", "", "torsional stiffnesses are in N.m/rad"},
	{"Nm/deg", "*180/pi", "torsional stiffnesses are in N.m/rad"},
	{"N.m.s", "", "torsional damping is in N.m.s/rad"},
	{"Nms", "", "torsional damping is in N.m.s/rad"},
	{"kNm", "*1e3", "torques are in N.m"},
	{"Nmm", "*1e-3", "torques are in N.m"},
	{"N.m", "", "torques are in N.m"},
	{"Nm", "", "torques are in N.m"},
	{"kN", "*1e3", "forces are in N"},
	{"N", "", "forces are in N"},
	{"ms", "*1e-3", "times are in s"},
	{"s", "", "times are in s"},
	{"%", "/100", "shares are numbers"},
};

static char host_words_lower(char c)
{
	return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* the first n characters of a word in small letters, without _, -, blanks and a trailing "joint" */
static void host_words_plain(const char *word, size_t n, char plain[HOST_WORDS_LONGEST])
{
	size_t length = 0;
	for (size_t k = 0; k < n && length + 1 < HOST_WORDS_LONGEST; k++) {
		if (word[k] != '_' && word[k] != '-' && word[k] != ' ') {
			plain[length++] = host_words_lower(word[k]);
		}
	}
	plain[length] = '\0';
	if (length > strlen("joint") && strcmp(plain + length - strlen("joint"), "joint") == 0) {
		plain[length - strlen("joint")] = '\0';
	}
}

static int host_words_has(const char *words, const char *plain)
{
	while (*words != '\0') {
		char one[HOST_WORDS_LONGEST];
		const size_t n = strcspn(words, " ");
		host_words_plain(words, n, one);
		if (strcmp(one, plain) == 0) {
			return 1;
		}
		words += n + (words[n] == ' ');
	}
	return 0;
}

/* a kind with this name: in the section if it can be, else in another one; in this space if it can
 * be. -1: there is none */
static int host_words_kind(enum mech_space space, enum mech_section section, const char *plain)
{
	int best = -1, best_fit = -1;
	for (int k = 0; k < mech_kind_count(); k++) {
		const int fit = 2 * mech_kind_fits(mech_kinds[k], space) + (mech_kinds[k]->section == section);
		if (fit > best_fit && host_words_has(mech_kinds[k]->name, plain)) {
			best = k;
			best_fit = fit;
		}
	}
	return best;
}

/* what a kind is called that may stand in another section or space */
static void host_words_call(enum mech_space space, enum mech_section section, const struct mech_kind *kind,
                            char text[HOST_WORDS_SIZE])
{
	if (!mech_kind_fits(kind, space)) {
		(void)snprintf(text, HOST_WORDS_SIZE, " ('%s' needs 'space: %s')", kind->name,
		               mech_space_rules(kind->space)->name);
	} else if (kind->section != section) {
		(void)snprintf(text, HOST_WORDS_SIZE, " (write '%s' under %s)", kind->name,
		               host_sections[kind->section].plural);
	} else {
		(void)snprintf(text, HOST_WORDS_SIZE, " (write '%s')", kind->name);
	}
}

/* the row of the table for a word that means this in the section, or anywhere (HOST_WORDS_ANY);
 * NULL: there is none */
static const struct host_word *host_words_row(int section, const char *plain)
{
	for (size_t k = 0; k < sizeof host_words_types / sizeof *host_words_types; k++) {
		if (host_words_types[k].section == section && host_words_has(host_words_types[k].words, plain)) {
			return &host_words_types[k];
		}
	}
	return NULL;
}

const char *host_words_for(enum mech_space space, enum mech_section section, const char *word,
                           char text[HOST_WORDS_SIZE])
{
	char plain[HOST_WORDS_LONGEST];
	host_words_plain(word, strlen(word), plain);
	const struct host_word *row = host_words_row((int)section, plain);
	int kind = row == NULL ? host_words_kind(space, section, plain) : -1;
	row = row == NULL && kind < 0 ? host_words_row(HOST_WORDS_ANY, plain) : row;
	if (row != NULL && row->advice != NULL) {
		(void)snprintf(text, HOST_WORDS_SIZE, "; %s", row->advice);
		return text;
	}
	if (row != NULL) {
		const char *const name =
			row->type[space] != NULL ? row->type[space] : row->type[space == MECH_PLANAR ? MECH_SPATIAL : MECH_PLANAR];
		host_words_plain(name, strlen(name), plain);
		kind = host_words_kind(space, section, plain);
	}
	if (kind < 0) {
		return NULL;
	}
	host_words_call(space, section, mech_kinds[kind], text);
	return text;
}

/* letters, digits and _ continue with a word */
static int host_words_goes_on(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* a unit of which only the beginning is known continues so: the m of m/min, the s of s^2; but the
 * mm of mm/2 is one */
static int host_words_is_part(const char *rest)
{
	return rest[0] == '^' || (rest[0] == '/' && host_words_goes_on(rest[1]) && !(rest[1] >= '0' && rest[1] <= '9'));
}

const struct host_unit *host_words_unit(const char *text)
{
	for (size_t k = 0; k < sizeof host_words_units / sizeof *host_words_units; k++) {
		const struct host_unit *unit = &host_words_units[k];
		const size_t n = strlen(unit->name);
		if (strncmp(text, unit->name, n) == 0 && !(host_words_goes_on(text[n - 1]) && host_words_goes_on(text[n])) &&
		    !host_words_is_part(text + n)) {
			return unit;
		}
	}
	return NULL;
}
