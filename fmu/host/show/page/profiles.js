// Outlines of profiles that circles touch: points of the drawing that move with the second body.

export function outlineOf(motion, element) {
	const body = motion.bodyOf(element, 1);
	return (element.outline ?? []).map(([x, y]) => motion.point(body, [x, y, 0]));
}

export function drawOutline(view, element) {
	const points = outlineOf(view.motion, element).map((point) => view.pixel(point));
	view.pen.path(points, {closed: element.closed, width: 1.6, fill: element.closed ? "panel" : null});
}
