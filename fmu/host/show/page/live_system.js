// A system of units that simulate in the page: it exchanges their values as `mechfmu run` does, and
// has the methods of one unit (live.js).
//
// Within a step h an input is a polynomial in the time s since its beginning, made of the output y
// of its source. From the beginning alone: y + y' s + y'' s^2 / 2, up to the order of the system;
// once the source has reached the end, the polynomial of this order through both ends. `jacobi` and
// `gauss_seidel` step as fmu/host/systems does. In place of its `iterated` and `newton` all units
// repeat the step until the outputs at its end fit those that their inputs were made of; Anderson's
// method, "Iterative procedures for nonlinear integral equations", J. ACM 12 (1965), chooses the
// next ones. Its last results are those of Newton's method up to the tolerance.
import {LiveUnit} from "./live.js";

const WHOLE = 1e-6;   // steps that are longer than wanted by less than this part are taken as they are
const MOST_PAIRS = 8; // differences of iterates that the next one is made of, also of steps before
const START_ROUNDS = 60;

// the solution of a symmetric positive definite system, which is small
function solve(matrix, right) {
	const n = right.length, a = matrix.map((row, i) => [...row, right[i]]);
	for (let k = 0; k < n; k++) {
		for (let i = k + 1; i < n; i++) {
			const factor = a[i][k] / a[k][k];
			for (let j = k; j <= n; j++) {
				a[i][j] -= factor * a[k][j];
			}
		}
	}
	const x = new Array(n).fill(0);
	for (let k = n - 1; k >= 0; k--) {
		x[k] = (a[k][n] - x.reduce((sum, number, j) => sum + (j > k ? a[k][j] * number : 0), 0)) / a[k][k];
	}
	return x;
}

const product = (a, b) => a.reduce((sum, number, i) => sum + number * b[i], 0);
const minus = (a, b) => a.map((number, i) => number - b[i]);

// the next iterate, in the scales given: the last one and its residual, less what differences
// between iterates can explain
function accelerate(z, r, pairs, scales) {
	const inScale = (list) => list.map((number, i) => number / scales[i]), residual = inScale(r);
	const dz = pairs.map((pair) => inScale(pair.dz)), dr = pairs.map((pair) => inScale(pair.dr));
	const scale = Math.max(0, ...dr.map((one) => product(one, one)));
	const normal = dr.map((a, i) => dr.map((b, j) => product(a, b) + (i === j ? 1e-14 * scale : 0)));
	const parts = scale > 0 ? solve(normal, dr.map((one) => product(one, residual))) : [];
	return z.map((number, i) => {
		const change = parts.reduce((sum, part, k) => sum - part * (dz[k][i] + dr[k][i]), residual[i]);
		return number + scales[i] * change;
	});
}

export class LiveSystem {
	static async load(units, scene) {
		const texts = units.split("\n"), parts = [];
		for (const [i, {name, scene: own}] of scene.units.entries()) {
			const unit = await LiveUnit.load(texts[i], {...own, start: scene.start});
			parts.push(Object.assign(unit, {unitName: name}));
		}
		return new LiveSystem(parts, scene);
	}

	constructor(units, scene) {
		Object.assign(this, {units, scene, outside: new Map(), signals: [], feeds: units.map(() => [])});
		this.variables = new Map(scene.variables.map((variable) => [variable.name, variable]));
		scene.connections.forEach((connection) => this.connect(connection));
		this.loop = this.signals.filter(({continuous}) => continuous);
		const own = scene.variables.filter(({owner}) => owner < 0).map(({name}) => name);
		this.names =
			["time", ...units.flatMap((unit) => unit.names.slice(1).map((name) => `${unit.unitName}.${name}`)), ...own];
		this.places = new Map(this.names.map((name, place) => [name, place]));
		this.renamed = new Map(scene.outputs.map((output) => [output.name, output]));
		this.own = own;
		this.row = new Float64Array(this.names.length);
	}

	connect(connection) {
		const to = this.variables.get(connection.to), from = this.variables.get(connection.from);
		const feed = {...connection, variable: to, signal: null};
		if (from.owner >= 0) {
			feed.signal = this.signals.find(({variable}) => variable === from);
			if (feed.signal === undefined) {
				feed.signal =
					{variable: from, unit: this.units[from.owner], begin: 0, end: 0, slope: 0, bend: 0, largest: 0};
				this.signals.push(feed.signal);
			}
		}
		feed.continuous = feed.signal !== null && !connection.parameter && !connection.map && from.type === "real" &&
		                  to.type === "real";
		if (feed.signal !== null) {
			feed.signal.continuous ||= feed.continuous;
		}
		this.feeds[to.owner].push(feed);
	}

	// at the start again, with settings: numbers by names
	start(settings) {
		const {scene, units} = this;
		this.outside.clear();
		this.started = false;
		units.forEach((unit, i) => {
			const given = scene.settings.map(({name, value}) => [name, value]).concat([...settings]);
			const own = new Map(given.map(([name, value]) => [this.variables.get(name), value])
			                        .filter(([variable]) => variable.owner === i)
			                        .map(([variable, value]) => [variable.own, value]));
			unit.enter(own);
		});
		settings.forEach((value, name) => this.write(name, value));
		units.forEach((unit) => unit.initialize());
		this.settle();
		units.forEach((unit) => unit.leave());
		this.signals.forEach((signal) => {
			signal.begin = signal.end = signal.unit.get(signal.variable.own);
			signal.largest = Math.abs(signal.end);
		});
		Object.assign(this, {started: true, steps: 0, time: scene.start, now: scene.start, pairs: []});
		this.derive();
		// slopes go round as values did
		(scene.coupling.order > 0 ? units : []).forEach(() => {
			scene.coupling.units.forEach((i) => this.give(i, 0, null));
			this.derive();
		});
		this.read();
	}

	// in initialization mode values go round until they fit
	settle() {
		this.signals.forEach((signal) => (signal.begin = signal.end = signal.unit.get(signal.variable.own)));
		for (let round = 0; round < START_ROUNDS; round++) {
			let change = 0;
			for (const i of this.scene.coupling.units) {
				this.give(i, 0, null);
				for (const signal of this.signals.filter(({unit}) => unit === this.units[i])) {
					signal.end = signal.unit.get(signal.variable.own);
					change =
						Math.max(change, Math.abs(signal.end - signal.begin) / Math.max(1e-300, Math.abs(signal.end)));
					signal.begin = signal.end;
				}
			}
			if (change <= 1e-3 * this.scene.coupling.tolerance) {
				return;
			}
		}
		throw new Error("The algebraic loop at the start does not converge by repetition; the recorded run solves it");
	}

	write(name, value) {
		const {owner, own} = this.variables.get(name);
		if (owner < 0) {
			this.outside.set(name, value);
		} else {
			this.units[owner].write(own, value);
		}
	}

	// ---- values that are exchanged

	derive() {
		const {order} = this.scene.coupling;
		this.signals.filter(({continuous}) => continuous).forEach((signal) => {
			signal.slope = order > 0 ? signal.unit.derivative(signal.variable.own, 1) : 0;
			signal.bend = order > 1 ? signal.unit.derivative(signal.variable.own, 2) / 2 : 0;
		});
	}

	// coefficients over a step; ended: units that have reached its end
	polynomial({signal, factor, offset}, h, ended) {
		const {order} = this.scene.coupling, {begin, end, slope, bend} = signal;
		const whole = h > 0 && ended !== null && ended.has(signal.unit), a = [begin, 0, 0];
		if (order === 0) {
			a[0] = whole ? end : begin;
		} else if (order === 1) {
			a[1] = whole ? (end - begin) / h : slope;
		} else {
			a[1] = slope;
			a[2] = whole ? ((end - begin) / h - slope) / h : bend;
		}
		return [factor * a[0] + offset, factor * a[1], factor * a[2]];
	}

	// the inputs of a unit for a step
	give(i, h, ended) {
		const unit = this.units[i];
		for (const feed of this.feeds[i]) {
			const {own} = feed.variable;
			if (feed.continuous) {
				const a = this.polynomial(feed, h, ended);
				unit.write(own, a[0]);
				for (let p = 1; p <= this.scene.coupling.order && this.started; p++) {
					unit.writeDerivative(own, p, p * a[p]);
				}
			} else if (feed.signal !== null || this.outside.has(feed.from)) {
				this.hold(unit, feed, ended);
			}
		}
	}

	// a value that does not change within a step; parameters at the start alone
	hold(unit, {signal, from, factor, offset, map, parameter, variable}, ended) {
		const number = signal === null                            ? this.outside.get(from)
		               : ended !== null && ended.has(signal.unit) ? signal.end
		                                                          : signal.begin;
		const entry = map?.find(([key]) => key === number);
		if (map !== undefined && entry === undefined) {
			throw new Error(`The map of values for ${variable.name} has no entry for ${number}`);
		}
		if (!parameter || !this.started) {
			unit.write(variable.own, entry === undefined ? factor * number + offset : entry[1]);
		}
	}

	take(unit) {
		this.signals.filter((signal) => signal.unit === unit).forEach((signal) => {
			signal.end = unit.get(signal.variable.own);
			if (!Number.isFinite(signal.end)) {
				throw new Error(`${signal.variable.name} is no finite number`);
			}
		});
	}

	// ---- steps

	// to the next row: the rest in equal parts
	step() {
		const {scene} = this, next = scene.start + (this.steps + 1) * scene.step;
		while (this.now < next) {
			const left = next - this.now, parts = Math.max(1, Math.ceil(left / (scene.coupling.step ?? left) - WHOLE));
			const h = left / parts, reached = this.now + h;
			this.exchange(h);
			this.now = reached >= next - WHOLE * h ? next : reached;
		}
		this.steps++;
		this.time = next;
		this.read();
	}

	exchange(h) {
		const {name} = this.scene.coupling;
		if (name === "jacobi") {
			this.advanceAll(h, () => null);
		} else if (name === "gauss_seidel" || this.loop.length === 0) {
			const ended = new Set();
			this.advanceAll(h, (unit) => {
				const before = new Set(ended);
				ended.add(unit);
				return before;
			});
		} else {
			this.repeat(h);
		}
		this.signals.forEach((signal) => {
			signal.begin = signal.end;
			signal.largest = Math.max(signal.largest, Math.abs(signal.end));
		});
		this.derive();
	}

	// in the order of steps; whoHasEnded: the units that have reached the end before this one
	advanceAll(h, whoHasEnded) {
		for (const i of this.scene.coupling.units) {
			const unit = this.units[i];
			this.give(i, h, whoHasEnded(unit));
			unit.advance(this.now, h, 0);
			this.take(unit);
		}
	}

	repeat(h) {
		const {units, loop, scene, pairs} = this, everyone = new Set(units);
		let last = null, z = loop.map(({begin, slope, bend}) => begin + h * (slope + h * bend));
		units.forEach((unit) => unit.save());
		for (let n = 0; n < scene.coupling.iterations; n++) {
			if (n > 0) {
				units.forEach((unit) => unit.restore());
			}
			this.advanceWith(z, h, everyone);
			const now = {z, r: loop.map(({end}, k) => end - z[k])};
			const scales = loop.map(({largest, end}) => Math.max(largest, Math.abs(end), 1e-300));
			if (now.r.every((part, k) => Math.abs(part) <= scene.coupling.tolerance * scales[k])) {
				return;
			}
			if (last !== null) {
				pairs.unshift({dz: minus(z, last.z), dr: minus(now.r, last.r)});
				pairs.splice(Math.min(MOST_PAIRS, loop.length + 1));
			}
			z = accelerate(z, now.r, pairs, scales);
			last = now;
		}
		throw new Error(`The exchange does not converge at time ${this.now}`);
	}

	// all units with these ends of the outputs, whatever order they step in
	advanceWith(z, h, everyone) {
		const {units, loop} = this;
		for (const i of this.scene.coupling.units) {
			loop.forEach((signal, k) => (signal.end = z[k]));
			this.give(i, h, everyone);
			units[i].advance(this.now, h, 0);
		}
		units.forEach((unit) => this.take(unit));
	}

	// ---- for the page

	pull(body, local, force) {
		let first = 0;
		this.units.forEach((unit) => {
			const n = unit.scene.bodies.length, mine = body >= first && body < first + n;
			unit.pull(mine ? body - first : -1, local, force);
			first += n;
		});
	}

	read() {
		let place = 1;
		this.row[0] = this.time;
		for (const unit of this.units) {
			unit.time = this.time;
			unit.read();
			this.row.set(unit.row.subarray(1), place);
			place += unit.row.length - 1;
		}
		for (const name of this.own) {
			const output = this.renamed.get(name);
			this.row[place++] = output === undefined ? (this.outside.get(name) ?? this.variables.get(name).start ?? 0)
			                                         : output.factor * this.value(output.from) + output.offset;
		}
	}

	value(name) {
		return this.row[this.places.get(name)];
	}
}
