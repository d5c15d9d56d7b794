/* What the assembly says when it fails; see mech_assembly_report.h. */
#include "mech_assembly_report.h"

#include <math.h>

#include "mech_equations.h"

#define MECH_ASSEMBLY_REPORT_MOST 4     /* elements named */
#define MECH_ASSEMBLY_REPORT_SHARE 1e-2 /* of the widest gap, below which others are not worth a word */

LA_FUNCTION int mech_assembly_wanted(const struct mech_target *target, enum mech_assembly_level level)
{
	return level == MECH_ASSEMBLY_SPEEDS ? target->rate : target->value;
}

LA_FUNCTION int mech_assembly_counts(const struct mech_assembly_space *s, int i, enum mech_assembly_level level)
{
	return mech_assembly_wanted(&s->model->targets[i], level) >= 0 &&
	       s->target_role[i] > (s->only_held ? MECH_ASSEMBLY_WANTED : MECH_ASSEMBLY_IGNORED);
}

LA_FUNCTION int mech_assembly_targets(const struct mech_assembly_space *s, enum mech_assembly_level level)
{
	int n = 0;
	for (int i = 0; i < s->model->n_targets; i++) {
		n += mech_assembly_counts(s, i, level);
	}
	for (int i = 0; i < s->rows && !s->only_held; i++) {
		n += s->row_role[i] == MECH_ASSEMBLY_WANTED;
	}
	return n;
}

/* three digits: what an iteration that cannot succeed has found */
static void mech_assembly_report_say_amount(struct mech_message *message, double amount, const char *unit)
{
	const double digit = amount == 0.0 ? 1.0 : pow(10.0, 2.0 - floor(log10(fabs(amount))));
	mech_say_more(message, " by ");
	mech_say_number(message, round(fabs(amount) * digit) / digit);
	mech_say_more(message, " ");
	mech_say_more(message, unit);
}

static void mech_assembly_report_say_element(struct mech_message *message, const struct mech_context *c,
                                             const struct mech_element *e)
{
	mech_say_more(message, mech_element_kind(e)->section == MECH_DRIVER ? "driver '" : "joint '");
	mech_say_more(message, mech_name(c->model, e->name));
	mech_say_more(message, "'");
}

/* the entry, among count from first on, with the largest scaled residual; one that is not finite
 * comes first */
static int mech_assembly_report_worst(const struct mech_assembly_space *s, int first, int count)
{
	int worst = first;
	for (int i = first; i < first + count; i++) {
		if (!isfinite(s->residual[i])) {
			return i;
		}
		if (fabs(s->residual[i] / s->norm[i]) > fabs(s->residual[worst] / s->norm[worst])) {
			worst = i;
		}
	}
	return worst;
}

/* " stays open by 0.2 m (x)" */
static void mech_assembly_report_say_gap(const struct mech_assembly_space *s, const struct mech_context *c, int row,
                                         struct mech_message *message)
{
	const struct mech_element *e = &c->model->elements[mech_row_element(c->model, row)];
	const struct mech_kind *kind = mech_element_kind(e);
	mech_assembly_report_say_element(message, c, e);
	if (!isfinite(s->residual[row])) {
		mech_say_more(message, " has no finite residual; check its lengths and directions for zeros");
		return;
	}
	mech_say_more(message, kind->section == MECH_DRIVER ? " is missed" : " stays open");
	const enum mech_quantity quantity = mech_row_quantity(c, e, row - e->row);
	const double gap = mech_row_gap(c, e, row - e->row, s->residual[row]);
	mech_assembly_report_say_amount(message, gap, mech_quantity_unit(quantity));
	mech_say_more(message, " (");
	mech_say_more(message, kind->row.specs[row - e->row].name);
	mech_say_more(message, ")");
}

/* an element is named once, by its worst row */
LA_FUNCTION void mech_assembly_say_open(struct mech_assembly_space *s, const struct mech_context *c,
                                        struct mech_message *message)
{
	double widest = 0.0;
	mech_say(message, "cannot assemble: ");
	for (int k = 0; k < MECH_ASSEMBLY_REPORT_MOST; k++) {
		const int row = mech_assembly_report_worst(s, 0, s->rows);
		const double gap = fabs(s->residual[row] / s->norm[row]);
		if (k > 0 && !(gap > MECH_ASSEMBLY_REPORT_SHARE * widest)) {
			break;
		}
		widest = k == 0 ? gap : widest;
		mech_say_more(message, k == 0 ? "" : ", ");
		mech_assembly_report_say_gap(s, c, row, message);
		const struct mech_element *e = &c->model->elements[mech_row_element(c->model, row)];
		for (int i = 0; i < mech_element_kind(e)->row.count; i++) {
			s->residual[e->row + i] = 0.0;
		}
	}
	mech_say_more(message, " at the nearest approach");
}

LA_FUNCTION void mech_assembly_say_too_fast(const struct mech_assembly_space *s, const struct mech_context *c,
                                            int first, struct mech_message *message)
{
	const int is_driven = first < s->rows;
	const int row =
		is_driven ? mech_assembly_report_worst(s, first, s->rows - first) : mech_assembly_report_worst(s, 0, s->rows);
	const struct mech_element *e = &c->model->elements[mech_row_element(c->model, row)];
	double w[MECH_MOTION];
	mech_say(message, "cannot assemble: ");
	mech_assembly_report_say_element(message, c, e);
	if (!is_driven) {
		mech_say_more(message, " does not stay closed with the initial speeds");
		return;
	}
	mech_element_kind(e)->row.motion(c, e, w);
	mech_say_more(message, " asks for a speed of ");
	mech_say_number(message, w[1]);
	mech_say_more(message, " ");
	const enum mech_quantity quantity = mech_row_quantity(c, e, 0);
	mech_say_more(message, mech_quantity_unit(mech_quantity_rate(quantity)));
	mech_say_more(message, ", which the joints do not allow in this position");
}

LA_FUNCTION void mech_assembly_say_no_motion(const struct mech_assembly_space *s, const struct mech_context *c,
                                             struct mech_message *message)
{
	const int row = mech_assembly_report_worst(s, 0, s->rows);
	mech_say(message,
	         "cannot assemble: several motions meet in this singular position and the initial speeds belong to none; "
	         "give speeds of one of them (");
	mech_assembly_report_say_element(message, c, &c->model->elements[mech_row_element(c->model, row)]);
	mech_say_more(message, ")");
}

LA_FUNCTION void mech_assembly_say_unmet(const struct mech_assembly_space *s, const struct mech_context *c,
                                         enum mech_assembly_level level, struct mech_message *message)
{
	int count = mech_assembly_report_worst(s, s->rows, s->targets) - s->rows, i = 0;
	const double missed = s->residual[s->rows + count];
	while (!mech_assembly_counts(s, i, level) || count-- > 0) {
		i++;
	}
	const struct mech_target *target = &c->model->targets[i];
	const struct mech_coordinate_spec *spec = &mech_model_rules(c->model)->targets[target->coordinate];
	if (target->element >= 0) {
		spec = &mech_element_kind(&c->model->elements[target->element])->coordinate.specs[target->coordinate];
	}
	enum mech_quantity quantity = spec->quantity;
	mech_say(message, "cannot assemble: initial ");
	mech_say_more(message, level == MECH_ASSEMBLY_POSITIONS ? spec->key : spec->rate);
	mech_say_more(message, " ");
	mech_say_number(message, c->parameters[mech_assembly_wanted(target, level)]);
	mech_say_more(message, " of ");
	if (target->element >= 0) {
		mech_assembly_report_say_element(message, c, &c->model->elements[target->element]);
	} else {
		mech_say_more(message, "body '");
		mech_say_more(message, mech_name(c->model, c->model->bodies[target->body].name));
		mech_say_more(message, "'");
	}
	mech_say_more(message, " is out of reach");
	quantity = level == MECH_ASSEMBLY_POSITIONS ? quantity : mech_quantity_rate(quantity);
	mech_assembly_report_say_amount(message, missed, mech_quantity_unit(quantity));
}

LA_FUNCTION int mech_assembly_lacks_room(struct mech_assembly *assembly, struct mech_message *message)
{
	struct la_range *held = assembly->bending.held, *all = assembly->bending.all;
	const int missing = held->missing + all->missing;
	held->missing = all->missing = 0;
	if (missing > 0) {
		mech_say(message, "the mechanism is too large for so many constraints that depend on each other, or nearly so");
	}
	return missing > 0;
}
