#include "dae_relative.h"

#include <math.h>
#include <string.h>

#include "dae_kkt_struct.h"
#include "dae_relative_parts.h"
#include "dae_singular.h"
#include "la_dense.h"
#include "la_envelope.h"

/* what must be left of a pivot beside the largest of its joint, and of a diagonal: digits that get
 * lost */
static const double DAE_RELATIVE_PIVOT = 1e-3;
static const double DAE_RELATIVE_LEAST = 1e-6;

static struct dae_limb *dae_relative_carrier(const struct dae_relative *r, const struct dae_limb *limb)
{
	return limb->carrier >= 0 ? &r->limbs[limb->carrier] : NULL;
}

static int dae_relative_place(const struct dae_relative *r, const struct dae_limb *limb)
{
	return dae_topology_place(r->topology, (int)(limb - r->limbs));
}

/* out[i] += factor sum_k a[i][k] x[k], or with a transposed; a is rows x cols */
static void dae_relative_multiply(int rows, int cols, const double *a, double factor, const double *x, double *out)
{
	for (int i = 0; i < rows; i++) {
		out[i] += factor * la_dot(cols, a + i * cols, x);
	}
}

static void dae_relative_multiply_transposed(int rows, int cols, const double *a, double factor, const double *x,
                                             double *out)
{
	for (int i = 0; i < rows; i++) {
		for (int k = 0; k < cols; k++) {
			out[k] += factor * a[i * cols + k] * x[i];
		}
	}
}

/* ---- joints of the tree ---- */

/* rows of a block of G, as wide as its body */
static void dae_relative_gather(const struct dae_relative *r, const double *jacobian, int block, double *out)
{
	const struct dae_topology *t = r->topology;
	const struct la_block *b = &t->system->jacobian_blocks[block];
	const int n = dae_topology_width(t, t->body[block]);
	const int offset = b->col - dae_topology_place(t, t->body[block]);
	memset(out, 0, (size_t)(b->rows * n) * sizeof *out);
	for (int i = 0; i < b->rows; i++) {
		memcpy(out + i * n + offset, jacobian + t->value[block] + i * b->cols, (size_t)b->cols * sizeof *out);
	}
}

/* largest entry in rows and columns k .. of index, for velocities in units of size; moves both to
 * number k */
static double dae_relative_find_pivot(struct dae_limb *limb, int k, const double *size, double *rows)
{
	int row = k, col = k;
	double largest = -1;
	for (int i = k; i < limb->rows; i++) {
		for (int c = k; c < limb->n; c++) {
			const int velocity = limb->index[c];
			const double entry = fabs(rows[i * limb->n + velocity]) * (size ? size[velocity] : 1);
			if (entry > largest) {
				largest = entry;
				row = i;
				col = c;
			}
		}
	}
	const int velocity = limb->index[col];
	limb->index[col] = limb->index[k];
	limb->index[k] = velocity;
	for (int c = 0; c < limb->n; c++) {
		const double keep = rows[k * limb->n + c];
		rows[k * limb->n + c] = rows[row * limb->n + c];
		rows[row * limb->n + c] = keep;
	}
	for (int c = 0; c < limb->rows; c++) {
		const double keep = limb->inverse[k * limb->rows + c];
		limb->inverse[k * limb->rows + c] = limb->inverse[row * limb->rows + c];
		limb->inverse[row * limb->rows + c] = keep;
	}
	return largest;
}

/* takes velocity number k out of all rows but its own */
static void dae_relative_eliminate(struct dae_limb *limb, int k, double *rows)
{
	const int n = limb->n, m = limb->rows, velocity = limb->index[k];
	const double pivot = rows[k * n + velocity];
	for (int c = 0; c < n; c++) {
		rows[k * n + c] /= pivot;
	}
	for (int c = 0; c < m; c++) {
		limb->inverse[k * m + c] /= pivot;
	}
	for (int i = 0; i < m; i++) {
		const double factor = i == k ? 0 : rows[i * n + velocity];
		for (int c = 0; c < n && factor != 0; c++) {
			rows[i * n + c] -= factor * rows[k * n + c];
		}
		for (int c = 0; c < m && factor != 0; c++) {
			limb->inverse[i * m + c] -= factor * limb->inverse[k * m + c];
		}
	}
}

/* J_d^-1, E and F; -1: rows of the joint nearly depend on each other */
static int dae_relative_solve_joint(struct dae_relative *r, struct dae_limb *limb, const double *jacobian)
{
	const struct dae_limb *carrier = dae_relative_carrier(r, limb);
	const double *size = r->topology->system->motion_size;
	double *rows = r->rows, largest = 0;
	for (int c = 0; c < limb->n; c++) {
		limb->index[c] = c;
	}
	if (limb->rows == 0) {
		return 0;
	}
	dae_relative_gather(r, jacobian, limb->own, rows);
	for (int i = 0; i < limb->rows * limb->rows; i++) {
		limb->inverse[i] = i % (limb->rows + 1) == 0;
	}
	for (int k = 0; k < limb->rows; k++) {
		const double pivot = dae_relative_find_pivot(limb, k, size ? size + dae_relative_place(r, limb) : NULL, rows);
		largest = fmax(largest, pivot);
		if (!(pivot > DAE_RELATIVE_PIVOT * largest)) {
			return -1;
		}
		dae_relative_eliminate(limb, k, rows);
	}
	for (int k = 0; k < limb->rows * limb->motions; k++) {
		limb->bend[k] = rows[k / limb->motions * limb->n + limb->index[limb->rows + k % limb->motions]];
	}
	if (carrier) {
		dae_relative_gather(r, jacobian, limb->other, rows);
		memset(limb->lift, 0, (size_t)(limb->rows * carrier->n) * sizeof *limb->lift);
		for (int i = 0; i < limb->rows; i++) {
			dae_relative_multiply_transposed(limb->rows, carrier->n, rows, 1, limb->inverse + i * limb->rows,
			                                 limb->lift + i * carrier->n);
		}
	}
	return 0;
}

/* ---- inertia, from the leaves to the root ---- */

/* A [-E; I] into rows: n x motions */
static void dae_relative_load(const struct dae_limb *limb, double *load)
{
	const int *own = limb->index + limb->rows;
	for (int i = 0; i < limb->n; i++) {
		const double *inertia = limb->inertia + i * limb->n;
		double *out = load + i * limb->motions;
		for (int f = 0; f < limb->motions; f++) {
			out[f] = inertia[own[f]];
			for (int k = 0; k < limb->rows; k++) {
				out[f] -= inertia[limb->index[k]] * limb->bend[k * limb->motions + f];
			}
		}
	}
}

/* L; -1: some own motion has no inertia. diagonal[motions] */
static int dae_relative_factor_motions(struct dae_limb *limb, const double *load, double *diagonal)
{
	const int m = limb->motions;
	for (int g = 0; g < m; g++) {
		for (int f = 0; f <= g; f++) {
			double sum = load[limb->index[limb->rows + g] * m + f];
			for (int k = 0; k < limb->rows; k++) {
				sum -= limb->bend[k * m + g] * load[limb->index[k] * m + f];
			}
			limb->root[g + f * m] = sum;
		}
		diagonal[g] = limb->root[g + g * m];
	}
	int is_safe = la_cholesky_factor(m, limb->root, m) == 0;
	for (int g = 0; is_safe && g < m; g++) {
		is_safe = pow(limb->root[g + g * m], 2) > DAE_RELATIVE_LEAST * diagonal[g];
	}
	return is_safe ? 0 : -1;
}

/* what the carrier has to move */
static void dae_relative_pass_on(struct dae_relative *r, const struct dae_limb *limb)
{
	struct dae_limb *carrier = dae_relative_carrier(r, limb);
	const int m = limb->rows, n = carrier ? carrier->n : 0;
	double *half = r->rows;
	for (int i = 0; i < m; i++) {
		for (int k = 0; k <= i; k++) {
			const double rest = limb->inertia[limb->index[i] * limb->n + limb->index[k]] -
			                    la_dot(limb->motions, limb->lead + i * limb->motions, limb->lead + k * limb->motions);
			limb->rest[i * m + k] = limb->rest[k * m + i] = rest;
		}
	}
	memset(half, 0, (size_t)(m * n) * sizeof *half);
	for (int i = 0; i < m && carrier; i++) {
		dae_relative_multiply_transposed(m, n, limb->lift, 1, limb->rest + i * m, half + i * n);
	}
	for (int c = 0; c < n; c++) {
		for (int i = 0; i < m; i++) {
			for (int k = 0; k < n; k++) {
				carrier->inertia[c * n + k] += limb->lift[i * n + c] * half[i * n + k];
			}
		}
	}
}

static int dae_relative_factor_limb(struct dae_relative *r, struct dae_limb *limb)
{
	double *load = r->rows;
	dae_relative_load(limb, load);
	if (dae_relative_factor_motions(limb, load, r->shift)) {
		return -1;
	}
	for (int k = 0; k < limb->rows; k++) {
		double *lead = limb->lead + k * limb->motions;
		memcpy(lead, load + limb->index[k] * limb->motions, (size_t)limb->motions * sizeof *lead);
		la_cholesky_forward(limb->motions, limb->root, limb->motions, lead);
	}
	dae_relative_pass_on(r, limb);
	return 0;
}

static int dae_relative_factor_tree(struct dae_relative *r, const struct dae_kkt *kkt)
{
	const struct dae_topology *t = r->topology;
	for (int i = 0; i < t->n_bodies; i++) {
		struct dae_limb *limb = &r->limbs[i];
		memcpy(limb->inertia, kkt->mass + t->mass[i], (size_t)(limb->n * limb->n) * sizeof *limb->inertia);
		if (dae_relative_solve_joint(r, limb, kkt->measured)) {
			return -1;
		}
	}
	for (int i = t->n_bodies - 1; i >= 0; i--) {
		if (dae_relative_factor_limb(r, &r->limbs[r->order[i]])) {
			return -1;
		}
	}
	return 0;
}

/* ---- forces up, motions down ---- */

/* tau = L^-1 [-E; I]^T f of a body, and what the force does to its carrier; follow: J_d^-1 c, or
 * NULL */
static void dae_relative_up(struct dae_relative *r, const struct dae_limb *limb, const double *follow, double *tau)
{
	const struct dae_limb *carrier = dae_relative_carrier(r, limb);
	const double *f = r->force + dae_relative_place(r, limb);
	double *left = r->shift;
	for (int k = 0; k < limb->rows; k++) {
		left[k] = f[limb->index[k]];
	}
	for (int g = 0; g < limb->motions; g++) {
		tau[g] = f[limb->index[limb->rows + g]];
	}
	dae_relative_multiply_transposed(limb->rows, limb->motions, limb->bend, -1, left, tau);
	la_cholesky_forward(limb->motions, limb->root, limb->motions, tau);
	if (carrier) {
		dae_relative_multiply(limb->rows, limb->motions, limb->lead, -1, tau, left);
		if (follow) {
			dae_relative_multiply(limb->rows, limb->rows, limb->rest, -1, follow, left);
		}
		dae_relative_multiply_transposed(limb->rows, carrier->n, limb->lift, -1, left,
		                                 r->force + dae_relative_place(r, carrier));
	}
}

/* x of a body from that of its carrier and tau */
static void dae_relative_down(struct dae_relative *r, const struct dae_limb *limb, const double *follow)
{
	const struct dae_limb *carrier = dae_relative_carrier(r, limb);
	double *x = r->x + dae_relative_place(r, limb);
	double *h = r->shift, *z = r->rows;
	memcpy(z, r->tau + limb->motion, (size_t)limb->motions * sizeof *z);
	memcpy(h, follow, (size_t)limb->rows * sizeof *h);
	if (carrier) {
		dae_relative_multiply(limb->rows, carrier->n, limb->lift, -1, r->x + dae_relative_place(r, carrier), h);
	}
	dae_relative_multiply_transposed(limb->rows, limb->motions, limb->lead, -1, h, z);
	la_cholesky_backward(limb->motions, limb->root, limb->motions, z);
	dae_relative_multiply(limb->rows, limb->motions, limb->bend, -1, z, h);
	for (int k = 0; k < limb->n; k++) {
		x[limb->index[k]] = k < limb->rows ? h[k] : z[k - limb->rows];
	}
}

static double *dae_relative_follow(const struct dae_relative *r, const struct dae_limb *limb)
{
	return limb->joint >= 0 ? r->follow + r->topology->row[limb->joint] : r->follow;
}

static void dae_relative_all_down(struct dae_relative *r)
{
	for (int i = 0; i < r->topology->n_bodies; i++) {
		const struct dae_limb *limb = &r->limbs[r->order[i]];
		dae_relative_down(r, limb, dae_relative_follow(r, limb));
	}
}

/* ---- cut joints ---- */

/* forces of row `row` of a joint, times factor; forces of bodies are added to */
static void dae_relative_pull(const struct dae_relative *r, const double *jacobian, int joint, int row, double factor)
{
	const struct dae_topology *t = r->topology;
	for (int k = t->joint_start[joint]; k < t->joint_start[joint + 1]; k++) {
		const struct la_block *b = &t->system->jacobian_blocks[t->joint_block[k]];
		const int i = row - b->row;
		for (int c = 0; i >= 0 && i < b->rows && c < b->cols; c++) {
			r->force[b->col + c] += factor * jacobian[t->value[t->joint_block[k]] + i * b->cols + c];
		}
	}
}

/* G x of row `row` of a joint */
static double dae_relative_along(const struct dae_relative *r, const double *jacobian, int joint, int row)
{
	const struct dae_topology *t = r->topology;
	double sum = 0;
	for (int k = t->joint_start[joint]; k < t->joint_start[joint + 1]; k++) {
		const struct la_block *b = &t->system->jacobian_blocks[t->joint_block[k]];
		const int i = row - b->row;
		if (i >= 0 && i < b->rows) {
			sum += la_dot(b->cols, jacobian + t->value[t->joint_block[k]] + i * b->cols, r->x + b->col);
		}
	}
	return sum;
}

/* T of one cut, row by row */
static void dae_relative_halve(struct dae_relative *r, const struct dae_cut *cut, const double *jacobian)
{
	for (int i = 0; i < dae_relative_rows(r, cut); i++) {
		for (int k = 0; k < cut->n_limbs; k++) {
			const struct dae_limb *limb = &r->limbs[cut->limb[k]];
			memset(r->force + dae_relative_place(r, limb), 0, (size_t)limb->n * sizeof *r->force);
		}
		dae_relative_pull(r, jacobian, cut->joint, r->topology->row[cut->joint] + i, 1);
		for (int k = 0; k < cut->n_limbs; k++) {
			dae_relative_up(r, &r->limbs[cut->limb[k]], NULL, cut->half + i * cut->motions + cut->motion[k]);
		}
	}
}

/* what two cuts bring to the lower triangle of T^T T; where[]: of the bodies of the first among its
 * own, -1: it has them not */
static void dae_relative_add(const struct dae_relative *r, const struct dae_cut *a, const struct dae_cut *b)
{
	for (int i = 0; i < dae_relative_rows(r, a); i++) {
		double *entry = r->matrix + r->start[a->row + i] + b->row;
		for (int j = 0; j < dae_relative_rows(r, b) && b->row + j <= a->row + i; j++) {
			entry[j] = 0;
			for (int k = 0; k < b->n_limbs; k++) {
				const int place = r->where[b->limb[k]];
				if (place >= 0) {
					entry[j] += la_dot(r->limbs[b->limb[k]].motions, a->half + i * a->motions + a->motion[place],
					                   b->half + j * b->motions + b->motion[k]);
				}
			}
		}
	}
}

static void dae_relative_assemble(struct dae_relative *r, const double *jacobian)
{
	for (int c = 0; c < r->n_cuts; c++) {
		const struct dae_cut *cut = &r->cuts[c];
		dae_relative_halve(r, cut, jacobian);
		memset(r->where, -1, (size_t)r->topology->n_bodies * sizeof *r->where);
		for (int k = 0; k < cut->n_limbs; k++) {
			r->where[cut->limb[k]] = k;
		}
		for (int b = 0; b <= c; b++) {
			dae_relative_add(r, cut, &r->cuts[b]);
		}
	}
}

LA_FUNCTION int dae_relative_factor(struct dae_kkt *kkt)
{
	struct dae_relative *r = kkt->relative;
	if (!r || dae_relative_factor_tree(r, kkt)) {
		return -1;
	}
	dae_relative_assemble(r, kkt->measured);
	if (la_envelope_factor(r->cut_rows, r->first, r->start, DAE_RELATIVE_LEAST, r->matrix, r->pivot)) {
		return -1;
	}
	for (int i = 0; i < kkt->system->n_g; i++) {
		dae_singular_set_pivot(kkt, i, 1 / kkt->scale);
	}
	for (int c = 0; c < r->n_cuts; c++) {
		for (int i = 0; i < dae_relative_rows(r, &r->cuts[c]); i++) {
			dae_singular_set_pivot(kkt, r->topology->row[r->cuts[c].joint] + i, r->pivot[r->cuts[c].row + i]);
		}
	}
	const double smallest = la_envelope_smallest(r->cut_rows, r->first, r->start, r->matrix, r->open);
	return dae_singular_is_far(kkt, smallest) ? 0 : -1;
}

/* ---- solve ---- */

/* multipliers of the cut joints, from what the tree alone leaves open; right: [b; c] */
static void dae_relative_close(struct dae_relative *r, const struct dae_kkt *kkt, const double *right)
{
	for (int c = 0; c < r->n_cuts; c++) {
		const struct dae_cut *cut = &r->cuts[c];
		const int row = r->topology->row[cut->joint];
		for (int i = 0; i < dae_relative_rows(r, cut); i++) {
			r->open[cut->row + i] =
				dae_relative_along(r, kkt->measured, cut->joint, row + i) - right[kkt->system->n_v + row + i];
		}
	}
	la_envelope_solve(r->cut_rows, r->first, r->start, r->matrix, r->open);
	for (int c = 0; c < r->n_cuts; c++) {
		const struct dae_cut *cut = &r->cuts[c];
		for (int k = 0; k < cut->n_limbs; k++) {
			const struct dae_limb *limb = &r->limbs[cut->limb[k]];
			for (int i = 0; i < dae_relative_rows(r, cut); i++) {
				for (int f = 0; f < limb->motions; f++) {
					r->tau[limb->motion + f] -=
						cut->half[i * cut->motions + cut->motion[k] + f] * r->open[cut->row + i];
				}
			}
		}
	}
}

/* multipliers of the tree from the forces on each body: what they leave goes to the carrier */
static void dae_relative_multipliers(struct dae_relative *r, const struct dae_kkt *kkt)
{
	const struct dae_system *system = kkt->system;
	la_block_multiply(system->n_mass_blocks, system->mass_blocks, kkt->mass, -1, r->x, r->force);
	for (int c = 0; c < r->n_cuts; c++) {
		const struct dae_cut *cut = &r->cuts[c];
		const int row = r->topology->row[cut->joint];
		for (int i = 0; i < dae_relative_rows(r, cut); i++) {
			r->follow[row + i] = r->open[cut->row + i];
			dae_relative_pull(r, kkt->measured, cut->joint, row + i, -r->follow[row + i]);
		}
	}
	for (int k = r->topology->n_bodies - 1; k >= 0; k--) {
		const struct dae_limb *limb = &r->limbs[r->order[k]];
		const double *f = r->force + dae_relative_place(r, limb);
		double *w = dae_relative_follow(r, limb);
		for (int i = 0; i < limb->rows; i++) {
			w[i] = 0;
			for (int d = 0; d < limb->rows; d++) {
				w[i] += limb->inverse[d * limb->rows + i] * f[limb->index[d]];
			}
		}
		for (int i = 0; i < limb->rows; i++) {
			dae_relative_pull(r, kkt->measured, limb->joint, r->topology->row[limb->joint] + i, -w[i]);
		}
	}
}

static void dae_relative_solve_column(struct dae_kkt *kkt, double *right)
{
	struct dae_relative *r = kkt->relative;
	const int n_v = kkt->system->n_v;
	memcpy(r->force, right, (size_t)n_v * sizeof *right);
	for (int k = r->topology->n_bodies - 1; k >= 0; k--) {
		const struct dae_limb *limb = &r->limbs[r->order[k]];
		double *follow = dae_relative_follow(r, limb);
		if (limb->rows > 0) {
			memset(follow, 0, (size_t)limb->rows * sizeof *follow);
			dae_relative_multiply(limb->rows, limb->rows, limb->inverse, 1, right + n_v + r->topology->row[limb->joint],
			                      follow);
		}
		dae_relative_up(r, limb, follow, r->tau + limb->motion);
	}
	dae_relative_all_down(r);
	if (r->n_cuts > 0) {
		dae_relative_close(r, kkt, right);
		dae_relative_all_down(r);
	}
	memcpy(r->force, right, (size_t)n_v * sizeof *right);
	dae_relative_multipliers(r, kkt);
	memcpy(right, r->x, (size_t)n_v * sizeof *right);
	for (int i = 0; i < kkt->system->n_g; i++) {
		right[n_v + i] = r->follow[i] / kkt->scale;
	}
}

LA_FUNCTION void dae_relative_solve(struct dae_kkt *kkt, int columns, double *right)
{
	for (int k = 0; k < columns; k++) {
		dae_relative_solve_column(kkt, right + (size_t)k * (size_t)(kkt->system->n_v + kkt->system->n_g));
	}
}
