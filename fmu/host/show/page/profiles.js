// Outlines of profiles that circles touch: points of the drawing that move with the second body.

export function outlineOf(motion, element) {
	const body = motion.bodyOf(element, 1);
	return (element.outline ?? []).map(([x, y]) => motion.point(body, [x, y, 0]));
}

// the outlines of two shapes, each with its body
export function outlinesOf(motion, element) {
	return (element.outlines ?? [])
	    .map((outline, side) => outline.map(([x, y]) => motion.point(motion.bodyOf(element, side), [x, y, 0])));
}

export function drawOutlines(view, element) {
	for (const outline of outlinesOf(view.motion, element)) {
		view.pen.path(outline.map((point) => view.pixel(point)), {closed: true, width: 1.4, stroke: "red"});
	}
}

export function drawOutline(view, element) {
	const points = outlineOf(view.motion, element).map((point) => view.pixel(point));
	view.pen.path(points, {closed: element.closed, width: 1.6, fill: element.closed ? "panel" : null});
}
