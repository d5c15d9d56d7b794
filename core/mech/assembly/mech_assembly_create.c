/* Memory and pattern of the assembly: everything that happens once. */
#include <stdlib.h>

#include "mech_assembly.h"
#include "mech_assembly_shape.h"
#include "mech_assembly_space.h"
#include "mech_static.h"
#include "mech_static_matrix.h"

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

static int mech_assembly_create_shape(const struct mech_model *model, struct la_block *blocks)
{
	struct mech_shape_pair pair = {.element = -1};
	int count = 0;
	for (int row = model->n_rows; mech_assembly_next_pair(model, &pair); row += model->body_v) {
		count +=
			mech_assembly_create_blocks(model, &pair.bodies, 2, row, model->body_v, blocks ? blocks + count : NULL);
	}
	return count;
}

static int mech_assembly_create_target(const struct mech_model *model, int i, int row, struct la_block *blocks)
{
	const struct mech_target *target = &model->targets[i];
	if (target->element >= 0) {
		return mech_assembly_create_blocks(model, &model->elements[target->element], 2, row, 1, blocks);
	}
	if (blocks) {
		*blocks = (struct la_block){row, model->bodies[target->body].v, 1, model->body_v};
	}
	return 1;
}

/* with `shape` rows of what keeps its shape after those of the constraints; targets come last */
static int mech_assembly_create_ranges(const struct mech_model *model, int shape, struct mech_assembly_ranges *r)
{
	const int constraints = mech_assembly_create_constraints(model, NULL);
	const int held = constraints + (shape > 0 ? mech_assembly_create_shape(model, NULL) : 0);
	int count = held, value = 0;
	struct la_block *blocks = calloc((size_t)held + 2 * (size_t)model->n_targets + 1, sizeof *blocks);
	r->rows = model->n_rows + shape;
	r->target_value = calloc((size_t)model->n_targets + 1, sizeof *r->target_value);
	if (!blocks || !r->target_value) {
		free(blocks);
		return -1;
	}
	mech_assembly_create_constraints(model, blocks);
	if (shape > 0) {
		mech_assembly_create_shape(model, blocks + constraints);
	}
	for (int k = 0; k < held; k++) {
		value += blocks[k].rows * blocks[k].cols;
	}
	for (int i = 0; i < model->n_targets; i++) {
		const int added = mech_assembly_create_target(model, i, r->rows + i, blocks + count);
		r->target_value[i] = value;
		value += added * model->body_v;
		count += added;
	}
	r->target_value[model->n_targets] = value;
	r->held = la_range_create(model->n_v, r->rows, held, blocks);
	r->all = la_range_create(model->n_v, r->rows + model->n_targets, count, blocks);
	free(blocks);
	return r->held && r->all ? 0 : -1;
}

static void mech_assembly_free_ranges(struct mech_assembly_ranges *r)
{
	la_range_free(r->held);
	la_range_free(r->all);
	free(r->target_value);
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

static int mech_assembly_create_static(const struct mech_model *model, struct mech_assembly *a)
{
	if (!model->head->static_start || !mech_static_is_sparse(model)) {
		return 0;
	}
	a->static_matrix = mech_static_matrix_create(model, a->bending.all);
	return a->static_matrix ? 0 : -1;
}

LA_FUNCTION struct mech_assembly *mech_assembly_create(const struct mech_model *model)
{
	const int shape = mech_assembly_shape_rows(model);
	const size_t rows = (size_t)(model->n_rows + shape + model->n_targets) + 1;
	struct mech_assembly_space s;
	struct mech_assembly *a = calloc(1, sizeof *a);
	if (!a) {
		return NULL;
	}
	a->own = mech_assembly_space_lay(model, NULL, &s);
	a->numbers = calloc(a->own + (model->head->static_start ? mech_static_work(model) : 0) + 1, sizeof *a->numbers);
	a->place = calloc(rows, sizeof *a->place);
	a->marked = calloc(rows, 1);
	if (!a->numbers || !a->place || !a->marked || mech_assembly_create_ranges(model, 0, &a->bending) ||
	    (shape > 0 && mech_assembly_create_ranges(model, shape, &a->rigid)) ||
	    mech_assembly_create_start(model, &a->start) || mech_assembly_create_static(model, a)) {
		mech_assembly_free(a);
		return NULL;
	}
	return a;
}

LA_FUNCTION void mech_assembly_free(struct mech_assembly *a)
{
	if (a) {
		mech_assembly_free_ranges(&a->bending);
		mech_assembly_free_ranges(&a->rigid);
		mech_static_matrix_free(a->static_matrix);
		free(a->numbers);
		free(a->place);
		free(a->marked);
		free(a->start.coordinate);
		free(a->start.wanted);
		free(a->start.queued);
		free(a);
	}
}
