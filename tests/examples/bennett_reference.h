/* Bennett's linkage of examples/bennett in its one coordinate: tan(theta/2) tan(phi/2) = sin((beta
 * + alpha)/2) / sin((beta - alpha)/2), opposite angles are opposite. Include cmocka.h first. */
#ifndef BENNETT_REFERENCE_H
#define BENNETT_REFERENCE_H

#include "minimal_coordinates.h"

static const struct vector along_x = {1, 0, 0}, along_y = {0, 1, 0}, along_z = {0, 0, 1};

static inline double bennett_ratio(void)
{
	const double alpha = acos(-1) / 6, beta = asin(0.6 * sin(alpha) / 0.4);
	return sin((beta + alpha) / 2) / sin((beta - alpha) / 2);
}

/* the linkage built up link by link, each along x of its own frame, its second axis twisted by
 * alpha or beta */
static inline void bennett_frames(double theta, struct displacement *frames)
{
	const struct vector origin = {0, 0, 0};
	const double alpha = acos(-1) / 6, beta = asin(0.6 * sin(alpha) / 0.4);
	const double phi = 2 * atan2(bennett_ratio() * cos(theta / 2), sin(theta / 2));
	const double turns[3] = {theta, phi, -theta};
	struct displacement frame = displacement_none;
	for (int i = 0; i < 3; i++) {
		frames[i] = displacement_hinged(&frame, origin, along_z, turns[i]);
		const struct displacement length = displacement_slide(along_x, i == 1 ? 0.6 : 0.4);
		frame = displacement_after(&frames[i], &length);
		frame = displacement_hinged(&frame, origin, along_x, i == 1 ? beta : alpha);
	}
}

static inline void bennett_place(const double *s, struct displacement *bodies, double *c)
{
	struct displacement drawn[3], now[3];
	(void)c;
	bennett_frames(acos(-1) / 3, drawn);
	bennett_frames(s[0], now);
	for (int i = 0; i < 3; i++) {
		const struct vector x = displaced_direction(&drawn[i], along_x), y = displaced_direction(&drawn[i], along_y);
		const struct vector x2 = displaced_direction(&now[i], along_x), y2 = displaced_direction(&now[i], along_y);
		bodies[i] = displacement_aligned(x, y, x2, y2, drawn[i].t, now[i].t);
	}
}

static inline struct minimal bennett_model(void)
{
	static const char *const bodies[] = {"short1", "long", "short2"};
	return (struct minimal){.n = 1, .n_bodies = 3, .bodies = bodies, .place = bennett_place};
}

#endif
