/* Forces of a contact; see mech_contact_law.h. */
#include "mech_contact_law.h"

#include <math.h>

LA_FUNCTION double mech_contact_energy(const double *numbers, double height, double *force)
{
	const double d = height < 0.0 ? -height : 0.0, root = sqrt(d);
	*force = numbers[MECH_CONTACT_STIFFNESS] * d * root;
	return *force * d / 2.5;
}

LA_FUNCTION int mech_contact_force(const double *numbers, int n, double height, const double *rate, double *F,
                                   double *F_height, double *F_rate)
{
	const int normal = n - 1;
	const double loss = 1.5 * numbers[MECH_CONTACT_DAMPING], factor = 1.0 - loss * rate[normal];
	double spring;
	mech_contact_energy(numbers, height, &spring);
	if (!(spring > 0.0) || factor <= 0.0) {
		return 0;
	}
	F[normal] = spring * factor;
	F_height[normal] = 1.5 * F[normal] / height;
	for (int l = 0; l < n; l++) {
		F_rate[n * normal + l] = l == normal ? -spring * loss : 0.0;
	}

	double square = numbers[MECH_CONTACT_SLIP] * numbers[MECH_CONTACT_SLIP];
	for (int k = 0; k < normal; k++) {
		square += rate[k] * rate[k];
	}
	const double speed = sqrt(square), mu = numbers[MECH_CONTACT_FRICTION];
	for (int k = 0; k < normal; k++) {
		const double part = -mu * rate[k] / speed; /* of the normal force */
		F[k] = part * F[normal];
		F_height[k] = part * F_height[normal];
		for (int l = 0; l < n; l++) {
			F_rate[n * k + l] = l == normal ? part * F_rate[n * normal + normal]
			                                : -mu * F[normal] * ((k == l) - rate[k] * rate[l] / square) / speed;
		}
	}
	return 1;
}
