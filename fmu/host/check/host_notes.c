#include "host_notes.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dae_method.h"
#include "host_loose.h"
#include "host_speeds.h"
#include "host_trial.h"
#include "mech_equations.h"
#include "mech_stiffness.h"
#include "mech_values.h"

static const double HOST_NOTES_NEAR_SINGULAR = 1e-3; /* distance below which a position is near a singular one */
static const double HOST_NOTES_FAR = 0.1;      /* way, as a share of the size, and turn that are far from the drawing */
static const double HOST_NOTES_OPEN = 1e-6;    /* gap in the drawing that is more than rounding of the file's numbers */
static const double HOST_NOTES_ROUNDED = 1e-3; /* published moments of inertia have three digits */
static const double HOST_NOTES_MANY = 1e6;     /* steps, or swings of a stiff force, that make a run slow */
static const double HOST_NOTES_LONG = 1e5;     /* steps of a method that is a bad choice, */
static const double HOST_NOTES_SLOW = 30;      /* and how many times those of another they are */
enum { HOST_NOTES_MOST = 4 };                  /* names in one line */

struct host_notes {
	const struct host_facts *facts;
	struct host_text *text;
	int warnings;
};

static void host_notes_add(struct host_notes *n, const char *format, ...)
{
	char line[600];
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	host_text_add(n->text, line);
}

static const char *host_notes_body(const struct host_notes *n, int body)
{
	return mech_name(&n->facts->model, n->facts->model.bodies[body].name);
}

static const char *host_notes_begin(struct host_notes *n, int warning)
{
	n->warnings += warning;
	return warning ? "  warning: " : "  note: ";
}

/* ---- position */

static void host_notes_singular(struct host_notes *n)
{
	const struct host_facts *f = n->facts;
	const int here = f->mobility.instant, beside = f->mobility.freedoms;
	if (here > beside) {
		host_notes_add(n, "%sthe start is a singular position: %d degree%s of freedom at this instant, %d beside it\n",
		               host_notes_begin(n, 1), here, here == 1 ? "" : "s", beside);
	} else if (f->model.n_rows > 0 && f->diagnosis.smallest_singular_value < HOST_NOTES_NEAR_SINGULAR) {
		host_notes_add(n, "%snear a singular position (distance %.2g, 1 is far)\n", host_notes_begin(n, 0),
		               f->diagnosis.smallest_singular_value);
	}
	if (here > 0 && !f->mobility.moves) {
		host_notes_add(n, "%sit can shake but not move: no motion possible at this instant leads anywhere\n",
		               host_notes_begin(n, 1));
	}
	if (here == 0 && beside == 0) {
		int driven = 0;
		for (int i = 0; i < f->model.n_elements; i++) {
			driven += mech_element_kind(&f->model.elements[i])->section == MECH_DRIVER;
		}
		host_notes_add(n, "%s%s\n", host_notes_begin(n, driven == 0),
		               driven > 0 ? "nothing is free to move but what drivers move" : "nothing can move");
	}
}

/* joints and drivers whose numbers contradict the drawing */
static void host_notes_open(struct host_notes *n)
{
	const struct host_facts *f = n->facts;
	const struct mech_context at = mech_instance_point(f->instance), *c = &at;
	int count = 0;
	for (int i = 0; i < f->model.n_rows; i++) {
		const struct mech_element *e = &f->model.elements[mech_row_element(&f->model, i)];
		const enum mech_quantity quantity = mech_row_quantity(c, e, i - e->row);
		const double measure = quantity == MECH_LENGTH ? f->size : 1.0;
		if (mech_element_kind(e)->section != MECH_JOINT || !(fabs(f->open[i]) > HOST_NOTES_OPEN * measure)) {
			continue;
		}
		if (count++ < HOST_NOTES_MOST) {
			char row[HOST_FACTS_ROW_SIZE];
			host_facts_row(f, i, row);
			host_notes_add(n, "%s%s by %.3g %s", count == 1 ? host_notes_begin(n, 0) : ", ", row, fabs(f->open[i]),
			               mech_quantity_unit(quantity));
		}
	}
	if (count > 0) {
		host_notes_add(n, "%s: drawn open\n", count > HOST_NOTES_MOST ? ", ..." : "");
	}
}

/* something in the file requires another place than drawn */
static int host_notes_is_asked(const struct host_facts *f)
{
	int asked = f->model.head->static_start != 0;
	for (int i = 0; i < f->model.n_targets; i++) {
		asked |= f->model.targets[i].value >= 0;
	}
	for (int i = 0; i < f->model.n_rows; i++) {
		const struct mech_element *e = &f->model.elements[mech_row_element(&f->model, i)];
		asked |= mech_element_kind(e)->section == MECH_DRIVER && fabs(f->open[i]) > HOST_NOTES_OPEN;
	}
	return asked;
}

/* bodies that start far from the drawing; where nothing requires that, the drawing may be wrong */
static void host_notes_moved(struct host_notes *n)
{
	const struct host_facts *f = n->facts;
	const int asked = host_notes_is_asked(f);
	double distance = 0.0, turn = 0.0;
	int far = 0;
	for (int i = 0; i < f->model.n_bodies; i++) {
		host_facts_way(f, i, &distance, &turn);
		if (!(distance > HOST_NOTES_FAR * f->size || turn > HOST_NOTES_FAR)) {
			continue;
		}
		if (far++ == 0) {
			host_notes_add(n, "%s%s", host_notes_begin(n, !asked),
			               asked ? "the start is not the drawing: " : "drawn far from where it closes: ");
		}
		if (far <= HOST_NOTES_MOST) {
			host_notes_add(n, "%sbody '%s' by %.3g m and %.3g rad", far == 1 ? "" : ", ", host_notes_body(n, i),
			               distance, turn);
		}
	}
	if (far > 0) {
		host_notes_add(n, far > HOST_NOTES_MOST ? " and %d more\n" : "\n", far - HOST_NOTES_MOST);
		return;
	}
	const int most = host_facts_moved(f, &distance, &turn);
	if (most >= 0) {
		host_notes_add(n, "%sassembled differently from the drawing; most: body '%s', by %.4g m and %.4g rad\n",
		               host_notes_begin(n, 0), host_notes_body(n, most), distance, turn);
	}
}

/* ---- speeds */

static void host_notes_speeds(struct host_notes *n)
{
	struct host_speed *speeds = NULL;
	const int count = host_speeds_find(n->facts, &speeds);
	n->text->failed |= count < 0;
	for (int i = 0; i < count && i < HOST_NOTES_MOST; i++) {
		if (i == 0) {
			host_notes_add(n, "%sspeeds at the start that nothing asks for: ", host_notes_begin(n, 0));
		}
		host_notes_add(n, "%s%s %.6g %s", i == 0 ? "" : ", ", speeds[i].name, speeds[i].value,
		               mech_quantity_unit(speeds[i].quantity));
	}
	if (count > 0) {
		host_notes_add(n, count > HOST_NOTES_MOST ? " and %d more\n" : "\n", count - HOST_NOTES_MOST);
	}
	free(speeds);
}

/* ---- bodies */

/* groups of bodies that nothing ties to the ground */
static void host_notes_loose(struct host_notes *n)
{
	const struct mech_model *m = &n->facts->model;
	unsigned char *seen = calloc((size_t)m->n_bodies + 1, 2);
	if (seen == NULL) {
		n->text->failed = 1;
		return;
	}
	unsigned char *group = seen + m->n_bodies + 1;
	for (int i = 0; i < m->n_bodies; i++) {
		if (seen[i]) {
			continue;
		}
		memset(group, 0, (size_t)m->n_bodies);
		const int grounded = host_loose_spread(n->facts, i, group);
		int count = 0;
		for (int k = i; k < m->n_bodies; k++) {
			seen[k] |= group[k];
			count += group[k];
		}
		if (!grounded && count == 1) {
			host_notes_add(n, "%sno joint holds body '%s'; it moves freely\n", host_notes_begin(n, 0),
			               host_notes_body(n, i));
		} else if (!grounded) {
			host_notes_add(n, "%sno joint connects body '%s' and the %d joined to it with the ground\n",
			               host_notes_begin(n, 0), host_notes_body(n, i), count - 1);
		}
	}
	free(seen);
}

/* principal moments that no body can have, and bodies that add nothing */
static void host_notes_masses(struct host_notes *n)
{
	const struct mech_model *m = &n->facts->model;
	const int six = mech_model_rules(m)->body[MECH_BODY_INERTIA].size == 6;
	for (int i = 0; i < m->n_bodies + m->n_welded; i++) {
		const double *numbers = m->parameters + m->bodies[i].parameter;
		double p[3] = {0.0, 0.0, numbers[MECH_BODY_INERTIA]};
		if (six) {
			mech_principal_moments(numbers + MECH_BODY_INERTIA, p);
		}
		if (six && p[0] + p[1] < p[2] * (1.0 - HOST_NOTES_ROUNDED)) {
			host_notes_add(n,
			               "%sno body has the principal moments of inertia of '%s', %.4g, %.4g and %.4g kg m2: two of "
			               "them are together at least the third\n",
			               host_notes_begin(n, 1), host_notes_body(n, i), p[0], p[1], p[2]);
		}
		if (numbers[MECH_BODY_MASS] == 0.0 && p[2] == 0.0) {
			host_notes_add(n, "%sbody '%s' has neither mass nor inertia\n", host_notes_begin(n, 0),
			               host_notes_body(n, i));
		}
	}
}

static void host_notes_inertia(struct host_notes *n)
{
	struct mech_context c = mech_instance_point(n->facts->instance);
	struct mech_assembly *assembly = mech_assembly_create(c.model);
	if (assembly == NULL) {
		n->text->failed = 1;
		return;
	}
	const int body = mech_massless_body(&c, assembly);
	if (body >= 0) {
		host_notes_add(n, "%sno mass or inertia resists a motion of body '%s'; give it some, or hold it\n",
		               host_notes_begin(n, 1), host_notes_body(n, body));
	}
	mech_assembly_free(assembly);
}

/* ---- units */

/* an angle that only makes sense in degrees: whole multiples of 5 from 15 on */
static int host_notes_is_degrees(enum mech_quantity quantity, double value)
{
	return quantity == MECH_ANGLE && fabs(value) >= 15.0 && fmod(value, 5.0) == 0.0;
}

static void host_notes_units(struct host_notes *n)
{
	const struct mech_model *m = &n->facts->model;
	const struct mech_space_rules *rules = mech_model_rules(m);
	double square = 0.0;
	for (int i = 0; i < rules->dimension; i++) {
		square += m->parameters[m->head->gravity + i] * m->parameters[m->head->gravity + i];
	}
	if (fabs(sqrt(square) / 9806.65 - 1.0) < 0.01) {
		host_notes_add(n, "%sgravity is %.6g m/s2: that is a number for millimetres, but all lengths are in metres\n",
		               host_notes_begin(n, 1), sqrt(square));
	}
	for (int i = 0; i < m->n_targets; i++) {
		const struct mech_target *t = &m->targets[i];
		const struct mech_coordinate_spec *spec =
			t->element < 0 ? &rules->targets[t->coordinate]
						   : &mech_element_kind(&m->elements[t->element])->coordinate.specs[t->coordinate];
		const uint32_t name = t->element < 0 ? m->bodies[t->body].name : m->elements[t->element].name;
		if (t->value >= 0 && host_notes_is_degrees(spec->quantity, m->parameters[t->value])) {
			host_notes_add(n,
			               "%sinitial %s of '%s' is %.6g rad; angles are in radians, write %.6g*pi/180 for degrees\n",
			               host_notes_begin(n, 1), spec->key, mech_name(m, name), m->parameters[t->value],
			               m->parameters[t->value]);
		}
	}
}

/* ---- time scales */

/* steps that the experiment cannot do without: reported where they will take long, and where a
 * communication step has more than it may */
static void host_notes_steps(struct host_notes *n, int setting)
{
	const struct mech_image_head *head = n->facts->model.head;
	const double *solver = n->facts->model.parameters + head->solver;
	const double step = solver[setting], limit = solver[MECH_SOLVER_WORK_LIMIT];
	const double all = (head->stop_time - head->start_time) / step;
	if (step > 0.0 && limit > 0.0 && head->step / step > limit) {
		host_notes_add(n,
		               "%swith solver.%s %.3g s a communication step of %.3g s takes %.2g steps, more than "
		               "solver.work_limit\n",
		               host_notes_begin(n, 1), mech_solver_specs[setting].key, step, head->step, head->step / step);
	} else if (step > 0.0 && all > HOST_NOTES_MANY) {
		host_notes_add(n, "%sslow: with solver.%s %.3g s the experiment of %.3g s takes %.2g steps\n",
		               host_notes_begin(n, 1), mech_solver_specs[setting].key, step, head->stop_time - head->start_time,
		               all);
	}
}

/* a force that would swing very often within the experiment */
static void host_notes_stiff(struct host_notes *n)
{
	const struct mech_context c = mech_instance_point(n->facts->instance);
	const struct mech_model *m = &n->facts->model;
	const double length = m->head->stop_time - m->head->start_time;
	double rate;
	const int stiffest = mech_stiffest(&c, &rate);
	if (stiffest >= 0 && rate * length > HOST_NOTES_MANY) {
		host_notes_add(n,
		               "%sslow: force '%s' alone swings with %.2g 1/s, the experiment takes %.3g s; --motion tells "
		               "how many steps it is\n",
		               host_notes_begin(n, 1), mech_name(m, m->elements[stiffest].name), rate, length);
	}
}

/* a choice of method that will take very long where the first of the table, which chooses for
 * itself, does not */
static void host_notes_method(struct host_notes *n)
{
	const struct mech_model *m = &n->facts->model;
	const double *solver = m->parameters + m->head->solver;
	const int method = mech_solver_chosen(solver, MECH_SOLVER_METHOD);
	const int controlled = solver[MECH_SOLVER_FIXED_STEP] == 0.0 && solver[MECH_SOLVER_REAL_TIME_STEP] == 0.0;
	const double steps = method > 0 && controlled ? host_trial_steps(n->facts, method) : 0.0;
	const double least = steps > HOST_NOTES_LONG ? host_trial_steps(n->facts, 0) : 0.0;
	if (least > 0.0 && steps > HOST_NOTES_SLOW * least) {
		host_notes_add(n,
		               "%sslow: at tolerance %.2g method %s takes some %.0e steps for the experiment, %s some %.0e\n",
		               host_notes_begin(n, 1), solver[MECH_SOLVER_TOLERANCE], dae_methods[method]->name, steps,
		               dae_methods[0]->name, least);
	}
}

int host_notes_write(const struct host_facts *facts, struct host_text *notes)
{
	struct host_notes n = {facts, notes, 0};
	host_notes_singular(&n);
	host_notes_open(&n);
	host_notes_moved(&n);
	host_notes_speeds(&n);
	host_notes_masses(&n);
	host_notes_inertia(&n);
	host_notes_loose(&n);
	host_notes_units(&n);
	host_notes_steps(&n, MECH_SOLVER_FIXED_STEP);
	host_notes_steps(&n, MECH_SOLVER_REAL_TIME_STEP);
	host_notes_steps(&n, MECH_SOLVER_LARGEST_STEP);
	host_notes_stiff(&n);
	host_notes_method(&n);
	if (facts->warning.text[0] != 0) {
		host_notes_add(&n, "%s%s\n", host_notes_begin(&n, 1), facts->warning.text);
	}
	return n.warnings;
}
