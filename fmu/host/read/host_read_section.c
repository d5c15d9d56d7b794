/* Reads the section of a beam: stiffness, masses, damping, prestress and load, as terms. */
#include <stdio.h>
#include <string.h>

#include "host_read_parts.h"
#include "host_section.h"
#include "host_suggest.h"

static int host_section_failed(struct host_reader *r, const struct host_node *map)
{
	return host_reader_fail(r, map->place, "expressions of the beam are nested too deeply");
}

/* numbers of a map as terms, their numbers to at[n]; name: of the first one, or NULL */
static int host_section_terms(struct host_reader *r, const struct host_node *map,
                              const struct mech_parameter_spec *spec, int first, int needed, const char *name,
                              struct host_beam *beam, int *at)
{
	double values[HOST_BEAM_MOST_STIFFNESS];
	const struct host_spot spot = {HOST_OF_BEAMS, (int)(beam - r->beams), first};
	const int before = r->m->n_formulas;
	if (host_parameter(r, map, spec, needed, spot, values) != 0) {
		return -1;
	}
	for (int i = 0; i < spec->size; i++) {
		const struct host_formula *formula = NULL;
		for (int k = before; k < r->m->n_formulas; k++) {
			formula = r->m->formulas[k].spot.component == first + i ? &r->m->formulas[k] : formula;
		}
		at[i] = host_terms_add(&beam->terms, i == 0 ? name : NULL, values[i], formula);
		if (at[i] < 0) {
			return host_out_of_memory(r);
		}
	}
	return 0;
}

/* the same of a key of the beam */
static int host_section_key(struct host_reader *r, const struct host_node *map, enum host_beam_key key, int needed,
                            struct host_beam *beam, int *at)
{
	const struct mech_parameter_spec *spec = &host_beam_specs[r->m->space][key];
	return host_section_terms(r, map, spec, HOST_BEAM_MOST_STIFFNESS * (int)key, needed,
	                          spec->size == 1 ? spec->key : NULL, beam, at);
}

static const struct host_section_shape *host_section_shape(struct host_reader *r, const struct host_node *section)
{
	const struct host_node *word = host_node_find(section, "shape");
	if (word == NULL) {
		host_reader_fail(r, section->place, "the key 'shape' is missing");
		return NULL;
	}
	if (host_check_text(r, word, "shape") != 0) {
		return NULL;
	}
	struct host_suggestion near = host_suggest_begin(word->text);
	for (int k = 0; k < HOST_SECTION_SHAPES; k++) {
		if (strcmp(host_section_shapes[k].name, word->text) == 0) {
			return &host_section_shapes[k];
		}
		host_suggest_offer(&near, host_section_shapes[k].name);
	}
	char hint[HOST_SUGGESTION_SIZE];
	host_suggest_text(&near, hint);
	host_reader_fail(r, word->place, "unknown shape '%.80s'%s", word->text,
	                 near.best != NULL ? hint : " (it can be rectangle, circle, tube, box, i)");
	return NULL;
}

/* the sizes that the shape has; a key that it does not have comes first, because it may be one of
 * them with a typo */
static int host_section_sizes(struct host_reader *r, const struct host_node *section,
                              const struct host_section_shape *shape, struct host_beam *beam,
                              double size[HOST_SECTION_KEYS])
{
	struct host_keys keys = {1, {"shape"}};
	for (int k = 0; k < HOST_SECTION_KEYS; k++) {
		if (shape->keys >> k & 1u) {
			keys.key[keys.count++] = host_section_specs[k].key;
		}
	}
	if (host_check_keys(r, section, &keys) != 0) {
		return -1;
	}
	for (int k = 0; k < HOST_SECTION_KEYS; k++) {
		int at;
		if (!(shape->keys >> k & 1u)) {
			continue;
		}
		if (host_section_terms(r, section, &host_section_specs[k], HOST_BEAM_MOST_STIFFNESS * (HOST_BEAM_KEYS + k), 1,
		                       host_section_specs[k].key, beam, &at) != 0) {
			return -1;
		}
		size[k] = beam->terms.term[at].value;
	}
	return 0;
}

/* the terms of a shape's constants */
static int host_section_read_section(struct host_reader *r, const struct host_node *section, struct host_beam *beam)
{
	double size[HOST_SECTION_KEYS] = {0.0};
	if (host_check_map(r, section, "section") != 0) {
		return -1;
	}
	const struct host_section_shape *shape = host_section_shape(r, section);
	if (shape == NULL || host_section_sizes(r, section, shape, beam, size) != 0) {
		return -1;
	}
	const char *refusal = shape->refusal(size);
	if (refusal != NULL) {
		return host_reader_fail(r, section->place, "section: %s", refusal);
	}
	return host_section_define(shape, &beam->terms) == 0 ? 0 : host_section_failed(r, section);
}

/* terms by expressions, their numbers to at[n] */
static int host_section_texts(struct host_reader *r, const struct host_node *map, struct host_beam *beam, int n,
                              const char *const *texts, int *at)
{
	for (int k = 0; k < n; k++) {
		/* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): there are n texts in each space */
		at[k] = host_terms_define(&beam->terms, NULL, texts[k]);
		if (at[k] < 0) {
			return host_section_failed(r, map);
		}
	}
	return 0;
}

/* rotary inertia, where the file does not give it */
static int host_section_inertia(struct host_reader *r, const struct host_node *map, struct host_beam *beam,
                                const char *const *texts)
{
	const int n = host_beam_specs[r->m->space][HOST_BEAM_INERTIA].size;
	return host_node_find(map, "inertia_per_length") != NULL
	           ? host_section_key(r, map, HOST_BEAM_INERTIA, 1, beam, beam->inertia)
	           : host_section_texts(r, map, beam, n, texts, beam->inertia);
}

/* stiffness and masses of a shape of a material */
static int host_section_material(struct host_reader *r, const struct host_node *map, const struct host_node *section,
                                 struct host_beam *beam)
{
	static const char *const planar[] = {"modulus*area", "shear_modulus*shear_z", "modulus*about_y"};
	static const char *const spatial[] = {"modulus*area",          "shear_modulus*shear_y", "shear_modulus*shear_z",
	                                      "shear_modulus*torsion", "modulus*about_y",       "modulus*about_z"};
	static const char *const of_plane[] = {"mass_per_length/area*about_y"};
	static const char *const of_space[] = {"mass_per_length/area*(about_y + about_z)", "mass_per_length/area*about_y",
	                                       "mass_per_length/area*about_z"};
	const int in_plane = r->m->space == MECH_PLANAR, n = in_plane ? 3 : 6, all = n * (n + 1) / 2;
	struct host_terms *terms = &beam->terms;
	int unused;
	if (host_section_key(r, map, HOST_BEAM_MODULUS, 1, beam, &unused) != 0 ||
	    host_section_key(r, map, HOST_BEAM_POISSON, 0, beam, &unused) != 0) {
		return -1;
	}
	const int has_shear = host_node_find(map, "shear_modulus") != NULL;
	if (has_shear ? host_section_key(r, map, HOST_BEAM_SHEAR_MODULUS, 1, beam, &unused) != 0
	              : host_terms_define(terms, "shear_modulus", "modulus/(2*(1 + poisson))") < 0) {
		return has_shear ? -1 : host_section_failed(r, map);
	}
	if (host_section_read_section(r, section, beam) != 0) {
		return -1;
	}
	const int has_mass = host_node_find(map, "mass_per_length") != NULL;
	if ((!has_mass || host_node_find(map, "density") != NULL) &&
	    host_section_key(r, map, HOST_BEAM_DENSITY, 1, beam, &unused) != 0) {
		return -1;
	}
	if (has_mass && host_section_key(r, map, HOST_BEAM_MASS, 1, beam, &beam->mass) != 0) {
		return -1;
	}
	if (!has_mass) {
		beam->mass = host_terms_define(terms, "mass_per_length", "density*area");
	}
	const int none = host_terms_add(terms, NULL, 0.0, NULL);
	if (beam->mass < 0 || none < 0) {
		return host_section_failed(r, map);
	}
	for (int k = n; k < all; k++) {
		beam->stiffness[k] = none;
	}
	return host_section_texts(r, map, beam, n, in_plane ? planar : spatial, beam->stiffness) != 0
	           ? -1
	           : host_section_inertia(r, map, beam, in_plane ? of_plane : of_space);
}

/* The same from numbers. A section of one material has the radius of gyration sqrt(EI / EA). */
static int host_section_numbers(struct host_reader *r, const struct host_node *map, struct host_beam *beam)
{
	static const char *const others[] = {"modulus", "poisson", "shear_modulus", "density"};
	static const char *const of_plane[] = {"mass_per_length*about_y/along"};
	static const char *const of_space[] = {"mass_per_length*(about_y + about_z)/along", "mass_per_length*about_y/along",
	                                       "mass_per_length*about_z/along"};
	const int n = mech_space_rules(r->m->space)->n_v, bending = r->m->space == MECH_PLANAR ? 2 : 4;
	for (int k = 0; k < 4; k++) {
		const struct host_node *other = host_node_find(map, others[k]);
		if (other != NULL) {
			return host_reader_fail(r, other->key_place,
			                        "'%s' needs a 'section'; with 'stiffness' give 'mass_per_length'", others[k]);
		}
	}
	if (host_node_find(map, "stiffness") == NULL) {
		return host_reader_fail(r, map->place, "give a 'section' or its 'stiffness'");
	}
	if (host_section_key(r, map, HOST_BEAM_STIFFNESS, 1, beam, beam->stiffness) != 0 ||
	    host_section_key(r, map, HOST_BEAM_MASS, 1, beam, &beam->mass) != 0) {
		return -1;
	}
	for (int k = 0; k < n; k++) {
		if (!(beam->terms.term[beam->stiffness[k]].value > 0.0)) {
			return host_reader_fail(r, host_node_find(map, "stiffness")->place,
			                        "stiffness must be greater than zero along and about all axes");
		}
	}
	if (host_table_add(&beam->terms.names, "along", beam->stiffness[0]) < 0 ||
	    host_table_add(&beam->terms.names, "about_y", beam->stiffness[bending]) < 0 ||
	    host_table_add(&beam->terms.names, "about_z", beam->stiffness[n - 1]) < 0) {
		return host_out_of_memory(r);
	}
	return host_section_inertia(r, map, beam, r->m->space == MECH_PLANAR ? of_plane : of_space);
}

/* one number stands for all */
static int host_section_damping(struct host_reader *r, const struct host_node *map, struct host_beam *beam)
{
	const struct host_node *node = host_node_find(map, "damping");
	const struct mech_parameter_spec *spec = &host_beam_specs[r->m->space][HOST_BEAM_DAMPING];
	if (node == NULL || node->type != HOST_SCALAR) {
		return host_section_key(r, map, HOST_BEAM_DAMPING, 0, beam, beam->damping);
	}
	struct mech_parameter_spec one = *spec;
	one.size = 1;
	if (host_section_terms(r, map, &one, HOST_BEAM_MOST_STIFFNESS * (int)HOST_BEAM_DAMPING, 1, NULL, beam,
	                       beam->damping) != 0) {
		return -1;
	}
	for (int k = 1; k < spec->size; k++) {
		beam->damping[k] = beam->damping[0];
	}
	return 0;
}

static int host_section_load(struct host_reader *r, const struct host_node *map, struct host_beam *beam)
{
	static const char *const names[] = {"load_x", "load_y", "load_z"};
	const int n = mech_space_rules(r->m->space)->dimension;
	for (int k = 0; k < n; k++) {
		beam->load[k] = -1;
	}
	if (host_section_key(r, map, HOST_BEAM_LOAD, 0, beam, beam->load) != 0) {
		return -1;
	}
	for (int k = 0; k < n; k++) {
		if (host_table_add(&beam->terms.names, names[k], beam->load[k]) < 0) {
			return host_out_of_memory(r);
		}
	}
	beam->load_size = host_terms_define(&beam->terms, NULL,
	                                    n == 2 ? "sqrt(load_x^2 + load_y^2)" : "sqrt(load_x^2 + load_y^2 + load_z^2)");
	return beam->load_size < 0 ? host_section_failed(r, map) : 0;
}

int host_read_section(struct host_reader *r, const struct host_node *map, struct host_beam *beam)
{
	const struct host_node *section = host_node_find(map, "section"), *numbers = host_node_find(map, "stiffness");
	if (section != NULL && numbers != NULL) {
		return host_reader_fail(r, numbers->key_place, "give 'section' or 'stiffness', not both");
	}
	if ((section != NULL ? host_section_material(r, map, section, beam) : host_section_numbers(r, map, beam)) != 0 ||
	    host_section_damping(r, map, beam) != 0 ||
	    host_section_key(r, map, HOST_BEAM_PRESTRESS, 0, beam, beam->prestress) != 0) {
		return -1;
	}
	return host_section_load(r, map, beam);
}
