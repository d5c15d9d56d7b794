// The page of every example in a browser: it opens from disk without network, plays, shows bodies
// where the CSV has them, and answers to keys, pointer and search. check_show.mjs <mechfmu>
// <examples> <work folder> [example ...]
import assert from "node:assert/strict";
import {mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from "node:fs";
import {join} from "node:path";

import {Browser, runIn} from "./browser.mjs";
import {checkFrames} from "./check_frames.mjs";
import {checkHostile} from "./check_hostile.mjs";
import {checkLive, checkLivePage, checkPull, checkSliders, checkTransport, checkWithoutWorker} from "./check_live.mjs";
import {checkExampleShapes, checkGears, checkSlides, checkTrolley} from "./check_pictures.mjs";
import {checkArrows, checkCurves, checkInputs, checkNumbers, checkPreview, checkResized, checkSpeeds} from "./check_reading.mjs";
import {checkFollowing, checkShapes} from "./check_shapes.mjs";
import {checkSystems} from "./check_system.mjs";

const [mechfmu, examples, work, ...chosen] = process.argv.slice(2);
const LIVE = (process.env.MECHFMU_LIVE ?? "") !== ""; // this build has the module that pages simulate with
const MOST_BYTES = 1.5e6;                             // of a page without its results

const run = runIn(work, mechfmu);

// columns of a CSV of `mechfmu run`, by name
function readTable(path) {
	const lines = readFileSync(path, "utf8").trim().split("\n").map((line) => line.split(","));
	const names = lines[0].map((name) => name.replaceAll('"', ""));
	return Object.fromEntries(names.map((name, k) => [name, lines.slice(1).map((cells) => Number(cells[k]))]));
}

const near = (a, b, size, tolerance) => Math.abs(a - b) <= tolerance * Math.max(1, size);

async function checkNothingWrong(browser, what) {
	assert.deepEqual(browser.problems, [], `${what}: console`);
	const outside = browser.requests.filter((url) => !/^(file|data|blob):/.test(url));
	assert.deepEqual(outside, [], `${what}: requests`);
}

// positions of all bodies at some rows, as the picture has them after moving there, next to the CSV
async function checkPositions(browser, table, what) {
	const rows = table.time.length, bodies = Object.keys(table).filter((name) => /^bodies\..*\.x$/.test(name));
	assert.ok(bodies.length > 0);
	for (const row of [0, Math.floor(rows / 3), Math.floor(rows / 2), rows - 1]) {
		const shown =
			await browser.evaluate(`(mechfmu.player.pause(), mechfmu.player.seek(${table.time[row]}), mechfmu.draw(),
			Object.fromEntries(mechfmu.scene.bodies.map((body, i) => [body.name, mechfmu.motion.poses[i].p])))`);
		for (const x of bodies) {
			const name = x.slice(0, -2);
			["x", "y", "z"].forEach((key, k) => {
				const wanted = table[`${name}.${key}`]?.[row];
				if (wanted !== undefined) {
					assert.ok(near(shown[name][k], wanted, Math.abs(wanted), 1e-12),
					          `${what}: ${name}.${key} in row ${row}`);
				}
			});
		}
	}
}

// something is drawn: the picture has more than a few colours
async function checkDrawn(browser, what) {
	const colors = await browser.evaluate(`(() => {
		mechfmu.draw();
		const copy = document.createElement("canvas"), context = copy.getContext("2d");
		copy.width = copy.height = 200;
		context.drawImage(mechfmu.canvas, 0, 0, 200, 200);
		const bytes = new Uint32Array(context.getImageData(0, 0, 200, 200).data.buffer);
		return new Set(bytes).size;
	})()`);
	assert.ok(colors > 20, `${what}: ${colors} colours`);
}

async function checkPlays(browser, what) {
	await browser.evaluate(
		"(mechfmu.player.seek(mechfmu.values.start), mechfmu.player.loop = true, mechfmu.player.play())");
	await browser.until("mechfmu.player.playing && mechfmu.player.time > mechfmu.values.start");
	assert.ok(await browser.evaluate("Number(document.getElementById('time').value) > mechfmu.values.start"), what);
}

async function checkExample(browser, name) {
	const file = join(examples, name, `${name}.yaml`), page = join(work, `${name}.html`),
		  csv = join(work, `${name}.csv`);
	run("run", file, "--all", "--show", "-o", csv); // the page next to it
	const html = readFileSync(page, "utf8"), results = html.match(/id="results">(.*?)<\/script>/s)[1];
	const bare = statSync(page).size - results.length;
	assert.ok(bare < MOST_BYTES, `${name}: size of the page`);
	await browser.open(page, {small: true});
	assert.equal(await browser.evaluate("document.getElementById('message').hidden"), true);
	await checkPlays(browser, name);
	await checkPositions(browser, readTable(csv), name);
	await checkDrawn(browser, name);
	assert.equal(await browser.evaluate("mechfmu.simulation !== null"), LIVE, `${name}: simulates`);
	if (LIVE) {
		await checkLive(browser, name);
	}
	await checkNothingWrong(browser, name);
	console.log(`${name}: ${Math.round(bare / 1024)} KB without results, ${Math.round(html.length / 1024)} KB with ${
		await browser.evaluate("mechfmu.values.rows")} rows`);
}

// the scene of an FMU with results of an importer gives the same picture
async function checkOtherResults(browser) {
	run("export", "--native", join(examples, "pendulum", "pendulum.yaml"), "-o", "unit.fmu");
	run("run", "unit.fmu", "--all", "-o", "unit.csv");
	const table = readTable(join(work, "unit.csv"));
	// poses alone: as fmusim writes them, as FMPy does, and as a table from a spreadsheet
	const poses = Object.keys(table).filter((name) => name === "time" || /^bodies\.\w+\.(x|y|angle)$/.test(name));
	const asPython = (number) => (Number.isInteger(number) ? number.toFixed(1) : String(number));
	const formats = {
		fmusim: {quote: '"', number: (number) => String(Number(number.toPrecision(16))), end: "\n"},
		fmpy: {quote: '"', number: asPython, end: "\n"},
		spreadsheet: {quote: "", number: (number) => number.toExponential(17), end: "\r\n"},
	};
	for (const [importer, {quote, number, end}] of Object.entries(formats)) {
		const rows = table.time.map((time, row) => poses.map((name) => number(table[name][row])).join(","));
		writeFileSync(join(work, "other.csv"),
		              [poses.map((name) => quote + name + quote).join(","), ...rows, ""].join(end));
		run("show", "unit.fmu", "--results", "other.csv", "-o", "other.html");
		await browser.open(join(work, "other.html"), {small: true});
		await checkPositions(browser, table, `results as of ${importer}`);
		await checkNothingWrong(browser, `results as of ${importer}`);
	}
}

// a unit with flat names and few parameters is seen as the mechanism is, and simulates
async function checkFlat(browser) {
	const text = readFileSync(join(examples, "bennett", "bennett.yaml"), "utf8");
	writeFileSync(join(work, "flat.yaml"), `${text}\nexport: {names: flat, parameters: few}\n`);
	run("export", "--native", "flat.yaml", "-o", "flat.fmu");
	run("run", "flat.fmu", "--show", "--output-file", "flat.csv");
	run("run", join(examples, "bennett", "bennett.yaml"), "--all", "-o", "bennett.csv");
	await browser.open(join(work, "flat.html"), {small: true});
	await checkPositions(browser, readTable(join(work, "bennett.csv")), "flat names");
	await checkDrawn(browser, "flat names");
	if (LIVE) {
		await checkLive(browser, "flat names");
	}
	await checkNothingWrong(browser, "flat names");
}

// --plot puts a plot for each unit before the picture, on a wide screen and on a phone
async function checkPlotted(browser) {
	const file = join(examples, "pendulum", "pendulum.yaml");
	run("run", file, "--plot", "bodies.bob.y,joints.pin.angle,bodies.bob.x");
	for (const size of [{}, {width: 390, height: 844, phone: true}]) {
		await browser.open(join(work, "pendulum.html"), size);
		const plots = await browser.evaluate("mechfmu.plots.list.map((plot) => plot.names)");
		assert.deepEqual(plots, [["bodies.bob.y", "bodies.bob.x"], ["joints.pin.angle"]]);
		assert.ok(await browser.evaluate(`(() => {
			const plot = mechfmu.plots.list[0].canvas.getBoundingClientRect(), picture = mechfmu.canvas.getBoundingClientRect();
			return plot.top < innerHeight && (plot.right <= picture.left || plot.bottom <= picture.top);
		})()`),
		          "the plot is not in front");
		await checkDrawn(browser, "plotted");
		await checkNothingWrong(browser, "plotted");
	}
}

// a body that is followed stays in the middle, by key, list and double click; the arrow keys move
// the view
async function checkFollow(browser, name) {
	const off = () => browser.evaluate(`(() => {
		mechfmu.draw();
		const [x, y] = mechfmu.view.pixel(mechfmu.motion.pose(mechfmu.motion.moving[0]).p), {width, height} = mechfmu.view;
		return Math.hypot(x - width / 2, y - height / 2);
	})()`);
	await browser.key("b");
	for (const time of ["mechfmu.values.start", "0.4 * mechfmu.values.stop", "mechfmu.values.stop"]) {
		await browser.evaluate(`mechfmu.player.seek(${time})`);
		assert.ok((await off()) < 0.5, `${name}: follows`);
	}
	assert.ok(await browser.evaluate("Number(document.getElementById('follow').value) === mechfmu.motion.moving[0]"));
	for (const type of ["rawKeyDown", "keyUp"]) {
		await browser.send("Input.dispatchKeyEvent", {type, key: "ArrowUp", modifiers: 8});
	}
	// in the plane an arrow moves the picture, in space it turns around the body
	assert.equal((await off()) > 20, await browser.evaluate("mechfmu.motion.planar"), `${name}: shift and arrow`);
	await browser.evaluate(`(mechfmu.fit(), 0)`);
	assert.ok((await off()) < 0.5, `${name}: fit keeps the body in view`);
	await browser.evaluate(`(() => {
		const select = document.getElementById("follow");
		select.value = -1;
		select.dispatchEvent(new Event("change"));
		mechfmu.player.seek(mechfmu.values.start);
		mechfmu.fit();
	})()`);
	assert.ok((await off()) > 1, `${name}: follows no more`);
	const [x, y] = await browser.evaluate(`(() => {
		const [px, py] = mechfmu.view.pixel(mechfmu.motion.pose(mechfmu.motion.moving[0]).p);
		const box = mechfmu.canvas.getBoundingClientRect();
		return [px + box.left, py + box.top];
	})()`);
	for (const clickCount of [1, 2]) {
		await browser.mouse("mousePressed", x, y, {button: "left", buttons: 1, clickCount});
		await browser.mouse("mouseReleased", x, y, {button: "left", clickCount});
	}
	await browser.until("mechfmu.follow.body >= 0");
	await browser.evaluate("(mechfmu.keepInView(-1), mechfmu.fit(), 0)");
}

async function checkControls(browser, name) {
	const count = (selector) => browser.evaluate(`document.querySelectorAll("${selector}").length`);
	await browser.open(join(work, `${name}.html`));
	// keys
	await browser.key(" ");
	await browser.until("!mechfmu.player.playing");
	await browser.key("Home");
	await browser.key("ArrowRight");
	assert.ok(await browser.evaluate("mechfmu.player.time === mechfmu.values.times[1]"), `${name}: one row on`);
	await browser.key("End");
	assert.ok(await browser.evaluate("mechfmu.player.time === mechfmu.values.stop"), `${name}: end`);
	for (const [key, state] of [["f", "view.options.forces"], ["t", "view.options.trails"],
	                            ["n", "view.options.names"]]) {
		const before = await browser.evaluate(`mechfmu.${state}`);
		await browser.key(key);
		assert.equal(await browser.evaluate(`mechfmu.${state}`), !before, `${name}: key ${key}`);
	}
	const theme = await browser.evaluate("document.documentElement.dataset.theme");
	await browser.key("d");
	assert.notEqual(await browser.evaluate("document.documentElement.dataset.theme"), theme);
	// the pointer on a body names it
	const [x, y] = await browser.evaluate(`(() => {
		const body = mechfmu.motion.moving[0], at = mechfmu.view.pixel(mechfmu.motion.pose(body).p);
		const box = mechfmu.canvas.getBoundingClientRect();
		return [at[0] + box.left, at[1] + box.top];
	})()`);
	await browser.mouse("mouseMoved", x, y);
	await browser.until("document.getElementById('tip').style.display === 'block'");
	// drag and wheel change the view
	const seen =
		"JSON.stringify(mechfmu.motion.planar ? [mechfmu.view.center, mechfmu.view.scale] : mechfmu.view.camera)";
	const before = await browser.evaluate(seen);
	await browser.mouse("mousePressed", 60, 120, {button: "left", buttons: 1, clickCount: 1});
	await browser.mouse("mouseMoved", 90, 150, {button: "left", buttons: 1});
	await browser.mouse("mouseReleased", 90, 150, {button: "left", clickCount: 1});
	const dragged = await browser.evaluate(seen);
	assert.notEqual(dragged, before, `${name}: drag`);
	await browser.send("Input.dispatchMouseEvent", {type: "mouseWheel", x: 200, y: 200, deltaX: 0, deltaY: -120});
	await browser.until(`${seen} !== ${JSON.stringify(dragged)}`);
	await checkFollow(browser, name);
	// search, then a click plots what was found
	await browser.evaluate(`(() => {
		const input = document.querySelector("#variables input");
		input.value = "energies.kinetic";
		input.dispatchEvent(new Event("input"));
		document.querySelector("#variables li").scrollIntoView();
	})()`);
	assert.equal(await count("#variables li"), 1, `${name}: search`);
	await browser.until("document.querySelector('#variables li output').textContent.endsWith(' J')");
	const plots = await count(".plot");
	await browser.evaluate("document.querySelector('#variables li button').click()");
	assert.equal(await count(".plot"), plots + 1);
	// a click into a plot moves the picture to that time
	await browser.evaluate("document.querySelector('.plot canvas').scrollIntoView()");
	const box = await browser.evaluate(
		"(({left, top, width}) => [left, top, width])(document.querySelector('.plot canvas').getBoundingClientRect())");
	await browser.mouse("mousePressed", box[0] + 0.5 * box[2], box[1] + 50,
	                    {button: "left", buttons: 1, clickCount: 1});
	await browser.mouse("mouseReleased", box[0] + 0.5 * box[2], box[1] + 50, {button: "left", clickCount: 1});
	assert.ok(await browser.evaluate(
		"mechfmu.player.time > 0.3 * mechfmu.values.stop && mechfmu.player.time < 0.7 * mechfmu.values.stop"));
	// PNG and CSV
	assert.equal(
		await browser.evaluate("new Promise((done) => mechfmu.canvas.toBlob((blob) => done(blob.type), 'image/png'))"),
		"image/png");
	const lines = await browser.evaluate("mechfmu.values.table(['energies.kinetic']).trim().split('\\n').length");
	assert.equal(lines, 1 + (await browser.evaluate("mechfmu.values.rows")));
	await checkNothingWrong(browser, `${name}: controls`);
	// a phone: nothing is wider than the screen
	await browser.open(join(work, `${name}.html`), {width: 390, height: 844, phone: true, dark: true});
	assert.ok(await browser.evaluate("document.documentElement.scrollWidth <= 390"), `${name}: phone`);
	assert.equal(await browser.evaluate("document.documentElement.dataset.theme"), "dark");
	await checkDrawn(browser, `${name} on a phone`);
	await checkNothingWrong(browser, `${name}: phone`);
}

rmSync(work, {recursive: true, force: true});
mkdirSync(work, {recursive: true});
const browser = new Browser();
try {
	const all = readdirSync(examples).filter((name) => !["papers", "study", "systems"].includes(name));
	const names = chosen.length > 0 ? chosen : all;
	for (const name of names) {
		await checkExample(browser, name);
	}
	await checkShapes(browser, {run, work});
	await checkFollowing(browser, {run, work}, LIVE);
	await checkGears(browser, {run, work});
	await checkSlides(browser, {run, work});
	await checkTrolley(browser, {run, work});
	await checkExampleShapes(browser, {run, examples, work});
	await checkNumbers(browser, {run, examples, work});
	await checkCurves(browser, {run, work});
	await checkArrows(browser, {run, work});
	await checkSpeeds(browser, {run, work});
	await checkPreview(browser, {run, examples, work});
	await checkResized(browser, {run, examples, work});
	await checkOtherResults(browser);
	await checkPlotted(browser);
	await checkFlat(browser);
	await checkHostile(browser, {run, examples, work});
	await checkFrames(browser, {run, examples, work}, LIVE);
	await checkSystems(browser, {run, examples, work}, LIVE);
	for (const name of ["excavator", "bennett"].filter((one) => names.includes(one))) {
		await checkControls(browser, name);
	}
	if (LIVE) {
		await checkInputs(browser, {run, work});
		await checkSliders(browser, {run, examples, work, readTable});
		await checkTransport(browser, {run, examples, work});
		await checkPull(browser, {run, examples, work});
		await checkWithoutWorker(browser, {run, examples, work});
		await checkLivePage(browser, {run, examples, work});
	}
} finally {
	await browser.close();
}
