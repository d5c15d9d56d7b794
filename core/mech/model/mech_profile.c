/* Outlines of solid profiles; see mech_profile.h. */
#include "mech_profile.h"

#include <math.h>
#include <string.h>

#include "mech_curve.h"

enum {
	MECH_PROFILE_SWEEPS = 60,    /* of Gauss and Seidel: each divides the error of slopes by 2 or more */
	MECH_PROFILE_BISECTIONS = 60 /* of a bracket: Newton's method needs three to six */
};

/* a foot is found when a step of Newton's method moves its parameter, 0 to 1 on a piece, by less:
 * the next error is of the order of the square */
static const double MECH_PROFILE_ROUNDING = 1e-11;
/* 1 + k distance is at least this: nearer to the centre of curvature feet merge */
static const double MECH_PROFILE_LEAST_SPREAD = 1e-6;
/* edges of a polygon that turn by less, in radians, are one */
static const double MECH_PROFILE_STRAIGHT = 1e-6;

/* a place of a smooth outline with derivatives by the parameter of its piece */
struct mech_profile_place {
	int piece;
	double u, c[2], c1[2], c2[2];
};

LA_FUNCTION int mech_profile_table(const struct mech_element *e)
{
	const struct mech_kind *kind = mech_element_kind(e);
	for (int k = 0; k < kind->file.n_curves; k++) {
		if (e->points[k] > 0 && mech_profile_is(kind->file.curves[k].form)) {
			return k;
		}
	}
	return -1;
}

LA_FUNCTION struct mech_profile mech_profile_open(const struct mech_element *e, int k, const double *parameters,
                                                  const double *derived)
{
	const int n = e->points[k];
	const double *x = parameters + mech_curve_parameter(e, k), *head = derived + mech_curve_derived(e, k);
	const double *interval = head + MECH_PROFILE_HEAD, *slope = interval + n;
	return (struct mech_profile){
		mech_element_kind(e)->file.curves[k].form, n, x, x + n, head, interval, slope, slope + 2 * n};
}

static int mech_profile_is_closed(const struct mech_profile *p)
{
	return p->form != MECH_CURVE_TERRAIN;
}

/* pieces between points */
static int mech_profile_pieces(const struct mech_profile *p)
{
	return mech_profile_is_closed(p) ? p->n : p->n - 1;
}

static int mech_profile_next(const struct mech_profile *p, int i)
{
	return i + 1 < p->n ? i + 1 : 0;
}

/* ---- slopes ---- */

/* Second derivatives agree at all points of the closed curve: with secants s
 *     d_i-1/h_i-1 + 2 (1/h_i-1 + 1/h_i) d_i + d_i+1/h_i = 3 (s_i-1/h_i-1 + s_i/h_i).
 * The diagonal is twice the sum of the rest, so that sweeps through all rows converge. */
static void mech_profile_periodic_slopes(int n, const double *h, const double *y, double *d)
{
	memset(d, 0, (size_t)n * sizeof *d);
	for (int sweep = 0; sweep < MECH_PROFILE_SWEEPS; sweep++) {
		for (int i = 0; i < n; i++) {
			const int last = i > 0 ? i - 1 : n - 1, next = i + 1 < n ? i + 1 : 0;
			const double before = 1.0 / h[last], after = 1.0 / h[i];
			const double right = 3.0 * (before * before * (y[i] - y[last]) + after * after * (y[next] - y[i]));
			d[i] = (right - before * d[last] - after * d[next]) / (2.0 * (before + after));
		}
	}
}

static void mech_profile_intervals(const struct mech_profile *p, double *interval)
{
	static const double turn = 6.283185307179586476925286766559;
	for (int i = 0; i < p->n; i++) {
		const int next = mech_profile_next(p, i);
		const double dx = p->x[next] - p->x[i], dy = p->y[next] - p->y[i];
		interval[i] = p->form == MECH_CURVE_POLAR     ? dx + (next == 0 ? turn : 0.0)
		              : p->form == MECH_CURVE_TERRAIN ? dx
		                                              : hypot(dx, dy);
	}
}

/* ---- places ---- */

/* the cubic with these values and slopes (times the interval) at the ends, and two derivatives */
static void mech_profile_cubic(double y0, double y1, double d0, double d1, double u, double out[3])
{
	const double s = y1 - y0, square = 3.0 * s - 2.0 * d0 - d1, cube = d0 + d1 - 2.0 * s;
	out[0] = y0 + u * (d0 + u * (square + u * cube));
	out[1] = d0 + u * (2.0 * square + 3.0 * u * cube);
	out[2] = 2.0 * square + 6.0 * u * cube;
}

static struct mech_profile_place mech_profile_at(const struct mech_profile *p, int i, double u)
{
	const int next = mech_profile_next(p, i);
	const double h = p->interval[i];
	const double *slope = p->slope;
	struct mech_profile_place at;
	double a[3], b[3];
	if (p->form == MECH_CURVE_CLOSED) {
		mech_profile_cubic(p->x[i], p->x[next], h * slope[i], h * slope[next], u, a);
		mech_profile_cubic(p->y[i], p->y[next], h * slope[p->n + i], h * slope[p->n + next], u, b);
		at = (struct mech_profile_place){i, u, {a[0], b[0]}, {a[1], b[1]}, {a[2], b[2]}};
	} else if (p->form == MECH_CURVE_TERRAIN) {
		mech_profile_cubic(p->y[i], p->y[next], h * slope[i], h * slope[next], u, b);
		at = (struct mech_profile_place){i, u, {p->x[i] + h * u, b[0]}, {h, b[1]}, {0.0, b[2]}};
	} else {
		const double angle = p->x[i] + h * u, x = cos(angle), y = sin(angle);
		mech_profile_cubic(p->y[i], p->y[next], h * slope[i], h * slope[next], u, a);
		const double rho = p->head[MECH_PROFILE_BASE] + a[0], along = a[2] - h * h * rho, across = 2.0 * h * a[1];
		at = (struct mech_profile_place){i,
		                                 u,
		                                 {rho * x, rho * y},
		                                 {a[1] * x - h * rho * y, a[1] * y + h * rho * x},
		                                 {along * x - across * y, along * y + across * x}};
	}
	return at;
}

LA_FUNCTION int mech_profile_samples(const struct mech_profile *p)
{
	return p->form == MECH_CURVE_POLYGON ? p->n
	                                     : MECH_PROFILE_PARTS * mech_profile_pieces(p) + !mech_profile_is_closed(p);
}

LA_FUNCTION void mech_profile_sample(const struct mech_profile *p, int i, double out[2])
{
	if (p->form == MECH_CURVE_POLYGON) {
		out[0] = p->x[i];
		out[1] = p->y[i];
	} else {
		memcpy(out, p->part + 2 * i, 2 * sizeof *out);
	}
}

LA_FUNCTION void mech_profile_derive(const struct mech_profile *p, double base, double offset, double *derived)
{
	double *interval = derived + MECH_PROFILE_HEAD, *slope = interval + p->n, *part = slope + 2 * p->n, area = 0.0;
	memset(derived, 0, (size_t)mech_profile_numbers(p->n) * sizeof *derived);
	derived[MECH_PROFILE_BASE] = base;
	derived[MECH_PROFILE_OFFSET] = offset;
	mech_profile_intervals(p, interval);
	if (p->form == MECH_CURVE_TERRAIN) {
		mech_curve_held_slopes(p->n, p->x, p->y, slope);
	} else if (p->form == MECH_CURVE_POLAR) {
		mech_profile_periodic_slopes(p->n, interval, p->y, slope);
	} else if (p->form == MECH_CURVE_CLOSED) {
		mech_profile_periodic_slopes(p->n, interval, p->x, slope);
		mech_profile_periodic_slopes(p->n, interval, p->y, slope + p->n);
	}
	const int samples = mech_profile_samples(p), pieces = mech_profile_pieces(p);
	for (int i = 0; i < samples && p->form != MECH_CURVE_POLYGON; i++) {
		const int piece = i / MECH_PROFILE_PARTS < pieces ? i / MECH_PROFILE_PARTS : pieces - 1;
		const double u = (double)(i - MECH_PROFILE_PARTS * piece) / MECH_PROFILE_PARTS;
		const struct mech_profile_place at = mech_profile_at(p, piece, u);
		memcpy(part + 2 * i, at.c, sizeof at.c);
	}
	/* the solid lies to the left where the area is positive; that of a terrain lies to the right */
	for (int i = 0; i < samples && mech_profile_is_closed(p); i++) {
		double a[2], b[2];
		mech_profile_sample(p, i, a);
		mech_profile_sample(p, i + 1 < samples ? i + 1 : 0, b);
		area += a[0] * b[1] - a[1] * b[0];
	}
	derived[MECH_PROFILE_SIDE] = area > 0.0 ? 1.0 : -1.0;
}

/* ---- feet ---- */

/* the nearest feet so far, by the size of their distance */
struct mech_profile_found {
	int n;
	struct mech_foot foot[2 * MECH_PROFILE_FEET];
};

static void mech_profile_keep(struct mech_profile_found *found, struct mech_foot foot)
{
	int i = found->n < 2 * MECH_PROFILE_FEET ? found->n++ : found->n;
	for (; i > 0 && fabs(found->foot[i - 1].distance) > fabs(foot.distance); i--) {
		if (i < 2 * MECH_PROFILE_FEET) {
			found->foot[i] = found->foot[i - 1];
		}
	}
	if (i < 2 * MECH_PROFILE_FEET) {
		found->foot[i] = foot;
	}
}

static double mech_profile_clip(double x, double least)
{
	return fabs(x) > least ? x : x < 0.0 ? -least : least;
}

/* a corner at a; on the side of the material only where the corner is hollow */
static struct mech_foot mech_profile_corner(const double x[2], const double a[2], double outside, double reach)
{
	const double dx = x[0] - a[0], dy = x[1] - a[1], length = hypot(dx, dy);
	const double least = 1e-12 * reach;
	const double unit = length > least ? outside / length : 0.0;
	return (struct mech_foot){
		outside * length, 1.0 / mech_profile_clip(outside * length, least), {unit * dx, unit * dy}, reach};
}

static double mech_profile_length(const struct mech_profile *p, int piece)
{
	const int next = mech_profile_next(p, piece);
	return p->form == MECH_CURVE_POLAR     ? p->interval[piece] * (p->head[MECH_PROFILE_BASE] + p->y[piece])
	       : p->form == MECH_CURVE_TERRAIN ? hypot(p->interval[piece], p->y[next] - p->y[piece])
	                                       : p->interval[piece];
}

/* from parameter u of a piece: each way to the end of the piece, or half of the next piece where
 * that is more */
static double mech_profile_reach(const struct mech_profile *p, int piece, double u)
{
	const int pieces = mech_profile_pieces(p), closed = mech_profile_is_closed(p);
	const int last = piece > 0 ? piece - 1 : closed ? pieces - 1 : piece;
	const int next = piece + 1 < pieces ? piece + 1 : closed ? 0 : piece;
	const double length = mech_profile_length(p, piece);
	return fmin(fmax(u * length, 0.5 * mech_profile_length(p, last)),
	            fmax((1.0 - u) * length, 0.5 * mech_profile_length(p, next)));
}

/* a place of a smooth curve */
static struct mech_foot mech_profile_smooth_foot(const struct mech_profile *p, const double x[2],
                                                 const struct mech_profile_place *at)
{
	const double square = at->c1[0] * at->c1[0] + at->c1[1] * at->c1[1], length = sqrt(square);
	const double n[2] = {p->head[MECH_PROFILE_SIDE] * at->c1[1] / length,
	                     -p->head[MECH_PROFILE_SIDE] * at->c1[0] / length};
	const double k = p->head[MECH_PROFILE_SIDE] * (at->c1[0] * at->c2[1] - at->c1[1] * at->c2[0]) / (square * length);
	const double distance = (x[0] - at->c[0]) * n[0] + (x[1] - at->c[1]) * n[1];
	const double spread = fmax(1.0 + k * distance, MECH_PROFILE_LEAST_SPREAD);
	return (struct mech_foot){distance, k / spread, {n[0], n[1]}, mech_profile_reach(p, at->piece, at->u)};
}

/* half the derivative of the squared distance by the parameter of a piece */
static double mech_profile_climb(const struct mech_profile_place *at, const double x[2])
{
	return (at->c[0] - x[0]) * at->c1[0] + (at->c[1] - x[1]) * at->c1[1];
}

/* the foot on a piece between parameters low and high, where the distance falls at low and rises at
 * high */
static struct mech_profile_place mech_profile_foot_between(const struct mech_profile *p, int piece, double low,
                                                           double high, const double x[2])
{
	double u = (low + high) / 2.0;
	struct mech_profile_place at = mech_profile_at(p, piece, u);
	for (int k = 0; k < MECH_PROFILE_BISECTIONS; k++) {
		const double climb = mech_profile_climb(&at, x);
		const double change =
			at.c1[0] * at.c1[0] + at.c1[1] * at.c1[1] + (at.c[0] - x[0]) * at.c2[0] + (at.c[1] - x[1]) * at.c2[1];
		*(climb > 0.0 ? &high : &low) = u;
		const double newton = change > 0.0 ? u - climb / change : low - 1.0;
		const double next = newton >= low && newton <= high ? newton : (low + high) / 2.0;
		const double moved = fabs(next - u);
		u = next;
		at = mech_profile_at(p, piece, u);
		if (moved <= MECH_PROFILE_ROUNDING) {
			break;
		}
	}
	return at;
}

/* the foot near sample i, which is no farther than its neighbours: on the side where the distance
 * falls */
static void mech_profile_near_sample(const struct mech_profile *p, int i, const double x[2],
                                     struct mech_profile_found *found)
{
	const int pieces = mech_profile_pieces(p), closed = mech_profile_is_closed(p);
	const int samples = MECH_PROFILE_PARTS * pieces;
	int before = i - 1, after = i;
	if (closed) {
		before = (before + samples) % samples;
	}
	/* parts of a piece that end and begin at the sample */
	const int own = after < samples ? after : before;
	const int whole = own / MECH_PROFILE_PARTS, place = after < samples ? after : samples;
	struct mech_profile_place at =
		mech_profile_at(p, whole, (double)(place - MECH_PROFILE_PARTS * whole) / MECH_PROFILE_PARTS);
	const double climb = mech_profile_climb(&at, x);
	const int part = climb > 0.0 ? before : after;
	if (climb != 0.0 && (part < 0 || part >= samples)) {
		return; /* beyond an end: a corner */
	}
	if (climb != 0.0) {
		const int piece = part / MECH_PROFILE_PARTS;
		const double low = (double)(part - MECH_PROFILE_PARTS * piece) / MECH_PROFILE_PARTS;
		at = mech_profile_foot_between(p, piece, low, low + 1.0 / MECH_PROFILE_PARTS, x);
	}
	mech_profile_keep(found, mech_profile_smooth_foot(p, x, &at));
}

/* squared distance of a sample */
static double mech_profile_square(const struct mech_profile *p, int i, const double x[2])
{
	const double dx = p->part[2 * i] - x[0], dy = p->part[2 * i + 1] - x[1];
	return dx * dx + dy * dy;
}

static void mech_profile_smooth_feet(const struct mech_profile *p, const double x[2], struct mech_profile_found *found)
{
	const int samples = mech_profile_samples(p), closed = mech_profile_is_closed(p);
	const double first = mech_profile_square(p, 0, x);
	double last = closed ? mech_profile_square(p, samples - 1, x) : HUGE_VAL, own = first;
	for (int i = 0; i < samples; i++) {
		const double next = i + 1 < samples ? mech_profile_square(p, i + 1, x) : closed ? first : HUGE_VAL;
		if (own <= last && own < next) {
			mech_profile_near_sample(p, i, x, found);
		}
		last = own;
		own = next;
	}
}

/* Corner at a between an edge along s and the next one along t: a foot where it sticks out and
 * neither edge is below x, and where it is hollow and x is in the solid beyond both. A hollow corner
 * also counts as the end of an edge that x is beyond, while x is above the other: then the force of
 * that edge fades out rather than ends. */
static void mech_profile_corner_foot(const struct mech_profile *p, int i, const double x[2], const double s[2],
                                     const double t[2], struct mech_profile_found *found)
{
	const double a[2] = {p->x[i], p->y[i]}, d[2] = {x[0] - a[0], x[1] - a[1]}, side = p->head[MECH_PROFILE_SIDE];
	const double bend = side * (s[0] * t[1] - s[1] * t[0]);
	const int beyond = d[0] * s[0] + d[1] * s[1] > 0.0, before = d[0] * t[0] + d[1] * t[1] < 0.0;
	const double *over = beyond ? t : s; /* the edge that x is above, if it is above one alone */
	const int outside = side * (d[0] * over[1] - d[1] * over[0]) >= 0.0;
	if ((beyond && before) || (beyond != before && bend < -MECH_PROFILE_STRAIGHT && outside)) {
		const double out = beyond && before && bend < 0.0 ? -1.0 : 1.0;
		mech_profile_keep(found, mech_profile_corner(x, a, out, mech_profile_reach(p, i, 0.0)));
	}
}

static void mech_profile_polygon_feet(const struct mech_profile *p, const double x[2], struct mech_profile_found *found)
{
	int last = p->n - 1;
	for (int i = 0; i < p->n; i++) {
		const int next = mech_profile_next(p, i);
		const double length = p->interval[i], before = p->interval[last];
		const double t[2] = {(p->x[next] - p->x[i]) / length, (p->y[next] - p->y[i]) / length};
		const double s[2] = {(p->x[i] - p->x[last]) / before, (p->y[i] - p->y[last]) / before};
		const double dx = x[0] - p->x[i], dy = x[1] - p->y[i], along = dx * t[0] + dy * t[1];
		if (along >= 0.0 && along <= length) {
			const double n[2] = {p->head[MECH_PROFILE_SIDE] * t[1], -p->head[MECH_PROFILE_SIDE] * t[0]};
			const double reach = mech_profile_reach(p, i, along / length);
			mech_profile_keep(found, (struct mech_foot){dx * n[0] + dy * n[1], 0.0, {n[0], n[1]}, reach});
		}
		mech_profile_corner_foot(p, i, x, s, t, found);
		last = i;
	}
}

/* the upright walls below the ends of a terrain, and the corners above them */
static void mech_profile_walls(const struct mech_profile *p, const double x[2], struct mech_profile_found *found)
{
	for (int end = 0; end < 2; end++) {
		const int point = end == 0 ? 0 : p->n - 1;
		const double out = end == 0 ? -1.0 : 1.0, reach = 0.5 * mech_profile_length(p, end == 0 ? 0 : p->n - 2);
		const double a[2] = {p->x[point], p->y[point]}, dx = x[0] - a[0], dy = x[1] - a[1];
		if (dy <= 0.0) {
			mech_profile_keep(found, (struct mech_foot){out * dx, 0.0, {out, 0.0}, fmax(-dy, reach)});
		} else if (out * (dx + dy * p->slope[point]) > 0.0) {
			mech_profile_keep(found, mech_profile_corner(x, a, 1.0, reach));
		}
	}
}

LA_FUNCTION int mech_profile_feet(const struct mech_profile *p, const double x[2],
                                  struct mech_foot feet[MECH_PROFILE_FEET])
{
	struct mech_profile_found found = {0, {{0.0, 0.0, {0.0, 0.0}, 0.0}}};
	int n = 0;
	if (p->form == MECH_CURVE_POLYGON) {
		mech_profile_polygon_feet(p, x, &found);
	} else {
		mech_profile_smooth_feet(p, x, &found);
	}
	if (p->form == MECH_CURVE_TERRAIN) {
		mech_profile_walls(p, x, &found);
	}
	if (found.n > 0 && found.foot[0].distance < 0.0) {
		feet[0] = found.foot[0];
		return 1;
	}
	for (int i = 0; i < found.n && n < MECH_PROFILE_FEET; i++) {
		if (found.foot[i].distance >= 0.0) {
			feet[n++] = found.foot[i];
		}
	}
	return n;
}

LA_FUNCTION void mech_profile_surface(const struct mech_profile *p, int i, double out[2])
{
	const double offset = p->head[MECH_PROFILE_OFFSET];
	mech_profile_sample(p, i, out);
	if (offset > 0.0) {
		const int piece = i / MECH_PROFILE_PARTS;
		const struct mech_profile_place at =
			mech_profile_at(p, piece, (double)(i - MECH_PROFILE_PARTS * piece) / MECH_PROFILE_PARTS);
		const struct mech_foot foot = mech_profile_smooth_foot(p, at.c, &at);
		out[0] -= offset * foot.normal[0];
		out[1] -= offset * foot.normal[1];
	}
}

/* ---- checks ---- */

LA_FUNCTION double mech_profile_sharpest(const struct mech_profile *p)
{
	double sharpest = 0.0;
	for (int i = 0; p->form != MECH_CURVE_POLYGON && i < MECH_PROFILE_PARTS * mech_profile_pieces(p); i++) {
		const int piece = i / MECH_PROFILE_PARTS;
		const double u = (double)(i - MECH_PROFILE_PARTS * piece) / MECH_PROFILE_PARTS;
		const struct mech_profile_place at = mech_profile_at(p, piece, u);
		/* at the place itself bend is the curvature */
		sharpest = fmax(sharpest, mech_profile_smooth_foot(p, at.c, &at).bend);
	}
	return sharpest;
}

LA_FUNCTION int mech_profile_repeated(const struct mech_profile *p)
{
	for (int i = 0; i < p->n && p->n > 1 && p->form != MECH_CURVE_POLAR; i++) {
		const int last = i > 0 ? i - 1 : p->n - 1;
		if (p->x[i] == p->x[last] && p->y[i] == p->y[last]) {
			return i;
		}
	}
	return -1;
}

/* twice the area of the triangle, positive where it goes counter-clockwise */
static double mech_profile_triangle(const double a[2], const double b[2], const double c[2])
{
	return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static int mech_profile_cross(const double a[2], const double b[2], const double c[2], const double d[2])
{
	return mech_profile_triangle(a, b, c) * mech_profile_triangle(a, b, d) < 0.0 &&
	       mech_profile_triangle(c, d, a) * mech_profile_triangle(c, d, b) < 0.0;
}

LA_FUNCTION int mech_profile_crossing(const struct mech_profile *p)
{
	const int samples = mech_profile_samples(p);
	for (int i = 0; i < samples && mech_profile_is_closed(p); i++) {
		double a[2], b[2], c[2], d[2];
		mech_profile_sample(p, i, a);
		mech_profile_sample(p, (i + 1) % samples, b);
		for (int j = 0; j < i - 1; j++) {
			mech_profile_sample(p, j, c);
			mech_profile_sample(p, j + 1, d);
			if (mech_profile_cross(a, b, c, d)) {
				return p->form == MECH_CURVE_POLYGON ? i : i / MECH_PROFILE_PARTS;
			}
		}
	}
	return -1;
}
