// What the page says: numbers without rounding, ticks, all curves, arrows of drivers, the speed at
// which it opens, inputs while it simulates, and a first frame before anything is unpacked.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";

const RED_HEADS = `mechfmu.view.pen.constructor.prototype`;

async function openFile(browser, {run, work}, name, text, options = ["--recorded"]) {
	writeFileSync(join(work, `${name}.yaml`), text);
	run("show", `${name}.yaml`, ...options, "-o", `${name}.html`);
	await browser.open(join(work, `${name}.html`), {small: true});
	await browser.evaluate("(mechfmu.player.pause(), 0)");
}

// a page of the pendulum with results that are given as functions of time
async function openResults(browser, {run, examples, work}, columns) {
	run("export", "--native", join(examples, "pendulum", "pendulum.yaml"), "-o", "read.fmu");
	const names = Object.keys(columns), times = Array.from({length: 101}, (_, i) => i / 100);
	const lines = times.map((t) => [t, ...names.map((name) => columns[name](t))].join(","));
	writeFileSync(join(work, "read.csv"), [["time", ...names].join(","), ...lines, ""].join("\n"));
	run("show", "read.fmu", "--results", "read.csv", "-o", "read.html");
	await browser.open(join(work, "read.html"), {small: true});
	await browser.evaluate("(mechfmu.player.pause(), mechfmu.player.seek(0.5), 0)");
}

// the legend of a plot of one variable
const legendOf = (name) => `(() => {
	mechfmu.plots.list.slice().forEach((plot) => mechfmu.plots.remove(plot));
	mechfmu.plots.toggle("${name}");
	mechfmu.draw();
	return document.querySelector(".plot .legend output").textContent;
})()`;

// what the lines of the only plot write, and with which dashes
const WRITTEN = `(() => {
	const kind = CanvasRenderingContext2D.prototype, {fillText, setLineDash} = kind, texts = [], dashes = [];
	kind.fillText = function(text, ...place) {
		texts.push(text);
		return fillText.call(this, text, ...place);
	};
	kind.setLineDash = function(dash) {
		dashes.push(dash.join());
		return setLineDash.call(this, dash);
	};
	mechfmu.plots.list[0].drawn = null;
	mechfmu.plots.list[0].draw(mechfmu.colors, 1);
	Object.assign(kind, {fillText, setLineDash});
	return {texts, dashes};
})()`;

export async function checkNumbers(browser, files) {
	const columns = {
		"bodies.bob.x": () => -2.5e-18,
		"bodies.bob.y": (t) => 50000 * t,
		"bodies.bob.angle": (t) => t,
		"energies.balance_error": (t) => 1e-16 * t,
		"energies.kinetic": (t) => 0.0002 * t,
		"energies.potential": (t) => 1.5e6 * t - 5e5,
		"energies.dissipated": (t) => 5000 * t
	};
	await openResults(browser, files, columns);
	// rounding compared with lengths of 50 km; an error is what it is
	assert.equal(await browser.evaluate(legendOf("bodies.bob.x")), "0 m");
	assert.equal(await browser.evaluate(legendOf("energies.balance_error")), "5·10⁻¹⁷ J");
	assert.equal(await browser.evaluate(legendOf("bodies.bob.y")), "2.5·10⁴ m");
	// all ticks of an axis are written alike
	for (const [name, wanted] of [
			 ["bodies.bob.y", ["0", "20 k", "40 k"]], ["energies.potential", ["-0.5 M", "0", "0.5 M", "1.0 M"]],
			 ["energies.dissipated", ["0", "2000", "4000"]], ["energies.kinetic", ["0", "1·10⁻⁴", "2·10⁻⁴"]],
			 ["bodies.bob.angle", ["0", "0.5", "1.0"]]]) {
		await browser.evaluate(legendOf(name));
		const {texts} = await browser.evaluate(WRITTEN);
		wanted.forEach((text) => assert.ok(texts.includes(text), `${name}: ticks ${texts}, without ${text}`));
		assert.ok(texts.includes("0.5 s") && texts.includes("1.0 s"), `${name}: times ${texts}`);
	}
	// what varies by rounding is a straight line compared with ticks of the size of the quantity
	await browser.evaluate(legendOf("bodies.bob.x"));
	const {texts} = await browser.evaluate(WRITTEN);
	assert.ok(!texts.some((text) => text.includes("⁻¹")), `ticks of rounding: ${texts}`);
	assert.deepEqual(browser.problems, [], "numbers: console");
}

// bars next to each other, and a length of each as an output
function bars(count) {
	const names = Array.from({length: count}, (_, i) => `bar${i + 1}`);
	return `mechanism: bars
bodies:
${names.map((name, i) => `  ${name}: {mass: 1, inertia: 1, center: [${i}, -0.5]}`).join("\n")}
joints:
${names.map((name, i) => `  pin_${name}: {type: revolute, bodies: [ground, ${name}], at: [${i}, 0]}`).join("\n")}
initial: {${names.map((name) => `pin_${name}: {speed: 1}`).join(", ")}}
outputs: [${names.map((name) => `bodies.${name}.y`).join(", ")}]
experiment: {stop: 0.5, step: 0.1}
`;
}

export async function checkCurves(browser, files) {
	await openFile(browser, files, "ten", bars(10));
	const names = await browser.evaluate("mechfmu.plots.find('Outputs, m').names");
	assert.equal(names.length, 10, "no curve is left out");
	const {dashes} = await browser.evaluate(WRITTEN);
	// eight colours, then the same ones with dashes
	assert.deepEqual(dashes.slice(-10).map((dash) => dash !== ""), [...Array(8).fill(false), true, true]);
	const samples = await browser.evaluate(`[...document.querySelectorAll(".plot .legend i")].slice(0, 10)
		.map((sample) => getComputedStyle(sample).backgroundImage)`);
	assert.equal(new Set(samples).size, 3, "the legend shows the dashes");
	// more than can be distinguished take more plots
	await openFile(browser, files, "forty", bars(40));
	const titles =
		await browser.evaluate("[...document.querySelectorAll('#ready button')].map((button) => button.textContent)");
	assert.deepEqual(titles.slice(0, 2), ["Outputs, m, 1 of 2", "Outputs, m, 2 of 2"]);
	assert.equal(await browser.evaluate("mechfmu.plots.list[0].names.length"), 20);
	assert.deepEqual(browser.problems, [], "curves: console");
}

const driven = (bodies, driver) => `mechanism: driven
bodies: {bar: {mass: 1, inertia: 1, center: [1, 0]}, cart: {mass: 1, inertia: 1, center: [0, 1]}}
joints:
  pin: {type: revolute, bodies: [${bodies}], at: [0, 0]}
  rail: {type: prismatic, bodies: [ground, cart], at: [0, 1], axis: [1, 0]}
drivers:
  motor: ${driver}
  push: {type: harmonic, joint: rail, amplitude: -0.5, frequency: 3.141592653589793}
experiment: {stop: 2, step: 0.01}
`;

// senses of the red arrows at a time: around the pin, and along the rail to the right
const arrowsAt = (time) => `(() => {
	const pen = ${RED_HEADS}, {turningArrow, arrow} = pen, found = {};
	pen.turningArrow = (center, radius, color, sense) => { found.turn = sense; };
	pen.arrow = (from, to) => { found.push = Math.sign(to[0] - from[0]); };
	mechfmu.player.pause();
	mechfmu.player.seek(${time});
	mechfmu.draw();
	Object.assign(pen, {turningArrow, arrow});
	return found;
})()`;

export async function checkArrows(browser, files) {
	const speed = (number) => `{type: constant_speed, joint: pin, speed: ${number}}`;
	for (const [bodies, driver,
	            turn] of [["ground, bar", speed(1), 1], ["ground, bar", speed(-1), -1], ["bar, ground", speed(1), -1],
	                      ["ground, bar", "{type: ramp, joint: pin, to: -1, begin: 1, duration: 1}", -1]]) {
		await openFile(browser, files, "driven", driven(bodies, driver));
		await browser.evaluate("(mechfmu.draw(), 0)");
		// the speed of the cart is -pi / 2 cos(pi t)
		for (const [time, push] of [[0, -1], [0.3, -1], [0.8, 1], [1.8, -1]]) {
			assert.deepEqual(await browser.evaluate(arrowsAt(time)), {turn, push}, `${bodies}, ${driver} at ${time}`);
		}
	}
	assert.deepEqual(browser.problems, [], "arrows: console");
}

const swinging = (stop) => `mechanism: swinging
bodies: {bar: {mass: 1, inertia: 1, center: [1, 0]}}
joints: {pin: {type: revolute, bodies: [ground, bar], at: [0, 0]}}
forces: {motor: {type: torque, joint: pin, input: pull, start: 2}}
experiment: {stop: ${stop}, step: ${stop / 100}}
`;

export async function checkSpeeds(browser, files) {
	// a run that is short or long takes 5 s, about; one of a few seconds is seen as it happens
	for (const [stop, speed, clock] of [[0.2, 0.05, "0.0500 s"], [0.004, 0.001, "0.001000 s"], [4, 1, "1.000 s"],
	                                    [500, 100, "125.000 s"]]) {
		await openFile(browser, files, "swinging", swinging(stop));
		const [found, chosen] =
			await browser.evaluate("[mechfmu.player.speed, document.getElementById('speed').value]");
		assert.equal(found, speed, `speed of a run of ${stop} s`);
		assert.equal(Number(chosen), speed);
		await browser.evaluate(`(mechfmu.player.seek(${stop / 4}), mechfmu.draw(), 0)`);
		assert.equal(await browser.evaluate("document.getElementById('clock').textContent"), clock);
	}
	const speeds =
		await browser.evaluate("[...document.querySelectorAll('#speed option')].map((option) => Number(option.value))");
	assert.equal(Math.min(...speeds), 0.001);
	assert.equal(Math.max(...speeds), 100);
	await browser.evaluate(`(() => {
		const select = document.getElementById("speed");
		select.value = 20;
		select.dispatchEvent(new Event("change"));
	})()`);
	assert.equal(await browser.evaluate("mechfmu.player.speed"), 20);
	assert.equal(await browser.evaluate("document.getElementById('speed').title"), "Speed: the run takes 25 s");
	assert.deepEqual(browser.problems, [], "speeds: console");
}

// Live opens with the inputs, which stand apart from the parameters
export async function checkInputs(browser, files) {
	await openFile(browser, files, "inputs", swinging(4), []);
	const shown = () => browser.evaluate(`[...document.querySelectorAll("#controls label")]
		.filter((label) => label.checkVisibility()).map((label) => label.querySelector("b").textContent)`);
	assert.deepEqual(await shown(), []);
	await browser.evaluate("document.getElementById('live').click()");
	assert.deepEqual(await shown(), ["pull"]);
	const box = await browser.evaluate(
		"(({top, bottom}) => [top, bottom, innerHeight])(document.querySelector('#controls label').getBoundingClientRect())");
	assert.ok(box[0] > 0 && box[1] < box[2], `the input is in view: ${box}`);
	await browser.evaluate("document.querySelector('#parameters summary').click()");
	assert.ok((await shown()).includes("bodies.bar.mass"));
	assert.deepEqual(browser.problems, [], "inputs: console");
}

const ATTEMPTS = 3; // the graphics process may take longer than the budget

// a picture of the page as programs take it that make previews: they do not wait for what is
// unpacked
function preview(page, {work}) {
	const picture = join(work, "preview.png");
	execFileSync(process.env.CHROMIUM ?? "chromium",
	             [
					 "--headless=new", "--no-sandbox", "--disable-gpu-sandbox", "--disable-dev-shm-usage",
					 "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
					 `--user-data-dir=${join(work, "preview")}`, "--window-size=1000,700", "--virtual-time-budget=100",
					 `--screenshot=${picture}`, page
				 ],
			     {stdio: "ignore"});
	return readFileSync(picture).toString("base64");
}

// how many colours a part of a picture has that shows the mechanism
const colorsOf = (base64) => `(async () => {
	const bytes = Uint8Array.from(atob("${base64}"), (c) => c.charCodeAt(0));
	const image = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
	const copy = document.createElement("canvas"), context = copy.getContext("2d");
	[copy.width, copy.height] = [400, 400];
	context.drawImage(image, 50, 100, 400, 400, 0, 0, 400, 400);
	return new Set(new Uint32Array(context.getImageData(0, 0, 400, 400).data.buffer)).size;
})()`;

// the picture is drawn at once where it gets its size, as before the first frame
export async function checkResized(browser, {run, examples, work}) {
	for (const name of ["four_bar", "bennett"]) {
		run("show", join(examples, name, `${name}.yaml`), "--recorded", "-o", `${name}_resized.html`);
		await browser.open(join(work, `${name}_resized.html`), {small: true});
		const colors = await browser.evaluate(`(async () => {
			mechfmu.advance = () => {}; // no frames
			document.getElementById("picture").style.width = "300px";
			await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
			const copy = document.createElement("canvas"), context = copy.getContext("2d");
			copy.width = copy.height = 200;
			context.drawImage(mechfmu.canvas, 0, 0, 200, 200);
			return new Set(new Uint32Array(context.getImageData(0, 0, 200, 200).data.buffer)).size;
		})()`);
		assert.ok(colors > 20, `${name} in another size: ${colors} colours`);
		assert.deepEqual(browser.problems, [], `${name} in another size: console`);
	}
}

export async function checkPreview(browser, {run, examples, work}) {
	for (const name of ["four_bar", "bennett"]) {
		const page = join(work, `${name}_preview.html`);
		run("show", join(examples, name, `${name}.yaml`), "-o", `${name}_preview.html`);
		await browser.open(page);
		let colors = 0;
		for (let i = 0; i < ATTEMPTS && colors <= 20; i++) {
			colors = await browser.evaluate(colorsOf(preview(page, {work})));
		}
		assert.ok(colors > 20, `preview of ${name}: ${colors} colours`);
	}
}
