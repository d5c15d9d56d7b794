/* Motion of three nodes relative to the middle one, in space; equations in mech_quadratic_beam.c. */
#include <string.h>

#include "mech_quadratic_parts.h"

/* phi_n(z) with derivatives by z, for z up to some pi^2: the terms fall below rounding after 20 */
LA_FUNCTION void mech_quadratic_phi(int n, double z, double phi[3])
{
	double term = 1.0, factorial = 1.0;
	for (int i = 2; i <= n; i++) {
		factorial *= i;
	}
	term = 1.0 / factorial;
	phi[0] = phi[1] = phi[2] = 0.0;
	double power0 = 1.0, power1 = 0.0, power2 = 0.0;
	for (int k = 0; k < 20; k++) {
		phi[0] += term * power0;
		phi[1] += term * power1;
		phi[2] += term * power2;
		power2 = z * power2 + 2.0 * power1;
		power1 = z * power1 + power0;
		power0 *= z;
		term /= -(double)(2 * k + n + 1) * (2 * k + n + 2);
	}
}

/* k of S and its derivative by z */
static void mech_quadratic_k(double z, double k[2])
{
	double phi[3], w[2] = {0.0, 0.0}, term = 1.0 / 24.0, power0 = 1.0, power1 = 0.0;
	mech_quadratic_phi(2, z, phi);
	for (int j = 0; j < 20; j++) {
		w[0] += term * (j + 1) * power0;
		w[1] += term * (j + 1) * power1;
		power1 = z * power1 + power0;
		power0 *= z;
		term /= -(double)(2 * j + 5) * (2 * j + 6);
	}
	k[0] = w[0] / phi[0];
	k[1] = (w[1] - k[0] * phi[1]) / phi[0];
}

static void mech_quadratic_quaternion(const struct mech_context *c, int body, double *e)
{
	static const double upright[4] = {1.0, 0.0, 0.0, 0.0};
	memcpy(e, body == MECH_GROUND ? upright : c->q + c->model->bodies[body].q + 3, 4 * sizeof *e);
}

LA_FUNCTION void mech_quadratic_open(const struct mech_context *c, const struct mech_element *e, const double *s,
                                     struct mech_quadratic_nodes *nodes)
{
	double p[MECH_QUADRATIC_NODES][3], turn[MECH_QUADRATIC_NODES][4];
	nodes->s = s;
	for (int i = 0; i < MECH_QUADRATIC_NODES; i++) {
		nodes->pose[i] = mech_pose_of(c, e->body[i], &nodes->room[i]);
		mech_pose_turn(nodes->pose[i], nodes->s + 3 * i, p[i]);
		mech_quadratic_quaternion(c, e->body[i], turn[i]);
		for (int j = 0; j < 3; j++) {
			p[i][j] += nodes->pose[i]->x[j];
		}
	}
	for (int i = 0; i < 2; i++) {
		double gap[3];
		for (int j = 0; j < 3; j++) {
			gap[j] = p[i][j] - p[MECH_QUADRATIC_MIDDLE][j];
		}
		mech_rotate_back(nodes->pose[MECH_QUADRATIC_MIDDLE]->R, gap, nodes->y[i]);
		mech_rotation_difference(turn[MECH_QUADRATIC_MIDDLE], turn[i], nodes->psi[i]);
		mech_quadratic_k(mech_dot(nodes->psi[i], nodes->psi[i]), nodes->k[i]);
	}
}

/* out += sign S(side psi_i) w */
static void mech_quadratic_add_turn(const struct mech_quadratic_nodes *nodes, int i, double side, double sign,
                                    const double *w, double *out)
{
	double once[3], twice[3];
	mech_cross(nodes->psi[i], w, once);
	mech_cross(nodes->psi[i], once, twice);
	for (int j = 0; j < 3; j++) {
		out[j] += sign * (w[j] + 0.5 * side * once[j] + nodes->k[i][0] * twice[j]);
	}
}

/* the same for its change with a change of psi_i */
static void mech_quadratic_add_turn_change(const struct mech_quadratic_nodes *nodes, int i, double side, double sign,
                                           const double *w, const double *change, double *out)
{
	const double *psi = nodes->psi[i], growth = 2.0 * nodes->k[i][1] * mech_dot(psi, change);
	double once[3], twice[3], changed[3], first[3], second[3];
	mech_cross(psi, w, once);
	mech_cross(psi, once, twice);
	mech_cross(change, w, changed);
	mech_cross(change, once, first);
	mech_cross(psi, changed, second);
	for (int j = 0; j < 3; j++) {
		out[j] += sign * (0.5 * side * changed[j] + nodes->k[i][0] * (first[j] + second[j]) + growth * twice[j]);
	}
}

/* velocity of node i minus that of the middle, for motions d of the bodies */
static void mech_quadratic_apart(const struct mech_quadratic_nodes *nodes, int i, const double *d, double *out)
{
	const int side[2] = {i, MECH_QUADRATIC_MIDDLE};
	for (int j = 0; j < 3; j++) {
		out[j] = d[6 * side[0] + j] - d[6 * side[1] + j];
	}
	for (int k = 0; k < 2; k++) {
		double swing[3];
		mech_cross(d + 6 * side[k] + 3, nodes->s + 3 * side[k], swing);
		mech_rotate(nodes->pose[side[k]]->R, swing, swing);
		for (int j = 0; j < 3; j++) {
			out[j] += k == 0 ? swing[j] : -swing[j];
		}
	}
}

/* dz = J d */
LA_FUNCTION void mech_quadratic_push(const struct mech_quadratic_nodes *nodes, const double *d, double *dz)
{
	const double *middle = d + 6 * MECH_QUADRATIC_MIDDLE + 3;
	memset(dz, 0, MECH_QUADRATIC_Z * sizeof *dz);
	for (int i = 0; i < 2; i++) {
		double apart[3], turned[3];
		mech_quadratic_apart(nodes, i, d, apart);
		mech_rotate_back(nodes->pose[MECH_QUADRATIC_MIDDLE]->R, apart, dz + 6 * i);
		mech_cross(nodes->y[i], middle, turned);
		for (int j = 0; j < 3; j++) {
			dz[6 * i + j] += turned[j];
		}
		mech_quadratic_add_turn(nodes, i, 1.0, 1.0, d + 6 * i + 3, dz + 6 * i + 3);
		mech_quadratic_add_turn(nodes, i, -1.0, -1.0, middle, dz + 6 * i + 3);
	}
}

/* the change of J v with d at fixed v; dz = J d */
LA_FUNCTION void mech_quadratic_push_change(const struct mech_quadratic_nodes *nodes, const double *v, const double *d,
                                            const double *dz, double *out)
{
	const double *R = nodes->pose[MECH_QUADRATIC_MIDDLE]->R;
	const double *middle_v = v + 6 * MECH_QUADRATIC_MIDDLE + 3, *middle_d = d + 6 * MECH_QUADRATIC_MIDDLE + 3;
	memset(out, 0, MECH_QUADRATIC_Z * sizeof *out);
	for (int i = 0; i < 2; i++) {
		const int side[2] = {i, MECH_QUADRATIC_MIDDLE};
		double apart[3], swing[3], turned[3];
		mech_quadratic_apart(nodes, i, v, apart);
		mech_rotate_back(R, apart, apart);
		mech_cross(apart, middle_d, out + 6 * i);
		for (int k = 0; k < 2; k++) {
			mech_cross(v + 6 * side[k] + 3, nodes->s + 3 * side[k], swing);
			mech_cross(d + 6 * side[k] + 3, swing, swing);
			mech_rotate(nodes->pose[side[k]]->R, swing, swing);
			mech_rotate_back(R, swing, swing);
			for (int j = 0; j < 3; j++) {
				out[6 * i + j] += k == 0 ? swing[j] : -swing[j];
			}
		}
		mech_cross(dz + 6 * i, middle_v, turned);
		for (int j = 0; j < 3; j++) {
			out[6 * i + j] += turned[j];
		}
		mech_quadratic_add_turn_change(nodes, i, 1.0, 1.0, v + 6 * i + 3, dz + 6 * i + 3, out + 6 * i + 3);
		mech_quadratic_add_turn_change(nodes, i, -1.0, -1.0, middle_v, dz + 6 * i + 3, out + 6 * i + 3);
	}
}

/* f += J^T fz */
LA_FUNCTION void mech_quadratic_pull(const struct mech_quadratic_nodes *nodes, const double *fz, double *f)
{
	double *middle = f + 6 * MECH_QUADRATIC_MIDDLE;
	for (int i = 0; i < 2; i++) {
		double force[3], own[3], lever[3];
		mech_rotate(nodes->pose[MECH_QUADRATIC_MIDDLE]->R, fz + 6 * i, force);
		mech_rotate_back(nodes->pose[i]->R, force, own);
		mech_cross(nodes->s + 3 * i, own, lever);
		for (int j = 0; j < 3; j++) {
			f[6 * i + j] += force[j];
			middle[j] -= force[j];
			f[6 * i + 3 + j] += lever[j];
		}
		mech_quadratic_add_turn(nodes, i, -1.0, 1.0, fz + 6 * i + 3, f + 6 * i + 3);
		mech_quadratic_add_turn(nodes, i, 1.0, -1.0, fz + 6 * i + 3, middle + 3);
		mech_cross(fz + 6 * i, nodes->y[i], own);
		mech_cross(nodes->s + 3 * MECH_QUADRATIC_MIDDLE, fz + 6 * i, lever);
		for (int j = 0; j < 3; j++) {
			middle[3 + j] += own[j] - lever[j];
		}
	}
}

/* the change of J^T fz with d at fixed fz; dz = J d */
LA_FUNCTION void mech_quadratic_pull_change(const struct mech_quadratic_nodes *nodes, const double *fz, const double *d,
                                            const double *dz, double *out)
{
	const double *R = nodes->pose[MECH_QUADRATIC_MIDDLE]->R, *turn = d + 6 * MECH_QUADRATIC_MIDDLE + 3;
	double *middle = out + 6 * MECH_QUADRATIC_MIDDLE;
	memset(out, 0, MECH_QUADRATIC_V * sizeof *out);
	for (int i = 0; i < 2; i++) {
		double force[3], change[3], own[3], turned[3], lever[3];
		mech_rotate(R, fz + 6 * i, force);
		mech_cross(turn, fz + 6 * i, change);
		mech_rotate(R, change, change);
		mech_rotate_back(nodes->pose[i]->R, force, own);
		mech_cross(own, d + 6 * i + 3, turned);
		mech_rotate_back(nodes->pose[i]->R, change, own);
		for (int j = 0; j < 3; j++) {
			out[6 * i + j] += change[j];
			middle[j] -= change[j];
			own[j] += turned[j];
		}
		mech_cross(nodes->s + 3 * i, own, lever);
		mech_cross(fz + 6 * i, dz + 6 * i, turned);
		for (int j = 0; j < 3; j++) {
			out[6 * i + 3 + j] += lever[j];
			middle[3 + j] += turned[j];
		}
		mech_quadratic_add_turn_change(nodes, i, -1.0, 1.0, fz + 6 * i + 3, dz + 6 * i + 3, out + 6 * i + 3);
		mech_quadratic_add_turn_change(nodes, i, 1.0, -1.0, fz + 6 * i + 3, dz + 6 * i + 3, middle + 3);
	}
}
