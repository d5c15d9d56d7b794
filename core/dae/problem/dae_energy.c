#include "dae_energy.h"

#include <float.h>
#include <math.h>

/* points nearer to each other than this part of the step add rounding and no order */
static const double DAE_ENERGY_APART = 0.2;

/* part of the tolerance and of the largest kinetic energy that a single step may always change:
 * where a contact begins, all else is too small to measure by */
static const double DAE_ENERGY_GRAIN = 1e-2;

enum { DAE_ENERGY_NODES = DAE_ENERGY_PAST + 2 };

/* weights of the nodes in the integral from 0 to 1 of the polynomial through them, of degree 5 at
 * most, by Gauss's formula with three points */
static void dae_energy_weights(int n, const double *node, double *weight)
{
	const double at[3] = {0.5 - sqrt(0.15), 0.5, 0.5 + sqrt(0.15)};
	const double share[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
	for (int i = 0; i < n; i++) {
		weight[i] = 0;
		for (int k = 0; k < 3; k++) {
			double value = share[k];
			for (int j = 0; j < n; j++) {
				value *= j == i ? 1 : (at[k] - node[j]) / (node[i] - node[j]);
			}
			weight[i] += value;
		}
	}
}

LA_FUNCTION void dae_energy_quadrature(const struct dae_work *work, struct dae_exchange *x)
{
	double node[DAE_ENERGY_NODES] = {1, 0};
	double heat[DAE_ENERGY_NODES] = {x->end.heat, x->start.heat};
	double supply[DAE_ENERGY_NODES] = {x->end.supply, x->start.supply};
	double weight[DAE_ENERGY_NODES];
	int n = 2;
	for (int i = 0; i < (int)work->past; i++) {
		const double past = -work->ago[i] / x->h;
		if (node[n - 1] - past >= DAE_ENERGY_APART) {
			node[n] = past;
			heat[n] = work->heat_power[i];
			supply[n++] = work->supply_power[i];
		}
	}
	dae_energy_weights(n, node, weight);
	x->heat = 0;
	x->supply = 0;
	for (int i = 0; i < n; i++) {
		x->heat += x->h * weight[i] * heat[i];
		x->supply += x->h * weight[i] * supply[i];
	}
}

LA_FUNCTION void dae_energy_add(struct dae_work *work, const struct dae_exchange *x)
{
	work->heat += x->heat;
	work->supply += x->supply;
	work->limit += x->allowed;
	work->largest = fmax(work->largest, x->end.kinetic);
	work->past = fmin(work->past + 1, DAE_ENERGY_PAST);
	for (int i = DAE_ENERGY_PAST - 1; i >= 0; i--) {
		work->ago[i] = x->h + (i > 0 ? work->ago[i - 1] : 0);
		work->heat_power[i] = i > 0 ? work->heat_power[i - 1] : x->start.heat;
		work->supply_power[i] = i > 0 ? work->supply_power[i - 1] : x->start.supply;
	}
}

LA_FUNCTION void dae_energy_forget(struct dae_work *work)
{
	work->past = 0;
}

LA_FUNCTION int dae_energy_valid(const struct dae_work *work)
{
	int n = 0;
	while (n < DAE_ENERGY_PAST && n != work->past) {
		n++;
	}
	double last = 0;
	int valid = n == work->past && work->largest >= 0 && isfinite(work->drift);
	for (int i = 0; i < n; i++) {
		valid = valid && work->ago[i] > last;
		last = work->ago[i];
	}
	return valid;
}

/* of the balance */
static double dae_energy_change(const struct dae_exchange *x)
{
	return x->end.kinetic - x->start.kinetic + x->end.potential - x->start.potential + x->heat - x->supply;
}

/* largest kinetic energy with the end of the step, and what the step exchanged */
static double dae_energy_largest(const struct dae_work *work, const struct dae_exchange *x)
{
	return fmax(work->largest, x->end.kinetic);
}

static double dae_energy_exchanged(const struct dae_exchange *x)
{
	return fabs(x->end.kinetic - x->start.kinetic) + fabs(x->end.potential - x->start.potential) + fabs(x->heat) +
	       fabs(x->supply);
}

LA_FUNCTION double dae_energy_error(const struct dae_work *work, struct dae_exchange *x, double share, double rate,
                                    double usual)
{
	const double largest = dae_energy_largest(work, x);
	x->allowed = share * (dae_energy_exchanged(x) + largest * (x->h * rate + DAE_ENERGY_GRAIN)) + x->rounding + DBL_MIN;
	return fmax(fabs(dae_energy_change(x)) - usual, 0) / x->allowed;
}

LA_FUNCTION double dae_energy_take_back(struct dae_work *work, const struct dae_exchange *x, double most)
{
	const double kinetic = x->end.kinetic;
	work->drift += dae_energy_change(x);
	/* there is nothing to take it from in a motion that rounding hides */
	if (!(kinetic > x->rounding)) {
		return 0;
	}
	const double part = fmax(-most, fmin(most, -work->drift / (2 * kinetic)));
	work->drift += (2 * part + part * part) * kinetic;
	return part;
}

LA_FUNCTION double dae_energy_jolt(const struct dae_work *work, const struct dae_exchange *x)
{
	const double change = fmax(fabs(dae_energy_change(x)) - x->rounding, 0);
	const double there =
		x->start.kinetic + fabs(x->end.potential - x->start.potential) + fabs(x->heat) + fabs(x->supply);
	return change / (sqrt(dae_energy_largest(work, x)) * (sqrt(there + change) + sqrt(there)) + DBL_MIN);
}

LA_FUNCTION double dae_energy_harm(const struct dae_work *work, const struct dae_exchange *x)
{
	const double change = fmax(fabs(dae_energy_change(x)) - x->rounding, 0);
	return change / (fmax(dae_energy_largest(work, x), dae_energy_exchanged(x)) + DBL_MIN);
}
