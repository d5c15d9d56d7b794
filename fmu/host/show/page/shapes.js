// Shapes of bodies as the file gives them: in axes of their own, which stand in the drawing.
import {prismMesh} from "./gl.js";
import {inflate} from "./values.js";
import {add, cross, rotationOfQuaternion, subtract, turn, unit} from "./vector.js";

const shapesOf = (scene) => scene.bodies.flatMap((body) => body.shapes ?? []);

// rotations as matrices
export function placeShapes(scene) {
	shapesOf(scene).forEach((shape) => (shape.r = rotationOfQuaternion(shape.rotation)));
}

// can it be drawn? A mesh must be unpacked first
export const isUnpacked = (shape) => shape.type !== "mesh" || shape.vertices !== undefined;

export async function unpackMeshes(scene) {
	for (const shape of shapesOf(scene)) {
		if (shape.mesh !== undefined) {
			const {buffer} = await inflate(shape.mesh), [n, m] = new Uint32Array(buffer, 0, 2);
			shape.vertices = new Float32Array(buffer, 8, 3 * n);
			shape.triangles = new Uint32Array(buffer, 8 + 12 * n, 3 * m);
		}
	}
}

const vertexOf = (shape, k) => [...shape.vertices.subarray(3 * k, 3 * k + 3)];
const drawnAt = (shape, point) => add(shape.at, turn(shape.r, point));

// half the lengths of a shape along its axes, where it stands around its origin
function halvesOf({type, size, radius = 0, length}) {
	if (type === "box") {
		return size.map((side) => 0.5 * side);
	}
	return [radius, radius, 0.5 * length + (type === "cylinder" ? 0 : radius)];
}

function boundsOf(shape) {
	if (shape.type !== "mesh" && shape.type !== "polygon") {
		const high = halvesOf(shape);
		return [high.map((half) => -half), high];
	}
	const low = [Infinity, Infinity, -0.5 * shape.length], high = [-Infinity, -Infinity, 0.5 * shape.length];
	const numbers = shape.vertices ?? shape.points, n = shape.type === "mesh" ? 3 : 2;
	low[2] = n === 3 ? Infinity : low[2];
	high[2] = n === 3 ? -Infinity : high[2];
	numbers.forEach((number, i) => {
		low[i % n] = Math.min(low[i % n], number);
		high[i % n] = Math.max(high[i % n], number);
	});
	return [low, high];
}

// corners of the box around a shape, as drawn
export function cornersOf(shape) {
	if (shape.corners === undefined) {
		const bounds = boundsOf(shape);
		shape.corners =
			[0, 1, 2, 3, 4, 5, 6, 7].map((k) => drawnAt(shape, [0, 1, 2].map((axis) => bounds[(k >> axis) & 1][axis])));
	}
	return shape.corners;
}

// ---- in the plane

function arc([x, y], radius, from, to, n = 24) {
	return Array.from({length: n + 1}, (_, i) => {
		const angle = from + ((to - from) * i) / n;
		return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
	});
}

function boxOutline(shape) {
	const [x, y] = halvesOf(shape);
	return [[x, y], [-x, y], [-x, -y], [x, -y]].map(([a, b]) => drawnAt(shape, [a, b, 0]));
}

function capsuleOutline(shape) {
	const end = drawnAt(shape, [0, 0, 0.5 * shape.length]), start = drawnAt(shape, [0, 0, -0.5 * shape.length]);
	const angle = Math.atan2(end[1] - start[1], end[0] - start[0]), quarter = 0.5 * Math.PI;
	return [
		...arc(end, shape.radius, angle - quarter, angle + quarter),
		...arc(start, shape.radius, angle + quarter, angle + 3 * quarter)
	];
}

const outlines = {
	box: boxOutline,
	cylinder: ({at, radius}) => arc(at, radius, 0, 2 * Math.PI, 48),
	sphere: ({at, radius}) => arc(at, radius, 0, 2 * Math.PI, 48),
	capsule: capsuleOutline,
	polygon: (shape) => pairsOf(shape.points).map(([x, y]) => drawnAt(shape, [x, y, 0])),
};

const pairsOf = (numbers) => Array.from({length: numbers.length / 2}, (_, i) => [numbers[2 * i], numbers[2 * i + 1]]);

function addPath(path, points) {
	points.forEach(([x, y], i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
	path.closePath();
}

// a mesh as seen from above: its triangles, and the edges at which it turns away or ends
function meshPaths(shape) {
	const fill = new Path2D(), rim = new Path2D(), edges = new Map(), {triangles} = shape;
	for (let k = 0; k < triangles.length; k += 3) {
		const corners = [0, 1, 2].map((i) => drawnAt(shape, vertexOf(shape, triangles[k + i]))), [a, b, c] = corners;
		const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
		addPath(fill, area > 0 ? corners : [a, c, b]);
		[0, 1, 2].filter(() => area > 0).forEach((i) => {
			const ends = [triangles[k + i], triangles[k + ((i + 1) % 3)]].sort((p, q) => p - q), key = ends.join();
			const edge = edges.get(key) ?? {count: 0, from: corners[i], to: corners[(i + 1) % 3]};
			edge.count++;
			edges.set(key, edge);
		});
	}
	for (const {count, from, to} of edges.values()) {
		if (count === 1) {
			rim.moveTo(from[0], from[1]);
			rim.lineTo(to[0], to[1]);
		}
	}
	return {fill, rim};
}

// what is filled and what is stroked, in coordinates of the drawing; made once
export function pathsOf(shape) {
	if (shape.paths === undefined && shape.type === "mesh") {
		shape.paths = meshPaths(shape);
	} else if (shape.paths === undefined) {
		const path = new Path2D();
		addPath(path, outlines[shape.type](shape));
		shape.paths = {fill: path, rim: path};
	}
	return shape.paths;
}

// ---- in space

// triangles of a polygon [x, y], counter-clockwise: ears cut off one after the other
export function earsOf(points) {
	const left = points.map((point, i) => i), ears = [];
	const side = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
	const isEar = (k) => {
		const n = left.length, [a, b, c] = [k + n - 1, k, k + 1].map((i) => points[left[i % n]]);
		const inside = (p) =>
			p !== a && p !== b && p !== c && side(a, b, p) >= 0 && side(b, c, p) >= 0 && side(c, a, p) >= 0;
		return side(a, b, c) > 0 && !left.some((i) => inside(points[i]));
	};
	while (left.length > 3) {
		const k = Math.max(0, left.findIndex((_, i) => isEar(i))), n = left.length;
		ears.push([left[(k + n - 1) % n], left[k], left[(k + 1) % n]]);
		left.splice(k, 1);
	}
	return [...ears, left];
}

// positions and normals of a mesh, flat triangles
function meshSolid(shape) {
	const positions = [], normals = [];
	for (let k = 0; k < shape.triangles.length; k += 3) {
		const [a, b, c] = [0, 1, 2].map((i) => vertexOf(shape, shape.triangles[k + i]));
		const normal = unit(cross(subtract(b, a), subtract(c, a)));
		[a, b, c].forEach((corner) => {
			positions.push(...corner);
			normals.push(...normal);
		});
	}
	return {positions, normals};
}

// the solid of a polygon or mesh in its own axes
export function solidOf(shape) {
	if (shape.type === "mesh") {
		return meshSolid(shape);
	}
	const points = pairsOf(shape.points);
	return prismMesh(points.map(([x, y]) => [x, y, 0]), [0, 0, 1], 0.5 * shape.length, earsOf(points));
}
