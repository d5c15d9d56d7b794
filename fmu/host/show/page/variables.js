// The list of all variables, with search: a click plots one.
import {shortNumber} from "./numbers.js";
import {showText} from "./plot.js";

const MOST_SHOWN = 300;

export class VariableList {
	constructor(container, values, plots) {
		Object.assign(this, {values, plots});
		this.search = container.querySelector("input");
		this.list = container.querySelector("ul");
		this.note = container.querySelector("p");
		// rows on the screen: only these are kept up to date
		this.seen = new Map();
		this.watch = new IntersectionObserver((entries) => {
			entries.forEach(({target, isIntersecting}) => this.see(target, isIntersecting));
			plots.changed();
		});
		this.search.addEventListener("input", () => this.fill());
		this.list.addEventListener("click", (event) => {
			const name = event.target.closest("button")?.dataset.name;
			if (name !== undefined) {
				plots.toggle(name);
				this.fill();
			}
		});
		this.fill();
	}

	// a row with its text
	see(button, seen) {
		if (seen) {
			const output = button.querySelector("output");
			output.textContent = "–";
			this.seen.set(button, {name: button.dataset.name, text: output.firstChild});
		} else {
			this.seen.delete(button);
		}
	}

	// every word must be in the name or the text
	found() {
		const words = this.search.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
		return this.values.variables.filter((variable) => {
			const text = `${variable.name} ${variable.text}`.toLowerCase();
			return variable.name !== "time" && words.every((word) => text.includes(word));
		});
	}

	fill() {
		const found = this.found(), shown = found.slice(0, MOST_SHOWN);
		this.note.textContent = found.length > MOST_SHOWN
		                            ? `${found.length} variables, the first ${MOST_SHOWN} are shown`
				                    : `${found.length} ${found.length === 1 ? "variable" : "variables"}`;
		this.watch.disconnect();
		this.seen.clear();
		this.list.replaceChildren(...shown.map((variable) => this.row(variable)));
		this.list.querySelectorAll("button").forEach((button) => this.watch.observe(button));
	}

	row(variable) {
		const item = document.createElement("li"), changes = this.values.changes(variable.name);
		item.innerHTML = `<button type="button"><b></b><output></output><small></small></button>`;
		const button = item.firstChild;
		button.dataset.name = variable.name;
		button.setAttribute("aria-pressed", String(this.plots.isChosen(variable.name)));
		button.classList.toggle("constant", !changes);
		button.querySelector("b").textContent = variable.name;
		button.querySelector("small").textContent = variable.text;
		return item;
	}

	// values at a time, of the rows that are seen
	show(place) {
		for (const {name, text} of this.seen.values()) {
			showText(text, `${shortNumber(this.values.shown(name, place))} ${this.plots.unitOf(name)}`);
		}
	}
}
