/* One mechanism with every kind of element: too many joints to move, made for comparing
 * derivatives. */
#ifndef MECH_ZOO_H
#define MECH_ZOO_H

#include "mech_fixture.h"

/* all kinds, attached in several ways: between moving bodies, to the ground as first and as second
 * body, and, for elements on joints, to straight and to curved coordinates */
static inline void make_zoo(struct mech_fixture *f)
{
	fixture_start(f, 0.3, -9.81);
	const int A = fixture_body(f, "A", 1.5, 0.4, 0.1, 0.2), B = fixture_body(f, "B", 0.7, 0.2, 1.1, -0.3);
	const int C = fixture_body(f, "C", 2.5, 0.9, -0.6, 0.8), ground = MECH_GROUND;
	static const double at[] = {0.4, 0.5, 0.2};
	static const double slide[] = {0.3, -0.4, 1.0, 2.0, 0.25, 0.6};
	static const double rod[] = {0.1, -0.7, 0.9, 0.8, 1.7};
	static const double spring[] = {0.2, 0.9, -0.5, 0.3, 11.0, 0.8, 0.6};
	const int joints[] = {
		fixture_between(f, &mech_revolute, "revolute AB", A, B, at),
		fixture_between(f, &mech_revolute, "revolute ground C", ground, C, at),
		fixture_between(f, &mech_prismatic, "prismatic AB", A, B, slide),
		fixture_between(f, &mech_prismatic, "prismatic ground B", ground, B, slide),
		fixture_between(f, &mech_prismatic, "prismatic C ground", C, ground, slide),
		fixture_between(f, &mech_point_on_line, "line BC", B, C, slide),
		fixture_between(f, &mech_point_on_line, "line A ground", A, ground, slide),
		fixture_between(f, &mech_point_on_line, "line ground C", ground, C, slide),
	};
	fixture_between(f, &mech_weld, "weld BC", B, C, at);
	fixture_between(f, &mech_weld, "weld ground A", ground, A, at);
	fixture_between(f, &mech_rod, "rod AC", A, C, rod);
	fixture_between(f, &mech_rod, "rod B ground", B, ground, rod);

	const struct {
		int joint, coordinate;
	} places[] = {{joints[0], 0}, {joints[1], 0}, {joints[2], 0}, {joints[4], 0},
	              {joints[5], 0}, {joints[5], 1}, {joints[6], 0}, {joints[7], 1}};
	static const double gear[] = {-2.5}, speed[] = {1.3, 0.4}, harmonic[] = {0.2, 0.7, 3.0, 0.5};
	static const double polynomial[] = {0.1, -0.3, 0.5, 0.2, -0.1, 0.05}, one[] = {1.7}, torsion[] = {6.0, 0.9, 0.3};
	static const double viscous[] = {1.7, 0.0, 0.0, 1.0, 1.0, 0.02}, input[] = {1.7, 0.0, 0.0};
	for (int i = 0; i < 8; i++) {
		const int joint = places[i].joint, coordinate = places[i].coordinate, next = (i + 1) % 8;
		static const struct mech_kind *const on[] = {&mech_drive_constant_speed,
		                                             &mech_drive_harmonic,
		                                             &mech_drive_polynomial,
		                                             &mech_drive_input,
		                                             &mech_torque,
		                                             &mech_joint_force,
		                                             &mech_joint_friction,
		                                             &mech_torsional_spring_damper};
		static const double *const numbers[] = {speed, harmonic, polynomial, input, one, one, viscous, torsion};
		/* each kind on two places, one straight and one curved or both */
		fixture_on(f, on[i], "on", joint, coordinate, -1, 0, numbers[i]);
		fixture_on(f, on[i], "on curved", places[2 + i % 3].joint, places[2 + i % 3].coordinate, -1, 0, numbers[i]);
		fixture_on(f, &mech_gear, "gear", joint, coordinate, places[next].joint, places[next].coordinate, gear);
	}
	static const double force[] = {0.7, 0.1, -3.0, 4.0, 2.2}, point[] = {0.9, -0.8}, torque[] = {-1.4};
	fixture_between(f, &mech_point_force, "force A", A, 0, force);
	fixture_between(f, &mech_follower_force, "follower B", B, 0, force);
	fixture_between(f, &mech_body_torque, "torque C", C, 0, torque);
	fixture_between(f, &mech_spring_damper, "spring AB", A, B, spring);
	fixture_between(f, &mech_spring_damper, "spring ground C", ground, C, spring);
	fixture_between(f, &mech_sense_point, "point B", B, 0, point);
	fixture_between(f, &mech_sense_relative_angle, "angle AC", A, C, NULL);
	fixture_between(f, &mech_sense_distance, "distance CB", C, B, rod);
	fixture_on(f, &mech_sense_reaction, "reaction", joints[2], 0, -1, 0, NULL);
	fixture_finish(f);
	for (int i = 0; i < f->model.n_memory; i++) {
		f->memory[i] = 0.3 + 0.1 * i; /* of drivers by input: some value, rate and time */
	}
}

#endif
