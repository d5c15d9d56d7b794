// Shapes of bodies in the page, in the plane and in space: seen where they are, in their colours.
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

// five shapes beside each other on a table that never moves, and a bar without shape
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
