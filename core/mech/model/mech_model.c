/* The model: specifications of the solver's parameters, of energies and of diagnostics, and what
 * follows from them and from the kinds of the elements. See mech_model.h. */
#include "mech_model.h"

#include <math.h>
#include <string.h>

#include "dae_method.h"
#include "mech_curve.h"
#include "mech_matrix.h"
#include "mech_space.h"

LA_TABLE const struct mech_parameter_spec mech_solver_specs[MECH_SOLVER_PARAMETERS] = {
	{"method", 1, 0, MECH_COUNT, MECH_OPTIONAL, MECH_POSITIVE, 0, MECH_FIRST_CHOICE, "integration method"},
	{"tolerance", 1, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_POSITIVE, 0, 1e-6,
     "relative error wanted at the end of the run"},
	{"spectral_radius", 1, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0, 0.8,
     "what is left of the highest frequencies after a step: 0 damps most, 1 nothing"},
	{"largest_step", 1, 0, MECH_TIME, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0, 0.0,
     "largest step of the solver, 0: no limit"},
	{"fixed_step", 1, 0, MECH_TIME, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0, 0.0,
     "step of the solver, 0: chosen by error control"},
	{"formulation", 1, 0, MECH_COUNT, MECH_OPTIONAL, MECH_POSITIVE, 0, MECH_FIRST_CHOICE,
     "constraints enforced: positions and velocities (stabilized), positions (index3), velocities (index2: positions "
     "drift, and a singular position may end on another branch)"},
	{"regularization", 1, 0, MECH_COUNT, MECH_OPTIONAL, MECH_POSITIVE, 0, MECH_FIRST_CHOICE,
     "what is done where constraints lose rank"},
	{"epsilon", 1, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0, 1e-6,
     "size of the direct regularization and of the regularized methods"},
	{"gamma", 1, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0, 1e3,
     "rate at which the regularized methods close an open constraint, 1/s; 0: one over the step"},
	{"singular_mass", 1, 0, MECH_COUNT, MECH_OPTIONAL, MECH_POSITIVE, 0, MECH_FIRST_CHOICE,
     "what moves bodies without mass in the regularized methods: their constraints (augmented), nothing "
     "(least_squares)"},
	{"augmentation", 1, 0, MECH_NUMBER, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0, 1.0,
     "weight of the augmented Lagrangian term"},
	{"scaling", 1, 0, MECH_COUNT, MECH_OPTIONAL, MECH_POSITIVE, 0, MECH_FIRST_CHOICE,
     "scaling of constraints and multipliers"},
	{"preconditioning", 1, 0, MECH_COUNT, MECH_OPTIONAL, MECH_POSITIVE, 0, MECH_FIRST_CHOICE,
     "scaling of unknowns and equations in the BDF methods"},
	{"largest_order", 1, 0, MECH_COUNT, MECH_OPTIONAL, MECH_POSITIVE, 0, 5.0,
     "largest order of the BDF methods, 1 to 5"},
	{"work_limit", 1, 0, MECH_COUNT, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 1, 1e7,
     "most steps that the solver may try within one communication step, 0: no limit"},
	{"look_ahead", 1, 0, MECH_COUNT, MECH_OPTIONAL, MECH_POSITIVE, 0, MECH_FIRST_CHOICE + MECH_LOOK_AHEAD,
     "whether steps of the solver may go beyond a communication point"},
	{"accelerations", 1, 0, MECH_COUNT, MECH_OPTIONAL, MECH_POSITIVE, 0, MECH_FIRST_CHOICE + DAE_ACCELERATIONS_REDUCED,
     "how accelerations and multipliers are solved for"},
	{"real_time.step", 1, 0, MECH_TIME, MECH_OPTIONAL, MECH_NOT_NEGATIVE, 0, 0.0,
     "real time: largest step of the solver, each of the same work; 0: no real time"},
	{"real_time.iterations", 1, 0, MECH_COUNT, MECH_OPTIONAL, MECH_POSITIVE, 0, 3.0,
     "real time: Newton iterations of each step, no more and no less"},
};

LA_TABLE const struct mech_output_spec mech_energy_outputs[MECH_ENERGIES] = {
	{"kinetic", 1, MECH_ENERGY, MECH_READS_VELOCITIES, "kinetic energy"},
	{"potential", 1, MECH_ENERGY, MECH_READS_POSITIONS, "energy of gravity and springs"},
	{"dissipated", 1, MECH_ENERGY, MECH_READS_VELOCITIES, "energy turned into heat since the start"},
	{"supplied", 1, MECH_ENERGY, MECH_READS_VELOCITIES, "energy brought in from outside since the start"},
	{"balance_error", 1, MECH_ENERGY, MECH_READS_MOTION,
     "kinetic + potential + dissipated - supplied energy, minus its value at the start"},
};

LA_TABLE const struct mech_output_spec mech_diagnostic_outputs[MECH_DIAGNOSTICS] = {
	{"steps", 1, MECH_COUNT, MECH_READS_NOTHING, "accepted steps since the start"},
	{"rejected_steps", 1, MECH_COUNT, MECH_READS_NOTHING, "steps that were tried again with a smaller size"},
	{"iterations", 1, MECH_COUNT, MECH_READS_NOTHING, "Newton iterations since the start"},
	{"factorizations", 1, MECH_COUNT, MECH_READS_NOTHING, "matrix factorizations since the start"},
	{"regularized_steps", 1, MECH_COUNT, MECH_READS_NOTHING, "accepted steps in near-singular positions"},
	{"unresolved_steps", 1, MECH_COUNT, MECH_READS_NOTHING,
     "steps accepted above their tolerance, because no smaller one had a smaller error"},
	{"unconverged_steps", 1, MECH_COUNT, MECH_READS_NOTHING,
     "steps of real time whose iterations left more than the tolerance allows"},
	{"worst_time", 1, MECH_TIME, MECH_READS_NOTHING,
     "real time: longest that one communication step has taken by the clock of this machine, 0: no clock; differs from "
     "run to run"},
	{"balance_limit", 1, MECH_ENERGY, MECH_READS_NOTHING, "what the tolerance allows of energies.balance_error so far"},
	{"step_size", 1, MECH_TIME, MECH_READS_NOTHING, "size of the last step"},
	{"distance_to_singularity", 1, MECH_NUMBER, MECH_READS_NOTHING,
     "of the constraints, the least at the ends of steps in the last communication step: 1 away from singular "
     "positions, "
     "0 where they lose rank; rows always redundant do not count"},
	{"constraint_residual", 1, MECH_NUMBER, MECH_READS_NOTHING, "largest error of a joint's closure"},
	{"velocity_residual", 1, MECH_NUMBER, MECH_READS_VELOCITIES, "largest error of a joint's closure in velocities"},
};

/* FNV-1a, 64 bits: protects against accidents, not against intent */
LA_FUNCTION uint64_t mech_checksum(const void *bytes, size_t size)
{
	const unsigned char *byte = bytes;
	uint64_t sum = 0xcbf29ce484222325u;
	for (size_t k = 0; k < size; k++) {
		sum = (sum ^ byte[k]) * 0x100000001b3u;
	}
	return sum;
}

LA_FUNCTION const char *mech_name(const struct mech_model *model, uint32_t name)
{
	return model->names + name;
}

/* numbers every joint reports after its coordinates */
enum { MECH_MODEL_REACTIONS = 2 };
static const struct mech_output_spec mech_model_reactions[MECH_SPACE_COUNT][MECH_MODEL_REACTIONS] = {
	{{"reaction_force", 2, MECH_FORCE, MECH_READS_FORCES, "force of the joint on its second body"},
     {"reaction_torque", 1, MECH_TORQUE, MECH_READS_TORQUES, "torque of the joint on its second body"}},
	{{"reaction_force", 3, MECH_FORCE, MECH_READS_FORCES, "force of the joint on its second body, global axes"},
     {"reaction_torque", 3, MECH_TORQUE, MECH_READS_TORQUES,
      "torque of the joint on its second body, about the joint's point, global axes"}},
};

static int mech_model_components(int n, const struct mech_output_spec *specs)
{
	int sum = 0;
	for (int k = 0; k < n; k++) {
		sum += specs[k].size;
	}
	return sum;
}

/* a joint between joints (a gear) acts at no one point and has no such reaction, one without
 * constraints has none */
static int mech_model_reaction_numbers(const struct mech_kind *kind)
{
	int has = kind->section == MECH_JOINT && kind->file.n_joints == 0 && kind->row.count > 0;
	return has ? mech_model_components(MECH_MODEL_REACTIONS, mech_model_reactions[kind->space]) : 0;
}

LA_FUNCTION int mech_element_outputs(const struct mech_kind *kind)
{
	return 3 * kind->coordinate.count + mech_model_reaction_numbers(kind) +
	       mech_model_components(kind->output.count, kind->output.specs);
}

static struct mech_output_spec mech_model_coordinate(const struct mech_coordinate_spec *c, int level)
{
	struct mech_output_spec spec = {c->key, 1, c->quantity, MECH_READS_POSITIONS, "coordinate of the joint"};
	if (level == 1) {
		spec.key = c->rate;
		spec.quantity = mech_quantity_rate(c->quantity);
		spec.reads = MECH_READS_MOTION;
		spec.text = "rate of the joint's coordinate";
	} else if (level == 2) {
		spec.key = c->acceleration;
		spec.quantity = mech_quantity_rate(mech_quantity_rate(c->quantity));
		spec.reads = MECH_READS_MOTION | MECH_READS_ACCELERATIONS;
		spec.text = "acceleration of the joint's coordinate";
	}
	return spec;
}

LA_FUNCTION struct mech_output_spec mech_element_output_spec(const struct mech_kind *kind, int k, int *component)
{
	*component = 0;
	const struct mech_output_spec *spec = kind->output.specs;
	int last = kind->output.count;
	if (kind->section == MECH_JOINT) {
		if (k < 3 * kind->coordinate.count) {
			return mech_model_coordinate(&kind->coordinate.specs[k / 3], k % 3);
		}
		k -= 3 * kind->coordinate.count;
		int reactions = mech_model_reaction_numbers(kind);
		if (k < reactions) {
			spec = mech_model_reactions[kind->space];
			last = MECH_MODEL_REACTIONS;
		} else {
			k -= reactions;
		}
	}
	for (int i = 0; i < last; i++) {
		if (k < spec[i].size) {
			*component = k;
			return spec[i];
		}
		k -= spec[i].size;
	}
	return (struct mech_output_spec){"", 0, MECH_NUMBER, MECH_READS_NOTHING, ""};
}

LA_FUNCTION int mech_output_is_there(const struct mech_element *e, int k)
{
	const struct mech_kind *kind = mech_element_kind(e);
	int component;
	const struct mech_output_spec spec = mech_element_output_spec(kind, k, &component);
	for (int i = 0; kind->output.extents && i < kind->output.count; i++) {
		if (strcmp(spec.key, kind->output.specs[i].key) == 0) {
			return component < mech_extent_of(e, kind->output.extents[i]);
		}
	}
	return 1;
}

/* the words of a parameter that is a choice, NULL after the last; methods have their own table */
static const char *const *mech_model_words(int k)
{
	static const char *const formulations[] = {"stabilized", "index3", "index2", NULL};
	static const char *const regularizations[] = {"truncated", "direct", "none", NULL};
	static const char *const singular_masses[] = {"augmented", "least_squares", NULL};
	static const char *const scalings[] = {"average", "norm", "none", NULL};
	static const char *const preconditionings[] = {"left_right", "left", "none", NULL};
	static const char *const switches[] = {"false", "true", NULL};
	static const char *const accelerations[] = {"sparse", "reduced", "joint", NULL};
	static const char *const *const words[MECH_SOLVER_PARAMETERS] = {
		[MECH_SOLVER_FORMULATION] = formulations,         [MECH_SOLVER_REGULARIZATION] = regularizations,
		[MECH_SOLVER_SINGULAR_MASS] = singular_masses,    [MECH_SOLVER_SCALING] = scalings,
		[MECH_SOLVER_PRECONDITIONING] = preconditionings, [MECH_SOLVER_LOOK_AHEAD] = switches,
		[MECH_SOLVER_ACCELERATIONS] = accelerations,
	};
	return words[k];
}

LA_FUNCTION int mech_solver_choices(int k)
{
	if (k == MECH_SOLVER_METHOD) {
		return dae_method_count();
	}
	const char *const *words = mech_model_words(k);
	int count = 0;
	while (words != NULL && words[count] != NULL) {
		count++;
	}
	return count;
}

LA_FUNCTION const char *mech_solver_choice(int k, int choice)
{
	return k == MECH_SOLVER_METHOD ? dae_methods[choice]->name : mech_model_words(k)[choice];
}

LA_FUNCTION int mech_solver_chosen(const double *solver, int k)
{
	return (int)solver[k] - MECH_FIRST_CHOICE;
}

LA_FUNCTION int mech_solver_knows(int k, double value)
{
	return value >= MECH_FIRST_CHOICE && value < MECH_FIRST_CHOICE + mech_solver_choices(k) && value == floor(value);
}

LA_FUNCTION const struct dae_method *mech_solver_method(const double *solver)
{
	const struct dae_method *method = dae_methods[mech_solver_chosen(solver, MECH_SOLVER_METHOD)];
	return solver[MECH_SOLVER_REAL_TIME_STEP] > 0 && method->real_time != NULL ? method->real_time : method;
}

/* whether real time is possible, where it is requested */
static int mech_solver_keeps_time(const double *solver, struct mech_message *message)
{
	const struct dae_method *method = dae_methods[mech_solver_chosen(solver, MECH_SOLVER_METHOD)];
	if (!(solver[MECH_SOLVER_REAL_TIME_STEP] > 0)) {
		return 1;
	}
	if (solver[MECH_SOLVER_FIXED_STEP] > 0) {
		mech_say(message, "real_time has a step of its own: leave fixed_step at 0");
		return 0;
	}
	if (solver[MECH_SOLVER_ITERATIONS] != floor(solver[MECH_SOLVER_ITERATIONS])) {
		mech_say(message, "real_time.iterations must be a whole number");
		return 0;
	}
	if (method->real_time != NULL) {
		return 1;
	}
	mech_say(message, "the work of a step of method ");
	mech_say_more(message, method->name);
	mech_say_more(message, " is not known beforehand; in real time it can be");
	for (int k = 0, n = 0; k < DAE_METHOD_COUNT; k++) {
		if (dae_methods[k]->real_time != NULL) {
			mech_say_more(message, n++ > 0 ? ", " : " ");
			mech_say_more(message, dae_methods[k]->name);
		}
	}
	return 0;
}

LA_FUNCTION int mech_solver_fits(const double *solver, struct mech_message *message)
{
	if (!mech_solver_keeps_time(solver, message)) {
		return 0;
	}
	const struct dae_method *method = mech_solver_method(solver);
	const int formulation = mech_solver_chosen(solver, MECH_SOLVER_FORMULATION);
	if (method->formulations & 1 << formulation) {
		return 1;
	}
	mech_say(message, "method ");
	mech_say_more(message, method->name);
	mech_say_more(message, " cannot enforce formulation ");
	mech_say_more(message, mech_solver_choice(MECH_SOLVER_FORMULATION, formulation));
	mech_say_more(message, "; it can be");
	for (int k = 0, n = 0; k < DAE_FORMULATION_COUNT; k++) {
		if (method->formulations & 1 << k) {
			mech_say_more(message, n++ > 0 ? ", " : " ");
			mech_say_more(message, mech_solver_choice(MECH_SOLVER_FORMULATION, k));
		}
	}
	return 0;
}

LA_FUNCTION int mech_variable_choice(const struct mech_model *model, const struct mech_variable *variable)
{
	/* the index of another source may be any number */
	if (variable->source != MECH_FROM_PARAMETER || variable->index < model->head->solver) {
		return -1;
	}
	const int k = variable->index - model->head->solver;
	return k < MECH_SOLVER_PARAMETERS && mech_solver_choices(k) > 0 ? k : -1;
}

LA_FUNCTION enum mech_level mech_variable_level(const struct mech_model *model, const struct mech_variable *variable)
{
	int component;
	switch (variable->source) {
	case MECH_FROM_BODY:
		return mech_reads_level(mech_model_rules(model)->outputs[variable->component].reads);
	case MECH_FROM_ELEMENT: {
		const struct mech_element *e = &model->elements[variable->index];
		const unsigned reads = mech_element_output_spec(mech_element_kind(e), variable->component, &component).reads;
		return mech_reads_level(mech_is_driven(e) ? reads : reads & ~(unsigned)MECH_CONSTANT(MECH_READS_DRIVE));
	}
	case MECH_FROM_ENERGY:
		return mech_reads_level(mech_energy_outputs[variable->component].reads);
	case MECH_FROM_SOLVER:
		return mech_reads_level(mech_diagnostic_outputs[variable->component].reads);
	default:
		return MECH_POSITION_LEVEL;
	}
}
