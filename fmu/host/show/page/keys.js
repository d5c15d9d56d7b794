// What keys do on the page.

const KEY_DRAG = 30; // pixels that an arrow key with shift drags the picture

export function listenKeys(page) {
	const keys = {
		" ": () => page.player.toggle(),
		ArrowLeft: () => page.player.step(-1),
		ArrowRight: () => page.stepOn(),
		Home: () => page.player.seek(page.values.start),
		End: () => page.player.seek(page.values.stop),
		"+": () => page.view.zoom(1.2, 0.5 * page.view.width, 0.5 * page.view.height),
		"-": () => page.view.zoom(1 / 1.2, 0.5 * page.view.width, 0.5 * page.view.height),
		0: () => page.fit(),
		b: () => page.follow.next(),
		"shift ArrowLeft": () => page.view.drag(-KEY_DRAG, 0),
		"shift ArrowRight": () => page.view.drag(KEY_DRAG, 0),
		"shift ArrowUp": () => page.view.drag(0, -KEY_DRAG),
		"shift ArrowDown": () => page.view.drag(0, KEY_DRAG),
		l: () => page.toggleLoop(),
		t: () => page.toggleOption("trails"),
		f: () => page.toggleOption("forces"),
		n: () => page.toggleOption("names"),
		d: () => page.toggleTheme(),
		p: () => page.savePicture(),
		c: () => page.saveResults(),
		s: () => page.simulation?.toggle(),
		r: () => page.simulation?.running && page.simulation.restart(),
		"/": () => document.getElementById("variables").querySelector("input").focus(),
	};
	document.addEventListener("keydown", (event) => {
		const typing = event.target.closest("input, select"),
			  pressed = event.target.closest("button") && event.key === " ";
		const action = keys[event.shiftKey && event.key.startsWith("Arrow") ? `shift ${event.key}` : event.key];
		if (typing || pressed || event.ctrlKey || event.metaKey || event.altKey || action === undefined) {
			return;
		}
		event.preventDefault();
		action();
		page.changed();
	});
}
