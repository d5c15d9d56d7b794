// Symbols of elements in the plane, as a textbook draws them. Sizes are pixels times `pen.unit`;
// points are pixels, y down.
import {spokeOf, wheelsOf} from "./gears.js";
import {BEAM} from "./motion.js";
import {drawOutline, drawOutlines} from "./profiles.js";
import {cross, dot, subtract} from "./vector.js";

const TAU = 2 * Math.PI;

// drawing on a canvas: points [x, y], colours by their names in the theme
export class Pen {
	constructor(context, colors, unitSize) {
		this.context = context;
		this.colors = colors;
		this.unit = unitSize;
	}

	path(points, {closed = false, width = 1.5, stroke = "ink", fill = null, dash = 0}) {
		const c = this.context;
		c.beginPath();
		points.forEach(([x, y], i) => (i === 0 ? c.moveTo(x, y) : c.lineTo(x, y)));
		if (closed) {
			c.closePath();
		}
		this.paint(width, stroke, fill, dash);
	}

	circle([x, y], radius, {width = 1.5, stroke = "ink", fill = null, dash = 0}) {
		this.context.beginPath();
		this.context.arc(x, y, Math.max(0, radius), 0, TAU);
		this.paint(width, stroke, fill, dash);
	}

	// what lies between two circles
	ring([x, y], inner, outer, fill) {
		const c = this.context;
		c.beginPath();
		c.arc(x, y, outer, 0, TAU);
		c.arc(x, y, inner, 0, TAU, true);
		this.paint(0, null, fill, 0);
		this.circle([x, y], outer, {});
	}

	paint(width, stroke, fill, dash) {
		const c = this.context;
		if (fill !== null) {
			c.fillStyle = this.colors[fill] ?? fill;
			c.fill();
		}
		if (stroke !== null && width > 0) {
			c.lineWidth = width;
			c.strokeStyle = this.colors[stroke] ?? stroke;
			c.setLineDash(dash > 0 ? [dash, dash] : []);
			c.stroke();
		}
	}

	box(center, along, boxLength, height, fill) {
		const side = left(along);
		const corner = (a, b) => shift(shift(center, along, a * boxLength), side, b * height);
		const corners = [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
		this.path(corners, {closed: true, fill});
	}

	// line with hatching on its right-hand side
	hatch(center, along, half) {
		const down = left(along), size = 7 * this.unit, step = 6 * this.unit;
		const n = Math.floor((2 * half) / step);
		for (let i = 0; i <= n; i++) {
			const top = shift(center, along, -half + step * (i + 0.5 * ((2 * half) / step - n)));
			this.path([top, shift(shift(top, along, -size), down, -size)], {width: 0.9, stroke: "soft"});
		}
		this.path([shift(center, along, -half), shift(center, along, half)], {width: 1.4});
	}

	arrow(from, to, color, width = 2.2) {
		const along = flatUnit([to[0] - from[0], to[1] - from[1]]);
		const size = Math.min(12, 0.6 * Math.hypot(to[0] - from[0], to[1] - from[1]));
		const back = shift(to, along, -size), side = left(along);
		this.path([from, back], {width, stroke: color});
		const head = [to, shift(back, side, 0.42 * size), shift(back, side, -0.42 * size)];
		this.path(head, {closed: true, width: 0, fill: color});
	}

	// counter-clockwise, or clockwise where `sense` is -1
	turningArrow(center, radius, color, sense = 1) {
		const points = [], from = -0.15 * Math.PI, to = 0.95 * Math.PI;
		for (let i = 0; i <= 32; i++) {
			const angle = from + ((to - from) * i) / 32;
			points.push([center[0] + sense * radius * Math.cos(angle), center[1] - radius * Math.sin(angle)]);
		}
		this.path(points, {width: 2, stroke: color});
		const tip = points[32], tangent = [-sense * Math.sin(to), -Math.cos(to)];
		this.arrow(shift(tip, tangent, -1), shift(tip, tangent, 9 * this.unit), color);
	}
}

export const shift = (a, b, factor) => [a[0] + factor * b[0], a[1] + factor * b[1]];
export const left = (a) => [a[1], -a[0]];
export const flatUnit = (a) => {
	const size = Math.hypot(a[0], a[1]);
	return size > 0 ? [a[0] / size, a[1] / size] : [1, 0];
};
const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

// ---- ground

function supportAt(pen, p) {
	const u = pen.unit, foot = p[1] + 22 * u;
	const triangle = [p, [p[0] - 13 * u, foot], [p[0] + 13 * u, foot]];
	pen.path(triangle, {closed: true, width: 1.4, fill: "panel"});
	pen.hatch([p[0], foot], [1, 0], 21 * u);
}

function groundPivot(view, element) {
	for (let b = 0; b < 2; b++) {
		if (view.motion.bodyOf(element, b) === -1 && view.motion.pointName(element, b) !== null) {
			supportAt(view.pen, view.pixel(view.motion.end(element, b)));
		}
	}
}

function groundWall(view, element) {
	const b = element.bodies.indexOf(-1);
	if (b >= 0) {
		const [x, y] = view.pixel(view.motion.end(element, b));
		view.pen.hatch([x, y + 9 * view.pen.unit], [1, 0], 20 * view.pen.unit);
	}
}

function groundAnchor(view, element) {
	for (let b = 0; b < 2; b++) {
		if (view.motion.bodyOf(element, b) === -1) {
			const end = view.pixel(view.motion.end(element, b)), other = view.pixel(view.motion.end(element, 1 - b));
			view.pen.hatch(end, left(flatUnit([end[0] - other[0], end[1] - other[1]])), 17 * view.pen.unit);
		}
	}
}

// rail and box in pixels, the line from left to right
function slideOf(view, element) {
	const s = view.motion.slide(element);
	let along = view.flatDirection(s.along);
	if (along[0] < 0 || (along[0] === 0 && along[1] > 0)) {
		along = [-along[0], -along[1]];
	}
	return {rail: s.rail, along, box: view.pixel(s.box), middle: view.pixel(s.middle)};
}

function groundGuide(view, element) {
	const s = slideOf(view, element), u = view.pen.unit, half = 44 * u;
	if (view.motion.bodyOf(element, s.rail) === -1) {
		view.pen.hatch(shift(s.middle, left(s.along), -11 * u), s.along, half);
	}
	const line = [shift(s.middle, s.along, -half - 12 * u), shift(s.middle, s.along, half + 12 * u)];
	view.pen.path(line, {width: 0.9, stroke: "soft", dash: 5});
}

function groundPlane(view, element) {
	const support = view.motion.support(element);
	if (support !== null) {
		const up = view.flatDirection(support.up);
		view.pen.hatch(view.pixel(support.at), [-up[1], up[0]], 44 * view.pen.unit);
	}
}

// ---- joints

function pinAt(view, p) {
	view.pen.circle(p, 5.6 * view.pen.unit, {width: 1.7, fill: "paper"});
}

function drawPivot(view, element) {
	pinAt(view, view.pixel(view.motion.end(element, 1)));
}

function drawSlider(view, element) {
	const s = slideOf(view, element), u = view.pen.unit, body = view.motion.bodyOf(element, 1 - s.rail);
	view.pen.box(s.box, s.along, 40 * u, 22 * u, body === -1 ? "paper" : view.bodyColor(body));
}

function drawSlot(view, element) {
	const s = slideOf(view, element), u = view.pen.unit;
	view.pen.box(s.box, s.along, 34 * u, 22 * u, "panel");
	pinAt(view, s.box);
}

function drawWeld(view, element) {
	view.pen.box(view.pixel(view.motion.end(element, 1)), [1, 0], 10 * view.pen.unit, 10 * view.pen.unit, "ink");
}

function drawRod(view, element) {
	const a = view.pixel(view.motion.end(element, 0)), b = view.pixel(view.motion.end(element, 1));
	view.pen.path([a, b], {width: 2.2});
	[a, b].forEach((p) => view.pen.circle(p, 4.2 * view.pen.unit, {fill: "paper"}));
}

// ---- joints between joints

function couplingLines(view, element) {
	for (let i = 0; i + 1 < element.joints.length; i++) {
		const ends = [0, 1].map((k) => view.pixel(view.motion.anchor(view.motion.joint(element, i + k))));
		view.pen.path(ends, {width: 1.2, stroke: "blue", dash: 6});
	}
}

// a ring lies under everything: its teeth point inwards, to the pitch circle
function groundRing(view, element) {
	for (const {center, radius, rim, body} of wheelsOf(view.motion, element).filter((wheel) => wheel?.ring)) {
		const p = view.pixel(center), color = body === -1 ? "panel" : view.bodyColor(body);
		view.pen.ring(p, radius * view.scale, rim * view.scale, color);
	}
}

function drawWheels(view, element) {
	const wheels = wheelsOf(view.motion, element);
	if (wheels.includes(null)) {
		couplingLines(view, element);
		return false;
	}
	wheels.forEach((wheel) => {
		const center = view.pixel(wheel.center), radius = wheel.radius * view.scale;
		view.pen.circle(center, radius, {width: 1.2, stroke: "blue", dash: 6});
		// a spoke shows how the wheel turns
		const spoke = view.flatDirection(spokeOf(view.motion, wheel)),
			  end = wheel.ring ? wheel.rim * view.scale : 0.8 * radius;
		view.pen.path([shift(center, spoke, radius), shift(center, spoke, end)], {width: 2, stroke: "blue"});
	});
	return true;
}

// the common tangents of the wheels: with the normal n of one, n (b - a) = ra - rb; a crossed belt
// has a negative radius
function drawBelt(view, element) {
	if (!drawWheels(view, element)) {
		return;
	}
	const [a, b] = wheelsOf(view.motion, element).map((wheel) => view.pixel(wheel.center));
	const [ra, rb] = [1, 2].map((i) => view.scale * view.motion.number(`${element.name}.radii[${i}]`));
	const along = (ra - rb) / apart(a, b);
	if (!(Math.abs(along) < 1)) {
		return;
	}
	const u = flatUnit([b[0] - a[0], b[1] - a[1]]), side = left(u);
	for (const sign of [-1, 1]) {
		const n = shift([along * u[0], along * u[1]], side, sign * Math.sqrt(1 - along * along));
		view.pen.path([shift(a, n, ra), shift(b, n, rb)], {width: 1.6, stroke: "blue"});
	}
}

function drawRack(view, element) {
	const [wheel] = wheelsOf(view.motion, element), rack = view.motion.joint(element, 1);
	const axis = view.motion.axis(rack, "axis", 0);
	if (wheel === null || axis === null) {
		couplingLines(view, element);
		return;
	}
	const side = cross(wheel.axis, axis),
		  way = dot(subtract(view.motion.anchor(rack), wheel.center), side) < 0 ? -1 : 1;
	const at = (k) => view.pixel([0, 1, 2].map((i) => wheel.center[i] + wheel.radius * (way * side[i] + k * axis[i])));
	view.pen.circle(view.pixel(wheel.center), wheel.radius * view.scale, {width: 1.2, stroke: "blue", dash: 6});
	view.pen.path([at(-1.2), at(1.2)], {width: 1.2, stroke: "blue", dash: 6});
}

// ---- forces, drivers, sensors

// a straight element between two points: lengths along and across in pixels
function strutOf(a, b) {
	const along = flatUnit([b[0] - a[0], b[1] - a[1]]), strutLength = apart(a, b);
	const at = (x, y) => shift(shift(a, along, x), left(along), y);
	return {length: strutLength, lead: Math.min(14, 0.2 * strutLength), at};
}

function drawZigzag(pen, s, side) {
	const height = 6.5 * pen.unit, free = s.length - 2 * s.lead, teeth = 11;
	const points = [s.at(s.lead, side)];
	for (let i = 0; i < teeth; i++) {
		points.push(s.at(s.lead + (free * (i + 0.5)) / teeth, side + (i % 2 ? height : -height)));
	}
	points.push(s.at(s.length - s.lead, side));
	pen.path(points, {width: 1.6, stroke: "green"});
}

function drawDashpot(pen, s, side) {
	const half = Math.min(14 * pen.unit, 0.25 * s.length), r = 5.5 * pen.unit, mid = 0.5 * s.length;
	const green = {width: 1.6, stroke: "green"};
	pen.path([[mid + half, r], [mid - half, r], [mid - half, -r], [mid + half, -r]].map(([x, y]) => s.at(x, side + y)),
	         green);
	pen.path([s.at(mid, side + 0.7 * r), s.at(mid, side - 0.7 * r)], green);
	pen.path([s.at(mid, side), s.at(s.length - s.lead, side)], green);
	pen.path([s.at(s.lead, side), s.at(mid - half, side)], green);
}

function drawSpring(view, element) {
	const pen = view.pen, a = view.pixel(view.motion.end(element, 0)), b = view.pixel(view.motion.end(element, 1));
	const s = strutOf(a, b), damped = view.motion.number(`${element.name}.damping`) > 0;
	const sprung = view.motion.number(`${element.name}.stiffness`) > 0 || !damped;
	const side = damped && sprung ? 8 * pen.unit : 0;
	if (sprung) {
		drawZigzag(pen, s, side);
	}
	if (damped) {
		drawDashpot(pen, s, -side);
	}
	[[s.lead, a], [s.length - s.lead, b]].forEach(([x, end]) => {
		pen.path([s.at(x, side), s.at(x, -side)], {width: 1.6, stroke: "green"});
		pen.path([end, s.at(x, 0)], {width: 1.6, stroke: "green"});
		pen.circle(end, 2.4, {width: 0, fill: "green"});
	});
}

function drawContact(view, element) {
	const radius = Math.max((view.motion.number(`${element.name}.radius`) || 0) * view.scale, 3 * view.pen.unit);
	view.pen.circle(view.pixel(view.motion.end(element, 0)), radius, {width: 1.4, stroke: "red"});
	const other = view.motion.drawn(`${element.name}.other_at`);
	if (other !== null) {
		const size = Math.abs(view.motion.number(`${element.name}.other_radius`) || 0) * view.scale;
		view.pen.circle(view.pixel(view.motion.point(view.motion.bodyOf(element, 1), other)), size,
		                {width: 1.4, stroke: "red"});
	}
}

function drawEffort(view, element) {
	const joint = view.motion.joint(element, 0), pen = view.pen, u = pen.unit;
	if (joint === null) {
		return;
	}
	const p = view.pixel(view.motion.anchor(joint)), sense = view.motion.sense(element);
	if (view.motion.isAngle(element, 0)) {
		pen.turningArrow(p, 21 * u, "red", sense);
		return;
	}
	const axis = view.motion.axis(joint, "axis", view.motion.slide(joint).rail);
	const along = view.flatDirection(axis ?? [1, 0, 0]), above = shift(p, left(along), 20 * u);
	pen.arrow(shift(above, along, -22 * sense * u), shift(above, along, 22 * sense * u), "red");
}

function drawForce(view, element) {
	const along = view.flatDirection(view.motion.axis(element, "direction", element.symbol === "follower" ? 0 : 9));
	const p = view.pixel(view.motion.end(element, 0));
	view.pen.arrow(shift(p, along, -48 * view.pen.unit), shift(p, along, -2 * view.pen.unit), "red");
}

function drawTorque(view, element) {
	view.pen.turningArrow(view.pixel(view.motion.pose(element.bodies[0]).p), 18 * view.pen.unit, "red");
}

function drawCoil(view, element) {
	const joint = view.motion.joint(element, 0), points = [];
	if (joint === null) {
		return;
	}
	const p = view.pixel(view.motion.anchor(joint));
	for (let i = 0; i <= 60; i++) {
		const angle = (2.5 * TAU * i) / 60, radius = (7 + (11 * i) / 60) * view.pen.unit;
		points.push([p[0] + radius * Math.cos(angle), p[1] - radius * Math.sin(angle)]);
	}
	view.pen.path(points, {width: 1.4, stroke: "green"});
}

function drawPoint(view, element) {
	const [x, y] = view.pixel(view.motion.end(element, 0)), r = 6 * view.pen.unit;
	view.pen.path([[x - r, y], [x + r, y]], {width: 1.3, stroke: "blue"});
	view.pen.path([[x, y - r], [x, y + r]], {width: 1.3, stroke: "blue"});
	view.pen.circle([x, y], 0.55 * r, {width: 1.3, stroke: "blue", fill: "paper"});
}

function drawDistance(view, element) {
	const ends = [0, 1].map((b) => view.pixel(view.motion.end(element, b)));
	view.pen.path(ends, {width: 1.2, stroke: "blue", dash: 3});
}

function drawBeam(view, element) {
	const points = view.motion.curve(element, 12).map((point) => view.pixel(point)), width = 8 * view.pen.unit;
	view.pen.path(points, {width});
	view.pen.path(points, {width: width - 3, stroke: BEAM});
}

export const planeSymbols = {
	__proto__: null, // a scene may name anything
	pivot: {ground: groundPivot, draw: drawPivot},
	slider: {ground: groundGuide, draw: drawSlider},
	sleeve: {ground: groundGuide, draw: drawSlider},
	slot: {ground: groundGuide, draw: drawSlot},
	weld: {ground: groundWall, draw: drawWeld},
	rod: {ground: groundPivot, draw: drawRod},
	wheels: {ground: groundRing, draw: drawWheels},
	belt: {draw: drawBelt},
	rack: {draw: drawRack},
	coupler: {draw: couplingLines},
	effort: {draw: drawEffort},
	force: {draw: drawForce},
	follower: {draw: drawForce},
	torque: {draw: drawTorque},
	contact: {ground: groundPlane, draw: drawContact},
	profile: {ground: drawOutline, draw: drawContact},
	shapes: {draw: drawOutlines},
	spring: {ground: groundAnchor, draw: drawSpring},
	coil: {draw: drawCoil},
	point: {draw: drawPoint},
	distance: {draw: drawDistance},
	beam: {ground: groundAnchor, draw: drawBeam},
};
