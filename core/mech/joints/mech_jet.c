/* Jets: arithmetic, and the equations of elements written with them; see mech_spatial.h. */
#include <math.h>
#include <string.h>

#include "mech_joint.h"
#include "mech_spatial.h"

enum { MECH_JET_MOST_COORDINATES = 6 };

/* ---- arithmetic ---- */

static double mech_jet_entry(const double *h, int i, int j)
{
	return h[MECH_JET_V * i + j];
}

LA_FUNCTION void mech_jet_constant(double value, struct mech_jet *out)
{
	memset(out, 0, sizeof *out);
	out->value = value;
}

LA_FUNCTION void mech_jet_add(int order, double ca, const struct mech_jet *a, double cb, const struct mech_jet *b,
                              struct mech_jet *out)
{
	out->value = ca * a->value + cb * b->value;
	for (int i = 0; order > 0 && i < MECH_JET_V; i++) {
		out->gradient[i] = ca * a->gradient[i] + cb * b->gradient[i];
	}
	for (int i = 0; order > 1 && i < MECH_JET_V * MECH_JET_V; i++) {
		out->hessian[i] = ca * a->hessian[i] + cb * b->hessian[i];
	}
}

LA_FUNCTION void mech_jet_multiply(int order, const struct mech_jet *a, const struct mech_jet *b, struct mech_jet *out)
{
	const double va = a->value, vb = b->value;
	for (int i = 0; order > 1 && i < MECH_JET_V; i++) {
		for (int j = 0; j < MECH_JET_V; j++) {
			const int ij = MECH_JET_V * i + j;
			out->hessian[ij] = va * b->hessian[ij] + vb * a->hessian[ij] + a->gradient[i] * b->gradient[j] +
			                   b->gradient[i] * a->gradient[j];
		}
	}
	for (int i = 0; order > 0 && i < MECH_JET_V; i++) {
		out->gradient[i] = va * b->gradient[i] + vb * a->gradient[i];
	}
	out->value = va * vb;
}

LA_FUNCTION void mech_jet_apply(int order, const struct mech_jet *a, const double F[3], struct mech_jet *out)
{
	for (int i = 0; order > 1 && i < MECH_JET_V; i++) {
		for (int j = 0; j < MECH_JET_V; j++) {
			const int ij = MECH_JET_V * i + j;
			out->hessian[ij] = F[1] * a->hessian[ij] + F[2] * a->gradient[i] * a->gradient[j];
		}
	}
	for (int i = 0; order > 0 && i < MECH_JET_V; i++) {
		out->gradient[i] = F[1] * a->gradient[i];
	}
	out->value = F[0];
}

LA_FUNCTION void mech_jet_square_root(int order, const struct mech_jet *a, struct mech_jet *out)
{
	const double root = sqrt(a->value);
	const double F[3] = {root, 0.5 / root, -0.25 / (root * a->value)};
	mech_jet_apply(order, a, F, out);
}

/* with c = x/r, s = y/r of the present place the angle moves as asin of u = (c y - s x)/r, r^2 = x^2 + y^2, which is zero
 * there: d angle = du, d2 angle = d2u; u needs the derivatives of r too */
LA_FUNCTION void mech_jet_angle(int order, const struct mech_jet *y, const struct mech_jet *x, struct mech_jet *out)
{
	const double angle = atan2(y->value, x->value);
	const double r = sqrt(x->value * x->value + y->value * y->value);
	const double c = x->value / (r * r), s = y->value / (r * r);
	struct mech_jet across, along;
	mech_jet_add(order, c, y, -s, x, &across);
	mech_jet_add(order, c, x, s, y, &along);
	for (int i = 0; order > 1 && i < MECH_JET_V; i++) {
		for (int j = 0; j < MECH_JET_V; j++) {
			out->hessian[MECH_JET_V * i + j] = mech_jet_entry(across.hessian, i, j) -
			                                   across.gradient[i] * along.gradient[j] -
			                                   along.gradient[i] * across.gradient[j];
		}
	}
	for (int i = 0; order > 0 && i < MECH_JET_V; i++) {
		out->gradient[i] = across.gradient[i];
	}
	out->value = angle;
}

LA_FUNCTION void mech_jet_subtract(int order, const struct mech_jet a[3], const struct mech_jet b[3],
                                   struct mech_jet out[3])
{
	for (int i = 0; i < 3; i++) {
		mech_jet_add(order, 1.0, &a[i], -1.0, &b[i], &out[i]);
	}
}

LA_FUNCTION void mech_jet_dot(int order, const struct mech_jet a[3], const struct mech_jet b[3], struct mech_jet *out)
{
	struct mech_jet sum, product;
	mech_jet_multiply(order, &a[0], &b[0], &sum);
	for (int i = 1; i < 3; i++) {
		mech_jet_multiply(order, &a[i], &b[i], &product);
		mech_jet_add(order, 1.0, &sum, 1.0, &product, &sum);
	}
	*out = sum;
}

/* ---- what follows from a jet ---- */

LA_FUNCTION double mech_jet_rate(const struct mech_jet *h, const double *v)
{
	double sum = 0.0;
	for (int i = 0; i < MECH_JET_V; i++) {
		sum += h->gradient[i] * v[i];
	}
	return sum;
}

LA_FUNCTION double mech_jet_bias(const struct mech_jet *h, const double *v)
{
	double sum = 0.0;
	for (int i = 0; i < MECH_JET_V; i++) {
		for (int j = 0; j < MECH_JET_V; j++) {
			sum += v[i] * mech_jet_entry(h->hessian, i, j) * v[j];
		}
	}
	return sum;
}

/* C of mech_spatial.h */
static void mech_jet_add_commutator(const struct mech_jet *h, double factor, double *out)
{
	for (int first = 3; first < MECH_JET_V; first += MECH_SPATIAL_V) {
		for (int i = 0; i < 3; i++) {
			const int j = (i + 1) % 3, k = (i + 2) % 3;
			const double half = 0.5 * factor * h->gradient[first + k];
			out[MECH_JET_V * (first + i) + first + j] -= half;
			out[MECH_JET_V * (first + j) + first + i] += half;
		}
	}
}

LA_FUNCTION void mech_jet_add_curvature(const struct mech_jet *h, double factor, double *out)
{
	for (int i = 0; i < MECH_JET_V * MECH_JET_V; i++) {
		out[i] += factor * h->hessian[i];
	}
	mech_jet_add_commutator(h, factor, out);
}

/* ---- joints ---- */

LA_FUNCTION void mech_jet_constraint(const struct mech_context *c, const struct mech_element *e, double *g)
{
	const struct mech_kind *kind = mech_element_kind(e);
	struct mech_jet rows[MECH_MOST_ROWS];
	kind->jet_rows(c, e, 0, rows);
	for (int i = 0; i < kind->n_rows; i++) {
		g[i] = rows[i].value;
	}
}

LA_FUNCTION void mech_jet_jacobian(const struct mech_context *c, const struct mech_element *e, double *G)
{
	const struct mech_kind *kind = mech_element_kind(e);
	struct mech_jet rows[MECH_MOST_ROWS];
	kind->jet_rows(c, e, 1, rows);
	for (int i = 0; i < kind->n_rows; i++) {
		memcpy(G + MECH_JET_V * i, rows[i].gradient, sizeof rows[i].gradient);
	}
}

LA_FUNCTION void mech_jet_row_bias(const struct mech_context *c, const struct mech_element *e, double *b)
{
	const struct mech_kind *kind = mech_element_kind(e);
	struct mech_jet rows[MECH_MOST_ROWS];
	double v[MECH_JET_V];
	kind->jet_rows(c, e, 2, rows);
	mech_gather(c, e, c->v, v);
	for (int i = 0; i < kind->n_rows; i++) {
		b[i] = mech_jet_bias(&rows[i], v);
	}
}

LA_FUNCTION void mech_jet_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                  double *out)
{
	const struct mech_kind *kind = mech_element_kind(e);
	struct mech_jet rows[MECH_MOST_ROWS];
	(void)cv;
	kind->jet_rows(c, e, 2, rows);
	for (int i = 0; i < kind->n_rows; i++) {
		mech_jet_add_curvature(&rows[i], cq * c->lambda[e->row + i], out);
	}
}

LA_FUNCTION struct mech_reading mech_jet_coordinate_reading(const struct mech_context *c, const struct mech_element *e,
                                                            int k)
{
	struct mech_jet h[MECH_JET_MOST_COORDINATES];
	mech_element_kind(e)->jet_coordinates(c, e, 0, h);
	return mech_joint_count(c, e, k, h[k].value);
}

LA_FUNCTION void mech_jet_coordinate_row(const struct mech_context *c, const struct mech_element *e, int k, double *row)
{
	struct mech_jet h[MECH_JET_MOST_COORDINATES];
	mech_element_kind(e)->jet_coordinates(c, e, 1, h);
	memcpy(row, h[k].gradient, sizeof h[k].gradient);
}

LA_FUNCTION double mech_jet_coordinate_bias(const struct mech_context *c, const struct mech_element *e, int k)
{
	struct mech_jet h[MECH_JET_MOST_COORDINATES];
	double v[MECH_JET_V];
	mech_element_kind(e)->jet_coordinates(c, e, 2, h);
	mech_gather(c, e, c->v, v);
	return mech_jet_bias(&h[k], v);
}

LA_FUNCTION void mech_jet_coordinate_curvature(const struct mech_context *c, const struct mech_element *e, int k,
                                               double mu, double *out)
{
	struct mech_jet h[MECH_JET_MOST_COORDINATES];
	mech_element_kind(e)->jet_coordinates(c, e, 2, h);
	mech_jet_add_curvature(&h[k], mu, out);
}

/* ---- forces ---- */

LA_FUNCTION void mech_jet_add_force(int n, const struct mech_jet *x, const double *F, double *f)
{
	for (int k = 0; k < n; k++) {
		for (int i = 0; i < MECH_JET_V; i++) {
			f[i] += F[k] * x[k].gradient[i];
		}
	}
}

/* d(dx/dt)/dq = v^T (H + C) */
static void mech_jet_rate_gradient(const struct mech_jet *x, const double *v, double *out)
{
	double curvature[MECH_JET_V * MECH_JET_V] = {0.0};
	mech_jet_add_curvature(x, 1.0, curvature);
	for (int j = 0; j < MECH_JET_V; j++) {
		out[j] = 0.0;
		for (int i = 0; i < MECH_JET_V; i++) {
			out[j] += v[i] * mech_jet_entry(curvature, i, j);
		}
	}
}

LA_FUNCTION void mech_jet_add_force_tangent(int n, const struct mech_jet *x, const double *v, const double *F,
                                            const double *Fx, const double *Fv, double cq, double cv, double *out)
{
	for (int k = 0; k < n; k++) {
		double row[MECH_JET_V] = {0.0}; /* cq dF_k/dq + cv dF_k/dv */
		for (int l = 0; l < n; l++) {
			const double fx = Fx ? Fx[n * k + l] : 0.0, fv = Fv ? Fv[n * k + l] : 0.0;
			double turning[MECH_JET_V] = {0.0};
			if (fv != 0.0) {
				mech_jet_rate_gradient(&x[l], v, turning);
			}
			for (int j = 0; j < MECH_JET_V; j++) {
				row[j] += (cq * fx + cv * fv) * x[l].gradient[j] + (fv != 0.0 ? cq * fv * turning[j] : 0.0);
			}
		}
		for (int i = 0; i < MECH_JET_V; i++) {
			for (int j = 0; j < MECH_JET_V; j++) {
				out[MECH_JET_V * i + j] -= x[k].gradient[i] * row[j];
			}
		}
		mech_jet_add_curvature(&x[k], -cq * F[k], out);
	}
}
