/* Mechanisms that move and together have every kind of element, attached to ground and to each other; for tests that
 * vary everything.
 */
#ifndef MOVING_ZOO_H
#define MOVING_ZOO_H

/* geared wheels with a flag; a cart on an inclined rail that is shaken, with a pendulum, a slot and a rod on it; a
 * block pushed along an input */
static const char moving_zoo_shaken[] =
	"mechanism: shaken\n"
	"gravity: [0.3, -9.81]\n"
	"bodies:\n"
	"  wheel: {mass: 2, inertia: 0.5, center: [0.1, 0]}\n"
	"  pinion: {mass: 0.6, inertia: 0.1, center: [1.6, 0.05]}\n"
	"  flag: {mass: 0.3, inertia: 0.02, center: [0.2, 0.7]}\n"
	"  cart: {mass: 3, inertia: 0.2, center: [4, 0.1]}\n"
	"  bob: {mass: 1, inertia: 0.1, center: [4.2, -0.5]}\n"
	"  slider: {mass: 0.4, inertia: 0.03, center: [4.6, -1]}\n"
	"  tail: {mass: 0.5, inertia: 0.05, center: [5.3, -1.4]}\n"
	"  block: {mass: 2, inertia: 0.3, center: [7, 0]}\n"
	"joints:\n"
	"  axle: {type: revolute, bodies: [ground, wheel], at: [0, 0]}\n"
	"  shaft: {type: revolute, bodies: [ground, pinion], at: [1.5, 0], offset: 0.2}\n"
	"  mesh: {type: gear, joints: [axle, shaft], ratio: -0.5}\n"
	"  stick: {type: weld, bodies: [wheel, flag], at: [0.1, 0.5]}\n"
	"  rail: {type: prismatic, bodies: [ground, cart], at: [4, 0], axis: [1, 0.3]}\n"
	"  pin: {type: revolute, bodies: [cart, bob], at: [4.1, 0.2]}\n"
	"  slot: {type: point_on_line, bodies: [slider, bob], at: [4.4, -0.9], axis: [1, -0.4], angle_offset: 0.1}\n"
	"  link: {type: rod, bodies: [slider, tail], from: [4.7, -1.1], to: [5.2, -1.3]}\n"
	"  track: {type: prismatic, bodies: [block, ground], at: [7.2, 0.1], axis: [1, 1], offset: 0.1}\n"
	"drivers:\n"
	"  shaker: {type: harmonic, joint: rail, amplitude: 0.2, frequency: 4, phase: 0.3}\n"
	"  push: {type: input, joint: track, input: wanted, start: 0.15}\n"
	"forces:\n"
	"  motor: {type: torque, joint: axle, input: motor_torque, start: 1.5}\n"
	"  wind: {type: force, body: bob, at: [4.3, -0.7], direction: [1, 0.2], input: wind, start: 0.7}\n"
	"  jet: {type: follower_force, body: tail, at: [5.5, -1.5], direction: [0.5, 1], input: jet, start: 2}\n"
	"  twist: {type: body_torque, body: slider, input: twist, start: -0.1}\n"
	"  hold: {type: joint_force, joint: slot.position, input: hold, start: 0.4}\n"
	"  spring: {type: spring_damper, bodies: [wheel, bob], from: [0.4, 0.3], to: [4, -0.8],\n"
	"    stiffness: 6, damping: 0.8}\n"
	"  rope: {type: spring_damper, bodies: [tail, ground], from: [5.4, -1.2], to: [5.9, -0.4], stiffness: 40}\n"
	"  stay: {type: spring_damper, bodies: [slider, bob], from: [4.5, -0.95], to: [4.25, -0.6],\n"
	"    stiffness: 30, damping: 2}\n"
	"  coil: {type: torsional_spring_damper, joint: pin, stiffness: 3, damping: 0.2, rest: 0.3}\n"
	"  catch: {type: torsional_spring_damper, joint: slot.angle, stiffness: 5, damping: 0.1}\n"
	"  drag: {type: joint_friction, joint: slot.position, viscous: 1.5}\n"
	"sensors:\n"
	"  corner: {type: point, body: tail, at: [5.6, -1.3]}\n"
	"  bend: {type: relative_angle, bodies: [bob, tail]}\n"
	"  reach: {type: distance, bodies: [flag, slider], from: [0.2, 0.9], to: [4.8, -1]}\n"
	"  load: {type: reaction, joint: pin}\n"
	"initial:\n"
	"  axle: {angle: 0.2, speed: 1.5}\n"
	"  pin: {angle: 0.4, speed: -1}\n"
	"  slot: {position: 0.1, speed: 0.3}\n"
	"outputs: [joints.pin.angle, joints.pin.acceleration, joints.link.reaction_force, sensors.load.force,\n"
	"  sensors.corner.velocity, drivers.shaker.effort, energies.kinetic, forces.stay.tension]\n";

/* a slider-crank turned at constant speed whose pin is a motor for an arm; a lift moved as a polynomial of time */
static const char moving_zoo_driven[] =
	"mechanism: driven\n"
	"gravity: [0, -10]\n"
	"bodies:\n"
	"  crank: {mass: 1, inertia: 0.2, center: [0.2, 0.25]}\n"
	"  rod: {mass: 1.4, inertia: 0.4, center: [1, 0.35]}\n"
	"  arm: {mass: 0.3, inertia: 0.05, center: [0.5, 0.9]}\n"
	"  lift: {mass: 2, inertia: 0.1, center: [3, 0]}\n"
	"  lamp: {mass: 0.7, inertia: 0.02, center: [3.1, -0.6]}\n"
	"joints:\n"
	"  pin: {type: revolute, bodies: [ground, crank], at: [0, 0]}\n"
	"  elbow: {type: revolute, bodies: [crank, rod], at: [0.4, 0.5]}\n"
	"  guide: {type: point_on_line, bodies: [rod, ground], at: [1.6, 0], axis: [1, 0.05]}\n"
	"  wrist: {type: revolute, bodies: [rod, arm], at: [0.5, 0.6]}\n"
	"  mast: {type: prismatic, bodies: [ground, lift], at: [3, 0], axis: [0, 1]}\n"
	"  cord: {type: rod, bodies: [lift, lamp], from: [3, -0.1], to: [3.1, -0.5]}\n"
	"drivers:\n"
	"  turn: {type: constant_speed, joint: pin, speed: 3, start: 0.1}\n"
	"  raise: {type: polynomial, joint: mast, coefficients: [0, 0.2, 0.4, -0.3, 0.2, 0.1]}\n"
	"forces:\n"
	"  motor: {type: torque, joint: wrist, input: wrist_torque, start: 0.6}\n"
	"  breeze: {type: force, body: lamp, at: [3.1, -0.7], direction: [1, 0], input: breeze, start: 0.3}\n"
	"sensors:\n"
	"  hand: {type: point, body: arm, at: [0.5, 1.2]}\n"
	"  load: {type: reaction, joint: guide}\n"
	"initial:\n"
	"  wrist: {angle: 0.3, speed: 0.5}\n"
	"outputs: [joints.guide.reaction_force, drivers.turn.effort, drivers.raise.effort, sensors.hand.acceleration]\n";

static const char *const moving_zoo[] = {moving_zoo_shaken, moving_zoo_driven};
enum { MOVING_ZOO_SIZE = 2 };

#endif
