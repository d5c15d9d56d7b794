/* Inside of the sketch: the view, primitive marks, symbols and labels. Shared by host_sketch*.c
 * only. */
#ifndef HOST_SKETCH_PARTS_H
#define HOST_SKETCH_PARTS_H

#include "host_sketch.h"
#include "mech_body.h"
#include "mech_profile.h"

struct host_pixel {
	double x, y;
};

/* how a mark is painted */
struct host_pen {
	double width;
	uint32_t stroke, fill;
	double dash;
};

#define HOST_INK (0x2b2f36u | HOST_OPAQUE)
#define HOST_SOFT (0x5f6875u | HOST_OPAQUE)
#define HOST_FAINT (0xb4bac4u | HOST_OPAQUE)
#define HOST_WHITE (0xffffffu | HOST_OPAQUE)
#define HOST_RED (0xc0392bu | HOST_OPAQUE)
#define HOST_GREEN (0x1e7d4fu | HOST_OPAQUE)
#define HOST_BLUE (0x2261a8u | HOST_OPAQUE)
#define HOST_BEAM (0x9cc3e8u | HOST_OPAQUE)

/* everything the parts work with */
struct host_view {
	struct host_sketch *sketch;
	struct mech_context context;
	const struct mech_model *model;
	const struct host_mechanism *mechanism; /* for shapes; NULL: none */
	double scale, left, top;                /* x_px = left + scale x, y_px = top - scale y */
	double unit;                            /* size of symbols, 1 when there is room */
	int labels;                             /* 0: too many elements to name them all */
};

/* The files of the sketch stand in the order of the sections below: each calls only functions of
 * its own section and of those before it. host_sketch.c stands above all of them. */

/* ---- host_sketch_marks.c: primitives, and arithmetic of pixels */
void host_mark_path(struct host_view *v, int n, const struct host_pixel *points, int closed, struct host_pen pen);
void host_mark_line(struct host_view *v, struct host_pixel a, struct host_pixel b, struct host_pen pen);
void host_mark_circle(struct host_view *v, struct host_pixel center, double radius, struct host_pen pen);
void host_mark_arc(struct host_view *v, struct host_pixel center, double radius, double from, double to,
                   struct host_pen pen);
void host_mark_arrow(struct host_view *v, struct host_pixel tip, struct host_pixel direction, double size,
                     uint32_t color);
void host_mark_word(struct host_view *v, struct host_pixel at, const char *word, double size, int italic,
                    enum host_mark_anchor anchor, uint32_t color);

struct host_pixel host_pixel_add(struct host_pixel a, double factor, struct host_pixel b); /* a + factor b */
struct host_pixel host_pixel_unit(struct host_pixel a);                                    /* (1, 0) for no direction */
struct host_pixel host_pixel_left(struct host_pixel a);                                    /* turned by a quarter */
double host_pixel_distance(struct host_pixel a, struct host_pixel b);

/* ---- host_sketch_view.c: geometry from the model */

/* value of a vector parameter of an element, or NULL if its kind has none of that key; of a
 * number, or 0 */
const double *host_view_vector(const struct host_view *v, const struct mech_element *e, const char *key);
double host_view_number(const struct host_view *v, const struct mech_element *e, const char *key);

/* the joint an element refers to as number i, or NULL; does it name a coordinate that is an
 * angle? */
const struct mech_element *host_view_joint(const struct host_view *v, const struct mech_element *e, int i);
int host_view_is_angle(const struct host_view *v, const struct mech_element *e, int i);

/* A flat point is a point as it is seen, in the lengths of the mechanism: flat[2]. Other points
 * have three numbers, the third 0 in the plane. */
void host_view_flatten(const struct host_view *v, const double *x, double *flat);
struct host_pixel host_view_pixel(const struct host_view *v, const double *flat);

/* a point of the drawing that moves with a body, flat and as a pixel */
void host_view_world(const struct host_view *v, int body, const double *drawn, double *flat);
struct host_pixel host_view_point(const struct host_view *v, int body, const double *drawn);

/* centre of mass of a body, flat and as a pixel; the origin for the ground */
void host_view_center_flat(const struct host_view *v, int body, double *flat);
struct host_pixel host_view_center(const struct host_view *v, int body);

/* a direction of the drawing that turns with a body, in the mechanism and in pixels */
void host_view_turn(const struct host_view *v, int body, const double *drawn, double *turned);
struct host_pixel host_view_direction(const struct host_view *v, int body, const double *drawn);

/* where a joint stands */
void host_view_anchor(const struct host_view *v, const struct mech_element *joint, double *point);

/* corner k of HOST_SKETCH_RIM on the rim of a disc that rolls, of the drawing; 0: the element
 * has no disc */
enum { HOST_SKETCH_RIM = 96 };
int host_view_rim(const struct host_view *v, const struct mech_element *e, int k, double *drawn);

/* sample k of the outline of a profile, of the drawing, and whether that is closed; 0: there is
 * none */
enum { HOST_SKETCH_OUTLINE = MECH_PROFILE_PARTS * MECH_CURVE_MOST };
int host_view_outline(const struct host_view *v, const struct mech_element *e, int k, double *drawn, int *closed);

uint32_t host_view_body_color(int body);

/* ---- host_sketch_pieces.c */

/* end b of an element with `from` and `to`, or both ends of one with `at` */
struct host_pixel host_sketch_end(const struct host_view *v, const struct mech_element *e, int b);

/* where the name of an element stands */
struct host_pixel host_sketch_anchor(const struct host_view *v, const struct mech_element *e);

/* a line with hatching on its right-hand side around c; a box around p; a circle for a pin */
void host_sketch_hatch(struct host_view *v, struct host_pixel c, struct host_pixel along, double half);
void host_sketch_box(struct host_view *v, struct host_pixel p, struct host_pixel along, double length, double height,
                     uint32_t color);
void host_sketch_pin(struct host_view *v, struct host_pixel p);

/* ---- host_sketch_shapes.c: how many shapes a body has, moving or welded, and all of them */
int host_sketch_count_shapes(const struct host_view *v, int body);
void host_sketch_shapes(struct host_view *v, int body);

/* ---- host_sketch_bodies.c */
void host_sketch_body(struct host_view *v, int body);
int host_sketch_is_part(const struct host_view *v, uint32_t name); /* is it the name of a node or element of a beam? */
struct host_pixel host_sketch_body_middle(const struct host_view *v, int body); /* where its name belongs */

/* most points of one body that shape it; further ones are left out */
enum { HOST_SKETCH_MOST_POINTS = 64 };

/* the points of a body where joints, rods, springs, forces and sensors hold it; returns how many */
int host_sketch_attachments(const struct host_view *v, int body, struct host_pixel *points);

/* ---- host_sketch_couplings.c: joints between joints */
void host_sketch_gear(struct host_view *v, const struct mech_element *e);
void host_sketch_belt(struct host_view *v, const struct mech_element *e);
void host_sketch_rack(struct host_view *v, const struct mech_element *e);
void host_sketch_coupler(struct host_view *v, const struct mech_element *e);

/* A wheel in the drawing: x and y span its plane. Teeth of a `ring` point inwards, and `rim` is
 * the radius outside of them. */
struct host_wheel {
	double center[3], axis[3], x[3], y[3];
	double radius, rim;
	int ring;
};

/* the wheels of a coupling at the two joints it refers to. Bit i of the result: it has wheel i */
int host_sketch_wheels(const struct host_view *v, const struct mech_element *e, struct host_wheel wheels[2]);

/* point k of HOST_SKETCH_RIM on a circle about the centre of a wheel, flat */
void host_sketch_wheel_point(const struct host_view *v, const struct host_wheel *wheel, int k, double radius,
                             double *flat);

/* ---- host_sketch_slides.c: sliding joints */
void host_sketch_guide(struct host_view *v, const struct mech_element *e);
void host_sketch_slider(struct host_view *v, const struct mech_element *e);
void host_sketch_sleeve(struct host_view *v, const struct mech_element *e);
void host_sketch_screw(struct host_view *v, const struct mech_element *e);
void host_sketch_slot(struct host_view *v, const struct mech_element *e);

/* the line of one as pixels, from left to right; it belongs to body number `rail` */
struct host_pixel host_sketch_line(const struct host_view *v, const struct mech_element *e, int *rail);

/* ---- host_sketch_symbols.c: each layer for one element */
void host_sketch_ground(struct host_view *v, const struct mech_element *e);
void host_sketch_symbol(struct host_view *v, const struct mech_element *e);

/* ---- host_sketch_labels.c: names where there is room */
int host_sketch_names(const struct host_view *v); /* how many there are; parts of beams have none */
void host_sketch_labels(struct host_view *v);
void host_sketch_scale_bar(struct host_view *v);
void host_sketch_gravity(struct host_view *v);

#endif
