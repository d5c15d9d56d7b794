// Where parts of the picture stand: rings of internal gears, guides and slides of sliding joints,
// arrows of drivers.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {join} from "node:path";

const RIM = 1.12; // outer radius of a ring over its pitch radius (gears.js)

const close = (a, b, what, tolerance = 1e-6) => assert.ok(Math.abs(a - b) <= tolerance, `${what}: ${a}, not ${b}`);

const seek = (browser, time) =>
	browser.evaluate(`(mechfmu.player.pause(), mechfmu.player.seek(${time}), mechfmu.draw(), 0)`);

async function open(browser, {run, work}, name, text) {
	writeFileSync(join(work, `${name}.yaml`), text);
	run("show", `${name}.yaml`, "--recorded", "-o", `${name}.html`);
	await browser.open(join(work, `${name}.html`));
	await seek(browser, 0);
}

// a planet of radius 0.1 rolls in a ring of 0.4, which is the ground, around a sun of 0.2
function planetary(space) {
	const planar = space === "planar", at = (x) => (planar ? `[${x}, 0]` : `[${x}, 0, 0]`);
	const body = (x) => `{mass: 1, inertia: ${planar ? 1 : "[1, 1, 1]"}, center: ${at(x)}}`;
	const pin = (bodies, x) =>
		`{type: revolute, bodies: [${bodies}], at: ${at(x)}${planar ? "" : ", axis: [0, 0, 1]"}}`;
	return `mechanism: planetary
space: ${space}
bodies: {sun: ${body(0)}, arm: ${body(0)}, planet: ${body(0.3)}}
joints:
  sun: ${pin("arm, sun", 0)}
  arm: ${pin("ground, arm", 0)}
  planet: ${pin("arm, planet", 0.3)}
  outer: {type: gear, joints: [planet, arm], ratio: -4}
  inner: {type: gear, joints: [sun, planet], ratio: -0.5}
drivers:
  motor: {type: constant_speed, joint: arm, speed: 2}
experiment: {stop: 1, step: 0.01}
`;
}

// radii of the places of a mesh: the lengths of their first axis
const ringsOf =
	`(({numbers, n}) => Array.from({length: n}, (_, i) => Math.hypot(...numbers.subarray(15 * i, 15 * i + 3))))(
	mechfmu.view.solids.meshes.ring)`;

// how many spheres, cylinders and boxes at the origin are as large as this
const solidsOf = (least) => `["sphere", "cylinder", "box"].reduce((count, key) => {
	const {numbers, n} = mechfmu.view.solids.meshes[key];
	return count + Array.from({length: n}, (_, i) => numbers.subarray(15 * i, 15 * i + 12)).filter((p) =>
		Math.hypot(...p.subarray(9)) < 1e-9 && [0, 3, 6].every((k) => Math.hypot(...p.subarray(k, k + 3)) > ${
	least})).length;
}, 0)`;

// a ring that is a body: its inside is for the pinion, and stays free
async function checkRingBody(browser, files) {
	const body = (x, j) => `{mass: 1, inertia: [${j}, ${j}, ${j}], center: [${x}, 0, 0]}`;
	const pin = (name, x) => `{type: revolute, bodies: [ground, ${name}], at: [${x}, 0, 0], axis: [0, 0, 1]}`;
	await open(browser, files, "ring", `mechanism: ring
space: spatial
bodies: {ring: ${body(0, 1)}, pinion: ${body(0.3, 1e-3)}}
joints:
  outer: ${pin("ring", 0)}
  inner: ${pin("pinion", 0.3)}
  mesh: {type: gear, joints: [inner, outer], ratio: 4}
experiment: {stop: 1, step: 0.01}
`);
	assert.equal(await browser.evaluate(solidsOf(0.1)), 0, "nothing fills the ring");
	assert.deepEqual(browser.problems, [], "ring: console");
}

export async function checkGears(browser, files) {
	await open(browser, files, "planetary", planetary("planar"));
	const {low, high} = await browser.evaluate("mechfmu.view.extent");
	close(high[0], 0.4 * RIM, "the ring is seen whole");
	close(low[1], -0.4 * RIM, "the ring is seen whole");
	// the ring is filled outside of its pitch circle alone
	for (const [radius, filled] of [[0.39, false], [0.41, true], [0.44, true], [0.46, false]]) {
		const same = await browser.evaluate(`(() => {
			const context = mechfmu.view.context, [x, y] = mechfmu.view.pixel([${radius} * Math.cos(1), ${
			radius} * Math.sin(1)]);
			const paper = mechfmu.colors.paper.match(/\\w\\w/g).map((digits) => parseInt(digits, 16));
			return [...context.getImageData(Math.round(x), Math.round(y), 1, 1).data].slice(0, 3).every((part, k) => part === paper[k]);
		})()`);
		assert.equal(same, !filled, `the ring of a planetary gear at ${radius}`);
	}
	await open(browser, files, "planetary_in_space", planetary("spatial"));
	const rings = (await browser.evaluate(ringsOf)).sort((a, b) => a - b), wanted = [0.1, 0.1, 0.2, 0.4, 0.4 * RIM];
	wanted.forEach((radius, k) => close(rings.at(-wanted.length + k), radius, `ring ${k}`));
	assert.deepEqual(browser.problems, [], "gears: console");
	await checkRingBody(browser, files);
}

// an arm of two parts that turn about z, at whose end a body slides along z by 0.25 m downwards. A
// sensor holds it at the height `tool`
const scara = (tool) => `mechanism: scara
space: spatial
bodies:
  upper: {mass: 4, inertia: [1, 1, 1], center: [0.15, 0, 0.4]}
  fore: {mass: 3, inertia: [1, 1, 1], center: [0.42, 0, 0.4]}
  quill: {mass: 1, inertia: [1, 1, 1], center: [0.55, 0, 0.4]}
joints:
  shoulder: {type: revolute, bodies: [ground, upper], at: [0, 0, 0.4], axis: [0, 0, 1]}
  elbow: {type: revolute, bodies: [upper, fore], at: [0.3, 0, 0.4], axis: [0, 0, 1]}
  spindle: {type: prismatic, bodies: [fore, quill], at: [0.55, 0, 0.4], axis: [0, 0, 1]}
drivers:
  turn: {type: harmonic, joint: shoulder, amplitude: 0.6, frequency: 3}
  bend: {type: ramp, joint: elbow, to: 1.2, duration: 1.5}
  sink: {type: ramp, joint: spindle, to: -0.25, duration: 1.5}
sensors:
  tool: {type: point, body: quill, at: [0.55, 0, ${tool}]}
experiment: {stop: 2, step: 0.01}
`;

// centres of boxes; feet and heads of upright cylinders; the end of the arm, and the quill's point
// that was there
const parts = `(() => {
	const {meshes} = mechfmu.view.solids, {motion} = mechfmu;
	const places = ({numbers, n}) => Array.from({length: n}, (_, i) => [...numbers.subarray(15 * i, 15 * i + 12)]);
	const upright = places(meshes.cylinder).filter((p) => Math.hypot(p[6], p[7]) < 1e-6);
	const [end, quill] = [1, 2].map((body) => motion.point(body, [0.55, 0, 0.4]));
	return {
		boxes: places(meshes.box).map((p) => p.slice(9)),
		rods: upright.map((p) => [p.slice(9), [p[9] + p[6], p[10] + p[7], p[11] + p[8]]]),
		end, quill,
	};
})()`;

// is there a rod over the point [x, y, ...] from one height to another?
const rodReaches = (rods, [x, y], low, high) => rods.some(
	([a, b]) => Math.hypot(a[0] - x, a[1] - y) < 1e-3 && Math.min(a[2], b[2]) <= low && Math.max(a[2], b[2]) >= high);

export async function checkSlides(browser, files) {
	for (const [name, tool, houses] of [["quill", 0.2, true], ["carriage", 0.4, false]]) {
		await open(browser, files, name, scara(tool));
		for (const time of [0, 0.7, 1.9]) {
			await seek(browser, time);
			const {boxes, rods, end, quill} = await browser.evaluate(parts);
			// a quill runs through a housing that stays at the arm; a carriage goes, and its guide
			// stays
			const place = houses ? end : quill, what = `${name} at ${time}`;
			assert.ok(boxes.some((at) => Math.hypot(...at.map((x, k) => x - place[k])) < 1e-3), `${what}: box`);
			assert.ok(rodReaches(rods, end, Math.min(end[2], quill[2]), end[2]), `${what}: rod`);
			if (!houses) {
				// the guide belongs to the arm: it reaches as far down from the beginning
				assert.ok(rodReaches(rods, end, end[2] - 0.25, end[2]), `${what}: guide`);
			}
		}
		assert.deepEqual(browser.problems, [], `${name}: console`);
	}
}

// a trolley without extent between two sliding joints: no ball hides its carriage and the mast's
// housing
export async function checkTrolley(browser, files) {
	const body = (y, z) => `{mass: 4, inertia: [1, 1, 1], center: [0, ${y}, ${z}]}`;
	await open(browser, files, "trolley", `mechanism: gantry
space: spatial
bodies: {bridge: ${body(0.5, 0)}, trolley: ${body(0, 0)}, mast: ${body(0, -0.3)}}
joints:
  x: {type: prismatic, bodies: [ground, bridge], at: [0, 0.5, 0], axis: [1, 0, 0]}
  y: {type: prismatic, bodies: [bridge, trolley], at: [0, 0, 0], axis: [0, 1, 0]}
  z: {type: prismatic, bodies: [trolley, mast], at: [0, 0, 0], axis: [0, 0, 1]}
experiment: {stop: 1, step: 0.01}
`);
	assert.equal(await browser.evaluate(solidsOf(0.05)), 0, "nothing hides the housing");
	assert.deepEqual(browser.problems, [], "trolley: console");
}

// examples show what they are: a wheel as a cylinder as wide as it rolls, and what stands still
export async function checkExampleShapes(browser, {run, examples, work}) {
	for (const [name, body, radius] of [["double_wishbone", "bodies.wheel", 0.31],
	                                    ["delta_robot", "bodies.base", 0.19]]) {
		run("show", join(examples, name, `${name}.yaml`), "--recorded", "-o", `${name}_shapes.html`);
		await browser.open(join(work, `${name}_shapes.html`), {small: true});
		const {shapes = [], ground} = await browser.evaluate(`(() => {
			const bodies = mechfmu.scene.bodies, body = bodies.find((one) => one.name === "${body}");
			return {shapes: body?.shapes, ground: bodies.some(({carrier, shapes}) => carrier === -1 && shapes !== undefined)};
		})()`);
		assert.ok(shapes.some((shape) => shape.type === "cylinder" && shape.radius === radius), `${name}: ${body}`);
		assert.ok(ground, `${name}: what stands still`);
	}
}
