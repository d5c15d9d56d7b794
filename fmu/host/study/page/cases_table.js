// The chosen cases as rows, and all about the one that was clicked.
import {shortNumber} from "../../show/page/numbers.js";

const MOST_ROWS = 200;

export const cellOf = (column, i) => {
	const value = column.values[i];
	return column.words !== null      ? (column.words[value] ?? "")
	       : column.kind === "number" ? String(value)
	                                  : shortNumber(value, 6);
};

export class CaseTable {
	constructor(root, cases, pick) {
		Object.assign(this, {cases, pick, sorted: cases.columns[0], down: false});
		this.body = root.querySelector("tbody");
		const row = document.createElement("tr");
		cases.columns.forEach((column) => {
			const head = document.createElement("th"), button = document.createElement("button");
			button.type = "button";
			button.title = "Sort";
			button.textContent = column.label;
			button.addEventListener("click", () => {
				this.down = this.sorted === column && !this.down;
				this.sorted = column;
				this.draw();
			});
			head.append(button);
			row.append(head);
		});
		root.querySelector("thead").append(row);
	}

	// chosen cases in order; those without a number last
	order() {
		const {values} = this.sorted, sign = this.down ? -1 : 1;
		const rows = Array.from({length: this.cases.n}, (_, i) => i).filter((i) => this.cases.chosen[i]);
		const rank = (i) => (Number.isNaN(values[i]) ? Infinity : sign * values[i]);
		return rows.sort((a, b) => (rank(a) === rank(b) ? a - b : rank(a) - rank(b)));
	}

	draw() {
		const {cases} = this, rows = this.order();
		this.body.replaceChildren(...rows.slice(0, MOST_ROWS).map((i) => {
			const row = document.createElement("tr");
			row.classList.toggle("chosen", i === cases.one);
			row.append(...cases.columns.map((column) => {
				const cell = document.createElement("td");
				cell.textContent = cellOf(column, i);
				cell.classList.toggle("text", column.words !== null);
				return cell;
			}));
			row.addEventListener("click", () => this.pick(i));
			return row;
		}));
		document.getElementById("more").textContent =
			rows.length > MOST_ROWS ? `${MOST_ROWS} of ${rows.length} rows; choose fewer cases, or sort` : "";
	}
}

// what shows the case in motion: a command with its values
export function commandOf(cases, i) {
	const inputs = cases.columns.filter((column) => column.kind === "input");
	const quoted = (text) => (/^[\w.+\-[\],]+$/.test(text) ? text : `'${text}'`);
	const values =
		inputs.map((column) => ` --start-value ${quoted(column.name)} ${
					   quoted(column.words === null ? String(column.values[i]) : column.words[column.values[i]])}`);
	return cases.command === "" ? "" : `${cases.command}${values.join("")}`;
}

export function describeCase(root, cases) {
	const {one} = cases;
	root.hidden = one < 0;
	if (one < 0) {
		return;
	}
	root.querySelector("b").textContent = `${cases.columns[0].name} ${cellOf(cases.columns[0], one)}`;
	root.querySelector("dl").replaceChildren(...cases.columns.slice(1).map((column) => {
		const pair = document.createElement("div"), name = document.createElement("dt"),
			  value = document.createElement("dd");
		name.textContent = column.label;
		value.textContent = cellOf(column, one);
		pair.append(name, value);
		return pair;
	}));
	root.querySelector("p").textContent = cases.messages[one] ?? "";
	root.querySelector("pre").textContent = commandOf(cases, one);
	root.querySelector("pre").hidden = cases.command === "";
}
