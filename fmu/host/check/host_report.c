#include "host_report.h"

#include <math.h>
#include <string.h>

#include "host_notes.h"
#include "mech_equations.h"

/* distance to a singular position below which it counts as reached, and as near */
static const double HOST_REPORT_REACHED = 1e-6, HOST_REPORT_NEAR = 1e-2;

/* rounding of the assembly is not worth a row of digits */
static double host_report_rounded(double value)
{
	return fabs(value) < 1e-13 ? 0.0 : value;
}

static int host_report_count(const struct mech_model *model, enum mech_section section)
{
	int count = 0;
	for (int i = 0; i < model->n_elements; i++) {
		count += mech_element_kind(&model->elements[i])->section == section;
	}
	return count;
}

static int host_report_variables(const struct mech_model *model, enum mech_causality causality)
{
	int count = 0;
	for (int i = 0; i < model->n_variables; i++) {
		count += model->variables[i].causality == (int32_t)causality;
	}
	return count;
}

static void host_report_numbers(const struct host_facts *facts, FILE *out)
{
	const struct mech_model *m = &facts->model;
	double mass = 0.0;
	for (int i = 0; i < m->n_bodies + m->n_welded; i++) {
		mass += m->parameters[m->bodies[i].parameter + MECH_BODY_MASS];
	}
	(void)fprintf(out, "  %-28s %d, ", "bodies", m->n_bodies);
	if (m->n_welded > 0) {
		(void)fprintf(out, "with %d welded to them or to ground, ", m->n_welded);
	}
	(void)fprintf(out, "%.4g kg, %.4g m across\n", mass, facts->size);
	(void)fprintf(out, "  %-28s %d with %d constraint rows of rank %d\n", "joints and drivers",
	              host_report_count(m, MECH_JOINT) + host_report_count(m, MECH_DRIVER), m->n_rows,
	              facts->mobility.rank);
	(void)fprintf(out, "  %-28s %d, %d\n", "forces, sensors", host_report_count(m, MECH_FORCE_ELEMENT),
	              host_report_count(m, MECH_SENSOR));
	(void)fprintf(out, "  %-28s %d, %d, %d\n", "inputs, outputs, parameters", host_report_variables(m, MECH_INPUT),
	              host_report_variables(m, MECH_OUTPUT), host_report_variables(m, MECH_PARAMETER));
	(void)fprintf(out, "  %-28s %d\n", "degrees of freedom", facts->mobility.freedoms);
}

/* joints and drivers among whose reactions loads can be shared in many ways */
static void host_report_shared(const struct host_facts *facts, FILE *out)
{
	const struct mech_model *m = &facts->model;
	int sharing = 0, all = 0;
	for (int pass = 0; pass < 2; pass++) {
		int names = 0;
		for (int i = 0; i < m->n_elements; i++) {
			const struct mech_element *e = &m->elements[i];
			int shares = 0;
			for (int k = 0; k < mech_element_kind(e)->row.count; k++) {
				shares |= facts->mobility.shared[e->row + k];
			}
			if (pass == 0) {
				sharing += shares;
				all += mech_element_kind(e)->row.count > 0;
			} else if (shares) {
				(void)fprintf(out, "%s%s", names++ == 0 ? "" : ", ", mech_name(m, e->name));
			}
		}
		if (sharing == all) {
			(void)fputs("all", out);
			break;
		}
	}
	(void)fputs("\n", out);
}

/* redundant rows by joint */
static void host_report_redundant(const struct host_facts *facts, FILE *out)
{
	const struct mech_model *m = &facts->model;
	char component[HOST_FACTS_ROW_SIZE];
	const int count = m->n_rows - facts->mobility.rank;
	if (count == 0) {
		(void)fprintf(out, "  %-28s none\n", "redundant constraints");
		return;
	}
	(void)fprintf(out, "  %-28s %d: ", "redundant constraints", count);
	int last = -1;
	for (int i = 0; i < m->n_rows; i++) {
		if (facts->mobility.redundant[i]) {
			const int owner = mech_row_element(m, i);
			host_facts_component(facts, i, component);
			(void)fprintf(out, "%s%s%s%s",
			              last < 0        ? ""
			              : last == owner ? ""
			                              : "), ",
			              last == owner ? ", " : mech_name(m, m->elements[owner].name), last == owner ? "" : " (",
			              component);
			last = owner;
		}
	}
	(void)fprintf(out, ")\n  %-28s ", "reactions not unique");
	host_report_shared(facts, out);
}

static void host_report_motion(const struct host_facts *facts, const struct host_motion *motion, FILE *out)
{
	const struct mech_model *m = &facts->model;
	char row[HOST_FACTS_ROW_SIZE];
	(void)fprintf(out, "  %-28s ", "nearest singular position");
	if (motion == NULL) {
		(void)fprintf(out, "not looked for; --motion runs the %g s of the experiment\n",
		              m->head->stop_time - m->head->start_time);
		return;
	}
	if (m->n_rows == 0) {
		(void)fputs("none, there are no constraints\n", out);
		return;
	}
	(void)fprintf(out, "%s distance %.2g (1 is far) at %.6g s",
	              motion->distance < HOST_REPORT_REACHED ? "reached:"
	              : motion->distance < HOST_REPORT_NEAR  ? "passed near:"
	                                                     : "none near:",
	              motion->distance, motion->time);
	if (motion->distance < HOST_REPORT_NEAR && motion->row >= 0) {
		host_facts_row(facts, motion->row, row);
		(void)fprintf(out, ", constraint %s;", row);
	} else {
		(void)fputs(";", out);
	}
	for (int i = 0; i < motion->n_coordinates; i++) {
		const struct mech_element *e = &m->elements[motion->coordinates[i].element];
		const struct mech_coordinate_spec *c = &mech_element_kind(e)->coordinate.specs[motion->coordinates[i].k];
		(void)fprintf(out, "%s %s.%s %.6g %s", i == 0 ? "" : ",", mech_name(m, e->name), c->key,
		              host_report_rounded(motion->coordinates[i].value), mech_quantity_unit(c->quantity));
	}
	(void)fputs("\n", out);
}

static void host_report_cost(const struct host_facts *facts, const struct host_motion *motion, FILE *out)
{
	if (motion != NULL) {
		(void)fprintf(out, "  %-28s %.0f steps of the solver for %.6g s, made in %.2g s\n", "cost of the run",
		              motion->tried, motion->stop - facts->model.head->start_time, motion->seconds);
	}
}

static void host_report_coordinates(const struct host_facts *facts, FILE *out)
{
	(void)fputs(facts->model.head->static_start ? "  coordinates at the start, in static equilibrium\n"
	                                            : "  coordinates at the start\n",
	            out);
	for (int i = 0; i < facts->model.n_elements; i++) {
		const struct mech_element *e = &facts->model.elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		for (int k = 0; k < kind->coordinate.count; k++) {
			const struct mech_coordinate_spec *c = &kind->coordinate.specs[k];
			char name[160];
			(void)snprintf(name, sizeof name, "%s.%s", mech_name(&facts->model, e->name), c->key);
			(void)fprintf(out, "    %-26s %12.6g %-4s  %s %.6g %s\n", name,
			              host_report_rounded(host_facts_coordinate(facts, i, k, 0)), mech_quantity_unit(c->quantity),
			              c->rate, host_report_rounded(host_facts_coordinate(facts, i, k, 1)),
			              mech_quantity_unit(mech_quantity_rate(c->quantity)));
		}
	}
}

int host_report_write(const struct host_facts *facts, const struct host_motion *motion, const char *file, FILE *out)
{
	struct host_text notes = {0};
	int warnings = host_notes_write(facts, &notes);
	if (motion != NULL && motion->trouble.text[0] != 0) {
		host_text_add(&notes, "  warning: the run stops: ");
		host_text_add(&notes, motion->trouble.text);
		host_text_add(&notes, "\n");
		warnings++;
	}
	const int status = notes.failed ? -1 : 0;
	(void)fprintf(out, "%s: mechanism '%s' is good", file, mech_name(&facts->model, facts->model.head->name));
	if (warnings > 0) {
		(void)fprintf(out, ", with %d warning%s", warnings, warnings == 1 ? "" : "s");
	}
	(void)fputs("\n", out);
	host_report_numbers(facts, out);
	host_report_redundant(facts, out);
	host_report_motion(facts, motion, out);
	host_report_cost(facts, motion, out);
	host_report_coordinates(facts, out);
	(void)fputs(notes.bytes == NULL ? "" : notes.bytes, out);
	host_text_free(&notes);
	return status;
}
