// The unit simulates at the pace of the clock: sliders set it, the pointer pulls its bodies.
import {Controls} from "./controls.js";
import {Pace} from "./pace.js";

const TRAIL_PERIOD = 500; // milliseconds after which trails are drawn again
const LEAD = 2;           // frames that the unit is ahead of the clock
const FRAME = 1 / 60;     // seconds, at least

const part = (id) => document.getElementById(id);

export class Simulation {
	constructor(page, unit) {
		Object.assign(this,
		              {page, unit, running: false, stepping: false, grip: null, recorded: page.values, trailsAt: 0});
		this.pace = new Pace(part("pace"));
		this.controls = new Controls(part("controls"), page.scene.variables, {
			set: (name, value) => this.set(name, value),
			unitOf: (name) => page.plots.unitOf(name),
		});
		unit.listener = {advanced: () => this.advanced(), failed: (error) => page.complain(error)};
		unit.ask(-Infinity);
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
		this.running = page.player.endless = on;
		part("live").setAttribute("aria-pressed", String(on));
		[part("reset"), part("pace")].forEach((element) => (element.hidden = !on));
		if (on) {
			part("inputs").open = true;
			this.restart();
		} else {
			this.unit.ask(-Infinity);
			page.use(this.recorded);
			page.makeTrails();
			page.player.seek(page.values.start);
		}
	}

	// the page shows what it has until the first row comes
	restart() {
		this.page.calm();
		this.unit.start();
		this.page.player.playing = true;
		this.clock = undefined;
		this.pace.clear();
	}

	set(name, value) {
		this.page.calm();
		const again = this.unit.set(name, value);
		if (!this.running) {
			this.setRunning(true);
		} else if (again) {
			this.restart();
		}
	}

	restore() {
		this.unit.settings.clear();
		this.controls.restore();
		if (this.running) {
			this.restart();
		}
	}

	// rows have come
	advanced() {
		const {page, unit} = this;
		if (!this.running) {
			return;
		}
		if (page.values !== unit.values) {
			page.use(unit.values);
			page.view.trails = [];
			page.player.time = unit.values.start;
		}
		if (this.stepping) {
			this.stepping = false;
			page.player.time = unit.time;
		}
		page.changed();
	}

	// the clock goes as far as the unit has come, and the unit is asked to continue
	tick(now) {
		const {page, unit} = this, {player} = page;
		const passed = this.clock === undefined ? 0 : Math.min(0.1, (now - this.clock) / 1000);
		this.clock = now;
		if (page.values !== unit.values || this.stepping) {
			return;
		}
		if (!player.playing) {
			unit.ask(-Infinity);
			this.pace.begin(null);
			return;
		}
		const before = player.time;
		player.time = Math.max(before, Math.min(before + passed * player.speed, unit.time));
		unit.ask(player.time + LEAD * Math.max(passed, FRAME) * player.speed);
		this.pace.add(now, player.time - before, player.speed);
		if (now - this.trailsAt > TRAIL_PERIOD) {
			this.trailsAt = now;
			page.makeTrails();
		}
		page.changed();
	}

	stepOnce() {
		const {page, unit} = this;
		page.player.playing = false;
		if (page.values === unit.values) {
			this.stepping = true;
			unit.ask(unit.time + 0.5 * page.scene.step);
		}
	}

	// ---- a body that is pulled

	// the body under the pointer, by the spring between the pointer and the point where it was
	// taken
	take(x, y) {
		const {motion, view} = this.page, item = this.running ? view.pick(x, y) : null;
		if (item?.body) {
			const body = item.number, pose = motion.pose(body), at = view.under(x, y, pose.p);
			const away = at.map((number, k) => number - pose.p[k]);
			const local = [0, 1, 2].map((k) => pose.r[k] * away[0] + pose.r[3 + k] * away[1] + pose.r[6 + k] * away[2]);
			this.pull({body, local, to: at, stiffness: this.stiffness()});
		}
	}

	drag(x, y) {
		this.pull({...this.grip, to: this.page.view.under(x, y, this.grip.to)});
	}

	drop() {
		if (this.grip !== null) {
			this.pull(null);
		}
	}

	pull(grip) {
		this.grip = grip;
		this.unit.pull(grip);
		this.page.changed();
	}

	showPull() {
		const {motion, view} = this.page, {grip} = this;
		view.pulling = grip === null ? null : {from: motion.world(grip.body, grip.local), to: grip.to};
	}

	// a pull across half of the picture is ten times the weight, or what moves the mechanism as far
	// within a second
	stiffness() {
		const {motion, scene, view} = this.page, {low, high} = view.extent;
		const size = Math.hypot(...high.map((number, k) => number - low[k])) || 1;
		const mass = motion.moving.reduce((sum, body) => sum + motion.number(`${scene.bodies[body].name}.mass`), 0);
		const gravity = Math.hypot(...(motion.drawn(scene.gravity ?? "gravity") ?? [0]));
		return (10 * mass * Math.max(gravity, size)) / (0.5 * size);
	}
}
