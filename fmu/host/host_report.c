#include "host_report.h"

#include <math.h>
#include <string.h>

#include "mech_equations.h"

/* relative smallest singular value below which a position counts as near a singular one */
#define HOST_REPORT_NEAR_SINGULAR 1e-3

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
	(void)fprintf(out, "  %-28s %d\n", "bodies", m->n_bodies);
	(void)fprintf(out, "  %-28s %d with %d constraint rows of rank %d\n", "joints and drivers",
	              host_report_count(m, MECH_JOINT) + host_report_count(m, MECH_DRIVER), m->n_rows,
	              facts->diagnosis.rank);
	(void)fprintf(out, "  %-28s %d, %d\n", "forces, sensors", host_report_count(m, MECH_FORCE_ELEMENT),
	              host_report_count(m, MECH_SENSOR));
	(void)fprintf(out, "  %-28s %d, %d, %d\n", "inputs, outputs, parameters", host_report_variables(m, MECH_INPUT),
	              host_report_variables(m, MECH_OUTPUT), host_report_variables(m, MECH_PARAMETER));
	(void)fprintf(out, "  %-28s %d\n", "degrees of freedom", facts->diagnosis.degrees_of_freedom);
}

static void host_report_redundant(const struct host_facts *facts, FILE *out)
{
	char row[HOST_FACTS_ROW_SIZE];
	(void)fprintf(out, "  %-28s ", "redundant rows");
	int count = 0;
	for (int i = 0; i < facts->model.n_rows; i++) {
		if (facts->redundant[i]) {
			host_facts_row(facts, i, row);
			(void)fprintf(out, "%s%s", count++ == 0 ? "" : ", ", row);
		}
	}
	(void)fputs(count == 0 ? "none\n" : "; their reactions are one choice of many\n", out);
}

/* rounding of the assembly is not worth a row of digits */
static double host_report_rounded(double value)
{
	return fabs(value) < 1e-13 ? 0.0 : value;
}

static void host_report_coordinates(const struct host_facts *facts, FILE *out)
{
	(void)fputs("  coordinates at the start\n", out);
	for (int i = 0; i < facts->model.n_elements; i++) {
		const struct mech_element *e = &facts->model.elements[i];
		const struct mech_kind *kind = mech_element_kind(e);
		for (int k = 0; k < kind->n_coordinates; k++) {
			const struct mech_coordinate_spec *c = &kind->coordinates[k];
			char name[160];
			(void)snprintf(name, sizeof name, "%s.%s", mech_name(&facts->model, e->name), c->key);
			(void)fprintf(out, "    %-26s %12.6g %-4s  %s %.6g %s\n", name,
			              host_report_rounded(host_facts_value(facts, MECH_FROM_ELEMENT, i, 3 * k)),
			              mech_quantity_unit(c->quantity), c->rate,
			              host_report_rounded(host_facts_value(facts, MECH_FROM_ELEMENT, i, 3 * k + 1)),
			              mech_quantity_unit(mech_quantity_rate(c->quantity)));
		}
	}
}

/* does any joint hold the body? */
static int host_report_is_held(const struct mech_model *model, int body)
{
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		for (int b = 0; b < e->n_bodies && mech_element_kind(e)->section == MECH_JOINT; b++) {
			if (e->body[b] == body) {
				return 1;
			}
		}
	}
	return 0;
}

static void host_report_notes(const struct host_facts *facts, FILE *out)
{
	const struct mech_model *m = &facts->model;
	double distance = 0.0, turn = 0.0;
	int moved = host_facts_moved(facts, &distance, &turn);
	if (moved >= 0) {
		(void)fprintf(out, "  note: assembled differently from the drawing; most: body '%s', by %.4g m and %.4g rad\n",
		              mech_name(m, m->bodies[moved].name), distance, turn);
	}
	if (m->n_rows > 0 && facts->diagnosis.smallest_singular_value < HOST_REPORT_NEAR_SINGULAR) {
		(void)fprintf(out, "  note: near a singular position (smallest singular value %.2g of the largest)\n",
		              facts->diagnosis.smallest_singular_value);
	}
	for (int i = 0; i < m->n_bodies; i++) {
		if (!host_report_is_held(m, i)) {
			(void)fprintf(out, "  note: no joint holds body '%s'; it moves freely\n", mech_name(m, m->bodies[i].name));
		}
	}
	if (facts->diagnosis.degrees_of_freedom == 0) {
		(void)fputs("  note: nothing is free to move but what drivers move\n", out);
	}
	if (facts->warning.text[0] != 0) {
		(void)fprintf(out, "  note: %s\n", facts->warning.text);
	}
}

void host_report_write(const struct host_facts *facts, const char *file, FILE *out)
{
	(void)fprintf(out, "%s: mechanism '%s' is good\n", file, mech_name(&facts->model, facts->model.head->name));
	host_report_numbers(facts, out);
	host_report_redundant(facts, out);
	host_report_coordinates(facts, out);
	host_report_notes(facts, out);
}
