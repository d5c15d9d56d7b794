/* Inside a driver: for the files of this folder alone. */
#ifndef DAE_DRIVER_PARTS_H
#define DAE_DRIVER_PARTS_H

#include "dae_driver.h"
#include "dae_kkt.h"
#include "dae_method.h"

enum { DAE_DRIVER_MOST_KKTS = 3 };

struct dae_driver {
	const struct dae_system *system;
	const struct dae_method *method;
	struct dae_kkt *kkts[DAE_DRIVER_MOST_KKTS];
	struct dae_kkt *kkt; /* the first of them */
	struct dae_state state;
	size_t state_size; /* numbers */
	double *q1, *v1, *a1, *lambda1, *memory0, *memory1, *error, *prescribed, *right, *work;
	struct dae_effort effort; /* scratch: of steps tried, */
	double *blame;            /* and how often each velocity (-1: the balance) had the largest error: [n_v + 1] */
	double *start_scale;      /* scratch: of velocities, then of accelerations, in a first step: [2 n_v] */
	double *numbers;          /* one allocation for the scratch above */
	struct dae_energy energy; /* scratch: at the start of a step */
	struct dae_event *events, *events1; /* scratch: [n_events] at the start and at the end of a step */
	double asked;                       /* time from the present point to the one that is asked for */
	double *dense;                      /* the caller's: where steps leave their dense output (dae_dense.h); NULL */
	double dense_after;                 /* steps that end after this time do */
	double *dense_work;                 /* scratch */
};

#endif
