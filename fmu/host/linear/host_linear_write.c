/* The linear model as text, JSON, CSV and MATLAB script. */
#include <math.h>
#include <string.h>

#include "host_linearize.h"
#include "host_text.h"

const char *const host_linear_formats[HOST_LINEAR_FORMATS] = {"text", "json", "csv", "matlab"};

static const double host_linear_pi = 3.14159265358979323846;

/* undamped frequency in Hz and damping ratio; a zero eigenvalue has neither */
static double host_linear_frequency(const struct host_linear *l, int i)
{
	return hypot(l->real[i], l->imaginary[i]) / (2.0 * host_linear_pi);
}

static double host_linear_damping(const struct host_linear *l, int i)
{
	const double size = hypot(l->real[i], l->imaginary[i]);
	return l->real[i] == 0.0 ? 0.0 : -l->real[i] / size;
}

static const char *host_linear_state(const struct host_linear *l, int i)
{
	return l->names[i];
}

static const char *host_linear_input(const struct host_linear *l, int i)
{
	return l->names[l->n_states + i];
}

static const char *host_linear_output(const struct host_linear *l, int i)
{
	return l->names[l->n_states + l->n_inputs + i];
}

/* ---- for people */

static int host_linear_width(const struct host_linear *l)
{
	size_t width = 12;
	for (int i = 0; i < l->n_states + l->n_inputs + l->n_outputs; i++) {
		width = strlen(l->names[i]) > width ? strlen(l->names[i]) : width;
	}
	return (int)width;
}

static void host_linear_text_matrix(const struct host_linear *l, const char *name, int rows, int columns,
                                    const char *(*row_name)(const struct host_linear *, int), const double *matrix,
                                    FILE *out)
{
	if (rows == 0 || columns == 0) {
		return;
	}
	(void)fprintf(out, "%s\n", name);
	for (int i = 0; i < rows; i++) {
		(void)fprintf(out, "  %-*s", host_linear_width(l), row_name(l, i));
		for (int j = 0; j < columns; j++) {
			(void)fprintf(out, " %13.6g", matrix[i * columns + j]);
		}
		(void)fputc('\n', out);
	}
}

static void host_linear_text(const struct host_linear *l, const char *name, FILE *out)
{
	const int width = host_linear_width(l);
	(void)fprintf(out, "linear model of '%s' at time %.6g s: %d states, %d inputs, %d outputs\n", name, l->time,
	              l->n_states, l->n_inputs, l->n_outputs);
	for (int i = 0; i < l->n_exchanged; i++) {
		(void)fprintf(out, "  note: %s is a state instead of %s, which changes too little here for a state\n",
		              l->exchanged[2 * i], l->exchanged[2 * i + 1]);
	}
	(void)fprintf(out, "  %-*s %13s %13s\n", width, "state", "value", "rate");
	for (int i = 0; i < l->n_states; i++) {
		(void)fprintf(out, "  %-*s %13.6g %13.6g\n", width, host_linear_state(l, i), l->x[i], l->rate[i]);
	}
	for (int i = 0; i < l->n_inputs; i++) {
		(void)fprintf(out, "  %-*s %13.6g  input\n", width, host_linear_input(l, i), l->u[i]);
	}
	for (int i = 0; i < l->n_outputs; i++) {
		(void)fprintf(out, "  %-*s %13.6g  output\n", width, host_linear_output(l, i), l->y[i]);
	}
	(void)fprintf(out, "eigenvalues\n  %13s %13s %13s %13s\n", "real [1/s]", "imag. [rad/s]", "frequency [Hz]",
	              "damping");
	for (int i = 0; i < l->n_states; i++) {
		(void)fprintf(out, "  %13.6g %13.6g %13.6g %13.6g\n", l->real[i], l->imaginary[i], host_linear_frequency(l, i),
		              host_linear_damping(l, i));
	}
	host_linear_text_matrix(l, "A", l->n_states, l->n_states, host_linear_state, l->A, out);
	host_linear_text_matrix(l, "B", l->n_states, l->n_inputs, host_linear_state, l->B, out);
	host_linear_text_matrix(l, "C", l->n_outputs, l->n_states, host_linear_output, l->C, out);
	host_linear_text_matrix(l, "D", l->n_outputs, l->n_inputs, host_linear_output, l->D, out);
}

/* ---- lists and matrices in the ways of the three formats */

struct host_linear_style {
	const char *open, *close, *comma;             /* of a list */
	const char *row_open, *row_close, *row_comma; /* of the rows of a matrix */
};

static const struct host_linear_style host_linear_json_style = {"[", "]", ", ", "[", "]", ",\n    "};
static const struct host_linear_style host_linear_matlab_style = {"[", "]", ", ", "", "", "; ...\n    "};

static void host_linear_list(struct host_text *t, const struct host_linear_style *style, int n, const double *x)
{
	host_text_add(t, style->open);
	for (int i = 0; i < n; i++) {
		host_text_add(t, i == 0 ? "" : style->comma);
		host_text_add_number(t, x[i]);
	}
	host_text_add(t, style->close);
}

static void host_linear_matrix(struct host_text *t, const struct host_linear_style *style, int rows, int columns,
                               const double *x)
{
	host_text_add(t, style->open);
	for (int i = 0; i < rows; i++) {
		host_text_add(t, i == 0 ? "" : style->row_comma);
		host_text_add(t, style->row_open);
		for (int j = 0; j < columns; j++) {
			host_text_add(t, j == 0 ? "" : style->comma);
			host_text_add_number(t, x[i * columns + j]);
		}
		host_text_add(t, style->row_close);
	}
	host_text_add(t, style->close);
}

/* names hold letters, digits, points, brackets and underscores: nothing to escape */
static void host_linear_some_words(struct host_text *t, const char *open, const char *close, const char *quote, int n,
                                   int step, char *const *names)
{
	host_text_add(t, open);
	for (int i = 0; i < n; i += step) {
		host_text_add(t, i == 0 ? "" : ", ");
		host_text_add(t, quote);
		host_text_add(t, names[i]);
		host_text_add(t, quote);
	}
	host_text_add(t, close);
}

static void host_linear_words(struct host_text *t, const char *open, const char *close, const char *quote, int n,
                              char *const *names)
{
	host_linear_some_words(t, open, close, quote, n, 1, names);
}

/* ---- JSON */

static void host_linear_json_signals(struct host_text *t, const char *key, int n, char *const *names,
                                     const double *values, const double *rates)
{
	host_text_add(t, "  \"");
	host_text_add(t, key);
	host_text_add(t, "\": {\"names\": ");
	host_linear_words(t, "[", "]", "\"", n, names);
	host_text_add(t, ", \"values\": ");
	host_linear_list(t, &host_linear_json_style, n, values);
	if (rates != NULL) {
		host_text_add(t, ", \"rates\": ");
		host_linear_list(t, &host_linear_json_style, n, rates);
	}
	host_text_add(t, "},\n");
}

static void host_linear_json_eigenvalue(struct host_text *t, const struct host_linear *l, int i)
{
	host_text_add(t, i == 0 ? "\n    {\"real\": " : ",\n    {\"real\": ");
	host_text_add_number(t, l->real[i]);
	host_text_add(t, ", \"imaginary\": ");
	host_text_add_number(t, l->imaginary[i]);
	host_text_add(t, ", \"frequency\": ");
	host_text_add_number(t, host_linear_frequency(l, i));
	host_text_add(t, ", \"damping\": ");
	host_text_add_number(t, host_linear_damping(l, i));
	host_text_add(t, "}");
}

static void host_linear_json(const struct host_linear *l, const char *name, struct host_text *t)
{
	const struct {
		const char *key;
		int rows, columns;
		const double *matrix;
	} matrices[] = {{"A", l->n_states, l->n_states, l->A},
	                {"B", l->n_states, l->n_inputs, l->B},
	                {"C", l->n_outputs, l->n_states, l->C},
	                {"D", l->n_outputs, l->n_inputs, l->D}};
	host_text_add(t, "{\n  \"mechanism\": \"");
	host_text_add(t, name);
	host_text_add(t, "\",\n  \"time\": ");
	host_text_add_number(t, l->time);
	host_text_add(t, ",\n");
	host_linear_json_signals(t, "states", l->n_states, l->names, l->x, l->rate);
	if (l->n_exchanged > 0) {
		host_text_add(t, "  \"exchanged\": {\"names\": ");
		host_linear_some_words(t, "[", "]", "\"", 2 * l->n_exchanged, 2, l->exchanged);
		host_text_add(t, ", \"instead_of\": ");
		host_linear_some_words(t, "[", "]", "\"", 2 * l->n_exchanged - 1, 2, l->exchanged + 1);
		host_text_add(t, "},\n");
	}
	host_linear_json_signals(t, "inputs", l->n_inputs, l->names + l->n_states, l->u, NULL);
	host_linear_json_signals(t, "outputs", l->n_outputs, l->names + l->n_states + l->n_inputs, l->y, NULL);
	for (int i = 0; i < 4; i++) {
		host_text_add(t, "  \"");
		host_text_add(t, matrices[i].key);
		host_text_add(t, "\": ");
		host_linear_matrix(t, &host_linear_json_style, matrices[i].rows, matrices[i].columns, matrices[i].matrix);
		host_text_add(t, ",\n");
	}
	host_text_add(t, "  \"eigenvalues\": [");
	for (int i = 0; i < l->n_states; i++) {
		host_linear_json_eigenvalue(t, l, i);
	}
	host_text_add(t, "]\n}\n");
}

/* ---- CSV: [A B; C D] with the names of columns and rows */

static void host_linear_csv_rows(struct host_text *t, const struct host_linear *l, int rows, char *const *names,
                                 const char *const frame[2], const double *left, const double *right)
{
	for (int i = 0; i < rows; i++) {
		host_text_add(t, frame[0]);
		host_text_add(t, names[i]);
		host_text_add(t, frame[1]);
		for (int j = 0; j < l->n_states + l->n_inputs; j++) {
			host_text_add(t, ",");
			host_text_add_number(t, j < l->n_states ? left[i * l->n_states + j]
			                                        : right[i * l->n_inputs + j - l->n_states]);
		}
		host_text_add(t, "\n");
	}
}

/* second derivatives have a comma in their names */
static void host_linear_csv(const struct host_linear *l, struct host_text *t)
{
	static const char *const rate[2] = {"\"der(", ")\""}, *const plain[2] = {"\"", "\""};
	host_text_add(t, "\"\"");
	for (int j = 0; j < l->n_states + l->n_inputs; j++) {
		host_text_add(t, ",\"");
		host_text_add(t, l->names[j]);
		host_text_add(t, "\"");
	}
	host_text_add(t, "\n");
	host_linear_csv_rows(t, l, l->n_states, l->names, rate, l->A, l->B);
	host_linear_csv_rows(t, l, l->n_outputs, l->names + l->n_states + l->n_inputs, plain, l->C, l->D);
}

/* ---- MATLAB and Octave */

static void host_linear_matlab_matrix(struct host_text *t, const char *name, int rows, int columns, const double *x)
{
	char empty[48];
	host_text_add(t, name);
	host_text_add(t, " = ");
	if (rows == 0 || columns == 0) {
		(void)snprintf(empty, sizeof empty, "zeros(%d, %d)", rows, columns);
		host_text_add(t, empty);
	} else {
		host_linear_matrix(t, &host_linear_matlab_style, rows, columns, x);
	}
	host_text_add(t, ";\n");
}

static void host_linear_matlab(const struct host_linear *l, const char *name, struct host_text *t)
{
	host_text_add(t, "% linear model of ");
	host_text_add(t, name);
	host_text_add(t, " at time ");
	host_text_add_number(t, l->time);
	host_text_add(t, " s; sys = ss(A, B, C, D) with the names below\n");
	for (int i = 0; i < l->n_exchanged; i++) {
		host_text_add(t, "% state ");
		host_text_add(t, l->exchanged[2 * i]);
		host_text_add(t, " instead of ");
		host_text_add(t, l->exchanged[2 * i + 1]);
		host_text_add(t, "\n");
	}
	host_linear_matlab_matrix(t, "A", l->n_states, l->n_states, l->A);
	host_linear_matlab_matrix(t, "B", l->n_states, l->n_inputs, l->B);
	host_linear_matlab_matrix(t, "C", l->n_outputs, l->n_states, l->C);
	host_linear_matlab_matrix(t, "D", l->n_outputs, l->n_inputs, l->D);
	host_text_add(t, "x0 = ");
	host_linear_list(t, &host_linear_matlab_style, l->n_states, l->x);
	host_text_add(t, "';\nu0 = ");
	host_linear_list(t, &host_linear_matlab_style, l->n_inputs, l->u);
	host_text_add(t, "';\ny0 = ");
	host_linear_list(t, &host_linear_matlab_style, l->n_outputs, l->y);
	host_text_add(t, "';\nstates = ");
	host_linear_words(t, "{", "};\n", "'", l->n_states, l->names);
	host_text_add(t, "inputs = ");
	host_linear_words(t, "{", "};\n", "'", l->n_inputs, l->names + l->n_states);
	host_text_add(t, "outputs = ");
	host_linear_words(t, "{", "};\n", "'", l->n_outputs, l->names + l->n_states + l->n_inputs);
}

int host_linear_write(const struct host_linear *linear, const char *name, enum host_linear_format format, FILE *out)
{
	struct host_text text = {0};
	if (format == HOST_LINEAR_TEXT) {
		host_linear_text(linear, name, out);
	} else if (format == HOST_LINEAR_JSON) {
		host_linear_json(linear, name, &text);
	} else if (format == HOST_LINEAR_CSV) {
		host_linear_csv(linear, &text);
	} else {
		host_linear_matlab(linear, name, &text);
	}
	int status = text.failed || fwrite(text.bytes == NULL ? "" : text.bytes, 1, text.size, out) != text.size ? -1 : 0;
	host_text_free(&text);
	return fflush(out) != 0 || ferror(out) ? -1 : status;
}
