// Simulates what the page wishes, in parallel: in a worker, so that no step delays a frame.
//
// A wish says all that is wanted from now on:
//   run        a number; another one than before: start again
//   settings   numbers by names of variables
//   grip       the body that is pulled, null: none; {body, local, to, stiffness}: a spring from its point to another
//   goal       the time to simulate to
// Answers bring the rows since the last one, or an error.
import {LiveUnit} from "./live.js";
import {LiveSystem} from "./live_system.js";
import {add, poseOf, turn} from "./vector.js";

const SLICE =
	10; // milliseconds of simulation after which rows are sent and wishes heard, unless a single step takes longer

export class Engine {
	// begin: the unit as base64, and of its scene what the unit needs
	static async begin({unit, scene}, answer) {
		const kind = scene.units === undefined ? LiveUnit : LiveSystem;
		const engine = new Engine(await kind.load(unit, scene), answer);
		answer({names: engine.unit.names});
		return engine;
	}

	constructor(unit, answer) {
		Object.assign(this, {unit, answer, wish: null, run: 0, started: false, planned: false, held: false, rows: []});
		this.written = new Map();
		// messages to itself: between slices those of the page are heard
		this.channel = new MessageChannel();
		this.channel.port1.onmessage = () => this.work();
	}

	// of wishes that come while the unit works the last one counts
	receive(wish) {
		this.wish = wish;
		this.plan();
	}

	plan() {
		if (!this.planned) {
			this.planned = true;
			this.channel.port2.postMessage(0);
		}
	}

	work() {
		this.planned = false;
		try {
			this.follow();
			this.simulate();
		} catch (error) {
			this.wish = {...this.wish, goal: -Infinity};
			this.answerRows();
			this.answer({run: this.run, error: error.message, refused: error.refused});
		}
		this.answerRows();
		if (this.started && this.unit.time < this.wish.goal) {
			this.plan();
		}
	}

	follow() {
		const {run, settings} = this.wish;
		if (run !== this.run) {
			Object.assign(this, {run, started: false, held: false, rows: [], written: new Map(settings)});
			this.unit.start(settings);
			this.started = true;
			this.keepRow();
		}
		settings.forEach((value, name) => this.set(name, value));
	}

	// while it runs; a value that is refused is reported, with the one before
	set(name, value) {
		const before = this.written.get(name);
		if (!this.started || before === value) {
			return;
		}
		this.written.set(name, value);
		try {
			this.unit.write(name, value);
		} catch (error) {
			throw Object.assign(error, {refused: {name, before}});
		}
	}

	simulate() {
		const {unit, wish} = this, begun = performance.now();
		while (this.started && unit.time < wish.goal && performance.now() - begun < SLICE) {
			this.hold(wish.grip);
			unit.step();
			this.keepRow();
		}
	}

	// the force of the spring, constant for a step
	hold(grip) {
		const {unit} = this;
		if (grip !== null) {
			const {body, local, to, stiffness} = grip, {position, rotation} = unit.scene.bodies[body];
			const {p, r} = poseOf(position.map((name) => unit.value(name)), rotation.map((name) => unit.value(name)));
			const from = add(p, turn(r, local));
			unit.pull(body, local, from.map((x, k) => stiffness * (to[k] - x)));
		} else if (this.held) {
			unit.pull(-1, [0, 0, 0], [0, 0, 0]);
		}
		this.held = grip !== null;
	}

	keepRow() {
		this.rows.push(this.unit.row.slice());
	}

	answerRows() {
		const n = this.rows.length, width = this.unit.row.length;
		if (n > 0) {
			const rows = new Float64Array(n * width);
			this.rows.forEach((row, i) => rows.set(row, i * width));
			this.rows = [];
			this.answer({run: this.run, rows}, [rows.buffer]);
		}
	}
}

// in a worker: the first message brings the unit, the others are wishes
export function serveEngine() {
	const answer = (message, handed = []) => self.postMessage(message, handed);
	self.onmessage = async ({data}) => {
		try {
			const engine = await Engine.begin(data, answer);
			self.onmessage = (event) => engine.receive(event.data);
		} catch (error) {
			answer({error: error.message});
		}
	};
}
