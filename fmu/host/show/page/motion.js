// Where bodies and elements are: poses of bodies from their variables, points and directions of
// elements from the numbers of the drawing, which move with their bodies.
import {followParameters} from "./follows.js";
import {wheelsOf} from "./gears.js";
import {outlineOf, outlinesOf} from "./profiles.js";
import {cornersOf, isUnpacked} from "./shapes.js";
import {Slides} from "./slides.js";
import {sectionOf} from "./system.js";
import {add, dot, length, poseOf, scale, subtract, turn, unit} from "./vector.js";

const GROUND = -1;
const GROUND_POSE = {
	p: [0, 0, 0],
	r: [1, 0, 0, 0, 1, 0, 0, 0, 1]
};
const BODY_COLORS =
	["#9cc3e8", "#f6b98a", "#a8d5a2", "#f7d774", "#c9b0dc", "#8fd3cb", "#eda3b0", "#c9c6a3", "#b3bfcb", "#e3c4a8"];

// color of beams
export const BEAM = "#9cc3e8";

export class Motion {
	constructor(scene, values) {
		this.scene = scene;
		this.values = values;
		this.planar = scene.space === "planar";
		this.dimension = this.planar ? 2 : 3;
		this.moving = scene.bodies.map((body, i) => i).filter((i) => scene.bodies[i].carrier === i);
		// what never moves stands behind the rest
		const moves = (body) => Number(scene.bodies[body].carrier !== GROUND);
		this.backToFront = scene.bodies.map((body, i) => i).sort((a, b) => moves(a) - moves(b) || a - b);
		this.poses = scene.bodies.map(() => GROUND_POSE);
		this.attachments = scene.bodies.map((body, i) => this.attachmentsOf(i));
		this.takeShapes();
		this.slides = new Slides(this);
		this.place(values.start);
	}

	// shapes that can be drawn, and those of them that follow parameters
	takeShapes() {
		this.drawable = this.scene.bodies.map(({shapes = []}) => shapes.filter(isUnpacked));
		this.following = this.drawable.flat().filter(({follows}) => follows !== undefined);
	}

	static color(body) {
		return BODY_COLORS[body % BODY_COLORS.length];
	}

	// poses of all bodies at a time
	place(time) {
		this.time = time;
		this.cursor = this.values.locate(time);
		this.poses = this.scene.bodies.map((body) => this.poseAt(body, this.cursor));
		this.following.forEach((shape) => followParameters(shape, (name) => this.number(name)));
		this.slides.note();
	}

	poseAt(body, cursor) {
		const read = (name) => this.values.at(name, cursor);
		return poseOf(body.position.map(read), body.rotation.map(read));
	}

	pose(body) {
		return body === GROUND ? GROUND_POSE : this.poses[body];
	}

	number(name) {
		return this.values.at(name, this.cursor);
	}

	// numbers of the drawing
	drawn(name) {
		return this.values.vector(name, this.cursor);
	}

	center(body) {
		return body === GROUND ? [0, 0, 0] : this.drawn(`${this.scene.bodies[body].name}.center`);
	}

	// a point of the drawing in the axes of a body, from its centre of mass
	local(body, drawn) {
		return subtract(drawn, this.center(body));
	}

	world(body, local, pose = this.pose(body)) {
		return add(pose.p, turn(pose.r, local));
	}

	point(body, drawn) {
		return this.world(body, this.local(body, drawn));
	}

	direction(body, drawn) {
		return unit(turn(this.pose(body).r, drawn));
	}

	// the name of the point at which an element holds its body number b; null: it has none
	pointName(element, b) {
		// a circle that touches a profile belongs to the first body alone
		if (element.symbol === "profile" && b === 1) {
			return null;
		}
		for (const key of ["at", b === 0 ? "from" : "to"]) {
			if (this.values.has(`${element.name}.${key}[1]`)) {
				return `${element.name}.${key}`;
			}
		}
		return null;
	}

	bodyOf(element, b) {
		return b < element.bodies.length ? element.bodies[b] : GROUND;
	}

	end(element, b) {
		const name = this.pointName(element, b);
		return this.point(this.bodyOf(element, b), name === null ? [0, 0, 0] : this.drawn(name));
	}

	// points of a cubic curve from one end of an element to the other, along it at both. The inner
	// control points are those of the drawing at a third of its length; one moves with each body.
	curve(element, pieces) {
		const from = this.drawn(`${element.name}.from`), way = subtract(this.drawn(`${element.name}.to`), from);
		const control = [0, 1, 2, 3].map((k) => this.point(element.bodies[k < 2 ? 0 : 1], add(from, way, k / 3)));
		return Array.from({length: pieces + 1}, (_, i) => {
			const s = i / pieces, r = 1 - s, weights = [r ** 3, 3 * r * r * s, 3 * r * s * s, s ** 3];
			return weights.reduce((sum, weight, k) => add(sum, control[k], weight), [0, 0, 0]);
		});
	}

	axis(element, key, b) {
		const drawn = this.drawn(`${element.name}.${key}`);
		return drawn === null ? null : this.direction(this.bodyOf(element, b), drawn);
	}

	// where an element stands
	anchor(element) {
		const joint = this.joint(element, 0);
		if (this.values.has(`${element.name}.at[1]`)) {
			return this.end(element, element.symbol === "slot" || element.bodies.length < 2 ? 0 : 1);
		}
		if (this.values.has(`${element.name}.from[1]`)) {
			return scale(add(this.end(element, 0), this.end(element, 1)), 0.5);
		}
		if (joint !== null) {
			return this.anchor(joint);
		}
		return this.pose(this.bodyOf(element, 0)).p;
	}

	joint(element, i) {
		return i < element.joints.length ? this.scene.elements[element.joints[i]] : null;
	}

	// is the coordinate that an element refers to as number i an angle?
	isAngle(element, i) {
		return element.measures[i] === "angle";
	}

	// +1 where the body of a joint is moved as its axis points, or counter-clockwise: by the speed
	// of what is driven, by the force of other elements. A joint whose second body is the ground
	// moves the first one backwards.
	sense(element) {
		const names =
			[`${element.name}.effort`, `${element.name}.torque`, `${element.name}.force`, `${element.name}.command`];
		const name = sectionOf(element.name) === "drivers" ? element.rates?.[0]
		                                                   : element.input ?? names.find((one) => this.values.has(one));
		const turned = this.bodyOf(this.joint(element, 0), 1) === GROUND ? -1 : 1;
		return name === undefined ? turned : turned * this.values.sign(name, this.cursor);
	}

	// rail and box of a sliding joint: the line belongs to the rail
	slide(element) {
		const grounded = this.bodyOf(element, 1) === GROUND && this.bodyOf(element, 0) !== GROUND;
		const rail = element.symbol === "slot" || grounded ? 1 : 0;
		const along = this.axis(element, "axis", rail) ?? [1, 0, 0];
		const from = this.end(element, rail), box = this.end(element, 1 - rail);
		const middle = add(from, along, dot(subtract(box, from), along));
		return {rail, from, box, along, middle};
	}

	// the plane under a contact or a disc: foot of the touching point, and normal
	support(element) {
		const normal = this.drawn(`${element.name}.normal`);
		const foot = this.drawn(`${element.name}.${this.planar ? "line" : "plane"}`) ?? [0, 0, 0];
		if (normal === null) {
			return null;
		}
		const body = this.bodyOf(element, 1), up = this.direction(body, normal);
		const at = this.end(element, 0), base = this.point(body, foot);
		return {at: add(at, up, -dot(subtract(at, base), up)), up};
	}

	// functions that give the points where elements hold a body, in its axes, and the elements
	attachmentsOf(body) {
		const found = [];
		const welded = this.scene.bodies.some((other, i) => other.carrier === body && i !== body);
		this.scene.bodies.forEach((other, i) => {
			if (welded && other.carrier === body) {
				found.push({find: () => this.local(body, this.center(i)), element: null});
			}
		});
		for (const element of this.scene.elements) {
			element.bodies.slice(0, 2).forEach((holder, b) => {
				const name = this.pointName(element, b);
				if (holder === body && name !== null) {
					found.push({find: () => this.local(body, this.drawn(name)), element});
				}
			});
		}
		return found;
	}

	// points that shape a body, in its axes, each once; `held` without its centre of mass
	shapePoints(body) {
		return this.pointsOf(body, this.planar ? [] : this.slides.passed(body));
	}

	// but for those at which some elements hold it
	pointsOf(body, without) {
		const points = [];
		const keep = (point) => {
			if (!points.some((other) => length(subtract(other, point)) < 1e-9 * (1 + length(point)))) {
				points.push(point);
			}
		};
		this.attachments[body].filter(({element}) => !without.includes(element)).forEach(({find}) => keep(find()));
		const held = points.length;
		keep([0, 0, 0]);
		return {points, held};
	}

	// is it a node or an element of a beam, whose names have a point after that of the section?
	isPart({name}) {
		return name.split(".").length > 2;
	}

	// a node without shapes, which its beam shows
	isNode(body) {
		return this.isPart(this.scene.bodies[body]) && this.shapes(body).length === 0 &&
		       this.shapePoints(body).points.length === 1;
	}

	// shapes of a body, moving or welded, as the file gives them
	shapes(body) {
		return this.drawable[body];
	}

	// points around all that is seen of a body, in its axes
	boundingPoints(body) {
		const corners = this.shapes(body).flatMap(cornersOf).map((corner) => this.local(body, corner));
		return corners.length > 0 ? corners : this.shapePoints(body).points;
	}

	// the way of a point of a body, row by row, at most `most` points
	path(body, name, most = 1500) {
		const rows = this.values.rows, step = Math.max(1, Math.ceil(rows / most)), points = [];
		const local = name === null ? [0, 0, 0] : this.local(body, this.drawn(name));
		for (let i = 0; i < rows; i += step) {
			const row = Math.min(i, rows - 1);
			const pose = this.poseAt(this.scene.bodies[body], {low: row, high: row, fraction: 0});
			points.push({time: this.values.times[row], at: this.world(body, local, pose)});
		}
		return points;
	}

	// lowest and highest corner over the whole run
	extent() {
		const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
		const include = (point, radius = 0) => {
			for (let k = 0; k < 3; k++) {
				if (Number.isFinite(point[k])) {
					low[k] = Math.min(low[k], point[k] - radius);
					high[k] = Math.max(high[k], point[k] + radius);
				}
			}
		};
		const now = this.time, step = Math.max(1, Math.floor(this.values.rows / 100));
		// slides show how far they travel, then their guides are included
		for (const look of [() => 0, () => this.includeAll(include)]) {
			for (let i = 0; i < Math.max(1, this.values.rows); i += step) {
				this.place(this.values.rows > 0 ? this.values.times[i] : 0);
				look();
			}
		}
		this.place(now);
		return low[0] <= high[0] ? {low, high} : {low: [-1, -1, -1], high: [1, 1, 1]};
	}

	includeAll(include) {
		for (const body of this.moving) {
			const pose = this.pose(body);
			this.shapePoints(body).points.forEach((point) => include(this.world(body, point, pose)));
		}
		this.scene.bodies.forEach((other, body) => {
			if (this.shapes(body).length > 0) {
				this.boundingPoints(body).forEach((point) => include(this.world(body, point)));
			}
		});
		for (const element of this.scene.elements) {
			element.bodies.slice(0, 2).forEach((body, b) => {
				if (body === GROUND && this.pointName(element, b) !== null &&
				    !["slider", "sleeve"].includes(element.symbol)) {
					include(this.end(element, b));
				}
			});
			if (!this.planar && this.slides.travels.has(element)) {
				this.slides.parts(element, 0).rod.forEach((end) => include(end));
			}
			if (["wheels", "belt", "rack"].includes(element.symbol)) {
				wheelsOf(this, element).forEach((wheel) => wheel !== null && include(wheel.center, wheel.rim));
			}
			outlineOf(this, element).forEach((point) => include(point));
			outlinesOf(this, element).flat().forEach((point) => include(point));
			if (["disc", "contact", "profile"].includes(element.symbol)) {
				include(this.end(element, 0), this.number(`${element.name}.radius`) || 0);
			}
		}
	}

	// forces to show as arrows: from where, vector in newtons, whether a joint makes it
	forces() {
		const arrows = [];
		for (const element of this.scene.elements) {
			const reaction = this.drawn(`${element.name}.reaction_force`);
			if (reaction !== null && sectionOf(element.name) === "joints" && element.bodies.length >= 2) {
				arrows.push({name: element.name, at: this.anchor(element), force: reaction, reaction: true});
			} else if (element.symbol === "force" || element.symbol === "follower") {
				const along = this.axis(element, "direction", element.symbol === "follower" ? 0 : 9);
				const size = this.number(element.input ?? `${element.name}.force`);
				arrows.push({name: element.name, at: this.end(element, 0), force: scale(along, size), reaction: false});
			} else if (element.symbol === "spring") {
				const a = this.end(element, 0), b = this.end(element, 1);
				const pull = scale(unit(subtract(a, b)), this.number(`${element.name}.tension`));
				arrows.push({name: element.name, at: b, force: pull, reaction: false});
			}
		}
		return arrows.filter((arrow) => arrow.force.every(Number.isFinite));
	}

	// the greatest of them over the run, but for rare peaks
	greatestForce() {
		const sizes = [], now = this.time, step = Math.max(1, Math.floor(this.values.rows / 60));
		for (let i = 0; i < this.values.rows; i += step) {
			this.place(this.values.times[i]);
			sizes.push(Math.max(0, ...this.forces().map((arrow) => length(arrow.force))));
		}
		this.place(now);
		sizes.sort((a, b) => a - b);
		return sizes.length > 0 ? sizes[Math.floor(0.9 * (sizes.length - 1))] : 0;
	}

	// the direction against gravity, among the axes; y in the plane
	up() {
		const gravity = this.values.vector(this.scene.gravity ?? "gravity", this.cursor) ?? [0, 0, 0];
		if (this.planar) {
			return [0, 1, 0];
		}
		return Math.abs(gravity[1]) > Math.abs(gravity[2]) ? [0, 1, 0] : [0, 0, 1];
	}
}
