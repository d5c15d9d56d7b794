/* What the reference LAPACK wants from the Fortran runtime, without libgfortran. The names are the
 * Fortran linker's.
 *
 * xerbla_ replaces LAPACK's own, which prints and stops the program: it is informed of wrong
 * arguments, which come back as an info below zero, too. _gfortran_concat_string joins the letters
 * of options into a name of block sizes.
 */
#include <stddef.h>
#include <string.h>

void xerbla_(const char *name, const int *argument, size_t name_length);
void _gfortran_concat_string(size_t size, char *text, size_t first_size, const char *first, size_t second_size,
                             const char *second);

void xerbla_(const char *name, const int *argument, size_t name_length)
{
	(void)name;
	(void)argument;
	(void)name_length;
}

/* Fortran's strings have a fixed length and end with blanks */
void _gfortran_concat_string(size_t size, char *text, size_t first_size, const char *first, size_t second_size,
                             const char *second)
{
	const size_t from_first = first_size < size ? first_size : size, rest = size - from_first;
	memset(text, ' ', size);
	memcpy(text, first, from_first);
	memcpy(text + from_first, second, second_size < rest ? second_size : rest);
}
