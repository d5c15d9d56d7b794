/* What is known about a mechanism once it is assembled: for the report of `check`, the drawing, the
 * documentation. */
#ifndef HOST_FACTS_H
#define HOST_FACTS_H

#include "host_image.h"
#include "host_mobility.h"
#include "mech_instance.h"

struct host_facts {
	struct host_image image;
	struct mech_model model;         /* view of the image */
	struct mech_instance *instance;  /* initialized */
	struct mech_diagnosis diagnosis; /* at the start */
	struct host_mobility mobility;   /* next to it: what lasts */
	double size;                     /* of the drawing */
	double *drawn, *q;               /* [n_q] as drawn and as assembled */
	double *open;                    /* [n_rows] how far constraints are open in the drawing, in their own units */
	struct mech_message warning;     /* of the initialization, or empty */
};

/* builds the image, assembles and diagnoses. 0, or -1 with a message and nothing to free */
int host_facts_find(const struct host_mechanism *mechanism, struct host_facts *facts, struct mech_message *message);
void host_facts_free(struct host_facts *facts);

/* coordinate k of a joint at the start (level 0), or its rate (1) */
double host_facts_coordinate(const struct host_facts *facts, int element, int k, int level);

/* what a constraint row holds: "along z", "rotation about x", directions in the axes of the
 * drawing */
enum { HOST_FACTS_ROW_SIZE = 160 };
void host_facts_component(const struct host_facts *facts, int row, char text[HOST_FACTS_ROW_SIZE]);

/* the same with the name of the joint or driver: "hinge (along z)" */
void host_facts_row(const struct host_facts *facts, int row, char text[HOST_FACTS_ROW_SIZE]);

/* how far a body had to move from the drawing, and the angle by which it had to turn */
void host_facts_way(const struct host_facts *facts, int body, double *distance, double *turn);

/* body that had to move farthest from the drawing: its number, distance and turn; -1: none moved */
int host_facts_moved(const struct host_facts *facts, double *distance, double *turn);

#endif
