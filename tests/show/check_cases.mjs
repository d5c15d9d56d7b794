// The page of a study in a browser: its numbers are those of the CSV, brushes choose the right
// cases, a click shows one. check_cases.mjs <mechfmu> <examples> <work folder>
import assert from "node:assert/strict";
import {mkdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";

import {Browser, runIn} from "./browser.mjs";

const [mechfmu, examples, work] = process.argv.slice(2);
const run = runIn(work, mechfmu);

const STUDY = `study: pendulums
of: ${join(examples, "pendulum", "pendulum.yaml")}
vary:
  solver.method: [auto, radau]
  gravity[2]: {from: -12, to: -8, count: 30}
  bodies.BODY.mass: [1, 2, -1]
record: {last: final(joints.JOINT.angle), most: max(abs(joints.JOINT.speed))}
experiment: {stop: 0.5, step: 0.05}
`;

function readTable(path) {
	const lines = readFileSync(path, "utf8").trim().split("\n").map((line) => line.split(","));
	const names = lines[0].map((name) => name.replaceAll('"', ""));
	return Object.fromEntries(
		names.map((name, k) => [name, lines.slice(1).map((cells) => cells[k].replaceAll('"', ""))]));
}

const frame = (browser) =>
	browser.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");

// the numbers of the page and of the CSV
async function checkNumbers(browser, table) {
	const columns = await browser.evaluate(`mechfmu.cases.columns.map(({name, unit, words, values}) =>
		({name, unit, cells: [...values].map((value) => words === null ? (Number.isNaN(value) ? "" : value) : words[value])}))`);
	for (const {name, cells} of columns) {
		cells.forEach((cell, i) => {
			const wanted = table[name][i];
			if (typeof cell === "number") {
				assert.ok(Math.abs(cell - Number(wanted)) <= 1e-6 * Math.abs(cell),
				          `${name} of ${i}: ${cell}, not ${wanted}`);
			} else {
				assert.equal(cell, wanted, `${name} of ${i}`);
			}
		});
	}
	assert.equal(columns.find(({name}) => name === "gravity[2]").unit, "m/s2");
}

// a drag along an axis chooses the cases between both ends, a click takes that back
async function checkBrush(browser, table) {
	const drag = (from, to) => browser.evaluate(`(() => {
		const {parallel, cases} = mechfmu, k = cases.shown.findIndex(({name}) => name === "gravity[2]");
		const {left, top} = parallel.canvas.getBoundingClientRect(), column = cases.shown[k];
		const y = (value) => parallel.bottom + (parallel.top - parallel.bottom) * (value - column.low) / (column.high - column.low);
		const send = (type, value) => parallel.canvas.dispatchEvent(new PointerEvent(type,
			{pointerId: 1, clientX: left + parallel.x(k), clientY: top + y(value), bubbles: true}));
		parallel.canvas.setPointerCapture = () => {};
		send("pointerdown", ${from});
		send("pointermove", ${to});
		send("pointerup", ${to});
	})()`);
	await drag(-11.03, -10.02);
	await frame(browser);
	const wanted = table["gravity[2]"].filter((cell) => Number(cell) >= -11.03 && Number(cell) <= -10.02).length;
	assert.equal(await browser.evaluate("mechfmu.cases.count"), wanted);
	assert.equal(await browser.evaluate("document.getElementById('count').textContent"),
	             `${wanted} of ${table.case.length}`);
	assert.equal(await browser.evaluate("document.querySelectorAll('#rows tbody tr').length"), wanted);
	await drag(-9, -9);
	assert.equal(await browser.evaluate("mechfmu.cases.count"), table.case.length);
}

// sorted by a column: the least first, then the most; those without a number last
async function checkSorting(browser, table) {
	const first = async () => {
		await browser.evaluate(`[...document.querySelectorAll("#rows th button")].find((b) =>
			b.textContent.startsWith("most")).click()`);
		return Number(await browser.evaluate("document.querySelector('#rows tbody td').textContent"));
	};
	const most = table.most.map((cell) => (cell === "" ? NaN : Number(cell))),
		  numbers = most.filter((n) => !Number.isNaN(n));
	// the page has seven digits
	assert.ok(most[await first()] < Math.min(...numbers) * (1 + 1e-6));
	assert.ok(most[await first()] > Math.max(...numbers) * (1 - 1e-6));
}

async function checkClick(browser, table) {
	const failed = table.status.indexOf("failed");
	await browser.evaluate(`mechfmu.pick(${failed})`);
	await frame(browser);
	const said = await browser.evaluate("document.getElementById('case').textContent");
	assert.match(said, /mass/);
	assert.match(said, /mechfmu show .*pendulum.yaml --start-value solver.method/);
	// a point of the scatter
	const point = await browser.evaluate(`(() => {
		const {scatter, cases} = mechfmu, i = cases.messages.findIndex((message) => message === "");
		const [x, y] = scatter.at(i), {left, top} = scatter.canvas.getBoundingClientRect();
		scatter.canvas.dispatchEvent(new MouseEvent("click", {clientX: left + x, clientY: top + y}));
		return Math.hypot(...scatter.at(cases.one).map((p, k) => p - [x, y][k]));
	})()`);
	assert.ok(point < 3);
	await browser.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}))");
	await frame(browser);
	assert.ok(await browser.evaluate("document.getElementById('case').hidden"));
}

// histograms count every case with a number, and have them in the same place
async function checkHistograms(browser, table) {
	const sums = await browser.evaluate(
		"mechfmu.histograms.map(({column, canvas}) => [column.name, canvas.width > 0, column.values.filter(Number.isFinite).length])");
	for (const [name, drawn, n] of sums) {
		assert.ok(drawn);
		assert.equal(n, table[name].filter((cell) => cell !== "").length, name);
	}
}

rmSync(work, {recursive: true, force: true});
mkdirSync(work, {recursive: true});
const names = readFileSync(join(examples, "pendulum", "pendulum.yaml"), "utf8");
const [, body] = names.match(/\nbodies:\n {2}(\w+):/), [, joint] = names.match(/\njoints:\n {2}(\w+):/);
writeFileSync(join(work, "pendulums.yaml"), STUDY.replaceAll("BODY", body).replaceAll("JOINT", joint));
run("sweep", "pendulums.yaml");
const browser = new Browser();
try {
	const table = readTable(join(work, "pendulums_out.csv"));
	await browser.open(join(work, "pendulums_out.html"));
	await frame(browser);
	await checkNumbers(browser, table);
	await checkBrush(browser, table);
	await checkSorting(browser, table);
	await checkClick(browser, table);
	await checkHistograms(browser, table);
	assert.deepEqual(browser.problems, []);
	assert.deepEqual(browser.requests.filter((url) => !/^(file|data|blob):/.test(url)), []);
} finally {
	await browser.close();
}
