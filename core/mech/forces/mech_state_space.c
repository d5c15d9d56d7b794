/* State space: a linear controller between the coordinates c_1 .. c_m of joints, m at most 3. It
 * measures u = (c_1 .. c_m, dc_1/dt .. dc_m/dt, r) with the number r that drives it, the reference,
 * and exerts the efforts y_i along c_i:
 *
 *     dz/dt = A z + B u,     y = C z + D u,     f = sum J_i^T y_i,     J_i = dc_i/dq.
 *
 * The states z start at 0, or at what a static start finds. What they measure is up to the
 * matrices, so they have units of their own. The power sum y_i dc_i/dt comes from outside.
 *
 * Tangent: with the rows U of du, whose first m are J_i and whose next m are v^T H_i by position
 * and J_i by velocity,
 *
 *     -df = -sum J_i^T (C_i dz + D_i U) - sum y_i H_i,     -d(dz/dt) = -A dz - B U.
 */
#include <math.h>

#include "mech_curve.h"
#include "mech_joint.h"
#include "mech_kinds.h"
#include "mech_matrix.h"

enum { MECH_STATE_SPACE_A, MECH_STATE_SPACE_B, MECH_STATE_SPACE_C, MECH_STATE_SPACE_D, MECH_STATE_SPACE_MATRICES };

static const struct mech_parameter_spec mech_state_space_parameters[] = {
	MECH_TUNABLE("reference", MECH_NUMBER, MECH_OPTIONAL, MECH_ANY, 0.0,
                 "the last number that it measures, in the unit that the matrices take it in"),
};

static const struct mech_matrix_spec mech_state_space_matrices[] = {
	{"A", MECH_EACH_STATE, MECH_EACH_STATE, "a row for each state: its rate by the states"},
	{"B", MECH_EACH_STATE, MECH_EACH_MEASURED,
     "a row for each state: its rate by the values of the coordinates, their rates and the reference"},
	{"C", MECH_EACH_COORDINATE, MECH_EACH_STATE, "a row for each coordinate: torque or force along it by the states"},
	{"D", MECH_EACH_COORDINATE, MECH_EACH_MEASURED,
     "a row for each coordinate: torque or force along it by the values of the coordinates, their rates and the "
     "reference"},
};

static const struct mech_curve_spec mech_state_space_curves[] = {
	MECH_CURVE_OVER_TIME("references", MECH_NUMBER, 0),
};

static const struct mech_output_spec mech_state_space_outputs[] = {
	{"effort", MECH_MOST_JOINTS, MECH_COORDINATE_EFFORT, MECH_READS_MOTION | MECH_READS_STATES | MECH_READS_DRIVE,
     "torque or force exerted along the coordinate"},
	{"state", MECH_MOST_STATES, MECH_NUMBER, MECH_CONSTANT(MECH_READS_STATES) | MECH_ALONG_OWN,
     "state of the controller"},
};

static const enum mech_extent mech_state_space_extents[] = {MECH_EACH_COORDINATE, MECH_EACH_STATE};

/* the element at a point: its sizes, its matrices by rows, and z after u */
struct mech_state_space {
	int states, joints, measured;
	const double *matrix[MECH_STATE_SPACE_MATRICES];
	double u[MECH_MOST_MEASURED], z[MECH_MOST_STATES];
};

static void mech_state_space_look(const struct mech_context *c, const struct mech_element *e,
                                  struct mech_state_space *s)
{
	s->states = e->n_states;
	s->joints = mech_element_joints(e);
	s->measured = mech_extent_of(e, MECH_EACH_MEASURED);
	for (int k = 0; k < MECH_STATE_SPACE_MATRICES; k++) {
		s->matrix[k] = c->parameters + mech_matrix_parameter(e, k);
	}
	for (int i = 0; i < s->joints; i++) {
		s->u[i] = mech_referred_value(c, e, i);
		s->u[s->joints + i] = mech_referred_rate(c, e, i);
	}
	s->u[2 * s->joints] = mech_driving_number(c, e, 0);
	for (int k = 0; k < s->states; k++) {
		s->z[k] = mech_element_state(c, e, k);
	}
}

static double mech_state_space_dot(int n, const double *a, const double *b)
{
	double sum = 0.0;
	for (int i = 0; i < n; i++) {
		sum += a[i] * b[i];
	}
	return sum;
}

/* row i of A z + B u, or of C z + D u */
static double mech_state_space_row(const struct mech_state_space *s, int by_states, int by_measured, int i)
{
	return mech_state_space_dot(s->states, s->matrix[by_states] + i * s->states, s->z) +
	       mech_state_space_dot(s->measured, s->matrix[by_measured] + i * s->measured, s->u);
}

static double mech_state_space_effort(const struct mech_state_space *s, int i)
{
	return mech_state_space_row(s, MECH_STATE_SPACE_C, MECH_STATE_SPACE_D, i);
}

static void mech_state_space_force(const struct mech_context *c, const struct mech_element *e, double *f)
{
	const int n = 2 * c->model->body_v, first = mech_local_size(c->model, e) - e->n_states;
	struct mech_state_space s;
	mech_state_space_look(c, e, &s);
	for (int i = 0; i < s.joints; i++) {
		double row[MECH_MOST_PAIR_V];
		const double effort = mech_state_space_effort(&s, i);
		mech_referred_row(c, e, i, row);
		for (int j = 0; j < n; j++) {
			f[n * i + j] += effort * row[j];
		}
	}
	for (int k = 0; k < s.states; k++) {
		f[first + k] += mech_state_space_row(&s, MECH_STATE_SPACE_A, MECH_STATE_SPACE_B, k);
	}
}

/* J, and v^T H, of all coordinates, [joints x pair] */
struct mech_state_space_rows {
	double row[MECH_MOST_JOINTS][MECH_MOST_PAIR_V], turning[MECH_MOST_JOINTS][MECH_MOST_PAIR_V];
};

/* out[width] -= row i of C dz + D U, or of A dz + B U, times `factor` */
static void mech_state_space_subtract(const struct mech_context *c, const struct mech_state_space *s,
                                      const struct mech_state_space_rows *rows, int by_states, int i, double cq,
                                      double cv, double factor, double *out)
{
	const int n = 2 * c->model->body_v;
	const double *by_z = s->matrix[by_states] + i * s->states, *by_u = s->matrix[by_states + 1] + i * s->measured;
	for (int k = 0; k < s->joints; k++) {
		const double straight = cq * by_u[k] + cv * by_u[s->joints + k], turning = cq * by_u[s->joints + k];
		for (int j = 0; j < n; j++) {
			out[n * k + j] -= factor * (straight * rows->row[k][j] + turning * rows->turning[k][j]);
		}
	}
	for (int k = 0; k < s->states; k++) {
		out[n * s->joints + k] -= factor * cv * by_z[k];
	}
}

static void mech_state_space_tangent(const struct mech_context *c, const struct mech_element *e, double cq, double cv,
                                     double *out)
{
	const int n = 2 * c->model->body_v, width = mech_local_size(c->model, e);
	struct mech_state_space s;
	struct mech_state_space_rows rows;
	mech_state_space_look(c, e, &s);
	for (int i = 0; i < s.joints; i++) {
		mech_referred_row(c, e, i, rows.row[i]);
		mech_referred_rate_row(c, e, i, rows.turning[i]);
	}
	for (int i = 0; i < s.joints; i++) {
		mech_referred_curvature(c, e, i, -cq * mech_state_space_effort(&s, i), out);
		for (int j = 0; j < n; j++) {
			mech_state_space_subtract(c, &s, &rows, MECH_STATE_SPACE_C, i, cq, cv, rows.row[i][j],
			                          out + width * (n * i + j));
		}
	}
	for (int k = 0; k < s.states; k++) {
		mech_state_space_subtract(c, &s, &rows, MECH_STATE_SPACE_A, k, cq, cv, 1.0, out + width * (n * s.joints + k));
	}
}

/* largest sum of the magnitudes in a row of A */
static double mech_state_space_norm(int n, const double *A)
{
	double norm = 0.0;
	for (int i = 0; i < n; i++) {
		double sum = 0.0;
		for (int j = 0; j < n; j++) {
			sum += fabs(A[n * i + j]);
		}
		norm = fmax(norm, sum);
	}
	return norm;
}

/* sum of the magnitudes that row i of a matrix makes of coordinates off by 1 rad or the size of the
 * mechanism, of their rates in a time, and of a reference of 1 */
static double mech_state_space_reach(const struct mech_context *c, const struct mech_element *e, const double *row,
                                     double rate)
{
	const int joints = mech_element_joints(e);
	double sum = fabs(row[2 * joints]);
	for (int i = 0; i < joints; i++) {
		const struct mech_kind *joint = mech_element_kind(mech_referred_joint(c, e, i));
		const double unit = joint->coordinate.specs[e->coordinate[i]].quantity == MECH_ANGLE ? 1.0 : c->length;
		sum += unit * (fabs(row[i]) + rate * fabs(row[joints + i]));
	}
	return sum;
}

/* What B makes in the time of the controller, 1 / |A|. Without A that time is 1 s. A state that
 * measures nothing has the largest size of the others. */
static void mech_state_space_sizes(const struct mech_context *c, const struct mech_element *e, double *out)
{
	const int n = e->n_states, measured = mech_extent_of(e, MECH_EACH_MEASURED);
	const double *B = c->parameters + mech_matrix_parameter(e, MECH_STATE_SPACE_B);
	const double norm = mech_state_space_norm(n, c->parameters + mech_matrix_parameter(e, MECH_STATE_SPACE_A));
	const double rate = norm > 0.0 ? norm : 1.0;
	double largest = 0.0;
	for (int k = 0; k < n; k++) {
		out[k] = mech_state_space_reach(c, e, B + measured * k, rate) / rate;
		largest = fmax(largest, out[k]);
	}
	for (int k = 0; k < n; k++) {
		out[k] = out[k] > 0.0 ? out[k] : largest > 0.0 ? largest : 1.0;
	}
}

static double mech_state_space_supply(const struct mech_context *c, const struct mech_element *e)
{
	struct mech_state_space s;
	double power = 0.0;
	mech_state_space_look(c, e, &s);
	for (int i = 0; i < s.joints; i++) {
		power += mech_state_space_effort(&s, i) * s.u[s.joints + i];
	}
	return power;
}

static void mech_state_space_output(const struct mech_context *c, const struct mech_element *e, double *out)
{
	struct mech_state_space s;
	mech_state_space_look(c, e, &s);
	for (int i = 0; i < MECH_MOST_JOINTS; i++) {
		out[i] = i < s.joints ? mech_state_space_effort(&s, i) : 0.0;
	}
	for (int k = 0; k < MECH_MOST_STATES; k++) {
		out[MECH_MOST_JOINTS + k] = k < s.states ? s.z[k] : 0.0;
	}
}

LA_TABLE const struct mech_kind mech_state_space = {
	.name = "state_space",
	.drawing.symbol = MECH_SYMBOL_EFFORT,
	.section = MECH_FORCE_ELEMENT,
	.space = MECH_EITHER,
	.text = "linear controller given by matrices, between coordinates of up to three joints",
	.file.n_joints = MECH_MOST_JOINTS,
	.file.lists_joints = 1,
	.file.any_coordinate = 1,
	.file.n_parameters = 1,
	.file.parameters = mech_state_space_parameters,
	.file.input = mech_state_space_parameters,
	.file.n_curves = 1,
	.file.curves = mech_state_space_curves,
	.file.n_matrices = MECH_STATE_SPACE_MATRICES,
	.file.matrices = mech_state_space_matrices,
	.output.count = 2,
	.output.specs = mech_state_space_outputs,
	.output.extents = mech_state_space_extents,
	.output.values = mech_state_space_output,
	.force.add = mech_state_space_force,
	.force.tangent = mech_state_space_tangent,
	.force.reads = MECH_READS_MOTION | MECH_READS_STATES | MECH_READS_DRIVE,
	.state.count = MECH_MOST_STATES,
	.state.reads = MECH_READS_MOTION | MECH_READS_STATES | MECH_READS_DRIVE,
	.state.sizes = mech_state_space_sizes,
	.energy.supply = mech_state_space_supply,
};
