// The picture of a mechanism in space: solids through the points of bodies, symbols at joints. Drag
// turns it, with shift or the right button moves it, wheel and pinch zoom.
import {wheelsOf} from "./gears.js";
import {Camera, hexColor, prismMesh, Renderer, shadowOnto, sizeOf} from "./gl.js";
import {Motion} from "./motion.js";
import {gapToLines, hullOf} from "./plane.js";
import {cornersOf, solidOf} from "./shapes.js";
import {Solids} from "./solids.js";
import {DARK, ORANGE, RED, spaceSymbols, STEEL} from "./space_symbols.js";
import {across, add, cross, distance, dot, length, middle, scale, subtract, turn, unit} from "./vector.js";

// how far points lie off the line through the farthest two, and off the plane through those and the
// farthest from it
function flatness(points) {
	let ends = [points[0], points[0]], longest = -1, off = -1, third = points[0];
	points.forEach((a, i) => points.slice(0, i).forEach((b) => {
		if (distance(a, b) > longest) {
			longest = distance(a, b);
			ends = [b, a];
		}
	}));
	const along = unit(subtract(ends[1], ends[0]));
	for (const p of points) {
		const gap = length(cross(subtract(p, ends[0]), along));
		if (gap > off) {
			off = gap;
			third = p;
		}
	}
	const normal = unit(cross(along, subtract(third, ends[0])), across(along));
	const high = Math.max(...points.map((p) => Math.abs(dot(subtract(p, ends[0]), normal))));
	return {ends, along, normal, longest, off, high};
}

export class SpaceView {
	constructor(canvas, motion) {
		this.canvas = canvas;
		this.motion = motion;
		this.renderer = new Renderer(canvas);
		this.options = {trails: true, forces: false, names: false};
		this.plates = new Map();
		this.paths = [];
		this.width = this.height = 1;
		this.pulling = null;
		this.solids = new Solids(this.renderer.meshes, 0);
		this.camera = new Camera(motion.up());
		this.grid = null;
		this.survey();
	}

	// again for other values
	survey() {
		this.measure();
		this.solids.radius = this.radius;
		if (this.grid !== null) {
			this.renderer.drop(this.grid);
		}
		this.grid = this.renderer.uploadLine(this.floorLines(), true);
		this.fit();
	}

	measure() {
		this.extent = this.motion.extent();
		this.greatest = this.motion.greatestForce();
		const lengths = [];
		for (const body of this.motion.moving) {
			const {points} = this.motion.shapePoints(body);
			points.forEach((a, i) => points.slice(0, i).forEach((b) => lengths.push(distance(a, b))));
		}
		lengths.sort((a, b) => a - b);
		const size = sizeOf(this.extent), typical = lengths[Math.floor(lengths.length / 2)] ?? size;
		this.radius = Math.min(0.016 * size, Math.max(0.004 * size, 0.07 * typical));
	}

	fit() {
		this.camera.target = middle(this.extent.low, this.extent.high);
		this.camera.size = 1.12 * Math.max(sizeOf(this.extent), 20 * this.radius);
	}

	resize(width, height, ratio) {
		this.width = width;
		this.height = height;
		this.ratio = ratio;
		this.canvas.width = Math.round(width * ratio);
		this.canvas.height = Math.round(height * ratio);
	}

	drag(dx, dy) {
		this.camera.yaw -= 0.008 * dx;
		this.camera.pitch = Math.max(-1.5, Math.min(1.5, this.camera.pitch + 0.008 * dy));
	}

	pan(dx, dy) {
		const view = this.camera.view(this.width, this.height);
		this.camera.target =
			add(add(this.camera.target, view.right, -dx * view.perPixel), view.top, dy * view.perPixel);
	}

	zoom(factor) {
		this.camera.size /= factor;
	}

	middle() {
		return this.camera.target;
	}

	// by a way in the world
	shift(way) {
		this.camera.target = add(this.camera.target, way);
	}

	pixel(point) {
		return this.camera.project(this.view ?? this.camera.view(this.width, this.height), point, this.width,
		                           this.height);
	}

	// the point of the world under a pixel, as far from the eye as another
	under(x, y, like) {
		const [px, py, depth] = this.pixel(like), view = this.camera.view(this.width, this.height);
		const away = (this.camera.size / Math.min(1, this.width / this.height)) / 0.5,
			  factor = (view.perPixel * depth) / away;
		return add(add(like, view.right, (x - px) * factor), view.top, -(y - py) * factor);
	}

	draw(colors) {
		this.view = this.camera.view(this.width, this.height);
		const {renderer, view, solids, motion} = this;
		solids.clear();
		motion.scene.bodies.forEach((other, body) => this.shapeSolids(solids, body));
		motion.moving.forEach((body) => this.bodySolids(solids, body));
		for (const element of motion.scene.elements) {
			spaceSymbols[element.symbol]?.(solids, motion, element);
			this.groundSolids(solids, element);
		}
		this.forceSolids(solids);
		renderer.begin(this.canvas.width, this.canvas.height, hexColor(colors.paper));
		renderer.place(solids.used);
		renderer.solids(solids.used, view, shadowOnto(view.up, this.floor(), view.light), hexColor(colors.shadow));
		renderer.draw(this.grid, view, hexColor(colors.grid), 1 * this.ratio);
		renderer.solids(solids.used, view);
		this.drawTrails(colors);
	}

	floor() {
		const up = this.camera.up, k = up.indexOf(1);
		return this.extent.low[k] - 5 * this.radius;
	}

	// ends of the lines of a grid under everything
	floorLines() {
		const up = this.camera.up, first = across(up), second = cross(up, first), size = sizeOf(this.extent);
		const power = 10 ** Math.floor(Math.log10(0.2 * size)), step = power * (size / power > 8 ? 2 : 1);
		const center = add(middle(this.extent.low, this.extent.high), up,
		                   this.floor() - dot(up, middle(this.extent.low, this.extent.high)));
		const n = Math.max(3, Math.ceil((0.8 * size) / step)), ends = [];
		for (let i = -n; i <= n; i++) {
			for (const [a, b] of [[first, second], [second, first]]) {
				[-n, n].forEach((k) => ends.push(add(add(center, a, i * step), b, k * step)));
			}
		}
		return ends;
	}

	shapeSolids(solids, body) {
		for (const shape of this.motion.shapes(body)) {
			const color = hexColor(shape.color ?? Motion.color(body)), r = shape.radius, half = 0.5 * shape.length;
			const at = this.motion.point(body, shape.at);
			const [x, y, z] =
				[0, 1, 2].map((k) => turn(this.motion.pose(body).r, [shape.r[k], shape.r[3 + k], shape.r[6 + k]]));
			if (shape.type === "box") {
				const [a, b, c] = shape.size;
				solids.add(solids.meshes.box, [scale(x, a), scale(y, b), scale(z, c), at], color);
			} else if (shape.type === "cylinder") {
				solids.pin(at, z, half, r, color);
			} else if (shape.type === "sphere") {
				solids.ball(at, r, color);
			} else if (shape.type === "capsule") {
				solids.capsule(add(at, z, -half), add(at, z, half), r, color);
			} else {
				solids.add(this.solidOf(shape), [x, y, z, at], color);
			}
		}
	}

	// made once, and again where parameters have changed it
	solidOf(shape) {
		if (shape.solid === undefined && shape.worn !== undefined) {
			this.renderer.drop(shape.worn);
		}
		shape.solid ??= this.renderer.upload(solidOf(shape));
		return shape.solid;
	}

	bodySolids(solids, body) {
		if (this.motion.shapes(body).length > 0 || this.motion.isNode(body)) {
			return;
		}
		const {points, held} = this.motion.shapePoints(body), r = this.radius, color = hexColor(Motion.color(body));
		const world = (p) => this.motion.world(body, p), center = world([0, 0, 0]);
		const shape = flatness(points);
		if (shape.longest < 1e-6 * sizeOf(this.extent)) {
			const wheels = this.wheelsOn(body), least = Math.min(...wheels.map(({radius}) => radius));
			// the inside of a ring is for its pinion, and a slide or housing is a shape itself
			if (!wheels.some(({ring}) => ring) && !this.motion.slides.hasBlock(body)) {
				this.lump(solids, body, color, Math.min(0.22 * sizeOf(this.extent), 0.7 * least));
			}
		} else if (shape.off < 0.12 * shape.longest || shape.off < 2 * r) {
			solids.capsule(world(shape.ends[0]), world(shape.ends[1]), r, color);
			if (held === 1 && this.motion.slides.passed(body).length === 0) {
				this.lump(solids, body, color, 0.6 * shape.longest);
			}
		} else if (shape.high < 0.05 * shape.longest) {
			solids.add(this.plate(points, shape), this.bodyPlace(body), color);
		} else {
			points.slice(0, held).forEach((p) => solids.capsule(center, world(p), r, color));
			solids.ball(center, 1.8 * r, color);
		}
	}

	// gear wheels that are part of a body, which the body must not hide
	wheelsOn(body) {
		return this.motion.scene.elements.filter(({symbol}) => ["wheels", "belt", "rack"].includes(symbol))
		    .flatMap((element) => wheelsOf(this.motion, element))
		    .filter((wheel) => wheel?.body === body);
	}

	bodyPlace(body) {
		const {p, r} = this.motion.pose(body);
		return [[r[0], r[3], r[6]], [r[1], r[4], r[7]], [r[2], r[5], r[8]], p];
	}

	// a body without extent: the box or cylinder that has its moments of inertia, as far as that is
	// of a size to be seen and stands along its axes; else a ball
	lump(solids, body, color, most) {
		const name = this.motion.scene.bodies[body].name, mass = this.motion.number(`${name}.mass`);
		const inertia = [1, 2, 3, 4, 5, 6].map((k) => this.motion.number(`${name}.inertia[${k}]`));
		const moments = inertia.slice(0, 3), limits = [2.2 * this.radius, most],
			  sum = moments[0] + moments[1] + moments[2];
		const straight = inertia.slice(3).every((product) => Math.abs(product) < 1e-3 * sum);
		const sides =
			moments.map((m) => (straight ? Math.sqrt(Math.max(0, (6 * (sum - 2 * m)) / mass)) : 3.6 * this.radius));
		const {p, r} = this.motion.pose(body), axes = [0, 1, 2].map((k) => [r[k], r[3 + k], r[6 + k]]);
		const shown = sides.map((side) => Math.min(limits[1], Math.max(limits[0], side || 0)));
		const same = (a, b) => Math.abs(a - b) < 0.02 * Math.max(a, b);
		const odd = [0, 1, 2].find((k) => same(shown[(k + 1) % 3], shown[(k + 2) % 3]));
		if (shown.every((side) => same(side, shown[0]))) {
			solids.ball(p, 0.62 * shown[0], color);
		} else if (odd !== undefined) {
			// a mark on the cylinder shows how it turns
			const radius = 0.577 * shown[(odd + 1) % 3], half = 0.5 * shown[odd];
			solids.pin(p, axes[odd], half, radius, color);
			solids.pin(add(p, axes[(odd + 1) % 3], 0.72 * radius), axes[odd], half + 0.04 * radius, 0.13 * radius,
			           STEEL);
		} else {
			solids.add(solids.meshes.box, [...axes.map((axis, k) => scale(axis, shown[k])), p], color);
		}
	}

	// the plate through points in a plane, in the axes of its body; made once
	plate(points, shape) {
		const key = JSON.stringify(points);
		if (!this.plates.has(key)) {
			const second = cross(shape.normal, shape.along), origin = shape.ends[0];
			const flat = points.map((p) => [dot(subtract(p, origin), shape.along), dot(subtract(p, origin), second)]);
			const corners =
				grown(hullOf(flat), 1.3 * this.radius).map(([x, y]) => add(add(origin, shape.along, x), second, y));
			this.plates.set(key, this.renderer.upload(prismMesh(corners, shape.normal, 0.7 * this.radius)));
		}
		return this.plates.get(key);
	}

	// is a point of the ground in the box around a shape that stands on it, or near?
	shownOnGround(point) {
		const {scene} = this.motion, gap = 3 * this.radius;
		const ground = scene.bodies.map((body, i) => i).filter((i) => scene.bodies[i].carrier === -1);
		return ground.flatMap((i) => this.motion.shapes(i)).map(cornersOf).some((corners) => [0, 1, 2].every((k) => {
			const along = corners.map((corner) => corner[k]);
			return point[k] >= Math.min(...along) - gap && point[k] <= Math.max(...along) + gap;
		}));
	}

	// a foot under what is held by the ground, where the file has no shape for it
	groundSolids(solids, element) {
		if (!["pivot", "ball", "cross", "rod", "spring", "weld", "beam"].includes(element.symbol)) {
			return;
		}
		[0, 1].forEach((b) => {
			const at = this.motion.end(element, b);
			if (element.bodies[b] === -1 && !this.shownOnGround(at)) {
				const up = this.camera.up, r = this.radius;
				solids.rod(at, add(at, up, -3 * r), 1.1 * r, DARK);
				solids.pin(add(at, up, -3.2 * r), up, 0.35 * r, 3 * r, DARK);
			}
		});
	}

	forceSolids(solids) {
		const most = 0.22 * sizeOf(this.extent);
		if (this.options.forces && this.greatest > 0) {
			for (const {at, force, reaction} of this.motion.forces()) {
				const size = Math.min(1.5, length(force) / this.greatest) * most;
				if (size > 0.02 * most) {
					solids.arrow(at, add(at, unit(force), size), 0.55 * this.radius, reaction ? ORANGE : RED);
				}
			}
		}
		if (this.pulling !== null) {
			solids.arrow(this.pulling.from, this.pulling.to, 0.4 * this.radius, RED);
		}
	}

	set trails(list) {
		this.paths.forEach(({line}) => this.renderer.drop(line));
		this.paths = list.map(({path, color}) => {
			const line = this.renderer.uploadLine(path.map((step) => step.at));
			return {line, color, times: path.map((step) => step.time)};
		});
	}

	drawTrails(colors) {
		if (!this.options.trails) {
			return;
		}
		for (const {line, color, times} of this.paths) {
			const later = times.findIndex((time) => time > this.motion.time), past = later < 0 ? times.length : later;
			this.renderer.draw(line, this.view, hexColor(colors.faint), 1 * this.ratio);
			this.renderer.draw(line, this.view, hexColor(colors[color] ?? color), 2 * this.ratio, past - 1);
		}
	}

	// those of them that have a name of their own
	named() {
		return this.labels().filter((item) => !this.motion.isPart(item));
	}

	// names of what is seen, and the pixels where they stand
	labels() {
		const motion = this.motion, bodies = motion.moving.map((body) => {
			return {
				name: motion.scene.bodies[body].name,
				body: true,
				number: body,
				label: this.pixel(motion.pose(body).p)
			};
		});
		const shown = motion.scene.elements.filter((element) => spaceSymbols[element.symbol] !== undefined);
		return [
			...bodies, ...shown.map((element) => {
				return {name: element.name, type: element.type, body: false, label: this.pixel(motion.anchor(element))};
			})
		];
	}

	items() {
		const motion = this.motion, outline = (body) => {
			return hullOf(motion.boundingPoints(body).map((p) => this.pixel(motion.world(body, p))));
		};
		return this.labels().map((item) => {
			return {...item, lines: item.body ? outline(item.number) : [item.label], reach: item.body ? 12 : 9};
		});
	}

	pick(x, y) {
		let best = null;
		for (const item of this.items()) {
			const gap = gapToLines([x, y], item.lines);
			const nearer = best !== null && (gap < best.gap || (best.item.body && !item.body));
			if (gap < item.reach && (best === null || nearer)) {
				best = {item, gap};
			}
		}
		return best?.item ?? null;
	}
}

// a convex polygon with its corners moved outwards
function grown(hull, by) {
	const n = hull.length, center = [0, 1].map((k) => hull.reduce((sum, p) => sum + p[k] / n, 0));
	return hull.map((p) => {
		const away = [p[0] - center[0], p[1] - center[1]], size = Math.hypot(...away) || 1;
		return [p[0] + (by * away[0]) / size, p[1] + (by * away[1]) / size];
	});
}
