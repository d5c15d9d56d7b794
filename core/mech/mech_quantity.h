/* Physical quantities: what a number of a mechanism measures.
 *
 * One list gives the enumeration, the FMI type name and the SI unit. Everything else about units (exponents, display
 * units) is made from it by modelDescription.
 */
#ifndef MECH_QUANTITY_H
#define MECH_QUANTITY_H

#include "la_base.h"

/* X(identifier, FMI type name, unit) */
#define MECH_QUANTITY_LIST(X)                                        \
	X(MECH_NUMBER, "Number", "1")                                    \
	X(MECH_COUNT, "Count", "1")                                      \
	X(MECH_TIME, "Time", "s")                                        \
	X(MECH_LENGTH, "Length", "m")                                    \
	X(MECH_ANGLE, "Angle", "rad")                                    \
	X(MECH_VELOCITY, "Velocity", "m/s")                              \
	X(MECH_ANGULAR_VELOCITY, "AngularVelocity", "rad/s")             \
	X(MECH_ACCELERATION, "Acceleration", "m/s2")                     \
	X(MECH_ANGULAR_ACCELERATION, "AngularAcceleration", "rad/s2")    \
	X(MECH_MASS, "Mass", "kg")                                       \
	X(MECH_INERTIA, "Inertia", "kg.m2")                              \
	X(MECH_FORCE, "Force", "N")                                      \
	X(MECH_TORQUE, "Torque", "N.m")                                  \
	X(MECH_STIFFNESS, "Stiffness", "N/m")                            \
	X(MECH_ANGULAR_STIFFNESS, "AngularStiffness", "N.m/rad")         \
	X(MECH_DAMPING, "Damping", "N.s/m")                              \
	X(MECH_ANGULAR_DAMPING, "AngularDamping", "N.m.s/rad")           \
	X(MECH_ENERGY, "Energy", "J")

enum mech_quantity {
#define MECH_QUANTITY_ENUM(identifier, type, unit) identifier,
	MECH_QUANTITY_LIST(MECH_QUANTITY_ENUM)
#undef MECH_QUANTITY_ENUM
	MECH_QUANTITY_COUNT
};

/* derivatives with respect to time: length -> velocity -> acceleration, angle likewise; MECH_NUMBER otherwise */
LA_FUNCTION enum mech_quantity mech_quantity_rate(enum mech_quantity quantity);

LA_FUNCTION const char *mech_quantity_type(enum mech_quantity quantity);
LA_FUNCTION const char *mech_quantity_unit(enum mech_quantity quantity);

#endif
