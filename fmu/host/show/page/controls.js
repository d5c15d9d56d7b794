// Sliders for what can be set while the unit simulates: inputs, named parameters, masses,
// stiffnesses and their like.
import {fieldNumber} from "./numbers.js";
import {sectionOf} from "./system.js";

const GEOMETRY = /\.(at|from|to|axis|second_axis|center|direction|normal|plane|line|offset|angle_offset)(\[\d\])?$/;
const MOST_CONTROLS = 60; // parameters; inputs are all there

// parameters that change what the mechanism does, named ones first
function settable(variables) {
	const wanted = ({name, causality, type, reference}) => reference !== -1 && causality === "parameter" &&
	                                                       type === "real" && sectionOf(name) !== "solver" &&
	                                                       !GEOMETRY.test(name);
	const first = ({name, own = name}) => own.split(".")[0];
	const rank = (variable) => ({parameters: 1, initial: 2}[first(variable)] ?? 3);
	return variables.filter(wanted).sort((a, b) => rank(a) - rank(b));
}

export class Controls {
	constructor(container, variables, {set, unitOf}) {
		this.set = set;
		const inputs = variables.filter(({causality}) => causality === "input"), parameters = settable(variables);
		const shown = parameters.slice(0, MOST_CONTROLS), part = (id) => container.querySelector(id);
		this.rows = [inputs, shown].flatMap((list, k) => {
			const rows = list.map((variable) => this.row(variable, unitOf(variable.name))),
				  details = part(["#inputs", "#parameters"][k]);
			details.hidden = rows.length === 0;
			details.querySelector("div").replaceChildren(...rows.map(({element}) => element));
			return rows;
		});
		if (shown.length < parameters.length) {
			part("#parameters summary").textContent = `Parameters, the first ${shown.length} of ${parameters.length}`;
		}
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
			number.value = fieldNumber(value);
		};
		show(start);
		slider.addEventListener("input", () => {
			number.value = fieldNumber(Number(slider.value));
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
