/* Checks of a running unit: what the checks of `lint_behaviour` share.
 *
 * A check is a function that runs in a process of its own (lint_child.c); the library is loaded
 * there and nowhere else. Findings go to the parent through a pipe. The call that is under way
 * stands in memory shared with the parent, so that a crash or a hang has a name. Memory of
 * lint_take goes with the process.
 *
 * A check may consist of items, each on instances of its own: when the process ends within one, the
 * check is started again after it.
 */
#ifndef LINT_UNIT_H
#define LINT_UNIT_H

#include "host_fmu.h"
#include "lint.h"

enum { LINT_STEPS = 50 }; /* of a run over the default experiment */

/* states of the standard's table of calls (section 4.2.4) that every unit can be brought into */
enum lint_state {
	LINT_INSTANTIATED = 1,
	LINT_INITIALIZING = 2, /* in initialization mode */
	LINT_STEPPING = 4,     /* at a communication point: the first one, or after steps */
	LINT_TERMINATED = 8
};

/* in memory shared by parent and child */
struct lint_shared {
	/* of the running check */
	int item;              /* the item under way, from 1; 0: none yet */
	enum lint_level level; /* how bad a crash is now */
	char what[100];        /* what is tried */
	volatile unsigned long n_calls;
	char call[sizeof((struct lint_finding *)0)->place];
	int done;          /* the check came to its end */
	int abandoned;     /* the check ended the process itself */
	int out_of_memory; /* now or in a check before */
	/* found out by earlier checks */
	int absent;     /* there is no library for this machine */
	int usable;     /* can be instantiated, initialized and stepped */
	int repeatable; /* two runs give the same */
	int complained; /* about what the logger is given, bit by bit: each complaint once */
};

struct lint_unit {
	struct host_fmu fmu; /* the library is there within a check only */
	struct lint_shared *shared;
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
	struct lint_instance *calling;
	int absent;        /* the last call was not made: the library lacks the function */
	int n_messages;    /* of the logger */
	char message[200]; /* the last one */
	int quiet;         /* logging is off: only warnings and errors are expected */
};

struct lint_instance {
	struct lint_unit *unit;
	fmi2Component component;
	enum lint_state state;
	int pattern; /* how its inputs move */
	int mute;    /* was given no logger */
	char name[24];
};

struct lint_check {
	const char *name; /* for the report: "state", ... */
	void (*run)(struct lint_unit *unit);
	int displaced; /* the library and what it allocates lie elsewhere than in the processes of other checks */
};

/* the stage, with other time limits than its own: seconds for a call, and for a check */
void lint_behaviour_within(struct lint *lint, double call_limit, double check_limit);

/* ---- processes (lint_child.c) */

/* the check in a process of its own, its findings into *lint */
void lint_child(struct lint *lint, struct lint_unit *unit, const struct lint_check *check);

/* within a check: a finding. place NULL: the last call */
void lint_tell(struct lint_unit *unit, enum lint_level level, const char *rule, const char *place, const char *format,
               ...);

/* one more rule looked at */
void lint_looked(struct lint_unit *unit);

/* begins an item and counts it as a rule; level: how bad a crash in it is; what: what is tried. 0:
 * it was tried before and is to be passed by */
int lint_item(struct lint_unit *unit, enum lint_level level, const char *what);

/* ends the process: the unit can no longer be used, and that was reported */
void lint_abandon(struct lint_unit *unit);

/* cleared memory, which goes with the process */
void *lint_take(struct lint_unit *unit, size_t n, size_t size);

/* ---- calls (lint_unit.c) */

/* status of a function of the unit; fmi2Error where the library lacks it, for which it is blamed
 * nowhere else */
#define LINT_CALL(instance, function, ...)            \
	((instance)->unit->fmu.functions.function == NULL \
	     ? lint_absent(instance)                      \
	     : (lint_enter(instance, "fmi2" #function),   \
	        lint_leave(instance, (instance)->unit->fmu.functions.function(__VA_ARGS__))))
fmi2Status lint_absent(struct lint_instance *instance);
void lint_enter(struct lint_instance *instance, const char *function);
fmi2Status lint_leave(struct lint_instance *instance, fmi2Status status);

const char *lint_status_text(fmi2Status status); /* "fmi2OK" ... */

/* 1 if the status is fmi2OK or fmi2Warning; else a finding that the last call failed, and 0 */
int lint_good(struct lint_unit *unit, fmi2Status status);

/* fmi2GetXXX and fmi2SetXXX of a type, with a list of at most one variable; any pointer may be
 * NULL */
fmi2Status lint_get(struct lint_instance *instance, enum host_type type, const fmi2ValueReference *vr, size_t n,
                    union host_fmu_value *value);
fmi2Status lint_set(struct lint_instance *instance, enum host_type type, const fmi2ValueReference *vr, size_t n,
                    const union host_fmu_value *value);

/* a logger that looks at what it is given. Its environment is the instance under way. */
void lint_logger(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                 fmi2String message, ...);

/* an instance record without a component, for calls of fmi2Instantiate with unusual arguments */
struct lint_instance *lint_blank(struct lint_unit *unit);
fmi2Component lint_instantiate(struct lint_instance *instance, const char *guid, const char *resources,
                               const fmi2CallbackFunctions *functions, fmi2Boolean logging);

/* a fresh instance, brought into the state; NULL with a finding. lint_free_instance accepts
 * NULL. */
struct lint_instance *lint_begin(struct lint_unit *unit, enum lint_state state);
void lint_free_instance(struct lint_instance *instance);

/* from instantiated to the state. 0, or -1 with a finding */
int lint_bring(struct lint_instance *instance, enum lint_state state);

/* from instantiated to the first communication point where that may fail: 1, or 0 without a
 * finding */
int lint_try_initialize(struct lint_instance *instance);

/* ---- runs (lint_series.c) */

/* chooses times, samples and inputs from the description. 0, or -1 when memory is out */
int lint_plan(struct lint_unit *unit);
void lint_plan_free(struct lint_unit *unit);

/* what a unit shows at the end of a step */
struct lint_row {
	fmi2Status status; /* of the step; above fmi2Warning there are no values */
	union host_fmu_value *values;
};

double lint_time(const struct lint_unit *unit, int k); /* the k-th communication point */

/* inputs for the step that begins at point k */
fmi2Status lint_set_inputs(struct lint_instance *instance, int k);

/* all samples, in initialization mode or later. 0, or -1 with a finding */
int lint_read(struct lint_instance *instance, struct lint_row *row);

/* a step, from point k to the next or between any two times, inputs as they are. fmi2OK;
 * fmi2Discard: the unit wishes to end; else fmi2Error with a finding */
fmi2Status lint_step(struct lint_instance *instance, int k);
fmi2Status lint_step_between(struct lint_instance *instance, double begin, double end);

/* steps from point `from` to point `to` with moving inputs; rows[0] belongs to the end of the first
 * step. The rows after a failed step have its status. */
struct lint_row *lint_rows(struct lint_unit *unit, int n);
void lint_advance(struct lint_instance *instance, int from, int to, struct lint_row *rows);

/* compares bit for bit, shows the first difference: with the level where it is an output, else as a
 * warning at most. rows[0] belongs to point `from`; text says which rows they are. 1 if all are
 * equal. */
int lint_compare(struct lint_unit *unit, enum lint_level level, const char *rule, const char *text, int from, int n,
                 const struct lint_row *rows, const struct lint_row *expected);

/* value as text */
void lint_value_text(enum host_type type, const union host_fmu_value *value, char text[80]);

/* ---- variables */

/* whether fmi2SetXXX of the variable is legal in the state */
int lint_is_settable(const struct host_variable *variable, enum lint_state state);

/* a variable of the type that can be set in the state (state 0: any variable of the type), or
 * NULL */
const struct host_variable *lint_pick(const struct lint_unit *unit, enum host_type type, enum lint_state state);

/* start value moved a little, within its limits: real numbers only. 0, or -1: it cannot be moved */
int lint_moved(const struct host_variable *variable, double *value);

/* ---- the checks */
void lint_check_loading(struct lint_unit *unit);
void lint_check_instantiation(struct lint_unit *unit);
void lint_check_calls(struct lint_unit *unit);
void lint_check_arguments(struct lint_unit *unit);
void lint_check_starts(struct lint_unit *unit);
void lint_check_experiment(struct lint_unit *unit);
void lint_check_repetition(struct lint_unit *unit);
void lint_check_steps(struct lint_unit *unit);
void lint_check_state(struct lint_unit *unit);
void lint_check_state_writing(struct lint_unit *unit);
void lint_check_state_reading(struct lint_unit *unit);
void lint_check_state_damage(struct lint_unit *unit);
void lint_check_derivatives(struct lint_unit *unit);
void lint_check_dependencies(struct lint_unit *unit);
void lint_check_input_derivatives(struct lint_unit *unit);
void lint_check_output_derivatives(struct lint_unit *unit);

#endif
