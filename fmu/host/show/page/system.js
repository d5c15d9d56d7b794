// A system of units as one scene: everything in it has the name of its unit and a point in front,
// as the columns of its results have.
import {prefixFormula} from "./follows.js";

// joints of joints.pin, and of arm.joints.pin
export const sectionOf = (name) => name.split(".").at(-2);

const all = (list, change) => list.map((name) => (name === "" ? "" : change(name)));

function bodyOf(body, first, put) {
	const follow = (follows) => Object.fromEntries(
		Object.entries(follows).map(([key, list]) => [key, list.map((formula) => prefixFormula(formula, put))]));
	const shapes =
		body.shapes?.map((shape) => (shape.follows === undefined ? shape : {...shape, follows: follow(shape.follows)}));
	return {
		...body,
		name: put(body.name),
		position: all(body.position, put),
		rotation: all(body.rotation, put),
		carrier: body.carrier < 0 ? body.carrier : body.carrier + first,
		...(shapes === undefined ? {} : {shapes}),
	};
}

function elementOf(element, firstBody, firstElement, put) {
	const move = (list, first) => list.map((i) => (i < 0 ? i : i + first));
	return {
		...element,
		name: put(element.name),
		bodies: move(element.bodies, firstBody),
		joints: move(element.joints, firstElement),
		rates: all(element.rates ?? [], put),
		...(element.input === undefined ? {} : {input: put(element.input)}),
	};
}

// variables of a unit; owner and place say whose they are
function variablesOf(unit, owner, put, fed, settings) {
	return (unit.scene?.variables ?? unit.variables)
	    .map((variable, place) => ({reference: place, ...variable}))
	    .filter(({name}) => name !== "time")
	    .map((variable) => {
			const name = put(variable.name), start = settings.get(name) ?? variable.start;
			return {
				...variable,
				name,
				owner,
				own: variable.name,
				causality: fed.has(name) && variable.causality === "input" ? "local" : variable.causality,
				...(variable.column === undefined ? {} : {column: put(variable.column)}),
				...(start === undefined ? {} : {start}),
			};
		});
}

// the scene itself, where it is that of one mechanism
export function sceneOfAll(scene) {
	if (scene.units === undefined) {
		return scene;
	}
	const fed = new Set(scene.connections.map(({to}) => to));
	const settings = new Map(scene.settings.map(({name, value}) => [name, value]));
	const bodies = [], elements = [],
		  variables = [{name: "time", unit: "s", text: "time", causality: "independent", type: "real"}];
	// an input of the system starts as the first one that it feeds
	const startOf = (input) => {
		const feed = scene.connections.find(({from, map}) => from === input && map === undefined);
		const start = variables.find(({name}) => name === feed?.to)?.start;
		return start === undefined || feed.factor === 0 ? {} : {start: (start - feed.offset) / feed.factor};
	};
	const drawn = scene.units.filter((unit) => unit.scene !== undefined);
	scene.units.forEach((unit, owner) => {
		const put = (name) => `${unit.name}.${name}`, firstBody = bodies.length, firstElement = elements.length;
		variables.push(...variablesOf(unit, owner, put, fed, settings));
		if (unit.scene !== undefined) {
			bodies.push(...unit.scene.bodies.map((body) => bodyOf(body, firstBody, put)));
			elements.push(...unit.scene.elements.map((one) => elementOf(one, firstBody, firstElement, put)));
		}
	});
	variables.push(...scene.variables.map(
		(variable) => ({...variable, owner: -1, own: variable.name, ...startOf(variable.name)})));
	const named = drawn.find((unit) => unit.scene.variables.some(({name}) => name === "gravity[1]"));
	return {
		...scene,
		mechanism: scene.system,
		space: drawn.every((unit) => unit.scene.space === "planar") ? "planar" : "spatial",
		gravity: named === undefined ? "gravity" : `${named.name}.gravity`,
		bodies,
		elements,
		variables,
	};
}
