// Keeps a body in view: the picture moves as far as the body does.
import {subtract} from "./vector.js";

const NONE = -1;

export class Follow {
	constructor(select, motion, view) {
		Object.assign(this, {select, motion, view, body: NONE, at: [0, 0, 0]});
		const bodies = [NONE, ...motion.moving];
		select.replaceChildren(...bodies.map((body) => new Option(this.nameOf(body), body)));
	}

	nameOf(body) {
		return body === NONE ? "nothing" : this.motion.scene.bodies[body].name.replace(/^bodies\./, "");
	}

	choose(body) {
		this.body = body;
		this.select.value = body;
		this.center();
	}

	// the next body, none after the last
	next() {
		const bodies = [NONE, ...this.motion.moving];
		this.choose(bodies[(bodies.indexOf(this.body) + 1) % bodies.length]);
	}

	// the body into the middle of the picture
	center() {
		this.at = this.view.middle();
		this.move();
	}

	move() {
		if (this.body === NONE) {
			return;
		}
		const {p} = this.motion.pose(this.body);
		if (p.every(Number.isFinite)) {
			this.view.shift(subtract(p, this.at));
			this.at = p;
		}
	}
}
