/* A disc of the first body rolls on a plane of the second without slipping.
 *
 * With n the plane's normal, a the disc's axis, both unit vectors, and s = sqrt(1 - (n . a)^2), the
 * disc touches the plane at r e from its centre, e = -(n - (n . a) a) / s. It stays on the plane,
 * and the touching point stands still on it:
 *
 *     n . (p1 - p2) - r s = 0,
 *     d/dt t . (p1 - p2) + r w . (e x t) = 0     for two directions t of the plane,
 *
 * w the angular velocity of the first body relative to the second. The last two cannot be
 * integrated: they are rows of the velocities alone, whose g is 0 everywhere. Their row over the
 * rotations of the bodies is R^T (e x t), its derivative that of the jets it is made of.
 *
 * Derived: local centre, local point of the plane, axis in the first body, then t1, t2, n in the
 * second.
 */
#include <string.h>

#include "mech_jet.h"
#include "mech_kinds.h"
#include "mech_rotation.h"

enum {
	MECH_SPATIAL_ROLLING_AT = 0,
	MECH_SPATIAL_ROLLING_AXIS = 3,
	MECH_SPATIAL_ROLLING_RADIUS = 6,
	MECH_SPATIAL_ROLLING_PLANE = 7,
	MECH_SPATIAL_ROLLING_NORMAL = 10
};
enum { MECH_SPATIAL_ROLLING_ROWS = 3 };

static const struct mech_parameter_spec mech_spatial_rolling_parameters[] = {
	{"at", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "centre of the disc on the first body, as drawn"},
	{"axis", 3, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0, "axis of the disc, as drawn, any length"},
	{"radius", 1, 0, MECH_LENGTH, MECH_REQUIRED, MECH_POSITIVE, 0, 0.0, "of the disc"},
	{"plane", 3, 0, MECH_LENGTH, MECH_REQUIRED, MECH_ANY, 0, 0.0, "a point of the plane on the second body, as drawn"},
	{"normal", 3, 0, MECH_NUMBER, MECH_REQUIRED, MECH_DIRECTION, 0, 0.0,
     "normal of the plane towards the disc, as drawn, any length"},
};

static const struct mech_row_spec mech_spatial_rolling_rows[] = {
	{"off the plane", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_ANY, NULL, MECH_NO_AXIS},
	{"slip", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_ANY, NULL, MECH_NO_AXIS},
	{"slip across", MECH_LENGTH, MECH_ROW_LINEAR, MECH_SHAPE_ANY, NULL, MECH_NO_AXIS},
};

static void mech_spatial_rolling_derive(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *numbers = c->parameters + e->parameter;
	mech_local_point(c, e->body[0], numbers + MECH_SPATIAL_ROLLING_AT, out);
	mech_local_point(c, e->body[1], numbers + MECH_SPATIAL_ROLLING_PLANE, out + 3);
	mech_vector_unit(3, numbers + MECH_SPATIAL_ROLLING_AXIS, out + 6);
	mech_vector_unit(3, numbers + MECH_SPATIAL_ROLLING_NORMAL, out + 15);
	mech_frame(out + 15, out + 9, out + 12);
}

/* rows over the velocities and, with order 2, their derivatives */
struct mech_spatial_rolling_state {
	double height, row[MECH_SPATIAL_ROLLING_ROWS][MECH_MOST_PAIR_V];
	double turn[MECH_SPATIAL_ROLLING_ROWS][MECH_MOST_PAIR_V * MECH_MOST_PAIR_V];
};

/* r w . axis, the axis given as jets */
static void mech_spatial_rolling_add_spin(const struct mech_frames *f, const struct mech_jet axis[3], double radius,
                                          double *row, double *turn)
{
	for (int k = 0; k < 6; k++) {
		const double u[3] = {k % 3 == 0, k % 3 == 1, k % 3 == 2}, factor = k < 3 ? radius : -radius;
		const int place = k < 3 ? 3 + k : 6 + k;
		struct mech_jet edge[3], part;
		mech_jet_direction(f, k / 3, u, edge);
		mech_jet_dot(f, axis, edge, &part);
		row[place] += factor * part.value;
		for (int j = 0; f->order > 0 && j < MECH_MOST_PAIR_V; j++) {
			turn[MECH_MOST_PAIR_V * place + j] += factor * part.gradient[j];
		}
	}
}

/* a x b of jets */
static void mech_spatial_rolling_cross(const struct mech_frames *f, const struct mech_jet a[3],
                                       const struct mech_jet b[3], struct mech_jet out[3])
{
	for (int i = 0; i < 3; i++) {
		const int j = (i + 1) % 3, k = (i + 2) % 3;
		struct mech_jet other;
		mech_jet_multiply(f, &a[j], &b[k], &out[i]);
		mech_jet_multiply(f, &a[k], &b[j], &other);
		mech_jet_add(f, 1.0, &out[i], -1.0, &other, &out[i]);
	}
}

/* e and s */
static void mech_spatial_rolling_spoke(const struct mech_frames *f, const struct mech_jet n[3],
                                       const struct mech_jet a[3], struct mech_jet e[3], struct mech_jet *s)
{
	struct mech_jet cosine, square, inverse, one;
	mech_jet_dot(f, n, a, &cosine);
	mech_jet_multiply(f, &cosine, &cosine, &square);
	mech_jet_constant(f, 1.0, &one);
	mech_jet_add(f, 1.0, &one, -1.0, &square, &square);
	mech_jet_square_root(f, &square, s);
	const double F[3] = {1.0 / s->value, -1.0 / (s->value * s->value), 2.0 / (s->value * s->value * s->value)};
	mech_jet_apply(f, s, F, &inverse);
	for (int i = 0; i < 3; i++) {
		mech_jet_multiply(f, &cosine, &a[i], &e[i]);
		mech_jet_add(f, 1.0, &e[i], -1.0, &n[i], &e[i]);
		mech_jet_multiply(f, &e[i], &inverse, &e[i]);
	}
}

static void mech_spatial_rolling_evaluate(const struct mech_context *c, const struct mech_element *e, int order,
                                          struct mech_spatial_rolling_state *r)
{
	const double *derived = c->derived + e->derived;
	const double radius = c->parameters[e->parameter + MECH_SPATIAL_ROLLING_RADIUS];
	struct mech_frames f, turning; /* the second for rows that are written as such, not as derivatives */
	struct mech_jet gap[3], n[3], a[3], t[3], spoke[3], axis[3], s, along;
	memset(r, 0, sizeof *r);
	mech_frames_open(c, e, order, &f);
	turning = f;
	turning.order = order - 1;
	mech_jet_gap(&f, 1, derived, derived + 3, gap);
	mech_jet_direction(&f, 0, derived + 6, a);
	mech_jet_direction(&f, 1, derived + 15, n);
	mech_spatial_rolling_spoke(&f, n, a, spoke, &s);
	for (int k = 0; k < MECH_SPATIAL_ROLLING_ROWS; k++) {
		mech_jet_direction(&f, 1, derived + (k == 0 ? 15 : 6 + 3 * k), t);
		mech_jet_dot(&f, t, gap, &along);
		if (k == 0) {
			mech_jet_add(&f, 1.0, &along, -radius, &s, &along);
			r->height = along.value;
		}
		for (int i = 0; order > 0 && i < MECH_MOST_PAIR_V; i++) {
			r->row[k][i] = along.gradient[i];
		}
		if (order > 1) {
			mech_jet_add_curvature(&f, &along, 1.0, r->turn[k]);
		}
		if (order > 0 && k > 0) {
			mech_spatial_rolling_cross(&turning, spoke, t, axis);
			mech_spatial_rolling_add_spin(&turning, axis, radius, r->row[k], r->turn[k]);
		}
	}
}

static void mech_spatial_rolling_constraint(const struct mech_context *c, const struct mech_element *e, double *g)
{
	struct mech_spatial_rolling_state r;
	mech_spatial_rolling_evaluate(c, e, 0, &r);
	g[0] = r.height;
	g[1] = g[2] = 0.0;
}

static void mech_spatial_rolling_jacobian(const struct mech_context *c, const struct mech_element *e, double *G)
{
	struct mech_spatial_rolling_state r;
	mech_spatial_rolling_evaluate(c, e, 1, &r);
	memcpy(G, r.row, sizeof r.row);
}

static void mech_spatial_rolling_bias(const struct mech_context *c, const struct mech_element *e, double *b)
{
	struct mech_spatial_rolling_state r;
	double v[MECH_MOST_PAIR_V];
	mech_spatial_rolling_evaluate(c, e, 2, &r);
	mech_gather(c, e, c->v, v);
	for (int k = 0; k < MECH_SPATIAL_ROLLING_ROWS; k++) {
		b[k] = 0.0;
		for (int i = 0; i < MECH_MOST_PAIR_V * MECH_MOST_PAIR_V; i++) {
			b[k] += v[i / MECH_MOST_PAIR_V] * r.turn[k][i] * v[i % MECH_MOST_PAIR_V];
		}
	}
}

static void mech_spatial_rolling_tangent(const struct mech_context *c, const struct mech_element *e, double cq,
                                         double cv, double *out)
{
	struct mech_spatial_rolling_state r;
	(void)cv;
	mech_spatial_rolling_evaluate(c, e, 2, &r);
	for (int k = 0; k < MECH_SPATIAL_ROLLING_ROWS; k++) {
		for (int i = 0; i < MECH_MOST_PAIR_V * MECH_MOST_PAIR_V; i++) {
			out[i] += cq * c->lambda[e->row + k] * r.turn[k][i];
		}
	}
}

/* where the disc touches the plane */
static void mech_spatial_rolling_point(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const double *derived = c->derived + e->derived;
	struct mech_frames f;
	struct mech_jet p[3], n[3], a[3], spoke[3], s;
	mech_frames_open(c, e, 0, &f);
	mech_jet_point(&f, 0, derived, p);
	mech_jet_direction(&f, 0, derived + 6, a);
	mech_jet_direction(&f, 1, derived + 15, n);
	mech_spatial_rolling_spoke(&f, n, a, spoke, &s);
	for (int i = 0; i < 3; i++) {
		out[i] = p[i].value + c->parameters[e->parameter + MECH_SPATIAL_ROLLING_RADIUS] * spoke[i].value;
	}
}

LA_TABLE const struct mech_kind mech_spatial_rolling = {
	.name = "rolling",
	.drawing.symbol = MECH_SYMBOL_DISC,
	.section = MECH_JOINT,
	.space = MECH_SPATIAL,
	.text = "a disc of the first body rolls on a plane of the second without slipping",
	.file.n_bodies = 2,
	.file.n_parameters = 5,
	.file.parameters = mech_spatial_rolling_parameters,
	.row.count = MECH_SPATIAL_ROLLING_ROWS,
	.row.velocity_count = 2,
	.row.specs = mech_spatial_rolling_rows,
	.row.torque_free = 1,
	.row.constraint = mech_spatial_rolling_constraint,
	.row.jacobian = mech_spatial_rolling_jacobian,
	.row.bias = mech_spatial_rolling_bias,
	.force.tangent = mech_spatial_rolling_tangent,
	.derived.count = 18,
	.derived.derive = mech_spatial_rolling_derive,
	.drawing.point = mech_spatial_rolling_point,
};
