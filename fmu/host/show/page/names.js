// Names over a picture in space, which has no letters of its own: made once, then moved.

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
		}
		items.forEach(({label: [x, y]}, i) => {
			this.labels[i].style.transform = `translate(${(x + 8).toFixed(1)}px, ${(y - 20).toFixed(1)}px)`;
		});
	}

	make({name, body}) {
		const label = document.createElement("span");
		label.textContent = name.replace(/^[a-z]+\./, "");
		label.style.fontWeight = body ? "600" : "400";
		return label;
	}
}
