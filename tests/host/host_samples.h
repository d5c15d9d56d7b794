/* Mechanisms for the tests of drawing, documentation and export. */
#ifndef HOST_SAMPLES_H
#define HOST_SAMPLES_H

#include "host_facts.h"
#include "host_read.h"

/* a bar with its pivot at the origin and a slider that is pushed: two bodies, 6 - 4 = 2 degrees of
 * freedom */
#define SAMPLE_BAR                                                                                   \
	"mechanism: bar_and_cart\n"                                                                      \
	"description: a bar & a <cart>\n"                                                                \
	"gravity: [0, -10]\n"                                                                            \
	"bodies:\n"                                                                                      \
	"  bar: {mass: 2, inertia: 0.5, center: [0.5, 0]}\n"                                             \
	"  cart: {mass: 3, inertia: 0.25, center: [2, 0]}\n"                                             \
	"joints:\n"                                                                                      \
	"  pin: {type: revolute, bodies: [ground, bar], at: [0, 0]}\n"                                   \
	"  rail: {type: prismatic, bodies: [ground, cart], at: [2, 0], axis: [1, 0]}\n"                  \
	"forces:\n"                                                                                      \
	"  spring: {type: spring_damper, bodies: [bar, cart], from: [1, 0], to: [2, 0], stiffness: 7}\n" \
	"  push: {type: joint_force, joint: rail, input: push_force, start: 1.5}\n"                      \
	"outputs: [joints.pin.angle, joints.rail.position]\n"                                            \
	"experiment: {start: 0, stop: 1, step: 0.125}\n"

/* a parallelogram with a third, parallel crank: 4 bodies 12 - 12 rows, one of them redundant, still
 * free to move */
#define SAMPLE_REDUNDANT                                            \
	"mechanism: three_cranks\n"                                     \
	"bodies:\n"                                                     \
	"  a: {mass: 1, inertia: 0.1, center: [0, 0.5]}\n"              \
	"  b: {mass: 1, inertia: 0.1, center: [1, 0.5]}\n"              \
	"  c: {mass: 1, inertia: 0.1, center: [2, 0.5]}\n"              \
	"  beam: {mass: 1, inertia: 0.1, center: [1, 1]}\n"             \
	"joints:\n"                                                     \
	"  foot_a: {type: revolute, bodies: [ground, a], at: [0, 0]}\n" \
	"  foot_b: {type: revolute, bodies: [ground, b], at: [1, 0]}\n" \
	"  foot_c: {type: revolute, bodies: [ground, c], at: [2, 0]}\n" \
	"  top_a: {type: revolute, bodies: [a, beam], at: [0, 1]}\n"    \
	"  top_b: {type: revolute, bodies: [b, beam], at: [1, 1]}\n"    \
	"  top_c: {type: revolute, bodies: [c, beam], at: [2, 1]}\n"    \
	"initial:\n"                                                    \
	"  foot_a: {angle: -0.5}\n"                                     \
	"outputs: [joints.foot_a.angle]\n"

/* a rod that cannot reach: no assembly */
#define SAMPLE_IMPOSSIBLE                                                              \
	"mechanism: too_short\n"                                                           \
	"bodies:\n"                                                                        \
	"  bar: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n"                               \
	"joints:\n"                                                                        \
	"  pin: {type: revolute, bodies: [ground, bar], at: [0, 0]}\n"                     \
	"  tie: {type: rod, bodies: [bar, ground], from: [1, 0], to: [5, 0], length: 1}\n" \
	"outputs: [joints.pin.angle]\n"

static inline struct host_mechanism *sample_read(const char *text)
{
	struct mech_message message = {""};
	struct host_mechanism *m = host_read_text("sample.yaml", text, strlen(text), &message);
	if (m == NULL) {
		fail_msg("%s", message.text);
	}
	return m;
}

static inline struct host_facts sample_facts(const char *text)
{
	struct mech_message message = {""};
	struct host_facts facts;
	struct host_mechanism *m = sample_read(text);
	if (host_facts_find(m, &facts, &message) != 0) {
		fail_msg("%s", message.text);
	}
	host_mechanism_free(m);
	return facts;
}

#endif
