// The clock of the page: plays, pauses, goes to a time, at a speed, once or in a loop.

export const SPEEDS =
	[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]; // seconds of motion in a second

const FITTING = [2, 20]; // seconds of a run that is shown at the speed at which it happens
const WANTED = 5;        // seconds that another run takes, about

// the speed at which a run of some seconds is watched
export function speedFor(seconds) {
	if (!(seconds > 0) || (seconds >= FITTING[0] && seconds <= FITTING[1])) {
		return 1;
	}
	const off = (speed) => Math.abs(Math.log((speed * WANTED) / seconds));
	return SPEEDS.reduce((best, speed) => (off(speed) < off(best) ? speed : best));
}

export class Player {
	constructor(values, changed) {
		this.values = values;
		this.changed = changed;
		this.time = values.start;
		this.playing = false;
		this.speed = 1;
		this.loop = true;
		this.endless = false; // results still grow
		this.last = null;
	}

	play() {
		if (this.time >= this.values.stop && !this.endless) {
			this.time = this.values.start;
		}
		this.playing = this.endless || this.values.stop > this.values.start;
		this.last = null;
		this.changed();
	}

	pause() {
		this.playing = false;
		this.changed();
	}

	toggle() {
		if (this.playing) {
			this.pause();
		} else {
			this.play();
		}
	}

	seek(time) {
		this.time = Math.min(this.values.stop, Math.max(this.values.start, time));
		this.changed();
	}

	// by rows of the results
	step(rows) {
		const {low, fraction} = this.values.locate(this.time), at = low + (fraction > 0.999 ? 1 : 0);
		const row = Math.min(this.values.rows - 1, Math.max(0, at + rows));
		this.playing = false;
		this.seek(this.values.times[row]);
	}

	// called for every frame, with its time in milliseconds
	tick(now) {
		const passed = this.last === null ? 0 : Math.min(0.1, (now - this.last) / 1000);
		this.last = now;
		if (!this.playing) {
			return;
		}
		const {start, stop} = this.values, next = this.time + passed * this.speed;
		if (next <= stop) {
			this.time = next;
		} else if (this.loop) {
			this.time = start + ((next - start) % (stop - start || 1));
		} else {
			this.time = stop;
			this.playing = false;
		}
		this.changed();
	}
}
