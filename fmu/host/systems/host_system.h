/* A system of units whose outputs are the inputs of others, as read from a file.
 *
 *     system.yaml ---- host_system_yaml ----\
 *     .ssd, .ssp ----- host_ssd ------------+--> struct host_system: names, places in the file
 *     .xml ----------- host_osp ------------/
 *                                                     |
 *                 host_system_open      units unpacked, mechanisms exported to FMUs for the moment
 *                 host_system_resolve   names -> variables; types, units of measurement, double ends
 *                                                     |
 *            /------------------------+---------------+--------------------\
 *     host_system_report        host_ssp_write        host_system_graph --> host_coupling --> host_system_run
 *     (check)                   (export)              (order, loops)        (one step)        (run)
 *
 * Readers never stop at the first error: they add to the list of problems and continue with what
 * they have. The coupled system has the functions of a unit (host_system_run.h), so that it is run,
 * recorded and watched as one FMU is.
 *
 * All memory belongs to the system; host_system_free.
 */
#ifndef HOST_SYSTEM_H
#define HOST_SYSTEM_H

#include "host_fmu.h"
#include "host_problems.h"

/* in place of a unit: the system itself, whose inputs have no unit; nothing, after a problem */
enum { HOST_OUTSIDE = -1, HOST_NO_UNIT = -2 };

/* a parameter or start value that the file gives to a variable */
struct host_setting {
	char *name, *text;
	struct host_place place, text_place;
	double factor, offset;       /* of a number: value = factor * number + offset */
	struct host_measure measure; /* its unit of measurement in the file; no name: that of the variable */
	int variable;                /* number in the description; -1: there is none */
	int connected;               /* it came through a connection, which has precedence */
};

struct host_system_unit {
	char *name, *file; /* file: as the system file has it */
	char *path;        /* where that is; NULL: as seen from the folder of the system file */
	struct host_place place, file_place;
	int n_settings;
	struct host_setting *settings;
	int opened; /* description is there */
	struct host_fmu *fmu;
	char folder[HOST_PATH_SIZE]; /* temporary, of the FMU made of a mechanism; "": none */
};

/* a variable of a unit */
struct host_port {
	int unit; /* number, or HOST_OUTSIDE */
	char *name;
	struct host_place place;
	int variable; /* number in the description of the unit, in inputs of the system for HOST_OUTSIDE; -1: there is none */
};

/* one value of an enumeration, an integer or a Boolean for another */
struct host_translation {
	char *from_text, *to_text; /* as written */
	double from, to;
};

struct host_connection {
	struct host_port from, to;
	struct host_place place;
	int either_way;                    /* the file does not say which end is the input */
	int keeps_unit;                    /* no conversion between units of measurement */
	int sets_parameter;                /* at the start, and when it changes; no part of the loops */
	double factor, offset;             /* to = factor * from + offset, as written */
	double total_factor, total_offset; /* with the units of measurement of both ends */
	int n_translations;                /* 0: every value for itself */
	struct host_translation *translations;
};

struct host_system_input {
	char *name;
	struct host_place place;
};

struct host_system_output {
	char *name;
	struct host_port port;
	double factor, offset;
};

/* how values are exchanged (host_coupling.h) */
enum host_coupling_name { HOST_AUTO, HOST_JACOBI, HOST_GAUSS_SEIDEL, HOST_ITERATED, HOST_NEWTON, HOST_COUPLING_NAMES };
extern const char *const host_coupling_names[HOST_COUPLING_NAMES];
extern const char *const host_coupling_texts[HOST_COUPLING_NAMES];

struct host_algorithm {
	enum host_coupling_name name;
	double step;  /* between two exchanges; NAN: not given */
	int order;    /* of the polynomials that stand for inputs within a step */
	int adaptive; /* the step follows from the error; then `step` is the first one */
	double smallest_step, largest_step;
	int corrects;     /* what inputs missed in a step is added to the next one */
	double tolerance; /* of iterations and adaptive steps, relative to the largest value of each output so far */
	int iterations;   /* an iteration that needs more has failed */
};

struct host_system {
	char *file; /* for messages */
	char *name, *description;
	char folder[HOST_PATH_SIZE]; /* temporary, of an unpacked .ssp; "": none */
	int to_show;                 /* mechanisms bring the page that simulates along */
	int n_units, n_connections, n_inputs, n_outputs;
	struct host_system_unit *units;
	struct host_connection *connections;
	struct host_system_input *inputs;
	struct host_system_output *outputs;
	int lists_outputs; /* 0: all outputs of all units */
	struct host_algorithm algorithm;
	double start_time, stop_time, interval; /* experiment; NAN: not given */
};

/* whether the file describes a system and not a mechanism or unit: by its extension, or its first
 * key */
int host_system_is(const char *path);
int host_system_is_ssp(const char *path); /* .ssd or .ssp */
int host_system_is_osp(const char *path); /* .xml */

/* reads, opens the units, resolves; look at the problems. NULL when memory is out, or there is no
 * system in it. To show it, mechanisms become units with a page that simulates. */
struct host_system *host_system_read(const char *path, struct host_problems *problems);
struct host_system *host_system_read_to_show(const char *path, struct host_problems *problems);
void host_system_free(struct host_system *system);

/* an empty system; NULL when memory is out */
struct host_system *host_system_create(const char *file);

/* readers: room for one more at the end of a list, all zero; NULL after noting that memory is
 * out */
struct host_system_unit *host_system_add_unit(struct host_system *s, struct host_problems *problems);
struct host_setting *host_system_add_setting(struct host_system_unit *unit, struct host_problems *problems);
struct host_connection *host_system_add_connection(struct host_system *s, struct host_problems *problems);
struct host_system_input *host_system_add_input(struct host_system *s, struct host_problems *problems);
struct host_system_output *host_system_add_output(struct host_system *s, struct host_problems *problems);

/* a copy; NULL after noting that memory is out */
char *host_system_copy(const char *text, struct host_problems *problems);

int host_system_find_unit(const struct host_system *s, const char *name); /* number, or -1 */

/* opens what can be opened (host_system_open.c) */
void host_system_open(struct host_system *s, struct host_problems *problems);

/* gives names their variables (host_system_resolve.c) */
void host_system_resolve(struct host_system *s, struct host_problems *problems);

/* the variable of a port of a unit; NULL: it is not known */
const struct host_variable *host_system_variable(const struct host_system *s, const struct host_port *port);

#endif
