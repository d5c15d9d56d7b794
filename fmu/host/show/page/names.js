// Names in a picture, none over another one. In space, where the picture has no letters of its own,
// they stand above it: made once, then moved.

const LINE = 15;      // pixels from one line of text to the next
const MOST_LINES = 6; // that a name moves away

const meet = (a, b) => Math.abs(a.y - b.y) < LINE && a.x < b.x + b.width && b.x < a.x + a.width;

// boxes {x, y, width} of names, each a line or more up or down where it would meet one before it
export function spread(boxes) {
	const placed = [];
	for (const {x, y, width} of boxes) {
		const tries = Array.from({length: 2 * MOST_LINES + 1}, (_, i) => ((i % 2 === 0 ? i : -i - 1) / 2) * LINE)
		                  .map((away) => ({x, y: y + away, width}));
		placed.push(tries.find((box) => !placed.some((other) => meet(box, other))) ?? tries[0]);
	}
	return placed;
}

export class Names {
	constructor(container) {
		this.container = container;
		this.labels = [];
	}

	// items: {name, body, label: pixel}, always the same ones or none
	draw(items) {
		if (items.length !== this.labels.length) {
			this.labels = items.map((item) => this.make(item));
			this.container.replaceChildren(...this.labels);
			this.widths = this.labels.map((label) => label.offsetWidth);
		}
		const boxes = items.map(({label: [x, y]}, i) => ({x: x + 8, y: y - 20, width: this.widths[i]}));
		spread(boxes).forEach(
			({x, y}, i) => { this.labels[i].style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`; });
	}

	make({name, body}) {
		const label = document.createElement("span");
		label.textContent = name.replace(/^[a-z]+\./, "");
		label.style.fontWeight = body ? "600" : "400";
		return label;
	}
}
