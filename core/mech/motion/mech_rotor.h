/* Masses that move with joint coordinates, as rotors behind gears: element by element M += rotor
 * row^T row, with the row of the coordinate over both bodies as drawn (mech_declaration.h). The
 * row is constant, so no force comes with it. On the ground it adds to the mass of one body;
 * between two bodies it couples them.
 */
#ifndef MECH_ROTOR_H
#define MECH_ROTOR_H

#include "la_sparse.h"
#include "mech_body.h"

/* the blocks of M that couple two bodies; returns how many there are. blocks NULL: they are counted
 * alone */
LA_FUNCTION int mech_rotor_blocks(const struct mech_model *model, struct la_block *blocks);

/* adds to the bodies' own blocks, one after the other, and sets those that couple */
LA_FUNCTION void mech_rotor_masses(const struct mech_context *c, double *bodies, double *coupled);

LA_FUNCTION double mech_rotor_energy(const struct mech_context *c);

#endif
