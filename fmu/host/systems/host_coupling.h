/* The coupled units of a system, and one step of all of them.
 *
 * Units exchange values at communication points. From t to t + h a unit knows its input only as a
 * polynomial in s = time - t that the algorithm makes of the source's output y:
 *
 *     order   from the beginning of the step       once the source has reached t + h
 *       0     y(t)                                  y(t + h)
 *       1     y(t) + y'(t) s                        y(t) + (y(t + h) - y(t)) s / h
 *       2     y(t) + y'(t) s + y''(t) s^2 / 2       y(t) + y'(t) s + (y(t + h) - y(t) - y'(t) h) s^2 / h^2
 *
 * Derivatives come from fmi2GetRealOutputDerivatives where the unit has them, else from the
 * polynomial through the last communication points. They are handed on by
 * fmi2SetRealInputDerivatives; a unit that does not interpolate gets the mean of the polynomial
 * over the step, so that the error of its states has the same order, and after the step the end of
 * the polynomial, so that outputs through which inputs pass are not late. What is no continuous Real
 * is held. If the true input has p + 1 bounded derivatives the polynomial is wrong by O(h^(p+1)), and
 * so are the results: units are Lipschitz in their inputs (Gronwall).
 *
 * An algorithm (host_coupling_methods) calls host_coupling_advance for each unit, which sets its
 * inputs and makes its step, and host_coupling_read for its outputs. host_coupling_step does what
 * is common to all: it saves the units, lets the algorithm make the step, and where a unit has
 * stopped early (fmi2Discard) takes all others back, and makes the step that ends there.
 *
 * Functions return 0, or -1 after a message that names unit, call and time.
 */
#ifndef HOST_COUPLING_H
#define HOST_COUPLING_H

#include "host_child.h"
#include "host_isolate.h"
#include "host_team.h"
#include "host_newton.h"
#include "host_power.h"
#include "host_system.h"
#include "host_system_graph.h"

/* an output that feeds inputs */
struct host_signal {
	int unit, variable;
	enum host_type type;
	int continuous;               /* a Real that changes between communication points */
	double begin, end;            /* at both ends of the step */
	double slope, curvature;      /* y'(t), y''(t) / 2 */
	double past[2], past_time[2]; /* at the communication points before; n_past of them are known */
	int n_past;
	double largest; /* |y| so far, which errors are compared with */
	char *text;     /* of a String */
};

/* an input, and what feeds it */
struct host_feed {
	const struct host_connection *connection;
	int signal;  /* -1: an input of the system */
	int outside; /* number of the latter */
	int continuous;
	int extrapolated; /* in the last step, from its beginning */
	double owed;      /* integral of what the input has missed so far */
	double used[3];   /* the polynomial of the last step, in the units of measurement of the input */
	double parameter; /* the value that it gave to a parameter; NAN: none yet */
};

/* a value from outside of the system */
struct host_outside {
	enum host_type type;
	int given; /* 0: never set, units keep their start values */
	double number;
	char *text;
};

/* what a unit is doing when it fails */
enum host_doing {
	HOST_LOADING,
	HOST_INSTANTIATING,
	HOST_INITIALIZING,
	HOST_SETTING,
	HOST_STEPPING,
	HOST_READING,
	HOST_SAVING,
	HOST_TERMINATING,
	HOST_DOINGS
};

struct host_coupling;

/* a unit while it runs */
struct host_member {
	struct host_coupling *coupling;
	const struct host_system_unit *unit;
	struct host_isolated *isolated; /* its process; NULL: ours */
	fmi2Component component;
	fmi2CallbackFunctions callbacks;
	char *doing[HOST_DOINGS]; /* "unit 'arm': the step" */
	char last[400];           /* what the unit said last about an error */
	int can_return;           /* to a saved state */
	int interpolates, derives;
	int passes; /* a continuous input may pass straight through to an output that feeds others */
	fmi2FMUstate saved;
	double time; /* where the unit stands */
	int first_signal, n_signals, first_feed, n_feeds;
	double stopped;              /* where it stopped early in this step; NAN: it did not */
	int terminated;              /* it wants to end the run */
	struct mech_message message; /* of its failure; "": none */
	double *numbers;             /* scratch */
	fmi2ValueReference *references;
	fmi2Integer *integers;
};

struct host_coupling {
	const struct host_system *system;
	struct host_graph graph;
	const struct host_coupling_method *method;
	struct host_child *child;               /* where it is noted who works; NULL: nowhere */
	const fmi2CallbackFunctions *callbacks; /* of whoever runs the system */
	int logging;
	double isolated_limit; /* seconds for a call of a unit in a process of its own; 0: units are in ours */
	int n_signals, n_feeds;
	struct host_member *members;
	struct host_signal *signals; /* unit by unit */
	struct host_feed *feeds;     /* unit by unit */
	struct host_outside *outside;
	int started;   /* initialization is over: inputs may have derivatives */
	double next;   /* the step that the error of the last one allows */
	int has_moved; /* some step was tried */
	int n_missed;  /* steps above the tolerance that could not be taken back */
	struct host_powers powers;
	int terminated;              /* a unit wants to end the run */
	double stopped;              /* where a unit stopped early in this step; NAN: none did */
	struct mech_message message; /* of a failure that is not one of a unit alone */
	struct host_team *team;      /* threads for units that are independent; NULL: none */
	int parallel;                /* units are at work at once */
	struct host_newton *newtons; /* of each group of the graph */
	int *ended;                  /* scratch of algorithms: [n_units], [n_signals] */
	double *before;
};

/* an algorithm. step: 0; positive with a message: not with a step as long; -1 with a message */
struct host_coupling_method {
	enum host_coupling_name name;
	int (*step)(struct host_coupling *c, double time, double h);
};
extern const struct host_coupling_method host_couple_jacobi, host_couple_gauss_seidel, host_couple_iterated,
	host_couple_newton;

/* all but the instances; NULL when memory is out. The system must outlive it. */
struct host_coupling *host_coupling_create(const struct host_system *system);
void host_coupling_free(struct host_coupling *c);

/* loads the libraries; makes the instances and sets what the file gives; in initialization mode
 * exchanges values until they fit, and ends that mode; steps; ends */
int host_coupling_load(struct host_coupling *c, struct mech_message *message);
int host_coupling_instantiate(struct host_coupling *c);
int host_coupling_setup(struct host_coupling *c, int has_tolerance, double tolerance, double start, double stop);
int host_coupling_enter(struct host_coupling *c);
int host_coupling_start(struct host_coupling *c, double time);
int host_coupling_step(struct host_coupling *c, double time, double h, double *reached);
int host_coupling_terminate(struct host_coupling *c);

/* for algorithms: one unit from `time` over h, inputs from sources in `ended` (by unit; NULL: none)
 * made of both ends; its outputs at the end. A unit that stops early sets c->stopped. */
int host_coupling_advance(struct host_coupling *c, int unit, double time, double h, const int *ended);
int host_coupling_read(struct host_coupling *c, int unit);

/* the same of all units at once, from what is known at the beginning of the step */
int host_coupling_advance_all(struct host_coupling *c, double time, double h);

/* the reason of a failure */
const char *host_coupling_reason(const struct host_coupling *c);

/* takes a unit back to the beginning of the step */
int host_coupling_return(struct host_coupling *c, int unit, double time);

/* sets the message: "unit 'arm': <what> at time <time>: <what the unit said>"; -1 */
int host_coupling_fail(struct host_member *m, const char *what, double time);

/* whether an algorithm takes units of loops back, and a unit of a loop that cannot go back (-1: all
 * can) */
int host_coupling_goes_back(enum host_coupling_name name);
int host_coupling_stuck(const struct host_system *system, const struct host_graph *graph);

/* the algorithm for the system where the file leaves the choice */
const struct host_coupling_method *host_coupling_choose(const struct host_system *system,
                                                        const struct host_graph *graph);

#endif
