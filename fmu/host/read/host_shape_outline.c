/* Outlines of shapes; see host_shape_outline.h. Each corner is an arc about it with the radius of
 * the shape, from the normal of the edge before it to that of the edge after it. A hollow corner is
 * the point where both moved edges meet. */
#include "host_shape_outline.h"

#include <math.h>

#include "mech_curve.h"
#include "mech_kinds.h"
#include "mech_shape_contact.h"

enum { HOST_ARC = 8, HOST_CIRCLE = 48 }; /* points of a corner, of a circle */

int host_has_shapes(const struct mech_element *e)
{
	return mech_element_kind(e)->drawing.symbol == MECH_SYMBOL_SHAPES;
}

/* 1: counter-clockwise, -1: clockwise */
static double host_outline_sense(int n, const double *x, const double *y)
{
	double area = 0.0;
	for (int i = 0; i < n; i++) {
		const int next = (i + 1) % n;
		area += x[i] * y[next] - y[i] * x[next];
	}
	return area < 0.0 ? -1.0 : 1.0;
}

/* part 0 .. 1 of the arc at corner i */
static void host_outline_arc(int n, const double *x, const double *y, int i, double radius, double part, double out[2])
{
	const int last = (i + n - 1) % n, next = (i + 1) % n;
	const double sense = host_outline_sense(n, x, y);
	const double s[2] = {x[i] - x[last], y[i] - y[last]}, t[2] = {x[next] - x[i], y[next] - y[i]};
	const double normal = atan2(-sense * s[0], sense * s[1]);
	double turn = atan2(s[0] * t[1] - s[1] * t[0], s[0] * t[0] + s[1] * t[1]);
	if (n < MECH_PROFILE_LEAST) {
		turn = n == 1 ? 2.0 * acos(-1.0) : acos(-1.0);
	}
	const int is_hollow = sense * turn < 0.0;
	const double angle = normal + turn * (is_hollow ? 0.5 : part);
	const double reach = is_hollow ? radius / cos(0.5 * turn) : radius;
	out[0] = x[i] + reach * cos(angle);
	out[1] = y[i] + reach * sin(angle);
}

int host_shape_outline(const struct mech_element *e, const double *parameters, int side, int k, double out[2])
{
	const int table = side == 0 ? MECH_SHAPE_TABLE : MECH_SHAPE_OTHER_TABLE, n = e->points[table];
	const double *own = parameters + e->parameter, *x = parameters + mech_curve_parameter(e, table);
	const double *origin = own + (side == 0 ? MECH_SHAPE_AT : MECH_SHAPE_OTHER_AT);
	const double turn = own[side == 0 ? MECH_SHAPE_TURN : MECH_SHAPE_OTHER_TURN];
	const double radius = own[side == 0 ? MECH_SHAPE_RADIUS : MECH_SHAPE_OTHER_RADIUS];
	const int points = n == 1 ? HOST_CIRCLE : HOST_ARC;
	double at[2];
	if (k >= n * points) {
		return 0;
	}
	host_outline_arc(n, x, x + n, k / points, radius, (k % points) / (points - 1.0), at);
	out[0] = origin[0] + cos(turn) * at[0] - sin(turn) * at[1];
	out[1] = origin[1] + sin(turn) * at[0] + cos(turn) * at[1];
	return 1;
}
