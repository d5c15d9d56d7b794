/* The scaled iteration matrices: entries as written in the paper, one answer in every form and scaling, condition
 * numbers against h. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "assert_close.h"
#include "dae_bdf_matrix.h"
#include "dae_method.h"
#include "la_dense.h"
#include "slider_crank_system.h"
#include "test_random.h"
#include "singular_values.h"

enum { N_V = 2, N_G = 1, MOST = 5, WORK = 1000 };

/* a slider-crank away from its dead centre: mass matrix, tangents by q and v and constraint all full */
struct place {
	double q[2], v[2], a[2], lambda[1];
	struct dae_point point;
	struct dae_kkt *kkt;
};

static void make_place(struct place *p)
{
	*p = (struct place){.q = {0.7, 2.1}, .v = {1.3, -0.4}, .a = {2, -3}, .lambda = {-4}};
	p->point = (struct dae_point){.q = p->q, .v = p->v, .a = p->a, .lambda = p->lambda};
	p->kkt = dae_kkt_create(&slider_crank_system);
	assert_non_null(p->kkt);
	slider_crank_mass(NULL, p->q, dae_kkt_mass(p->kkt));
	slider_crank_jacobian(NULL, &p->point, dae_kkt_jacobian(p->kkt));
}

static double entry(const struct dae_bdf_matrix *m, int i, int j)
{
	return m->values[i + j * m->n];
}

/* eq. 4 with mass matrix M and our sign of the multipliers */
static void three_fields_are_laid_out_as_in_the_paper(void **state)
{
	struct place p;
	double work[WORK];
	double x[4];
	double y[4];
	const double h = 0.01;
	const double alpha = 1.5;
	(void)state;
	make_place(&p);
	assert_true(dae_bdf_matrix_work(&slider_crank_system, 3) <= WORK);
	struct dae_bdf_matrix m = dae_bdf_matrix_in(&slider_crank_system, 3, work);
	assert_int_equal(m.n, 5);
	assert_int_equal(dae_bdf_matrix_fill(&m, DAE_BDF_UNSCALED, h, alpha, &p.point, p.kkt), 0);
	slider_crank_tangent(NULL, &p.point, 1, 0, x);
	slider_crank_tangent(NULL, &p.point, 0, 1, y);
	for (int i = 0; i < 2; i++) {
		double g = dae_kkt_jacobian(p.kkt)[i];
		for (int j = 0; j < 2; j++) {
			assert_close(entry(&m, i, j), i == j ? alpha : 0, 1e-15);
			assert_close(entry(&m, i, 2 + j), i == j ? -h : 0, 1e-15);
			assert_close(entry(&m, 2 + i, j), h * x[2 * i + j], 1e-15);
			assert_close(entry(&m, 2 + i, 2 + j), alpha * dae_kkt_mass(p.kkt)[2 * i + j] + h * y[2 * i + j], 1e-14);
		}
		assert_close(entry(&m, 2 + i, 4), h * g, 1e-15);
		assert_close(entry(&m, 4, i), h * g, 1e-15);
		assert_close(entry(&m, i, 4), 0, 0);
		assert_close(entry(&m, 4, 2 + i), 0, 0);
	}
	assert_close(entry(&m, 4, 4), 0, 0);
	dae_kkt_free(p.kkt);
}

/* K x + G^T y = b, G x = c, K = M + gamma^2 X + gamma Y, put in and compared */
static void every_form_and_scaling_has_the_same_solution(void **state)
{
	struct test_random random = test_random_start(3);
	struct place p;
	double work[WORK];
	double unknowns[MOST];
	(void)state;
	make_place(&p);
	for (int trial = 0; trial < 2 * DAE_BDF_SCALING_COUNT * 8; trial++) {
		int fields = 2 + trial % 2;
		enum dae_bdf_scaling scaling = (enum dae_bdf_scaling)(trial / 2 % DAE_BDF_SCALING_COUNT);
		double h = pow(10, -1 - trial / (2 * DAE_BDF_SCALING_COUNT) % 4);
		double alpha = test_random_in(&random, 1, 2.3);
		double gamma = h / alpha;
		double right[2 * (N_V + N_G)];
		double given[2 * (N_V + N_G)];
		double k[4];
		struct dae_bdf_matrix m = dae_bdf_matrix_in(&slider_crank_system, fields, work);
		assert_int_equal(dae_bdf_matrix_fill(&m, scaling, h, alpha, &p.point, p.kkt), 0);
		assert_int_equal(dae_bdf_matrix_factor(&m), 0);
		for (int i = 0; i < 2 * (N_V + N_G); i++) {
			given[i] = right[i] = test_random_in(&random, -1, 1);
		}
		dae_bdf_matrix_solve_kkt(&m, 2, right, unknowns);
		slider_crank_tangent(NULL, &p.point, gamma * gamma, gamma, k);
		for (int c = 0; c < 2; c++) {
			const double *x = right + c * (N_V + N_G);
			const double *b = given + c * (N_V + N_G);
			const double *g = dae_kkt_jacobian(p.kkt);
			for (int i = 0; i < 2; i++) {
				double sum = g[i] * x[2];
				for (int j = 0; j < 2; j++) {
					sum += (k[2 * i + j] + dae_kkt_mass(p.kkt)[2 * i + j]) * x[j];
				}
				assert_close(sum, b[i], 1e-9);
			}
			assert_close(g[0] * x[0] + g[1] * x[1], b[2], 1e-9);
		}
	}
	dae_kkt_free(p.kkt);
}

static double condition(struct place *p, int fields, enum dae_bdf_scaling scaling, double h)
{
	double work[WORK], s[MOST], u[MOST * MOST], vt[MOST * MOST];
	struct dae_bdf_matrix m = dae_bdf_matrix_in(&slider_crank_system, fields, work);
	assert_int_equal(dae_bdf_matrix_fill(&m, scaling, h, 1.5, &p->point, p->kkt), 0);
	singular_values(m.n, m.n, m.values, s, u, vt);
	return s[0] / s[m.n - 1];
}

/* eqs. 13, 19, 27, 30 and 43, 47, 52, between step sizes where the smallest singular value is still seen */
static void condition_numbers_grow_with_the_powers_of_the_paper(void **state)
{
	static const double three[] = {3, 2, 1, 0};
	static const double two[] = {4, 3, 0, 0};
	struct place p;
	(void)state;
	make_place(&p);
	for (int k = 0; k < DAE_BDF_SCALING_COUNT; k++) {
		enum dae_bdf_scaling scaling = (enum dae_bdf_scaling)k;
		assert_close(log10(condition(&p, 3, scaling, 1e-3) / condition(&p, 3, scaling, 1e-2)), three[k], 0.05);
		assert_close(log10(condition(&p, 2, scaling, 1e-3) / condition(&p, 2, scaling, 1e-2)), two[k], 0.05);
	}
	dae_kkt_free(p.kkt);
}

static void full_scaling_is_flat_over_seven_decades(void **state)
{
	struct place p;
	(void)state;
	make_place(&p);
	for (int fields = 2; fields <= 3; fields++) {
		double reference = condition(&p, fields, DAE_BDF_MULTIPLIERS_AND_VELOCITIES, 1e-4);
		for (double h = 1e-1; h > 0.5e-8; h /= 10) {
			double ratio = condition(&p, fields, DAE_BDF_MULTIPLIERS_AND_VELOCITIES, h) / reference;
			assert_true(ratio > 1.0 / 3 && ratio < 3);
		}
	}
	dae_kkt_free(p.kkt);
}

static void a_singular_matrix_names_its_unknown(void **state)
{
	struct place p;
	double work[WORK];
	(void)state;
	make_place(&p);
	dae_kkt_jacobian(p.kkt)[0] = dae_kkt_jacobian(p.kkt)[1] = 0;
	struct dae_bdf_matrix m = dae_bdf_matrix_in(&slider_crank_system, 2, work);
	assert_int_equal(dae_bdf_matrix_fill(&m, DAE_BDF_LEFT, 0.01, 1.5, &p.point, p.kkt), 0);
	assert_int_equal(dae_bdf_matrix_factor(&m), 3);
	dae_kkt_free(p.kkt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_fields_are_laid_out_as_in_the_paper),
		cmocka_unit_test(every_form_and_scaling_has_the_same_solution),
		cmocka_unit_test(condition_numbers_grow_with_the_powers_of_the_paper),
		cmocka_unit_test(full_scaling_is_flat_over_seven_decades),
		cmocka_unit_test(a_singular_matrix_names_its_unknown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
