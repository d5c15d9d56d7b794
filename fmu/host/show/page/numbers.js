// Numbers as people read them: 0.25, 1234, 5·10⁴; ticks 50 k.

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const PLAIN = [-3, 3];                     // decimal exponents of numbers that are written without a power of ten
const PREFIXES = ["", "k", "M", "G", "T"]; // of thousands, millions, ...

const isPlain = (exponent) => exponent >= PLAIN[0] && exponent <= PLAIN[1];

export function powerOfTen(exponent) {
	const digits = [...String(Math.abs(exponent))].map((digit) => RAISED[digit]).join("");
	return `10${exponent < 0 ? "⁻" : ""}${digits}`;
}

export function shortNumber(number, digits = 4) {
	if (!Number.isFinite(number)) {
		return "–";
	}
	const [mantissa, exponent] = number.toExponential(digits - 1).split("e").map(Number);
	return isPlain(exponent) ? String(Number(number.toPrecision(digits))) : `${mantissa}·${powerOfTen(exponent)}`;
}

// as a field of numbers takes it
export const fieldNumber = (number) => String(Number(number.toPrecision(6)));

// round steps: about `count` of them between low and high
export function ticksOf(low, high, count) {
	const wide = (high - low) / Math.max(1, count), power = 10 ** Math.floor(Math.log10(wide));
	const step = power * [1, 2, 5, 10].find((k) => k * power >= wide * 0.999);
	const ticks = [];
	for (let tick = Math.ceil(low / step - 1e-9) * step; tick <= high + 1e-9 * step; tick += step) {
		ticks.push(Math.abs(tick) < 1e-9 * step ? 0 : tick);
	}
	return ticks;
}

// what stands after the numbers of ticks up to 10^exponent, and the power of ten that it stands for
function afterTicks(exponent) {
	const thousands = Math.floor(exponent / 3);
	if (isPlain(exponent)) {
		return ["", 0];
	}
	return exponent > 0 && thousands < PREFIXES.length ? [` ${PREFIXES[thousands]}`, 3 * thousands]
		                                               : [`·${powerOfTen(exponent)}`, exponent];
}

// all ticks of an axis alike: as many decimals as their step has, and one prefix or power of ten
export function textsOfTicks(ticks) {
	const most = Math.max(...ticks.map(Math.abs)), exponent = most > 0 ? Math.floor(Math.log10(most) + 1e-9) : 0;
	const [after, power] = afterTicks(exponent), step = (ticks.length > 1 ? ticks[1] - ticks[0] : most) / 10 ** power;
	const decimals = step > 0 ? Math.min(12, Math.max(0, Math.ceil(-Math.log10(step) - 1e-6))) : 0;
	return ticks.map((tick) => (tick === 0 ? "0" : `${(tick / 10 ** power).toFixed(decimals)}${after}`));
}
