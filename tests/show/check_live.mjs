// Pages that simulate: the unit in the browser gives the numbers of `mechfmu run`, follows sliders,
// and can be pulled.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {join} from "node:path";

const MOST_ROWS = 150; // of an example, so that the tests take no longer than they must
const SAME =
	1e-12; // with the same arithmetic; the mathematical functions of the two libraries differ in their last bit
// where such bits grow: friction that begins to slide, fast spin, stiff springs, and the lengths of
// steps that end at no communication point
const NEAR = {
	double_pendulum: 1e-9,
	flexible_slider_crank: 1e-9,
	four_bar_crooked_joint: 1e-9,
	gripper: 1e-9,
	spin_up_beam: 1e-9,
	four_bar: 1e-9,
	geneva_drive: 1e-9,
	heavy_top: 1e-9,
	gyroscope: 1e-9,
	off_road_vehicle: 1e-9,
	toggle_press: 1e-9,
	trebuchet: 1e-9,
};

// the unit from its start to so many rows, with what is set, while no frames are drawn
const simulate = (rows) => `(async () => {
	const {unit} = mechfmu.simulation, {start, step} = mechfmu.scene;
	mechfmu.frame = () => 0;
	unit.start();
	unit.ask(start + (${rows} - 1.5) * step);
	while (unit.values.rows < ${rows} && document.getElementById("message").hidden) {
		await new Promise((done) => setTimeout(done, 5));
	}
	return unit.values.rows;
})()`;

// the greatest difference of positions and rotations between the simulation in the page and the
// results in it
const difference = `(() => {
	const found = mechfmu.simulation.unit.values, recorded = mechfmu.simulation.recorded;
	let worst = 0;
	for (const body of mechfmu.scene.bodies) {
		for (const name of [...body.position, ...body.rotation]) {
			for (let row = 0; row < found.rows; row++) {
				const place = {low: row, high: row, fraction: 0}, wanted = recorded.at(name, place);
				worst = Math.max(worst, Math.abs(found.at(name, place) - wanted) / Math.max(1, Math.abs(wanted)));
			}
		}
	}
	return worst;
})()`;

export async function checkLive(browser, name) {
	const rows = Math.min(MOST_ROWS, await browser.evaluate("mechfmu.simulation.recorded.rows"));
	assert.ok(await browser.evaluate("mechfmu.simulation.unit.inWorker"), `${name}: simulates in a worker`);
	assert.equal(await browser.evaluate(simulate(rows)), rows, `${name}: rows of the simulation`);
	const worst = await browser.evaluate(difference), most = NEAR[name] ?? SAME;
	assert.ok(worst <= most, `${name}: the simulation in the page differs by ${worst}`);
}

// a slider sets what --start-value sets: of a parameter that needs a new start, and of a tunable
// one
export async function checkSliders(browser, {run, examples, work, readTable}) {
	const file = join(examples, "andrews_squeezer", "andrews_squeezer.yaml"), settings = [];
	run("show", file, "-o", "sliders.html");
	await browser.open(join(work, "sliders.html"), {small: true});
	for (const name of ["bodies.K5.mass", "forces.spring.stiffness"]) {
		const value = await browser.evaluate(`(() => {
			const label = [...document.querySelectorAll("#controls label")].find((l) => l.querySelector("b").textContent === "${
			name}");
			const slider = label.querySelector("input[type=range]");
			slider.value = 1.5 * slider.value;
			slider.dispatchEvent(new Event("input"));
			return Number(slider.value);
		})()`);
		settings.push("--start-value", name, String(value));
	}
	assert.equal(await browser.evaluate("mechfmu.simulation.running"), true, "a slider starts the simulation");
	run("run", file, "--all", ...settings, "-o", "sliders.csv");
	const table = readTable(join(work, "sliders.csv")), row = 60;
	await browser.evaluate(simulate(row + 1));
	const found = await browser.evaluate(
		`mechfmu.simulation.unit.values.at("bodies.K5.x", {low: ${row}, high: ${row}, fraction: 0})`);
	assert.ok(Math.abs(found - table["bodies.K5.x"][row]) < 1e-12, "sliders set what --start-value sets");
	assert.notEqual(found,
	                await browser.evaluate(
						`mechfmu.simulation.recorded.at("bodies.K5.x", {low: ${row}, high: ${row}, fraction: 0})`));
	await checkRefused(browser);
	assert.deepEqual(browser.problems, []);
}

// what the unit refuses is reported; a tunable parameter keeps the value before, another one is
// mended by a new start
async function checkRefused(browser) {
	const told = (name) => browser.until(`!document.getElementById("message").hidden &&
		document.getElementById("message").textContent.includes("${name}")`);
	const running = "mechfmu.simulation.unit.values.rows > 0 && document.getElementById('message').hidden";
	const before = await browser.evaluate(`mechfmu.simulation.unit.settings.get("forces.spring.stiffness")`);
	await browser.evaluate(`(mechfmu.simulation.set("forces.spring.stiffness", -1), 0)`);
	await told("forces.spring.stiffness");
	assert.equal(await browser.evaluate(`mechfmu.simulation.unit.settings.get("forces.spring.stiffness")`), before);
	await browser.evaluate(`(mechfmu.simulation.set("bodies.K5.mass", -1), 0)`);
	await told("bodies.K5.mass");
	assert.equal(await browser.evaluate("mechfmu.player.playing"), false, "the clock stops");
	await browser.evaluate("document.querySelector('#controls button').click()");
	await browser.until(running);
}

// the worker is refused: the same simulation in the page
const REFUSE = `window.Worker = class {
	constructor() {
		throw new Error("refused");
	}
}`;

export async function checkWithoutWorker(browser, {run, examples, work}) {
	run("show", join(examples, "bennett", "bennett.yaml"), "-o", "refused.html");
	const {identifier} = await browser.send("Page.addScriptToEvaluateOnNewDocument", {source: REFUSE});
	await browser.open(join(work, "refused.html"), {small: true});
	await browser.send("Page.removeScriptToEvaluateOnNewDocument", {identifier});
	assert.equal(await browser.evaluate("mechfmu.simulation.unit.inWorker"), false);
	assert.equal(await browser.evaluate(simulate(100)), 100);
	const worst = await browser.evaluate(difference);
	assert.ok(worst <= SAME, `without a worker the simulation differs by ${worst}`);
	assert.deepEqual(browser.problems, []);
}

// whether the cursor of a plot is where it has to be after a drawing that finds more results than
// the last
const cursorStays = `(async () => {
	const [plot] = mechfmu.plots.list, shown = () => plot.cursor.style.transform;
	while (mechfmu.values.stop <= plot.drawn[3]) {
		await new Promise((done) => setTimeout(done, 1));
	}
	mechfmu.draw();
	const drawn = shown();
	mechfmu.plots.moveCursors(mechfmu.player.time);
	return drawn === shown();
})()`;

const LATE = 1; // seconds; no frame moves the clock by more than a tenth of it

// whether the first results after a reset are shown, and played, from their beginning
const beginsAnew = `(async () => {
	const before = mechfmu.values;
	document.getElementById("reset").click();
	while (mechfmu.values === before) {
		await new Promise((done) => setTimeout(done, 1));
	}
	return mechfmu.player.playing && mechfmu.player.time < ${LATE};
})()`;

// live: pause, step, play again, reset, and back to the results
export async function checkTransport(browser, {run, examples, work}) {
	run("show", join(examples, "pendulum", "pendulum.yaml"), "-o", "transport.html");
	await browser.open(join(work, "transport.html"), {small: true});
	const click = (id) => browser.evaluate(`document.getElementById("${id}").click()`);
	await click("live");
	await browser.until("mechfmu.values === mechfmu.simulation.unit.values && mechfmu.player.time > 0.05");
	await click("play");
	await browser.until("!mechfmu.player.playing");
	await browser.evaluate("(mechfmu.simulation.restart(), mechfmu.player.pause())");
	await browser.until(
		"mechfmu.values === mechfmu.simulation.unit.values && mechfmu.player.time === mechfmu.values.start");
	for (const rows of [2, 3]) {
		await click("on");
		await browser.until("!mechfmu.simulation.stepping");
		assert.equal(await browser.evaluate("mechfmu.values.rows"), rows, "one step");
		assert.ok(await browser.evaluate("mechfmu.player.time === mechfmu.values.stop"), "it is shown");
	}
	// from its end it continues, and does not begin again
	const time = await browser.evaluate("mechfmu.player.time");
	await click("play");
	await browser.until(`mechfmu.player.time > ${time}`);
	assert.ok(await browser.evaluate(cursorStays), "the cursor of a plot stands at the time while results grow");
	await browser.until(`mechfmu.player.time > ${LATE}`);
	assert.ok(await browser.evaluate(beginsAnew), "reset goes back to the beginning and plays");
	await click("live");
	assert.ok(await browser.evaluate("mechfmu.values === mechfmu.simulation.recorded"), "the results again");
	assert.equal(await browser.evaluate("document.getElementById('pace').hidden"), true);
	assert.deepEqual(browser.problems, []);
}

// a body follows the pointer, and the energy that the pull brings is accounted for
export async function checkPull(browser, {run, examples, work}) {
	run("show", join(examples, "pendulum", "pendulum.yaml"), "-o", "pull.html");
	await browser.open(join(work, "pull.html"), {small: true});
	await browser.evaluate("document.getElementById('live').click()");
	await browser.until("mechfmu.values === mechfmu.simulation.unit.values");
	await browser.evaluate("(mechfmu.player.pause(), mechfmu.simulation.restart(), mechfmu.player.pause())");
	await browser.until("mechfmu.values.rows === 1");
	await browser.evaluate("mechfmu.draw()");
	const [x, y] = await browser.evaluate(`(() => {
		const at = mechfmu.view.pixel(mechfmu.motion.pose(0).p), box = mechfmu.canvas.getBoundingClientRect();
		return [at[0] + box.left, at[1] + box.top];
	})()`);
	await browser.mouse("mousePressed", x, y, {button: "left", buttons: 1, clickCount: 1});
	await browser.mouse("mouseMoved", x, y - 120, {button: "left", buttons: 1});
	const pulled = await browser.evaluate(`(async () => {
		for (let i = 0; i < 30; i++) {
			mechfmu.simulation.stepOnce();
			while (mechfmu.simulation.stepping) {
				await new Promise((done) => setTimeout(done, 1));
			}
		}
		const {values} = mechfmu, last = {low: values.rows - 1, high: values.rows - 1, fraction: 0};
		const value = (name) => values.at(name, last);
		return {grip: mechfmu.simulation.grip !== null, y: value("bodies.bob.y"), supplied: value("energies.supplied"),
			balance: value("energies.balance_error")};
	})()`);
	await browser.mouse("mouseReleased", x, y - 120, {button: "left", clickCount: 1});
	assert.ok(pulled.grip, "the body is taken");
	// released horizontally it would fall
	assert.ok(pulled.y > 0, `the body is pulled upwards: ${pulled.y}`);
	assert.ok(pulled.supplied > 0 && Math.abs(pulled.balance) < 1e-3 * pulled.supplied,
	          `energy of the pull: ${JSON.stringify(pulled)}`);
	assert.equal(await browser.evaluate("mechfmu.simulation.grip"), null);
	assert.deepEqual(browser.problems, []);
}

// the page in the documentation of an FMU has no results: it makes them
export async function checkLivePage(browser, {run, examples, work}) {
	run("export", "--native", join(examples, "scotch_yoke", "scotch_yoke.yaml"), "-o", "live.fmu");
	execFileSync("unzip", ["-q", "-o", "live.fmu", "documentation/*"], {cwd: work});
	await browser.open(join(work, "documentation", "live.html"), {small: true});
	assert.ok(await browser.evaluate("mechfmu.values.rows > 10 && mechfmu.player.playing"),
	          "live.html of an FMU plays");
	assert.deepEqual(browser.problems, []);
}
