/* What the tests of modelDescription.xml share: a mechanism with something of everything, its XML,
 * and ways to look at it. */
#ifndef MD_FIXTURE_H
#define MD_FIXTURE_H

#include "fmu/fmu_fixture.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdlib.h>

#include "md_write.h"

/* three groups of bodies that only ground and a spring connect: a slider-crank with a motor, a
 * pendulum that is pushed, and a disc turned by a driver that carries a pushed pendulum */
#define WORKSHOP                                                                                                  \
	"mechanism: workshop\n"                                                                                       \
	"description: \"crank & <slider> \\\"as drawn\\\", 90\xc2\xb0\\nsecond line\"\n"                              \
	"gravity: [0, -9.81]\n"                                                                                       \
	"bodies:\n"                                                                                                   \
	"  crank: {mass: 1.1, inertia: 0.083, center: [0.3, 0.4]}\n"                                                  \
	"  rod: {mass: 1, inertia: 0.3, center: [1.3, 0.4]}\n"                                                        \
	"  bob: {mass: 0.7, inertia: 0.01, center: [5, -1]}\n"                                                        \
	"  disc: {mass: 3, inertia: 0.1, center: [8, 0]}\n"                                                           \
	"  tail: {mass: 0.3, inertia: 0.01, center: [9.3, -0.5]}\n"                                                   \
	"joints:\n"                                                                                                   \
	"  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"                                              \
	"  elbow: {type: revolute, bodies: [crank, rod], at: [0.6, 0.8]}\n"                                           \
	"  guide: {type: point_on_line, bodies: [rod, ground], at: [2, 0], axis: [1, 0]}\n"                           \
	"  hinge: {type: revolute, bodies: [ground, bob], at: [5, 0]}\n"                                              \
	"  axle: {type: revolute, bodies: [ground, disc], at: [8, 0]}\n"                                              \
	"  hook: {type: revolute, bodies: [disc, tail], at: [9, 0]}\n"                                                \
	"drivers:\n"                                                                                                  \
	"  turn: {type: input, joint: axle, input: wanted_angle, start: 0}\n"                                         \
	"forces:\n"                                                                                                   \
	"  motor: {type: torque, joint: pin, input: motor_torque}\n"                                                  \
	"  push: {type: force, body: bob, at: [5, -1], direction: [1, 0], input: Force}\n"                            \
	"  pull: {type: body_torque, body: tail, input: tail_torque}\n"                                               \
	"  belt: {type: spring_damper, bodies: [crank, bob], from: [0.3, 0.4], to: [5, -1], stiffness: 10, damping: " \
	"0.1}\n"                                                                                                      \
	"outputs: [joints.pin.angle, joints.pin.speed, joints.pin.acceleration, bodies.rod.ax,\n"                     \
	"  'joints.guide.reaction_force[2]', joints.hinge.acceleration, 'joints.hinge.reaction_force[1]', "           \
	"joints.hook.acceleration,\n"                                                                                 \
	"  drivers.turn.effort, forces.belt.tension, energies.kinetic, solver.steps]\n"                               \
	"solver: {tolerance: 1e-5}\n"                                                                                 \
	"experiment: {start: 0.5, stop: 2.3, step: 0.02}\n"

struct document {
	struct fixture x;
	struct md_text text;
	xmlDoc *xml;
	xmlNode *root;
};

static inline const struct mech_model *model_of(const struct document *d)
{
	return ((struct fmu_instance *)d->x.c)->model;
}

static inline void open_document(struct document *d, const char *mechanism)
{
	fixture_open(&d->x, mechanism, 0);
	assert_int_equal(md_write(model_of(d), d->x.guid, &(struct md_credits){0}, &d->text), 0);
	d->xml = xmlReadMemory(d->text.bytes, (int)d->text.size, "modelDescription.xml", NULL, XML_PARSE_NONET);
	assert_non_null(d->xml);
	d->root = xmlDocGetRootElement(d->xml);
}

static inline void close_document(struct document *d)
{
	xmlFreeDoc(d->xml);
	free(d->text.bytes);
	fixture_close(&d->x);
}

/* ---- reading XML */

static inline xmlNode *next_element(xmlNode *node)
{
	while (node != NULL && node->type != XML_ELEMENT_NODE) {
		node = node->next;
	}
	return node;
}

static inline xmlNode *first_child(const xmlNode *node)
{
	return next_element(node->children);
}

static inline xmlNode *sibling(const xmlNode *node)
{
	return next_element(node->next);
}

/* the only child of that name, or NULL */
static inline xmlNode *child(const xmlNode *node, const char *name)
{
	xmlNode *found = NULL;
	for (xmlNode *k = first_child(node); k != NULL; k = sibling(k)) {
		if (strcmp((const char *)k->name, name) == 0) {
			assert_null(found);
			found = k;
		}
	}
	return found;
}

/* value of an attribute as it stands in the tree, or NULL */
static inline const char *attribute(const xmlNode *node, const char *name)
{
	const xmlAttr *a = xmlHasProp((xmlNode *)(uintptr_t)node, (const xmlChar *)name);
	if (a == NULL) {
		return NULL;
	}
	return a->children == NULL ? "" : (const char *)a->children->content;
}

static inline void assert_attribute(const xmlNode *node, const char *name, const char *expected)
{
	assert_non_null(attribute(node, name));
	assert_string_equal(attribute(node, name), expected);
}

static inline xmlNode *variable_node(const struct document *d, int index)
{
	xmlNode *node = first_child(child(d->root, "ModelVariables"));
	for (int k = 0; k < index && node != NULL; k++) {
		node = sibling(node);
	}
	assert_non_null(node);
	return node;
}

static inline const char *variable_name(const struct document *d, int index)
{
	return attribute(variable_node(d, index), "name");
}

static inline xmlNode *named(const xmlNode *list, const char *name)
{
	for (xmlNode *node = first_child(list); node != NULL; node = sibling(node)) {
		if (strcmp(attribute(node, "name"), name) == 0) {
			return node;
		}
	}
	return NULL;
}

#endif
