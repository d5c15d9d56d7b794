// The block diagram of a system: units as boxes, connections as lines, values at their ends. A click
// on a value plots it.
import {shortNumber} from "./numbers.js";
import {showText} from "./plot.js";

const PORT = 32, HEAD = 26, GAP_X = 70, GAP_Y = 22, EDGE = 14; // pixels
const LETTER = 6.4, PAD = 9;                                   // width of a letter; between a box and its texts
const SPACE = "http://www.w3.org/2000/svg";

function put(parent, kind, attributes, text) {
	const element = document.createElementNS(SPACE, kind);
	Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
	if (text !== undefined) {
		element.textContent = text;
	}
	return parent.appendChild(element);
}

const widest = (ports) => Math.max(0, ...ports.map(({label}) => label.length)) * LETTER;

// columns: a unit stands right of those before it in the order of steps that feed it
function ranksOf({units, connections, coupling}, ownerOf) {
	const place = new Map(coupling.units.map((unit, i) => [unit, i])), ranks = units.map(() => 0);
	for (const unit of coupling.units) {
		for (const {from, to} of connections) {
			const source = ownerOf(from);
			if (ownerOf(to) === unit && source >= 0 && place.get(source) < place.get(unit)) {
				ranks[unit] = Math.max(ranks[unit], ranks[source] + 1);
			}
		}
	}
	return ranks;
}

class Diagram {
	// scene: that of all units (system.js)
	constructor(container, scene, values, {toggle, unitOf}) {
		Object.assign(this, {scene, values, toggle, unitOf, ports: []});
		this.variables = new Map(scene.variables.map((variable) => [variable.name, variable]));
		this.svg = put(container, "svg", {role: "img", "aria-label": "Block diagram of the system"});
		this.boxes = scene.units.map(({name}, unit) => this.boxOf(name, unit));
		this.place();
		this.draw();
	}

	ownerOf(name) {
		return this.variables.get(name).owner;
	}

	// a unit with the inputs that something feeds, and the outputs that feed something or are wanted
	boxOf(name, unit) {
		const {connections, outputs} = this.scene, port = (full) => ({full, label: this.variables.get(full).own});
		const once = (names) => [...new Set(names)].filter((full) => this.ownerOf(full) === unit).map(port);
		const inputs = once(connections.map(({to}) => to));
		const given = once([...connections, ...outputs].map(({from}) => from));
		const rows = Math.max(inputs.length, given.length, 1);
		const width = Math.max(120, widest(inputs) + widest(given) + 4 * PAD, name.length * LETTER * 1.3 + 2 * PAD);
		return {name, inputs, outputs: given, width, height: HEAD + rows * PORT};
	}

	place() {
		const ranks = ranksOf(this.scene, (name) => this.ownerOf(name)), columns = [];
		this.boxes.forEach((box, unit) => (columns[ranks[unit]] ??= []).push(box));
		// inputs of the system on the left
		this.sources = this.scene.variables.filter(({owner, causality}) => owner === -1 && causality !== "output")
		                   .map(({name}) => ({full: name, label: name}));
		const feedback = this.scene.connections.length;
		let x = EDGE + (this.sources.length > 0 ? widest(this.sources) + GAP_X : 0) + 4 * Math.min(feedback, 8);
		this.height = 0;
		columns.filter((column) => column !== undefined).forEach((column) => {
			let y = EDGE;
			column.forEach((box) => {
				Object.assign(box, {x, y});
				y += box.height + GAP_Y;
			});
			this.height = Math.max(this.height, y - GAP_Y);
			x += Math.max(...column.map(({width}) => width)) + GAP_X;
		});
		this.bottom = this.height;
		this.width = x - GAP_X + EDGE + 6 * Math.min(feedback, 8);
	}

	draw() {
		const {svg, boxes} = this, ends = new Map(), lines = put(svg, "g", {class: "lines"});
		boxes.forEach((box) => {
			const group = put(svg, "g", {class: "unit", transform: `translate(${box.x} ${box.y})`});
			put(group, "rect", {width: box.width, height: box.height, rx: 6});
			put(group, "text", {x: box.width / 2, y: 17, class: "name", "text-anchor": "middle"}, box.name);
			box.inputs.forEach((port, i) => this.drawPort(group, port, PAD, i, "start"));
			box.outputs.forEach((port, i) => this.drawPort(group, port, box.width - PAD, i, "end"));
			const level = (i) => box.y + HEAD + (i + 0.4) * PORT;
			box.inputs.forEach((port, i) => ends.set(port.full, [box.x, level(i)]));
			box.outputs.forEach((port, i) => ends.set(port.full, [box.x + box.width, level(i)]));
		});
		const sources = put(svg, "g", {transform: `translate(${EDGE} ${EDGE})`});
		this.sources.forEach((port, i) => {
			this.drawPort(sources, port, 0, i, "start");
			ends.set(port.full, [EDGE + port.label.length * LETTER + 4, EDGE + HEAD + (i + 0.4) * PORT]);
		});
		// lines that lead back pass below all boxes, the first one outside of the others
		const {connections} = this.scene, leadsBack = ({from, to}) => ends.get(to)[0] <= ends.get(from)[0];
		let back = connections.filter(leadsBack).length;
		this.height += 2 * EDGE + 7 * back;
		connections.forEach((connection) => {
			const level = leadsBack(connection) ? --back : -1;
			this.drawLine(lines, connection, ends.get(connection.from), ends.get(connection.to), level);
		});
		svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
		svg.style.width = `${this.width}px`;
		svg.style.height = `${this.height}px`;
	}

	drawPort(group, {full, label}, x, i, anchor) {
		const y = HEAD + i * PORT + 13, port = put(group, "g", {class: "port", tabindex: 0, role: "button"});
		put(port, "title", {}, this.variables.get(full).text || full);
		put(port, "text", {x, y, "text-anchor": anchor}, label);
		const value = put(port, "text", {x, y: y + 13, class: "value", "text-anchor": anchor}, "–");
		this.ports.push({full, text: value.firstChild});
		port.addEventListener("click", () => this.toggle(full));
		port.addEventListener("keydown", (event) => event.key === "Enter" && this.toggle(full));
	}

	// back: number of those that lead back inside of it, or -1
	drawLine(lines, {from, to, factor, offset, parameter}, [x, y], [u, v], back) {
		const d = 12 + 5 * (back % 8), bottom = this.bottom + EDGE + 7 * back;
		const path = back < 0 ? `M${x} ${y}C${(x + u) / 2} ${y} ${(x + u) / 2} ${v} ${u} ${v}`
							  : `M${x} ${y}H${x + d}V${bottom}H${u - d}V${v}H${u}`;
		const line = put(lines, "path", {d: path, class: parameter ? "parameter" : ""});
		const change =
			(factor === 1 ? "" : ` × ${shortNumber(factor)}`) + (offset === 0 ? "" : ` + ${shortNumber(offset)}`);
		put(line, "title", {}, `${from}${change} → ${to}`);
		put(lines, "path", {d: `M${u - 7} ${v - 4}L${u} ${v}L${u - 7} ${v + 4}Z`, class: "tip"});
	}

	// values at a time
	show(place) {
		for (const {full, text} of this.ports) {
			showText(text, `${shortNumber(this.values.shown(full, place))} ${this.unitOf(full)}`);
		}
	}
}

// in a page of a system; it takes the place of the picture where nothing is drawn
export function openDiagram(page) {
	const button = document.getElementById("blocks"), container = document.getElementById("diagram");
	const isAlone = page.scene.bodies.length === 0;
	document.getElementById("stage").classList.toggle("blocks", isAlone);
	const ofPicture = document.querySelectorAll("#trails, #forces, #names, #fit, #png, nav label");
	ofPicture.forEach((element) => (element.hidden = isAlone));
	container.hidden = false;
	button.hidden = isAlone;
	button.onclick = () => {
		container.hidden = !container.hidden;
		button.setAttribute("aria-pressed", String(!container.hidden));
	};
	return new Diagram(container, page.scene, page.values, {
		toggle: (name) => {
			page.plots.toggle(name);
			page.list.fill();
		},
		unitOf: (name) => page.plots.unitOf(name),
	});
}
