// The unit itself, as a WebAssembly module: its fmi2 functions, called as `mechfmu run` calls them.
import {inflate} from "./values.js";

const FMI_WARNING = 1; // greater ones are errors

// numbers in the memory of the module
class Memory {
	constructor(exports) {
		this.exports = exports;
	}

	take(bytes) {
		return this.exports.malloc(Math.max(8, bytes));
	}

	// made again each time: the memory may have grown
	reals(place, n) {
		return new Float64Array(this.exports.memory.buffer, place, n);
	}

	integers(place, n) {
		return new Int32Array(this.exports.memory.buffer, place, n);
	}

	text(place) {
		const bytes = new Uint8Array(this.exports.memory.buffer, place);
		return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
	}
}

export class LiveUnit {
	static async load(base64, scene) {
		const {instance} = await WebAssembly.instantiate(await inflate(base64), {});
		instance.exports._initialize();
		return new LiveUnit(instance.exports, scene);
	}

	constructor(exports, scene) {
		this.exports = exports;
		this.scene = scene;
		this.memory = new Memory(exports);
		this.component = exports.fmu_live_instantiate();
		this.check(this.component === 0 ? FMI_WARNING + 1 : 0, "The unit cannot be started");
		// value references are places in the list of variables, unless the unit shows other ones
		const known = scene.variables.map((variable, place) => ({reference: place, ...variable}))
		                  .filter(({name, reference}) => name !== "time" && reference >= 0);
		this.groups = ["real", "integer"].map((type) => {
			const list = known.filter((variable) => (variable.type === "real") === (type === "real"));
			const references = this.memory.take(4 * list.length), numbers = this.memory.take(8 * list.length);
			this.memory.integers(references, list.length).set(list.map(({reference}) => reference));
			return {type, list, references, numbers};
		});
		this.one = {
			reference: this.memory.take(8),
			number: this.memory.take(8),
			vectors: this.memory.take(48),
			state: this.memory.take(8)
		};
		this.memory.integers(this.one.state, 2).fill(0);
		this.variables = new Map(known.map((variable) => [variable.name, variable]));
		// what a row holds, and the last one
		this.names = ["time", ...this.groups.flatMap(({list}) => list.map(({name}) => name))];
		this.places = new Map(this.names.map((name, place) => [name, place]));
		this.row = new Float64Array(this.names.length);
	}

	check(status, what) {
		if (status > FMI_WARNING) {
			const why = this.memory.text(this.exports.fmu_live_message());
			throw new Error(why === "" ? what : why);
		}
	}

	// at the start again, with settings: numbers by names
	start(settings) {
		this.enter(settings);
		this.initialize();
		this.leave();
		this.steps = 0;
		this.time = this.scene.start;
		this.read();
	}

	// its parts, between which a system exchanges values
	enter(settings) {
		const {exports, component, scene} = this;
		this.pull(-1, [0, 0, 0], [0, 0, 0]);
		this.check(exports.fmi2Reset(component), "fmi2Reset");
		settings.forEach((value, name) => this.write(name, value));
		this.check(exports.fmi2SetupExperiment(component, 0, 0, scene.start, 0, 0), "fmi2SetupExperiment");
	}

	initialize() {
		this.check(this.exports.fmi2EnterInitializationMode(this.component), "The mechanism cannot be assembled");
	}

	leave() {
		this.check(this.exports.fmi2ExitInitializationMode(this.component), "The mechanism cannot be assembled");
	}

	write(name, value) {
		const {reference, type} = this.variables.get(name), {exports, memory, one, component} = this;
		memory.integers(one.reference, 1)[0] = reference;
		if (type === "real") {
			memory.reals(one.number, 1)[0] = value;
			this.check(exports.fmi2SetReal(component, one.reference, 1, one.number), name);
		} else {
			memory.integers(one.number, 1)[0] = value;
			this.check(exports.fmi2SetInteger(component, one.reference, 1, one.number), name);
		}
	}

	// one communication step, as long as the file says
	step() {
		const next = this.scene.start + (this.steps + 1) * this.scene.step;
		this.advance(this.time, next - this.time);
		this.steps++;
		this.time = next;
		this.read();
	}

	// final: 0 where the unit may have to go back
	advance(time, length, final = 1) {
		this.check(this.exports.fmi2DoStep(this.component, time, length, final), "The step");
	}

	// ---- for a system: one value, derivatives by time, and the way back

	get(name) {
		const {reference, type} = this.variables.get(name), {exports, memory, one, component} = this;
		memory.integers(one.reference, 1)[0] = reference;
		const read = type === "real" ? exports.fmi2GetReal : exports.fmi2GetInteger;
		this.check(read(component, one.reference, 1, one.number), name);
		return (type === "real" ? memory.reals(one.number, 1) : memory.integers(one.number, 1))[0];
	}

	derivative(name, order) {
		const {exports, memory, one, component} = this;
		memory.integers(one.reference, 2).set([this.variables.get(name).reference, order]);
		this.check(exports.fmi2GetRealOutputDerivatives(component, one.reference, 1, one.reference + 4, one.number),
		           name);
		return memory.reals(one.number, 1)[0];
	}

	writeDerivative(name, order, value) {
		const {exports, memory, one, component} = this;
		memory.integers(one.reference, 2).set([this.variables.get(name).reference, order]);
		memory.reals(one.number, 1)[0] = value;
		this.check(exports.fmi2SetRealInputDerivatives(component, one.reference, 1, one.reference + 4, one.number),
		           name);
	}

	save() {
		this.check(this.exports.fmi2GetFMUstate(this.component, this.one.state), "fmi2GetFMUstate");
	}

	restore() {
		const [state] = this.memory.integers(this.one.state, 1);
		this.check(this.exports.fmi2SetFMUstate(this.component, state), "fmi2SetFMUstate");
	}

	// constant force on a body, at a point in its axes from its centre of mass; body -1: none
	pull(body, local, force) {
		const place = this.one.vectors;
		this.memory.reals(place, 6).set([...local, ...force]);
		this.exports.fmu_live_pull(this.component, body, place, place + 24);
	}

	// all values, as a row
	read() {
		const {exports, memory, component, row} = this;
		let place = 1;
		row[0] = this.time;
		this.groups.forEach(({type, list, references, numbers}) => {
			const get = type === "real" ? exports.fmi2GetReal : exports.fmi2GetInteger;
			this.check(get(component, references, list.length, numbers), "The values");
			row.set(type === "real" ? memory.reals(numbers, list.length) : memory.integers(numbers, list.length),
			        place);
			place += list.length;
		});
	}

	value(name) {
		return this.row[this.places.get(name)];
	}
}
