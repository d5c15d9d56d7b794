// Vectors of three numbers; in the plane the third is zero.

export const add = (a, b, factor = 1) => [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]];
export const subtract = (a, b) => add(a, b, -1);
export const scale = (a, factor) => [a[0] * factor, a[1] * factor, a[2] * factor];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const length = (a) => Math.hypot(a[0], a[1], a[2]);
export const distance = (a, b) => length(subtract(a, b));
export const middle = (a, b) => scale(add(a, b), 0.5);

export function unit(a, otherwise = [1, 0, 0]) {
	const size = length(a);
	return size > 0 ? scale(a, 1 / size) : otherwise;
}

// a unit vector across a
export function across(a) {
	const other = Math.abs(a[2]) < 0.9 * length(a) ? [0, 0, 1] : [1, 0, 0];
	return unit(cross(other, a));
}

// rows of a 3 x 3 matrix times a vector
export const turn = (r, a) => [r[0] * a[0] + r[1] * a[1] + r[2] * a[2],
                               r[3] * a[0] + r[4] * a[1] + r[5] * a[2],
                               r[6] * a[0] + r[7] * a[1] + r[8] * a[2],
];

export function rotationOfAngle(angle) {
	const c = Math.cos(angle), s = Math.sin(angle);
	return [c, -s, 0, s, c, 0, 0, 0, 1];
}

// of a quaternion, scalar part first, of any length
export function rotationOfQuaternion(e) {
	const n = Math.hypot(...e) || 1;
	const [w, x, y, z] = e.map((part) => part / n);
	return [
		1 - 2 * (y * y + z * z),
		2 * (x * y - w * z),
		2 * (x * z + w * y),
		2 * (x * y + w * z),
		1 - 2 * (x * x + z * z),
		2 * (y * z - w * x),
		2 * (x * z - w * y),
		2 * (y * z + w * x),
		1 - 2 * (x * x + y * y),
	];
}

// of a body, from its position and its angle or quaternion
export const poseOf = (p, e) =>
	e.length === 1 ? {p: [p[0], p[1], 0], r: rotationOfAngle(e[0])} : {p, r: rotationOfQuaternion(e)};
