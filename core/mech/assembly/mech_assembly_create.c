/* Memory and pattern of the assembly: everything that happens once. */
#include <stdlib.h>

#include "mech_assembly.h"
#include "mech_assembly_space.h"
#include "mech_static.h"

/* blocks of the first `slots` bodies of an element, `rows` rows from `row` on; NULL: only counts */
static int mech_assembly_create_blocks(const struct mech_model *model, const struct mech_element *e, int slots, int row,
                                       int rows, struct la_block *blocks)
{
	int count = 0;
	for (int k = 0; k < slots && rows > 0; k++) {
		const int column = mech_assembly_block(model, e, k);
		if (column >= 0 && blocks) {
			blocks[count] = (struct la_block){row, column, rows, model->body_v};
		}
		count += column >= 0;
	}
	return count;
}

static int mech_assembly_create_constraints(const struct mech_model *model, struct la_block *blocks)
{
	int count = 0;
	for (int i = 0; i < model->n_elements; i++) {
		const struct mech_element *e = &model->elements[i];
		count += mech_assembly_create_blocks(model, e, e->n_bodies, e->row, mech_element_kind(e)->row.count,
		                                     blocks ? blocks + count : NULL);
	}
	return count;
}

/* target i, its row after those of the constraints */
static int mech_assembly_create_target(const struct mech_model *model, int i, struct la_block *blocks)
{
	const struct mech_target *target = &model->targets[i];
	const int row = model->n_rows + i;
	if (target->element >= 0) {
		return mech_assembly_create_blocks(model, &model->elements[target->element], 2, row, 1, blocks);
	}
	if (blocks) {
		*blocks = (struct la_block){row, model->bodies[target->body].v, 1, model->body_v};
	}
	return 1;
}

static int mech_assembly_create_ranges(const struct mech_model *model, struct mech_assembly *a)
{
	const int constraints = mech_assembly_create_constraints(model, NULL);
	int count = constraints, value = 0;
	struct la_block *blocks = calloc((size_t)constraints + 2 * (size_t)model->n_targets + 1, sizeof *blocks);
	if (!blocks) {
		return -1;
	}
	mech_assembly_create_constraints(model, blocks);
	for (int k = 0; k < constraints; k++) {
		value += blocks[k].rows * blocks[k].cols;
	}
	for (int i = 0; i < model->n_targets; i++) {
		const int added = mech_assembly_create_target(model, i, blocks + count);
		a->target_value[i] = value;
		value += added * model->body_v;
		count += added;
	}
	a->target_value[model->n_targets] = value;
	a->held = la_range_create(model->n_v, model->n_rows, constraints, blocks);
	a->all = la_range_create(model->n_v, model->n_rows + model->n_targets, count, blocks);
	free(blocks);
	return a->held && a->all ? 0 : -1;
}

/* scratch of mech_start_turns.h, and which elements each body has */
static int mech_assembly_create_start(const struct mech_model *model, struct mech_start *start)
{
	const size_t elements = (size_t)model->n_elements + 1, bodies = (size_t)(model->n_bodies + model->n_welded) + 2;
	int coordinates = 0, places = 0;
	for (int i = 0; i < model->n_elements; i++) {
		coordinates += mech_element_kind(&model->elements[i])->coordinate.count;
		places += model->elements[i].n_bodies;
	}
	start->coordinate = calloc(4 * elements + bodies + (size_t)places, sizeof *start->coordinate);
	start->wanted = calloc((size_t)coordinates + 1, sizeof *start->wanted);
	start->queued = calloc(elements, 1);
	if (!start->coordinate || !start->wanted || !start->queued) {
		return -1;
	}
	start->queue = start->coordinate + elements;
	start->heap = start->queue + elements;
	start->first = start->heap + 2 * elements;
	start->list = start->first + bodies;
	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < model->n_elements; i++) {
			const struct mech_element *e = &model->elements[i];
			start->coordinate[i + 1] = start->coordinate[i] + mech_element_kind(e)->coordinate.count;
			for (int k = 0; k < e->n_bodies; k++) {
				const int body = e->body[k];
				if (body != MECH_GROUND && pass == 0) {
					start->first[body + 2]++;
				} else if (body != MECH_GROUND) {
					start->list[start->first[body + 1]++] = i;
				}
			}
		}
		for (int i = 0; i < model->n_bodies + model->n_welded && pass == 0; i++) {
			start->first[i + 2] += start->first[i + 1];
		}
	}
	return 0;
}

LA_FUNCTION struct mech_assembly *mech_assembly_create(const struct mech_model *model)
{
	const size_t rows = (size_t)(model->n_rows + model->n_targets) + 1;
	struct mech_assembly_space s;
	struct mech_assembly *a = calloc(1, sizeof *a);
	if (!a) {
		return NULL;
	}
	a->own = mech_assembly_space_lay(model, NULL, &s);
	a->numbers = calloc(a->own + (model->head->static_start ? mech_static_work(model) : 0) + 1, sizeof *a->numbers);
	a->place = calloc(rows, sizeof *a->place);
	a->target_value = calloc((size_t)model->n_targets + 1, sizeof *a->target_value);
	a->marked = calloc(rows, 1);
	if (!a->numbers || !a->place || !a->target_value || !a->marked || mech_assembly_create_ranges(model, a) ||
	    mech_assembly_create_start(model, &a->start)) {
		mech_assembly_free(a);
		return NULL;
	}
	return a;
}

LA_FUNCTION void mech_assembly_free(struct mech_assembly *a)
{
	if (a) {
		la_range_free(a->held);
		la_range_free(a->all);
		free(a->numbers);
		free(a->place);
		free(a->target_value);
		free(a->marked);
		free(a->start.coordinate);
		free(a->start.wanted);
		free(a->start.queued);
		free(a);
	}
}
