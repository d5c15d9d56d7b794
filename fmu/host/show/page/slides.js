// Sliding joints in space: which part of the symbol moves with which body, and how long it must be.
//
// A slide that is long along the axis, as a quill, a piston rod or a rack, runs through a housing
// on the body that carries the guide. Its rod reaches the housing at all positions that were seen.
// Another slide is a carriage, on a guide that reaches from the point where its body carries it
// over all these positions.
import {add, distance, dot, length, subtract} from "./vector.js";

const SLIDING = ["slider", "sleeve", "screw", "slot"];
const LEAST_PART = 0.1; // of the travel: the least length of a slide on a body that moves
const BESIDE = 0.1;     // of the length of a body: points so far off the axis count as on it

export class Slides {
	constructor(motion) {
		this.motion = motion;
		this.travels = new Map(motion.scene.elements.filter(({symbol}) => SLIDING.includes(symbol))
		                           .map((element) => [element, {low: Infinity, high: -Infinity}]));
	}

	// positions as they are now
	note() {
		for (const [element, travel] of this.travels) {
			const {along, box, from} = this.motion.slide(element), position = dot(subtract(box, from), along);
			if (Number.isFinite(position)) {
				travel.low = Math.min(travel.low, position);
				travel.high = Math.max(travel.high, position);
			}
		}
	}

	// places along the axis, from a point of it, of the points of a body that lie on it
	onAxis(body, points, base, along) {
		const world = points.map((point) => subtract(this.motion.world(body, point), base));
		const size = Math.max(0, ...world.map((a) => Math.max(...world.map((b) => distance(a, b)))));
		return world.filter((p) => length(add(p, along, -dot(p, along))) <= BESIDE * size + 1e-9)
		    .map((p) => dot(p, along));
	}

	// bodies of a joint, whether its slide is long, and places along the axis of slide and housing
	// as drawn, from its own point
	look(element) {
		const {motion} = this, s = motion.slide(element), {low, high} = this.travels.get(element);
		const [holder, slide] = [s.rail, 1 - s.rail].map((b) => motion.bodyOf(element, b));
		const own = slide < 0 ? [] : this.onAxis(slide, motion.pointsOf(slide, [element]).points, s.box, s.along);
		const first = Math.min(0, ...own), last = Math.max(0, ...own), travel = Math.max(0, high - low);
		const long = element.symbol !== "slot" && last - first > (holder < 0 ? 1 : LEAST_PART) * travel + 1e-9;
		return {...s, holder, slide, low, high, own, long};
	}

	// joints whose point does not shape a body, which has other points apart from each other: its
	// rod reaches the housing
	passed(body) {
		return [...this.travels.keys()].filter((element) => {
			const {slide, long, own} = this.look(element);
			return long && slide === body &&
			       Math.max(...own) - Math.min(...own) > 1e-6 * Math.max(...own.map(Math.abs));
		});
	}

	// is a housing or carriage part of a body?
	hasBlock(body) {
		return [...this.travels.keys()].some((element) => {
			const {long, holder, slide} = this.look(element);
			return (long ? holder : slide) === body;
		});
	}

	// the place of the housing: where the holder comes nearest to the slide
	housing({from, along, holder, own}) {
		const places =
			holder < 0 ? [0] : [0, ...this.onAxis(holder, this.motion.pointsOf(holder, []).points, from, along)];
		const first = Math.min(...own), last = Math.max(...own),
			  gap = (place) => Math.max(0, first - place, place - last);
		return places.reduce((best, place) => (gap(place) < gap(best) ? place : best));
	}

	// `block`: centre of housing or carriage, part of the body `on`. `rod`: ends of what runs
	// through it, part of the body `rodOn`
	parts(element, margin) {
		const look = this.look(element), {from, box, along, holder, slide, low, high, own, long} = look;
		const ends = (base, first, last) => [add(base, along, first), add(base, along, last)];
		if (long) {
			const place = this.housing(look);
			const rod = ends(box, Math.min(...own, place - high - margin), Math.max(...own, place - low + margin));
			return {along, block: add(from, along, place), on: holder, rod, rodOn: slide};
		}
		const least = holder < 0 ? low : Math.min(0, low), most = holder < 0 ? high : Math.max(0, high);
		const guide = ends(from, least - 2 * margin, most + 2 * margin);
		return {along, block: box, on: slide, rod: guide, rodOn: holder};
	}
}
