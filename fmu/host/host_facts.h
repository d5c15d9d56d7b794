/* What is known about a mechanism once it is assembled: for the report of `check`, the drawing, the documentation. */
#ifndef HOST_FACTS_H
#define HOST_FACTS_H

#include "host_image.h"
#include "mech_instance.h"

struct host_facts {
	struct host_image image;
	struct mech_model model;        /* view of the image */
	struct mech_instance *instance; /* initialized */
	struct mech_diagnosis diagnosis;
	unsigned char *redundant;    /* [n_rows] */
	double *drawn, *q;           /* [n_q] as drawn and as assembled */
	struct mech_message warning; /* of the initialization, or empty */
};

/* builds the image, assembles and diagnoses. 0, or -1 with a message and nothing to free */
int host_facts_find(const struct host_mechanism *mechanism, struct host_facts *facts, struct mech_message *message);
void host_facts_free(struct host_facts *facts);

/* value of a variable by what it is; NAN where there is none */
double host_facts_value(const struct host_facts *facts, enum mech_source source, int index, int component);

/* constraint row as "joint.row" */
enum { HOST_FACTS_ROW_SIZE = 160 };
void host_facts_row(const struct host_facts *facts, int row, char text[HOST_FACTS_ROW_SIZE]);

/* body that had to move farthest from the drawing: its number, distance and turn; -1: none moved */
int host_facts_moved(const struct host_facts *facts, double *distance, double *turn);

#endif
