// The page of a system: all units in one picture, the block diagram with the values of the moment,
// plots of all outputs; and where all units simulate in the page, the loop does.
import assert from "node:assert/strict";
import {existsSync} from "node:fs";
import {join} from "node:path";

// of positions: both solve loops to the tolerance of the exchange, 1e-6, and errors of one step grow
const NEAR_SYSTEM = 1e-5;
const MOST_SYSTEM_ROWS = 40;

// the system from its start to so many rows, while no frames are drawn
const simulateSystem = (rows) => `(async () => {
	const {unit} = mechfmu.simulation, {start, step} = mechfmu.scene;
	mechfmu.frame = () => 0;
	unit.start();
	unit.ask(start + (${rows} - 1.5) * step);
	while (unit.values.rows < ${rows} && document.getElementById("message").hidden) {
		await new Promise((done) => setTimeout(done, 5));
	}
	return document.getElementById("message").textContent;
})()`;

// the greatest difference of positions and rotations between simulation and recorded run
const differenceOfBodies = `(() => {
	const {recorded, unit} = mechfmu.simulation, found = unit.values;
	let worst = 0;
	for (const name of mechfmu.scene.bodies.flatMap(({position, rotation}) => [...position, ...rotation])) {
		for (let row = 0; row < found.rows; row++) {
			const place = {low: row, high: row, fraction: 0}, wanted = recorded.at(name, place);
			worst = Math.max(worst, Math.abs(found.at(name, place) - wanted) / Math.max(1, Math.abs(wanted)));
		}
	}
	return worst;
})()`;

// texts of the diagram at a time: names of boxes, and values at ports
const diagramAt = (time) => `(mechfmu.player.pause(), mechfmu.player.seek(${time}), mechfmu.draw(), {
	boxes: [...document.querySelectorAll("#diagram .name")].map((text) => text.textContent),
	lines: document.querySelectorAll("#diagram .lines path:not(.tip)").length,
	values: [...document.querySelectorAll("#diagram .value")].map((text) => text.textContent),
	shown: !document.getElementById("diagram").hidden,
})`;

async function checkSystem(browser, {run, work}, file, name, {units, lines, bodies}, live) {
	run("run", file, "--show", "--all", "-o", `${name}.csv`);
	await browser.open(join(work, `${name}.html`), {small: true});
	const before = await browser.evaluate(diagramAt("mechfmu.values.start"));
	const after = await browser.evaluate(diagramAt("mechfmu.values.stop"));
	assert.deepEqual(before.boxes, units, `${name}: boxes`);
	assert.equal(before.lines, lines, `${name}: lines`);
	assert.ok(before.shown);
	assert.ok(before.values.every((text) => /\d/.test(text)), `${name}: ${before.values}`);
	assert.notDeepEqual(after.values, before.values, `${name}: values of the diagram do not change`);
	const drawn = await browser.evaluate("mechfmu.scene.bodies.map(({name}) => name.split('.')[0])");
	assert.deepEqual([...new Set(drawn)], bodies, `${name}: units in the picture`);
	const plotted = await browser.evaluate("mechfmu.plots.list.flatMap(({names}) => names)");
	const outputs = await browser.evaluate(`mechfmu.scene.variables.filter(({name, causality}) =>
		causality === "output" && mechfmu.values.changes(name)).map(({name}) => name)`);
	assert.deepEqual(outputs.filter((output) => !plotted.includes(output) && !output.includes(".energies.")), []);
	assert.equal(await browser.evaluate("mechfmu.simulation !== null"), live, `${name}: simulates`);
	if (live) {
		const rows = Math.min(MOST_SYSTEM_ROWS, await browser.evaluate("mechfmu.values.rows"));
		assert.equal(await browser.evaluate(simulateSystem(rows)), "");
		const worst = await browser.evaluate(differenceOfBodies);
		assert.ok(worst < NEAR_SYSTEM, `${name}: the simulation in the page differs by ${worst}`);
	}
	assert.deepEqual(browser.problems, [], `${name}: console`);
	console.log(`${name}: ${before.boxes.length} units, ${before.lines} connections`);
}

// a slider of the system: the thrust of the train acts at once, and its parts are pulled
async function checkSystemLive(browser, {work}) {
	await browser.open(join(work, "train.html"), {small: true});
	const speed = (thrust) => `(async () => {
		const {unit} = mechfmu.simulation;
		mechfmu.frame = () => 0;
		unit.settings.set("front.thrust", ${thrust});
		unit.start();
		unit.ask(1 - 0.5 * mechfmu.scene.step);
		while (unit.time < 1 - 1e-9 && document.getElementById("message").hidden) {
			await new Promise((done) => setTimeout(done, 5));
		}
		return unit.values.at("front.joints.rail.speed", unit.values.locate(1));
	})()`;
	const one = await browser.evaluate(speed(1000)), two = await browser.evaluate(speed(2000));
	assert.ok(Math.abs(two / one - 2) < 1e-5, `twice the thrust: ${one}, ${two}`); // linear, from rest
	const pulled = await browser.evaluate(`(async () => {
		const {unit} = mechfmu.simulation, body = mechfmu.scene.bodies.findIndex(({name}) => name === "rear.bodies.car");
		unit.settings.set("front.thrust", 0);
		unit.grip = {body, local: [0, 0, 0], to: [100, 0, 0], stiffness: 10};
		unit.start();
		unit.ask(0.5);
		while (unit.time < 0.5 && document.getElementById("message").hidden) {
			await new Promise((done) => setTimeout(done, 5));
		}
		return unit.values.at("rear.bodies.car.x", unit.values.locate(0.5));
	})()`);
	assert.ok(pulled > 0.01, `a pull moves the rear car: ${pulled}`);
}

export async function checkSystems(browser, {run, examples, work}, live) {
	const folder = join(examples, "systems"), file = (name) => join(folder, name, `${name}.yaml`);
	await checkSystem(browser, {run, work}, file("train"), "train",
	                  {units: ["front", "rear"], lines: 2, bodies: ["front", "rear"]}, live);
	await checkSystem(browser, {run, work}, file("arm_with_servos"), "arm_with_servos",
	                  {units: ["arm", "drives"], lines: 4, bodies: ["arm", "drives"]}, live);
	// the same as an archive
	run("export", "--native", file("train"), "-o", "packed.ssp");
	await checkSystem(browser, {run, work}, "packed.ssp", "packed",
	                  {units: ["front", "rear"], lines: 2, bodies: ["front", "rear"]}, live);
	if (live) {
		await checkSystemLive(browser, {work});
	}
	// a unit without a picture
	const arm = join(process.env.MECHFMU_COUPLED ?? "", "arm_with_controller.yaml");
	if (existsSync(join(process.env.MECHFMU_COUPLED ?? "", "pid.fmu"))) {
		await checkSystem(browser, {run, work}, arm, "arm_with_controller",
		                  {units: ["arm", "pid"], lines: 2, bodies: ["arm"]}, false);
	}
}
