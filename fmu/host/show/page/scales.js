// How large the values of each unit are, so that what is rounding compared with them is shown as
// zero.

const ROUNDING = 1e-12;  // of the largest value of the unit
const NOTHING = 1e-15;   // of what masses and lengths make of a unit: all of its values are rounding
const SAMPLED_ROWS = 64; // that are looked at of a column
const DERIVED = {
	N: "kg.m.s-2",
	J: "kg.m2.s-2",
	W: "kg.m2.s-3"
};

// what a unit is made of: powers of kg, m and s
function* factorsOf(unit) {
	for (const [i, part] of unit.split("/").entries()) {
		for (const token of part.split(".")) {
			const [, name, power] = token.match(/^([A-Za-z]+)(-?\d*)$/) ?? [null, "", ""];
			const exponent = (i > 0 ? -1 : 1) * (power === "" ? 1 : Number(power));
			if (DERIVED[name] === undefined) {
				yield [name, exponent];
			} else {
				for (const [base, inner] of factorsOf(DERIVED[name])) {
					yield [base, inner * exponent];
				}
			}
		}
	}
}

// numbers that somebody wrote, and those that show how large rounding is
const isExact = ({name, causality}) => causality === "parameter" || causality === "input" ||
                                       /(^|\.)solver\.[^.]+$/.test(name) || name.endsWith("energies.balance_error");

export class Scales {
	constructor(values) {
		this.values = values;
		this.rows = -1;
		this.byName = new Map(values.variables.map((variable) => [variable.name, variable]));
	}

	// the largest value of a unit, or what masses and lengths make of it within a second, or the
	// run, where all is rounding compared with that
	of(unit) {
		if (this.values.rows > 2 * this.rows || this.values.rows < this.rows) {
			this.measure();
		}
		return this.largest.get(unit) ?? 0;
	}

	measure() {
		const {values} = this, found = new Map(), masses = new Map();
		this.rows = values.rows;
		for (const variable of values.variables) {
			const into = isExact(variable) ? masses : found;
			into.set(variable.unit, Math.max(into.get(variable.unit) ?? 0, this.largestOf(variable.name)));
		}
		const base =
			{kg: masses.get("kg") ?? 0, m: found.get("m") ?? 0, s: Math.max(1, values.stop - values.start), rad: 1};
		this.largest = new Map([...found].map(([unit, size]) => {
			const made =
				[...factorsOf(unit)].reduce((product, [name, power]) => product * (base[name] ?? 1) ** power, 1);
			return [unit, size < NOTHING * made ? made : size];
		}));
	}

	largestOf(name) {
		const {numbers, constant} = this.values.columns.get(name), {rows} = this.values;
		const step = Math.max(1, Math.floor(rows / SAMPLED_ROWS));
		let most = numbers === null && Number.isFinite(constant) ? Math.abs(constant) : 0;
		for (let i = 0; numbers !== null && i < rows; i += step) {
			most = Math.max(most, Number.isFinite(numbers[i]) ? Math.abs(numbers[i]) : 0);
		}
		return most;
	}

	// how large other values of the unit of a variable are; 0 where any value of it counts
	size(name) {
		const variable = this.byName.get(name);
		return variable === undefined || isExact(variable) ? 0 : this.of(variable.unit);
	}

	// how large a value of a variable may be and still be rounding
	rounding(name) {
		return ROUNDING * this.size(name);
	}

	// without rounding
	clean(name, number) {
		return Math.abs(number) < this.rounding(name) ? 0 : number;
	}
}
