/* Constraints and coordinates of joints from their jets; see mech_joint_jets.h. */
#include "mech_joint_jets.h"

#include <string.h>

#include "mech_joint.h"

static void mech_jet_rows(const struct mech_context *c, const struct mech_element *e, int order, struct mech_frames *f,
                          struct mech_jet *rows)
{
	mech_frames_open(c, e, order, f);
	mech_element_kind(e)->row.jets(c, e, f, rows);
}

static void mech_jet_coordinate(const struct mech_context *c, const struct mech_element *e, int order, int k,
                                struct mech_frames *f, struct mech_jet *h)
{
	mech_frames_open(c, e, order, f);
	mech_element_kind(e)->coordinate.jet(c, e, f, k, h);
}

/* frames that follow the velocities v[n] of the element's bodies */
static void mech_jet_follow(const struct mech_context *c, const struct mech_element *e, struct mech_frames *f,
                            double *v)
{
	mech_frames_open(c, e, 2, f);
	mech_gather(c, e, c->v, v);
	mech_frames_follow(f, v);
}

LA_FUNCTION void mech_jet_constraint(const struct mech_context *c, const struct mech_element *e, double *g)
{
	struct mech_frames f;
	struct mech_jet rows[MECH_MOST_ROWS];
	mech_jet_rows(c, e, 0, &f, rows);
	for (int i = 0; i < mech_element_kind(e)->row.count; i++) {
		g[i] = mech_reading_value((struct mech_reading){rows[i].value, rows[i].turns});
	}
}

LA_FUNCTION int mech_has_jet_rows(const struct mech_kind *kind)
{
	return kind->row.constraint == mech_jet_constraint && kind->row.jacobian == mech_jet_jacobian;
}

LA_FUNCTION void mech_jet_linear(const struct mech_context *c, const struct mech_element *e, double *g, double *G)
{
	struct mech_frames f;
	struct mech_jet rows[MECH_MOST_ROWS];
	mech_jet_rows(c, e, 1, &f, rows);
	for (int i = 0; i < mech_element_kind(e)->row.count; i++) {
		g[i] = mech_reading_value((struct mech_reading){rows[i].value, rows[i].turns});
		mech_copy(f.n, rows[i].gradient, G + f.n * i);
	}
}

LA_FUNCTION void mech_jet_jacobian(const struct mech_context *c, const struct mech_element *e, double *G)
{
	double g[MECH_MOST_ROWS];
	mech_jet_linear(c, e, g, G);
}

LA_FUNCTION void mech_jet_row_bias(const struct mech_context *c, const struct mech_element *e, double *b)
{
	struct mech_frames f;
	struct mech_jet rows[MECH_MOST_ROWS];
	double v[MECH_MOST_PAIR_V];
	mech_jet_follow(c, e, &f, v);
	mech_element_kind(e)->row.jets(c, e, &f, rows);
	for (int i = 0; i < mech_element_kind(e)->row.count; i++) {
		b[i] = rows[i].hessian[0];
	}
}

LA_FUNCTION void mech_jet_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                  double *out)
{
	struct mech_frames f;
	struct mech_jet rows[MECH_MOST_ROWS];
	(void)cv;
	mech_jet_rows(c, e, 2, &f, rows);
	for (int i = 0; i < mech_element_kind(e)->row.count; i++) {
		mech_jet_add_curvature(&f, &rows[i], cq * c->lambda[e->row + i], out);
	}
}

LA_FUNCTION struct mech_reading mech_jet_coordinate_reading(const struct mech_context *c, const struct mech_element *e,
                                                            int k)
{
	struct mech_frames f;
	struct mech_jet h;
	mech_jet_coordinate(c, e, 0, k, &f, &h);
	return mech_joint_count(c, e, k, (struct mech_reading){h.value, h.turns});
}

LA_FUNCTION void mech_jet_coordinate_row(const struct mech_context *c, const struct mech_element *e, int k, double *row)
{
	struct mech_frames f;
	struct mech_jet h;
	mech_jet_coordinate(c, e, 1, k, &f, &h);
	memcpy(row, h.gradient, (size_t)f.n * sizeof *row);
}

LA_FUNCTION double mech_jet_coordinate_bias(const struct mech_context *c, const struct mech_element *e, int k)
{
	struct mech_frames f;
	struct mech_jet h;
	double v[MECH_MOST_PAIR_V];
	mech_jet_follow(c, e, &f, v);
	mech_element_kind(e)->coordinate.jet(c, e, &f, k, &h);
	return h.hessian[0];
}

LA_FUNCTION void mech_jet_coordinate_curvature(const struct mech_context *c, const struct mech_element *e, int k,
                                               double mu, double *out)
{
	struct mech_frames f;
	struct mech_jet h;
	mech_jet_coordinate(c, e, 2, k, &f, &h);
	mech_jet_add_curvature(&f, &h, mu, out);
}
