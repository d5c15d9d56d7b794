// Solids of one frame in space, made of the meshes of the renderer: each mesh keeps the places
// where it stands.
import {stretched} from "./gl.js";
import {across, add, cross, distance, scale, subtract, unit} from "./vector.js";

export class Solids {
	constructor(meshes, radius) {
		this.meshes = meshes;
		this.radius = radius;
		this.used = new Set();
	}

	// nothing stands anywhere
	clear() {
		this.used.forEach((mesh) => (mesh.n = 0));
		this.used.clear();
	}

	// place: three axes, and where the origin is
	add(mesh, place, color) {
		const size = 3 * (place.length + 1);
		if (mesh.numbers.length < size * (mesh.n + 1)) {
			const more = new Float32Array(2 * mesh.numbers.length);
			more.set(mesh.numbers);
			mesh.numbers = more;
		}
		place.forEach((vector, k) => mesh.numbers.set(vector, size * mesh.n + 3 * k));
		mesh.numbers.set(color, size * mesh.n + 3 * place.length);
		mesh.n++;
		this.used.add(mesh);
	}

	rod(a, b, radius, color) {
		this.add(this.meshes.cylinder, stretched(a, b, radius), color);
	}

	ball(at, radius, color) {
		this.add(this.meshes.sphere, [[radius, 0, 0], [0, radius, 0], [0, 0, radius], at], color);
	}

	capsule(a, b, radius, color) {
		this.rod(a, b, radius, color);
		this.ball(a, radius, color);
		this.ball(b, radius, color);
	}

	// a cylinder around a point
	pin(at, axis, half, radius, color) {
		this.rod(add(at, axis, -half), add(at, axis, half), radius, color);
	}

	ring(at, axis, radius, color) {
		const x = across(axis), y = cross(axis, x);
		this.add(this.meshes.ring, [scale(x, radius), scale(y, radius), scale(axis, radius), at], color);
	}

	box(at, along, boxLength, width, color) {
		const x = across(along), y = cross(along, x);
		this.add(this.meshes.box, [scale(x, width), scale(y, width), scale(along, boxLength), at], color);
	}

	arrow(from, to, radius, color) {
		const along = unit(subtract(to, from)), head = Math.min(5 * radius, 0.6 * distance(from, to));
		const neck = add(to, along, -head);
		this.rod(from, neck, radius, color);
		this.add(this.meshes.cone, stretched(neck, to, 2.4 * radius), color);
	}
}
