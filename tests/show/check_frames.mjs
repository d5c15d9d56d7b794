// What a frame does, counted: while it plays nothing is built again, few calls go to the graphics,
// elements of the page stay as they are, plots are not drawn again, the unit works elsewhere and is
// called three times for a step.
import assert from "node:assert/strict";
import {join} from "node:path";

const FRAMES = 60, FRAME = 1000 / 60; // a second of frames, by a clock of the test
const MOST_GRAPHICS = 100; // calls for a frame: a mesh needs eight, a line seven, wherever and how often it stands

// counts calls of all functions of an object by name, in window.counted; pixels are not made
const COUNT = `((object, prefix) => {
	window.counted ??= {};
	for (const name of Object.getOwnPropertyNames(object)) {
		const made = Object.getOwnPropertyDescriptor(object, name).value;
		if (typeof made === "function" && name !== "constructor") {
			object[name] = function(...args) {
				const key = prefix + name + (name === "bufferData" ? args[2] : "");
				window.counted[key] = (window.counted[key] ?? 0) + 1;
				return name.startsWith("draw") && prefix === "gl." ? undefined : made.apply(this, args);
			};
		}
	}
})`;

// plays so many frames; returns what was counted, and the changes of the page. Live it waits for
// the rows that a frame requested
const PLAY = `(async () => {
	const page = mechfmu, changes = {};
	const watch = new MutationObserver(() => 0);
	page.frame = () => 0;
	const {unit, running} = page.simulation ?? {};
	const came = async () => {
		while (running && unit.time < unit.goal) {
			await new Promise((done) => setTimeout(done, 1));
		}
	};
	page.player.time = page.values.start;
	page.player.playing = true;
	const zero = (window.testClock = (window.testClock ?? performance.now()) + 1e5);
	page.advance(zero);
	await came();
	window.counted = {};
	watch.observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
	for (let i = 1; i <= ${FRAMES}; i++) {
		page.advance(zero + i * ${FRAME});
		await came();
	}
	watch.takeRecords().forEach(({type}) => { changes[type] = (changes[type] ?? 0) + 1; });
	watch.disconnect();
	page.player.pause();
	return {counted: window.counted, changes, plots: page.plots.list.length, shown: page.list.seen.size + 1 +
		page.plots.list.reduce((sum, plot) => sum + plot.names.length, 0)};
})()`;

function sum(counted, pattern) {
	return Object.entries(counted).reduce((all, [name, n]) => all + (pattern.test(name) ? n : 0), 0);
}

// names: how many are shown; trails: how many lines may be made again
function checkPicture({counted, changes, plots, shown}, {names = 0, trails = 0}) {
	assert.equal(counted["page.drawPicture"], FRAMES, "a picture for each frame");
	assert.ok(counted["page.drawNumbers"] <= 11,
	          `numbers are shown ten times a second: ${counted["page.drawNumbers"]}`);
	// 0x88e4: STATIC_DRAW, what is handed over once
	assert.ok((counted["gl.bufferData35044"] ?? 0) <= trails, "meshes and lines are made once");
	assert.ok((counted["gl.createVertexArray"] ?? 0) <= trails, "nothing is bound anew");
	assert.equal(sum(counted, /^gl\.(get(?!Attrib)|shader|compile|link)/), 0, "nothing is asked of the graphics");
	assert.ok(sum(counted, /^gl\./) <= MOST_GRAPHICS * FRAMES, `${sum(counted, /^gl\./) / FRAMES} calls for a frame`);
	assert.ok((changes.childList ?? 0) <= counted["page.drawNumbers"], "elements of the page stay");
	const marks = 2 + 2 * counted["page.drawNumbers"]; // that it plays, and the ends of the slider
	assert.ok((changes.attributes ?? 0) <= (plots + names) * FRAMES + marks, "only cursors and names move");
	assert.ok((changes.characterData ?? 0) <= shown * counted["page.drawNumbers"], "texts change ten times a second");
}

async function begin(browser) {
	await browser.evaluate(`(mechfmu.frame = () => 0, ${COUNT}(WebGL2RenderingContext.prototype, "gl."),
		${COUNT}(CanvasRenderingContext2D.prototype, "plot."), 0)`);
	await browser.evaluate(`(() => {
		const own = {drawPicture: mechfmu.drawPicture, drawNumbers: mechfmu.drawNumbers};
		${COUNT}(own, "page.");
		Object.assign(mechfmu, own);
	})()`);
}

export async function checkFrames(browser, {run, examples, work}, live) {
	const file = join(examples, "stewart_platform", "stewart_platform.yaml");
	run("show", file, ...(live ? [] : ["--recorded"]), "-o", "frames.html");
	await browser.open(join(work, "frames.html"));
	await begin(browser);
	const played = await browser.evaluate(PLAY);
	checkPicture(played, {});
	assert.equal(sum(played.counted, /^plot\.(stroke|fillText)$/), 0, "lines of plots are drawn once");
	// names move, and are made once
	await browser.evaluate("(mechfmu.toggleOption('names'), mechfmu.draw(), 0)");
	const names = await browser.evaluate("document.querySelectorAll('#labels span').length");
	assert.ok(names > 10, `${names} names`);
	checkPicture(await browser.evaluate(PLAY), {names});
	const meeting = await browser.evaluate(`(() => {
		const boxes = [...document.querySelectorAll("#labels span")].map((label) => label.getBoundingClientRect());
		const meet = (a, b) => a.left < b.right && b.left < a.right && Math.abs(a.top - b.top) < 10;
		return boxes.filter((a, i) => boxes.some((b, k) => k < i && meet(a, b))).length;
	})()`);
	assert.equal(meeting, 0, "no name stands over another one");
	await browser.evaluate("(mechfmu.toggleOption('names'), 0)");
	if (live) {
		await checkUnit(browser, join(work, "frames.html"));
	}
	assert.deepEqual(browser.problems, [], "frames: console");
}

// notes each module that is made in the page, and counts calls of its functions
const WATCH_UNIT = `{
	const made = WebAssembly.instantiate;
	WebAssembly.instantiate = async (...args) => {
		const {instance} = await made(...args), exports = {...instance.exports};
		window.units = (window.units ?? 0) + 1;
		${COUNT}(exports, "unit.");
		return {instance: {exports}};
	};
}`;

async function openLive(browser, page, source) {
	const {identifier} = await browser.send("Page.addScriptToEvaluateOnNewDocument", {source});
	await browser.open(page);
	await browser.send("Page.removeScriptToEvaluateOnNewDocument", {identifier});
	await begin(browser);
	await browser.evaluate("(mechfmu.simulation.setRunning(true), 0)");
	await browser.until("mechfmu.values === mechfmu.simulation.unit.values");
}

// live: the page does the work of a frame and no more; the unit, counted where the browser refuses
// workers, is called three times for a step, and makes as many steps as the clock asks for
async function checkUnit(browser, page) {
	await openLive(browser, page, WATCH_UNIT);
	const played = await browser.evaluate(PLAY), step = await browser.evaluate("mechfmu.scene.step");
	assert.equal(await browser.evaluate("window.units"), undefined, "the unit is not in the page");
	// trails grow twice a second
	const trails = 3 * (await browser.evaluate("mechfmu.trailed.size"));
	checkPicture(played, {trails});
	assert.ok(played.counted["plot.stroke"] > 0, "lines of plots grow");
	await checkPace(browser);
	await openLive(browser, page, WATCH_UNIT + "window.Worker = undefined;");
	const here = await browser.evaluate(PLAY), made = here.counted["unit.fmi2DoStep"];
	assert.equal(await browser.evaluate("window.units"), 1, "the unit is in the page");
	assert.ok(made > 0 && made <= Math.ceil((1 + 3 / 60) / step), `${made} steps in a second`);
	assert.equal(sum(here.counted, /^unit\./), 3 * made, "calls of the unit");
	checkPicture(here, {trails});
}

// the page shows whether the unit keeps up: it does while rows come for every frame, and does not
// when none come
async function checkPace(browser) {
	const shown = "(({textContent, className}) => [textContent, className])(document.getElementById('pace'))";
	await browser.evaluate("(mechfmu.simulation.pace.clear(), 0)");
	await browser.evaluate(PLAY);
	await browser.evaluate(PLAY);
	assert.deepEqual(await browser.evaluate(shown), ["real time", ""], "it keeps up");
	await browser.evaluate("(mechfmu.simulation.unit.post = () => 0, mechfmu.simulation.unit.goal = -Infinity, 0)");
	await browser.evaluate(`(() => {
		mechfmu.player.time = mechfmu.values.stop;
		mechfmu.player.playing = true;
		const zero = (window.testClock += 1e5);
		for (let i = 0; i <= 2 * ${FRAMES} + 2; i++) {
			mechfmu.advance(zero + i * ${FRAME});
		}
	})()`);
	assert.deepEqual(await browser.evaluate(shown), ["0 × real time", "late"], "it does not");
}
