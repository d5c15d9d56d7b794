#include "host_motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host_text.h"
#include "host_trial.h"
#include "mech_equations.h"

enum { HOST_MOTION_LOOKS = 400, HOST_MOTION_SECTIONS = 40 };

struct host_watch {
	const struct host_facts *facts;
	struct mech_instance *instance;
	struct host_motion *motion;
	struct mech_assembly *assembly;
	double *before, *last; /* states: ahead of the nearest look, of the last one */
	double from, to;       /* looks near the nearest one */
	int fresh;             /* the last look was the nearest one: the next one bounds it */
};

/* distance to a singular position at the instance's point */
static double host_motion_look(struct host_watch *w, struct mech_assembly_space *s)
{
	mech_settle(w->instance);
	const struct mech_context at = mech_instance_point(w->instance), *c = &at;
	host_mobility_look(c, w->assembly, s);
	return host_mobility_distance(s, w->facts->mobility.rank);
}

/* the row with the largest part in the combination that loses its hold */
static int host_motion_weakest(const struct mech_assembly_space *s, int rank)
{
	const int place = host_mobility_place(s, rank);
	int weakest = -1;
	for (int i = 0; i < s->rows && place >= 0; i++) {
		const double *u = s->held->left + (size_t)place * (size_t)s->rows;
		weakest = weakest < 0 || fabs(u[i]) > fabs(u[weakest]) ? i : weakest;
	}
	return weakest;
}

static void host_motion_keep(struct host_watch *w, const struct mech_assembly_space *s, double distance)
{
	struct host_motion *m = w->motion;
	const struct mech_context at = mech_instance_point(w->instance), *c = &at;
	const int most = (int)(sizeof m->coordinates / sizeof m->coordinates[0]);
	m->time = c->t;
	m->distance = distance;
	m->row = host_motion_weakest(s, w->facts->mobility.rank);
	m->n_coordinates = 0;
	for (int i = 0; i < c->model->n_elements; i++) {
		const struct mech_kind *kind = mech_element_kind(&c->model->elements[i]);
		for (int k = 0; k < kind->coordinate.count && m->n_coordinates < most; k++) {
			m->coordinates[m->n_coordinates++] =
				(struct host_motion_coordinate){i, k, mech_element_output(c, i, 3 * k)};
		}
	}
}

/* one look of the run; the nearest so far is kept, with the state before it */
static void host_motion_compare(struct host_watch *w)
{
	struct mech_assembly_space s;
	const size_t size = mech_state_size(w->instance);
	const double distance = host_motion_look(w, &s), t = mech_time(w->instance);
	if (w->fresh) {
		w->to = t;
		w->fresh = 0;
	}
	if (distance < w->motion->distance) {
		memcpy(w->before, w->last, size);
		w->from = fmin(w->motion->stop, t);
		w->to = t;
		w->fresh = 1;
		host_motion_keep(w, &s, distance);
	}
	memcpy(w->last, mech_state(w->instance), size);
	w->motion->stop = t;
}

/* the state before the nearest look, advanced to t: distance there; HUGE_VAL where the run does not
 * get there */
static double host_motion_at(struct host_watch *w, double t)
{
	struct mech_message ignored;
	struct mech_assembly_space s;
	mech_restore(w->instance, w->before);
	if (t > mech_time(w->instance) && mech_advance(w->instance, t, &ignored) < 0) {
		return HUGE_VAL;
	}
	const double distance = host_motion_look(w, &s);
	if (distance < (1.0 - 1e-6) * w->motion->distance) {
		host_motion_keep(w, &s, distance);
	}
	return distance;
}

/* golden section between the looks near the nearest one */
static void host_motion_refine(struct host_watch *w)
{
	const double golden = 0.5 * (sqrt(5.0) - 1.0);
	double a = w->from, b = w->to;
	double x = b - golden * (b - a), y = a + golden * (b - a);
	double at_x = host_motion_at(w, x), at_y = host_motion_at(w, y);
	for (int k = 0; k < HOST_MOTION_SECTIONS && b - a > 1e-9 * fmax(fabs(a), fabs(b)); k++) {
		if (at_x < at_y) {
			b = y;
			y = x;
			at_y = at_x;
			x = b - golden * (b - a);
			at_x = host_motion_at(w, x);
		} else {
			a = x;
			x = y;
			at_x = at_y;
			y = a + golden * (b - a);
			at_y = host_motion_at(w, y);
		}
	}
}

/* to t, with what it costs */
static int host_motion_advance(struct host_watch *w, double t)
{
	const clock_t begin = clock();
	const int status = mech_advance(w->instance, t, &w->motion->trouble);
	w->motion->seconds += (double)(clock() - begin) / CLOCKS_PER_SEC;
	w->motion->tried = host_trial_tried(w->instance);
	return status;
}

static void host_motion_run(struct host_watch *w)
{
	const struct mech_image_head *head = w->facts->model.head;
	struct mech_message *trouble = &w->motion->trouble;
	/* at communication points: a method of fixed steps ends there */
	const double steps = fmax(floor((head->stop_time - head->start_time) / head->step + 0.5), 1.0);
	const double stride = ceil(steps / HOST_MOTION_LOOKS);
	mech_setup(w->instance, head->start_time, 0.0);
	if (mech_initialize(w->instance, trouble) < 0) {
		return;
	}
	mech_say(trouble, "");
	memcpy(w->last, mech_state(w->instance), mech_state_size(w->instance));
	host_motion_compare(w);
	for (double k = stride; k <= steps; k += stride) {
		const double t = head->start_time + k * head->step;
		if (host_motion_advance(w, t) < 0) {
			break;
		}
		mech_say(trouble, "");
		host_motion_compare(w);
	}
	if (w->to > w->from) {
		host_motion_refine(w);
	}
}

int host_motion_watch(const struct host_facts *facts, struct host_motion *motion, struct mech_message *message)
{
	struct host_watch w = {.facts = facts, .motion = motion};
	memset(motion, 0, sizeof *motion);
	motion->stop = facts->model.head->start_time;
	motion->distance = HUGE_VAL;
	motion->row = -1;
	w.instance = mech_instance_create(facts->image.bytes, facts->image.size, message);
	if (w.instance == NULL) {
		return -1;
	}
	w.assembly = mech_assembly_create(&facts->model);
	w.before = malloc(mech_state_size(w.instance));
	w.last = malloc(mech_state_size(w.instance));
	const int status = w.assembly != NULL && w.before != NULL && w.last != NULL ? 0 : -1;
	if (status == 0) {
		host_motion_run(&w);
	} else {
		host_say(message, "out of memory");
	}
	mech_assembly_free(w.assembly);
	free(w.before);
	free(w.last);
	mech_instance_free(w.instance);
	return status;
}
