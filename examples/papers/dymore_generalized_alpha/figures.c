/* Dymore User's Manual, "The generalized-alpha time integration scheme", section 2.1, figures 1 to 3: spectral
 * radius, period elongation and algorithmic damping against h/T, for spectral radii at infinity of 0, 0.2, .., 1.
 *
 * Measured, not computed: the integrator runs on the oscillator q'' + omega^2 q = 0 with a fixed step. Whatever a
 * step does, as long as it is linear in q, v and the algorithmic acceleration, its results obey v_n+3 = c2 v_n+2 + c1
 * v_n+1 + c0 v_n; the c follow from six results, and the roots of that recurrence are the factors by which a step
 * multiplies the modes of the scheme (Prony). Without damping the third mode is not excited, and two c do.
 * (Velocities, because rounding spoils the small q of large steps; for h/T -> infinity three roots meet, and errors
 * of 1e-15 become 1e-5.)
 *
 *     spectral radius = largest |root|;  with r the complex root:  period elongation = 2 pi (h/T) / arg r - 1,
 *     damping = -log |r| / arg r
 *
 * Checked: every number within 1e-3 of that from the eigenvalues of the amplification matrix (eqs. 2, 3, 4, written
 * out below); the radius starts near 1, falls monotonically and ends at that wanted; with 1 there is no damping; less
 * damping goes with less elongation.
 */
#include <complex.h>
#include <math.h>
#include <stdio.h>

#include "dae_method_table.h"
#include "linear_system.h"
#include "paper_check.h"
#include "paper_run.h"

static const double pi = 3.14159265358979323846;

enum { RADII = 6, RESULTS = 6 };
static const double radii[RADII] = {0, 0.2, 0.4, 0.6, 0.8, 1};

/* v after 0, 1, .. steps of size h of an oscillator of period 1; 0 on success */
static int run(double radius, double h, double *v)
{
	const double stiffness = 4 * pi * pi;
	struct linear oscillator;
	struct method_run r;
	int status = 0;
	linear_make(&oscillator, 1, &stiffness, NULL);
	if (method_create(&r, &oscillator.system, &dae_generalized_alpha, 1e-8)) {
		return -1;
	}
	r.options.spectral_radius = radius;
	r.options.fixed_step = h;
	r.s.v[0] = 1;
	for (int n = 0; n < RESULTS && !status; n++) {
		v[n] = r.s.v[0];
		status = method_go_on(&r, h * (n + 1));
	}
	method_end(&r);
	return status;
}

/* ---- roots ---- */

struct roots {
	double complex r[3];
	int count;
};

/* of the polynomial p[0] + p[1] x + .. + p[degree] x^degree, all at once (Weierstrass, Durand, Kerner) */
static struct roots find_roots(int degree, const double *p)
{
	struct roots x = {.count = degree};
	for (int i = 0; i < degree; i++) {
		x.r[i] = cpow(0.4 + 0.9 * I, i);
	}
	for (int sweep = 0; sweep < 1000; sweep++) {
		for (int i = 0; i < degree; i++) {
			double complex value = p[degree];
			double complex others = p[degree];
			for (int k = degree - 1; k >= 0; k--) {
				value = value * x.r[i] + p[k];
			}
			for (int k = 0; k < degree; k++) {
				others *= k == i ? 1 : x.r[i] - x.r[k];
			}
			x.r[i] -= others == 0 ? 0 : value / others;
		}
	}
	return x;
}

static double largest(struct roots x)
{
	double radius = 0;
	for (int i = 0; i < x.count; i++) {
		radius = fmax(radius, cabs(x.r[i]));
	}
	return radius;
}

/* the one farthest above the real axis */
static double complex complex_root(struct roots x)
{
	double complex root = x.r[0];
	for (int i = 1; i < x.count; i++) {
		root = cimag(x.r[i]) > cimag(root) ? x.r[i] : root;
	}
	return root;
}

/* Gauss with complete pivoting on n equations [a | b], each of 4 numbers; returns how many were independent */
static int eliminate(int n, double a[3][4], double *x)
{
	int column[] = {0, 1, 2};
	double first = 0;
	for (int k = 0; k < n; k++) {
		int row = k, col = k;
		for (int i = k; i < n; i++) {
			for (int j = k; j < n; j++) {
				if (fabs(a[i][column[j]]) > fabs(a[row][column[col]])) {
					row = i;
					col = j;
				}
			}
		}
		first = k == 0 ? fabs(a[row][column[col]]) : first;
		if (fabs(a[row][column[col]]) <= 1e-11 * first) {
			return k;
		}
		int swap = column[k];
		column[k] = column[col];
		column[col] = swap;
		for (int j = 0; j < 4; j++) {
			double value = a[k][j];
			a[k][j] = a[row][j];
			a[row][j] = value;
		}
		for (int i = k + 1; i < n; i++) {
			double factor = a[i][column[k]] / a[k][column[k]];
			for (int j = 0; j < 4; j++) {
				a[i][j] -= factor * a[k][j];
			}
		}
	}
	for (int k = n - 1; k >= 0; k--) {
		double sum = a[k][3];
		for (int j = k + 1; j < n; j++) {
			sum -= a[k][column[j]] * x[column[j]];
		}
		x[column[k]] = sum / a[k][column[k]];
	}
	return n;
}

/* factors of the modes from the results of steps */
static struct roots measured(const double *v)
{
	for (int degree = 3; degree > 1; degree--) {
		double a[3][4] = {{0}};
		double p[4] = {0};
		for (int i = 0; i < degree; i++) {
			for (int j = 0; j < degree; j++) {
				a[i][j] = v[i + j];
			}
			a[i][3] = -v[i + degree];
		}
		if (eliminate(degree, a, p) == degree) {
			p[degree] = 1;
			return find_roots(degree, p);
		}
	}
	return (struct roots){.count = 0};
}

/* Eigenvalues x of the amplification matrix. With W = h^2 w, V = h v and Z = h omega, eqs. 2 to 4 with M q'' = -K q
 * read
 *     q_1 = q_0 + V_0 + (1/2 - beta) W_0 + beta W_1,    V_1 = V_0 + (1 - gamma) W_0 + gamma W_1
 *     (1 - alpha_m) W_1 + alpha_m W_0 = -Z^2 ((1 - alpha_f) q_1 + alpha_f q_0)
 * and have solutions x^n where
 *     (x - 1)^2 m(x) + Z^2 f(x) (g(x) + (x - 1) b(x)) = 0,
 * m = (1 - alpha_m) x + alpha_m, f = (1 - alpha_f) x + alpha_f, g = gamma x + 1 - gamma, b = beta x + 1/2 - beta. */
static struct roots expected(double radius, double h)
{
	double alpha_m = (2 * radius - 1) / (radius + 1);
	double alpha_f = radius / (radius + 1);
	double gamma = 0.5 - alpha_m + alpha_f;
	double beta = 0.25 * (1 - alpha_m + alpha_f) * (1 - alpha_m + alpha_f);
	double z = 4 * pi * pi * h * h;
	/* g + (x - 1) b, by powers of x */
	const double s[] = {1 - gamma - (0.5 - beta), gamma + 0.5 - 2 * beta, beta};
	const double m[] = {alpha_m, 1 - alpha_m};
	const double f[] = {alpha_f, 1 - alpha_f};
	const double square[] = {1, -2, 1};
	double p[4] = {0};
	for (int i = 0; i < 2; i++) {
		for (int j = 0; j < 3; j++) {
			p[i + j] += (m[i] * square[j] + z * f[i] * s[j]) / (1 + z);
		}
	}
	return find_roots(3, p);
}

/* ---- figures ---- */

static double spectral_radius(struct roots x, double h)
{
	(void)h;
	return largest(x);
}

static double period_elongation(struct roots x, double h)
{
	return 2 * pi * h / carg(complex_root(x)) - 1;
}

static double damping(struct roots x, double h)
{
	(void)h;
	return -log(cabs(complex_root(x))) / carg(complex_root(x));
}

/* prints one figure as a table; measured values into table[step][radius]. Returns the largest difference from what is
 * expected. */
static double print_figure(const char *title, int steps, const double *h, double (*value)(struct roots, double),
                           double (*table)[RADII])
{
	double worst = 0;
	printf("%s\n\n      h/T", title);
	for (int k = 0; k < RADII; k++) {
		printf("   rho=%.1f", radii[k]);
	}
	printf("\n");
	for (int i = 0; i < steps; i++) {
		printf("%9.4g", h[i]);
		for (int k = 0; k < RADII; k++) {
			double v[RESULTS];
			table[i][k] = run(radii[k], h[i], v) ? NAN : value(measured(v), h[i]);
			double difference = fabs(table[i][k] - value(expected(radii[k], h[i]), h[i]));
			worst = difference <= worst ? worst : difference;
			printf(" %9.5f", fabs(table[i][k]) < 1e-9 ? 0 : table[i][k]);
		}
		printf("\n");
	}
	printf("\nlargest difference from the amplification matrix: %.1e\n\n", worst);
	return worst;
}

int main(void)
{
	static const double wide[] = {1e-2, 2e-2, 5e-2, 0.1, 0.2, 0.5, 1, 2, 5, 10, 100, 1e3, 1e4};
	static const double narrow[] = {0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.18, 0.2, 0.25, 0.3, 0.35, 0.4};
	enum { WIDE = sizeof wide / sizeof wide[0], NARROW = sizeof narrow / sizeof narrow[0] };
	static double radius[WIDE][RADII], elongation[NARROW][RADII], ratio[NARROW][RADII];
	int failures = 0;

	double worst = print_figure("Figure 1: spectral radius", WIDE, wide, spectral_radius, radius);
	worst = fmax(worst, print_figure("Figure 2: period elongation", NARROW, narrow, period_elongation, elongation));
	worst = fmax(worst, print_figure("Figure 3: algorithmic damping", NARROW, narrow, damping, ratio));
	failures += check(worst <= 1e-3, "every number within 1e-3 of the eigenvalues of the amplification matrix");

	int starts = 1, falls = 1, ends = 1, undamped = 1, ordered = 1;
	for (int k = 0; k < RADII; k++) {
		starts &= fabs(radius[0][k] - 1) < 1e-3;
		ends &= fabs(radius[WIDE - 1][k] - radii[k]) < 1e-3;
		for (int i = 1; i < WIDE; i++) {
			falls &= radius[i][k] <= radius[i - 1][k] + 1e-3;
		}
		for (int i = 0; i < NARROW && k > 0; i++) {
			undamped &= fabs(ratio[i][RADII - 1]) < 1e-9;
			ordered &= ratio[i][k] < ratio[i][k - 1] && elongation[i][k] < elongation[i][k - 1];
		}
	}
	failures += check(starts, "the spectral radius is near 1 for small steps");
	failures += check(falls, "it falls monotonically");
	failures += check(ends, "it ends at the value wanted");
	failures += check(undamped, "no damping with rho = 1");
	failures += check(ordered, "damping and elongation fall as rho grows");
	return failures > 0;
}
