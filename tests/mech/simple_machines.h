/* Mechanisms that several tests of instances run. */
#ifndef SIMPLE_MACHINES_H
#define SIMPLE_MACHINES_H

/* a wheel: angle = 0.25 + 3 t + torque t^2 / (2 0.5) */
#define WHEEL(motor)                                                  \
	"mechanism: wheel\n"                                              \
	"gravity: [0, -10]\n"                                             \
	"bodies:\n"                                                       \
	"  wheel: {mass: 2, inertia: 0.5, center: [0, 0]}\n"              \
	"joints:\n"                                                       \
	"  axle: {type: revolute, bodies: [ground, wheel], at: [0, 0]}\n" \
	"forces:\n"                                                       \
	"  motor: {type: torque, joint: axle, " motor "}\n"               \
	"initial:\n"                                                      \
	"  axle: {angle: 0.25, speed: 3}\n"                               \
	"outputs: [joints.axle.angle]\n"

/* a pendulum on a cart that is shaken, with motor, spring, dampers: energy goes in and out every way there is */
#define SHAKEN                                                                                                    \
	"mechanism: shaken\n"                                                                                         \
	"gravity: [0, -10]\n"                                                                                         \
	"bodies:\n"                                                                                                   \
	"  cart: {mass: 3, inertia: 0.2, center: [0, 0]}\n"                                                           \
	"  arm: {mass: 1, inertia: 0.1, center: [0, -0.5]}\n"                                                         \
	"  tip: {mass: 0.5, inertia: 0.02, center: [0, -1.2]}\n"                                                      \
	"joints:\n"                                                                                                   \
	"  rail: {type: prismatic, bodies: [ground, cart], at: [0, 0], axis: [1, 0]}\n"                               \
	"  pin: {type: revolute, bodies: [cart, arm], at: [0, 0]}\n"                                                  \
	"  elbow: {type: revolute, bodies: [arm, tip], at: [0, -1]}\n"                                                \
	"drivers:\n"                                                                                                  \
	"  shaker: {type: harmonic, joint: rail, amplitude: 0.2, frequency: 4}\n"                                     \
	"forces:\n"                                                                                                   \
	"  motor: {type: torque, joint: pin, input: motor_torque, start: 1.5}\n"                                      \
	"  friction: {type: joint_friction, joint: elbow, viscous: 0.05}\n"                                           \
	"  strut: {type: spring_damper, bodies: [ground, arm], from: [1, 0], to: [0, -0.5], stiffness: 15, damping: " \
	"0.3}\n"                                                                                                      \
	"  coil: {type: torsional_spring_damper, joint: elbow, stiffness: 2, damping: 0.02}\n"                        \
	"sensors:\n"                                                                                                  \
	"  end: {type: point, body: tip, at: [0, -1.5]}\n"                                                            \
	"initial:\n"                                                                                                  \
	"  elbow: {angle: 0.5}\n"                                                                                     \
	"outputs: [joints.pin.angle, joints.elbow.angle, sensors.end.position]\n"

#endif
