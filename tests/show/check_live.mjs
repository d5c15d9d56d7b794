// Pages that simulate: the unit in the browser gives the numbers of `mechfmu run`, follows sliders, and can be pulled.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {join} from "node:path";

const MOST_ROWS = 150; // of an example, so that the tests take no longer than they must
const SAME =
	1e-12; // with the same arithmetic; the mathematical functions of the two libraries differ in their last bit
// where such bits grow: friction that begins to slide, fast spin, stiff springs
const NEAR = {
	double_pendulum: 1e-9,
	four_bar: 1e-9,
	heavy_top: 1e-9,
	gyroscope: 1e-9,
	off_road_vehicle: 1e-9,
};

// the greatest difference of positions and rotations between the simulation in the page and the results in it
const difference = (rows) => `(() => {
	const page = mechfmu, unit = page.simulation.unit, rows = Math.min(page.values.rows, ${rows});
	page.player.pause();
	unit.start();
	while (unit.values.rows < rows) {
		unit.step();
	}
	let worst = 0;
	for (const body of page.scene.bodies) {
		for (const name of [...body.position, ...body.rotation]) {
			for (let row = 0; row < rows; row++) {
				const place = {low: row, high: row, fraction: 0};
				const wanted = page.values.at(name, place), found = unit.values.at(name, place);
				worst = Math.max(worst, Math.abs(found - wanted) / Math.max(1, Math.abs(wanted)));
			}
		}
	}
	return worst;
})()`;

export async function checkLive(browser, name) {
	const worst = await browser.evaluate(difference(MOST_ROWS)), most = NEAR[name] ?? SAME;
	assert.ok(worst <= most, `${name}: the simulation in the page differs by ${worst}`);
}

// a slider sets what --start-value sets: of a parameter that needs a new start, and of a tunable one
export async function checkSliders(browser, {run, examples, work, readTable}) {
	const file = join(examples, "andrews_squeezer", "andrews_squeezer.yaml"), settings = [];
	run("show", file, "-o", "sliders.html");
	await browser.open(join(work, "sliders.html"));
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
	const found = await browser.evaluate(`(() => {
		const {unit} = mechfmu.simulation;
		mechfmu.player.pause();
		unit.start();
		while (unit.values.rows <= ${row}) {
			unit.step();
		}
		return unit.values.at("bodies.K5.x", {low: ${row}, high: ${row}, fraction: 0});
	})()`);
	assert.ok(Math.abs(found - table["bodies.K5.x"][row]) < 1e-12, "sliders set what --start-value sets");
	assert.notEqual(found,
	                await browser.evaluate(
						`mechfmu.simulation.recorded.at("bodies.K5.x", {low: ${row}, high: ${row}, fraction: 0})`));
	// what the unit refuses is told, and a reset begins again
	await browser.evaluate(`(mechfmu.simulation.set("bodies.K5.mass", -1), 0)`);
	assert.match(await browser.evaluate("document.getElementById('message').textContent"), /bodies\.K5\.mass/);
	await browser.evaluate("document.querySelector('#controls button').click()");
	assert.equal(await browser.evaluate("document.getElementById('message').hidden"), true);
	assert.deepEqual(browser.problems, []);
}

// a body follows the pointer, and the energy that the pull brings is accounted for
export async function checkPull(browser, {run, examples, work}) {
	run("show", join(examples, "pendulum", "pendulum.yaml"), "-o", "pull.html");
	await browser.open(join(work, "pull.html"));
	await browser.evaluate("(document.getElementById('live').click(), mechfmu.player.pause(), mechfmu.draw())");
	const [x, y] = await browser.evaluate(`(() => {
		const at = mechfmu.view.pixel(mechfmu.motion.pose(0).p), box = mechfmu.canvas.getBoundingClientRect();
		return [at[0] + box.left, at[1] + box.top];
	})()`);
	await browser.mouse("mousePressed", x, y, {button: "left", buttons: 1, clickCount: 1});
	await browser.mouse("mouseMoved", x, y - 120, {button: "left", buttons: 1});
	const pulled = await browser.evaluate(`(() => {
		for (let i = 0; i < 30; i++) {
			mechfmu.simulation.stepOnce();
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
	await browser.open(join(work, "documentation", "live.html"));
	assert.ok(await browser.evaluate("mechfmu.values.rows > 10 && mechfmu.player.playing"),
	          "live.html of an FMU plays");
	assert.deepEqual(browser.problems, []);
}
