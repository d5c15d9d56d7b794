#include "host_section.h"

#include <math.h>
#include <stddef.h>

const char *const host_constant_names[HOST_CONSTANTS] = {
	[HOST_AREA] = "area",       [HOST_ABOUT_Y] = "about_y", [HOST_ABOUT_Z] = "about_z",
	[HOST_TORSION] = "torsion", [HOST_SHEAR_Y] = "shear_y", [HOST_SHEAR_Z] = "shear_z",
};

const struct mech_parameter_spec host_section_specs[HOST_SECTION_KEYS] = {
	{"width", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_POSITIVE, 0, 0.0, "size along y, in the plane across it"},
	{"height", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_POSITIVE, 0, 0.0, "size along z, in the plane within it"},
	{"diameter", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_POSITIVE, 0, 0.0, "outer diameter"},
	{"wall", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_POSITIVE, 0, 0.0, "thickness of the wall"},
	{"web", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_POSITIVE, 0, 0.0, "thickness of the web"},
	{"flange", 1, 0, MECH_LENGTH, MECH_OPTIONAL, MECH_POSITIVE, 0, 0.0, "thickness of the flanges"},
};

enum {
	HOST_HAS_WIDTH = 1 << HOST_SECTION_WIDTH,
	HOST_HAS_HEIGHT = 1 << HOST_SECTION_HEIGHT,
	HOST_HAS_DIAMETER = 1 << HOST_SECTION_DIAMETER,
	HOST_HAS_WALL = 1 << HOST_SECTION_WALL,
	HOST_HAS_WEB = 1 << HOST_SECTION_WEB,
	HOST_HAS_FLANGE = 1 << HOST_SECTION_FLANGE
};

static const char *host_section_fits(const double *size)
{
	(void)size;
	return NULL;
}

static const char *host_section_tube_refusal(const double *size)
{
	return 2.0 * size[HOST_SECTION_WALL] < size[HOST_SECTION_DIAMETER]
	           ? NULL
	           : "the wall must be thinner than half the diameter";
}

static const char *host_section_box_refusal(const double *size)
{
	const double least = fmin(size[HOST_SECTION_WIDTH], size[HOST_SECTION_HEIGHT]);
	return 2.0 * size[HOST_SECTION_WALL] < least ? NULL : "the wall must be thinner than half the width and height";
}

static const char *host_section_i_refusal(const double *size)
{
	return 2.0 * size[HOST_SECTION_FLANGE] < size[HOST_SECTION_HEIGHT] &&
	               size[HOST_SECTION_WEB] <= size[HOST_SECTION_WIDTH]
	           ? NULL
	           : "flanges must be thinner than half the height, and the web not thicker than the width";
}

/* Saint-Venant's torsion of a rectangle with the sides a >= b,
 *     J = a b^3 / 3 (1 - 192 b / (pi^5 a) sum tanh(n pi a / (2 b)) / n^5),     n = 1, 3, 5, ..,
 * where tanh is 1 - 2 / (exp(n pi a / b) + 1), and the sum of 1 / n^5 is 31/32 zeta(5) */
#define HOST_TORSION_TERM(a, b, n) " - 2/(" n "^5*(exp(" n "*pi*" a "/" b ") + 1))"
#define HOST_TORSION_OF(a, b)                                                                            \
	a "*" b "^3/3*(1 - 192*" b "/(pi^5*" a ")*(31/32*1.0369277551433699263" HOST_TORSION_TERM(a, b, "1") \
		HOST_TORSION_TERM(a, b, "3") HOST_TORSION_TERM(a, b, "5") HOST_TORSION_TERM(a, b, "7")           \
			HOST_TORSION_TERM(a, b, "9") HOST_TORSION_TERM(a, b, "11") "))"

#define HOST_RECTANGLE_FACTOR "10*(1 + poisson)/(12 + 11*poisson)"

/* a circle with a hole, m its diameter over the outer one */
#define HOST_ROUND_LINES                                                                                      \
	{"area", "pi*diameter^2/4*(1 - m^2)"}, {"about_y", "pi*diameter^4/64*(1 - m^4)"}, {"about_z", "about_y"}, \
		{"torsion", "2*about_y"}, {"both", "(1 + m^2)^2"},                                                    \
		{"shear_y", "area*6*(1 + poisson)*both/((7 + 6*poisson)*both + (20 + 12*poisson)*m^2)"},              \
	{                                                                                                         \
		"shear_z", "shear_y"                                                                                  \
	}

/* shear factor along the height of a box with a thin wall, n its width over its height between the
 * middles of the walls, which have one thickness */
#define HOST_BOX_FACTOR(n)                                                                                         \
	"10*(1 + poisson)*(1 + 3*" n ")^2/(12 + 72*" n " + 150*" n "^2 + 90*" n "^3 + poisson*(11 + 66*" n " + 135*" n \
	"^2 + 90*" n "^3) + 10*" n "^2*((3 + poisson)*" n " + 3*" n "^2))"

/* Torsion of a box by Bredt: 4 area^2 wall / length of the middle line. Torsion of an I: the sum of
 * three rectangles, without the rounding where they meet. Its shear along the web after Cowper,
 * across it that of the flanges as rectangles. */
const struct host_section_shape host_section_shapes[HOST_SECTION_SHAPES] = {
	{"rectangle",
     "full rectangle",
     HOST_HAS_WIDTH | HOST_HAS_HEIGHT,
     host_section_fits,
     {{"area", "width*height"},
      {"about_y", "width*height^3/12"},
      {"about_z", "height*width^3/12"},
      {"long", "max(width, height)"},
      {"short", "min(width, height)"},
      {"torsion", HOST_TORSION_OF("long", "short")},
      {"shear_y", HOST_RECTANGLE_FACTOR "*area"},
      {"shear_z", "shear_y"}}},
	{"circle", "full circle", HOST_HAS_DIAMETER, host_section_fits, {{"m", "0"}, HOST_ROUND_LINES}},
	{"tube",
     "circle with a hole",
     HOST_HAS_DIAMETER | HOST_HAS_WALL,
     host_section_tube_refusal,
     {{"m", "1 - 2*wall/diameter"}, HOST_ROUND_LINES}},
	{"box",
     "rectangle with a hole, for thin walls",
     HOST_HAS_WIDTH | HOST_HAS_HEIGHT | HOST_HAS_WALL,
     host_section_box_refusal,
     {{"inner_width", "width - 2*wall"},
      {"inner_height", "height - 2*wall"},
      {"ratio", "(width - wall)/(height - wall)"},
      {"other", "1/ratio"},
      {"area", "width*height - inner_width*inner_height"},
      {"about_y", "(width*height^3 - inner_width*inner_height^3)/12"},
      {"about_z", "(height*width^3 - inner_height*inner_width^3)/12"},
      {"torsion", "2*wall*(width - wall)^2*(height - wall)^2/(width + height - 2*wall)"},
      {"shear_y", HOST_BOX_FACTOR("other") "*area"},
      {"shear_z", HOST_BOX_FACTOR("ratio") "*area"}}},
	{"i",
     "two flanges of the width and a web between them, for thin walls",
     HOST_HAS_WIDTH | HOST_HAS_HEIGHT | HOST_HAS_WEB | HOST_HAS_FLANGE,
     host_section_i_refusal,
     {{"inside", "height - 2*flange"},
      {"middle", "height - flange"},
      {"m", "2*width*flange/(middle*web)"},
      {"n", "width/middle"},
      {"area", "2*width*flange + inside*web"},
      {"about_y", "(width*height^3 - (width - web)*inside^3)/12"},
      {"about_z", "(2*flange*width^3 + inside*web^3)/12"},
      {"long", "max(width, flange)"},
      {"short", "min(width, flange)"},
      {"long_web", "max(inside, web)"},
      {"short_web", "min(inside, web)"},
      {"of_flange", HOST_TORSION_OF("long", "short")},
      {"of_web", HOST_TORSION_OF("long_web", "short_web")},
      {"torsion", "2*of_flange + of_web"},
      {"shear_y", "2*width*flange*" HOST_RECTANGLE_FACTOR},
      {"shear_z", "area*10*(1 + poisson)*(1 + 3*m)^2/(12 + 72*m + 150*m^2 + 90*m^3 + poisson*(11 + 66*m + 135*m^2 + "
                  "90*m^3) + 30*n^2*(m + m^2) + 5*poisson*n^2*(8*m + 9*m^2))"}}},
};

int host_section_define(const struct host_section_shape *shape, struct host_terms *terms)
{
	for (int k = 0; k < HOST_SECTION_LINES && shape->lines[k].name != NULL; k++) {
		if (host_terms_define(terms, shape->lines[k].name, shape->lines[k].text) < 0) {
			return -1;
		}
	}
	return 0;
}
