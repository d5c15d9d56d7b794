/* Planar mechanisms with IDA of SUNDIALS, in the stabilized form of Gear, Gupta and Leimkuhler:
 *
 *     q' = v - G^T mu,      M v' = f - G^T lambda,      g(q) = 0,      G v = 0
 *
 * The Jacobian is analytic, sparse and factored by KLU. lambda and mu take no part in the error
 * test. The result is one line of JSON.
 *
 *     bench_ida four_bar N TOLERANCE STOP STEP
 *         N loops of bars of 1 m and 1 kg (IFToMM A02)
 *     bench_ida slider_crank 0 TOLERANCE STOP STEP
 *         arms of 1 m with masses of 1 kg at their ends
 *     bench_ida turning_slider_crank 0 TOLERANCE STOP STEP
 *         the same, started with 5 rad/s so that it turns over
 *     bench_ida andrews_squeezer 0 TOLERANCE STOP STEP
 *         seven bodies, a spring and a torque
 *
 * Bodies, joints and start are those of examples/double_four_bar, slider_crank and
 * andrews_squeezer. Drift is the largest error of the energy. Samples are x and y of all bodies at
 * eight communication points, the last of them the end.
 */
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <time.h>

enum { SAMPLES = 8 };

/* A body has centre x, y and an angle. A joint of two rows holds point s of body a on point t of
 * body b; b = -1 is the ground. A joint of one row holds the height only. */
struct body {
	double mass, inertia;
};
struct joint {
	int a, b, rows, row;
	double s[2], t[2];
};
/* from point s of a body to a fixed one; without stiffness there is none */
struct spring {
	int body;
	double s[2], to[2], stiffness, length;
};
struct machine {
	int n_bodies, n_joints, n_v, n_g;
	double gravity, torque; /* on the first body */
	double first_step;      /* 0: IDA's own */
	struct spring spring;
	struct body *body;
	struct joint *joint;
	sunindextype *rows, *starts; /* CSC pattern as it grows: triplets, sorted into columns for each matrix */
	double *values;
	int entries, most;
};

static void turn(double angle, const double *s, double *r)
{
	r[0] = cos(angle) * s[0] - sin(angle) * s[1];
	r[1] = sin(angle) * s[0] + cos(angle) * s[1];
}

/* what each end of a joint has: sign, body, turned point */
struct end {
	double sign, r[2];
	int body;
};

static int ends(const struct joint *j, const double *q, struct end *e)
{
	e[0] = (struct end){1, {0, 0}, j->a};
	turn(q[3 * j->a + 2], j->s, e[0].r);
	if (j->b < 0) {
		return 1;
	}
	e[1] = (struct end){-1, {0, 0}, j->b};
	turn(q[3 * j->b + 2], j->t, e[1].r);
	return 2;
}

/* rows of a joint are x and y, or y alone */
static int axis(const struct joint *j, int k)
{
	return j->rows == 2 ? k : 1;
}

/* d/dangle of component c of a turned point */
static double turned(const struct end *e, int c)
{
	return c == 0 ? -e->r[1] : e->r[0];
}

static void constraint(const struct machine *m, const double *q, double *g)
{
	for (int i = 0; i < m->n_joints; i++) {
		const struct joint *j = &m->joint[i];
		struct end e[2];
		const int n = ends(j, q, e);
		for (int k = 0; k < j->rows; k++) {
			const int c = axis(j, k);
			double sum = n == 1 ? -j->t[c] : 0;
			for (int l = 0; l < n; l++) {
				sum += e[l].sign * (q[3 * e[l].body + c] + e[l].r[c]);
			}
			g[j->row + k] = sum;
		}
	}
}

/* out += G^T x */
static void transposed(const struct machine *m, const double *q, const double *x, double *out)
{
	for (int i = 0; i < m->n_joints; i++) {
		const struct joint *j = &m->joint[i];
		struct end e[2];
		const int n = ends(j, q, e);
		for (int k = 0; k < j->rows; k++) {
			for (int l = 0; l < n; l++) {
				out[3 * e[l].body + axis(j, k)] += e[l].sign * x[j->row + k];
				out[3 * e[l].body + 2] += e[l].sign * turned(&e[l], axis(j, k)) * x[j->row + k];
			}
		}
	}
}

/* out = G v */
static void jacobian_times(const struct machine *m, const double *q, const double *v, double *out)
{
	for (int i = 0; i < m->n_joints; i++) {
		const struct joint *j = &m->joint[i];
		struct end e[2];
		const int n = ends(j, q, e);
		for (int k = 0; k < j->rows; k++) {
			double sum = 0;
			for (int l = 0; l < n; l++) {
				const double *w = v + 3 * e[l].body;
				sum += e[l].sign * (w[axis(j, k)] + turned(&e[l], axis(j, k)) * w[2]);
			}
			out[j->row + k] = sum;
		}
	}
}

/* force[2] on the body, arm[2] from its centre, by_place[3]: dFx/dx, dFx/dy = dFy/dx, dFy/dy */
static void pull(const struct spring *spring, const double *q, double *force, double *arm, double *by_place)
{
	turn(q[3 * spring->body + 2], spring->s, arm);
	const double x = spring->to[0] - q[3 * spring->body] - arm[0], y = spring->to[1] - q[3 * spring->body + 1] - arm[1];
	const double length = hypot(x, y), part = spring->length / length;
	force[0] = spring->stiffness * (1 - part) * x;
	force[1] = spring->stiffness * (1 - part) * y;
	by_place[0] = -spring->stiffness * (1 - part + part * x * x / length / length);
	by_place[1] = -spring->stiffness * part * x * y / length / length;
	by_place[2] = -spring->stiffness * (1 - part + part * y * y / length / length);
}

/* out -= forces but for gravity */
static void drive(const struct machine *m, const double *q, double *out)
{
	out[2] -= m->torque;
	if (m->spring.stiffness > 0) {
		double force[2], arm[2], by_place[3], *of = out + 3 * m->spring.body;
		pull(&m->spring, q, force, arm, by_place);
		of[0] -= force[0];
		of[1] -= force[1];
		of[2] -= arm[0] * force[1] - arm[1] * force[0];
	}
}

static double mass(const struct machine *m, int i)
{
	return i % 3 == 2 ? m->body[i / 3].inertia : m->body[i / 3].mass;
}

static double energy(const struct machine *m, const double *q, const double *v)
{
	double sum = 0;
	for (int i = 0; i < m->n_v; i++) {
		sum += mass(m, i) * v[i] * v[i] / 2 + (i % 3 == 1 ? mass(m, i) * m->gravity * q[i] : 0);
	}
	return sum;
}

/* ---- IDA ---- */

static int residual(realtype t, N_Vector y, N_Vector dy, N_Vector r, void *user)
{
	const struct machine *m = user;
	const double *q = N_VGetArrayPointer(y), *v = q + m->n_v, *lambda = v + m->n_v, *mu = lambda + m->n_g;
	const double *dq = N_VGetArrayPointer(dy), *dv = dq + m->n_v;
	double *r1 = N_VGetArrayPointer(r), *r2 = r1 + m->n_v;
	(void)t;
	for (int i = 0; i < m->n_v; i++) {
		r1[i] = dq[i] - v[i];
		r2[i] = mass(m, i) * dv[i] + (i % 3 == 1 ? mass(m, i) * m->gravity : 0);
	}
	transposed(m, q, mu, r1);
	transposed(m, q, lambda, r2);
	drive(m, q, r2);
	constraint(m, q, r2 + m->n_v);
	jacobian_times(m, q, v, r2 + m->n_v + m->n_g);
	return 0;
}

static void put(struct machine *m, int row, int col, double value)
{
	if (m->entries == m->most) {
		fprintf(stderr, "more entries than were counted\n");
		exit(1);
	}
	m->rows[m->entries] = row;
	m->starts[m->entries] = col;
	m->values[m->entries++] = value;
}

/* column by column; entries of one place add up */
static void pack(const struct machine *m, int n, SUNMatrix matrix)
{
	sunindextype *start = SUNSparseMatrix_IndexPointers(matrix), *row = SUNSparseMatrix_IndexValues(matrix);
	double *value = SUNSparseMatrix_Data(matrix);
	memset(start, 0, (size_t)(n + 1) * sizeof *start);
	for (int k = 0; k < m->entries; k++) {
		start[m->starts[k] + 1]++;
	}
	for (int k = 0; k < n; k++) {
		start[k + 1] += start[k];
	}
	for (int k = 0; k < m->entries; k++) {
		const sunindextype place = start[m->starts[k]]++;
		row[place] = m->rows[k];
		value[place] = m->values[k];
	}
	for (int k = n; k > 0; k--) {
		start[k] = start[k - 1];
	}
	start[0] = 0;
}

/* derivatives of the spring's force: on the diagonal into bend, [n_v] */
static void put_spring(struct machine *m, const double *q, double *bend)
{
	const int x = 3 * m->spring.body, y = x + 1, angle = x + 2, n = m->n_v;
	double force[2], arm[2], by_place[3];
	pull(&m->spring, q, force, arm, by_place);
	const double by_angle[] = {-by_place[0] * arm[1] + by_place[1] * arm[0],
	                           -by_place[1] * arm[1] + by_place[2] * arm[0]};
	bend[x] -= by_place[0];
	bend[y] -= by_place[2];
	bend[angle] -= arm[0] * by_angle[1] - arm[1] * by_angle[0] - arm[0] * force[0] - arm[1] * force[1];
	put(m, n + x, y, -by_place[1]);
	put(m, n + y, x, -by_place[1]);
	put(m, n + x, angle, -by_angle[0]);
	put(m, n + angle, x, -by_angle[0]);
	put(m, n + y, angle, -by_angle[1]);
	put(m, n + angle, y, -by_angle[1]);
}

static int jacobian(realtype t, realtype cj, N_Vector y, N_Vector dy, N_Vector r, SUNMatrix matrix, void *user,
                    N_Vector w1, N_Vector w2, N_Vector w3)
{
	struct machine *m = user;
	const int n = m->n_v, g = m->n_g, size = 2 * (n + g);
	const double *q = N_VGetArrayPointer(y), *v = q + n, *lambda = v + n, *mu = lambda + g;
	double *bend =
		calloc((size_t)(2 * n), sizeof *bend); /* d(G^T mu)/dq and d(G^T lambda)/dq: of each angle by itself */
	(void)t, (void)dy, (void)r, (void)w1, (void)w2, (void)w3;
	m->entries = 0;
	for (int i = 0; i < m->n_joints; i++) {
		const struct joint *j = &m->joint[i];
		struct end e[2];
		const int count = ends(j, q, e);
		for (int k = 0; k < j->rows; k++) {
			const int c = axis(j, k), row = j->row + k;
			for (int l = 0; l < count; l++) {
				const int x = 3 * e[l].body + c, angle = 3 * e[l].body + 2;
				const double across = e[l].sign * turned(&e[l], c);
				bend[angle] -= e[l].sign * e[l].r[c] * mu[row];
				bend[n + angle] -= e[l].sign * e[l].r[c] * lambda[row];
				put(m, x, 2 * n + g + row, e[l].sign);
				put(m, angle, 2 * n + g + row, across);
				put(m, n + x, 2 * n + row, e[l].sign);
				put(m, n + angle, 2 * n + row, across);
				put(m, 2 * n + row, x, e[l].sign);
				put(m, 2 * n + row, angle, across);
				put(m, 2 * n + g + row, n + x, e[l].sign);
				put(m, 2 * n + g + row, n + angle, across);
				put(m, 2 * n + g + row, angle, -e[l].sign * e[l].r[c] * v[angle]);
			}
		}
	}
	if (m->spring.stiffness > 0) {
		put_spring(m, q, bend + n);
	}
	for (int i = 0; i < n; i++) {
		put(m, i, i, cj + bend[i]);
		put(m, i, n + i, -1);
		put(m, n + i, n + i, cj * mass(m, i));
		put(m, n + i, i, bend[n + i]);
	}
	free(bend);
	pack(m, size, matrix);
	return 0;
}

/* ---- start: v' and lambda by elimination with pivots, in time that does not count ---- */

static void solve(int n, double *a, double *b)
{
	for (int k = 0; k < n; k++) {
		int pivot = k;
		for (int i = k + 1; i < n; i++) {
			pivot = fabs(a[i * n + k]) > fabs(a[pivot * n + k]) ? i : pivot;
		}
		for (int l = 0; l < n && pivot != k; l++) {
			const double x = a[k * n + l];
			a[k * n + l] = a[pivot * n + l];
			a[pivot * n + l] = x;
		}
		const double y = b[k];
		b[k] = b[pivot];
		b[pivot] = pivot != k ? y : b[pivot];
		for (int i = k + 1; i < n; i++) {
			const double f = a[i * n + k] / a[k * n + k];
			for (int l = k; f != 0 && l < n; l++) {
				a[i * n + l] -= f * a[k * n + l];
			}
			b[i] -= f * b[k];
		}
	}
	for (int k = n - 1; k >= 0; k--) {
		for (int l = k + 1; l < n; l++) {
			b[k] -= a[k * n + l] * b[l];
		}
		b[k] /= a[k * n + k];
	}
}

static void start(const struct machine *m, double *y, double *dy)
{
	const int n = m->n_v, size = n + m->n_g;
	double *a = calloc((size_t)size * (size_t)size, sizeof *a), *b = calloc((size_t)size, sizeof *b);
	for (int i = 0; i < n; i++) {
		a[i * size + i] = mass(m, i);
		b[i] = i % 3 == 1 ? mass(m, i) * m->gravity : 0;
	}
	drive(m, y, b);
	for (int i = 0; i < n; i++) {
		b[i] = -b[i];
	}
	for (int i = 0; i < m->n_joints; i++) {
		const struct joint *j = &m->joint[i];
		struct end e[2];
		const int count = ends(j, y, e);
		for (int k = 0; k < j->rows; k++) {
			for (int l = 0; l < count; l++) {
				const int c = axis(j, k), angle = 3 * e[l].body + 2, row = n + j->row + k;
				a[row * size + angle - 2 + c] += e[l].sign;
				a[row * size + angle] += e[l].sign * turned(&e[l], c);
				b[row] += e[l].sign * e[l].r[c] * y[n + angle] * y[n + angle];
			}
		}
	}
	for (int i = n; i < size; i++) {
		for (int l = 0; l < n; l++) {
			a[l * size + i] = a[i * size + l];
		}
	}
	solve(size, a, b);
	memcpy(dy, y + n, (size_t)n * sizeof *dy);
	memcpy(dy + n, b, (size_t)n * sizeof *dy);
	memcpy(y + 2 * n, b + n, (size_t)m->n_g * sizeof *y);
	free(a);
	free(b);
}

/* ---- machines ---- */

static void add_joint(struct machine *m, struct joint j)
{
	j.row = m->n_g;
	m->n_g += j.rows;
	m->joint[m->n_joints++] = j;
}

/* cranks 0 .. n, then couplers; y has q, then v */
static void four_bars(struct machine *m, int n, double *y)
{
	m->gravity = 9.81;
	for (int i = 0; i <= n; i++) {
		const double q[] = {i, 0.5, 0}, v[] = {0.5, 0, -1};
		memcpy(y + 3 * i, q, sizeof q);
		memcpy(y + m->n_v + 3 * i, v, sizeof v);
		add_joint(m, (struct joint){i, -1, 2, 0, {0, -0.5}, {i, 0}});
	}
	for (int i = 0; i < n; i++) {
		const int coupler = n + 1 + i;
		const double q[] = {i + 0.5, 1, 0}, v[] = {1, 0, 0};
		memcpy(y + 3 * coupler, q, sizeof q);
		memcpy(y + m->n_v + 3 * coupler, v, sizeof v);
		add_joint(m, (struct joint){coupler, i, 2, 0, {-0.5, 0}, {0, 0.5}});
		add_joint(m, (struct joint){coupler, i + 1, 2, 0, {0.5, 0}, {0, 0.5}});
	}
	for (int i = 0; i < m->n_bodies; i++) {
		m->body[i] = (struct body){1, 1.0 / 12};
	}
}

static void slider_crank(struct machine *m, double speed, double *y)
{
	const double c = sqrt(0.5), q[] = {c, -c, 0, 2 * c, 0, 0};
	const double v[] = {speed * c, speed * c, speed, 2 * speed * c, 0, -speed};
	m->gravity = 9.8;
	memcpy(y, q, sizeof q);
	memcpy(y + m->n_v, v, sizeof v);
	add_joint(m, (struct joint){0, -1, 2, 0, {-c, c}, {0, 0}});
	add_joint(m, (struct joint){1, 0, 2, 0, {-c, -c}, {0, 0}});
	add_joint(m, (struct joint){1, -1, 1, 0, {0, 0}, {0, 0}});
	for (int i = 0; i < 2; i++) {
		m->body[i] = (struct body){1, 0};
	}
}

static void swinging_slider_crank(struct machine *m, int n, double *y)
{
	(void)n;
	slider_crank(m, 0, y);
}

static void turning_slider_crank(struct machine *m, int n, double *y)
{
	(void)n;
	slider_crank(m, 5, y);
}

/* K1 .. K7 with their centres, and the joints where they are at the start */
static void squeezer(struct machine *m, int n, double *y)
{
	static const double center[7][2] = {
		{0.0009182485980307614, -5.674074562905483e-05}, {-0.0044914333599330725, 0.0002775362557942899},
		{-0.018742186670315457, 0.020485106789073934},   {-0.030222939830158887, 0.012071182356663938},
		{-0.05323682815570414, 0.016631847966616306},    {-0.028543268536783597, -0.010722254707252287},
		{-0.059262402801791715, -0.010600698332712844}};
	static const struct body body[7] = {{0.04325, 2.194e-06}, {0.00365, 4.41e-07}, {0.02373, 5.255e-06},
	                                    {0.00706, 5.667e-07}, {0.0705, 1.169e-05}, {0.00706, 5.667e-07},
	                                    {0.05498, 1.912e-05}};
	static const struct {
		int a, b;
		double at[2];
	} pins[10] = {{0, -1, {0, 0}},
	              {1, 0, {0.006986674115451445, -0.0004317230645688955}},
	              {2, -1, {-0.03635, 0.03273}},
	              {3, 4, {-0.03399720388583998, 0.01646197167499768}},
	              {4, -1, {-0.06934, -0.00227}},
	              {5, 6, {-0.03163313450740889, -0.015618868668304536}},
	              {6, -1, {-0.06934, -0.00227}},
	              {2, 1, {-0.020960022346354336, 0.0012951691937066864}},
	              {3, 1, {-0.020960022346354336, 0.0012951691937066864}},
	              {5, 1, {-0.020960022346354336, 0.0012951691937066864}}};
	(void)n;
	m->torque = 0.033;
	m->first_step = 1e-6; /* with its own IDA fails at 1e-6 and below */
	m->spring = (struct spring){
		2, {-0.010472393888814626 - center[2][0], 0.025357788530275253 - center[2][1]}, {0.014, 0.072}, 4530, 0.07785};
	for (int i = 0; i < 7; i++) {
		m->body[i] = body[i];
		memcpy(y + 3 * i, center[i], sizeof center[i]);
	}
	for (int i = 0; i < 10; i++) {
		struct joint j = {.a = pins[i].a, .b = pins[i].b, .rows = 2};
		for (int c = 0; c < 2; c++) {
			j.s[c] = pins[i].at[c] - center[j.a][c];
			j.t[c] = pins[i].at[c] - (j.b < 0 ? 0 : center[j.b][c]);
		}
		add_joint(m, j);
	}
}

/* sizes grow with n; make puts bodies and joints, and y at the start: q, then v */
struct kind {
	const char *name;
	int bodies, bodies_each, joints, joints_each;
	void (*make)(struct machine *m, int n, double *y);
};

static const struct kind kinds[] = {
	{"four_bar", 1, 2, 1, 3, four_bars},
	{"slider_crank", 2, 0, 3, 0, swinging_slider_crank},
	{"turning_slider_crank", 2, 0, 3, 0, turning_slider_crank},
	{"andrews_squeezer", 7, 0, 10, 0, squeezer},
};

static const struct kind *find_kind(const char *name)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (strcmp(kinds[i].name, name) == 0) {
			return &kinds[i];
		}
	}
	return NULL;
}

/* x and y of all bodies */
static void take_sample(const struct machine *m, const double *q, double *sample)
{
	for (int i = 0; i < m->n_bodies; i++) {
		sample[2 * i] = q[3 * i];
		sample[2 * i + 1] = q[3 * i + 1];
	}
}

static void print_samples(const double *samples, int width)
{
	for (int i = 0; i < SAMPLES; i++) {
		printf("%s", i == 0 ? ", \"samples\": [[" : "], [");
		for (int k = 0; k < width; k++) {
			printf("%s%.17g", k > 0 ? ", " : "", samples[i * width + k]);
		}
	}
	printf("]]");
}

static void expect(int status, const char *what)
{
	if (status < 0) {
		fprintf(stderr, "%s: %d\n", what, status);
		exit(1);
	}
}

int main(int count, char **text)
{
	const struct kind *kind = count == 6 ? find_kind(text[1]) : NULL;
	if (kind == NULL) {
		fprintf(stderr, "bench_ida four_bar|slider_crank|turning_slider_crank|andrews_squeezer N "
		                "TOLERANCE STOP STEP\n");
		return 2;
	}
	const int n = atoi(text[2]);
	const double tolerance = strtod(text[3], NULL), stop = strtod(text[4], NULL), step = strtod(text[5], NULL);
	struct machine m = {.n_bodies = kind->bodies + n * kind->bodies_each};
	const int most_joints = kind->joints + n * kind->joints_each, most_rows = 2 * most_joints;
	m.n_v = 3 * m.n_bodies;
	m.body = calloc((size_t)m.n_bodies, sizeof *m.body);
	m.joint = calloc((size_t)most_joints, sizeof *m.joint);
	double *begin = calloc(2 * (size_t)(m.n_v + most_rows), sizeof *begin);
	kind->make(&m, n, begin);
	const int size = 2 * (m.n_v + m.n_g);
	m.most = 4 * m.n_v + 18 * m.n_g + 6;
	m.rows = calloc((size_t)m.most, sizeof *m.rows);
	m.starts = calloc((size_t)m.most, sizeof *m.starts);
	m.values = calloc((size_t)m.most, sizeof *m.values);
	SUNContext context;
	expect(SUNContext_Create(NULL, &context), "SUNContext_Create");
	N_Vector y = N_VNew_Serial(size, context), dy = N_VClone(y), id = N_VClone(y);
	N_VConst(0, y);
	N_VConst(0, dy);
	N_VConst(0, id);
	memcpy(N_VGetArrayPointer(y), begin, 2 * (size_t)m.n_v * sizeof *begin);
	start(&m, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
	for (int i = 0; i < 2 * m.n_v; i++) {
		N_VGetArrayPointer(id)[i] = 1;
	}
	void *ida = IDACreate(context);
	SUNMatrix matrix = SUNSparseMatrix(size, size, m.most, CSC_MAT, context);
	SUNLinearSolver solver = SUNLinSol_KLU(y, matrix, context);
	expect(IDAInit(ida, residual, 0, y, dy), "IDAInit");
	expect(IDASStolerances(ida, tolerance, tolerance), "IDASStolerances");
	expect(IDASetUserData(ida, &m), "IDASetUserData");
	expect(IDASetId(ida, id), "IDASetId");
	expect(IDASetSuppressAlg(ida, SUNTRUE), "IDASetSuppressAlg");
	expect(IDASetInitStep(ida, m.first_step), "IDASetInitStep");
	expect(IDASetMaxNumSteps(ida, 100000000), "IDASetMaxNumSteps");
	expect(IDASetLinearSolver(ida, solver, matrix), "IDASetLinearSolver");
	expect(IDASetJacFn(ida, jacobian), "IDASetJacFn");
	const double *q = N_VGetArrayPointer(y);
	const double first = energy(&m, q, q + m.n_v);
	double drift = 0;
	const clock_t before = clock();
	const int calls = (int)(stop / step + 0.5), width = 2 * m.n_bodies;
	double *samples = calloc((size_t)(SAMPLES * width), sizeof *samples);
	for (int k = 1; k <= calls; k++) {
		double t;
		expect(IDASolve(ida, stop * k / calls, &t, y, dy, IDA_NORMAL), "IDASolve");
		drift = fmax(drift, fabs(energy(&m, q, q + m.n_v) - first));
		if (k * SAMPLES / calls > (k - 1) * SAMPLES / calls) {
			take_sample(&m, q, samples + (k * SAMPLES / calls - 1) * width);
		}
	}
	const double took = (double)(clock() - before) / CLOCKS_PER_SEC;
	long steps = 0, factorizations = 0, iterations = 0;
	IDAGetNumSteps(ida, &steps);
	IDAGetNumLinSolvSetups(ida, &factorizations);
	IDAGetNumNonlinSolvIters(ida, &iterations);
	printf("{\"cpu\": %.6g, \"calls\": %d, \"steps\": %ld, \"factorizations\": %ld, \"iterations\": %ld, "
	       "\"drift\": %.6g",
	       took, calls, steps, factorizations, iterations, drift);
	print_samples(samples, width);
	printf("}\n");
	return 0;
}
