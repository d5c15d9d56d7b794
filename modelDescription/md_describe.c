#include "md_describe.h"

#include <stdio.h>
#include <string.h>

/* first parts of names, and one of their kind */
static const struct {
	const char *plural, *one;
} md_describe_sections[] = {
	{"bodies", "body"},  {"joints", "joint"},   {"drivers", "driver"},
	{"forces", "force"}, {"sensors", "sensor"}, {"initial", "of"},
};

/* "joint" for joints.pin.angle, and *owner the name with its length; NULL where nobody owns the
 * variable */
static const char *md_describe_owner(const char *name, const char **owner, int *length)
{
	size_t section = strcspn(name, ".");
	if (name[section] == 0) {
		return NULL;
	}
	*owner = name + section + 1;
	*length = (int)strcspn(*owner, ".");
	for (size_t k = 0; k < sizeof md_describe_sections / sizeof md_describe_sections[0]; k++) {
		if (strlen(md_describe_sections[k].plural) == section &&
		    strncmp(name, md_describe_sections[k].plural, section) == 0 && (*owner)[*length] == '.') {
			return md_describe_sections[k].one;
		}
	}
	return NULL;
}

/* coordinates of joints, their rates and accelerations are known by their key */
static int md_describe_is_coordinate(const struct mech_model *model, const struct mech_variable *v)
{
	if (v->source != MECH_FROM_ELEMENT) {
		return 0;
	}
	const struct mech_kind *kind = mech_element_kind(&model->elements[v->index]);
	return kind->section == MECH_JOINT && v->component < 3 * kind->coordinate.count;
}

/* components of vectors with as many components as space has; x, y, z of the drawing */
static const char *md_describe_axis(const struct mech_model *model, const struct mech_variable *v, const char *name)
{
	static const char *const axes[] = {", along x", ", along y", ", along z"};
	const char *index = strchr(name, '[');
	const int inertia = v->quantity == MECH_INERTIA;
	int k = index == NULL ? -1 : index[1] - '1';
	int vector = index != NULL && index[2] == ']' && k >= 0 && k < (model->head->space == MECH_SPATIAL ? 3 : 2);
	return vector && !inertia ? axes[k] : "";
}

void md_describe(const struct mech_model *model, const struct mech_variable *variable,
                 char description[MD_DESCRIPTION_SIZE])
{
	const char *name = mech_name(model, variable->name), *text = mech_name(model, variable->description);
	const char *owner = "", *one = NULL;
	int length = 0;
	one = md_describe_owner(name, &owner, &length);
	const char *axis = md_describe_axis(model, variable, name);
	if (one == NULL) {
		snprintf(description, MD_DESCRIPTION_SIZE, "%s%s", text, axis);
	} else if (md_describe_is_coordinate(model, variable)) {
		snprintf(description, MD_DESCRIPTION_SIZE, "%s of %s %.*s", owner + length + 1, one, length, owner);
		for (char *c = description; c < description + strlen(owner + length + 1); c++) {
			*c = (char)(*c == '_' ? ' ' : *c);
		}
	} else {
		snprintf(description, MD_DESCRIPTION_SIZE, "%s (%s %.*s%s)", text, one, length, owner, axis);
	}
}
