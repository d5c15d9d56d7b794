// The table of a study: columns of numbers, words as their places in a list, and which cases are
// chosen.

export class Cases {
	// {title, about, command, columns: [{name, unit, kind, words, values}], messages}
	constructor(data) {
		Object.assign(this, data);
		this.columns.forEach((column) => {
			column.values = Float64Array.from(column.values, (value) => value ?? NaN);
			column.label = column.unit === "" ? column.name : `${column.name} (${column.unit})`;
		});
		this.n = this.columns[0].values.length;
		// the number of a case is no quantity
		this.shown = this.columns.filter((column) => column.kind !== "number" && this.spans(column));
		this.ranges = new Map(); // column -> [low, high]
		this.chosen = new Uint8Array(this.n).fill(1);
		this.count = this.n;
		this.one = -1;
	}

	// measures the column; false where all cases have the same value
	spans(column) {
		let low = Infinity, high = -Infinity;
		for (const value of column.values) {
			if (Number.isFinite(value)) {
				low = Math.min(low, value);
				high = Math.max(high, value);
			}
		}
		[column.low, column.high] = [low, high];
		return high > low;
	}

	// cases whose value lies in the range; null: any value
	choose(column, range) {
		if (range === null) {
			this.ranges.delete(column);
		} else {
			this.ranges.set(column, range);
		}
		this.count = 0;
		for (let i = 0; i < this.n; i++) {
			this.chosen[i] = [...this.ranges].every(([{values}, [low, high]]) => values[i] >= low && values[i] <= high);
			this.count += this.chosen[i];
		}
	}

	clear() {
		this.ranges.clear();
		this.chosen.fill(1);
		this.count = this.n;
	}
}
