#define _POSIX_C_SOURCE 200809L

#include "host_mesh.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host_file.h"
#include "host_number.h"

enum { HOST_MESH_WORD = 64, HOST_MESH_MOST_POINTS = 3 * HOST_MESH_MOST_TRIANGLES };

/* a mesh while it grows: points by their coordinates, in a table with open addressing */
struct host_mesh_draft {
	struct host_mesh mesh;
	int points_capacity, triangles_capacity;
	int *slots, n_slots;                          /* number of a point, or -1 */
	int *vertices, n_vertices, vertices_capacity; /* OBJ: points by their place in the file */
	struct mech_message *message;
};

/* ---- growing */

static int host_mesh_memory(struct host_mesh_draft *d)
{
	host_say(d->message, "out of memory");
	return -1;
}

/* room for one more of n things */
static int host_mesh_room(struct host_mesh_draft *d, void **things, int n, int *capacity, size_t size)
{
	if (n < *capacity) {
		return 0;
	}
	const int larger = 2 * *capacity + 1024;
	void *more = realloc(*things, (size_t)larger * size);
	if (more == NULL) {
		return host_mesh_memory(d);
	}
	*things = more;
	*capacity = larger;
	return 0;
}

static int host_mesh_is_at(const double a[3], const double b[3])
{
	return host_number_same(a[0], b[0]) && host_number_same(a[1], b[1]) && host_number_same(a[2], b[2]);
}

/* slot of the point, or the free one where it would go */
static int *host_mesh_slot(const struct host_mesh_draft *d, const double x[3])
{
	uint64_t k = mech_checksum(x, 3 * sizeof *x) % (uint64_t)d->n_slots;
	while (d->slots[k] >= 0 && !host_mesh_is_at(d->mesh.points + 3 * (size_t)d->slots[k], x)) {
		k = (k + 1) % (uint64_t)d->n_slots;
	}
	return &d->slots[k];
}

static int host_mesh_hash(struct host_mesh_draft *d)
{
	if (2 * d->mesh.n_points < d->n_slots) {
		return 0;
	}
	free(d->slots);
	d->n_slots = 4 * d->mesh.n_points + 4096;
	d->slots = malloc((size_t)d->n_slots * sizeof *d->slots);
	if (d->slots == NULL) {
		return host_mesh_memory(d);
	}
	for (int k = 0; k < d->n_slots; k++) {
		d->slots[k] = -1;
	}
	for (int k = 0; k < d->mesh.n_points; k++) {
		*host_mesh_slot(d, d->mesh.points + 3 * (size_t)k) = k;
	}
	return 0;
}

/* number of the point, which is added unless it is there; -1 after a message */
static int host_mesh_point(struct host_mesh_draft *d, const double at[3])
{
	const double x[3] = {at[0] + 0.0, at[1] + 0.0, at[2] + 0.0}; /* -0 is 0 */
	void *points = d->mesh.points;
	if (host_mesh_hash(d) != 0 ||
	    host_mesh_room(d, &points, d->mesh.n_points, &d->points_capacity, 3 * sizeof *x) != 0) {
		return -1;
	}
	d->mesh.points = points;
	int *slot = host_mesh_slot(d, x);
	if (*slot < 0) {
		if (d->mesh.n_points == HOST_MESH_MOST_POINTS) {
			host_say(d->message, "has more than %d points; reduce the mesh", (int)HOST_MESH_MOST_POINTS);
			return -1;
		}
		memcpy(d->mesh.points + 3 * (size_t)d->mesh.n_points, x, sizeof x);
		*slot = d->mesh.n_points++;
	}
	return *slot;
}

static int host_mesh_triangle(struct host_mesh_draft *d, int a, int b, int c)
{
	void *triangles = d->mesh.triangles;
	if (a == b || b == c || c == a) {
		return 0;
	}
	if (d->mesh.n_triangles == HOST_MESH_MOST_TRIANGLES) {
		host_say(d->message, "has more than %d triangles; reduce the mesh", (int)HOST_MESH_MOST_TRIANGLES);
		return -1;
	}
	if (host_mesh_room(d, &triangles, d->mesh.n_triangles, &d->triangles_capacity, 3 * sizeof a) != 0) {
		return -1;
	}
	d->mesh.triangles = triangles;
	memcpy(d->mesh.triangles + 3 * (size_t)d->mesh.n_triangles++, (int[]){a, b, c}, 3 * sizeof a);
	return 0;
}

/* ---- words of a text */

struct host_mesh_words {
	const char *next, *end;
	int line;
	int first; /* the word is the first of its line */
	char word[HOST_MESH_WORD];
};

/* the next word, of this line alone if wanted; 0: there is none. What is too long for a word is
 * cut. */
static int host_mesh_word(struct host_mesh_words *w, int same_line)
{
	size_t n = 0;
	w->first = 0;
	while (w->next < w->end && isspace((unsigned char)*w->next)) {
		if (*w->next == '\n') {
			if (same_line) {
				return 0;
			}
			w->line++;
			w->first = 1;
		}
		w->next++;
	}
	for (; w->next < w->end && !isspace((unsigned char)*w->next); w->next++) {
		if (n + 1 < sizeof w->word) {
			w->word[n++] = *w->next;
		}
	}
	w->word[n] = '\0';
	return n > 0;
}

static int host_mesh_numbers(struct host_mesh_draft *d, struct host_mesh_words *w, double x[3])
{
	for (int k = 0; k < 3; k++) {
		if (!host_mesh_word(w, 1)) {
			host_say(d->message, "line %d: a point has 3 numbers", w->line);
			return -1;
		}
		if (host_number_read(w->word, &x[k]) != 0 || !isfinite(x[k])) {
			host_say(d->message, "line %d: '%s' is no finite number", w->line, w->word);
			return -1;
		}
	}
	return 0;
}

/* ---- STL */

static int host_mesh_stl_text(struct host_mesh_draft *d, const struct host_text *text)
{
	struct host_mesh_words w = {text->bytes, text->bytes + text->size, 1, 1, ""};
	int corners[3], n = 0;
	while (host_mesh_word(&w, 0)) {
		if (strcmp(w.word, "vertex") == 0) {
			double x[3];
			if (n == 3) {
				host_say(d->message, "line %d: a facet has 3 points", w.line);
				return -1;
			}
			if (host_mesh_numbers(d, &w, x) != 0 || (corners[n++] = host_mesh_point(d, x)) < 0) {
				return -1;
			}
		} else if (strcmp(w.word, "endfacet") == 0) {
			if (n != 3) {
				host_say(d->message, "line %d: a facet has 3 points, not %d", w.line, n);
				return -1;
			}
			if (host_mesh_triangle(d, corners[0], corners[1], corners[2]) != 0) {
				return -1;
			}
			n = 0;
		}
	}
	if (n > 0) {
		host_say(d->message, "ends within a facet");
	}
	return n > 0 ? -1 : 0;
}

/* little-endian, whatever the machine */
static uint32_t host_mesh_word32(const char *bytes)
{
	const unsigned char *b = (const unsigned char *)bytes;
	return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* 80 bytes of any text, the number of triangles, 50 bytes each: normal, 3 points, 2 bytes */
enum { HOST_MESH_STL_HEAD = 84, HOST_MESH_STL_TRIANGLE = 50 };

static int host_mesh_stl_binary(struct host_mesh_draft *d, const struct host_text *text)
{
	const uint32_t n = host_mesh_word32(text->bytes + HOST_MESH_STL_HEAD - 4);
	for (uint32_t i = 0; i < n; i++) {
		const char *at = text->bytes + HOST_MESH_STL_HEAD + (size_t)i * HOST_MESH_STL_TRIANGLE + 12;
		int corners[3];
		for (int k = 0; k < 3; k++) {
			double x[3];
			for (int j = 0; j < 3; j++, at += 4) {
				float number;
				const uint32_t bits = host_mesh_word32(at);
				memcpy(&number, &bits, sizeof number);
				x[j] = (double)number;
				if (!isfinite(x[j])) {
					host_say(d->message, "triangle %u: a coordinate is no finite number", (unsigned)i + 1);
					return -1;
				}
			}
			if ((corners[k] = host_mesh_point(d, x)) < 0) {
				return -1;
			}
		}
		if (host_mesh_triangle(d, corners[0], corners[1], corners[2]) != 0) {
			return -1;
		}
	}
	return 0;
}

static int host_mesh_stl(struct host_mesh_draft *d, const struct host_text *text)
{
	const int headed = text->size >= HOST_MESH_STL_HEAD;
	const uint64_t promised = headed ? host_mesh_word32(text->bytes + HOST_MESH_STL_HEAD - 4) : 0;
	if (headed && text->size == HOST_MESH_STL_HEAD + promised * HOST_MESH_STL_TRIANGLE) {
		return host_mesh_stl_binary(d, text);
	}
	if (strncmp(text->bytes, "solid", 5) == 0) {
		return host_mesh_stl_text(d, text);
	}
	if (headed) {
		host_say(d->message, "is no STL: it promises %llu triangles and has bytes for %zu",
		         (unsigned long long)promised, (text->size - HOST_MESH_STL_HEAD) / HOST_MESH_STL_TRIANGLE);
	} else {
		host_say(d->message, "is no STL: it is too short");
	}
	return -1;
}

/* ---- OBJ */

/* `7`, `7/2/3` or `-1`, counted from the last: the point with that number */
static int host_mesh_obj_corner(struct host_mesh_draft *d, const struct host_mesh_words *w)
{
	char *end;
	const long number = strtol(w->word, &end, 10);
	const long place = number < 0 ? d->n_vertices + number : number - 1;
	if (end == w->word || (*end != '\0' && *end != '/') || place < 0 || place >= d->n_vertices) {
		host_say(d->message, "line %d: '%s' is none of the %d points before", w->line, w->word, d->n_vertices);
		return -1;
	}
	return d->vertices[place];
}

/* a polygon as a fan of triangles */
static int host_mesh_obj_face(struct host_mesh_draft *d, struct host_mesh_words *w)
{
	int first = -1, last = -1, n = 0;
	while (host_mesh_word(w, 1)) {
		const int corner = host_mesh_obj_corner(d, w);
		if (corner < 0 || (n >= 2 && host_mesh_triangle(d, first, last, corner) != 0)) {
			return -1;
		}
		first = n == 0 ? corner : first;
		last = corner;
		n++;
	}
	if (n < 3) {
		host_say(d->message, "line %d: a face has 3 points or more, not %d", w->line, n);
	}
	return n < 3 ? -1 : 0;
}

static int host_mesh_obj_vertex(struct host_mesh_draft *d, struct host_mesh_words *w)
{
	double x[3];
	void *vertices = d->vertices;
	if (host_mesh_room(d, &vertices, d->n_vertices, &d->vertices_capacity, sizeof *d->vertices) != 0) {
		return -1;
	}
	d->vertices = vertices;
	if (host_mesh_numbers(d, w, x) != 0) {
		return -1;
	}
	d->vertices[d->n_vertices] = host_mesh_point(d, x);
	return d->vertices[d->n_vertices++] < 0 ? -1 : 0;
}

static int host_mesh_obj(struct host_mesh_draft *d, const struct host_text *text)
{
	struct host_mesh_words w = {text->bytes, text->bytes + text->size, 1, 1, ""};
	int first = 1;
	while (host_mesh_word(&w, 0)) {
		int status = 0;
		first = first || w.first;
		if (first && strcmp(w.word, "v") == 0) {
			status = host_mesh_obj_vertex(d, &w);
		} else if (first && strcmp(w.word, "f") == 0) {
			status = host_mesh_obj_face(d, &w);
		}
		if (status != 0) {
			return -1;
		}
		first = 0;
	}
	return 0;
}

/* ---- files */

typedef int host_mesh_reader(struct host_mesh_draft *d, const struct host_text *text);
static const struct {
	const char *extension;
	host_mesh_reader *read;
} host_mesh_formats[] = {{"stl", host_mesh_stl}, {"obj", host_mesh_obj}};

static host_mesh_reader *host_mesh_format(const char *path)
{
	for (size_t k = 0; k < sizeof host_mesh_formats / sizeof host_mesh_formats[0]; k++) {
		if (host_path_has_extension(path, host_mesh_formats[k].extension)) {
			return host_mesh_formats[k].read;
		}
	}
	return NULL;
}

static int host_mesh_parse(const char *path, struct host_mesh_draft *d)
{
	struct host_text text = {0};
	struct stat facts;
	host_mesh_reader *read = host_mesh_format(path);
	if (read == NULL) {
		host_say(d->message, "%s: is no mesh: the name must end with .stl or .obj", path);
		return -1;
	}
	/* pipes and devices would never end */
	if (stat(path, &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode)) {
		host_say(d->message, "%s: is no file", path);
		return -1;
	}
	if (host_file_read(path, HOST_MESH_MOST_BYTES, &text, d->message) != 0) {
		return -1;
	}
	host_text_add(&text, "");
	int status = text.failed ? host_mesh_memory(d) : read(d, &text);
	if (status == 0 && d->mesh.n_triangles == 0) {
		host_say(d->message, "has no triangles");
		status = -1;
	}
	if (status != 0) {
		host_say_where(d->message, path);
	}
	host_text_free(&text);
	return status;
}

int host_mesh_read(const char *path, struct host_mesh *mesh, struct mech_message *message)
{
	struct host_mesh_draft d = {.message = message};
	const int status = host_mesh_parse(path, &d);
	free(d.slots);
	free(d.vertices);
	if (status != 0) {
		host_mesh_free(&d.mesh);
	}
	*mesh = d.mesh;
	return status;
}

void host_mesh_free(struct host_mesh *mesh)
{
	free(mesh->points);
	free(mesh->triangles);
	*mesh = (struct host_mesh){0};
}

/* ---- surface */

/* from and to of an edge, the smaller first, and which way it is passed */
struct host_mesh_edge {
	int low, high, way;
};

static int host_mesh_compare(const void *a, const void *b)
{
	const struct host_mesh_edge *p = a, *q = b;
	return p->low != q->low ? (p->low > q->low) - (p->low < q->low) : (p->high > q->high) - (p->high < q->high);
}

int host_mesh_open_edges(const struct host_mesh *mesh)
{
	const size_t n = 3 * (size_t)mesh->n_triangles;
	struct host_mesh_edge *edges = malloc((n + 1) * sizeof *edges);
	int open = 0, passed = 0;
	if (edges == NULL) {
		return -1;
	}
	for (size_t k = 0; k < n; k++) {
		const int a = mesh->triangles[k], b = mesh->triangles[k % 3 == 2 ? k - 2 : k + 1];
		edges[k] = (struct host_mesh_edge){a < b ? a : b, a < b ? b : a, a < b ? 1 : -1};
	}
	qsort(edges, n, sizeof *edges, host_mesh_compare);
	for (size_t k = 0; k < n; k++) {
		passed += edges[k].way;
		if (k + 1 == n || host_mesh_compare(&edges[k], &edges[k + 1]) != 0) {
			open += passed != 0;
			passed = 0;
		}
	}
	free(edges);
	return open;
}

void host_mesh_turn(struct host_mesh *mesh)
{
	for (int k = 0; k < mesh->n_triangles; k++) {
		int *triangle = mesh->triangles + 3 * (size_t)k;
		const int second = triangle[1];
		triangle[1] = triangle[2];
		triangle[2] = second;
	}
}
