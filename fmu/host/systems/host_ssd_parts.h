/* Inside of the reader of SSP: host_ssd_elements.c, host_ssd_connect.c, host_ssv.c, host_ssd.c. */
#ifndef HOST_SSD_PARTS_H
#define HOST_SSD_PARTS_H

#include "host_ssd.h"
#include "host_xml.h"

/* one connection of the file; an end is "<path of the element>\n<connector>", "\n<connector>" for
 * the outermost system */
struct host_ssd_edge {
	char *from, *to;
	struct host_place place;
	int keeps_unit;
	double factor, offset;
	const xmlNode *translation; /* the element with MapEntry; NULL: none */
};

struct host_ssd_reader {
	struct host_system *s;
	struct host_problems *problems;
	const char *file;          /* what is read, for messages */
	char base[HOST_PATH_SIZE]; /* folder that sources are relative to; "": the working directory */
	int packed;                /* in an archive: no source outside of it */
	xmlDoc *document;
	int n_edges;
	struct host_ssd_edge *edges;
	int n_documents; /* other files, which stay until the end */
	xmlDoc **documents;
};

/* elements of any namespace of SSP, by their local name; NULL: none */
const xmlNode *host_ssd_child(const xmlNode *parent, const char *name);
const xmlNode *host_ssd_next(const xmlNode *node, const char *name);
int host_ssd_is(const xmlNode *node, const char *name);
struct host_place host_ssd_place(const xmlNode *node);

const xmlNode *host_ssd_named(const xmlNode *list, const char *kind, const char *name);

/* component, system or dictionary of a system; NULL: none */
const xmlNode *host_ssd_element(const xmlNode *system, const char *name);

/* path of an element, or a key; NULL after noting that memory is out */
char *host_ssd_join(struct host_ssd_reader *r, const char *path, const char *name, const char *between);

/* a problem at an element: the format has one %s */
void host_ssd_error(struct host_ssd_reader *r, const xmlNode *node, const char *format, const char *text);

/* number of an attribute, which may be missing */
double host_ssd_number(struct host_ssd_reader *r, const xmlNode *node, const char *attribute, double fallback);

/* one connection of a system is an edge; all edges become connections between units; outputs of the
 * outermost system */
void host_ssd_connection(struct host_ssd_reader *r, const xmlNode *system, const char *path, const xmlNode *node);
void host_ssd_connect(struct host_ssd_reader *r);
void host_ssd_outputs(struct host_ssd_reader *r);

/* an attribute that must be there; "" after a problem */
const char *host_ssd_need(struct host_ssd_reader *r, const xmlNode *node, const char *attribute);

/* path of a source; -1 after a problem */
int host_ssd_source(struct host_ssd_reader *r, const xmlNode *node, const char *source, char path[HOST_PATH_SIZE]);

/* an XML file, the caller's to free; NULL after a problem at `node` of the file that is read (NULL:
 * the whole file) */
xmlDoc *host_ssd_parse(struct host_ssd_reader *r, const xmlNode *node, const char *path);

/* another XML file of the system; NULL after a problem. It lives as long as the reader. */
const xmlNode *host_ssd_open(struct host_ssd_reader *r, const xmlNode *node, const char *source);

/* a value on its way through connections: factor * text + offset; the place is that of problems */
struct host_ssd_way {
	const char *file, *text;
	struct host_place place;
	double factor, offset;
	int depth;
};

/* where a value set on this connector of a system arrives: calls back for each component that it
 * feeds */
typedef void host_ssd_arrival(void *context, int unit, const char *variable, const struct host_ssd_way *way);
void host_ssd_follow(struct host_ssd_reader *r, const char *connector, const struct host_ssd_way *way,
                     host_ssd_arrival *arrive, void *context);

/* the target of a map of values for this text; NULL: it has no such entry */
const char *host_ssd_mapped(const xmlNode *map, const char *text);

/* LinearTransformation of an element */
void host_ssd_linear(struct host_ssd_reader *r, const xmlNode *node, double *factor, double *offset);

/* ParameterBindings of an element at `path` ("" or "inner"); unit: number, or HOST_OUTSIDE for a
 * system */
void host_ssv_read(struct host_ssd_reader *r, const xmlNode *element, const char *path, int unit);

/* once all are read */
void host_ssv_order(struct host_system *s, struct host_problems *problems);

#endif
