// Units, scenes and results of other people: whatever their names are, the page shows them as text.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from "node:fs";
import {join, relative} from "node:path";

// what would leave a trace in the page, were it more than text
const NAMES = {
	"joints.pin.speed": `</script><script>window.hacked = 1</script>`,
	"joints.pin.angle": `<img src=x onerror="window.hacked = 2">`,
	"joints.pin.reaction_force[1]": `" onmouseover="window.hacked = 3" x='`,
	"joints.pin.reaction_force[2]": "__proto__",
	"energies.kinetic": "a,b \u2028 c\u2029 d",
	"energies.potential": "constructor",
};
const TEXTS = {
	"Simple pendulum, released horizontally": `</p><img src=x onerror="window.hacked = 4">]]>&amp;<!--`,
	"coordinate of the joint": `"><svg onload="window.hacked = 5">`,
	"rad/s": `<b onclick="window.hacked = 6">`,
};

// ---- a zip archive of stored files

const CRC = Array.from({length: 256}, (_, n) => {
	for (let k = 0; k < 8; k++) {
		n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
	}
	return n >>> 0;
});
const checksum = (bytes) => ~bytes.reduce((sum, byte) => CRC[(sum ^ byte) & 255] ^ (sum >>> 8), ~0) >>> 0;

function numbers(...pairs) {
	const bytes = Buffer.alloc(pairs.reduce((sum, [, width]) => sum + width, 0));
	pairs.reduce((at, [number, width]) => bytes.writeUIntLE(number, at, width), 0);
	return bytes;
}

function zip(files) {
	const parts = [], directory = [];
	let at = 0;
	for (const [name, bytes] of files) {
		const facts = [
			[20, 2], [0, 4], [0x210000, 4], [checksum(bytes), 4], [bytes.length, 4], [bytes.length, 4],
			[name.length, 2], [0, 2]
		];
		const local = Buffer.concat([numbers([0x04034b50, 4], ...facts), Buffer.from(name), bytes]);
		directory.push(numbers([0x02014b50, 4], [20, 2], ...facts, [0, 6], [0, 4], [at, 4]), Buffer.from(name));
		parts.push(local);
		at += local.length;
	}
	const list = Buffer.concat(directory), n = files.length;
	return Buffer.concat(
		[...parts, list, numbers([0x06054b50, 4], [0, 4], [n, 2], [n, 2], [list.length, 4], [at, 4], [0, 2])]);
}

function filesBelow(folder, path = folder) {
	return readdirSync(path).flatMap((name) => {
		const inside = join(path, name);
		return statSync(inside).isDirectory() ? filesBelow(folder, inside) : [[relative(folder, inside), inside]];
	});
}

// ---- the unit

const inXml = (text) => text.replaceAll("&", "&amp;")
                            .replaceAll("<", "&lt;")
                            .replaceAll(">", "&gt;")
                            .replaceAll('"', "&quot;")
                            .replace(/[\u0080-\uffff]/g, (letter) => `&#${letter.charCodeAt(0)};`);
const inJson = (text) => JSON.stringify(text).replaceAll("<", "\\u003c");

// a pendulum with other names and texts, in the description and in the scene
function hostileUnit(work, change) {
	const folder = join(work, "hostile");
	mkdirSync(folder, {recursive: true});
	execFileSync("unzip", ["-qo", join(work, "unit.fmu"), "-x", "sources/*", "-d", folder]);
	const files = filesBelow(folder).map(([name, path]) => {
		let bytes = readFileSync(path);
		for (const [old, text] of Object.entries({...NAMES, ...TEXTS})) {
			if (name === "modelDescription.xml") {
				bytes = Buffer.from(bytes.toString().replaceAll(`"${old}"`, `"${inXml(text)}"`));
			} else if (name === "resources/scene.json") {
				bytes = Buffer.from(bytes.toString().replaceAll(`"${old}"`, () => inJson(text)));
			}
		}
		return [name, name === "resources/scene.json" ? Buffer.from(change(bytes.toString())) : bytes];
	});
	writeFileSync(join(work, "hostile.fmu"), zip(files));
}

// cells of the first line of a CSV, by the rules of RFC 4180
function headerOf(csv) {
	const cells = [];
	let cell = "", quoted = false;
	for (let i = 0; i < csv.length; i++) {
		if (csv[i] === '"' && quoted && csv[i + 1] === '"') {
			cell += csv[i++];
		} else if (csv[i] === '"') {
			assert.ok(quoted || cell === "", "a quote inside a cell that is not quoted");
			quoted = !quoted;
		} else if (!quoted && (csv[i] === "," || csv[i] === "\n")) {
			cells.push(cell);
			cell = "";
			if (csv[i] === "\n") {
				return cells;
			}
		} else {
			cell += csv[i];
		}
	}
	return cells;
}

async function checkHarmless(browser, what) {
	assert.equal(await browser.evaluate("window.hacked === undefined"), true, `${what}: a name was executed`);
	assert.equal(
		await browser.evaluate("document.querySelectorAll('img, svg[onload], [onmouseover], b[onclick]').length"), 0,
		`${what}: a name became an element`);
	assert.equal(await browser.evaluate("document.querySelectorAll('script').length"), 5, `${what}: scripts`);
	assert.equal(await browser.evaluate("({}).bodies === undefined && Object.keys(Object.prototype).length === 0"),
	             true, `${what}: all objects were changed`);
	assert.equal(await browser.evaluate("document.getElementById('message').hidden"), true, `${what}: a message`);
	assert.deepEqual(browser.problems, [], `${what}: console`);
	assert.deepEqual(browser.requests.filter((url) => !/^(file|data|blob):/.test(url)), [], `${what}: requests`);
	assert.equal(browser.requests.filter((url) => url.endsWith("/x")).length, 0, `${what}: a picture was loaded`);
}

// names are listed, found, plotted and saved as they are
async function checkNames(browser, csv) {
	const names = Object.values(NAMES);
	await browser.evaluate(`(() => {
		const input = document.querySelector("#variables input");
		for (const name of ${JSON.stringify(names)}) {
			input.value = name.split(" ")[0];
			input.dispatchEvent(new Event("input"));
			const row = [...document.querySelectorAll("#variables li b")].find((b) => b.textContent === name);
			row.closest("button").click();
			row.closest("button").dispatchEvent(new MouseEvent("mouseover", {bubbles: true}));
		}
		["trails", "forces", "names"].forEach((id) => document.getElementById(id).click());
		mechfmu.draw();
	})()`);
	const plotted = await browser.evaluate("[...document.querySelectorAll('.legend b')].map((b) => b.textContent)");
	names.forEach((name) => assert.ok(plotted.includes(name), `not plotted: ${name}`));
	const saved = headerOf(await browser.evaluate("mechfmu.values.table(mechfmu.values.variables.map((v) => v.name))"));
	const recorded = headerOf(readFileSync(csv, "utf8"));
	names.forEach((name) => {
		assert.ok(recorded.includes(name), `not in the CSV of run: ${name}`);
		assert.ok(saved.includes(name), `not in the CSV of the page: ${name}`);
	});
}

export async function checkHostile(browser, {run, examples, work}) {
	run("export", "--native", join(examples, "pendulum", "pendulum.yaml"), "-o", "unit.fmu");
	hostileUnit(work, (scene) => scene);
	run("run", "hostile.fmu", "--all", "-o", "hostile.csv");
	run("show", "hostile.fmu", "--results", "hostile.csv", "--recorded", "-o", "hostile.html");
	await browser.open(join(work, "hostile.html"));
	await checkHarmless(browser, "hostile names");
	await checkNames(browser, join(work, "hostile.csv"));
	await checkHarmless(browser, "hostile names, all of them shown");
	// elements and shapes of kinds that no drawing knows are left out
	for (const symbol of ["constructor", "__proto__", "toString", "none"]) {
		hostileUnit(work, (scene) => scene.replace('"symbol": "pivot"', `"symbol": "${symbol}"`));
		run("show", "hostile.fmu", "--results", "hostile.csv", "--recorded", "-o", "hostile.html");
		await browser.open(join(work, "hostile.html"), {small: true});
		await browser.evaluate("(mechfmu.toggleOption('names'), mechfmu.draw())");
		await checkHarmless(browser, `symbol ${symbol}`);
	}
	// a scene that is none is refused, or the page says that something is wrong
	for (const change
	         of [(scene) => scene.replace('"bodies": [', '"bodies": </script><script>window.hacked = 7</script>['),
	            (scene) => scene.slice(0, -10), (scene) => scene.replace("version", "Version")]) {
		hostileUnit(work, change);
		assert.throws(() => run("show", "hostile.fmu", "--results", "hostile.csv", "-o", "none.html"),
		              "a broken scene");
	}
	hostileUnit(work, (scene) => scene.replace('"bodies": [', '"bodies": 7, "others": ['));
	run("show", "hostile.fmu", "--results", "hostile.csv", "--recorded", "-o", "hostile.html");
	await browser.open(join(work, "hostile.html"), {small: true});
	assert.equal(await browser.evaluate("document.getElementById('message').hidden"), false, "a scene without bodies");
}
