#include "host_expression.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "host_number.h"
#include "host_suggest.h"

#define HOST_EXPRESSION_PI 3.14159265358979323846

enum { HOST_EXPRESSION_MOST_NESTING = 64, HOST_EXPRESSION_WORD = 80 };

struct host_parser {
	const char *text, *at;
	const struct host_symbols *symbols;
	struct host_expression *expression;
	struct host_problem *problem;
	int nesting;
};

static int host_parser_sum(struct host_parser *p);

static int host_parser_fail(struct host_parser *p, const char *at, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	p->problem->offset = (int)(at - p->text);
	vsnprintf(p->problem->text, sizeof p->problem->text, format, arguments);
	va_end(arguments);
	return -1;
}

static int host_parser_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

static int host_parser_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* the next character that is no blank */
static char host_parser_look(struct host_parser *p)
{
	p->at += strspn(p->at, " \t\r\n");
	return *p->at;
}

static int host_parser_skip(struct host_parser *p, char c)
{
	if (host_parser_look(p) != c) {
		return 0;
	}
	p->at++;
	return 1;
}

/* every operation is made from at least one character of the text, so there is room for all */
static void host_parser_add(struct host_parser *p, int code, int index, double number)
{
	struct host_expression *x = p->expression;
	x->operations[x->count++] = (struct mech_operation){code, index, number};
	x->n_parameters += code == MECH_TAKE_PARAMETER;
}

/* bytes of the word or character at a place */
static int host_parser_length(const char *at)
{
	int n = 0;
	while (host_parser_letter(at[n]) || host_parser_digit(at[n])) {
		n++;
	}
	if (n == 0 && at[0] != '\0') {
		/* all bytes of a character in UTF-8 */
		for (n = 1; ((unsigned char)at[n] & 0xc0) == 0x80;) {
			n++;
		}
	}
	return n < HOST_EXPRESSION_WORD ? n : HOST_EXPRESSION_WORD - 1;
}

static int host_parser_misplaced(struct host_parser *p)
{
	char c = host_parser_look(p);
	if (c == '\0') {
		return host_parser_fail(p, p->at, "something is missing at the end of '%.80s'", p->text);
	}
	const char *hint = c == ','                                          ? " (the decimal sign is a point)"
	                   : c == '*' && p->at > p->text && p->at[-1] == '*' ? " (a power is written with ^)"
	                                                                     : "";
	return host_parser_fail(p, p->at, "'%.*s' does not belong here%s", host_parser_length(p->at), p->at, hint);
}

/* digits [. digits] [e [+-] digits] */
static int host_parser_number(struct host_parser *p)
{
	const char *begin = p->at, *end = begin;
	char text[HOST_EXPRESSION_WORD];
	double number = 0;
	end += strspn(end, "0123456789");
	end += *end == '.';
	end += strspn(end, "0123456789");
	if (*end == 'e' || *end == 'E') {
		const char *digits = end + 1 + (end[1] == '+' || end[1] == '-');
		end = host_parser_digit(*digits) ? digits + strspn(digits, "0123456789") : end;
	}
	if (end - begin >= HOST_EXPRESSION_WORD) {
		return host_parser_fail(p, begin, "the number has too many digits");
	}
	memcpy(text, begin, (size_t)(end - begin));
	text[end - begin] = '\0';
	if (host_number_read(text, &number) != 0 || !isfinite(number)) {
		return host_parser_fail(p, begin, "'%s' is no number that can be used", text);
	}
	p->at = end;
	host_parser_add(p, MECH_TAKE_NUMBER, 0, number);
	return 0;
}

static int host_expression_function(const char *word)
{
	for (int code = MECH_FIRST_FUNCTION; code < MECH_OPERATORS; code++) {
		if (strcmp(mech_operators[code].name, word) == 0) {
			return code;
		}
	}
	return -1;
}

int host_expression_reserved(const char *word)
{
	return host_expression_function(word) >= 0 || strcmp(word, "pi") == 0;
}

static int host_parser_unknown(struct host_parser *p, const char *begin, const char *word, int function)
{
	struct host_suggestion near = host_suggest_begin(word);
	const struct host_table *numbers = p->symbols->numbers;
	for (int code = MECH_FIRST_FUNCTION; code < MECH_OPERATORS && function; code++) {
		host_suggest_offer(&near, mech_operators[code].name);
	}
	for (int k = 0; k < numbers->capacity && !function; k++) {
		if (numbers->slots[k].word != NULL && numbers->slots[k].number < p->symbols->known) {
			host_suggest_offer(&near, numbers->slots[k].word);
		}
	}
	char hint[HOST_SUGGESTION_SIZE];
	return host_parser_fail(p, begin, "no %s '%s'%s", function ? "function" : "parameter", word,
	                        host_suggest_text(&near, hint));
}

/* a function; its name has been read */
static int host_parser_call(struct host_parser *p, const char *begin, const char *word, int code)
{
	int given = 0;
	if (!host_parser_skip(p, '(')) {
		return host_parser_fail(p, begin, "'%s' is a function; write %s(...)", word, word);
	}
	do {
		if (host_parser_sum(p) != 0) {
			return -1;
		}
		given++;
	} while (host_parser_skip(p, ','));
	if (!host_parser_skip(p, ')')) {
		int ended = host_parser_look(p) == '\0';
		return host_parser_fail(p, p->at, "')' is missing%s",
		                        ended && mech_operator_takes(code) > given
		                            ? "; inside [...] and {...} put expressions with commas into quotes"
		                            : "");
	}
	if (given != mech_operator_takes(code)) {
		return host_parser_fail(p, begin, "%s takes %d value%s, not %d", word, mech_operator_takes(code),
		                        mech_operator_takes(code) == 1 ? "" : "s", given);
	}
	host_parser_add(p, code, 0, 0);
	return 0;
}

static int host_parser_word(struct host_parser *p)
{
	const char *begin = p->at;
	char word[HOST_EXPRESSION_WORD];
	snprintf(word, sizeof word, "%.*s", host_parser_length(begin), begin);
	p->at += strlen(word);
	int code = host_expression_function(word);
	if (code >= 0) {
		return host_parser_call(p, begin, word, code);
	}
	int number = host_table_find(p->symbols->numbers, word, -1);
	int called = host_parser_look(p) == '(';
	if (strcmp(word, "pi") == 0) {
		host_parser_add(p, MECH_TAKE_NUMBER, 0, HOST_EXPRESSION_PI);
		return 0;
	}
	if (number < 0 || called) {
		return host_parser_unknown(p, begin, word, called);
	}
	if (number >= p->symbols->known) {
		return host_parser_fail(p, begin, "parameter '%s' is written later; a parameter may use those before it", word);
	}
	host_parser_add(p, MECH_TAKE_PARAMETER, number, 0);
	return 0;
}

static int host_parser_value(struct host_parser *p)
{
	char c = host_parser_look(p);
	if (host_parser_letter(c)) {
		return host_parser_word(p);
	}
	if (host_parser_digit(c) || (c == '.' && host_parser_digit(p->at[1]))) {
		return host_parser_number(p);
	}
	if (c != '(') {
		return host_parser_misplaced(p);
	}
	p->at++;
	if (host_parser_sum(p) != 0) {
		return -1;
	}
	return host_parser_skip(p, ')') ? 0 : host_parser_fail(p, p->at, "')' is missing");
}

static int host_parser_signed(struct host_parser *p);

static int host_parser_power(struct host_parser *p)
{
	if (host_parser_value(p) != 0) {
		return -1;
	}
	if (host_parser_skip(p, '^')) {
		if (host_parser_signed(p) != 0) {
			return -1;
		}
		host_parser_add(p, MECH_POWER, 0, 0);
	}
	return 0;
}

/* all recursion leads through here */
static int host_parser_signed(struct host_parser *p)
{
	if (++p->nesting > HOST_EXPRESSION_MOST_NESTING) {
		return host_parser_fail(p, p->at, "nested too deeply");
	}
	int status;
	if (host_parser_skip(p, '-')) {
		status = host_parser_signed(p);
		host_parser_add(p, MECH_NEGATE, 0, 0);
	} else {
		status = host_parser_skip(p, '+') ? host_parser_signed(p) : host_parser_power(p);
	}
	p->nesting--;
	return status;
}

static int host_parser_product(struct host_parser *p)
{
	int status = host_parser_signed(p);
	while (status == 0) {
		int multiply = host_parser_skip(p, '*');
		if (!multiply && !host_parser_skip(p, '/')) {
			break;
		}
		status = host_parser_signed(p);
		host_parser_add(p, multiply ? MECH_MULTIPLY : MECH_DIVIDE, 0, 0);
	}
	return status;
}

static int host_parser_sum(struct host_parser *p)
{
	int status = host_parser_product(p);
	while (status == 0) {
		int add = host_parser_skip(p, '+');
		if (!add && !host_parser_skip(p, '-')) {
			break;
		}
		status = host_parser_product(p);
		host_parser_add(p, add ? MECH_ADD : MECH_SUBTRACT, 0, 0);
	}
	return status;
}

int host_expression_read(const char *text, const struct host_symbols *symbols, struct host_expression *expression,
                         struct host_problem *problem)
{
	struct host_parser p = {text, text, symbols, expression, problem, 0};
	expression->count = expression->n_parameters = 0;
	if (strlen(text) > HOST_LONGEST_EXPRESSION) {
		return host_parser_fail(&p, text, "longer than %d characters", (int)HOST_LONGEST_EXPRESSION);
	}
	if (host_parser_sum(&p) != 0) {
		return -1;
	}
	char c = host_parser_look(&p);
	if (c == '(' || c == '.' || host_parser_letter(c) || host_parser_digit(c)) {
		return host_parser_fail(&p, p.at, "an operator is missing before '%.*s'", host_parser_length(p.at), p.at);
	}
	if (c != '\0') {
		return host_parser_misplaced(&p);
	}
	if (mech_formula_depth(expression->operations, expression->count) > MECH_FORMULA_DEPTH) {
		return host_parser_fail(&p, text, "nested too deeply");
	}
	return 0;
}
