// Pictures for the docs from pages in a browser: make_gallery.mjs <mechfmu> <examples> <docs>. See
// build/gallery.
import {execFileSync} from "node:child_process";
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

import {Browser} from "./browser.mjs";

const [mechfmu, examples, docs] = process.argv.slice(2);
const COVER = "stewart_platform";
// the part of the run that is shown, where it is not 0.3
const PARTS = {
	slider_crank: 0.05,
	double_wishbone: 0.6,
	excavator: 0.9,
	gripper: 0.6,
	beam_with_tip_crank: 1,
	pendulum: 0.07
};

async function place(browser, page, name, size) {
	await browser.open(page, size);
	await browser.evaluate(`(mechfmu.player.pause(), mechfmu.player.seek(mechfmu.values.start +
		${PARTS[name] ?? 0.3} * (mechfmu.values.stop - mechfmu.values.start)), mechfmu.draw())`);
	// a frame later it is seen
	await browser.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))");
}

async function picture(browser, name, work) {
	const page = join(work, `${name}.html`);
	execFileSync(mechfmu, ["show", join(examples, name, `${name}.yaml`), "--recorded", "-o", page], {stdio: "ignore"});
	await place(browser, page, name, {width: 900, height: 420});
	// of the same size whatever the letters of this machine take
	await browser.evaluate(`(document.querySelector("main").style.gridTemplateColumns = "480px 1fr",
		document.getElementById("picture").style.flex = "0 0 291px", 0)`);
	await browser.until("mechfmu.view.width > 470 && mechfmu.view.width < 490 && mechfmu.view.height === 291");
	const data = await browser.evaluate("(mechfmu.fit(), mechfmu.draw(), mechfmu.canvas.toDataURL('image/png'))");
	writeFileSync(join(docs, "gallery", `${name}.png`), Buffer.from(data.split(",")[1], "base64"));
	if (name === COVER) {
		await place(browser, page, name, {width: 1100, height: 640});
		writeFileSync(join(docs, "pictures", "show.png"), await browser.screenshot());
	}
}

function entry(name) {
	const text = readFileSync(join(examples, name, `${name}.yaml`), "utf8");
	const what = text.match(/^description: (.*)$/m)?.[1] ?? name;
	return `| ![${what}](gallery/${name}.png) | [${name}](../examples/${name}/README.md)<br>${what} |`;
}

const names = readdirSync(examples).filter((name) => !["papers", "study", "systems"].includes(name));
const work = mkdtempSync(join(tmpdir(), "mechfmu-gallery-")), browser = new Browser();
try {
	mkdirSync(join(docs, "gallery"), {recursive: true});
	for (const name of names) {
		await picture(browser, name, work);
	}
} finally {
	await browser.close();
	rmSync(work, {recursive: true, force: true});
}
const lines = [
	"# Gallery", "",
	"Pictures of all mechanisms in `examples/`, as `mechfmu show` shows them. Start from one that is like",
	"yours. `./build/gallery` makes the pictures.", "", "| picture | mechanism |", "|---|---|", ...names.map(entry)
];
writeFileSync(join(docs, "gallery.md"), lines.join("\n") + "\n");
