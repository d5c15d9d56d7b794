/* What the cases of a study say on the whole: moments, quantiles and Sobol's indices.
 *
 * Mean and deviation of n numbers are sum x / n and sqrt(sum (x - mean)^2 / (n - 1)). The quantile q
 * lies on the line between the sorted numbers on both sides of place (n - 1) q.
 *
 * Sobol's indices say how much of the variance of a result comes from a variable: alone (first), and
 * with all others together (total). With a case a of each block, the case b, and the case c that is
 * a but for its variable k, which is that of b (host_sample.h), over N blocks and with the variance V
 * of all a and b,
 *
 *     first_k = sum b (c - a) / (N V)        total_k = sum (a - c)^2 / (2 N V)
 *
 * (Saltelli et al. 2010, table 2, lines b and f). b is taken from the mean, which leaves the value as
 * it is and its error smaller. A block with a case that has no number is left out.
 */
#ifndef HOST_STATISTICS_H
#define HOST_STATISTICS_H

#include "host_case_table.h"

enum { HOST_QUANTILES = 5 };
extern const double host_quantiles[HOST_QUANTILES];

struct host_summary {
	int64_t n; /* numbers; what is none is left out */
	double mean, deviation, least, most;
	double quantiles[HOST_QUANTILES];
};

/* sorts the numbers; those that are none go to the end */
void host_summary_make(double *numbers, int64_t n, struct host_summary *summary);

/* `blocks` blocks of d + 2 results in the order of their cases; NAN where the variance is zero */
void host_sobol_indices(const double *results, int64_t blocks, int d, double *first, double *total);

/* writes the statistics next to the results, and a table of them to `out`. 0, or -1 with a message */
int host_statistics_write(struct host_case_table *table, const char *results, FILE *out, struct mech_message *message);

/* name of the file: results without .csv, and _statistics.csv; 0, or -1 when it is too long */
int host_statistics_file(const char *results, char path[HOST_PATH_SIZE]);

#endif
