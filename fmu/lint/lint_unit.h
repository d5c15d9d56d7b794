/* Checks of a running unit: what the checks of `host_lint_behaviour` share.
 *
 * A check is a function that runs in a process of its own (lint_child.c); the library is loaded there and nowhere
 * else. Findings go to the parent through a pipe. The call that is under way stands in memory shared with the parent,
 * so that a crash or a hang has a name. Memory of host_lint_take goes with the process.
 *
 * A check may consist of items, each on instances of its own: when the process ends within one, the check is started
 * again behind it.
 */
#ifndef HOST_LINT_UNIT_H
#define HOST_LINT_UNIT_H

#include "host_fmu.h"
#include "lint.h"

enum { HOST_LINT_STEPS = 50 }; /* of a run over the default experiment */

/* states of the standard's table of calls (section 4.2.4) that every unit can be brought into */
enum host_lint_state {
	HOST_LINT_INSTANTIATED = 1,
	HOST_LINT_INITIALIZING = 2, /* in initialization mode */
	HOST_LINT_STEPPING = 4,     /* at a communication point: the first one, or after steps */
	HOST_LINT_TERMINATED = 8
};

/* in memory shared by parent and child */
struct host_lint_shared {
	/* of the running check */
	int item;                   /* the item under way, from 1; 0: none yet */
	enum host_lint_level level; /* how bad a crash is now */
	char what[100];             /* what is tried */
	volatile unsigned long n_calls;
	char call[sizeof((struct host_lint_finding *)0)->place];
	int done;      /* the check came to its end */
	int abandoned; /* the check ended the process itself */
	/* found out by earlier checks */
	int absent;     /* there is no library for this machine */
	int usable;     /* can be instantiated, initialized and stepped */
	int repeatable; /* two runs give the same */
	int complained; /* about what the logger is given, bit by bit: each complaint once */
};

struct host_lint_unit {
	struct host_fmu fmu; /* the library is there within a check only */
	struct host_lint_shared *shared;
	double call_limit, check_limit; /* seconds that a call and a check may take */
	FILE *handover;                 /* a serialized state, from one check to another */
	int first_finding;              /* of this stage */
	int printed;                    /* that the unit writes to standard output was said */

	/* the default experiment; how most runs are made: at most n_steps steps from start */
	double start, stop, step;
	int n_steps;

	/* variables whose values are compared, grouped by type; the first of each group are outputs */
	int n_samples, n_left_out, *samples;
	int first_sample[HOST_TYPE_COUNT + 1];
	fmi2ValueReference *references; /* of the samples */

	/* continuous inputs and the values around which they are moved */
	int n_inputs, *inputs;
	fmi2ValueReference *input_references;
	double *input_values, *input_scales;

	/* within a check */
	int report;           /* pipe for findings */
	int item, first_item; /* items begun; those up to first_item were tried before */
	int n_instances;
	struct host_lint_instance *calling;
	int absent;        /* the last call was not made: the library lacks the function */
	int n_messages;    /* of the logger */
	char message[200]; /* the last one */
	int quiet;         /* logging is off: only warnings and errors are expected */
};

struct host_lint_instance {
	struct host_lint_unit *unit;
	fmi2Component component;
	enum host_lint_state state;
	int pattern; /* how its inputs move */
	int mute;    /* was given no logger */
	char name[24];
};

struct host_lint_check {
	const char *name; /* for the report: "state", ... */
	void (*run)(struct host_lint_unit *unit);
	int displaced; /* the library and what it allocates lie elsewhere than in the processes of other checks */
};

/* the stage, with other time limits than its own: seconds for a call, and for a check */
void host_lint_behaviour_within(struct host_lint *lint, double call_limit, double check_limit);

/* ---- processes (lint_child.c) */

/* the check in a process of its own, its findings into *lint */
void host_lint_child(struct host_lint *lint, struct host_lint_unit *unit, const struct host_lint_check *check);

/* within a check: a finding. place NULL: the last call */
void host_lint_tell(struct host_lint_unit *unit, enum host_lint_level level, const char *rule, const char *place,
                    const char *format, ...);

/* one more rule looked at */
void host_lint_looked(struct host_lint_unit *unit);

/* begins an item and counts it as a rule; level: how bad a crash in it is; what: what is tried. 0: it was tried before
 * and is to be passed by */
int host_lint_item(struct host_lint_unit *unit, enum host_lint_level level, const char *what);

/* ends the process: the unit can no longer be used, and that was told */
void host_lint_abandon(struct host_lint_unit *unit);

/* cleared memory, which goes with the process */
void *host_lint_take(struct host_lint_unit *unit, size_t n, size_t size);

/* ---- calls (lint_unit.c) */

/* status of a function of the unit; fmi2Error where the library lacks it, for which it is blamed nowhere else */
#define HOST_LINT_CALL(instance, function, ...)          \
	((instance)->unit->fmu.functions.function == NULL    \
	     ? host_lint_absent(instance)                    \
	     : (host_lint_enter(instance, "fmi2" #function), \
	        host_lint_leave(instance, (instance)->unit->fmu.functions.function(__VA_ARGS__))))
fmi2Status host_lint_absent(struct host_lint_instance *instance);
void host_lint_enter(struct host_lint_instance *instance, const char *function);
fmi2Status host_lint_leave(struct host_lint_instance *instance, fmi2Status status);

const char *host_lint_state_text(enum host_lint_state state); /* "in initialization mode" ... */
const char *host_lint_status_text(fmi2Status status);         /* "fmi2OK" ... */

/* 1 if the status is fmi2OK or fmi2Warning; else a finding that the last call failed, and 0 */
int host_lint_good(struct host_lint_unit *unit, fmi2Status status);

/* fmi2GetXXX and fmi2SetXXX of a type, with a list of at most one variable; any pointer may be NULL */
fmi2Status host_lint_get(struct host_lint_instance *instance, enum host_type type, const fmi2ValueReference *vr,
                         size_t n, union host_fmu_value *value);
fmi2Status host_lint_set(struct host_lint_instance *instance, enum host_type type, const fmi2ValueReference *vr,
                         size_t n, const union host_fmu_value *value);

/* a logger that looks at what it is given. Its environment is the instance under way. */
void host_lint_logger(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                      fmi2String message, ...);

/* an instance record without a component, for calls of fmi2Instantiate with unusual arguments */
struct host_lint_instance *host_lint_blank(struct host_lint_unit *unit);
fmi2Component host_lint_instantiate(struct host_lint_instance *instance, const char *guid, const char *resources,
                                    const fmi2CallbackFunctions *functions, fmi2Boolean logging);

/* a fresh instance, brought into the state; NULL with a finding. host_lint_free_instance accepts NULL. */
struct host_lint_instance *host_lint_begin(struct host_lint_unit *unit, enum host_lint_state state);
void host_lint_free_instance(struct host_lint_instance *instance);

/* from instantiated to the state. 0, or -1 with a finding */
int host_lint_bring(struct host_lint_instance *instance, enum host_lint_state state);

/* from instantiated to the first communication point where that may fail: 1, or 0 without a finding */
int host_lint_try_initialize(struct host_lint_instance *instance);

/* ---- runs (lint_series.c) */

/* chooses times, samples and inputs from the description. 0, or -1 when memory is out */
int host_lint_plan(struct host_lint_unit *unit);
void host_lint_plan_free(struct host_lint_unit *unit);

/* what a unit shows at the end of a step */
struct host_lint_row {
	fmi2Status status; /* of the step; above fmi2Warning there are no values */
	union host_fmu_value *values;
};

double host_lint_time(const struct host_lint_unit *unit, int k); /* the k-th communication point */

/* inputs for the step that begins at point k */
fmi2Status host_lint_set_inputs(struct host_lint_instance *instance, int k);

/* all samples, in initialization mode or later. 0, or -1 with a finding */
int host_lint_read(struct host_lint_instance *instance, struct host_lint_row *row);

/* a step, from point k to the next or between any two times, inputs as they are. fmi2OK; fmi2Discard: the unit wishes to
 * end; else fmi2Error with a finding */
fmi2Status host_lint_step(struct host_lint_instance *instance, int k);
fmi2Status host_lint_step_between(struct host_lint_instance *instance, double begin, double end);

/* steps from point `from` to point `to` with moving inputs; rows[0] belongs to the end of the first step. The rows after
 * a failed step have its status. */
struct host_lint_row *host_lint_rows(struct host_lint_unit *unit, int n);
void host_lint_advance(struct host_lint_instance *instance, int from, int to, struct host_lint_row *rows);

/* compares bit for bit, tells the first difference: with the level where it is an output, else as a warning at most.
 * rows[0] belongs to point `from`; text says which rows they are. 1 if all are equal. */
int host_lint_compare(struct host_lint_unit *unit, enum host_lint_level level, const char *rule, const char *text,
                      int from, int n, const struct host_lint_row *rows, const struct host_lint_row *expected);

/* whether a derivative, given at three points, is the central difference over two steps. The difference is wrong by about
 * the second difference of the derivative, and units of low order are half a step late. */
int host_lint_is_rate(const double derivative[3], double difference, double noise);

/* value as text */
void host_lint_value_text(enum host_type type, const union host_fmu_value *value, char text[80]);

/* ---- variables */

/* whether fmi2SetXXX of the variable is legal in the state */
int host_lint_is_settable(const struct host_variable *variable, enum host_lint_state state);

/* a variable of the type that can be set in the state (state 0: any variable of the type), or NULL */
const struct host_variable *host_lint_pick(const struct host_lint_unit *unit, enum host_type type,
                                           enum host_lint_state state);

/* start value moved a little, within its limits: real numbers only. 0, or -1: it cannot be moved */
int host_lint_moved(const struct host_variable *variable, double *value);

/* ---- the checks */
void host_lint_check_loading(struct host_lint_unit *unit);
void host_lint_check_instantiation(struct host_lint_unit *unit);
void host_lint_check_calls(struct host_lint_unit *unit);
void host_lint_check_arguments(struct host_lint_unit *unit);
void host_lint_check_starts(struct host_lint_unit *unit);
void host_lint_check_experiment(struct host_lint_unit *unit);
void host_lint_check_repetition(struct host_lint_unit *unit);
void host_lint_check_steps(struct host_lint_unit *unit);
void host_lint_check_state(struct host_lint_unit *unit);
void host_lint_check_state_writing(struct host_lint_unit *unit);
void host_lint_check_state_reading(struct host_lint_unit *unit);
void host_lint_check_state_damage(struct host_lint_unit *unit);
void host_lint_check_derivatives(struct host_lint_unit *unit);
void host_lint_check_dependencies(struct host_lint_unit *unit);
void host_lint_check_input_derivatives(struct host_lint_unit *unit);
void host_lint_check_output_derivatives(struct host_lint_unit *unit);

#endif
