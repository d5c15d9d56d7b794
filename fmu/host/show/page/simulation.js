// The unit simulates in the page, at the pace of its clock: sliders set it, the pointer pulls its bodies.
import {Controls} from "./controls.js";

const STEP_BUDGET = 10;   // milliseconds of simulation in a frame of 16, unless a single step takes longer
const TRAIL_PERIOD = 500; // milliseconds after which trails are drawn anew

const part = (id) => document.getElementById(id);

export class Simulation {
	constructor(page, unit) {
		Object.assign(this, {page, unit, running: false, grip: null, recorded: page.values, trailsAt: 0});
		this.controls = new Controls(part("controls").querySelector("div"), page.scene.variables, {
			set: (name, value) => this.set(name, value),
			unitOf: (name) => page.plots.unitOf(name),
		});
		part("controls").querySelector("button").onclick = () => this.restore();
		part("live").onclick = () => this.toggle();
		part("reset").onclick = () => this.restart();
		[part("live"), part("controls")].forEach((element) => (element.hidden = false));
	}

	toggle() {
		this.setRunning(!this.running);
	}

	setRunning(on) {
		const {page} = this;
		this.running = on;
		part("live").setAttribute("aria-pressed", String(on));
		part("reset").hidden = !on;
		if (on) {
			this.restart();
		} else {
			page.use(this.recorded);
			page.makeTrails();
			page.player.seek(page.values.start);
		}
	}

	restart() {
		const {page, unit} = this;
		page.guard(() => {
			unit.start();
			page.use(unit.values);
			page.view.trails = [];
			page.player.time = unit.time;
			page.player.playing = true;
			this.clock = undefined;
		});
	}

	set(name, value) {
		this.page.guard(() => {
			const again = this.unit.set(name, value);
			if (!this.running) {
				this.setRunning(true);
			} else if (again) {
				this.restart();
			}
		});
	}

	restore() {
		this.unit.settings.clear();
		this.controls.restore();
		if (this.running) {
			this.restart();
		}
	}

	// a step more is begun where it will end within the time of the frame
	stepTo(goal) {
		let spent = 0, last = 0;
		while (this.unit.time < goal && spent + last < STEP_BUDGET) {
			const begun = performance.now();
			this.hold();
			this.unit.step();
			last = performance.now() - begun;
			spent += last;
		}
	}

	// steps until the clock is there, or the time of the frame is over: then the clock waits
	tick(now) {
		const {page, unit} = this, {player} = page;
		const passed = this.clock === undefined ? 0 : Math.min(0.1, (now - this.clock) / 1000);
		this.clock = now;
		if (!player.playing) {
			return;
		}
		page.guard(() => {
			const goal = player.time + passed * player.speed;
			this.stepTo(goal);
			player.time = Math.min(goal, unit.time);
		});
		if (now - this.trailsAt > TRAIL_PERIOD) {
			this.trailsAt = now;
			page.makeTrails();
		}
	}

	stepOnce() {
		const {page, unit} = this;
		page.player.playing = false;
		page.guard(() => {
			this.hold();
			unit.step();
			page.player.time = unit.time;
		});
	}

	// ---- a body that is pulled

	// the force of a spring between the pointer and the point of the body that was taken
	hold() {
		if (this.grip === null) {
			return;
		}
		const {motion, scene, view, values} = this.page, {body, local, to, stiffness} = this.grip,
									last = values.rows - 1;
		const pose = motion.poseAt(scene.bodies[body], {low: last, high: last, fraction: 0});
		const from = motion.world(body, local, pose);
		this.unit.pull(body, local, from.map((x, k) => stiffness * (to[k] - x)));
		view.pulling = {from, to};
	}

	// the body under the pointer
	take(x, y) {
		const {motion, view} = this.page, item = this.running ? view.pick(x, y) : null;
		if (item?.body) {
			const body = item.number, pose = motion.pose(body), at = view.under(x, y, pose.p);
			const away = at.map((number, k) => number - pose.p[k]);
			const local = [0, 1, 2].map((k) => pose.r[k] * away[0] + pose.r[3 + k] * away[1] + pose.r[6 + k] * away[2]);
			this.grip = {body, local, to: at, stiffness: this.stiffness()};
		}
	}

	drag(x, y) {
		this.grip.to = this.page.view.under(x, y, this.grip.to);
	}

	drop() {
		if (this.grip !== null) {
			this.grip = null;
			this.page.view.pulling = null;
			this.unit.pull(-1, [0, 0, 0], [0, 0, 0]);
			this.page.changed();
		}
	}

	// a pull across half of the picture is ten times the weight, or what moves the mechanism as far within a second
	stiffness() {
		const {motion, scene, view} = this.page, {low, high} = view.extent;
		const size = Math.hypot(...high.map((number, k) => number - low[k])) || 1;
		const mass = motion.moving.reduce((sum, body) => sum + motion.number(`${scene.bodies[body].name}.mass`), 0);
		const gravity = Math.hypot(...(motion.drawn("gravity") ?? [0]));
		return (10 * mass * Math.max(gravity, size)) / (0.5 * size);
	}
}

// without results the page makes them, as far as it comes within a second
export function simulateExperiment(unit, values, complain) {
	const begun = performance.now();
	try {
		unit.start();
		while (unit.time < unit.scene.stop - 1e-3 * unit.scene.step && performance.now() - begun < 1000) {
			unit.step();
		}
		Object.assign(values, unit.values);
	} catch (error) {
		complain(error);
	}
}
