// Wheels of gears, belts and racks: where they are, how large, and whether a gear's teeth point
// inwards.
//
// A gear keeps change_a = ratio change_b. Its wheels roll on each other, r_b = |ratio| r_a. Seen
// from the body that carries both bearings they turn the same way where the one lies in the other:
// then |r_a - r_b| is the distance of their axes, else r_a + r_b is.
import {add, cross, dot, length, subtract, unit} from "./vector.js";

const RIM = 1.12;      // outer radius of a ring over its pitch radius
const PARALLEL = 0.98; // least cosine between axes that count as parallel

const SELF = [0, 0, 1];

// the wheel of a joint, seen from the body that carries it, and +1 where the joint's angle turns it
// forwards
function turning({bodies}, carrier) {
	const [first, second] = bodies;
	return first === carrier ? {body: second, sense: 1} : {body: first, sense: -1};
}

function bearingsOf(motion, joints) {
	const [a, b] = joints, shared = a.bodies.find((body) => b.bodies.includes(body));
	return joints.map((joint) => ({
						  ...turning(joint, shared ?? joint.bodies[0]),
						  joint,
						  center: motion.anchor(joint),
						  axis: motion.axis(joint, "axis", 0) ?? SELF,
					  }));
}

// radii by the ratio; null: the wheels are one, or on one axis
function pitchRadii(apart, ratio) {
	const sum = ratio < 0 ? 1 - ratio : Math.abs(1 - ratio), first = apart / sum;
	return sum > 0 && apart > 0 && ratio !== 0 ? [first, first * Math.abs(ratio)] : null;
}

// of a gear with two angles: the second wheel in the plane of the first where their axes are
// parallel
function gearWheels(motion, element, bearings) {
	const [a, b] = bearings, along = dot(a.axis, b.axis), parallel = Math.abs(along) > PARALLEL;
	let way = subtract(b.center, a.center);
	way = parallel ? add(way, a.axis, -dot(way, a.axis)) : way;
	const ratio = motion.number(`${element.name}.ratio`);
	const seen = parallel ? ratio * a.sense * b.sense * Math.sign(along) : -Math.abs(ratio);
	const radii = pitchRadii(length(way), seen);
	const centers = [a.center, add(a.center, way)];
	return bearings.map(
		(bearing, i) =>
			radii === null
				? null
				: {...bearing, center: centers[i], radius: radii[i], ring: radii[i] > radii[1 - i] && seen > 0});
}

const plain = (bearing, radius) => (radius > 0 ? {...bearing, radius, ring: false} : null);

// both wheels of a coupling; null in place of one that it has not. Each: {joint, body, center,
// axis, radius, rim, ring}
export function wheelsOf(motion, element) {
	const joints = [0, 1].map((i) => motion.joint(element, i)), angles = [0, 1].map((i) => motion.isAngle(element, i));
	if (joints.includes(null)) {
		return [null, null];
	}
	const bearings = bearingsOf(motion, joints), has = (key) => motion.values.has(`${element.name}.${key}`);
	let wheels = [null, null];
	if (has("radii[1]")) {
		wheels = bearings.map((b, i) => plain(b, Math.abs(motion.number(`${element.name}.radii[${i + 1}]`))));
	} else if (has("ratio") && angles[0] && angles[1]) {
		wheels = gearWheels(motion, element, bearings);
	} else if (has("radius")) {
		wheels = [plain(bearings[0], Math.abs(motion.number(`${element.name}.radius`))), null];
	}
	return wheels.map((wheel, i) =>
	                      angles[i] && wheel !== null ? {...wheel, rim: wheel.radius * (wheel.ring ? RIM : 1)} : null);
}

// a direction that turns with a wheel, in its plane
export function spokeOf(motion, {joint, body}) {
	const drawn = unit(motion.drawn(`${joint.name}.axis`) ?? SELF), along = motion.planar ? [1, 0, 0] : undefined;
	return motion.direction(body, along ?? unit(cross(drawn, Math.abs(drawn[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0])));
}
