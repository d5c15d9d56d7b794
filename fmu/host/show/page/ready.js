// Plots that are ready: outputs, a plot for each unit, and what shows whether the run is right.
import {MOST_CURVES} from "./plot.js";
import {sectionOf} from "./system.js";

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

// the same of each mechanism of a system
function readyOf(variables) {
	const mark = "energies.balance_error";
	const owners = variables.filter(({name}) => name.endsWith(mark)).map(({name}) => name.slice(0, -mark.length));
	return READY.flatMap(
		({title, names, log}) =>
			(owners.length === 0 ? [""] : owners).map((owner) => ({
														  title: owner === "" ? title
																			  : `${title}, ${owner.slice(0, -1)}`,
														  names: names.map((name) => owner + name),
														  log,
													  })));
}

export function readyPlots(values) {
	const units = new Map();
	for (const {name, unit, causality} of values.variables) {
		if (causality === "output" && sectionOf(name) !== "energies") {
			units.set(unit, [...(units.get(unit) ?? []), name]);
		}
	}
	const outputs = [...units].flatMap(([unit, names]) => plotsOf(unit === "" ? "Outputs" : `Outputs, ${unit}`, names));
	return [...outputs, ...readyOf(values.variables)].filter(({names}) => names.some((name) => values.changes(name)));
}
