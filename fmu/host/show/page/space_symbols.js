// Symbols of elements in space, as solids. Sizes are multiples of the radius of a body's bar.
import {spokeOf, wheelsOf} from "./gears.js";
import {hexColor, stretched} from "./gl.js";
import {BEAM, Motion} from "./motion.js";
import {across, add, cross, scale, subtract, unit} from "./vector.js";

export const STEEL = [0.42, 0.46, 0.52], DARK = [0.24, 0.27, 0.31];
export const RED = [0.8, 0.25, 0.2], GREEN = [0.16, 0.55, 0.36], BLUE = [0.2, 0.45, 0.75], ORANGE = [0.9, 0.55, 0.12];

function axisOf(motion, element, key = "axis", b = 0) {
	return motion.axis(element, key, b);
}

// of a part that moves with a body
const partColor = (body, otherwise) => (body < 0 ? otherwise : hexColor(Motion.color(body)));

function pivotIn(solids, motion, element) {
	const r = solids.radius, at = motion.end(element, 1);
	solids.pin(at, axisOf(motion, element) ?? [0, 0, 1], 2.1 * r, 1.5 * r, STEEL);
}

function ballIn(solids, motion, element) {
	solids.ball(motion.end(element, 1), 1.7 * solids.radius, STEEL);
}

function crossIn(solids, motion, element) {
	const at = motion.end(element, 1), r = solids.radius;
	solids.pin(at, axisOf(motion, element) ?? [1, 0, 0], 2.4 * r, 0.8 * r, STEEL);
	solids.pin(at, axisOf(motion, element, "second_axis", 1) ?? [0, 1, 0], 2.4 * r, 0.8 * r, STEEL);
	solids.ball(at, 1.2 * r, STEEL);
}

// a housing with the slide through it, or a carriage on its guide: each part in the colour of the
// body that it moves with
function slideIn(solids, motion, element, drawBlock) {
	const r = solids.radius, {along, block, on, rod, rodOn} = motion.slides.parts(element, 3 * r);
	drawBlock(block, along, r, partColor(on, STEEL));
	if (rodOn < 0 || motion.shapes(rodOn).length === 0) {
		solids.rod(...rod, 0.5 * r, partColor(rodOn, DARK));
	}
}

function sliderIn(solids, motion, element) {
	slideIn(solids, motion, element, (at, along, r, color) => solids.box(at, along, 5 * r, 3 * r, color));
}

function sleeveIn(solids, motion, element) {
	slideIn(solids, motion, element, (at, along, r, color) => solids.pin(at, along, 2.6 * r, 1.6 * r, color));
}

function slotIn(solids, motion, element) {
	slideIn(solids, motion, element, (at, along, r, color) => solids.ball(at, 1.6 * r, color));
}

function plateIn(solids, motion, element) {
	const at = motion.end(element, 1), r = solids.radius,
		  axis = axisOf(motion, element) ?? motion.drawn(`${element.name}.normal`);
	solids.pin(at, unit(axis ?? [0, 0, 1]), 0.2 * r, 3.4 * r, STEEL);
}

function weldIn(solids, motion, element) {
	solids.box(motion.end(element, 1), [0, 0, 1], 2.4 * solids.radius, 2.4 * solids.radius, DARK);
}

function rodIn(solids, motion, element) {
	const a = motion.end(element, 0), b = motion.end(element, 1), r = solids.radius;
	solids.rod(a, b, 0.6 * r, STEEL);
	[a, b].forEach((end) => solids.ball(end, 1.3 * r, STEEL));
}

function springIn(solids, motion, element) {
	const a = motion.end(element, 0), b = motion.end(element, 1), r = solids.radius;
	const along = subtract(b, a), from = add(a, along, 0.1), to = add(a, along, 0.9);
	solids.add(solids.meshes.helix, stretched(from, to, 1.7 * r), GREEN);
	solids.rod(a, from, 0.35 * r, GREEN);
	solids.rod(to, b, 0.35 * r, GREEN);
}

function discIn(solids, motion, element) {
	const at = motion.end(element, 0), radius = motion.number(`${element.name}.radius`);
	const axis = axisOf(motion, element) ?? [0, 0, 1], body = motion.bodyOf(element, 0);
	solids.ring(at, axis, radius, DARK);
	// spokes turn with the body
	const drawn = unit(motion.drawn(`${element.name}.axis`) ?? [0, 0, 1]), first = across(drawn),
		  second = cross(drawn, first);
	for (const spoke of [first, second]) {
		const along = motion.direction(body, spoke);
		solids.pin(at, along, radius, 0.02 * radius, STEEL);
	}
	solids.pin(at, axis, 0.08 * radius, 0.06 * radius, STEEL);
}

function contactIn(solids, motion, element) {
	solids.ball(motion.end(element, 0), motion.number(`${element.name}.radius`) || solids.radius, RED);
}

// spokes show how a wheel turns: inside of its pitch circle, or beyond it where its teeth point
// inwards
function wheelsIn(solids, motion, element) {
	for (const wheel of wheelsOf(motion, element).filter((one) => one !== null)) {
		const {body, center, axis, radius, rim, ring} = wheel;
		const first = spokeOf(motion, wheel), second = cross(axis, first), color = partColor(body, STEEL);
		solids.ring(center, axis, radius, BLUE);
		if (ring) {
			solids.ring(center, axis, rim, color);
		}
		for (const spoke of [first, second, scale(first, -1), scale(second, -1)]) {
			solids.rod(add(center, spoke, ring ? radius : 0), add(center, spoke, rim), 0.05 * radius,
			           ring ? color : BLUE);
		}
	}
}

function effortIn(solids, motion, element) {
	const joint = motion.joint(element, 0), r = solids.radius;
	if (joint === null) {
		return;
	}
	const at = motion.anchor(joint), axis = axisOf(motion, joint) ?? [0, 0, 1], sense = motion.sense(element);
	if (motion.isAngle(element, 0)) {
		solids.ring(at, axis, 3.4 * r, RED);
		// two heads of arrows on it
		for (const side of [across(axis), scale(across(axis), -1)]) {
			const head = add(at, side, 3.4 * r), ahead = scale(cross(axis, side), sense);
			solids.add(solids.meshes.cone, stretched(add(head, ahead, -1.1 * r), add(head, ahead, 1.1 * r), 0.8 * r),
			           RED);
		}
	} else {
		const beside = add(at, across(axis), 3.5 * r);
		solids.arrow(add(beside, axis, -4 * sense * r), add(beside, axis, 4 * sense * r), 0.45 * r, RED);
	}
}

function forceIn(solids, motion, element) {
	const along = axisOf(motion, element, "direction", element.symbol === "follower" ? 0 : 9),
		  at = motion.end(element, 0);
	solids.arrow(add(at, along, -10 * solids.radius), add(at, along, -1.5 * solids.radius), 0.5 * solids.radius, RED);
}

function torqueIn(solids, motion, element) {
	const axis = axisOf(motion, element, "direction", 9) ?? [0, 0, 1];
	solids.ring(motion.pose(element.bodies[0]).p, axis, 3.4 * solids.radius, RED);
}

function coilIn(solids, motion, element) {
	const joint = motion.joint(element, 0);
	if (joint !== null) {
		solids.ring(motion.anchor(joint), axisOf(motion, joint) ?? [0, 0, 1], 2.4 * solids.radius, GREEN);
	}
}

function pointIn(solids, motion, element) {
	solids.ball(motion.end(element, 0), 0.9 * solids.radius, BLUE);
}

function beamIn(solids, motion, element) {
	const points = motion.curve(element, 4);
	points.slice(1).forEach((point, i) => solids.capsule(points[i], point, solids.radius, hexColor(BEAM)));
}

export const spaceSymbols = {
	__proto__: null, // a scene may name anything
	pivot: pivotIn,
	slider: sliderIn,
	sleeve: sleeveIn,
	screw: sleeveIn,
	slot: slotIn,
	weld: weldIn,
	rod: rodIn,
	wheels: wheelsIn,
	belt: wheelsIn,
	rack: wheelsIn,
	ball: ballIn,
	cross: crossIn,
	plate: plateIn,
	disc: discIn,
	effort: effortIn,
	force: forceIn,
	follower: forceIn,
	torque: torqueIn,
	contact: contactIn,
	spring: springIn,
	coil: coilIn,
	point: pointIn,
	beam: beamIn,
};
