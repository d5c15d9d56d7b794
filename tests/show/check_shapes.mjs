// Shapes of bodies in the page, in the plane and in space: seen where they are, in their colours;
// they follow parameters.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {join} from "node:path";

// a box of four triangles less: open below
const OPEN_BOX = `v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1
f 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n`;
const BODY = {
	planar: "mass: 1, inertia: 1",
	spatial: "mass: 1, inertia: [1, 1, 1]"
};

// five shapes next to each other on a table that never moves, and a bar without shape
function mechanism(space) {
	const planar = space === "planar", at = (x, y, z = 0) => `[${planar ? [x, y] : [x, y, z]}]`;
	const shapes = [
		`{type: box, size: ${at(0.8, 0.6, 0.6)}, at: ${at(0, 0)}, color: "#c00000"}`,
		`{type: sphere, radius: 0.4, at: ${at(1, 0)}, color: "#00c000"}`,
		`{type: capsule, radius: 0.2, from: ${at(1.8, 0)}, to: ${at(2.2, 0)}, color: "#0000c0"}`,
		`{type: polygon, points: [[0, 0], [0.8, 0], [0.8, 0.8], [0.6, 0.2]], ${planar ? "" : "thickness: 0.2, "}
			at: ${at(2.6, 0)}, color: "#c0c000"}`,
		`{type: mesh, file: open_box.obj, scale: 0.4, at: ${at(4, 0)}, color: "#00c0c0"}`,
	];
	const cylinder = planar ? "radius: 0.3, at: [5, 0]" : "radius: 0.3, from: [5, 0, -0.3], to: [5, 0, 0.3]";
	return `mechanism: shapes
space: ${space}
bodies:
  part: {${BODY[space]}, center: ${at(0, 0)}, shape: [${shapes.join(", ")}]}
  weight: {${BODY[space]}, center: ${at(5, 0)}, welded_to: part, shape: {type: cylinder, ${cylinder}, color: "#c000c0"}}
joints:
  guide: {type: prismatic, bodies: [ground, part], at: ${at(0, 2)}, axis: ${at(0, 1)}}
initial: {guide: {speed: 1}}
experiment: {stop: 1}
`;
}

// where each is surely seen in the drawing, and which of red, green and blue it has
const SPOTS = [
	[[0.1, 0.1], [1, 0, 0]], [[1.1, 0.1], [0, 1, 0]], [[2.3, 0.05], [0, 0, 1]], [[3.3, 0.2], [1, 1, 0]],
	[[4.1, 0.1], [0, 1, 1]], [[5.1, 0.1], [1, 0, 1]]
];

export async function checkShapes(browser, {run, work}) {
	writeFileSync(join(work, "open_box.obj"), OPEN_BOX);
	for (const space of ["planar", "spatial"]) {
		writeFileSync(join(work, `${space}.yaml`), mechanism(space));
		run("show", `${space}.yaml`, "--recorded", "-o", `${space}.html`);
		await browser.open(join(work, `${space}.html`));
		// seen from above, at two times: they have moved along y
		for (const time of [0, 0.5]) {
			await browser.evaluate(`(mechfmu.player.pause(), mechfmu.player.seek(${time}),
				mechfmu.view.camera && (mechfmu.view.camera.pitch = 1.5, mechfmu.view.camera.yaw = -Math.PI / 2),
				mechfmu.draw())`);
			for (const [[x, y], color] of SPOTS) {
				const seen = await browser.evaluate(`(() => {
					mechfmu.draw();
					const copy = document.createElement("canvas"), context = copy.getContext("2d");
					copy.width = mechfmu.canvas.width;
					copy.height = mechfmu.canvas.height;
					context.drawImage(mechfmu.canvas, 0, 0);
					const [px, py] = mechfmu.view.pixel([${x}, ${y + time}, 0]);
					return [...context.getImageData(Math.round(px), Math.round(py), 1, 1).data];
				})()`);
				const strong = color.map((part, k) => (part ? seen[k] : 255)),
					  weak = color.map((part, k) => (part ? 0 : seen[k]));
				assert.ok(Math.min(...strong) > Math.max(...weak) + 50, `${space}: ${x}, ${y} at ${time} is ${seen}`);
			}
		}
		const {low, high} = await browser.evaluate("mechfmu.view.extent");
		const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${space}: extent ${a}, not ${b}`);
		near(low[0], -0.4);
		near(high[0], 5.3);
		near(low[1], -0.4);
		assert.deepEqual(browser.problems, [], `${space}: console`);
	}
}

// all types, with numbers that follow the length L; the outline goes around clockwise
function following(space, L) {
	const planar = space === "planar", at = (x, y, z = 0) => `[${planar ? [x, y] : [x, y, z]}]`;
	const turned = planar ? "angle: L/3" : "rotation: [L/3, -L, sqrt(L)/4]", thick = planar ? "" : "thickness: L^2/8, ";
	const shapes = [
		`{type: box, size: ${at("L", "L/2", '"min(L, 0.7)"')}, at: ${at("L/2", 0, "-L")}, ${turned}}`,
		`{type: sphere, radius: 0.1 + L/10, at: ${at("2*L", 0)}}`,
		`{type: capsule, radius: 0.2, from: ${at(0, 0)}, to: ${at("L*cos(L)", "L*sin(L)", "-L")}}`,
		`{type: polygon, ${thick}points: [[0, 0], [0, L], [1, "max(L, 2)/2"], [1 + abs(-L), 0]], ${turned}}`,
		`{type: mesh, file: open_box.obj, scale: L/4, at: ${at(1, "L")}, ${turned}}`,
	];
	const disc = planar ? "radius: L/5, at: [0, L]" : "radius: L/5, from: [0, 0, -L], to: [0, L, exp(-L)]";
	return `mechanism: following
space: ${space}
parameters: {L: ${L}, "twice": 2*L}
bodies:
  weight: {${BODY[space]}, center: ${at(0, 0)}, welded_to: part, shape: {type: cylinder, ${disc}}}
  part: {${BODY[space]}, center: ${at(0, 0)}, shape: [${shapes.join(", ")}]}
joints:
  guide: {type: prismatic, bodies: [ground, part], at: ${at("twice", 0)}, axis: ${at(0, 1)}}
initial: {guide: {speed: 1}}
experiment: {stop: 0.1}
`;
}

// numbers of all shapes; of what is round about its axis the axis alone
const NUMBERS = `mechfmu.scene.bodies.flatMap(({shapes = []}) => shapes).map((shape) => {
	const round = ["cylinder", "capsule", "sphere"].includes(shape.type);
	return [shape.at, shape.type === "sphere" ? [] : round ? [2, 5, 8].map((k) => shape.r[k]) : shape.r, shape.size ?? [],
		shape.radius ?? 0, shape.length ?? 0, shape.points ?? [], [...(shape.vertices ?? [])]].flat();
})`;

async function compareShapes(browser, wanted, what) {
	const found = await browser.evaluate(NUMBERS);
	assert.equal(found.length, wanted.length);
	found.forEach((numbers, k) => numbers.forEach(
					  (number, i) => assert.ok(Math.abs(number - wanted[k][i]) < 1e-6,
	                                           `${what}: shape ${k}, number ${i}: ${number}, not ${wanted[k][i]}`)));
}

// with another value of the parameter they are as in the page of a file that has this value:
// recorded, and by a slider
export async function checkFollowing(browser, {run, work}, live) {
	for (const space of ["planar", "spatial"]) {
		writeFileSync(join(work, "one.yaml"), following(space, 1));
		writeFileSync(join(work, "two.yaml"), following(space, 1.6));
		run("show", "two.yaml", "--recorded", "-o", "two.html");
		run("show", "one.yaml", "-o", "one.html");
		run("show", "one.yaml", "--start-value", "parameters.L", "1.6", "-o", "started.html");
		await browser.open(join(work, "two.html"), {small: true});
		const wanted = await browser.evaluate(NUMBERS);
		assert.equal(wanted.length, 6);
		await browser.open(join(work, "started.html"), {small: true});
		await compareShapes(browser, wanted, `${space}, recorded`);
		await browser.open(join(work, "one.html"), {small: true});
		const before = await browser.evaluate(NUMBERS);
		assert.ok(before.every((numbers, k) => numbers.some((number, i) => Math.abs(number - wanted[k][i]) > 1e-3)));
		if (live) {
			await browser.evaluate(`(mechfmu.draw(), mechfmu.simulation.set("parameters.L", 1.6), 0)`);
			await browser.until("mechfmu.values === mechfmu.simulation.unit.values");
			await browser.evaluate("mechfmu.draw()");
			await compareShapes(browser, wanted, `${space}, live`);
		}
		assert.deepEqual(browser.problems, [], `${space}: console`);
	}
}
