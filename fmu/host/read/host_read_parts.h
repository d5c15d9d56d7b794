/* Inside of the file reader: shared by host_value.c and the files host_read*.c.
 *
 * Functions that can fail return 0, or -1 after setting the message.
 */
#ifndef HOST_READ_PARTS_H
#define HOST_READ_PARTS_H

#include "host_beam.h"
#include "host_mechanism.h"
#include "host_table.h"
#include "host_yaml.h"

enum { HOST_LONGEST_NAME = 63, HOST_MOST_KEYS = 24 };

struct host_reader {
	const char *file;
	struct mech_message *message;
	struct host_mechanism *m;
	char context[HOST_LONGEST_NAME + 33];         /* what is being read, "joint 'pin'", or "" */
	const struct host_node **element_nodes;       /* node of each element */
	struct host_table parameters, bodies, inputs; /* numbers by name */
	struct host_table elements[MECH_SECTION_COUNT];
	int n_beams;
	struct host_beam *beams;
};

/* a list of the keys a map may have */
struct host_keys {
	int count;
	const char *key[HOST_MOST_KEYS];
};

int host_reader_fail(struct host_reader *r, struct host_place place, const char *format, ...);
int host_out_of_memory(struct host_reader *r);

/* copies; NULL after a message */
char *host_copy(struct host_reader *r, const char *text);

/* nodes of the right type; `what` names the thing in messages ("gravity", "key 'at'") */
int host_check_map(struct host_reader *r, const struct host_node *node, const char *what);
int host_check_list(struct host_reader *r, const struct host_node *node, const char *what);
int host_check_text(struct host_reader *r, const struct host_node *node, const char *what);

/* every key of the map is one of `keys` */
int host_check_keys(struct host_reader *r, const struct host_node *map, const struct host_keys *keys);

/* a word of letters, digits and underscores that may stand in the name of a variable; not
 * `ground` */
int host_check_name(struct host_reader *r, const char *name, struct host_place place);

/* numbers that keep the value they have in the file, even if an expression gives it */
#define HOST_NO_SPOT ((struct host_spot){HOST_UNOWNED, 0, 0})

/* a number, finite and not quoted: sign, digits, point, exponent, whatever the locale; or an
 * expression. Where that uses parameters, it is kept for the spot. */
int host_number(struct host_reader *r, const struct host_node *node, const char *what, struct host_spot spot,
                double *value);

/* an expression; host_number has found that the text is no number */
int host_number_expression(struct host_reader *r, const struct host_node *node, const char *what, struct host_spot spot,
                           double *value);

/* operations, in memory that the mechanism takes over, give the number at the spot */
int host_formula_keep(struct host_reader *r, struct host_spot spot, int count, struct mech_operation *operations);

/* What to write for a number whose text is no expression from `offset` on, where that is a unit,
 * the time or a result; `what` is its key. NULL: it is none of these. */
enum { HOST_ADVICE_SIZE = 320 };
const char *host_advice(const struct host_reader *r, const char *text, int offset, const char *what,
                        struct host_spot spot, char advice[HOST_ADVICE_SIZE]);

/* the entry of `map` that the spec describes, its first number at the spot; where it is missing,
 * the fallback, or an error if it is `needed` */
int host_parameter(struct host_reader *r, const struct host_node *map, const struct mech_parameter_spec *spec,
                   int needed, struct host_spot spot, double *values);

/* number of the moving body that a node names or that carries what it names; MECH_GROUND allowed */
int host_find_body(struct host_reader *r, const struct host_node *node, int *body);

/* `bodies:` of a sensor that lists any of them */
int host_read_body_list(struct host_reader *r, const struct host_node *map, struct host_element *e);

/* whether the numbers of an element fit together */
int host_check_fit(struct host_reader *r, const struct host_node *map, const struct host_element *e);

/* matrices of an element: how many states they are for; their numbers */
int host_count_states(struct host_reader *r, const struct host_node *map, struct host_element *e);
int host_read_matrices(struct host_reader *r, const struct host_node *map, struct host_element *e);

/* tables of an element: how many points they have; their numbers */
int host_count_tables(struct host_reader *r, const struct host_node *map, struct host_element *e);
int host_read_tables(struct host_reader *r, const struct host_node *map, struct host_element *e);

/* `input:` of an element, and `start:` next to it, NAN where it is not there; what the input stands
 * in for must not be there */
int host_read_input_start(struct host_reader *r, const struct host_node *map, const struct mech_kind *kind,
                          double *start);
int host_read_input(struct host_reader *r, const struct host_node *map, struct host_element *e, double start);

/* ---- beams: all of the section are read first. host_beam_find gives the one of a name of that length, or
 * NULL; host_beam_axes the axes of the section of element k = 0 .. n - 1, -1 where y_axis points along it. */
int host_read_beams(struct host_reader *r, const struct host_node *section);
int host_read_section(struct host_reader *r, const struct host_node *map, struct host_beam *beam);
void host_free_beams(struct host_reader *r);
const struct host_beam *host_beam_find(const struct host_reader *r, const char *name, size_t length);
int host_beam_axes(const struct host_beam *beam, int k, double axes[9]);

/* the nodes of a body that are welded or not: 1, or 0 where it is no beam; what welded ends are a
 * part of */
int host_make_nodes(struct host_reader *r, const struct host_node *body, int welded);
int host_weld_nodes(struct host_reader *r);

/* the nodes of all beams; the elements of all beams, after the other forces */
int host_count_nodes(const struct host_reader *r);
int host_count_beam_elements(const struct host_reader *r);
int host_make_elements(struct host_reader *r);

/* number of the body or node of that name, -2: there is none, and the message that says so; the body
 * that a key names, MECH_GROUND allowed */
int host_named_body(const struct host_reader *r, const char *text);
int host_no_body(struct host_reader *r, const struct host_node *node);
int host_find_carrier(struct host_reader *r, const struct host_node *node, const char *what, int *body);

/* body number k of an element: for a beam the node at the point where the element holds it */
int host_find_held(struct host_reader *r, const struct host_node *map, const struct host_node *node, int k, int *body);

/* an output as the variable is called, where it names a node */
char *host_copy_output(struct host_reader *r, const char *text);

/* carriers of all bodies of the section; those that move by themselves stand first */
int host_read_welds(struct host_reader *r, const struct host_node *section);

/* `shape:` of a body, which may be missing; its numbers from `density:`, which is there */
int host_read_shapes(struct host_reader *r, const struct host_node *map, struct host_body *body);
int host_read_density(struct host_reader *r, const struct host_node *map, struct host_body *body);

/* numbers of a body with all that is welded to it */
void host_fold_body(const struct host_mechanism *m, int body, double numbers[HOST_BODY_NUMBERS]);

/* the last body of an element with outputs in chosen axes, after those of its joints */
int host_read_frame(struct host_reader *r, const struct host_node *map, struct host_element *e);

int host_read_parameters(struct host_reader *r, const struct host_node *section);
int host_read_elements(struct host_reader *r, const struct host_node *file);
int host_read_initial(struct host_reader *r, const struct host_node *node);

/* author, version, copyright, license; section export */
int host_read_credits(struct host_reader *r, const struct host_node *file);
int host_read_export(struct host_reader *r, const struct host_node *node);

#endif
