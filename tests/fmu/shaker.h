/* A mechanism with whatever an instance remembers: an input that drives a joint, one that pushes,
 * friction, a stop, redundant rows. Tests add what else they need after SHAKER_DRIVER, within its
 * braces, and after SHAKER_FORCES.
 */
#ifndef SHAKER_H
#define SHAKER_H

#define SHAKER_DRIVER                                                                       \
	"mechanism: shaker\n"                                                                   \
	"bodies:\n"                                                                             \
	"  crank: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n"                                  \
	"  slider: {mass: 1, inertia: 1, center: [1, 0]}\n"                                     \
	"joints:\n"                                                                             \
	"  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"                        \
	"  rail: {type: prismatic, bodies: [ground, slider], at: [1, 0], axis: [1, 0]}\n"       \
	"  rail_again: {type: prismatic, bodies: [ground, slider], at: [2, 0], axis: [1, 0]}\n" \
	"drivers:\n"                                                                            \
	"  shake: {type: input, joint: pin, input: angle, start: 0"

#define SHAKER_FORCES                                            \
	"}\n"                                                        \
	"forces:\n"                                                  \
	"  push: {type: joint_force, joint: rail, input: push}\n"    \
	"  brake: {type: joint_friction, joint: rail, coulomb: 1}\n" \
	"  buffer: {type: joint_limit, joint: rail, lower: -1, upper: 1, stiffness: 1000}\n"

/* without limits */
#define SHAKER_FREE SHAKER_DRIVER SHAKER_FORCES "outputs: [joints.rail.position, joints.pin.reaction_force]\n"

/* within limits, which it remembers, and above a floor */
#define SHAKER_LIMITED                                                                                                \
	SHAKER_DRIVER ", largest_speed: 1, largest_acceleration: 5" SHAKER_FORCES                                         \
				  "  floor: {type: contact, bodies: [slider, ground], at: [1, -0.5], line: [0, -1], normal: [0, 1], " \
				  "stiffness: 1000}\n"

#endif
