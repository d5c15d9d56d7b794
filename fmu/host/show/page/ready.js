// Plots that are ready: outputs, a plot for each unit, and what shows whether the run is right.
import {MOST_CURVES} from "./plot.js";

const READY = [
	{title: "Energy", names: ["energies.kinetic", "energies.potential", "energies.dissipated", "energies.supplied"]},
	{title: "Energy balance", names: ["energies.balance_error"]},
	{title: "Distance to singularity", names: ["solver.distance_to_singularity"], log: true},
	{title: "Solver steps", names: ["solver.step_size"], log: true},
];

// as many plots as take curves that can be distinguished
function plotsOf(title, names) {
	const count = Math.ceil(names.length / MOST_CURVES), size = Math.ceil(names.length / count);
	return Array.from({length: count}, (_, i) => ({
										   title: count === 1 ? title : `${title}, ${i + 1} of ${count}`,
										   names: names.slice(i * size, (i + 1) * size),
									   }));
}

export function readyPlots(values) {
	const units = new Map();
	for (const {name, unit, causality} of values.variables) {
		if (causality === "output" && !name.startsWith("energies.")) {
			units.set(unit, [...(units.get(unit) ?? []), name]);
		}
	}
	const outputs = [...units].flatMap(([unit, names]) => plotsOf(`Outputs, ${unit}`, names));
	return [...outputs, ...READY].filter(({names}) => names.some((name) => values.changes(name)));
}
