// The unit as the page has it: an engine in a worker, which gets wishes and sends rows; in the
// page, where the browser refuses workers.
import {Engine} from "./engine.js";
import {Values} from "./values.js";

const MOST_ROWS = 20000;

// the script of this page again, from memory: a page from disk has no other file, and no server
function makeWorker() {
	const script = document.querySelector("script[type=module]").textContent;
	return new Worker(URL.createObjectURL(new Blob([script], {type: "text/javascript"})));
}

// returns where wishes go; `receive` gets all answers, the first one shows the names of the columns
function openWorker(begin, receive) {
	return new Promise((resolve, reject) => {
		const worker = makeWorker();
		worker.onerror = (event) => {
			event.preventDefault();
			reject(new Error(event.message));
		};
		worker.onmessage = ({data}) => {
			worker.onerror = null;
			resolve((wish) => worker.postMessage(wish));
			receive(data);
		};
		worker.postMessage(begin);
	});
}

async function openHere(begin, receive) {
	const engine = await Engine.begin(begin, receive);
	return (wish) => engine.receive(wish);
}

// of a scene what an engine needs
function needed({start, step, variables, bodies, units, connections, outputs, settings, coupling}) {
	return {
		start,
		step,
		variables,
		bodies: bodies.map(({position, rotation}) => ({position, rotation})),
		...(units === undefined ? {} : {
			connections,
			outputs,
			settings,
			coupling,
			units: units.map(({name, scene}) => ({name, scene: needed(scene)})),
		}),
	};
}

export class RemoteUnit {
	static async open(base64, scene) {
		const begin = {unit: base64, scene: needed(scene)}, unit = new RemoteUnit(scene);
		unit.inWorker = true;
		unit.post = await openWorker(begin, (answer) => unit.receive(answer)).catch(() => {
			unit.inWorker = false;
			return openHere(begin, (answer) => unit.receive(answer));
		});
		if (unit.names === undefined) {
			throw new Error(unit.problem);
		}
		return unit;
	}

	constructor(scene) {
		Object.assign(this, {scene, run: 0, settings: new Map(), grip: null, goal: -Infinity});
		this.variables = new Map(scene.variables.map((variable) => [variable.name, variable]));
		this.listener = {advanced() {}, failed() {}};
		this.clear();
	}

	clear() {
		this.values = new Values(this.scene.variables);
	}

	// as far as it has come
	get time() {
		return this.values.stop;
	}

	get started() {
		return this.values.rows > 0;
	}

	// at the start again, with all that was set
	start() {
		this.run++;
		this.goal = -Infinity;
		this.clear();
		this.wish();
	}

	// inputs and tunable parameters act at once; others ask for a new start: returns whether they
	// do
	set(name, value) {
		const {causality, tunable} = this.variables.get(name), again = causality !== "input" && !tunable;
		this.settings.set(name, value);
		if (!again) {
			this.wish();
		}
		return again;
	}

	pull(grip) {
		this.grip = grip;
		this.wish();
	}

	// simulates to this time, one step beyond it at most
	ask(goal) {
		if (goal !== this.goal) {
			this.goal = goal;
			this.wish();
		}
	}

	wish() {
		const {run, settings, grip, goal} = this;
		this.post({run, settings, grip, goal});
	}

	receive({names, run, rows, error, refused}) {
		if (names !== undefined) {
			this.names = names;
		} else if (run === undefined) {
			this.problem = error;
		} else if (run === this.run && rows !== undefined) {
			this.values.append(this.names, rows, MOST_ROWS);
			this.listener.advanced();
		} else if (run === this.run) {
			this.forget(refused);
			this.goal = -Infinity;
			this.listener.failed(new Error(error));
		}
	}

	// what was refused while it ran: the value before holds
	forget(refused) {
		if (refused?.before === undefined) {
			this.settings.delete(refused?.name);
		} else {
			this.settings.set(refused.name, refused.before);
		}
	}
}

// without results the page makes them, as far as it comes within a second
export function simulateExperiment(unit, complain) {
	const goal = unit.scene.stop - 1e-3 * unit.scene.step;
	return new Promise((done) => {
		let late = false;
		const look = () => unit.started && (late || unit.time >= goal) && done();
		unit.listener = {
			advanced: look,
			failed: (error) => {
				complain(error);
				done();
			}
		};
		setTimeout(() => {
			late = true;
			look();
		}, 1000);
		unit.start();
		unit.ask(goal);
	});
}
