// What a page costs in this browser, printed and never judged: time to open one, work for a frame.
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";

const FRAMES = 60, COLUMNS = 51; // time and 50 variables

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
	const {identifier} = await browser.send("Page.addScriptToEvaluateOnNewDocument", {source: NOTE});
	await browser.open(join(work, "measured.html"));
	await browser.send("Page.removeScriptToEvaluateOnNewDocument", {identifier});
	const opened = await browser.evaluate("[openedAt, performance.getEntriesByType('navigation')[0].responseEnd]");
	console.log(`opening ${lines.length - 1} rows of ${COLUMNS - 1} variables: ${
		Math.round(opened[0] - opened[1])} ms from the end of the file to the page`);
}

const rank = (name) => (name === '"time"' ? 0 : /^"bodies\.\w+\.(x|y|angle)"$/.test(name) ? 1 : 2);

// placing and drawing, up to the last pixel
async function measureFrames(browser, name) {
	const spent = await browser.evaluate(`(() => {
		const page = mechfmu, {start, stop} = page.values, pixel = new Uint8Array(4), gl = page.view.renderer?.gl;
		page.player.pause();
		const begin = performance.now();
		for (let i = 0; i < ${FRAMES}; i++) {
			page.player.seek(start + (stop - start) * i / ${FRAMES});
			page.draw();
		}
		const script = performance.now() - begin;
		gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
		return [script, performance.now() - begin];
	})()`);
	const [script, all] = spent.map((time) => (time / FRAMES).toFixed(1));
	console.log(`a frame of ${name}: ${script} ms of script, ${all} ms with pixels`);
}

export async function measure(browser, tools) {
	await measureOpening(browser, tools);
	const {run, examples, work} = tools;
	run("show", join(examples, "stewart_platform", "stewart_platform.yaml"), "--recorded", "-o", "measured.html");
	await browser.open(join(work, "measured.html"));
	await measureFrames(browser, "stewart_platform");
}
