/* Mechanisms that several tests of instances run. */
#ifndef SIMPLE_MACHINES_H
#define SIMPLE_MACHINES_H

/* A wheel on an axle, to be followed by its forces, then by the start of its motion. Without
 * friction angle = 0.25 + 3 t + torque t^2 / (2 0.5), exactly. */
#define WHEEL_ON_AXLE                                                 \
	"bodies:\n"                                                       \
	"  wheel: {mass: 2, inertia: 0.5, center: [0, 0]}\n"              \
	"joints:\n"                                                       \
	"  axle: {type: revolute, bodies: [ground, wheel], at: [0, 0]}\n" \
	"forces:\n"
#define WHEEL_MOTOR(torque) "  motor: {type: torque, joint: axle, " torque "}\n"
#define WHEEL_START "initial:\n  axle: {angle: 0.25, speed: 3}\n"

#define WHEEL(motor)                    \
	"mechanism: wheel\n"                \
	"gravity: [0, -10]\n" WHEEL_ON_AXLE \
	WHEEL_MOTOR(motor) WHEEL_START "outputs: [joints.axle.angle]\n"

#define FLYWHEEL                                                                                    \
	"mechanism: flywheel\n"                                                                         \
	"gravity: [0, 0]\n" WHEEL_ON_AXLE WHEEL_MOTOR("input: motor_torque") WHEEL_START                \
		"outputs: [joints.axle.angle, joints.axle.speed, joints.axle.acceleration, solver.steps]\n" \
		"experiment: {start: 0, stop: 2, step: 0.01}\n"

/* a slider held in place by a rod and pushed by a driver: no motion is possible */
#define LOCKED                                                                           \
	"mechanism: locked\n"                                                                \
	"gravity: [0, 0]\n"                                                                  \
	"bodies:\n"                                                                          \
	"  slider: {mass: 1, inertia: 1, center: [0.8, 0]}\n"                                \
	"joints:\n"                                                                          \
	"  guide: {type: prismatic, bodies: [ground, slider], at: [0.8, 0], axis: [1, 0]}\n" \
	"  link: {type: rod, bodies: [ground, slider], from: [0, 0.6], to: [0.8, 0]}\n"      \
	"drivers:\n"                                                                         \
	"  pusher: {type: input, joint: guide, input: wanted_position, start: 0}\n"          \
	"outputs: [joints.guide.position]\n"

/* Parts of mechanisms with parallel cranks that carry a beam: the body of a crank, and its two
 * joints. */
#define CRANK(name, x, mass, inertia) "  " name ": {mass: " mass ", inertia: " inertia ", center: [" x ", -0.5]}\n"
#define CRANK_JOINTS(name, x)                                                         \
	"  foot_" name ": {type: revolute, bodies: [ground, " name "], at: [" x ", 0]}\n" \
	"  top_" name ": {type: revolute, bodies: [" name ", beam], at: [" x ", -1]}\n"

/* a pendulum on a cart that is shaken, with motor, spring, dampers: energy goes in and out every
 * way there is */
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
