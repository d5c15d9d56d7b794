/* Reads the expressions of records. The grammar stands in host_record.h.
 *
 * Operations are appended in postfix order. Where a reduction ends, those of its argument move from
 * the record into the reduction, and one operation that takes the reduction stands in their place.
 * The kind of a value says whether that may be: a course has a variable outside of reductions, a
 * number of the run has a reduction, a constant has neither.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_number.h"
#include "host_record.h"
#include "host_suggest.h"

const char *const host_reduction_names[HOST_REDUCE_FUNCTIONS] = {"max", "min", "mean", "integral", "rms", "final"};

enum { HOST_RECORD_LONGEST = 1000, HOST_RECORD_MOST_NESTING = 64, HOST_RECORD_WORD = 200 };

enum host_value_kind { HOST_CONSTANT_VALUE, HOST_COURSE_VALUE, HOST_RUN_VALUE };
static const char *const host_value_texts[] = {"a constant", "a course", "a number of the whole run"};

/* a value that was read: its kind, where its text and its operations begin */
struct host_value_read {
	enum host_value_kind kind;
	const char *begin;
	int first;
};

struct host_record_parser {
	const char *text, *at;
	host_record_variable *find;
	void *context;
	struct host_record *record;
	struct host_record_problem *problem;
	int nesting;
};

static int host_record_whole(struct host_record_parser *p, struct host_value_read *value);
static int host_record_sum(struct host_record_parser *p, struct host_value_read *value);

static int host_record_fail(struct host_record_parser *p, const char *at, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	p->problem->offset = (int)(at - p->text);
	(void)vsnprintf(p->problem->text, sizeof p->problem->text, format, arguments);
	va_end(arguments);
	return -1;
}

/* ---- characters and words */

static int host_record_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

static int host_record_digit(char c)
{
	return c >= '0' && c <= '9';
}

static char host_record_look(struct host_record_parser *p)
{
	p->at += strspn(p->at, " \t\r\n");
	return *p->at;
}

static int host_record_skip(struct host_record_parser *p, char c)
{
	if (host_record_look(p) != c) {
		return 0;
	}
	p->at++;
	return 1;
}

/* letters of the name that begins here: joints.pin.force[2], arm.x */
static int host_record_name_length(const char *at)
{
	int n = 0;
	while (host_record_letter(at[n]) || host_record_digit(at[n]) || (n > 0 && at[n] == '.')) {
		n++;
	}
	if (n > 0 && at[n] == '[') {
		const int inside = (int)strspn(at + n + 1, "0123456789,");
		n += inside > 0 && at[n + 1 + inside] == ']' ? inside + 2 : 0;
	}
	return n;
}

/* the word alone stands here; it is skipped */
static int host_record_skip_word(struct host_record_parser *p, const char *word)
{
	(void)host_record_look(p);
	const int length = host_record_name_length(p->at);
	if ((size_t)length != strlen(word) || strncmp(p->at, word, (size_t)length) != 0) {
		return 0;
	}
	p->at += length;
	return 1;
}

/* bytes of the word or character at a place, for messages */
static int host_record_length(const char *at)
{
	int n = host_record_name_length(at);
	if (n == 0 && at[0] != 0) {
		for (n = 1; ((unsigned char)at[n] & 0xc0) == 0x80;) {
			n++;
		}
	}
	return n < HOST_RECORD_WORD ? n : HOST_RECORD_WORD - 1;
}

static int host_record_misplaced(struct host_record_parser *p)
{
	if (host_record_look(p) == 0) {
		return host_record_fail(p, p->at, "something is missing at the end of '%.80s'", p->text);
	}
	return host_record_fail(p, p->at, "'%.*s' does not belong here", host_record_length(p->at), p->at);
}

/* ---- operations */

/* each is made of at least one character of the text, so there is room for all */
static void host_record_add(struct host_record_parser *p, int code, int index, double number)
{
	p->record->operations[p->record->n++] = (struct mech_operation){code, index, number};
}

/* the operations from `first` on become a reduction */
static int host_record_reduce(struct host_record_parser *p, enum host_reduction_kind kind, double time,
                              struct host_value_read *value)
{
	struct host_record *r = p->record;
	const int n = r->n - value->first;
	struct mech_operation *taken = r->operations + value->first;
	if (r->n_reductions == HOST_RECORD_MOST_REDUCTIONS) {
		return host_record_fail(p, value->begin, "more than %d numbers of the run in one expression",
		                        HOST_RECORD_MOST_REDUCTIONS);
	}
	if (mech_formula_depth(taken, n) > MECH_FORMULA_DEPTH) {
		return host_record_fail(p, value->begin, "nested too deeply");
	}
	struct host_reduction *list = realloc(r->reductions, (size_t)(r->n_reductions + 1) * sizeof *list);
	struct mech_operation *own = calloc((size_t)n, sizeof *own);
	r->reductions = list == NULL ? r->reductions : list;
	if (list == NULL || own == NULL) {
		free(own);
		return host_record_fail(p, value->begin, "out of memory");
	}
	memcpy(own, taken, (size_t)n * sizeof *own);
	list[r->n_reductions] = (struct host_reduction){kind, time, n, own};
	r->n = value->first;
	host_record_add(p, MECH_TAKE_PARAMETER, r->n_reductions++, 0.0);
	value->kind = HOST_RUN_VALUE;
	return 0;
}

/* what a function of two values is */
static int host_record_join(struct host_record_parser *p, struct host_value_read *a, const struct host_value_read *b)
{
	if ((a->kind == HOST_COURSE_VALUE && b->kind == HOST_RUN_VALUE) ||
	    (a->kind == HOST_RUN_VALUE && b->kind == HOST_COURSE_VALUE)) {
		return host_record_fail(p, b->begin,
		                        "%s cannot be combined with %s; make a number of each course first: max(...), "
		                        "mean(...), ... at 1 s",
		                        host_value_texts[a->kind], host_value_texts[b->kind]);
	}
	a->kind = a->kind == HOST_CONSTANT_VALUE ? b->kind : a->kind;
	return 0;
}

/* ---- values */

static int host_record_number(struct host_record_parser *p)
{
	const char *begin = p->at, *end = begin;
	char text[HOST_RECORD_WORD];
	double number = 0.0;
	end += strspn(end, "0123456789");
	end += *end == '.';
	end += strspn(end, "0123456789");
	if (*end == 'e' || *end == 'E') {
		const char *digits = end + 1 + (end[1] == '+' || end[1] == '-');
		end = host_record_digit(*digits) ? digits + strspn(digits, "0123456789") : end;
	}
	(void)snprintf(text, sizeof text, "%.*s", (int)(end - begin < HOST_RECORD_WORD ? end - begin : 0), begin);
	if (host_number_read(text, &number) != 0 || !isfinite(number)) {
		return host_record_fail(p, begin, "'%.40s' is no number that can be used", begin);
	}
	p->at = end;
	host_record_add(p, MECH_TAKE_NUMBER, 0, number);
	return 0;
}

static int host_record_take(struct host_record_parser *p, const char *begin, const char *name,
                            struct host_value_read *value)
{
	const int number = p->find(p->context, name, (int)(begin - p->text));
	if (number < 0) {
		return host_record_fail(p, begin, "out of memory");
	}
	host_record_add(p, MECH_TAKE_PARAMETER, number, 0.0);
	value->kind = HOST_COURSE_VALUE;
	return 0;
}

/* 'der(x)': any name of a variable */
static int host_record_quoted(struct host_record_parser *p, struct host_value_read *value)
{
	const char *begin = p->at, *end = strchr(begin + 1, '\'');
	char name[HOST_RECORD_LONGEST + 1];
	if (end == NULL || end == begin + 1) {
		return host_record_fail(p, begin, "a name in quotes ends with a quote: 'der(x)'");
	}
	(void)snprintf(name, sizeof name, "%.*s", (int)(end - begin - 1), begin + 1);
	p->at = end + 1;
	return host_record_take(p, begin, name, value);
}

static int host_record_function(const char *word)
{
	for (int code = MECH_FIRST_FUNCTION; code < MECH_OPERATORS; code++) {
		if (strcmp(mech_operators[code].name, word) == 0) {
			return code;
		}
	}
	return -1;
}

static int host_record_reduction(const char *word)
{
	for (int kind = 0; kind < HOST_REDUCE_FUNCTIONS; kind++) {
		if (strcmp(host_reduction_names[kind], word) == 0) {
			return kind;
		}
	}
	return -1;
}

static int host_record_no_function(struct host_record_parser *p, const char *begin, const char *word)
{
	char hint[HOST_SUGGESTION_SIZE];
	struct host_suggestion near = host_suggest_begin(word);
	for (int code = MECH_FIRST_FUNCTION; code < MECH_OPERATORS; code++) {
		host_suggest_offer(&near, mech_operators[code].name);
	}
	for (int kind = 0; kind < HOST_REDUCE_FUNCTIONS; kind++) {
		host_suggest_offer(&near, host_reduction_names[kind]);
	}
	return host_record_fail(p, begin, "no function '%s'%s", word, host_suggest_text(&near, hint));
}

/* a function; its name has been read */
static int host_record_call(struct host_record_parser *p, const char *begin, const char *word,
                            struct host_value_read *value)
{
	const int code = host_record_function(word), kind = host_record_reduction(word);
	int given = 0;
	struct host_value_read next;
	if (code < 0 && kind < 0) {
		return host_record_no_function(p, begin, word);
	}
	p->at++;
	do {
		if (host_record_whole(p, given == 0 ? value : &next) != 0 ||
		    (given == 1 && host_record_join(p, value, &next) != 0)) {
			return -1;
		}
		given++;
	} while (host_record_skip(p, ','));
	if (!host_record_skip(p, ')')) {
		return host_record_fail(p, p->at, "')' is missing");
	}
	if (kind >= 0 && given == 1) {
		if (value->kind == HOST_RUN_VALUE) {
			return host_record_fail(p, begin, "%s takes a course, and finds %s", word, host_value_texts[value->kind]);
		}
		return host_record_reduce(p, (enum host_reduction_kind)kind, 0.0, value);
	}
	if (code < 0 || given != mech_operator_takes(code)) {
		const int takes = code < 0 || kind >= 0 ? 1 : mech_operator_takes(code);
		return host_record_fail(p, begin, "%s takes %d value%s, not %d", word, takes, takes == 1 ? "" : "s", given);
	}
	host_record_add(p, code, 0, 0.0);
	return 0;
}

static int host_record_word(struct host_record_parser *p, struct host_value_read *value)
{
	const char *begin = p->at;
	char word[HOST_RECORD_LONGEST + 1];
	const int length = host_record_name_length(begin);
	(void)snprintf(word, sizeof word, "%.*s", length, begin);
	p->at += length;
	if (host_record_look(p) == '(') {
		return host_record_call(p, begin, word, value);
	}
	if (strcmp(word, "pi") == 0) {
		host_record_add(p, MECH_TAKE_NUMBER, 0, 3.14159265358979323846);
		return 0;
	}
	if (host_record_function(word) >= 0 || host_record_reduction(word) >= 0) {
		return host_record_fail(p, begin, "'%s' is a function; write %s(...)", word, word);
	}
	return host_record_take(p, begin, word, value);
}

static int host_record_value(struct host_record_parser *p, struct host_value_read *value)
{
	const char c = host_record_look(p);
	*value = (struct host_value_read){HOST_CONSTANT_VALUE, p->at, p->record->n};
	if (host_record_letter(c)) {
		const char *begin = p->at;
		const int status = host_record_word(p, value);
		value->begin = begin;
		return status;
	}
	if (host_record_digit(c) || (c == '.' && host_record_digit(p->at[1]))) {
		return host_record_number(p);
	}
	if (c == '\'') {
		return host_record_quoted(p, value);
	}
	if (c != '(') {
		return host_record_misplaced(p);
	}
	p->at++;
	if (host_record_whole(p, value) != 0) {
		return -1;
	}
	return host_record_skip(p, ')') ? 0 : host_record_fail(p, p->at, "')' is missing");
}

/* ---- operators */

static int host_record_signed(struct host_record_parser *p, struct host_value_read *value);

static int host_record_power(struct host_record_parser *p, struct host_value_read *value)
{
	struct host_value_read next;
	if (host_record_value(p, value) != 0) {
		return -1;
	}
	if (host_record_skip(p, '^')) {
		if (host_record_signed(p, &next) != 0 || host_record_join(p, value, &next) != 0) {
			return -1;
		}
		host_record_add(p, MECH_POWER, 0, 0.0);
	}
	return 0;
}

/* all recursion leads through here */
static int host_record_signed(struct host_record_parser *p, struct host_value_read *value)
{
	int status;
	if (++p->nesting > HOST_RECORD_MOST_NESTING) {
		return host_record_fail(p, p->at, "nested too deeply");
	}
	if (host_record_skip(p, '-')) {
		status = host_record_signed(p, value);
		if (status == 0) {
			host_record_add(p, MECH_NEGATE, 0, 0.0);
		}
	} else {
		status = host_record_skip(p, '+') ? host_record_signed(p, value) : host_record_power(p, value);
	}
	p->nesting--;
	return status;
}

static int host_record_product(struct host_record_parser *p, struct host_value_read *value)
{
	struct host_value_read next;
	int status = host_record_signed(p, value);
	while (status == 0) {
		const int multiply = host_record_skip(p, '*');
		if (!multiply && !host_record_skip(p, '/')) {
			break;
		}
		status = host_record_signed(p, &next) != 0 ? -1 : host_record_join(p, value, &next);
		if (status == 0) {
			host_record_add(p, multiply ? MECH_MULTIPLY : MECH_DIVIDE, 0, 0.0);
		}
	}
	return status;
}

static int host_record_sum(struct host_record_parser *p, struct host_value_read *value)
{
	struct host_value_read next;
	int status = host_record_product(p, value);
	while (status == 0) {
		const int add = host_record_skip(p, '+');
		if (!add && !host_record_skip(p, '-')) {
			break;
		}
		status = host_record_product(p, &next) != 0 ? -1 : host_record_join(p, value, &next);
		if (status == 0) {
			host_record_add(p, add ? MECH_ADD : MECH_SUBTRACT, 0, 0.0);
		}
	}
	return status;
}

/* first time x > a: x - a is above zero; x < a: a - x is */
static int host_record_first(struct host_record_parser *p, struct host_value_read *value)
{
	struct host_value_read next;
	if (!host_record_skip_word(p, "time")) {
		return host_record_fail(p, p->at, "write 'first time x > 1', with a course on one side at least");
	}
	if (host_record_sum(p, value) != 0) {
		return -1;
	}
	const char sign = host_record_look(p);
	if (sign != '>' && sign != '<') {
		return host_record_fail(p, p->at, "one of > >= < <= is missing after 'first time'");
	}
	p->at++;
	const int equal = *p->at == '=';
	p->at += equal;
	if (host_record_sum(p, &next) != 0 || host_record_join(p, value, &next) != 0) {
		return -1;
	}
	if (value->kind != HOST_COURSE_VALUE) {
		return host_record_fail(p, value->begin, "'first time' compares a course, and finds %s",
		                        host_value_texts[value->kind]);
	}
	host_record_add(p, MECH_SUBTRACT, 0, 0.0);
	if (sign == '<') {
		host_record_add(p, MECH_NEGATE, 0, 0.0);
	}
	return host_record_reduce(p, equal ? HOST_REDUCE_FIRST_NOT_BELOW : HOST_REDUCE_FIRST_ABOVE, 0.0, value);
}

/* ... at 10 s: the time is a constant */
static int host_record_at(struct host_record_parser *p, struct host_value_read *value)
{
	struct host_value_read time;
	if (value->kind != HOST_COURSE_VALUE) {
		return host_record_fail(p, value->begin, "'at' takes a course, and finds %s", host_value_texts[value->kind]);
	}
	(void)host_record_look(p);
	const char *begin = p->at;
	if (host_record_sum(p, &time) != 0) {
		return -1;
	}
	const int n = p->record->n - time.first;
	if (time.kind != HOST_CONSTANT_VALUE || mech_formula_depth(p->record->operations + time.first, n) < 0) {
		return host_record_fail(p, begin, "the time after 'at' must be a constant, and is %s",
		                        host_value_texts[time.kind]);
	}
	const double seconds = mech_formula_value(p->record->operations + time.first, n, NULL);
	p->record->n = time.first;
	if (!isfinite(seconds)) {
		return host_record_fail(p, begin, "the time after 'at' is not a finite number");
	}
	(void)host_record_skip_word(p, "s");
	return host_record_reduce(p, HOST_REDUCE_AT, seconds, value);
}

static int host_record_whole(struct host_record_parser *p, struct host_value_read *value)
{
	(void)host_record_look(p);
	*value = (struct host_value_read){HOST_CONSTANT_VALUE, p->at, p->record->n};
	if (host_record_skip_word(p, "first")) {
		struct host_value_read course = *value;
		const int status = host_record_first(p, &course);
		value->kind = course.kind;
		return status;
	}
	if (host_record_sum(p, value) != 0) {
		return -1;
	}
	return host_record_skip_word(p, "at") ? host_record_at(p, value) : 0;
}

int host_record_parse(const char *text, host_record_variable *find, void *context, struct host_record *record,
                      struct host_record_problem *problem)
{
	struct host_record_parser p = {text, text, find, context, record, problem, 0};
	struct host_value_read value = {HOST_CONSTANT_VALUE, text, 0};
	const size_t length = strlen(text);
	if (length > HOST_RECORD_LONGEST) {
		return host_record_fail(&p, text, "longer than %d characters", HOST_RECORD_LONGEST);
	}
	record->operations = calloc(length + 1, sizeof *record->operations);
	if (record->operations == NULL) {
		return host_record_fail(&p, text, "out of memory");
	}
	if (host_record_whole(&p, &value) != 0) {
		return -1;
	}
	if (host_record_look(&p) != 0) {
		return host_record_misplaced(&p);
	}
	if (value.kind == HOST_COURSE_VALUE) {
		return host_record_fail(&p, text,
		                        "'%.80s' changes over the run; say which number of it is kept: max(...), mean(...), "
		                        "... at 1 s, first time ... > 1",
		                        text);
	}
	if (value.kind == HOST_CONSTANT_VALUE) {
		return host_record_fail(&p, text, "'%.80s' is the same in every case", text);
	}
	if (mech_formula_depth(record->operations, record->n) > MECH_FORMULA_DEPTH) {
		return host_record_fail(&p, text, "nested too deeply");
	}
	return 0;
}
