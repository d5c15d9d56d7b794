/* Andrews' squeezing mechanism with IDA of SUNDIALS in its seven joint angles: the smallest form of
 * this problem (Hairer and Wanner, Solving Ordinary Differential Equations II, section VII.7, with
 * all constants). Angles q are beta, theta, gamma, phi, delta, omega, epsilon:
 *
 *     q' = v - G^T mu,      M(q) v' = f(q, v) - G^T lambda,      g(q) = 0,      G v = 0
 *
 * The 26 unknowns have a dense Jacobian: exact for G, v', lambda and mu, else by differences.
 * lambda and mu take no part in the error test. The result is one line of JSON.
 *
 *     bench_ida_squeezer TOLERANCE STOP STEP
 *
 * Samples are x and y of the crank's centre at eight communication points, the last of them the end.
 */
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <time.h>

enum { ANGLES = 7, ROWS = 6, SIZE = 2 * (ANGLES + ROWS), SAMPLES = 8 };

static const double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050, m6 = .00706, m7 = .05498;
static const double i1 = 2.194e-6, i2 = 4.41e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5, i6 = 5.667e-7,
					i7 = 1.912e-5;
static const double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072;
static const double d = .028, da = .0115, e = .02, ea = .01421, zf = .02, zt = .04, fa = .01421, rr = .007, ra = .00092,
					ss = .035, sa = .01874, sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04,
					ua = .01228, ub = .00449;
static const double stiffness = 4530, length = .07785, torque = .033;

/* out += M(q) a; M has blocks of beta and theta, gamma, phi and delta, omega and epsilon */
static void mass_times(const double *q, const double *a, double *out)
{
	const double ct = cos(q[1]), sp = sin(q[3]), so = sin(q[5]), l4 = e - ea, l6 = zf - fa;
	const double m21 = m2 * (da * da - da * rr * ct) + i2;
	const double m54 = m4 * (l4 * l4 + zt * l4 * sp) + i4;
	const double m76 = m6 * (l6 * l6 - u * l6 * so) + i6;
	const double m11 = m1 * ra * ra + m2 * (rr * rr - 2 * da * rr * ct + da * da) + i1 + i2;
	const double m55 = m4 * (zt * zt + 2 * zt * l4 * sp + l4 * l4) + m5 * (ta * ta + tb * tb) + i4 + i5;
	const double m77 = m6 * (l6 * l6 - 2 * u * l6 * so + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7;
	out[0] += m11 * a[0] + m21 * a[1];
	out[1] += m21 * a[0] + (m2 * da * da + i2) * a[1];
	out[2] += (m3 * (sa * sa + sb * sb) + i3) * a[2];
	out[3] += (m4 * l4 * l4 + i4) * a[3] + m54 * a[4];
	out[4] += m54 * a[3] + m55 * a[4];
	out[5] += (m6 * l6 * l6 + i6) * a[5] + m76 * a[6];
	out[6] += m76 * a[5] + m77 * a[6];
}

/* out -= f(q, v): the torque, the spring and forces of inertia */
static void minus_forces(const double *q, const double *v, double *out)
{
	const double cg = cos(q[2]), sg = sin(q[2]);
	const double x = sd * cg + sc * sg + xb - xc, y = sd * sg - sc * cg + yb - yc, l = hypot(x, y);
	const double pull = -stiffness * (l - length) / l;
	const double k2 = m2 * da * rr * sin(q[1]), k4 = m4 * zt * (e - ea) * cos(q[3]);
	const double k6 = m6 * u * (zf - fa) * cos(q[5]);
	out[0] -= torque - k2 * v[1] * (v[1] + 2 * v[0]);
	out[1] -= k2 * v[0] * v[0];
	out[2] -= pull * (x * (sc * cg - sd * sg) + y * (sd * cg + sc * sg));
	out[3] -= k4 * v[4] * v[4];
	out[4] -= -k4 * v[3] * (v[3] + 2 * v[4]);
	out[5] -= -k6 * v[6] * v[6];
	out[6] -= k6 * v[5] * (v[5] + 2 * v[6]);
}

static void constraint(const double *q, double *g)
{
	const double x = rr * cos(q[0]) - d * cos(q[0] + q[1]), y = rr * sin(q[0]) - d * sin(q[0] + q[1]);
	g[0] = x - ss * sin(q[2]) - xb;
	g[1] = y + ss * cos(q[2]) - yb;
	g[2] = x - e * sin(q[3] + q[4]) - zt * cos(q[4]) - xa;
	g[3] = y + e * cos(q[3] + q[4]) - zt * sin(q[4]) - ya;
	g[4] = x - zf * cos(q[5] + q[6]) - u * sin(q[6]) - xa;
	g[5] = y - zf * sin(q[5] + q[6]) + u * cos(q[6]) - ya;
}

/* G[row][angle] = dg/dq */
static void constraint_jacobian(const double *q, double G[ROWS][ANGLES])
{
	const double s01 = d * sin(q[0] + q[1]), c01 = d * cos(q[0] + q[1]);
	memset(G, 0, sizeof(double[ROWS][ANGLES]));
	for (int row = 0; row < ROWS; row += 2) {
		G[row][0] = -rr * sin(q[0]) + s01;
		G[row][1] = s01;
		G[row + 1][0] = rr * cos(q[0]) - c01;
		G[row + 1][1] = -c01;
	}
	G[0][2] = -ss * cos(q[2]);
	G[1][2] = -ss * sin(q[2]);
	G[2][3] = -e * cos(q[3] + q[4]);
	G[3][3] = -e * sin(q[3] + q[4]);
	G[2][4] = G[2][3] + zt * sin(q[4]);
	G[3][4] = G[3][3] - zt * cos(q[4]);
	G[4][5] = zf * sin(q[5] + q[6]);
	G[5][5] = -zf * cos(q[5] + q[6]);
	G[4][6] = G[4][5] - u * cos(q[6]);
	G[5][6] = G[5][5] - u * sin(q[6]);
}

static int residual(realtype t, N_Vector y, N_Vector dy, N_Vector r, void *user)
{
	const double *q = N_VGetArrayPointer(y), *v = q + ANGLES, *lambda = v + ANGLES, *mu = lambda + ROWS;
	const double *dq = N_VGetArrayPointer(dy), *dv = dq + ANGLES;
	double *of_q = N_VGetArrayPointer(r), *of_v = of_q + ANGLES, *g = of_v + ANGLES, *rate = g + ROWS;
	double G[ROWS][ANGLES];
	(void)t, (void)user;
	constraint_jacobian(q, G);
	constraint(q, g);
	memset(of_v, 0, ANGLES * sizeof *of_v);
	memset(rate, 0, ROWS * sizeof *rate);
	mass_times(q, dv, of_v);
	minus_forces(q, v, of_v);
	for (int k = 0; k < ANGLES; k++) {
		of_q[k] = dq[k] - v[k];
		for (int row = 0; row < ROWS; row++) {
			of_q[k] += G[row][k] * mu[row];
			of_v[k] += G[row][k] * lambda[row];
			rate[row] += G[row][k] * v[k];
		}
	}
	return 0;
}

/* One column per angle and per rate by central differences. IDA's own differences take increments
 * from the tolerance, which are lost in rounding here. */
static void difference(N_Vector y, N_Vector dy, SUNMatrix matrix, N_Vector plus, N_Vector minus)
{
	double *x = N_VGetArrayPointer(y);
	const double *high = N_VGetArrayPointer(plus), *low = N_VGetArrayPointer(minus);
	for (int col = 0; col < 2 * ANGLES; col++) {
		const double kept = x[col], change = 1e-5 * (1 + fabs(kept));
		x[col] = kept + change;
		residual(0, y, dy, plus, NULL);
		x[col] = kept - change;
		residual(0, y, dy, minus, NULL);
		x[col] = kept;
		for (int row = 0; row < SIZE; row++) {
			SUNDenseMatrix_Column(matrix, col)[row] = (high[row] - low[row]) / (2 * change);
		}
	}
}

static int jacobian(realtype t, realtype cj, N_Vector y, N_Vector dy, N_Vector r, SUNMatrix matrix, void *user,
                    N_Vector w1, N_Vector w2, N_Vector w3)
{
	double G[ROWS][ANGLES];
	(void)t, (void)r, (void)user, (void)w3;
	difference(y, dy, matrix, w1, w2);
	constraint_jacobian(N_VGetArrayPointer(y), G);
	for (int k = 0; k < ANGLES; k++) {
		double unit[ANGLES] = {0};
		unit[k] = cj;
		SUNDenseMatrix_Column(matrix, k)[k] += cj;
		mass_times(N_VGetArrayPointer(y), unit, SUNDenseMatrix_Column(matrix, ANGLES + k) + ANGLES);
		for (int row = 0; row < ROWS; row++) {
			SUNDenseMatrix_Column(matrix, 2 * ANGLES + row)[ANGLES + k] = G[row][k];
			SUNDenseMatrix_Column(matrix, 2 * ANGLES + ROWS + row)[k] = G[row][k];
			SUNDenseMatrix_Column(matrix, k)[2 * ANGLES + row] = G[row][k];
			SUNDenseMatrix_Column(matrix, ANGLES + k)[2 * ANGLES + ROWS + row] = G[row][k];
		}
	}
	return 0;
}

static void expect(int status, const char *what)
{
	if (status < 0) {
		fprintf(stderr, "%s: %d\n", what, status);
		exit(1);
	}
}

/* at rest, with accelerations and multipliers that satisfy the equations (Hairer and Wanner) */
static void start(double *y, double *dy)
{
	static const double q[ANGLES] = {-0.0617138900142764496, 0,
	                                 0.4552798191630703803,  0.2226683901658858847,
	                                 0.4873649795438425502,  -0.2226683901658858847,
	                                 1.230547444549821192};
	memset(y, 0, SIZE * sizeof *y);
	memset(dy, 0, SIZE * sizeof *dy);
	memcpy(y, q, sizeof q);
	y[2 * ANGLES] = 98.56687039624108961;
	y[2 * ANGLES + 1] = -6.122688344255662655;
	dy[ANGLES] = 14222.44391995411387;
	dy[ANGLES + 1] = -10666.8329399655854;
}

int main(int count, char **text)
{
	if (count != 4) {
		fprintf(stderr, "bench_ida_squeezer TOLERANCE STOP STEP\n");
		return 2;
	}
	const double tolerance = strtod(text[1], NULL), stop = strtod(text[2], NULL), step = strtod(text[3], NULL);
	SUNContext context;
	expect(SUNContext_Create(NULL, &context), "SUNContext_Create");
	N_Vector y = N_VNew_Serial(SIZE, context), dy = N_VClone(y), id = N_VClone(y);
	const double *q = N_VGetArrayPointer(y);
	start(N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
	for (int k = 0; k < SIZE; k++) {
		N_VGetArrayPointer(id)[k] = k < 2 * ANGLES;
	}
	void *ida = IDACreate(context);
	SUNMatrix matrix = SUNDenseMatrix(SIZE, SIZE, context);
	SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
	expect(IDAInit(ida, residual, 0, y, dy), "IDAInit");
	expect(IDASStolerances(ida, tolerance, tolerance), "IDASStolerances");
	expect(IDASetId(ida, id), "IDASetId");
	expect(IDASetSuppressAlg(ida, SUNTRUE), "IDASetSuppressAlg");
	expect(IDASetInitStep(ida, 1e-5), "IDASetInitStep");
	expect(IDASetMaxNumSteps(ida, 100000000), "IDASetMaxNumSteps");
	expect(IDASetLinearSolver(ida, solver, matrix), "IDASetLinearSolver");
	expect(IDASetJacFn(ida, jacobian), "IDASetJacFn");
	double samples[SAMPLES][2];
	const clock_t before = clock();
	const int calls = (int)(stop / step + 0.5);
	for (int k = 1; k <= calls; k++) {
		double t;
		expect(IDASolve(ida, stop * k / calls, &t, y, dy, IDA_NORMAL), "IDASolve");
		if (k * SAMPLES / calls > (k - 1) * SAMPLES / calls) {
			double *sample = samples[k * SAMPLES / calls - 1];
			sample[0] = ra * cos(q[0]);
			sample[1] = ra * sin(q[0]);
		}
	}
	const double took = (double)(clock() - before) / CLOCKS_PER_SEC;
	long steps = 0, factorizations = 0, iterations = 0;
	IDAGetNumSteps(ida, &steps);
	IDAGetNumLinSolvSetups(ida, &factorizations);
	IDAGetNumNonlinSolvIters(ida, &iterations);
	printf("{\"cpu\": %.6g, \"calls\": %d, \"steps\": %ld, \"factorizations\": %ld, \"iterations\": %ld, "
	       "\"samples\": [",
	       took, calls, steps, factorizations, iterations);
	for (int k = 0; k < SAMPLES; k++) {
		printf("%s[%.17g, %.17g]", k > 0 ? ", " : "", samples[k][0], samples[k][1]);
	}
	printf("]}\n");
	return 0;
}
