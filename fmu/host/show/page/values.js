// Values of all variables over time: columns of numbers, or one number where nothing changes.
import {Scales} from "./scales.js";

export async function inflate(base64) {
	const text = atob(base64);
	const packed = new Uint8Array(text.length);
	for (let i = 0; i < text.length; i++) {
		packed[i] = text.charCodeAt(i);
	}
	const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

// byte k of all numbers stands before byte k + 1
function numbersOfPlanes(bytes, offset, rows) {
	const numbers = new Float64Array(rows);
	const target = new Uint8Array(numbers.buffer);
	for (let b = 0; b < 8; b++) {
		const plane = offset + b * rows;
		for (let i = 0; i < rows; i++) {
			target[8 * i + b] = bytes[plane + i];
		}
	}
	return numbers;
}

export class Values {
	constructor(variables) {
		this.variables = variables;
		this.columns = new Map(); // name -> {numbers, constant}
		this.vectors = new Map();
		this.rows = 0;
		this.times = new Float64Array(0);
		// by the names that the unit has for them, where those are others
		this.names = new Map(variables.filter(({column}) => column).map(({column, name}) => [column, name]));
		for (const variable of variables) {
			this.columns.set(variable.name, {numbers: null, constant: variable.start ?? NaN});
		}
		this.scales = new Scales(this);
	}

	// the first row alone, which needs no unpacking
	readFirst(results) {
		for (const {name, value, first} of results.columns) {
			this.columns.set(this.nameOf(name), {numbers: null, constant: value ?? first ?? NaN});
		}
	}

	// bodies as drawn, where there are no results
	takeDrawn(bodies) {
		for (const {name, position, rotation} of bodies) {
			position.forEach((key, k) => this.columns.set(key, this.columns.get(`${name}.center[${k + 1}]`)));
			rotation.forEach(
				(key, k) => this.columns.set(key, {numbers: null, constant: Number(rotation.length > 1 && k === 0)}));
		}
	}

	async read(results) {
		const bytes = await inflate(results.bytes);
		let offset = 0;
		this.rows = results.rows;
		for (const {name, value} of results.columns) {
			let numbers = null;
			if (value === undefined) {
				numbers = numbersOfPlanes(bytes, offset, this.rows);
				offset += 8 * this.rows;
			}
			this.columns.set(this.nameOf(name), {numbers, constant: value ?? NaN});
		}
		this.times = this.columns.get("time").numbers;
	}

	nameOf(column) {
		return this.names.get(column) ?? column;
	}

	// rows more, each the time and then the other columns by these names; of `most` rows the older
	// half goes. A column begins where a number changes.
	append(names, numbers, most) {
		const columns = names.map((name) => this.columns.get(name)), n = names.length;
		for (let first = 0; first < numbers.length; first += n) {
			if (this.rows === this.times.length) {
				this.makeRoom(most);
			}
			this.times[this.rows] = numbers[first];
			for (let k = 1; k < n; k++) {
				this.put(columns[k], numbers[first + k]);
			}
			this.rows++;
		}
	}

	put(column, number) {
		if (column.numbers === null && this.rows > 0 && !Object.is(number, column.constant)) {
			column.numbers = new Float64Array(this.times.length).fill(column.constant, 0, this.rows);
		}
		if (column.numbers === null) {
			column.constant = number;
		} else {
			column.numbers[this.rows] = number;
		}
	}

	makeRoom(most) {
		const full = this.rows >= most, drop = full ? this.rows >> 1 : 0,
			  size = full ? most : Math.max(512, 2 * this.rows);
		const moved = (numbers) => {
			const target = new Float64Array(size);
			target.set(numbers.subarray(drop, this.rows));
			return target;
		};
		this.times = moved(this.times);
		this.columns.forEach((column) => { column.numbers = column.numbers === null ? null : moved(column.numbers); });
		this.rows -= drop;
	}

	get start() {
		return this.rows > 0 ? this.times[0] : 0;
	}

	get stop() {
		return this.rows > 0 ? this.times[this.rows - 1] : 0;
	}

	has(name) {
		return this.columns.has(name);
	}

	// does it change, so that there is something to plot?
	changes(name) {
		return (this.columns.get(name)?.numbers ?? null) !== null;
	}

	// the place of a time between two rows
	locate(time) {
		let low = 0, high = Math.max(0, this.rows - 1);
		while (high - low > 1) {
			const half = (low + high) >> 1;
			if (this.times[half] <= time) {
				low = half;
			} else {
				high = half;
			}
		}
		const width = this.times[high] - this.times[low];
		const fraction = width > 0 ? Math.min(1, Math.max(0, (time - this.times[low]) / width)) : 0;
		return {low, high, fraction};
	}

	at(name, place) {
		const column = this.columns.get(name);
		if (column === undefined) {
			return NaN;
		}
		if (column.numbers === null || this.rows === 0) {
			return column.constant;
		}
		const before = column.numbers[place.low], after = column.numbers[place.high];
		return place.fraction === 0 ? before : before + place.fraction * (after - before);
	}

	// without rounding, as it is read
	shown(name, place) {
		return this.scales.clean(name, this.at(name, place));
	}

	// +1 or -1 as the values from a time on, as those before where all are zero; +1 where nothing
	// shows
	sign(name, place) {
		const column = this.columns.get(name), now = Math.sign(this.shown(name, place)) || 0;
		if (now !== 0 || (column?.numbers ?? null) === null) {
			return now || 1;
		}
		const rounding = this.scales.rounding(name), {numbers} = column, large = (i) => Math.abs(numbers[i]) > rounding;
		let row = place.high;
		while (row < this.rows - 1 && !large(row)) {
			row++;
		}
		while (row > 0 && !large(row)) {
			row--;
		}
		return Math.sign(numbers[row]) || 1;
	}

	// components name[1], name[2], ... of a vector, filled up to three; null: there is no such
	// vector
	vector(name, place) {
		let names = this.vectors.get(name);
		if (names === undefined) {
			names = [1, 2, 3].map((k) => `${name}[${k}]`).filter((component) => this.has(component));
			this.vectors.set(name, names);
		}
		return names.length === 0 ? null : [0, 1, 2].map((k) => (k < names.length ? this.at(names[k], place) : 0));
	}

	// least and greatest number of a column, from row to row
	range(name, first = 0, last = this.rows - 1) {
		const {numbers, constant} = this.columns.get(name);
		if (numbers === null) {
			return [constant, constant];
		}
		let low = Infinity, high = -Infinity;
		for (let i = first; i <= last; i++) {
			const number = numbers[i];
			if (number < low) {
				low = number;
			}
			if (number > high) {
				high = number;
			}
		}
		return [low, high];
	}

	// as CSV, the columns that change among those named
	table(names) {
		const shown = names.filter((name) => name !== "time" && this.changes(name));
		const lines = [["time", ...shown].map((name) => `"${name.replaceAll('"', '""')}"`).join(",")];
		for (let i = 0; i < this.rows; i++) {
			const cells = shown.map((name) => this.columns.get(name).numbers[i]);
			lines.push([this.times[i], ...cells].join(","));
		}
		return lines.join("\n") + "\n";
	}
}
