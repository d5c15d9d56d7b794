#include "dae_scales.h"

#include <math.h>
#include <string.h>

#include "dae_driver_parts.h"
#include "dae_error.h"
#include "dae_fit.h"
#include "dae_rounding.h"

/* scales are forgotten within so many of the times in which the motion makes its own way, and
 * velocities change by their own size */
static const double DAE_SCALES_MEMORY = 10;

/* A start from rest shows no velocity, and one without forces no acceleration. In the first step
 * they count as this part of those with which the mechanism moves by its size: sqrt(size a), v^2 /
 * size. An oscillation of 1e-8 sizes is as fast. */
static const double DAE_SCALES_REACH = 1e-4;

LA_FUNCTION double dae_scales_ratio(int n, const double *x, const double *size)
{
	double largest = 0;
	for (int i = 0; i < n; i++) {
		largest = fmax(largest, x[i] / size[i]);
	}
	return largest;
}

/* What was large once, in an impact or a start, is forgotten in the mechanism's own time: with the
 * rates r of velocities in sizes and r' of accelerations in velocities, dV/dt = -V r / memory,
 * dA/dt = -A r' / memory; energy as the square of V. */
LA_FUNCTION void dae_scales_forget(struct dae_driver *d, double h)
{
	const int n = d->system->n_v;
	double *v = d->state.velocity_scale;
	double *a = d->state.acceleration_scale;
	const int moving = dae_system_moving(d->system);
	const double rate = dae_scales_ratio(moving, v, d->system->motion_size);
	const double change = dae_scales_ratio(moving, a, d->system->motion_size) / rate;
	for (int i = 0; i < n && rate > 0; i++) {
		v[i] /= 1 + h * rate / DAE_SCALES_MEMORY;
		a[i] /= 1 + h * change / DAE_SCALES_MEMORY;
	}
	d->state.work->largest /= 1 + 2 * h * rate / DAE_SCALES_MEMORY;
}

LA_FUNCTION void dae_scales_grow(struct dae_driver *d)
{
	const double *size = d->system->motion_size;
	double *scales[] = {d->state.velocity_scale, d->state.acceleration_scale};
	const double *values[] = {d->state.v, d->state.a};
	const int moving = dae_system_moving(d->system);
	double of_states = 1; /* times the size: values, then rates */
	for (int k = 0; k < 2; k++) {
		double largest = 0;
		for (int i = 0; i < moving; i++) {
			largest = fmax(largest, fabs(values[k][i]) / size[i]);
		}
		for (int i = 0; i < d->system->n_v; i++) {
			const double least = DAE_SCALES_FLOOR * (i < moving ? largest : of_states) * size[i];
			scales[k][i] = fmax(scales[k][i], fmax(fabs(values[k][i]), least));
		}
		of_states = largest;
	}
}

LA_FUNCTION const double *dae_scales_of_start(struct dae_driver *d)
{
	const int n = d->system->n_v;
	const double *size = d->system->motion_size;
	const int moving = dae_system_moving(d->system);
	const double rate = dae_scales_ratio(moving, d->state.velocity_scale, size);
	const double push = dae_scales_ratio(moving, d->state.acceleration_scale, size);
	memcpy(d->start_scale, d->state.velocity_scale, (size_t)n * sizeof *d->start_scale);
	memcpy(d->start_scale + n, d->state.acceleration_scale, (size_t)n * sizeof *d->start_scale);
	for (int i = 0; i < moving; i++) {
		d->start_scale[i] = fmax(d->start_scale[i], DAE_SCALES_REACH * sqrt(push) * size[i]);
		d->start_scale[n + i] = fmax(d->start_scale[n + i], DAE_SCALES_REACH * rate * rate * size[i]);
	}
	return d->start_scale;
}

/* part of what the error test notices of accelerations from which on their rounding is passed on
 * through the joints */
static const double DAE_SCALES_PASSED_ON = 0.1;

LA_FUNCTION void dae_scales_measure_rounding(struct dae_driver *d, const struct dae_options *options, int is_factored)
{
	struct dae_point p = dae_state_point(d);
	/* near a singular position multipliers grow, the forces do not */
	for (int i = 0; i < d->system->n_g; i++) {
		d->lambda1[i] = d->state.rank->distance * p.lambda[i];
	}
	p.lambda = d->lambda1;
	double *rounding = d->state.acceleration_rounding;
	dae_rounding_of_accelerations(d->kkt, &p, rounding);
	/* joints pass it on to bodies on which no stiff force acts */
	const int n = d->system->n_v, moving = dae_system_moving(d->system);
	const double noticed = DAE_SCALES_PASSED_ON * DAE_TOLERANCE_SHARE * options->tolerance *
	                       dae_scales_ratio(moving, d->state.acceleration_scale, d->system->motion_size);
	struct dae_failure failure;
	if (d->system->n_g == 0 || dae_scales_ratio(moving, rounding, d->system->motion_size) <= noticed ||
	    (!is_factored && dae_fit_factor(d->kkt, &options->kkt, 0, &p, NULL, &failure))) {
		return;
	}
	memcpy(d->right, rounding, (size_t)n * sizeof *rounding);
	dae_kkt_project(d->kkt, 1, d->right);
	for (int i = 0; i < n; i++) {
		rounding[i] = fmax(rounding[i], fabs(d->right[i]));
	}
}
