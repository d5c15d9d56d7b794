// Shapes that follow parameters: their numbers in the file as formulas, in postfix order over
// numbers and names of variables.
import {across, cross, length, middle, rotationOfAngle, rotationOfQuaternion, scale, subtract} from "./vector.js";

const OPERATORS = {
	"+": (a, b) => a + b,
	"-": (a, b) => a - b,
	"*": (a, b) => a * b,
	"/": (a, b) => a / b,
	"^": (a, b) => a ** b,
	sin: Math.sin,
	cos: Math.cos,
	tan: Math.tan,
	asin: Math.asin,
	acos: Math.acos,
	atan: Math.atan,
	atan2: Math.atan2,
	sqrt: Math.sqrt,
	abs: Math.abs,
	exp: Math.exp,
	log: Math.log,
	min: Math.min,
	max: Math.max,
};

// formula: a number, or a list of numbers, names and operators; read: the number that a name means
export function valueOf(formula, read) {
	if (typeof formula === "number") {
		return formula;
	}
	const waiting = [];
	for (const item of formula) {
		const operator = OPERATORS[item];
		if (operator !== undefined) {
			waiting.push(operator(...waiting.splice(-operator.length)));
		} else {
			waiting.push(typeof item === "number" ? item : read(item));
		}
	}
	return waiting[0];
}

// with other names in it
export function prefixFormula(formula, put) {
	const other = (item) => (typeof item === "number" || OPERATORS[item] !== undefined ? item : put(item));
	return typeof formula === "number" ? formula : formula.map(other);
}

// by a vector along the axis, as long as the angle
function rotationOfVector(v) {
	const angle = length(v), half = angle > 0 ? Math.sin(0.5 * angle) / angle : 0.5;
	return rotationOfQuaternion([Math.cos(0.5 * angle), ...scale(v, half)]);
}

// z from one end to the other
function rotationAlong(z) {
	const x = across(z), y = cross(z, x);
	return [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]];
}

const spatial = ([x, y, z = 0]) => [x, y, z];
const positive = (number) => Math.max(0, number);

// between its ends
function placeBetween(shape, from, to) {
	const along = subtract(to, from), size = length(along);
	shape.at = middle(from, to);
	shape.length = size;
	if (size > 0) {
		shape.r = rotationAlong(scale(along, 1 / size));
	}
}

// where it is, and how large
function placeShape(shape,
                    {from, to, at, angle, rotation, size, radius, thickness = [0], points, scale: [factor] = [1]}) {
	if (from !== undefined) {
		placeBetween(shape, spatial(from), spatial(to));
	} else {
		shape.at = spatial(at);
		shape.length = positive(thickness[0]);
	}
	if (angle !== undefined) {
		shape.r = rotationOfAngle(angle[0]);
	}
	if (rotation !== undefined) {
		shape.r = rotationOfVector(rotation);
	}
	if (shape.type === "box") {
		shape.size = [...size, thickness[0]].slice(0, 3).map(positive);
	}
	if (radius !== undefined) {
		shape.radius = positive(radius[0]);
	}
	if (shape.type === "polygon") {
		shape.points = points;
	}
	if (shape.type === "mesh") {
		shape.given ??= shape.vertices;
		shape.vertices = shape.given.map((number) => (number * factor) / shape.scale);
	}
}

// brings a shape to what its numbers are now; what was made of it is made again
export function followParameters(shape, read) {
	const numbers = Object.fromEntries(
		Object.entries(shape.follows).map(([key, list]) => [key, list.map((formula) => valueOf(formula, read))]));
	const state = JSON.stringify(numbers);
	if (state === shape.state || !Object.values(numbers).flat().every(Number.isFinite)) {
		return;
	}
	if (shape.state !== undefined) {
		Object.assign(shape, {corners: undefined, paths: undefined, worn: shape.solid ?? shape.worn, solid: undefined});
	}
	shape.state = state;
	placeShape(shape, numbers);
}
