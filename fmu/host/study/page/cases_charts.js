// Pictures of a table of cases: parallel coordinates, a scatter of two columns, histograms. Chosen
// cases are blue, all others grey, the one that was clicked is orange.
import {shortNumber, textsOfTicks, ticksOf} from "../../show/page/numbers.js";

const BINS = 24;
const NEAR = 12;         // pixels from a point that a click means
const MOST_LINES = 4000; // of parallel coordinates; more cannot be seen

export const colors = {};
export function readColors() {
	const style = getComputedStyle(document.documentElement);
	["paper", "ink", "soft", "faint", "grid", "blue", "orange", "mark"].forEach(
		(name) => (colors[name] = style.getPropertyValue(`--${name}`).trim()));
}

// the canvas in pixels of the screen, empty; drawing is in pixels of the page
function begin(canvas) {
	const scale = window.devicePixelRatio || 1, {clientWidth: width, clientHeight: height} = canvas;
	canvas.width = Math.max(1, Math.round(width * scale));
	canvas.height = Math.max(1, Math.round(height * scale));
	const context = canvas.getContext("2d");
	context.scale(scale, scale);
	context.font = "11px system-ui, sans-serif";
	return {context, width, height};
}

// ticks of a column with their texts: words where it has some
function ticksFor(column, count) {
	if (column.words !== null) {
		return column.words.map((word, i) => [i, word]).filter(([i]) => i >= column.low && i <= column.high);
	}
	const ticks = ticksOf(column.low, column.high, count), texts = textsOfTicks(ticks);
	return ticks.map((tick, i) => [tick, texts[i]]);
}

// a text that can be read on lines
function writeOn(context, text, x, y) {
	context.strokeStyle = colors.paper;
	context.lineWidth = 3;
	context.strokeText(text, x, y);
	context.lineWidth = 1;
	context.fillText(text, x, y);
}

const place = (column, value, from, to) => from + ((to - from) * (value - column.low)) / (column.high - column.low);
const valueAt = (column, at, from, to) => column.low + ((column.high - column.low) * (at - from)) / (to - from);

// ---- parallel coordinates

export class Parallel {
	constructor(canvas, cases, changed) {
		Object.assign(this, {canvas, cases, changed, drag: null});
		canvas.addEventListener("pointerdown", (event) => this.press(event));
		canvas.addEventListener("pointermove", (event) => this.move(event));
		canvas.addEventListener("pointerup", () => this.release());
		canvas.addEventListener("pointercancel", () => this.release());
	}

	x(k) {
		const {length} = this.cases.shown, {clientWidth} = this.canvas;
		return length < 2 ? clientWidth / 2 : 60 + ((clientWidth - 120) * k) / (length - 1);
	}

	get top() {
		return 34;
	}

	get bottom() {
		return this.canvas.clientHeight - 16;
	}

	press(event) {
		const {shown} = this.cases, k = shown.findIndex((_, i) => Math.abs(this.x(i) - event.offsetX) < 3 * NEAR);
		if (k >= 0) {
			this.canvas.setPointerCapture(event.pointerId);
			this.drag = {column: shown[k], from: event.offsetY, to: event.offsetY};
		}
	}

	move(event) {
		if (this.drag !== null) {
			this.drag.to = event.offsetY;
			this.apply();
		}
	}

	apply() {
		const {column, from, to} = this.drag;
		const range = [from, to].map((y) => valueAt(column, y, this.bottom, this.top)).sort((a, b) => a - b);
		this.cases.choose(column, Math.abs(to - from) < 3 ? null : range);
		this.changed();
	}

	release() {
		if (this.drag !== null) {
			this.apply();
			this.drag = null;
		}
	}

	line(context, i) {
		let down = false;
		context.beginPath();
		this.cases.shown.forEach((column, k) => {
			const y = place(column, column.values[i], this.bottom, this.top);
			if (Number.isFinite(y)) {
				context[down ? "lineTo" : "moveTo"](this.x(k), y);
			}
			down = Number.isFinite(y);
		});
		context.stroke();
	}

	lines(context, step, chosen) {
		const {cases} = this;
		context.strokeStyle = chosen ? colors.blue : colors.faint;
		context.globalAlpha = chosen ? Math.min(1, Math.max(0.08, 60 / cases.count)) : 0.15;
		for (let i = 0; i < cases.n; i += step) {
			if (cases.chosen[i] === chosen) {
				this.line(context, i);
			}
		}
		context.globalAlpha = 1;
	}

	axis(context, column, k) {
		const x = this.x(k), range = this.cases.ranges.get(column);
		context.strokeStyle = colors.soft;
		context.beginPath();
		context.moveTo(x, this.top);
		context.lineTo(x, this.bottom);
		context.stroke();
		context.fillStyle = colors.ink;
		context.textAlign = "center";
		const room = this.cases.shown.length < 2 ? 400 : this.x(1) - this.x(0) - 8;
		context.fillText(column.name.length * 6 > room ? `…${column.name.slice(-Math.floor(room / 6))}` : column.name,
			             x, 12);
		context.fillText(column.unit, x, 25);
		context.textAlign = "left";
		context.fillStyle = colors.soft;
		ticksFor(column, 5).forEach(([tick, text]) =>
		                                writeOn(context, text, x + 5, place(column, tick, this.bottom, this.top) + 4));
		if (range !== undefined) {
			const [low, high] = range.map((value) => place(column, value, this.bottom, this.top));
			context.fillStyle = colors.mark;
			context.fillRect(x - 9, high, 18, low - high);
			context.strokeStyle = colors.blue;
			context.strokeRect(x - 9, high, 18, low - high);
		}
	}

	draw() {
		const {context} = begin(this.canvas), {cases} = this;
		const step = Math.max(1, Math.ceil(cases.n / MOST_LINES));
		this.lines(context, step, 0);
		this.lines(context, step, 1);
		if (cases.one >= 0) {
			context.strokeStyle = colors.orange;
			context.lineWidth = 2;
			this.line(context, cases.one);
			context.lineWidth = 1;
		}
		cases.shown.forEach((column, k) => this.axis(context, column, k));
	}
}

// ---- scatter

export class Scatter {
	constructor(canvas, cases, pick) {
		Object.assign(this, {canvas, cases, across: null, up: null});
		canvas.addEventListener("click", (event) => {
			const i = this.nearest(event.offsetX, event.offsetY);
			if (i >= 0) {
				pick(i);
			}
		});
	}

	at(i) {
		const {clientWidth, clientHeight} = this.canvas;
		return [
			place(this.across, this.across.values[i], 56, clientWidth - 12),
			place(this.up, this.up.values[i], clientHeight - 34, 10)
		];
	}

	nearest(x, y) {
		let best = -1, least = NEAR;
		for (let i = 0; i < this.cases.n; i++) {
			const [px, py] = this.at(i), distance = Math.hypot(px - x, py - y);
			if (this.cases.chosen[i] && distance < least) {
				[best, least] = [i, distance];
			}
		}
		return best;
	}

	points(context, chosen) {
		const {cases} = this, size = cases.n > 3000 ? 2 : 3;
		context.fillStyle = chosen ? colors.blue : colors.faint;
		context.globalAlpha = chosen ? 0.75 : 0.4;
		for (let i = 0; i < cases.n; i++) {
			const [x, y] = this.at(i);
			if (cases.chosen[i] === chosen && Number.isFinite(x + y)) {
				context.fillRect(x - size / 2, y - size / 2, size, size);
			}
		}
		context.globalAlpha = 1;
	}

	draw() {
		const {context, width, height} = begin(this.canvas), {across, up, cases} = this;
		context.strokeStyle = colors.grid;
		context.fillStyle = colors.soft;
		context.textAlign = "center";
		ticksFor(across, width / 90).forEach(([tick, text]) => {
			const x = place(across, tick, 56, width - 12);
			context.strokeRect(x, 10, 0, height - 44);
			context.fillText(text, x, height - 20);
		});
		context.fillText(across.label, width / 2, height - 5);
		context.textAlign = "right";
		ticksFor(up, height / 60).forEach(([tick, text]) => {
			const y = place(up, tick, height - 34, 10);
			context.strokeRect(56, y, width - 68, 0);
			context.fillText(text, 52, y + 4);
		});
		this.points(context, 0);
		this.points(context, 1);
		if (cases.one >= 0) {
			const [x, y] = this.at(cases.one);
			context.fillStyle = colors.orange;
			context.beginPath();
			context.arc(x, y, 5, 0, 2 * Math.PI);
			context.fill();
		}
	}
}

// ---- histograms

// how many cases lie in each of the parts of a column: all, and the chosen ones
export function binsOf(column, cases) {
	const n = column.words === null ? BINS : column.high - column.low + 1;
	const all = new Uint32Array(n), chosen = new Uint32Array(n);
	const width = column.words === null ? (column.high - column.low) / n : 1;
	for (let i = 0; i < cases.n; i++) {
		const bin = Math.min(n - 1, Math.floor((column.values[i] - column.low) / width));
		if (Number.isFinite(bin)) {
			all[bin]++;
			chosen[bin] += cases.chosen[i];
		}
	}
	return {all, chosen};
}

export class Histogram {
	constructor(folder, column, cases) {
		const figure = document.createElement("figure"), caption = document.createElement("figcaption");
		caption.textContent = column.label;
		this.canvas = document.createElement("canvas");
		this.canvas.setAttribute("role", "img");
		this.canvas.setAttribute("aria-label", `Histogram of ${column.name}`);
		figure.append(caption, this.canvas);
		folder.append(figure);
		Object.assign(this, {column, cases});
	}

	draw() {
		const {context, width, height} = begin(this.canvas), {column} = this,
							   {all, chosen} = binsOf(column, this.cases);
		const most = Math.max(...all), step = width / all.length;
		all.forEach((count, k) => {
			[[count, colors.faint], [chosen[k], colors.blue]].forEach(([bar, color]) => {
				const size = ((height - 18) * bar) / most;
				context.fillStyle = color;
				context.fillRect(k * step + 0.5, height - 16 - size, step - 1, size);
			});
		});
		context.fillStyle = colors.soft;
		const [low, high] = [column.low, column.high].map(
			(value) => (column.words === null ? shortNumber(value, 3) : column.words[value]));
		context.textAlign = "left";
		context.fillText(low, 0, height - 3);
		context.textAlign = "right";
		context.fillText(high, width, height - 3);
	}
}
