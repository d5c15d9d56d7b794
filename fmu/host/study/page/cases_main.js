// Puts the page of a study together.
import {Histogram, Parallel, readColors, Scatter} from "./cases_charts.js";
import {Cases} from "./cases_data.js";
import {CaseTable, describeCase} from "./cases_table.js";

const byId = (id) => document.getElementById(id);

class CasesPage {
	constructor(data) {
		const cases = new Cases(data);
		this.cases = cases;
		this.waits = false;
		document.querySelector("h1").textContent = data.title;
		byId("about").textContent = data.about;
		const changed = () => this.changed(), pick = (i) => this.pick(i);
		this.parallel = new Parallel(byId("parallel"), cases, changed);
		this.scatter = new Scatter(byId("scatter"), cases, pick);
		this.histograms = cases.shown.map((column) => new Histogram(byId("histograms"), column, cases));
		this.table = new CaseTable(byId("rows"), cases, pick);
		this.fillChoices(data.front);
		byId("clear").addEventListener("click", () => this.clear());
		byId("theme").addEventListener("click", () => this.turnTheme());
		document.addEventListener("keydown", (event) => {
			if (event.key === "Escape") {
				this.clear();
			} else if (event.key === "d" && !event.ctrlKey && !event.metaKey && event.target === document.body) {
				this.turnTheme();
			}
		});
		this.setTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
		new ResizeObserver(changed).observe(document.body);
	}

	// the two columns of the scatter: those wanted in front, else the first value and the first result
	fillChoices(front) {
		const {shown} = this.cases;
		const first = shown.find((column) => column.kind === "input") ?? shown[0];
		const wanted = [first, shown.find((column) => column.kind === "result") ?? shown[shown.length - 1]];
		["across", "up"].forEach((id, k) => {
			const select = byId(id);
			select.replaceChildren(...shown.map((column, i) => new Option(`${id}: ${column.name}`, i)));
			this.scatter[id] = shown.find((column) => column.name === front[k]) ?? wanted[k];
			select.value = shown.indexOf(this.scatter[id]);
			select.addEventListener("change", () => {
				this.scatter[id] = shown[Number(select.value)];
				this.changed();
			});
		});
		document.querySelectorAll("main section").forEach((section) => {
			// nothing differs from case to case: the table is all there is
			section.hidden = shown.length === 0 && section.querySelector("table") === null;
		});
	}

	turnTheme() {
		this.setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
	}

	setTheme(theme) {
		document.documentElement.dataset.theme = theme;
		readColors();
		this.changed();
	}

	pick(i) {
		this.cases.one = this.cases.one === i ? -1 : i;
		this.changed();
	}

	clear() {
		this.cases.clear();
		this.cases.one = -1;
		this.changed();
	}

	// one drawing for all changes until the next frame
	changed() {
		if (!this.waits) {
			this.waits = true;
			requestAnimationFrame(() => this.draw());
		}
	}

	draw() {
		const {cases} = this;
		this.waits = false;
		byId("count").textContent = `${cases.count} of ${cases.n}`;
		if (cases.shown.length > 0) {
			[this.parallel, this.scatter, ...this.histograms].forEach((chart) => chart.draw());
		}
		this.table.draw();
		describeCase(byId("case"), cases);
	}
}

globalThis.mechfmu = new CasesPage(JSON.parse(byId("cases").textContent));
