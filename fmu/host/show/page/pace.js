// Shows whether the simulation keeps up with the clock: how fast it runs compared with real time,
// over the last second.
import {shortNumber} from "./numbers.js";

const PERIOD = 1000; // milliseconds
const NEAR = 0.95;   // of the pace of the clock: it keeps up

export class Pace {
	constructor(output) {
		this.output = output;
		this.clear();
	}

	clear() {
		this.begin(null);
		this.show("…", false);
	}

	// a period begins; null: with the next frame
	begin(now) {
		Object.assign(this, {since: now, last: now, came: 0});
	}

	show(text, late) {
		this.output.textContent = text;
		this.output.classList.toggle("late", late);
		this.output.title = late ? "Slower than the clock: motion is shown as fast as it comes"
		                         : "The simulation keeps up with the clock";
	}

	// a frame, and seconds of motion that came; after a pause a period begins again
	add(now, came, speed) {
		if (this.since === null || now - this.last > PERIOD) {
			this.begin(now);
			return;
		}
		this.last = now;
		this.came += came;
		if (now - this.since >= PERIOD) {
			const pace = (1000 * this.came) / (now - this.since), late = pace < NEAR * speed;
			const shown = late ? pace : speed;
			this.show(shown === 1 ? "real time" : `${shortNumber(shown, 2)} × real time`, late);
			this.begin(now);
		}
	}
}
