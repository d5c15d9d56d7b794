#include "dae_bdf_matrix.h"

#include <string.h>

#include "la_dense.h"

/* powers of h on the diagonals of D_L and D_R, by field (q or its equation of kinematics, v or
 * motion, multipliers or constraints); with two fields the kinematics and the velocities drop out
 */
struct dae_bdf_powers {
	int kinematics, motion, constraint;
	int q, v, multiplier;
};
static const struct dae_bdf_powers DAE_BDF_POWERS[DAE_BDF_SCALING_COUNT] = {
	[DAE_BDF_UNSCALED] = {0, 0, 0, 0, 0, 0},
	[DAE_BDF_LEFT] = {0, 0, -1, 0, 0, 0},
	[DAE_BDF_MULTIPLIERS] = {0, 1, -1, 0, 0, -2},
	[DAE_BDF_MULTIPLIERS_AND_VELOCITIES] = {0, 1, -1, 0, -1, -2},
};

static int dae_bdf_matrix_unknowns(const struct dae_system *system, int fields)
{
	return (fields - 1) * system->n_v + system->n_g;
}

LA_FUNCTION size_t dae_bdf_matrix_work(const struct dae_system *system, int fields)
{
	size_t n = (size_t)dae_bdf_matrix_unknowns(system, fields);
	return n * n + 3 * n; /* values, two diagonals, and the pivots, which need no more room than numbers */
}

LA_FUNCTION struct dae_bdf_matrix dae_bdf_matrix_in(const struct dae_system *system, int fields, double *work)
{
	struct dae_bdf_matrix m = {.system = system, .n_v = system->n_v, .n_g = system->n_g, .fields = fields};
	m.n = dae_bdf_matrix_unknowns(system, fields);
	m.values = work;
	m.left = m.values + (size_t)m.n * (size_t)m.n;
	m.right = m.left + m.n;
	m.pivot = (int *)(m.right + m.n);
	return m;
}

static double dae_bdf_matrix_power(double h, int exponent)
{
	double power = 1;
	for (int i = 0; i < exponent; i++) {
		power *= h;
	}
	for (int i = 0; i > exponent; i--) {
		power /= h;
	}
	return power;
}

static void dae_bdf_matrix_diagonals(struct dae_bdf_matrix *m, const struct dae_bdf_powers *p)
{
	for (int i = 0; i < m->n; i++) {
		int multiplier = i >= m->n - m->n_g;
		int motion = m->fields == 2 || i >= m->n_v;
		int velocity = m->fields == 3 && i >= m->n_v;
		m->left[i] = dae_bdf_matrix_power(m->h, multiplier ? p->constraint : motion ? p->motion : p->kinematics);
		m->right[i] = dae_bdf_matrix_power(m->h, multiplier ? p->multiplier : velocity ? p->v : p->q);
	}
}

/* adds factor times a block matrix, or its transpose, at (row, col) */
static void dae_bdf_matrix_add(struct dae_bdf_matrix *m, int row, int col, int n_blocks, const struct la_block *blocks,
                               const double *values, double factor, int transposed)
{
	for (int i = 0; i < n_blocks; i++) {
		const struct la_block *b = &blocks[i];
		for (int r = 0; r < b->rows; r++) {
			for (int c = 0; c < b->cols; c++) {
				int to_row = row + (transposed ? b->col + c : b->row + r);
				int to_col = col + (transposed ? b->row + r : b->col + c);
				m->values[(size_t)to_row + (size_t)to_col * (size_t)m->n] += factor * values[r * b->cols + c];
			}
		}
		values += b->rows * b->cols;
	}
}

/* adds the part of the tangent with the factors cq and cv */
static int dae_bdf_matrix_add_tangent(struct dae_bdf_matrix *m, int row, int col, const struct dae_point *p,
                                      struct dae_kkt *kkt, double cq, double cv)
{
	const struct dae_system *system = m->system;
	double *tangent = dae_kkt_tangent(kkt);
	int status = system->tangent(system->context, p, cq, cv, tangent);
	if (!status) {
		dae_bdf_matrix_add(m, row, col, system->n_tangent_blocks, system->tangent_blocks, tangent, 1, 0);
	}
	return status;
}

LA_FUNCTION int dae_bdf_matrix_fill(struct dae_bdf_matrix *m, enum dae_bdf_scaling scaling, double h, double alpha,
                                    const struct dae_point *p, struct dae_kkt *kkt)
{
	const struct dae_system *system = m->system;
	const double *mass = dae_kkt_mass(kkt);
	const double *jacobian = dae_kkt_jacobian(kkt);
	int motion = m->fields == 3 ? m->n_v : 0;
	int constraint = m->n - m->n_g;
	double gamma = h / alpha;
	int status;
	m->h = h;
	m->alpha = alpha;
	memset(m->values, 0, (size_t)m->n * (size_t)m->n * sizeof *m->values);
	if (m->fields == 3) {
		for (int i = 0; i < m->n_v; i++) {
			m->values[i + i * m->n] = alpha;
			m->values[i + (m->n_v + i) * m->n] = -h;
		}
		dae_bdf_matrix_add(m, motion, motion, system->n_mass_blocks, system->mass_blocks, mass, alpha, 0);
		status = dae_bdf_matrix_add_tangent(m, motion, 0, p, kkt, h, 0);
		status = status ? status : dae_bdf_matrix_add_tangent(m, motion, motion, p, kkt, 0, h);
	} else {
		dae_bdf_matrix_add(m, 0, 0, system->n_mass_blocks, system->mass_blocks, mass, alpha / gamma, 0);
		status = dae_bdf_matrix_add_tangent(m, 0, 0, p, kkt, alpha * gamma, alpha);
	}
	dae_bdf_matrix_add(m, motion, constraint, system->n_jacobian_blocks, system->jacobian_blocks, jacobian, h, 1);
	dae_bdf_matrix_add(m, constraint, 0, system->n_jacobian_blocks, system->jacobian_blocks, jacobian, h, 0);
	dae_bdf_matrix_diagonals(m, &DAE_BDF_POWERS[scaling]);
	for (int j = 0; j < m->n; j++) {
		for (int i = 0; i < m->n; i++) {
			m->values[(size_t)i + (size_t)j * (size_t)m->n] *= m->left[i] * m->right[j];
		}
	}
	return status;
}

LA_FUNCTION int dae_bdf_matrix_factor(struct dae_bdf_matrix *m)
{
	return la_lu_factor(m->n, m->values, m->n, m->pivot);
}

LA_FUNCTION void dae_bdf_matrix_solve(const struct dae_bdf_matrix *m, double *b)
{
	for (int i = 0; i < m->n; i++) {
		b[i] *= m->left[i];
	}
	la_lu_solve(m->n, m->values, m->n, m->pivot, 1, b, m->n);
}

LA_FUNCTION void dae_bdf_matrix_solve_kkt(const struct dae_bdf_matrix *m, int columns, double *right, double *work)
{
	double gamma = m->h / m->alpha;
	int motion = m->fields == 3 ? m->n_v : 0;
	int constraint = m->n - m->n_g;
	/* x is an acceleration: v = gamma x, q = gamma^2 x */
	double size = m->fields == 3 ? gamma : gamma * gamma;
	for (int k = 0; k < columns; k++) {
		double *b = right + k * (m->n_v + m->n_g);
		double *c = b + m->n_v;
		memset(work, 0, (size_t)m->n * sizeof *work);
		for (int i = 0; i < m->n_v; i++) {
			work[motion + i] = m->h * b[i];
		}
		for (int i = 0; i < m->n_g; i++) {
			work[constraint + i] = m->h * gamma * gamma * c[i];
		}
		dae_bdf_matrix_solve(m, work);
		for (int i = 0; i < m->n_v; i++) {
			b[i] = m->right[motion + i] * work[motion + i] / size;
		}
		for (int i = 0; i < m->n_g; i++) {
			c[i] = m->right[constraint + i] * work[constraint + i];
		}
	}
}
