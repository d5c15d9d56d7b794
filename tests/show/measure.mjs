// What a page costs in this browser, printed and never judged: time to open one, work for a frame.
// measure.mjs <mechfmu> <examples> <work folder>
import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";

import {Browser, runIn} from "./browser.mjs";

const FRAMES = 30, COLUMNS = 51; // time and 50 variables

// notes when the page is there, in milliseconds since the browser was sent to it
const NOTE = `Object.defineProperty(window, "mechfmu", {configurable: true, set(page) {
	Object.defineProperty(window, "mechfmu", {value: page, writable: true});
	window.openedAt = performance.now();
}})`;

// ten seconds of the slider-crank, its poses and as many other variables as make 50
async function measureOpening(browser, {run, examples, work}) {
	const file = join(examples, "slider_crank", "slider_crank.yaml");
	run("export", "--native", file, "-o", "measured.fmu");
	run("run", "measured.fmu", "--all", "-o", "measured.csv");
	const lines = readFileSync(join(work, "measured.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
	const order = lines[0].map((name, k) => k).sort((a, b) => rank(lines[0][a]) - rank(lines[0][b]) || a - b);
	const chosen = order.slice(0, COLUMNS);
	writeFileSync(join(work, "measured.csv"), lines.map((cells) => chosen.map((k) => cells[k]).join(",")).join("\n"));
	run("show", "measured.fmu", "--results", "measured.csv", "--recorded", "-o", "measured.html");
	await browser.attach();
	const {identifier} = await browser.send("Page.addScriptToEvaluateOnNewDocument", {source: NOTE});
	await browser.open(join(work, "measured.html"));
	await browser.send("Page.removeScriptToEvaluateOnNewDocument", {identifier});
	const opened = await browser.evaluate("[openedAt, performance.getEntriesByType('navigation')[0].responseEnd]");
	console.log(`opening ${lines.length - 1} rows of ${COLUMNS - 1} variables: ${
		Math.round(opened[0] - opened[1])} ms from the end of the file to the page`);
}

const rank = (name) => (name === '"time"' ? 0 : /^"bodies\.\w+\.(x|y|angle)"$/.test(name) ? 1 : 2);

// frames by a clock of our own: script, and what the graphics need for the pixels; how far the
// clock of the mechanism came
async function measureFrames(browser, what) {
	const {times, all, motion} = await browser.evaluate(`(() => {
		const page = mechfmu, pixel = new Uint8Array(4), gl = page.view.renderer.gl, times = [];
		page.frame = () => 0;
		page.player.playing = true;
		const zero = (window.testClock = (window.testClock ?? performance.now()) + 1e5);
		page.advance(zero);
		const from = page.player.time, begin = performance.now();
		for (let i = 1; i <= ${FRAMES}; i++) {
			const before = performance.now();
			page.advance(zero + i * 1000 / 60);
			times.push(performance.now() - before);
			gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
		}
		return {times, all: performance.now() - begin, motion: 60 * (page.player.time - from) / ${FRAMES}};
	})()`);
	times.sort((a, b) => a - b);
	const [middle, most] = [0.5, 0.9].map((part) => times[Math.floor(part * (FRAMES - 1))].toFixed(1));
	console.log(`frames of stewart_platform, ${what}: ${middle} ms of script, 9 of 10 below ${most} ms, ${
		(all / FRAMES).toFixed(1)} ms with pixels; ${motion.toFixed(2)} s of motion in a second of frames`);
}

// live, with pauses between frames in which rows come: script of frames and of taking rows
async function measureLive(browser) {
	const {times, motion} = await browser.evaluate(`(async () => {
		const page = mechfmu, {unit} = page.simulation, times = [];
		const receive = unit.receive.bind(unit);
		let spent = 0;
		const timed = (work) => {
			const before = performance.now();
			work();
			spent += performance.now() - before;
		};
		unit.receive = (answer) => timed(() => receive(answer));
		page.frame = () => 0;
		page.simulation.setRunning(true);
		while (page.values !== unit.values) {
			await new Promise((done) => setTimeout(done, 5));
		}
		const begin = performance.now(), from = page.player.time;
		for (let i = 0; i < 4 * ${FRAMES}; i++) {
			await new Promise((done) => setTimeout(done, 12));
			timed(() => page.advance(performance.now()));
			times.push(spent);
			spent = 0;
		}
		return {times, motion: 1000 * (page.player.time - from) / (performance.now() - begin)};
	})()`);
	times.sort((a, b) => a - b);
	const [middle, most, worst] = [0.5, 0.9, 1].map((part) => times[Math.floor(part * (times.length - 1))].toFixed(1));
	console.log(`frames of stewart_platform, live: ${middle} ms of script, 9 of 10 below ${most} ms, all below ${
		worst} ms; ${motion.toFixed(2)} s of motion in a second; the page says "${
		await browser.evaluate("document.getElementById('pace').textContent")}"`);
}

const [mechfmu, examples, work] = process.argv.slice(2), run = runIn(work, mechfmu), browser = new Browser();
mkdirSync(work, {recursive: true});
try {
	await measureOpening(browser, {run, examples, work});
	run("show", join(examples, "stewart_platform", "stewart_platform.yaml"), "-o", "measured.html");
	await browser.open(join(work, "measured.html"), {small: true});
	await measureFrames(browser, "recorded");
	if (await browser.evaluate("mechfmu.simulation !== null")) {
		await measureLive(browser);
	}
} finally {
	await browser.close();
}
