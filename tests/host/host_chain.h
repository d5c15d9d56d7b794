/* A mechanism as large as is wanted. */
#ifndef HOST_CHAIN_H
#define HOST_CHAIN_H

#include <stdio.h>

/* n links of 1 m in a row, the first one on the ground */
static inline char *chain_of(int n)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	assert_non_null(out);
	(void)fprintf(out, "mechanism: chain\ngravity: [0, -9.81]\nbodies:\n");
	for (int i = 0; i < n; i++) {
		(void)fprintf(out, "  link%d: {mass: 1, inertia: 0.1, center: [%d.5, 0]}\n", i, i);
	}
	(void)fprintf(out, "joints:\n  hinge0: {type: revolute, bodies: [ground, link0], at: [0, 0]}\n");
	for (int i = 1; i < n; i++) {
		(void)fprintf(out, "  hinge%d: {type: revolute, bodies: [link%d, link%d], at: [%d, 0]}\n", i, i - 1, i, i);
	}
	(void)fprintf(out, "initial: {hinge0: {angle: 0.1}}\noutputs: [joints.hinge0.angle]\n");
	assert_int_equal(fclose(out), 0);
	return text;
}

#endif
