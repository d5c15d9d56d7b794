/* Jets: arithmetic, and forces along them; see mech_jet.h. */
#include "mech_jet.h"

#include <math.h>
#include <string.h>

/* ---- arithmetic ---- */

/* Sums and products take most of the time: their loops are compiled for the usual numbers of
 * increments, n = 12 (two bodies in space) and 6 (two in the plane, one in space), and for any
 * other. */
static inline void mech_jet_add_sized(int n, int order, double ca, const struct mech_jet *a, double cb,
                                      const struct mech_jet *b, struct mech_jet *out)
{
	out->value = ca * a->value + cb * b->value;
	out->turns = ca * a->turns + cb * b->turns;
	for (int i = 0; order > 0 && i < n; i++) {
		out->gradient[i] = ca * a->gradient[i] + cb * b->gradient[i];
	}
	for (int i = 0; order > 1 && i < n * n; i++) {
		out->hessian[i] = ca * a->hessian[i] + cb * b->hessian[i];
	}
}

LA_FUNCTION void mech_jet_add(const struct mech_frames *f, double ca, const struct mech_jet *a, double cb,
                              const struct mech_jet *b, struct mech_jet *out)
{
	if (f->n == 12) {
		mech_jet_add_sized(12, f->order, ca, a, cb, b, out);
	} else if (f->n == 6) {
		mech_jet_add_sized(6, f->order, ca, a, cb, b, out);
	} else {
		mech_jet_add_sized(f->n, f->order, ca, a, cb, b, out);
	}
}

LA_FUNCTION void mech_jet_scale(const struct mech_frames *f, double factor, struct mech_jet *a)
{
	mech_jet_add(f, factor, a, 0.0, a, a);
}

LA_FUNCTION void mech_jet_multiply(const struct mech_frames *f, const struct mech_jet *a, const struct mech_jet *b,
                                   struct mech_jet *out)
{
	const double va = a->value, vb = b->value;
	for (int i = 0, ij = 0; f->order > 1 && i < f->n; i++) {
		for (int j = 0; j < f->n; j++, ij++) {
			out->hessian[ij] = va * b->hessian[ij] + vb * a->hessian[ij] + a->gradient[i] * b->gradient[j] +
			                   b->gradient[i] * a->gradient[j];
		}
	}
	for (int i = 0; f->order > 0 && i < f->n; i++) {
		out->gradient[i] = va * b->gradient[i] + vb * a->gradient[i];
	}
	out->value = va * vb;
	out->turns = 0.0;
}

LA_FUNCTION void mech_jet_apply(const struct mech_frames *f, const struct mech_jet *a, const double F[3],
                                struct mech_jet *out)
{
	for (int i = 0, ij = 0; f->order > 1 && i < f->n; i++) {
		for (int j = 0; j < f->n; j++, ij++) {
			out->hessian[ij] = F[1] * a->hessian[ij] + F[2] * a->gradient[i] * a->gradient[j];
		}
	}
	for (int i = 0; f->order > 0 && i < f->n; i++) {
		out->gradient[i] = F[1] * a->gradient[i];
	}
	out->value = F[0];
	out->turns = 0.0;
}

LA_FUNCTION void mech_jet_square_root(const struct mech_frames *f, const struct mech_jet *a, struct mech_jet *out)
{
	const double root = sqrt(a->value);
	const double F[3] = {root, 0.5 / root, -0.25 / (root * a->value)};
	mech_jet_apply(f, a, F, out);
}

/* with c = x/r, s = y/r of the present place the angle moves as asin of u = (c y - s x)/r, r^2 =
 * x^2 + y^2, which is zero there: d angle = du, d2 angle = d2u; u needs the derivatives of r too */
LA_FUNCTION void mech_jet_angle(const struct mech_frames *f, const struct mech_jet *y, const struct mech_jet *x,
                                struct mech_jet *out)
{
	const double angle = atan2(y->value, x->value);
	const double r = sqrt(x->value * x->value + y->value * y->value);
	const double c = x->value / (r * r), s = y->value / (r * r);
	struct mech_jet along;
	mech_jet_add(f, c, x, s, y, &along);
	mech_jet_add(f, c, y, -s, x, out);
	for (int i = 0, ij = 0; f->order > 1 && i < f->n; i++) {
		for (int j = 0; j < f->n; j++, ij++) {
			out->hessian[ij] =
				out->hessian[ij] - out->gradient[i] * along.gradient[j] - along.gradient[i] * out->gradient[j];
		}
	}
	out->value = angle;
}

/* derivatives of a b */
static inline double mech_jet_product_gradient(const struct mech_jet *a, const struct mech_jet *b, int i)
{
	return a->value * b->gradient[i] + b->value * a->gradient[i];
}

static inline double mech_jet_product_hessian(int n, const struct mech_jet *a, const struct mech_jet *b, int i, int j)
{
	const int ij = n * i + j;
	return a->value * b->hessian[ij] + b->value * a->hessian[ij] + a->gradient[i] * b->gradient[j] +
	       b->gradient[i] * a->gradient[j];
}

/* Sums begin with zero, as a product may be its negative. The result is apart from the factors: the
 * compiler takes two entries at once, which saves 7 % of the instructions of a step in space. */
static inline void mech_jet_dot_plane(int n, int order, const struct mech_jet *a, const struct mech_jet *b,
                                      struct mech_jet *restrict out)
{
	for (int i = 0; order > 1 && i < n; i++) {
		for (int j = 0; j < n; j++) {
			out->hessian[n * i + j] =
				0.0 + mech_jet_product_hessian(n, &a[0], &b[0], i, j) + mech_jet_product_hessian(n, &a[1], &b[1], i, j);
		}
	}
	for (int i = 0; order > 0 && i < n; i++) {
		out->gradient[i] =
			0.0 + mech_jet_product_gradient(&a[0], &b[0], i) + mech_jet_product_gradient(&a[1], &b[1], i);
	}
	out->value = 0.0 + a[0].value * b[0].value + a[1].value * b[1].value;
	out->turns = 0.0;
}

static inline void mech_jet_dot_space(int n, int order, const struct mech_jet *a, const struct mech_jet *b,
                                      struct mech_jet *restrict out)
{
	for (int i = 0; order > 1 && i < n; i++) {
		for (int j = 0; j < n; j++) {
			out->hessian[n * i + j] = 0.0 + mech_jet_product_hessian(n, &a[0], &b[0], i, j) +
			                          mech_jet_product_hessian(n, &a[1], &b[1], i, j) +
			                          mech_jet_product_hessian(n, &a[2], &b[2], i, j);
		}
	}
	for (int i = 0; order > 0 && i < n; i++) {
		out->gradient[i] = 0.0 + mech_jet_product_gradient(&a[0], &b[0], i) +
		                   mech_jet_product_gradient(&a[1], &b[1], i) + mech_jet_product_gradient(&a[2], &b[2], i);
	}
	out->value = 0.0 + a[0].value * b[0].value + a[1].value * b[1].value + a[2].value * b[2].value;
	out->turns = 0.0;
}

LA_FUNCTION void mech_jet_dot(const struct mech_frames *f, const struct mech_jet *a, const struct mech_jet *b,
                              struct mech_jet *out)
{
	if (f->dimension == 3 && f->n == 12) {
		mech_jet_dot_space(12, f->order, a, b, out);
	} else if (f->dimension == 3) {
		mech_jet_dot_space(f->n, f->order, a, b, out);
	} else if (f->n == 6) {
		mech_jet_dot_plane(6, f->order, a, b, out);
	} else {
		mech_jet_dot_plane(f->n, f->order, a, b, out);
	}
}

/* Directions depend on rotations alone: all other second derivatives are zero. Not to compute them
 * saves 5 % of the instructions of bricard. The last translation of each body goes along, as the
 * compiler takes entries two by two. */
static inline void mech_jet_cosine_sized(int n, const struct mech_jet *a, const struct mech_jet *b,
                                         struct mech_jet *restrict out)
{
	memset(out->hessian, 0, (size_t)(n * n) * sizeof *out->hessian);
	for (int row = 0; row < n; row += 6) {
		for (int i = row + 3; i < row + 6; i++) {
			for (int column = 0; column < n; column += 6) {
				for (int j = column + 2; j < column + 6; j++) {
					out->hessian[n * i + j] = 0.0 + mech_jet_product_hessian(n, &a[0], &b[0], i, j) +
					                          mech_jet_product_hessian(n, &a[1], &b[1], i, j) +
					                          mech_jet_product_hessian(n, &a[2], &b[2], i, j);
				}
			}
		}
	}
}

LA_FUNCTION void mech_jet_cosine(const struct mech_frames *f, const struct mech_jet *a, const struct mech_jet *b,
                                 struct mech_jet *out)
{
	mech_jet_dot_space(f->n, f->order < 1 || f->along ? f->order : 1, a, b, out);
	if (f->along) {
		return;
	}
	if (f->order > 1 && f->n == 12) {
		mech_jet_cosine_sized(12, a, b, out);
	} else if (f->order > 1) {
		mech_jet_cosine_sized(f->n, a, b, out);
	}
}

/* ---- what follows from a jet ---- */

LA_FUNCTION double mech_jet_rate(const struct mech_frames *f, const struct mech_jet *h, const double *v)
{
	double sum = 0.0;
	for (int i = 0; i < f->n; i++) {
		sum += h->gradient[i] * v[i];
	}
	return sum;
}

/* C of mech_jet.h */
static void mech_jet_add_commutator(const struct mech_frames *f, const struct mech_jet *h, double factor, double *out)
{
	for (int first = f->dimension; first < f->n; first += f->body_v) {
		for (int i = 0; i < 3; i++) {
			const int j = (i + 1) % 3, k = (i + 2) % 3;
			const double half = 0.5 * factor * h->gradient[first + k];
			out[f->n * (first + i) + first + j] -= half;
			out[f->n * (first + j) + first + i] += half;
		}
	}
}

static inline void mech_jet_add_scaled(int n, double factor, const double *restrict x, double *restrict out)
{
	for (int i = 0; i < n; i++) {
		out[i] += factor * x[i];
	}
}

LA_FUNCTION void mech_jet_add_curvature(const struct mech_frames *f, const struct mech_jet *h, double factor,
                                        double *out)
{
	if (f->n == 12) {
		mech_jet_add_scaled(12 * 12, factor, h->hessian, out);
	} else if (f->n == 6) {
		mech_jet_add_scaled(6 * 6, factor, h->hessian, out);
	} else {
		mech_jet_add_scaled(f->n * f->n, factor, h->hessian, out);
	}
	if (f->dimension == 3) {
		mech_jet_add_commutator(f, h, factor, out);
	}
}

/* ---- forces ---- */

LA_FUNCTION void mech_jet_add_force(const struct mech_frames *f, int m, const struct mech_jet *x, const double *F,
                                    double *out)
{
	for (int k = 0; k < m; k++) {
		for (int i = 0; i < f->n; i++) {
			out[i] += F[k] * x[k].gradient[i];
		}
	}
}

/* d(dx/dt)/dq = v^T (H + C) */
static void mech_jet_rate_gradient(const struct mech_frames *f, const struct mech_jet *x, const double *v, double *out)
{
	double curvature[MECH_MOST_PAIR_V * MECH_MOST_PAIR_V] = {0.0};
	mech_jet_add_curvature(f, x, 1.0, curvature);
	for (int j = 0; j < f->n; j++) {
		out[j] = 0.0;
		for (int i = 0; i < f->n; i++) {
			out[j] += v[i] * curvature[f->n * i + j];
		}
	}
}

LA_FUNCTION void mech_jet_add_force_tangent(const struct mech_frames *f, int m, const struct mech_jet *x,
                                            const double *v, const double *F, const double *Fx, const double *Fv,
                                            double cq, double cv, double *out)
{
	for (int k = 0; k < m; k++) {
		double row[MECH_MOST_PAIR_V] = {0.0}; /* cq dF_k/dq + cv dF_k/dv */
		for (int l = 0; l < m; l++) {
			const double fx = Fx ? Fx[m * k + l] : 0.0, fv = Fv ? Fv[m * k + l] : 0.0;
			double turning[MECH_MOST_PAIR_V] = {0.0};
			if (fv != 0.0) {
				mech_jet_rate_gradient(f, &x[l], v, turning);
			}
			for (int j = 0; j < f->n; j++) {
				row[j] += (cq * fx + cv * fv) * x[l].gradient[j] + (fv != 0.0 ? cq * fv * turning[j] : 0.0);
			}
		}
		for (int i = 0; i < f->n; i++) {
			for (int j = 0; j < f->n; j++) {
				out[f->n * i + j] -= x[k].gradient[i] * row[j];
			}
		}
		mech_jet_add_curvature(f, &x[k], -cq * F[k], out);
	}
}
