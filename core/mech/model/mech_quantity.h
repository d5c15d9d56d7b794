/* Physical quantities: what a number of a mechanism measures.
 *
 * One list gives the enumeration, the FMI type name and the SI unit. Everything else about units
 * (exponents, display units) is made from it by modelDescription.
 */
#ifndef MECH_QUANTITY_H
#define MECH_QUANTITY_H

#include "la_base.h"

/* X(identifier, FMI type name, unit) */
#define MECH_QUANTITY_LIST(X)                                             \
	X(MECH_NUMBER, "Number", "1")                                         \
	X(MECH_COUNT, "Count", "1")                                           \
	X(MECH_TIME, "Time", "s")                                             \
	X(MECH_LENGTH, "Length", "m")                                         \
	X(MECH_ANGLE, "Angle", "rad")                                         \
	X(MECH_VELOCITY, "Velocity", "m/s")                                   \
	X(MECH_ANGULAR_VELOCITY, "AngularVelocity", "rad/s")                  \
	X(MECH_ACCELERATION, "Acceleration", "m/s2")                          \
	X(MECH_ANGULAR_ACCELERATION, "AngularAcceleration", "rad/s2")         \
	X(MECH_MASS, "Mass", "kg")                                            \
	X(MECH_INERTIA, "Inertia", "kg.m2")                                   \
	X(MECH_FORCE, "Force", "N")                                           \
	X(MECH_TORQUE, "Torque", "N.m")                                       \
	X(MECH_STIFFNESS, "Stiffness", "N/m")                                 \
	X(MECH_ANGULAR_STIFFNESS, "AngularStiffness", "N.m/rad")              \
	X(MECH_DAMPING, "Damping", "N.s/m")                                   \
	X(MECH_ANGULAR_DAMPING, "AngularDamping", "N.m.s/rad")                \
	X(MECH_ENERGY, "Energy", "J")                                         \
	X(MECH_MOMENTUM, "Momentum", "kg.m/s")                                \
	X(MECH_ANGULAR_MOMENTUM, "AngularMomentum", "kg.m2/s")                \
	X(MECH_STIFFNESS_RATE, "StiffnessRate", "N/(m.s)")                    \
	X(MECH_ANGULAR_STIFFNESS_RATE, "AngularStiffnessRate", "N.m/(rad.s)") \
	X(MECH_VOLTAGE, "Voltage", "V")                                       \
	X(MECH_CURRENT, "Current", "A")                                       \
	X(MECH_RESISTANCE, "Resistance", "ohm")                               \
	X(MECH_INDUCTANCE, "Inductance", "H")                                 \
	X(MECH_TORQUE_CONSTANT, "TorqueConstant", "N.m/A")                    \
	X(MECH_AREA, "Area", "m2")                                            \
	X(MECH_FLOW, "VolumeFlow", "m3/s")                                    \
	X(MECH_PRESSURE, "Pressure", "Pa")                                    \
	X(MECH_CURVATURE, "Curvature", "rad/m")

/* What a number means follows from the joint coordinate that its element acts on. Only declarations
 * of kinds say so: images hold what mech_quantity_along makes of it. X(identifier, type name, unit,
 * quantity along an angle, along a length) */
#define MECH_ALONG_LIST(X)                                                                                        \
	X(MECH_COORDINATE, "Coordinate", "rad or m", MECH_ANGLE, MECH_LENGTH)                                         \
	X(MECH_COORDINATE_RATE, "CoordinateRate", "rad/s or m/s", MECH_ANGULAR_VELOCITY, MECH_VELOCITY)               \
	X(MECH_COORDINATE_STIFFNESS, "CoordinateStiffness", "N.m/rad or N/m", MECH_ANGULAR_STIFFNESS, MECH_STIFFNESS) \
	X(MECH_COORDINATE_EFFORT, "CoordinateEffort", "N.m or N", MECH_TORQUE, MECH_FORCE)                            \
	X(MECH_COORDINATE_DAMPING, "CoordinateDamping", "N.m.s/rad or N.s/m", MECH_ANGULAR_DAMPING, MECH_DAMPING)     \
	X(MECH_COORDINATE_STIFFNESS_RATE, "CoordinateStiffnessRate", "N.m/(rad.s) or N/(m.s)",                        \
	  MECH_ANGULAR_STIFFNESS_RATE, MECH_STIFFNESS_RATE)                                                           \
	X(MECH_COORDINATE_ACCELERATION, "CoordinateAcceleration", "rad/s2 or m/s2", MECH_ANGULAR_ACCELERATION,        \
	  MECH_ACCELERATION)

enum mech_quantity {
#define MECH_QUANTITY_ENUM(identifier, type, unit) identifier,
	MECH_QUANTITY_LIST(MECH_QUANTITY_ENUM)
#undef MECH_QUANTITY_ENUM
		MECH_QUANTITY_COUNT, /* of quantities in images */
	MECH_QUANTITY_LAST = MECH_QUANTITY_COUNT - 1,
#define MECH_ALONG_ENUM(identifier, type, unit, angle, length) identifier,
	MECH_ALONG_LIST(MECH_ALONG_ENUM)
#undef MECH_ALONG_ENUM
		MECH_DECLARED_COUNT /* of quantities in declarations */
};

/* the quantity itself, or what it is along a coordinate that measures MECH_ANGLE or MECH_LENGTH */
LA_FUNCTION enum mech_quantity mech_quantity_along(enum mech_quantity quantity, enum mech_quantity coordinate);

/* derivatives with respect to time: length -> velocity -> acceleration, angle likewise; MECH_NUMBER
 * otherwise */
LA_FUNCTION enum mech_quantity mech_quantity_rate(enum mech_quantity quantity);

LA_FUNCTION const char *mech_quantity_type(enum mech_quantity quantity);
LA_FUNCTION const char *mech_quantity_unit(enum mech_quantity quantity);

#endif
