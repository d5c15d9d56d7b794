#include "dae_system.h"

#include <string.h>

LA_FUNCTION int dae_block_values(int n_blocks, const struct la_block *blocks)
{
	int values = 0;
	for (int i = 0; i < n_blocks; i++) {
		values += blocks[i].rows * blocks[i].cols;
	}
	return values;
}

LA_FUNCTION void dae_block_diagonal(int n_blocks, const struct la_block *blocks, const double *values, int n,
                                    double *out)
{
	memset(out, 0, (size_t)n * sizeof *out);
	for (int i = 0; i < n_blocks; i++) {
		const struct la_block *b = &blocks[i];
		for (int k = 0; k < b->rows * b->cols; k++) {
			if (b->row + k / b->cols == b->col + k % b->cols) {
				out[b->col + k % b->cols] += values[k];
			}
		}
		values += b->rows * b->cols;
	}
}

LA_FUNCTION void dae_block_multiply(int n_blocks, const struct la_block *blocks, const double *values, double factor,
                                    const double *x, double *y)
{
	for (int i = 0; i < n_blocks; i++) {
		const struct la_block *b = &blocks[i];
		for (int r = 0; r < b->rows; r++) {
			double sum = 0;
			for (int c = 0; c < b->cols; c++) {
				sum += values[r * b->cols + c] * x[b->col + c];
			}
			y[b->row + r] += factor * sum;
		}
		values += b->rows * b->cols;
	}
}

LA_FUNCTION void dae_block_multiply_transposed(int n_blocks, const struct la_block *blocks, const double *values,
                                               double factor, const double *x, double *y)
{
	for (int i = 0; i < n_blocks; i++) {
		const struct la_block *b = &blocks[i];
		for (int r = 0; r < b->rows; r++) {
			double weight = factor * x[b->row + r];
			for (int c = 0; c < b->cols; c++) {
				y[b->col + c] += weight * values[r * b->cols + c];
			}
		}
		values += b->rows * b->cols;
	}
}

LA_FUNCTION struct dae_energy dae_energy_at(const struct dae_system *system, const struct dae_point *p)
{
	struct dae_energy energy = {0};
	if (system->energy) {
		system->energy(system->context, p, &energy);
	}
	return energy;
}

LA_FUNCTION void dae_lay_arrays(size_t count, double **const *arrays, const size_t *sizes, double *work, size_t *total)
{
	for (size_t i = 0; i < count; i++) {
		*arrays[i] = work ? work + *total : NULL;
		*total += sizes[i];
	}
}
