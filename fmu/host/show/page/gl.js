// A small renderer in WebGL 2: meshes of unit size, each drawn once for all places where it stands,
// their shadows on a plane, and lines of a few pixels. What does not change from frame to frame is
// handed over once.
import {across, add, cross, dot, length, scale, subtract, unit} from "./vector.js";

const SOLID_VERTEX = `#version 300 es
in vec3 position, normal;
in vec3 x, y, z, at, color;
uniform mat4 camera;
out vec3 shown, tint;
void main() {
	mat3 axes = mat3(x, y, z);
	shown = axes * normal;
	tint = color;
	gl_Position = camera * vec4(axes * position + at, 1.0);
}`;
const SOLID_FRAGMENT = `#version 300 es
precision highp float;
in vec3 shown, tint; uniform vec3 plain, light, eye, up; uniform float flatness;
out vec4 pixel;
void main() {
	vec3 n = normalize(shown);
	float sky = 0.5 + 0.5 * dot(n, up), sun = max(dot(n, light), 0.0);
	float shine = pow(max(dot(n, normalize(light + eye)), 0.0), 40.0);
	vec3 lit = tint * (0.42 + 0.2 * sky + 0.48 * sun) + vec3(0.16 * shine);
	pixel = vec4(mix(lit, plain, flatness), 1.0);
}`;
const LINE_VERTEX = `#version 300 es
in vec3 from, to; in vec2 corner;
uniform mat4 camera; uniform vec2 size; uniform float width;
void main() {
	vec4 a = camera * vec4(from, 1.0), b = camera * vec4(to, 1.0);
	vec2 along = (b.xy / b.w - a.xy / a.w) * size;
	vec2 side = normalize(vec2(-along.y, along.x) + vec2(1e-9, 0.0));
	vec4 end = corner.x < 0.5 ? a : b;
	gl_Position = end + vec4(side * corner.y * width / size * end.w, -0.0004 * end.w, 0.0);
}`;
const LINE_FRAGMENT = `#version 300 es
precision highp float;
uniform vec3 color; out vec4 pixel;
void main() { pixel = vec4(color, 1.0); }`;

// ---- meshes: positions and normals of triangles

function latheMesh(profile, n = 24) {
	// profile: [radius, z, normal radius, normal z] along the outline
	const positions = [], normals = [];
	const corner = ([r, z, nr, nz], angle) => {
		positions.push(r * Math.cos(angle), r * Math.sin(angle), z);
		normals.push(nr * Math.cos(angle), nr * Math.sin(angle), nz);
	};
	// a ring of squares, of triangles where it ends in the axis
	for (let k = 0; k + 1 < profile.length; k += 2) {
		for (let i = 0; i < n; i++) {
			const a = (2 * Math.PI * i) / n, b = (2 * Math.PI * (i + 1)) / n, p = profile[k], q = profile[k + 1];
			if (p[0] > 0) {
				corner(p, a), corner(p, b), corner(q, b);
			}
			if (q[0] > 0) {
				corner(p, a), corner(q, b), corner(q, a);
			}
		}
	}
	return {positions, normals};
}

function sphereMesh(n = 12) {
	const profile = [], at = (i) => {
		const angle = (Math.PI * i) / n, r = i % n === 0 ? 0 : Math.sin(angle), z = -Math.cos(angle);
		return [r, z, r, z];
	};
	for (let i = 0; i < n; i++) {
		profile.push(at(i), at(i + 1));
	}
	return latheMesh(profile);
}

function torusMesh(tube, n = 12) {
	const profile = [], at = (i) => {
		const angle = (2 * Math.PI * i) / n;
		return [1 + tube * Math.cos(angle), tube * Math.sin(angle), Math.cos(angle), Math.sin(angle)];
	};
	for (let i = 0; i < n; i++) {
		profile.push(at(i), at(i + 1));
	}
	return latheMesh(profile, 48);
}

// a tube along a helix from z = 0 to 1
function helixMesh(turns, tube) {
	const positions = [], normals = [], steps = 18 * turns, around = 6;
	const corner = (i, k) => {
		const angle = (2 * Math.PI * turns * i) / steps, b = (2 * Math.PI * k) / around;
		const out = [Math.cos(angle), Math.sin(angle), 0], n = add(scale(out, Math.cos(b)), [0, 0, Math.sin(b)]);
		positions.push(...add(add(out, scale(out, tube * Math.cos(b))), [0, 0, i / steps + 0.09 * tube * Math.sin(b)]));
		normals.push(...n);
	};
	for (let i = 0; i < steps; i++) {
		for (let k = 0; k < around; k++) {
			corner(i, k), corner(i + 1, k), corner(i + 1, k + 1), corner(i, k), corner(i + 1, k + 1), corner(i, k + 1);
		}
	}
	return {positions, normals};
}

// triangles of a convex polygon, by the numbers of its corners
const fanOf = (corners) => corners.slice(2).map((corner, i) => [0, i + 1, i + 2]);

// a polygon in space, thick along its normal
export function prismMesh(corners, normal, half, caps = fanOf(corners)) {
	const positions = [], normals = [], n = corners.length;
	const up = scale(normal, half), triangle = (a, b, c, out) => {
		positions.push(...a, ...b, ...c);
		normals.push(...out, ...out, ...out);
	};
	for (let i = 0; i < n; i++) {
		const a = corners[i], b = corners[(i + 1) % n], side = unit(cross(subtract(b, a), normal));
		triangle(add(a, up), add(b, up), subtract(b, up), side);
		triangle(add(a, up), subtract(b, up), subtract(a, up), side);
	}
	for (const [i, j, k] of caps) {
		triangle(add(corners[i], up), add(corners[j], up), add(corners[k], up), normal);
		triangle(subtract(corners[i], up), subtract(corners[j], up), subtract(corners[k], up), scale(normal, -1));
	}
	return {positions, normals};
}

const CYLINDER = [[0, 0, 0, -1], [1, 0, 0, -1], [1, 0, 1, 0], [1, 1, 1, 0], [1, 1, 0, 1], [0, 1, 0, 1]];
const CONE = [[0, 0, 0, -1], [1, 0, 0, -1], [1, 0, 0.9, 0.4], [0, 1, 0.9, 0.4]];
const BOX = prismMesh([[-0.5, -0.5, 0], [0.5, -0.5, 0], [0.5, 0.5, 0], [-0.5, 0.5, 0]], [0, 0, 1], 0.5);

// ---- where a mesh stands: its three axes, and where its origin is

// z from a to b, with a radius across
export function stretched(a, b, radius) {
	const along = subtract(b, a), z = unit(along, [0, 0, 1]), x = across(z), y = cross(z, x);
	return [scale(x, radius), scale(y, radius), along, a];
}

// ---- matrices, column by column as WebGL takes them

export function multiplied(a, b) {
	const out = new Array(16).fill(0);
	for (let i = 0; i < 4; i++) {
		for (let j = 0; j < 4; j++) {
			for (let k = 0; k < 4; k++) {
				out[4 * j + i] += a[4 * k + i] * b[4 * j + k];
			}
		}
	}
	return out;
}

// onto the plane up . x = height, along the light
export function shadowOnto(up, height, light) {
	const d = dot(up, light), column = (k) => {
		const e = [0, 0, 0];
		e[k] = 1;
		return [...subtract(e, scale(light, up[k] / d)), 0];
	};
	return [...column(0), ...column(1), ...column(2), ...scale(light, height / d), 1];
}

export function hexColor(text) {
	const number = parseInt(text.slice(1), 16);
	return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255];
}

// ---- the renderer

const PLACE_NUMBERS = 15; // of a mesh that stands somewhere: axes, origin, colour
const SOLID_PARTS = [["position", 3, 0, 0], ["normal", 3, 0, 0]];
const PLACE_PARTS = ["x", "y", "z", "at", "color"].map((name, k) => [name, 3, 4 * PLACE_NUMBERS, 12 * k]);
const CORNERS = [0, 1, 0, -1, 1, -1, 0, 1, 1, -1, 1, 1]; // of a line: at which end, on which side

export class Renderer {
	constructor(canvas) {
		const gl = canvas.getContext("webgl2", {antialias: true, preserveDrawingBuffer: true});
		if (gl === null) {
			throw new Error("This browser has no WebGL 2, which the picture in space needs.");
		}
		this.gl = gl;
		this.places = new Map();
		this.solid = this.program(SOLID_VERTEX, SOLID_FRAGMENT);
		this.line = this.program(LINE_VERTEX, LINE_FRAGMENT);
		this.meshes = {
			cylinder: this.upload(latheMesh(CYLINDER)),
			cone: this.upload(latheMesh(CONE)),
			sphere: this.upload(sphereMesh()),
			box: this.upload(BOX),
			ring: this.upload(torusMesh(0.06)),
			helix: this.upload(helixMesh(8, 0.13)),
		};
		this.corners = this.buffer(CORNERS);
		gl.enable(gl.DEPTH_TEST);
	}

	program(vertex, fragment) {
		const gl = this.gl, program = gl.createProgram();
		for (const [type, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
			const shader = gl.createShader(type);
			gl.shaderSource(shader, source);
			gl.compileShader(shader);
			gl.attachShader(program, shader);
		}
		gl.linkProgram(program);
		if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
			throw new Error(`The picture in space cannot be drawn: ${gl.getProgramInfoLog(program)}`);
		}
		this.places.set(program, {});
		return program;
	}

	buffer(numbers) {
		const gl = this.gl, buffer = gl.createBuffer();
		gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
		gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(numbers), gl.STATIC_DRAW);
		return buffer;
	}

	// attributes of the bound array that come from a buffer: name, numbers, bytes from one to the
	// next, bytes before the first; each: one for each instance
	bind(program, buffer, parts, each = false) {
		const gl = this.gl;
		gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
		for (const [name, size, stride, offset] of parts) {
			const place = gl.getAttribLocation(program, name);
			gl.enableVertexAttribArray(place);
			gl.vertexAttribPointer(place, size, gl.FLOAT, false, stride, offset);
			gl.vertexAttribDivisor(place, Number(each));
		}
	}

	// a mesh, and room for the places where it stands in a frame
	upload({positions, normals}) {
		const gl = this.gl, array = gl.createVertexArray(), standing = gl.createBuffer();
		gl.bindVertexArray(array);
		const buffers = [positions, normals].map((numbers) => this.buffer(numbers));
		buffers.forEach((buffer, k) => this.bind(this.solid, buffer, [SOLID_PARTS[k]]));
		this.bind(this.solid, standing, PLACE_PARTS, true);
		gl.bindVertexArray(null);
		const count = positions.length / 3, numbers = new Float32Array(8 * PLACE_NUMBERS);
		return {array, buffers: [...buffers, standing], count, standing, numbers, n: 0};
	}

	// a line through points, or apart: one from each first to each second
	uploadLine(points, apart = false) {
		const gl = this.gl, array = gl.createVertexArray(), buffer = this.buffer(points.flat());
		gl.bindVertexArray(array);
		this.bind(this.line, this.corners, [["corner", 2, 0, 0]]);
		this.bind(this.line, buffer, [["from", 3, apart ? 24 : 12, 0], ["to", 3, apart ? 24 : 12, 12]], true);
		gl.bindVertexArray(null);
		return {array, buffers: [buffer], count: apart ? points.length >> 1 : Math.max(0, points.length - 1)};
	}

	// a mesh or a line
	drop({array, buffers}) {
		this.gl.deleteVertexArray(array);
		buffers.forEach((buffer) => this.gl.deleteBuffer(buffer));
	}

	set(program, name, value) {
		const gl = this.gl, places = this.places.get(program);
		const place = (places[name] ??= gl.getUniformLocation(program, name));
		const setters = {1: "uniform1fv", 2: "uniform2fv", 3: "uniform3fv"};
		if (value.length === 16) {
			gl.uniformMatrix4fv(place, false, value);
		} else {
			gl[setters[value.length]](place, value);
		}
	}

	begin(width, height, background) {
		const gl = this.gl;
		this.size = [width, height];
		gl.viewport(0, 0, width, height);
		gl.clearColor(...background, 1);
		gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
	}

	// where meshes stand in this frame
	place(meshes) {
		const gl = this.gl;
		for (const {standing, numbers, n} of meshes) {
			gl.bindBuffer(gl.ARRAY_BUFFER, standing);
			gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STREAM_DRAW, 0, n * PLACE_NUMBERS);
		}
	}

	// before: a matrix applied to all of them; plain: one colour for all, without light
	solids(meshes, view, before = null, plain = null) {
		const gl = this.gl, program = this.solid;
		gl.useProgram(program);
		this.set(program, "camera", before === null ? view.camera : multiplied(view.camera, before));
		this.set(program, "light", view.light);
		this.set(program, "eye", view.eye);
		this.set(program, "up", view.up);
		this.set(program, "plain", plain ?? [0, 0, 0]);
		this.set(program, "flatness", [plain === null ? 0 : 1]);
		for (const {array, count, n} of meshes) {
			gl.bindVertexArray(array);
			gl.drawArraysInstanced(gl.TRIANGLES, 0, count, n);
		}
		gl.bindVertexArray(null);
	}

	// the first so many pieces of a line
	draw(line, view, color, width, count = line.count) {
		const gl = this.gl, program = this.line;
		if (count < 1) {
			return;
		}
		gl.useProgram(program);
		this.set(program, "camera", view.camera);
		this.set(program, "size", this.size);
		this.set(program, "width", [width]);
		this.set(program, "color", color);
		gl.bindVertexArray(line.array);
		gl.drawArraysInstanced(gl.TRIANGLES, 0, 6, count);
		gl.bindVertexArray(null);
	}
}

// ---- the camera: turns around a point

export class Camera {
	constructor(up) {
		this.up = up;
		this.target = [0, 0, 0];
		this.size = 1;
		this.yaw = 0.65;
		this.pitch = 0.42;
	}

	// directions of the picture: right, up, and towards the eye
	axes() {
		const first = this.up[1] > 0 ? [0, 0, 1] : [1, 0, 0], second = cross(this.up, first);
		const flat = add(scale(first, Math.cos(this.yaw)), second, Math.sin(this.yaw));
		const back = add(scale(flat, Math.cos(this.pitch)), this.up, Math.sin(this.pitch));
		const right = unit(cross(this.up, back));
		return {right, top: cross(back, right), back};
	}

	view(width, height) {
		const {right, top, back} = this.axes(), aspect = width / height, opening = 0.5;
		const away = (this.size / Math.min(1, aspect)) / opening, near = 0.02 * away, far = 40 * away;
		const eye = add(this.target, back, away), f = 2 / opening;
		const look = [
			right[0], top[0], back[0], 0, right[1], top[1], back[1], 0, right[2], top[2], back[2], 0, -dot(right, eye),
			-dot(top, eye), -dot(back, eye), 1
		];
		const lens = [
			f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0,
			(2 * far * near) / (near - far), 0
		];
		const light = unit(add(add(scale(this.up, 1.2), right, 0.55), back, 0.75));
		return {
			camera: multiplied(lens, look),
			light,
			eye: back,
			up: this.up,
			right,
			top,
			perPixel: (away * opening) / height
		};
	}

	project(view, point, width, height) {
		const m = view.camera, [x, y, z] = point, row = (k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k];
		const w = row(3);
		return [0.5 * width * (1 + row(0) / w), 0.5 * height * (1 - row(1) / w), w];
	}
}

export const sizeOf = ({low, high}) => length(subtract(high, low)) || 1;
