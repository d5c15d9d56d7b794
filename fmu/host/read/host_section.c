#include "host_section.h"

#include <math.h>
#include <stddef.h>

#define HOST_PI 3.14159265358979323846

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
static double host_section_rectangle_torsion(double one, double other)
{
	const double a = fmax(one, other), b = fmin(one, other), pi5 = HOST_PI * HOST_PI * HOST_PI * HOST_PI * HOST_PI;
	double sum = 31.0 / 32.0 * 1.0369277551433699263;
	for (int n = 1; n < 13; n += 2) {
		sum -= 2.0 / (pow(n, 5) * (exp(n * HOST_PI * a / b) + 1.0));
	}
	return a * b * b * b / 3.0 * (1.0 - 192.0 * b / (pi5 * a) * sum);
}

static void host_section_rectangle(const double *size, double poisson, struct host_profile *out)
{
	const double b = size[HOST_SECTION_WIDTH], h = size[HOST_SECTION_HEIGHT];
	const double factor = 10.0 * (1.0 + poisson) / (12.0 + 11.0 * poisson);
	out->area = b * h;
	out->about_y = b * h * h * h / 12.0;
	out->about_z = h * b * b * b / 12.0;
	out->torsion = host_section_rectangle_torsion(b, h);
	out->shear_y = out->shear_z = factor * out->area;
}

/* a circle with a hole, m its diameter over the outer one */
static void host_section_round(double diameter, double m, double poisson, struct host_profile *out)
{
	const double r = 0.5 * diameter, both = (1.0 + m * m) * (1.0 + m * m);
	const double factor =
		6.0 * (1.0 + poisson) * both / ((7.0 + 6.0 * poisson) * both + (20.0 + 12.0 * poisson) * m * m);
	out->area = HOST_PI * r * r * (1.0 - m * m);
	out->about_y = out->about_z = 0.25 * HOST_PI * r * r * r * r * (1.0 - m * m * m * m);
	out->torsion = 2.0 * out->about_y;
	out->shear_y = out->shear_z = factor * out->area;
}

static void host_section_circle(const double *size, double poisson, struct host_profile *out)
{
	host_section_round(size[HOST_SECTION_DIAMETER], 0.0, poisson, out);
}

static void host_section_tube(const double *size, double poisson, struct host_profile *out)
{
	const double diameter = size[HOST_SECTION_DIAMETER];
	host_section_round(diameter, 1.0 - 2.0 * size[HOST_SECTION_WALL] / diameter, poisson, out);
}

/* shear factor along the height of a box with a thin wall, n its width over its height between the
 * middles of the walls */
static double host_section_box_factor(double n, double poisson)
{
	const double m = n, two = 1.0 + 3.0 * m; /* walls of one thickness */
	return 10.0 * (1.0 + poisson) * two * two /
	       (12.0 + 72.0 * m + 150.0 * m * m + 90.0 * m * m * m +
	        poisson * (11.0 + 66.0 * m + 135.0 * m * m + 90.0 * m * m * m) +
	        10.0 * n * n * ((3.0 + poisson) * m + 3.0 * m * m));
}

/* torsion by Bredt: 4 area^2 wall / length of the middle line */
static void host_section_box(const double *size, double poisson, struct host_profile *out)
{
	const double b = size[HOST_SECTION_WIDTH], h = size[HOST_SECTION_HEIGHT], wall = size[HOST_SECTION_WALL];
	const double bi = b - 2.0 * wall, hi = h - 2.0 * wall, bm = b - wall, hm = h - wall;
	out->area = b * h - bi * hi;
	out->about_y = (b * h * h * h - bi * hi * hi * hi) / 12.0;
	out->about_z = (h * b * b * b - hi * bi * bi * bi) / 12.0;
	out->torsion = 2.0 * wall * bm * bm * hm * hm / (bm + hm);
	out->shear_y = host_section_box_factor(hm / bm, poisson) * out->area;
	out->shear_z = host_section_box_factor(bm / hm, poisson) * out->area;
}

/* Torsion: the sum of the three rectangles, without the rounding where they meet. Shear along the
 * web after Cowper, across it that of the flanges as rectangles. */
static void host_section_i(const double *size, double poisson, struct host_profile *out)
{
	const double b = size[HOST_SECTION_WIDTH], h = size[HOST_SECTION_HEIGHT];
	const double web = size[HOST_SECTION_WEB], flange = size[HOST_SECTION_FLANGE];
	const double inside = h - 2.0 * flange, middle = h - flange;
	const double m = 2.0 * b * flange / (middle * web), n = b / middle, two = 1.0 + 3.0 * m;
	const double factor = 10.0 * (1.0 + poisson) * two * two /
	                      (12.0 + 72.0 * m + 150.0 * m * m + 90.0 * m * m * m +
	                       poisson * (11.0 + 66.0 * m + 135.0 * m * m + 90.0 * m * m * m) + 30.0 * n * n * (m + m * m) +
	                       5.0 * poisson * n * n * (8.0 * m + 9.0 * m * m));
	out->area = 2.0 * b * flange + inside * web;
	out->about_y = (b * h * h * h - (b - web) * inside * inside * inside) / 12.0;
	out->about_z = (2.0 * flange * b * b * b + inside * web * web * web) / 12.0;
	out->torsion = 2.0 * host_section_rectangle_torsion(b, flange) + host_section_rectangle_torsion(inside, web);
	out->shear_y = 2.0 * b * flange * 10.0 * (1.0 + poisson) / (12.0 + 11.0 * poisson);
	out->shear_z = factor * out->area;
}

const struct host_section_shape host_section_shapes[HOST_SECTION_SHAPES] = {
	{"rectangle", "full rectangle", HOST_HAS_WIDTH | HOST_HAS_HEIGHT, host_section_fits, host_section_rectangle},
	{"circle", "full circle", HOST_HAS_DIAMETER, host_section_fits, host_section_circle},
	{"tube", "circle with a hole", HOST_HAS_DIAMETER | HOST_HAS_WALL, host_section_tube_refusal, host_section_tube},
	{"box", "rectangle with a hole, for thin walls", HOST_HAS_WIDTH | HOST_HAS_HEIGHT | HOST_HAS_WALL,
     host_section_box_refusal, host_section_box},
	{"i", "two flanges of the width and a web between them, for thin walls",
     HOST_HAS_WIDTH | HOST_HAS_HEIGHT | HOST_HAS_WEB | HOST_HAS_FLANGE, host_section_i_refusal, host_section_i},
};
