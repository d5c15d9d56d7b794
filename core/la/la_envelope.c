#include "la_envelope.h"

#include <math.h>

/* ---- order ---- */

/* a graph on its way to an order; nodes that are neither in the order nor reached from it have level -1 */
struct la_profile {
	const int *start, *neighbour;
	int *level, *found;
};

static int la_profile_degree(const struct la_profile *p, int node)
{
	return p->start[node + 1] - p->start[node];
}

/* nodes list[from .. to - 1] by degree, then by number */
static void la_profile_sort(const struct la_profile *p, int from, int to, int *list)
{
	for (int i = from + 1; i < to; i++) {
		const int node = list[i];
		const int degree = la_profile_degree(p, node);
		int k = i;
		for (; k > from && (la_profile_degree(p, list[k - 1]) > degree ||
		                    (la_profile_degree(p, list[k - 1]) == degree && list[k - 1] > node));
		     k--) {
			list[k] = list[k - 1];
		}
		list[k] = node;
	}
}

/* all that can be reached from a node into list, nearest first, those of each node by degree; returns their number */
static int la_profile_reach(const struct la_profile *p, int node, int *list)
{
	int count = 1;
	list[0] = node;
	p->level[node] = 0;
	for (int k = 0; k < count; k++) {
		const int from = count;
		for (int i = p->start[list[k]]; i < p->start[list[k] + 1]; i++) {
			const int next = p->neighbour[i];
			if (p->level[next] < 0) {
				p->level[next] = p->level[list[k]] + 1;
				list[count++] = next;
			}
		}
		la_profile_sort(p, from, count, list);
	}
	return count;
}

/* of the nodes farthest out, the one of least degree */
static int la_profile_end(const struct la_profile *p, int count, const int *list)
{
	int end = list[count - 1];
	for (int k = count - 1; k >= 0 && p->level[list[k]] == p->level[list[count - 1]]; k--) {
		end = la_profile_degree(p, list[k]) <= la_profile_degree(p, end) ? list[k] : end;
	}
	return end;
}

/* a node far out in the part of the graph that holds this one; nothing there is marked after */
static int la_profile_outermost(const struct la_profile *p, int node)
{
	int far = -1;
	for (;;) {
		const int count = la_profile_reach(p, node, p->found);
		const int end = la_profile_end(p, count, p->found);
		const int distance = p->level[end];
		for (int k = 0; k < count; k++) {
			p->level[p->found[k]] = -1;
		}
		if (distance <= far) {
			return node;
		}
		far = distance;
		node = end;
	}
}

LA_FUNCTION void la_order_profile(int n, const int *start, const int *neighbour, int *order, int *work)
{
	const struct la_profile p = {start, neighbour, work, work + n};
	int *list = work + 2 * n;
	int count = 0;
	for (int i = 0; i < n; i++) {
		p.level[i] = -1;
	}
	for (int i = 0; i < n; i++) {
		if (p.level[i] < 0) {
			const int more = la_profile_reach(&p, la_profile_outermost(&p, i), list);
			for (int k = 0; k < more; k++) {
				order[n - 1 - count++] = list[k];
			}
		}
	}
}

/* ---- factorization ---- */

/* a call would cost more than most of these sums */
static inline double la_envelope_dot(int n, const double *x, const double *y)
{
	double sum = 0;
	for (int i = 0; i < n; i++) {
		sum += x[i] * y[i];
	}
	return sum;
}

LA_FUNCTION int la_envelope_factor(int n, const int *first, const size_t *start, double least, double *a, double *pivot)
{
	for (int i = 0; i < n; i++) {
		double *row = a + start[i];
		const int length = i - first[i];
		for (int j = first[i]; j < i; j++) {
			const double *above = a + start[j];
			const int from = first[i] > first[j] ? first[i] : first[j];
			double *entry = row + (j - first[i]);
			*entry -= la_envelope_dot(j - from, row + (from - first[i]), above + (from - first[j]));
			*entry *= above[j - first[j]];
		}
		pivot[i] = row[length] - la_envelope_dot(length, row, row);
		if (!(pivot[i] > least * row[length])) {
			return i + 1;
		}
		row[length] = 1 / sqrt(pivot[i]);
	}
	return 0;
}

LA_FUNCTION double la_envelope_smallest(int n, const int *first, const size_t *start, const double *l, double *y)
{
	double sum = 0;
	for (int i = 0; i < n; i++) {
		const double *row = l + start[i];
		const int length = i - first[i];
		const double before = la_envelope_dot(length, row, y + first[i]);
		y[i] = -(before + (before < 0 ? -1 : 1)) * row[length];
		sum += y[i] * y[i];
	}
	return n > 0 ? n / sum : HUGE_VAL;
}

LA_FUNCTION void la_envelope_solve(int n, const int *first, const size_t *start, const double *l, double *b)
{
	for (int i = 0; i < n; i++) {
		const double *row = l + start[i];
		const int length = i - first[i];
		b[i] = (b[i] - la_envelope_dot(length, row, b + first[i])) * row[length];
	}
	for (int i = n - 1; i >= 0; i--) {
		const double *row = l + start[i];
		const int length = i - first[i];
		b[i] *= row[length];
		for (int k = 0; k < length; k++) {
			b[first[i] + k] -= row[k] * b[i];
		}
	}
}
