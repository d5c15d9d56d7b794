/* Opens an image: from bytes that nobody has checked to a model that everybody may read.
 *
 * mech_model_open checks, in this order, the head (magic, version, size, checksum), that every
 * table lies inside the image, and the records (mech_check.h). It then sets the view. The
 * declaration stands in mech_model.h, next to the view itself.
 *
 * It stands above mech_model.c, which the checks of the records read.
 */
#include <limits.h>
#include <string.h>

#include "mech_check.h"
#include "mech_model.h"
#include "mech_space.h"

static int mech_model_refuse(struct mech_message *message, const char *why)
{
	mech_say(message, "not a usable mechanism image: ");
	mech_say_more(message, why);
	return -1;
}

static int mech_model_check_head(const void *image, size_t size, struct mech_message *message)
{
	const struct mech_image_head *head = image;
	const uint16_t one = 1;
	if (*(const unsigned char *)&one != 1) {
		return mech_model_refuse(message, "this machine is not little-endian");
	}
	if (image == NULL || (uintptr_t)image % 8 != 0) {
		return mech_model_refuse(message, "it is missing or not aligned to 8 bytes");
	}
	if (size < sizeof *head || head->magic != MECH_IMAGE_MAGIC) {
		return mech_model_refuse(message, "it does not begin with the head of an image");
	}
	if (head->version != MECH_IMAGE_VERSION) {
		return mech_model_refuse(message, "it was written by another version of the exporter; export again");
	}
	if (head->size != size || size > INT_MAX / 8) {
		return mech_model_refuse(message, "its size differs from the size in its head");
	}
	const size_t after = offsetof(struct mech_image_head, checksum) + sizeof head->checksum;
	if (mech_checksum((const char *)image + after, size - after) != head->checksum) {
		return mech_model_refuse(message, "its checksum is wrong; the file is damaged, export again");
	}
	return 0;
}

/* first byte of a table, or NULL if any of it lies outside the image */
static const void *mech_model_table(const struct mech_image_head *head, struct mech_table table, size_t record,
                                    int *count)
{
	if (table.offset % 8 != 0 || table.offset < sizeof *head || table.offset > head->size) {
		return NULL;
	}
	if (table.count > (head->size - table.offset) / record) {
		return NULL;
	}
	*count = (int)table.count;
	return (const char *)head + table.offset;
}

/* bodies that carry themselves come first */
static void mech_model_count_welded(struct mech_model *m)
{
	const int all = m->n_bodies;
	m->n_bodies = 0;
	while (m->n_bodies < all && m->bodies[m->n_bodies].carrier == m->n_bodies) {
		m->n_bodies++;
	}
	m->n_welded = all - m->n_bodies;
}

static int mech_model_set_tables(struct mech_model *m, struct mech_message *message)
{
	const struct mech_image_head *head = m->head;
	int n_names = 0;
	m->bodies = mech_model_table(head, head->bodies, sizeof *m->bodies, &m->n_bodies);
	m->elements = mech_model_table(head, head->elements, sizeof *m->elements, &m->n_elements);
	m->inputs = mech_model_table(head, head->inputs, sizeof *m->inputs, &m->n_inputs);
	m->targets = mech_model_table(head, head->targets, sizeof *m->targets, &m->n_targets);
	m->parameters = mech_model_table(head, head->parameters, sizeof *m->parameters, &m->n_parameters);
	m->variables = mech_model_table(head, head->variables, sizeof *m->variables, &m->n_variables);
	m->formulas = mech_model_table(head, head->formulas, sizeof *m->formulas, &m->n_formulas);
	m->operations = mech_model_table(head, head->operations, sizeof *m->operations, &m->n_operations);
	m->names = mech_model_table(head, head->names, 1, &n_names);
	if (m->bodies == NULL || m->elements == NULL || m->inputs == NULL || m->targets == NULL || m->parameters == NULL ||
	    m->variables == NULL || m->formulas == NULL || m->operations == NULL || m->names == NULL) {
		return mech_model_refuse(message, "a table lies outside of it");
	}
	if (n_names == 0 || m->names[n_names - 1] != '\0') {
		return mech_model_refuse(message, "its table of names has no end");
	}
	/* what is counted has records of more bytes than numbers: sums of these counts fit into an
	 * int */
	if (head->n_q > head->size || head->n_v > head->size || head->n_rows > head->size || head->n_derived > head->size ||
	    head->n_memory > head->size || head->n_states > head->size) {
		return mech_model_refuse(message, "a count in its head is too large");
	}
	m->n_q = (int)head->n_q;
	m->n_v = (int)head->n_v;
	m->n_rows = (int)head->n_rows;
	m->n_derived = (int)head->n_derived;
	m->n_memory = (int)head->n_memory;
	m->n_states = (int)head->n_states;
	if (head->space >= MECH_SPACE_COUNT) {
		return mech_model_refuse(message, "unknown space");
	}
	m->body_q = mech_model_rules(m)->n_q;
	m->body_v = mech_model_rules(m)->n_v;
	mech_model_count_welded(m);
	return 0;
}

LA_FUNCTION int mech_model_open(const void *image, size_t size, struct mech_model *model, struct mech_message *message)
{
	mech_say(message, "");
	memset(model, 0, sizeof *model);
	if (mech_model_check_head(image, size, message) != 0) {
		return -1;
	}
	struct mech_model m = {0};
	m.head = image;
	if (mech_model_set_tables(&m, message) != 0 || mech_check_records(&m, message) != 0) {
		return -1;
	}
	*model = m;
	return 0;
}
