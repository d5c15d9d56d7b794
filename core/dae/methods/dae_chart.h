/* Charts of the motions that the constraints allow, for methods that integrate independent
 * coordinates alone.
 *
 * In a neighbourhood of a position the constraints leave as many coordinates free as the mechanism
 * has degrees of freedom, and all others follow from them. A chart says which numbers x = P dq of
 * an increment are independent:
 *
 *     partition       some of the coordinates themselves, the rows of P are those of the identity; chosen by elimination of
 *                     G with full pivoting, measured by sizes, so that the columns of its pivots, the dependent coordinates, are as
 *                     independent of each other as can be (Wehage, Haug 1982; Negrut 1998, section 3.1)
 *     tangent plane   P = (T^T M T)^-1 T^T M with a basis T of the motions with G T = 0 (Negrut 1998, appendix B, there with M = 1)
 *
 * P stays as it is over a step; so methods that integrate x and recover all else by g = 0 and G v +
 * dg/dt = 0, with corrections that have no part in x, solve an ordinary differential equation. What
 * is needed of a chart is the motion within the constraints with the same x as a given one: the
 * nearest to it in a metric, that of M for the tangent plane, and for a partition one in which
 * nothing but independent coordinates has weight. That is the projection of dae_kkt.h with the
 * metric in the place of M, sparse as all else; no basis is formed.
 *
 * The condition of a partition is the largest number of G, or 1, over the smallest pivot. It is
 * kept from step to step until its condition is DAE_CHART_GROWTH times what it was when it was
 * chosen. Where the best one is worse than DAE_CHART_WORST, as it is beside singular positions, the
 * tangent plane is the chart: accelerations across a constraint that is about to lose its rank
 * carry the rounding of positions over powers of the distance, and have no part in x there, while a
 * partition would mix them into the motion. The same is done for large mechanisms, whose G would be
 * too large for dense elimination.
 */
#ifndef DAE_CHART_H
#define DAE_CHART_H

#include "dae_kkt.h"
#include "dae_step.h"

struct dae_chart {
	const struct dae_system *system;
	struct dae_kkt *kkt;       /* with the metric in the place of M */
	const double *independent; /* [n_v] 1 where a coordinate is independent, else 0; NULL: tangent plane */
	double *scratch;           /* [n_v] */
};

/* numbers kept between steps: the condition at its choice (0: there is none yet), then
 * `independent` */
LA_FUNCTION size_t dae_chart_memory(const struct dae_system *system);
LA_FUNCTION int dae_chart_valid(const double *memory);
LA_FUNCTION size_t dae_chart_work(const struct dae_system *system);

/* Dependent coordinates by elimination of the Jacobian values, of which `redundant` rows depend on
 * the others, among those whose mark[n_v] is 1: their marks become 0. Returns the condition,
 * infinite where pivots vanish or G is too large. work: dae_chart_work. */
LA_FUNCTION double dae_chart_partition(const struct dae_system *system, const double *jacobian, int redundant,
                                       double *mark, double *work);

/* The chart for a step: a partition of its start, or the tangent plane of its end as far as it is
 * known beforehand, of its start where the end is nearer to a singular position. The partition goes
 * from s->memory + offset to s->memory1 + offset. The last arguments are its matrix and numbers of
 * its own; the chart points into them. */
LA_FUNCTION int dae_chart_open(struct dae_chart *chart, struct dae_step *s, size_t offset, const double *end,
                               struct dae_kkt *kkt, double *work);

/* replaces x[n_v] by the motion within the constraints that has the same independent part */
LA_FUNCTION void dae_chart_tangent(const struct dae_chart *chart, double *x);

/* takes that motion out of x: what it does across the constraints stays, and has no independent
 * part */
LA_FUNCTION void dae_chart_across(const struct dae_chart *chart, double *x);

#endif
