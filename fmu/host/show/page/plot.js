// Plots over time: lines of some variables, with a cursor at the time of the picture. All plots
// share one window of time. Lines are drawn when they change; the cursor is an element of its own,
// which moves.
import {powerOfTen, shortNumber, textsOfTicks, ticksOf} from "./numbers.js";

const PLOT_COLORS = ["#2f7ed8", "#e07b39", "#2a9d5c", "#c0392b", "#8e5bd0", "#16a3a3", "#b8860b", "#d6549c"];
const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]]; // of the first lines, of those that have the same colours again, ...
export const MOST_CURVES = PLOT_COLORS.length * DASHES.length; // that can be distinguished
const MARGIN = {
	left: 58,
	right: 20,
	top: 8,
	bottom: 22
};

// colour and dashes of line number i
function lookOf(i) {
	const color = PLOT_COLORS[i % PLOT_COLORS.length];
	return {color, dash: DASHES[Math.floor(i / PLOT_COLORS.length) % DASHES.length]};
}

// its sample in a legend
function sampleOf(i) {
	const {color, dash} = lookOf(i), stops = [];
	let at = 0;
	dash.forEach((part, k) => {
		stops.push(`${k % 2 === 0 ? color : "transparent"} ${at}px ${at + part}px`);
		at += part;
	});
	return dash.length === 0 ? color : `repeating-linear-gradient(90deg, ${stops.join(", ")})`;
}

// a text of the page, written where it changes
export function showText(node, text) {
	if (node.data !== text) {
		node.data = text;
	}
}

class Plot {
	constructor(owner, {title, names, log = false}) {
		this.owner = owner;
		this.names = names;
		this.log = log;
		this.element = document.createElement("figure");
		this.element.className = "plot";
		this.element.innerHTML = `<figcaption><strong></strong><span class="legend"></span>
			<button type="button" title="PNG of this plot" data-do="png">PNG</button>
			<button type="button" title="Remove this plot" aria-label="Remove this plot" data-do="close">✕</button></figcaption>
			<div><canvas tabindex="0" role="img"></canvas><i class="cursor"></i></div>`;
		this.element.querySelector("strong").textContent = title;
		this.canvas = this.element.querySelector("canvas");
		this.canvas.setAttribute("aria-label", `${title}: ${names.join(", ")} over time`);
		this.legend = this.element.querySelector(".legend");
		this.cursor = this.element.querySelector(".cursor");
		this.drawn = null; // what the lines show, and how
		this.element.querySelector("[data-do=close]").onclick = () => owner.remove(this);
		this.element.querySelector("[data-do=png]").onclick = () => owner.save(this.canvas, `${title}.png`);
		this.makeLegend();
		this.listen();
	}

	makeLegend() {
		this.legend.replaceChildren(...this.names.map((name, i) => {
			const item = document.createElement("span");
			item.title = this.owner.textOf(name);
			item.innerHTML = `<i style="background:${sampleOf(i)}"></i><b></b> <output></output>`;
			item.querySelector("b").textContent = name;
			item.querySelector("output").append("");
			return item;
		}));
		this.numbers = [...this.legend.querySelectorAll("output")].map((output) => output.firstChild);
		this.drawn = null;
	}

	// of the canvas on the screen, in pixels
	measure() {
		this.width = this.canvas.clientWidth;
		this.height = this.canvas.clientHeight;
	}

	listen() {
		const canvas = this.canvas;
		canvas.addEventListener("pointerdown", (event) => {
			canvas.setPointerCapture(event.pointerId);
			this.grip = {from: event.offsetX, to: event.offsetX, zoom: event.shiftKey || event.button === 2};
			this.point(event);
		});
		canvas.addEventListener("pointermove", (event) => {
			if (this.grip) {
				this.grip.to = event.offsetX;
				this.point(event);
			}
		});
		canvas.addEventListener("pointerup", () => {
			const grip = this.grip;
			this.grip = null;
			if (grip?.zoom && Math.abs(grip.to - grip.from) > 6) {
				const times = [this.timeAt(grip.from), this.timeAt(grip.to)].sort((a, b) => a - b);
				this.owner.zoomTo(...times);
			}
			this.owner.changed();
		});
		canvas.addEventListener("contextmenu", (event) => event.preventDefault());
		canvas.addEventListener("dblclick", () => this.owner.zoomTo(null, null));
		canvas.addEventListener("wheel", (event) => {
			event.preventDefault();
			this.owner.zoomBy(Math.exp(0.0015 * event.deltaY), this.timeAt(event.offsetX));
		}, {passive: false});
	}

	// the cursor follows the pointer, or a window of time is marked
	point(event) {
		if (this.grip.zoom) {
			this.owner.changed();
		} else {
			this.owner.seek(this.timeAt(event.offsetX));
		}
	}

	timeAt(x) {
		const [from, to] = this.owner.span(), width = this.width - MARGIN.left - MARGIN.right;
		return from + ((to - from) * Math.min(1, Math.max(0, (x - MARGIN.left) / width)));
	}

	// least and greatest value that is seen
	range(first, last) {
		let low = Infinity, high = -Infinity;
		for (const name of this.names) {
			const [a, b] = this.owner.values.range(name, first, last);
			low = Math.min(low, a);
			high = Math.max(high, b);
		}
		if (this.log) {
			high = high > 0 ? high : 1;
			return [Math.log10(Math.max(low, 1e-12 * high)), Math.log10(high)];
		}
		return low <= high ? [low, high] : [0, 1];
	}

	// above and below the lines; what varies by rounding alone is a straight line
	room(low, high) {
		const {scales} = this.owner.values, greatest = (number) => Math.max(...this.names.map(number));
		const rounding = greatest((name) => scales.rounding(name));
		if (this.log || high - low > rounding) {
			return high > low ? 0.06 * (high - low) : 1;
		}
		const size = Math.max(Math.abs(low), Math.abs(high));
		return 0.5 * (size > rounding ? size : greatest((name) => scales.size(name))) || 1;
	}

	// what decides how lines are seen
	looks(colors, ratio) {
		const {values} = this.owner, [from, to] = this.owner.span();
		return [
			values, values.rows, from, to, this.width, this.height, colors, ratio, this.grip?.zoom && this.grip.from,
			this.grip?.zoom && this.grip.to
		];
	}

	draw(colors, ratio) {
		const looks = this.looks(colors, ratio);
		if (this.drawn === null || looks.some((part, i) => part !== this.drawn[i])) {
			this.drawn = looks;
			this.drawLines(colors, ratio);
		}
	}

	drawLines(colors, ratio) {
		const {values} = this.owner, canvas = this.canvas, context = canvas.getContext("2d");
		const w = this.width, h = this.height, [from, to] = this.owner.span();
		if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) {
			canvas.width = Math.round(w * ratio);
			canvas.height = Math.round(h * ratio);
		}
		context.setTransform(ratio, 0, 0, ratio, 0, 0);
		context.fillStyle = colors.paper;
		context.fillRect(0, 0, w, h);
		if (values.rows === 0) {
			return;
		}
		const first = values.locate(from).low, last = values.locate(to).high;
		let [low, high] = this.range(first, last);
		const room = this.room(low, high);
		[low, high] = [low - room, high + room];
		const x = (t) => MARGIN.left + ((w - MARGIN.left - MARGIN.right) * (t - from)) / (to - from || 1);
		const y = (v) => h - MARGIN.bottom - ((h - MARGIN.top - MARGIN.bottom) * (v - low)) / (high - low);
		this.drawAxes(context, colors, {w, h, x, y, from, to, low, high});
		context.save();
		context.beginPath();
		context.rect(MARGIN.left, MARGIN.top, w - MARGIN.left - MARGIN.right, h - MARGIN.top - MARGIN.bottom);
		context.clip();
		this.names.forEach((name, i) => this.drawLine(context, name, i, {x, y, first, last, w}));
		if (this.grip?.zoom) {
			context.fillStyle = colors.mark;
			context.fillRect(this.grip.from, MARGIN.top, this.grip.to - this.grip.from, h - MARGIN.top - MARGIN.bottom);
		}
		context.restore();
	}

	// at a time of the lines as they are drawn; outside of them it is not seen
	moveCursor(time) {
		const [from, to] = this.drawn?.slice(2, 4) ?? this.owner.span();
		const part = (time - from) / (to - from || 1), width = this.width - MARGIN.left - MARGIN.right;
		const shown = part >= 0 && part <= 1;
		this.cursor.style.transform = `translateX(${shown ? MARGIN.left + width * part : -9}px)`;
	}

	drawAxes(context, colors, {w, h, x, y, from, to, low, high}) {
		context.font = "11px system-ui, sans-serif";
		context.lineWidth = 1;
		context.strokeStyle = colors.grid;
		context.fillStyle = colors.soft;
		const line = (x1, y1, x2, y2) => {
			context.beginPath();
			context.moveTo(Math.round(x1) + 0.5, Math.round(y1) + 0.5);
			context.lineTo(Math.round(x2) + 0.5, Math.round(y2) + 0.5);
			context.stroke();
		};
		context.textAlign = "center";
		const times = ticksOf(from, to, w / 90), timeTexts = textsOfTicks(times);
		times.forEach((tick, i) => {
			line(x(tick), MARGIN.top, x(tick), h - MARGIN.bottom);
			// 20 ks, but 2000 s
			context.fillText(timeTexts[i] + (/[A-Z]$/i.test(timeTexts[i]) ? "s" : " s"), x(tick), h - 7);
		});
		context.textAlign = "right";
		const ticks = ticksOf(low, high, h / 42).filter((tick) => !this.log || Number.isInteger(tick));
		const texts = this.log ? ticks.map(powerOfTen) : textsOfTicks(ticks);
		ticks.forEach((tick, i) => {
			line(MARGIN.left, y(tick), w - MARGIN.right, y(tick));
			context.fillText(texts[i], MARGIN.left - 6, y(tick) + 4);
		});
	}

	// where many rows fall on one pixel: from the least to the greatest of them
	drawLine(context, name, i, {x, y, first, last, w}) {
		const {values} = this.owner, column = values.columns.get(name), {times} = values;
		const shown = (v) => y(this.log ? Math.log10(Math.max(v, 1e-300)) : v);
		const {color, dash} = lookOf(i);
		context.strokeStyle = color;
		context.setLineDash(dash);
		context.lineWidth = 1.6;
		context.lineJoin = "round";
		context.beginPath();
		if (column.numbers === null) {
			context.moveTo(0, shown(column.constant));
			context.lineTo(w, shown(column.constant));
		}
		const step = Math.max(1, Math.floor((last - first) / (2 * w)));
		for (let k = first; column.numbers !== null && k <= last; k += step) {
			let low = column.numbers[k], high = low;
			for (let m = k; m < Math.min(k + step, last + 1); m++) {
				low = Math.min(low, column.numbers[m]);
				high = Math.max(high, column.numbers[m]);
			}
			const px = x(times[k]);
			context.lineTo(px, shown(low));
			if (high > low) {
				context.lineTo(px, shown(high));
			}
		}
		context.stroke();
	}

	showValues(place) {
		const {values} = this.owner;
		this.numbers.forEach((text, i) => {
			showText(text, `${shortNumber(values.shown(this.names[i], place))} ${this.owner.unitOf(this.names[i])}`);
		});
	}
}

export class Plots {
	constructor(container, values, {seek, save, changed}) {
		Object.assign(this, {container, values, seek, save, changed});
		this.byName = new Map(values.variables.map((variable) => [variable.name, variable]));
		this.list = [];
		this.window = null;
		this.sizes = new ResizeObserver(() => {
			this.list.forEach((plot) => plot.measure());
			changed();
		});
	}

	unitOf(name) {
		const text = this.byName.get(name)?.unit ?? "";
		return text === "1" ? "" : text;
	}

	textOf(name) {
		return this.byName.get(name)?.text ?? "";
	}

	span() {
		return this.window ?? [this.values.start, this.values.stop];
	}

	zoomTo(from, to) {
		this.window = from === null ? null : [from, to];
		this.changed();
	}

	zoomBy(factor, around) {
		const [from, to] = this.span(), {start, stop} = this.values;
		const next =
			[Math.max(start, around - (around - from) * factor), Math.min(stop, around + (to - around) * factor)];
		this.window = next[0] <= start && next[1] >= stop ? null : next;
		this.changed();
	}

	add(description) {
		const names = description.names.filter((name) => this.values.has(name));
		if (names.length === 0) {
			return null;
		}
		const plot = new Plot(this, {...description, names});
		this.list.push(plot);
		this.container.append(plot.element);
		plot.measure();
		this.sizes.observe(plot.canvas);
		this.changed();
		return plot;
	}

	remove(plot) {
		this.sizes.unobserve(plot.canvas);
		plot.element.remove();
		this.list = this.list.filter((other) => other !== plot);
		this.changed();
	}

	find(title) {
		return this.list.find((plot) => plot.element.querySelector("strong").textContent === title);
	}

	// shows or hides one line in the plot of chosen variables
	toggle(name) {
		const title = "Chosen", plot = this.find(title);
		if (plot === undefined) {
			this.add({title, names: [name]});
			return;
		}
		plot.names = plot.names.includes(name) ? plot.names.filter((other) => other !== name) : [...plot.names, name];
		if (plot.names.length === 0) {
			this.remove(plot);
			return;
		}
		plot.makeLegend();
		this.changed();
	}

	isChosen(name) {
		return this.find("Chosen")?.names.includes(name) ?? false;
	}

	// what can be read: lines, and the numbers of their legends
	show(place, colors, ratio) {
		this.list.forEach((plot) => {
			plot.draw(colors, ratio);
			plot.showValues(place);
		});
	}

	moveCursors(time) {
		this.list.forEach((plot) => plot.moveCursor(time));
	}
}
