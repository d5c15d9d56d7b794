/* A small linear model in each format, word for word. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_linearize.h"

static char *names[] = {"joints.pin.angle", "joints.pin.speed", "push", "der(push,2)", "bodies.bob.x"};
static double x[] = {0.5, 0}, rate[] = {0, -2}, u[] = {1, 0}, y[] = {0.25};
static double A[] = {0, 1, -4, -0.5}, B[] = {0, 0, 0.1, 3}, C[] = {1, 0}, D[] = {0, 2};
static double real[] = {-3, -3}, imaginary[] = {4, -4};

/* undamped frequency 5 / 2 pi, damping 3 / 5 */
static const struct host_linear model = {.time = 1.5,
                                         .n_states = 2,
                                         .n_inputs = 2,
                                         .n_outputs = 1,
                                         .names = names,
                                         .x = x,
                                         .rate = rate,
                                         .u = u,
                                         .y = y,
                                         .A = A,
                                         .B = B,
                                         .C = C,
                                         .D = D,
                                         .real = real,
                                         .imaginary = imaginary};

static char *written(const struct host_linear *l, enum host_linear_format format)
{
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);
	assert_non_null(stream);
	assert_int_equal(host_linear_write(l, "swing", format, stream), 0);
	assert_int_equal(fclose(stream), 0);
	return text;
}

static void json(void **state)
{
	char *text = written(&model, HOST_LINEAR_JSON);
	(void)state;
	assert_string_equal(text,
	                    "{\n"
	                    "  \"mechanism\": \"swing\",\n"
	                    "  \"time\": 1.5,\n"
	                    "  \"states\": {\"names\": [\"joints.pin.angle\", \"joints.pin.speed\"], \"values\": [0.5, 0], "
	                    "\"rates\": [0, -2]},\n"
	                    "  \"inputs\": {\"names\": [\"push\", \"der(push,2)\"], \"values\": [1, 0]},\n"
	                    "  \"outputs\": {\"names\": [\"bodies.bob.x\"], \"values\": [0.25]},\n"
	                    "  \"A\": [[0, 1],\n    [-4, -0.5]],\n"
	                    "  \"B\": [[0, 0],\n    [0.1, 3]],\n"
	                    "  \"C\": [[1, 0]],\n"
	                    "  \"D\": [[0, 2]],\n"
	                    "  \"eigenvalues\": [\n"
	                    "    {\"real\": -3, \"imaginary\": 4, \"frequency\": 0.7957747154594768, \"damping\": "
	                    "0.6},\n"
	                    "    {\"real\": -3, \"imaginary\": -4, \"frequency\": 0.7957747154594768, \"damping\": "
	                    "0.6}]\n"
	                    "}\n");
	free(text);
}

static void csv(void **state)
{
	char *text = written(&model, HOST_LINEAR_CSV);
	(void)state;
	assert_string_equal(text, "\"\",\"joints.pin.angle\",\"joints.pin.speed\",\"push\",\"der(push,2)\"\n"
	                          "\"der(joints.pin.angle)\",0,1,0,0\n"
	                          "\"der(joints.pin.speed)\",-4,-0.5,0.1,3\n"
	                          "\"bodies.bob.x\",1,0,0,2\n");
	free(text);
}

static void matlab(void **state)
{
	struct host_linear none = model;
	none.n_outputs = 0;
	char *text = written(&none, HOST_LINEAR_MATLAB);
	(void)state;
	assert_string_equal(text, "% linear model of swing at time 1.5 s; sys = ss(A, B, C, D) with the names below\n"
	                          "A = [0, 1; ...\n    -4, -0.5];\n"
	                          "B = [0, 0; ...\n    0.1, 3];\n"
	                          "C = zeros(0, 2);\n"
	                          "D = zeros(0, 2);\n"
	                          "x0 = [0.5, 0]';\nu0 = [1, 0]';\ny0 = []';\n"
	                          "states = {'joints.pin.angle', 'joints.pin.speed'};\n"
	                          "inputs = {'push', 'der(push,2)'};\n"
	                          "outputs = {};\n");
	free(text);
}

static void text_for_people(void **state)
{
	char *text = written(&model, HOST_LINEAR_TEXT);
	(void)state;
	assert_non_null(strstr(text, "linear model of 'swing' at time 1.5 s: 2 states, 2 inputs, 1 outputs\n"));
	assert_non_null(strstr(text, "             -3             4      0.795775           0.6\n"));
	assert_non_null(strstr(text, "  joints.pin.speed            -4          -0.5\n"));
	free(text);
}

/* a coordinate that stands for another one is named in all forms but the table */
static void an_exchanged_state(void **state)
{
	static char *exchanged[] = {"joints.pin.angle", "joints.slide.position", "y1", "joints.arm.angle"};
	struct host_linear l = model;
	(void)state;
	l.n_exchanged = 2;
	l.exchanged = exchanged;
	char *text = written(&l, HOST_LINEAR_TEXT);
	assert_non_null(strstr(text,
	                       "  note: joints.pin.angle is a state instead of joints.slide.position, which changes too "
	                       "little here for a state\n"
	                       "  note: y1 is a state instead of joints.arm.angle, which"));
	free(text);
	text = written(&l, HOST_LINEAR_JSON);
	assert_non_null(strstr(text, "\"rates\": [0, -2]},\n"
	                             "  \"exchanged\": {\"names\": [\"joints.pin.angle\", \"y1\"], "
	                             "\"instead_of\": [\"joints.slide.position\", \"joints.arm.angle\"]},\n"
	                             "  \"inputs\""));
	free(text);
	text = written(&l, HOST_LINEAR_MATLAB);
	assert_non_null(strstr(text, "with the names below\n% state joints.pin.angle instead of joints.slide.position\n"
	                             "% state y1 instead of joints.arm.angle\nA = "));
	free(text);
}

static void a_full_disk_is_noticed(void **state)
{
	FILE *full = fopen("/dev/full", "w");
	(void)state;
	if (full == NULL) {
		skip();
	}
	assert_int_equal(host_linear_write(&model, "swing", HOST_LINEAR_TEXT, full), -1);
	fclose(full);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json),
		cmocka_unit_test(csv),
		cmocka_unit_test(matlab),
		cmocka_unit_test(text_for_people),
		cmocka_unit_test(an_exchanged_state),
		cmocka_unit_test(a_full_disk_is_noticed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
