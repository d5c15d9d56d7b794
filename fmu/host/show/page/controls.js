// Sliders for what can be set while the unit simulates: inputs, named parameters, masses, stiffnesses and their like.
import {shortNumber} from "./plot.js";

const GEOMETRY = /\.(at|from|to|axis|second_axis|center|direction|normal|plane|line|offset|angle_offset)(\[\d\])?$/;
const MOST_CONTROLS = 60;

export function settable(variables) {
	const wanted = ({name, causality, type, reference}) =>
		causality === "input" || (reference !== -1 && causality === "parameter" && type === "real" &&
	                              !name.startsWith("solver.") && !GEOMETRY.test(name));
	const rank = ({name, causality}) => (causality === "input"            ? 0
	                                     : name.startsWith("parameters.") ? 1
	                                     : name.startsWith("initial.")    ? 2
	                                                                      : 3);
	return variables.filter(wanted).sort((a, b) => rank(a) - rank(b)).slice(0, MOST_CONTROLS);
}

export class Controls {
	constructor(container, variables, {set, unitOf}) {
		this.container = container;
		this.set = set;
		this.rows = settable(variables).map((variable) => this.row(variable, unitOf(variable.name)));
		container.replaceChildren(...this.rows.map(({element}) => element));
	}

	row(variable, unit) {
		const start = variable.start ?? 0, width = start === 0 ? 10 : 2 * Math.abs(start);
		const low = Math.max(start - width, variable.minimum ?? -Infinity),
			  high = Math.min(start + width, variable.maximum ?? Infinity);
		const element = document.createElement("label");
		element.innerHTML = `<b></b><input type="range" step="any"><input type="number" step="any"><small></small>`;
		const [slider, number] = element.querySelectorAll("input");
		element.title = variable.text;
		element.querySelector("b").textContent = variable.name;
		element.querySelector("small").textContent = unit;
		slider.min = low;
		slider.max = high;
		const show = (value) => {
			slider.value = value;
			number.value = shortNumber(value, 6);
		};
		show(start);
		slider.addEventListener("input", () => {
			number.value = shortNumber(Number(slider.value), 6);
			this.set(variable.name, Number(slider.value));
		});
		number.addEventListener("change", () => {
			if (number.value !== "" && Number.isFinite(Number(number.value))) {
				slider.value = number.value;
				this.set(variable.name, Number(number.value));
			}
		});
		return {element, show, start, name: variable.name};
	}

	restore() {
		this.rows.forEach(({show, start}) => show(start));
	}
}
