// Puts the page together: picture, clock, plots, list, keys.
import {openDiagram} from "./diagram.js";
import {serveEngine} from "./engine.js";
import {Follow} from "./follow.js";
import {listenKeys} from "./keys.js";
import {Motion} from "./motion.js";
import {Names} from "./names.js";
import {shortNumber} from "./numbers.js";
import {PlaneView} from "./plane.js";
import {Player, speedFor, SPEEDS} from "./player.js";
import {Plots} from "./plot.js";
import {readyPlots} from "./ready.js";
import {RemoteUnit, simulateExperiment} from "./remote.js";
import {placeShapes, unpackMeshes} from "./shapes.js";
import {Simulation} from "./simulation.js";
import {SpaceView} from "./space.js";
import {sceneOfAll} from "./system.js";
import {Values} from "./values.js";
import {VariableList} from "./variables.js";

const COLORS = ["paper", "panel", "ink", "soft", "faint", "grid", "red", "green", "blue", "orange", "shadow", "mark"];
const TRAIL_COLORS = ["blue", "orange", "green", "red"];
const MOST_READY = 8;       // plots that a page of a system begins with
const NUMBERS_PERIOD = 100; // milliseconds after which numbers are shown again while it plays

const byId = (id) => document.getElementById(id);

export class Page {
	// with values of the start, which are enough for the first frame
	constructor(scene, values) {
		this.scene = scene;
		this.values = values;
		this.dirty = true;
		this.motion = new Motion(scene, values);
		this.player = new Player(values, () => this.changed());
		this.plots = new Plots(byId("plots"), values, {
			seek: (time) => this.player.seek(time),
			save: (canvas, name) => this.saveCanvas(canvas, name),
			changed: () => this.changed(),
		});
		this.canvas = document.querySelector("#picture canvas");
		this.view =
			this.motion.planar ? new PlaneView(this.canvas, this.motion) : new SpaceView(this.canvas, this.motion);
		this.names = new Names(byId("labels"));
		this.follow = new Follow(byId("follow"), this.motion, this.view);
		this.numbersAt = 0;
		this.trailed = new Set();
		this.describe();
		this.list = new VariableList(byId("variables"), values, this.plots);
		this.setTheme(this.chosenTheme());
		this.listenTransport();
		this.listenPicture();
		this.listenView();
		listenKeys(this);
		this.simulation = null;
		this.diagram = scene.units === undefined ? null : openDiagram(this);
		new ResizeObserver(() => this.resized()).observe(byId("picture"));
		this.resize();
	}

	changed() {
		this.dirty = true;
	}

	// all values are there. plotted: names of variables that stand in front
	open(values, plotted) {
		this.use(values);
		this.motion.takeShapes();
		this.player.time = values.start;
		this.motion.place(values.start);
		this.view.survey();
		this.setSpeed(speedFor(values.stop - values.start));
		this.startTrails();
		this.plotInFront(plotted);
		this.readyPlots();
		this.list.fill();
	}

	begin(values, plotted) {
		this.open(values, plotted);
		requestAnimationFrame((now) => this.frame(now));
		this.player.play();
	}

	// and shows how long the run takes
	setSpeed(speed) {
		const {values, player} = this, select = byId("speed");
		player.speed = speed;
		select.value = speed;
		select.title = `Speed: the run takes ${shortNumber((values.stop - values.start) / speed, 2)} s`;
	}

	// everything shows these values from now on
	use(values) {
		[this, this.motion, this.player, this.plots, this.list, this.diagram ?? {}].forEach((part) =>
		                                                                                        (part.values = values));
		this.plots.window = null;
		this.changed();
	}

	describe() {
		document.querySelector("h1").textContent = this.scene.mechanism.replaceAll("_", " ");
		document.querySelector("header p").textContent = this.scene.description;
		this.canvas.setAttribute("aria-label", `${this.scene.mechanism} in motion`);
	}

	// points of sensors leave trails, else the centres of bodies
	startTrails() {
		const points = this.scene.elements.filter((element) => element.symbol === "point" && element.bodies[0] >= 0);
		points.forEach((element) => this.trailed.add(element.name));
		if (points.length === 0) {
			this.motion.moving.slice(-1).forEach((body) => this.trailed.add(this.scene.bodies[body].name));
		}
		this.makeTrails();
	}

	makeTrails() {
		this.view.trails = [...this.trailed].map((name, i) => {
			const body = this.scene.bodies.findIndex((other) => other.name === name);
			const element = this.scene.elements.find((other) => other.name === name);
			const path = body >= 0 ? this.motion.path(body, null) : this.motion.path(element.bodies[0], `${name}.at`);
			return {path, color: TRAIL_COLORS[i % TRAIL_COLORS.length]};
		});
		this.changed();
	}

	toggleTrail(name) {
		if (!this.trailed.delete(name)) {
			this.trailed.add(name);
		}
		this.makeTrails();
	}

	// the variables that the command names, a plot for each unit, before the picture
	plotInFront(columns) {
		const names = columns.map((column) => this.values.nameOf(column));
		const units = new Set(names.map((name) => this.plots.unitOf(name)));
		for (const unit of units) {
			const title = this.plots.list.length === 0 ? "Chosen" : `Chosen, ${unit}`;
			const plot = this.plots.add({title, names: names.filter((name) => this.plots.unitOf(name) === unit)});
			plot?.element.classList.add("chosen");
		}
		document.querySelector("main").classList.toggle("plotted", names.length > 0);
	}

	// plots that a button shows or hides, the first ones shown
	readyPlots() {
		const ready = readyPlots(this.values);
		byId("ready").replaceChildren(...ready.map((description) => this.readyButton(description)));
		const usual = this.diagram !== null
		                  ? ready.filter(({title}) => title.startsWith("Outputs")).slice(0, MOST_READY)
		                  : [ready[0], ready.find(({title}) => title === "Energy")];
		const first = this.plots.list.length > 0 ? [] : usual;
		first.forEach((description) => {
			if (description !== undefined && this.plots.find(description.title) === undefined) {
				this.plots.add(description);
			}
		});
	}

	readyButton(description) {
		const button = document.createElement("button");
		button.type = "button";
		button.textContent = description.title;
		button.onclick = () => {
			const plot = this.plots.find(description.title);
			if (plot === undefined) {
				this.plots.add(description).element.scrollIntoView({block: "nearest"});
			} else {
				this.plots.remove(plot);
			}
		};
		return button;
	}

	chosenTheme() {
		return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
	}

	setTheme(theme) {
		document.documentElement.dataset.theme = theme;
		const style = getComputedStyle(document.documentElement);
		this.colors = Object.fromEntries(COLORS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
		this.changed();
	}

	toggleTheme() {
		this.setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
	}

	resize() {
		const {clientWidth, clientHeight} = byId("picture");
		this.ratio = Math.min(3, window.devicePixelRatio || 1);
		this.view.resize(Math.max(1, clientWidth), Math.max(1, clientHeight), this.ratio);
		this.changed();
	}

	// a canvas of another size is empty, and frames may not have begun yet
	resized() {
		this.resize();
		this.drawPicture();
	}

	listenTransport() {
		const player = this.player;
		byId("play").onclick = () => player.toggle();
		byId("first").onclick = () => player.seek(this.values.start);
		byId("back").onclick = () => player.step(-1);
		byId("on").onclick = () => this.stepOn();
		byId("time").oninput = (event) => player.seek(Number(event.target.value));
		byId("speed").replaceChildren(...SPEEDS.map((speed) => new Option(speed, speed)));
		byId("speed").value = speedFor(this.scene.stop - this.scene.start);
		byId("speed").onchange = (event) => this.setSpeed(Number(event.target.value));
		byId("loop").onclick = () => this.toggleLoop();
	}

	// at the end of a simulation it continues
	stepOn() {
		if (this.simulation?.running && this.player.time >= this.values.stop) {
			this.simulation.stepOnce();
		} else {
			this.player.step(1);
		}
	}

	toggleLoop() {
		this.player.loop = !this.player.loop;
		byId("loop").setAttribute("aria-pressed", String(this.player.loop));
	}

	toggleOption(option) {
		this.view.options[option] = !this.view.options[option];
		byId(option).setAttribute("aria-pressed", String(this.view.options[option]));
		this.changed();
	}

	listenView() {
		["trails", "forces", "names"].forEach((option) => (byId(option).onclick = () => this.toggleOption(option)));
		byId("fit").onclick = () => this.fit();
		byId("follow").onchange = (event) => this.keepInView(Number(event.target.value));
		byId("png").onclick = () => this.savePicture();
		byId("csv").onclick = () => this.saveResults();
		byId("theme").onclick = () => this.toggleTheme();
	}

	fit() {
		this.view.fit();
		this.follow.center();
		this.changed();
	}

	keepInView(body) {
		this.follow.choose(body);
		this.changed();
	}

	save(blob, name) {
		const link = document.createElement("a");
		link.href = URL.createObjectURL(blob);
		link.download = name;
		link.click();
		setTimeout(() => URL.revokeObjectURL(link.href), 10000);
	}

	saveCanvas(canvas, name) {
		canvas.toBlob((blob) => this.save(blob, name), "image/png");
	}

	savePicture() {
		this.saveCanvas(this.canvas, `${this.scene.mechanism}.png`);
	}

	saveResults() {
		const names = this.values.variables.map((variable) => variable.name);
		this.save(new Blob([this.values.table(names)], {type: "text/csv"}), `${this.scene.mechanism}.csv`);
	}

	// ---- pointer on the picture: one moves or turns, two zoom

	listenPicture() {
		const canvas = this.canvas, pointers = new Map();
		let moved = 0;
		canvas.addEventListener("pointerdown", (event) => {
			canvas.setPointerCapture(event.pointerId);
			pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
			moved = 0;
			this.hideTip();
			if (event.button === 0 && !event.shiftKey) {
				this.simulation?.take(event.offsetX, event.offsetY);
			}
		});
		canvas.addEventListener("pointermove", (event) => {
			const before = pointers.get(event.pointerId), now = [event.offsetX, event.offsetY];
			if (before === undefined) {
				this.hover(...now);
				return;
			}
			const others = [...pointers].filter(([id]) => id !== event.pointerId);
			const dx = now[0] - before[0], dy = now[1] - before[1];
			moved += Math.hypot(dx, dy);
			if (this.simulation?.grip) {
				this.simulation.drag(...now);
			} else if (others.length > 0) {
				this.pinch(others[0][1], before, now);
			} else if (event.shiftKey || event.buttons === 2 || event.buttons === 4) {
				this.view.pan(dx, dy);
			} else {
				this.view.drag(dx, dy);
			}
			pointers.set(event.pointerId, now);
			this.changed();
		});
		const up = (event) => {
			this.simulation?.drop();
			if (pointers.delete(event.pointerId) && moved < 4 && event.type === "pointerup") {
				this.click(event.offsetX, event.offsetY);
			}
		};
		canvas.addEventListener("pointerup", up);
		canvas.addEventListener("pointercancel", up);
		canvas.addEventListener("pointerleave", () => this.hideTip());
		canvas.addEventListener("contextmenu", (event) => event.preventDefault());
		canvas.addEventListener("dblclick", (event) => {
			const item = this.view.pick(event.offsetX, event.offsetY);
			this.keepInView(item?.body ? item.number : -1);
		});
		canvas.addEventListener("wheel", (event) => {
			event.preventDefault();
			this.view.zoom(Math.exp(-0.0015 * event.deltaY), event.offsetX, event.offsetY);
			this.changed();
		}, {passive: false});
	}

	pinch(other, before, now) {
		const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
		const is = Math.hypot(now[0] - other[0], now[1] - other[1]);
		if (was > 0 && is > 0) {
			this.view.zoom(is / was, 0.5 * (now[0] + other[0]), 0.5 * (now[1] + other[1]));
		}
		this.view.pan(0.5 * (now[0] - before[0]), 0.5 * (now[1] - before[1]));
	}

	// a click on a body or sensor starts its trail, or ends it
	click(x, y) {
		const item = this.view.pick(x, y);
		const sensor =
			this.scene.elements.some((e) => e.name === item?.name && e.symbol === "point" && e.bodies[0] >= 0);
		if (item?.body || sensor) {
			this.toggleTrail(item.name);
		}
	}

	hover(x, y) {
		const item = this.view.pick(x, y), tip = byId("tip");
		this.canvas.classList.toggle("item", item !== null);
		if (item === null) {
			this.hideTip();
			return;
		}
		tip.textContent = item.body ? item.name : `${item.name} (${item.type})`;
		tip.style.display = "block";
		tip.style.left = `${Math.min(x + 14, byId("picture").clientWidth - tip.offsetWidth - 4)}px`;
		tip.style.top = `${Math.max(4, y - 30)}px`;
	}

	hideTip() {
		byId("tip").style.display = "none";
	}

	// what the unit refuses is reported, and the clock stops
	complain(error) {
		this.player.pause();
		complain(error);
	}

	calm() {
		byId("message").hidden = true;
	}

	// ---- frames

	frame(now) {
		this.advance(now);
		requestAnimationFrame((next) => this.frame(next));
	}

	// to the time of a frame, in milliseconds
	advance(now) {
		if (this.simulation?.running) {
			this.simulation.tick(now);
		} else {
			this.player.tick(now);
		}
		if (!this.dirty) {
			return;
		}
		this.dirty = false;
		this.drawPicture();
		if (!this.player.playing || now - this.numbersAt > NUMBERS_PERIOD) {
			this.numbersAt = now;
			this.drawNumbers();
		}
	}

	// all that depends on the time
	draw() {
		this.drawPicture();
		this.drawNumbers();
	}

	// what moves with every frame
	drawPicture() {
		const {time} = this.player;
		this.motion.place(time);
		this.follow.move();
		this.simulation?.showPull();
		this.view.draw(this.colors);
		this.names.draw(!this.motion.planar && this.view.options.names ? this.view.named() : []);
		this.plots.moveCursors(time);
		byId("time").value = time;
	}

	// what is read: nobody reads sixty numbers a second
	drawNumbers() {
		const {time, playing} = this.player, slider = byId("time"), play = byId("play");
		this.plots.show(this.motion.cursor, this.colors, this.ratio);
		this.plots.moveCursors(time); // results that grow change what plots show
		this.list.show(this.motion.cursor);
		this.diagram?.show(this.motion.cursor);
		for (const [key, value] of [["min", this.values.start], ["max", this.values.stop]]) {
			if (Number(slider[key]) !== value) {
				slider[key] = value;
			}
		}
		slider.value = time;
		byId("clock").textContent = `${time.toFixed(this.clockDigits())} s`;
		if (play.classList.contains("playing") !== playing) {
			play.classList.toggle("playing", playing);
			play.setAttribute("aria-label", playing ? "Pause" : "Play");
		}
	}

	// three at least, and so many that a thousandth of the run is seen
	clockDigits() {
		const {scene, values} = this, span = Math.max(values.stop - values.start, scene.stop - scene.start);
		return span > 0 ? Math.min(9, Math.max(3, Math.ceil(3 - Math.log10(span)))) : 3;
	}

	// where a body is at a time, for tests and scripts
	position(name, time) {
		const body = this.scene.bodies.find((other) => other.name === name);
		return this.motion.poseAt(body, this.values.locate(time)).p;
	}
}

function complain(error) {
	const message = byId("message");
	message.hidden = false;
	message.textContent = error.message;
}

// the unit that is in the page; null: none, or the browser cannot run it
async function openUnit(scene) {
	const text = byId("unit").textContent;
	try {
		return text === "" ? null : await RemoteUnit.open(text, scene);
	} catch (error) {
		complain(error);
		return null;
	}
}

async function start() {
	const scene = sceneOfAll(JSON.parse(byId("scene").textContent)), results = JSON.parse(byId("results").textContent);
	const plotted = JSON.parse(byId("plot").textContent), values = new Values(scene.variables);
	placeShapes(scene);
	if (results !== null) {
		values.readFirst(results);
	} else {
		values.takeDrawn(scene.bodies);
	}
	// the first frame is there before anything is unpacked
	const page = new Page(scene, values);
	page.draw();
	await unpackMeshes(scene);
	if (results !== null) {
		await values.read(results);
		page.begin(values, plotted);
	}
	const unit = await openUnit(scene);
	if (results === null) {
		await (unit === null ? null : simulateExperiment(unit, complain));
		page.begin(unit?.values ?? values, plotted);
	}
	if (unit !== null) {
		page.simulation = new Simulation(page, unit);
	}
	window.mechfmu = page;
}

// the script runs in the page, and again in the worker that simulates
if (globalThis.document === undefined) {
	serveEngine();
} else {
	start().catch(complain);
}
