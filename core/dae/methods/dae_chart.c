#include "dae_chart.h"

#include <math.h>
#include <string.h>

#include "dae_stage.h"

/* weight of dependent coordinates beside that of independent ones */
static const double DAE_CHART_WEIGHT = 1e-8;

/* of the condition, for a new partition (Negrut 1998, section 4.1.2) */
static const double DAE_CHART_GROWTH = 1.25;

/* condition from which on the tangent plane is the chart */
static const double DAE_CHART_WORST = 10;

/* largest G, in numbers, for a dense elimination */
static const double DAE_CHART_MOST = 1 << 13;

enum { DAE_CHART_CONDITION, DAE_CHART_HEAD };

LA_FUNCTION size_t dae_chart_memory(const struct dae_system *system)
{
	return DAE_CHART_HEAD + (size_t)system->n_v;
}

LA_FUNCTION int dae_chart_valid(const double *memory)
{
	return memory[DAE_CHART_CONDITION] >= 0;
}

static int dae_chart_is_dense(const struct dae_system *system)
{
	return (double)system->n_g * system->n_v <= DAE_CHART_MOST;
}

LA_FUNCTION size_t dae_chart_work(const struct dae_system *system)
{
	const size_t dense = dae_chart_is_dense(system) ? (size_t)system->n_g * (size_t)system->n_v : 0;
	return 2 * (size_t)system->n_v + dense;
}

/* ---- partition ---- */

/* G in sizes, column after column */
static void dae_chart_spread(const struct dae_system *system, const double *jacobian, double *g)
{
	memset(g, 0, (size_t)system->n_g * (size_t)system->n_v * sizeof *g);
	for (int i = 0; i < system->n_jacobian_blocks; i++) {
		const struct la_block *b = &system->jacobian_blocks[i];
		for (int k = 0; k < b->rows * b->cols; k++) {
			const int row = b->row + k / b->cols;
			const int col = b->col + k % b->cols;
			g[(size_t)row + (size_t)col * (size_t)system->n_g] +=
				jacobian[k] * system->motion_size[col] / system->constraint_size[row];
		}
		jacobian += b->rows * b->cols;
	}
}

/* place of the largest number in rows from `first` on of columns whose mark is above zero */
static size_t dae_chart_pivot(const struct dae_system *system, const double *g, int first, const double *mark)
{
	const size_t m = (size_t)system->n_g;
	size_t best = (size_t)first;
	double largest = -1;
	for (int col = 0; col < system->n_v; col++) {
		for (size_t row = (size_t)first; mark[col] > 0 && row < m; row++) {
			const size_t place = row + (size_t)col * m;
			best = fabs(g[place]) > largest ? place : best;
			largest = fmax(largest, fabs(g[place]));
		}
	}
	return best;
}

/* brings the row of a pivot to place k and takes its column out of the rows below, in the marked
 * columns */
static void dae_chart_eliminate(const struct dae_system *system, double *g, size_t k, size_t pivot, const double *mark)
{
	const size_t m = (size_t)system->n_g;
	const size_t row = pivot % m;
	const double *multiplier = g + pivot - row;
	for (size_t col = 0; col < (size_t)system->n_v; col++) {
		double *column = g + col * m;
		const double upper = column[row];
		column[row] = column[k];
		column[k] = upper;
	}
	for (int col = 0; col < system->n_v; col++) {
		double *column = g + (size_t)col * m;
		for (size_t i = k + 1; mark[col] > 0 && column[k] != 0 && i < m; i++) {
			column[i] -= multiplier[i] / multiplier[k] * column[k];
		}
	}
}

LA_FUNCTION double dae_chart_partition(const struct dae_system *system, const double *jacobian, int redundant,
                                       double *mark, double *work)
{
	double largest = 0;
	double smallest = HUGE_VAL;
	if (!dae_chart_is_dense(system)) {
		return HUGE_VAL;
	}
	dae_chart_spread(system, jacobian, work);
	for (size_t i = 0; i < (size_t)system->n_g * (size_t)system->n_v; i++) {
		largest = fmax(largest, fabs(work[i]));
	}
	for (int k = 0; k < system->n_g - redundant; k++) {
		const size_t pivot = dae_chart_pivot(system, work, k, mark);
		const size_t col = pivot / (size_t)system->n_g;
		smallest = fmin(smallest, fabs(work[pivot]));
		if (!(mark[col] > 0 && smallest > 0)) {
			return HUGE_VAL;
		}
		mark[col] = 0;
		dae_chart_eliminate(system, work, (size_t)k, pivot, mark);
	}
	return smallest < HUGE_VAL ? fmax(largest, 1) / smallest : 1;
}

/* ---- the matrix ---- */

/* weights in the place of M */
static void dae_chart_weigh(const struct dae_chart *chart)
{
	const struct dae_system *system = chart->system;
	double *value = dae_kkt_mass(chart->kkt);
	for (int i = 0; i < system->n_mass_blocks; i++) {
		const struct la_block *b = &system->mass_blocks[i];
		for (int k = 0; k < b->rows * b->cols; k++) {
			const int row = b->row + k / b->cols;
			const double size = system->motion_size[row];
			const double weight = chart->independent[row] != 0 ? 1 : DAE_CHART_WEIGHT;
			value[k] = row == b->col + k % b->cols ? weight / (size * size) : 0;
		}
		value += b->rows * b->cols;
	}
}

/* a projection needs no treatment of rows that are redundant or about to be */
static int dae_chart_factor(const struct dae_chart *chart, struct dae_step *s, enum dae_rank rank)
{
	struct dae_kkt_options options = s->options->kkt;
	options.rank = rank;
	options.permanent = (int)s->rank->permanent;
	s->counters->factorizations++;
	if (dae_kkt_factor(chart->kkt, &options, 0) > 0) {
		s->failure->reason = DAE_MATRIX_SINGULAR;
		return DAE_SMALLER_STEP;
	}
	return DAE_DONE;
}

static int dae_chart_factor_partition(const struct dae_chart *chart, struct dae_step *s)
{
	dae_chart_weigh(chart);
	return dae_chart_factor(chart, s, DAE_RANK_DIRECT);
}

/* keeps the partition of the memory while its condition is good; else chooses one. 0: there is
 * none. Jacobian: of the start */
static int dae_chart_choose(struct dae_chart *chart, struct dae_step *s, const double *memory, double *memory1,
                            double *work)
{
	const int n = s->system->n_v;
	const int redundant = (int)s->rank->permanent;
	const double *jacobian = dae_kkt_jacobian(chart->kkt);
	const double last = memory[DAE_CHART_CONDITION];
	double *independent = memory1 + DAE_CHART_HEAD;
	double *dependent = work;
	for (int i = 0; i < n; i++) {
		dependent[i] = memory[DAE_CHART_HEAD + i] != 0 ? 0 : 1;
	}
	const double condition =
		last > 0 ? dae_chart_partition(s->system, jacobian, redundant, dependent, work + n) : HUGE_VAL;
	if (!(condition <= DAE_CHART_GROWTH * last)) {
		for (int i = 0; i < n; i++) {
			independent[i] = 1;
		}
		memory1[DAE_CHART_CONDITION] = dae_chart_partition(s->system, jacobian, redundant, independent, work + n);
	}
	chart->independent = independent;
	return memory1[DAE_CHART_CONDITION] <= DAE_CHART_WORST && dae_chart_factor_partition(chart, s) == DAE_DONE;
}

static int dae_chart_tangent_plane(struct dae_chart *chart, struct dae_step *s, double t, const double *q)
{
	const struct dae_point at = {.t = t, .q = q, .v = s->v};
	const int status = dae_kkt_evaluate(chart->kkt, &at);
	chart->independent = NULL;
	return status ? status : dae_chart_factor(chart, s, DAE_RANK_TRUNCATED);
}

LA_FUNCTION int dae_chart_open(struct dae_chart *chart, struct dae_step *s, size_t offset, const double *end,
                               struct dae_kkt *kkt, double *work)
{
	const struct dae_system *system = s->system;
	const struct dae_point start = {.t = s->t, .q = s->q, .v = s->v};
	const double *memory = s->memory + offset;
	double *memory1 = s->memory1 + offset;
	*chart = (struct dae_chart){.system = system, .kkt = kkt, .scratch = work};
	memcpy(memory1, memory, dae_chart_memory(system) * sizeof *memory);
	int status = system->jacobian(system->context, &start, dae_kkt_jacobian(kkt));
	if (status || dae_chart_choose(chart, s, memory, memory1, work + system->n_v)) {
		return status;
	}
	memory1[DAE_CHART_CONDITION] = 0;
	status = dae_chart_tangent_plane(chart, s, s->t + s->h, end);
	if (!status && s->counters->steps > 0 && dae_kkt_last_rank(kkt).distance < s->rank->distance) {
		status = dae_chart_tangent_plane(chart, s, s->t, s->q);
	}
	return status;
}

/* ---- motions ---- */

LA_FUNCTION void dae_chart_tangent(const struct dae_chart *chart, double *x)
{
	dae_kkt_project(chart->kkt, 1, x);
}

LA_FUNCTION void dae_chart_across(const struct dae_chart *chart, double *x)
{
	memcpy(chart->scratch, x, (size_t)chart->system->n_v * sizeof *x);
	dae_kkt_project(chart->kkt, 1, chart->scratch);
	for (int i = 0; i < chart->system->n_v; i++) {
		const int fixed = chart->independent && chart->independent[i] != 0;
		x[i] = fixed ? 0 : x[i] - chart->scratch[i];
	}
}
