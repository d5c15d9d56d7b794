// The picture of a mechanism in the plane: the sketch of `mechfmu draw`, in motion. Drag moves it,
// wheel and pinch zoom.
import {Motion} from "./motion.js";
import {spread} from "./names.js";
import {shortNumber} from "./numbers.js";
import {flatUnit, Pen, planeSymbols} from "./plane_symbols.js";
import {pathsOf} from "./shapes.js";
import {sectionOf} from "./system.js";
import {add, length, scale} from "./vector.js";

const ARROW_LENGTH = 110; // pixels of the greatest force
const PLANE_FONT = "12px system-ui, sans-serif";

// convex hull of points [x, y], counter-clockwise as seen with y upwards
export function hullOf(points) {
	const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
	const turns = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
	const chain = (list) => {
		const kept = [];
		for (const point of list) {
			while (kept.length >= 2 && turns(kept[kept.length - 2], kept[kept.length - 1], point) <= 0) {
				kept.pop();
			}
			kept.push(point);
		}
		return kept.slice(0, -1);
	};
	return sorted.length < 3 ? sorted : [...chain(sorted), ...chain(sorted.reverse())];
}

// the two points farthest apart, and how far others lie off their line
export function spanOf(points) {
	let ends = [points[0], points[0]], longest = -1, thickness = 0;
	points.forEach((a, i) => points.slice(0, i).forEach((b) => {
		const apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
		if (apart > longest) {
			longest = apart;
			ends = [b, a];
		}
	}));
	for (const p of points) {
		const [a, b] = ends;
		if (longest > 0) {
			const area = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
			thickness = Math.max(thickness, Math.abs(area) / longest);
		}
	}
	return {ends, thickness, longest};
}

export class PlaneView {
	constructor(canvas, motion) {
		this.canvas = canvas;
		this.motion = motion;
		this.context = canvas.getContext("2d");
		this.scale = 1;
		this.center = [0, 0];
		this.width = this.height = 1;
		this.options = {trails: true, forces: false, names: false};
		this.pulling = null;
		this.measure();
	}

	// what depends on the whole run
	measure() {
		this.extent = this.motion.extent();
		this.greatest = this.motion.greatestForce();
		this.shortest = Infinity;
		for (const body of this.motion.moving) {
			const {points, held} = this.motion.shapePoints(body);
			points.slice(0, held).forEach(
				(a, i) => points.slice(0, i).forEach(
					(b) => { this.shortest = Math.min(this.shortest, length(add(a, b, -1)) || Infinity); }));
		}
	}

	// again for other values
	survey() {
		this.measure();
		this.fit();
	}

	resize(width, height, ratio) {
		const first = this.width === 1;
		this.width = width;
		this.height = height;
		this.ratio = ratio;
		this.canvas.width = Math.round(width * ratio);
		this.canvas.height = Math.round(height * ratio);
		if (first || !this.touched) {
			this.fit();
		}
	}

	fit() {
		const {low, high} = this.extent, margin = 58;
		const w = high[0] - low[0], h = high[1] - low[1];
		const wanted = Math.min((this.width - 2 * margin) / w, (this.height - 2 * margin) / h);
		this.scale = Number.isFinite(wanted) && wanted > 0 ? wanted : 100;
		this.center = [0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])];
		this.touched = false;
	}

	pixel(point) {
		return [
			0.5 * this.width + this.scale * (point[0] - this.center[0]),
			0.5 * this.height - this.scale * (point[1] - this.center[1])
		];
	}

	// the point of the world under a pixel
	under(x, y) {
		return [
			this.center[0] + (x - 0.5 * this.width) / this.scale, this.center[1] - (y - 0.5 * this.height) / this.scale,
			0
		];
	}

	flatDirection(direction) {
		return flatUnit([direction[0], -direction[1]]);
	}

	bodyColor(body) {
		return Motion.color(body);
	}

	drag(dx, dy) {
		this.center = [this.center[0] - dx / this.scale, this.center[1] + dy / this.scale];
		this.touched = true;
	}

	pan(dx, dy) {
		this.drag(dx, dy);
	}

	middle() {
		return [...this.center, 0];
	}

	// by a way in the world
	shift([dx, dy]) {
		this.center = [this.center[0] + dx, this.center[1] + dy];
		this.touched = true;
	}

	zoom(factor, x, y) {
		const before = this.under(x, y);
		this.scale *= factor;
		const after = this.under(x, y);
		this.center = [this.center[0] + before[0] - after[0], this.center[1] + before[1] - after[1]];
		this.touched = true;
	}

	draw(colors) {
		const context = this.context, unitSize = Math.max(0.5, Math.min(1, (this.shortest * this.scale) / 44));
		this.pen = new Pen(context, colors, unitSize);
		context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
		context.fillStyle = colors.paper;
		context.fillRect(0, 0, this.width, this.height);
		context.lineCap = context.lineJoin = "round";
		const elements = this.motion.scene.elements;
		this.drawGrid(colors);
		this.drawTrails();
		// profiles below supports, which stand at the pivots of bodies that have one
		for (const below of [true, false]) {
			elements.filter((e) => (e.symbol === "profile") === below)
				.forEach((element) => planeSymbols[element.symbol]?.ground?.(this, element));
		}
		this.motion.backToFront.forEach((body) => this.drawShapes(body));
		this.motion.moving.forEach((body) => this.drawBody(body));
		const isJoint = (element) => sectionOf(element.name) === "joints";
		elements.filter((e) => !isJoint(e)).forEach((element) => planeSymbols[element.symbol]?.draw(this, element));
		elements.filter(isJoint).forEach((element) => planeSymbols[element.symbol]?.draw(this, element));
		this.drawForces();
		this.drawNames(colors);
		this.drawPull();
	}

	// a faint grid with a bar of round length for scale
	drawGrid(colors) {
		const wanted = 80 / this.scale, power = 10 ** Math.floor(Math.log10(wanted));
		const step = power * [1, 2, 5, 10].find((k) => k * power >= wanted);
		const [left0, top0] = this.under(0, 0), [right0, bottom0] = this.under(this.width, this.height);
		for (let x = Math.ceil(left0 / step) * step; x <= right0; x += step) {
			const px = this.pixel([x, 0])[0];
			this.pen.path([[px, 0], [px, this.height]], {width: 1, stroke: "grid"});
		}
		for (let y = Math.ceil(bottom0 / step) * step; y <= top0; y += step) {
			const py = this.pixel([0, y])[1];
			this.pen.path([[0, py], [this.width, py]], {width: 1, stroke: "grid"});
		}
		const foot = this.height - 12, bar = step * this.scale;
		this.pen.path([[14, foot - 4], [14, foot], [14 + bar, foot], [14 + bar, foot - 4]],
		              {width: 1.3, stroke: "soft"});
		this.word(`${shortNumber(step, 3)} m`, [14 + 0.5 * bar, foot - 6], colors.soft, "center");
	}

	word(text, [x, y], color, align = "left") {
		const context = this.context;
		context.font = PLANE_FONT;
		context.textAlign = align;
		context.lineWidth = 3;
		context.setLineDash([]);
		context.strokeStyle = this.pen.colors.paper;
		context.strokeText(text, x, y);
		context.fillStyle = color;
		context.fillText(text, x, y);
	}

	// shapes move with their body: the canvas does
	drawShapes(body) {
		const context = this.context, {p, r} = this.motion.pose(body), s = this.scale;
		const origin = this.pixel(this.motion.point(body, [0, 0, 0]));
		for (const shape of this.motion.shapes(body)) {
			const {fill, rim} = pathsOf(shape);
			context.save();
			context.transform(s * r[0], -s * r[3], s * r[1], -s * r[4], ...origin);
			context.fillStyle = shape.color ?? Motion.color(body);
			context.fill(fill);
			context.lineWidth = 1.5 / s;
			context.strokeStyle = this.pen.colors.ink;
			context.setLineDash([]);
			context.stroke(rim);
			context.restore();
		}
		if (this.motion.shapes(body).length > 0 && this.motion.moving.includes(body)) {
			this.drawCenter(this.pixel(p), r);
		}
	}

	drawBody(body) {
		if (this.motion.shapes(body).length > 0 || this.motion.isNode(body)) {
			return;
		}
		const {points, held} = this.motion.shapePoints(body), pen = this.pen, color = Motion.color(body);
		const pixels = points.map((point) => this.pixel(this.motion.world(body, point)));
		const center = pixels[pixels.length - 1] ?? this.pixel(this.motion.pose(body).p);
		const own = this.pixel(this.motion.pose(body).p);
		const {ends, thickness, longest} = spanOf(pixels), width = 17 * pen.unit;
		const shape = (list, closed) => {
			pen.path(list, {closed, width, fill: closed ? color : null});
			pen.path(list, {closed, width: width - 3, stroke: color, fill: closed ? color : null});
		};
		if (longest < 1) {
			if (!this.isSlider(body)) {
				pen.circle(center, 13 * pen.unit, {fill: color});
			}
		} else if (thickness > 7 * pen.unit) {
			shape(hullOf(pixels), true);
		} else {
			shape(ends, false);
		}
		if (held === 1 && points.length === 2) {
			pen.circle(own, 13 * pen.unit, {fill: color});
		}
		if (longest >= 1) {
			this.drawCenter(own, this.motion.pose(body).r);
		}
	}

	// centre of mass: a circle with two dark quarters that turn with the body
	drawCenter([x, y], r) {
		const radius = 4.6 * this.pen.unit, angle = Math.atan2(r[3], r[0]), c = this.context;
		this.pen.circle([x, y], radius, {width: 0, fill: "paper"});
		for (const quarter of [0, Math.PI]) {
			c.beginPath();
			c.moveTo(x, y);
			c.arc(x, y, radius, -angle - quarter - Math.PI / 2, -angle - quarter);
			c.fillStyle = this.pen.colors.ink;
			c.fill();
		}
		this.pen.circle([x, y], radius, {width: 1});
	}

	isSlider(body) {
		return this.motion.scene.elements.some(
			(e) => e.symbol === "slider" && (e.bodies[1] === body || (e.bodies[0] === body && e.bodies[1] === -1)));
	}

	drawTrails() {
		if (!this.options.trails) {
			return;
		}
		for (const {path, color} of this.trails ?? []) {
			this.pen.path(path.map((step) => this.pixel(step.at)), {width: 1, stroke: "faint"});
			const past = path.filter((step) => step.time <= this.motion.time);
			this.pen.path(past.map((step) => this.pixel(step.at)), {width: 1.6, stroke: color});
		}
	}

	drawForces() {
		if (!this.options.forces || !(this.greatest > 0)) {
			return;
		}
		for (const {at, force, reaction} of this.motion.forces()) {
			const from = this.pixel(at), size = (ARROW_LENGTH * length(force)) / this.greatest;
			if (size > 3) {
				const shown = scale(force, Math.min(1, (1.5 * ARROW_LENGTH) / size) * (ARROW_LENGTH / this.greatest));
				this.pen.arrow(from, [from[0] + shown[0], from[1] - shown[1]], reaction ? "orange" : "red");
			}
		}
	}

	drawNames(colors) {
		if (!this.options.names) {
			return;
		}
		const items = this.items().filter((item) => !this.motion.isPart(item)),
			  names = items.map(({name}) => name.replace(/^[a-z]+\./, ""));
		this.context.font = PLANE_FONT;
		const boxes =
			items.map(({label: [x, y]}, i) => ({x: x + 9, y: y - 9, width: this.context.measureText(names[i]).width}));
		spread(boxes).forEach(({x, y}, i) => this.word(names[i], [x, y], items[i].body ? colors.ink : colors.soft));
	}

	drawPull() {
		if (this.pulling !== null) {
			this.pen.arrow(this.pixel(this.pulling.from), this.pixel(this.pulling.to), "red");
		}
	}

	// what can be pointed at: name, the lines of it in pixels
	items() {
		const items = this.motion.moving.map((body) => {
			const points = this.motion.boundingPoints(body);
			const hull = hullOf(points.map((point) => this.pixel(this.motion.world(body, point))));
			const label = hull.reduce((sum, p) => [sum[0] + p[0] / hull.length, sum[1] + p[1] / hull.length], [0, 0]);
			return {name: this.motion.scene.bodies[body].name, body: true, number: body, lines: hull, label, reach: 12};
		});
		for (const element of this.motion.scene.elements) {
			if (planeSymbols[element.symbol] === undefined) {
				continue;
			}
			const long = this.motion.values.has(`${element.name}.from[1]`);
			const ends = long ? [0, 1].map((b) => this.motion.end(element, b)) : [this.motion.anchor(element)];
			items.push({
				name: element.name,
				type: element.type,
				body: false,
				lines: ends.map((p) => this.pixel(p)),
				label: this.pixel(this.motion.anchor(element)),
				reach: 9
			});
		}
		return items;
	}

	// the item under a pixel, elements before bodies; null: none
	pick(x, y) {
		let best = null;
		for (const item of this.items()) {
			const gap = gapToLines([x, y], item.lines) + (item.body ? 0 : -3);
			if (gap < item.reach && (best === null || gap < best.gap || (best.item.body && !item.body))) {
				best = {item, gap};
			}
		}
		return best?.item ?? null;
	}
}

// distance of a pixel from a closed line; 0 inside of it
export function gapToLines(p, lines) {
	let least = Infinity, inside = false;
	for (let i = 0; i < lines.length; i++) {
		const a = lines[i], b = lines[(i + 1) % lines.length];
		const dx = b[0] - a[0], dy = b[1] - a[1], square = dx * dx + dy * dy;
		const t = square > 0 ? Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square)) : 0;
		least = Math.min(least, Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy));
		if ((a[1] > p[1]) !== (b[1] > p[1]) && p[0] < a[0] + (dx * (p[1] - a[1])) / dy) {
			inside = !inside;
		}
	}
	return inside ? 0 : least;
}
