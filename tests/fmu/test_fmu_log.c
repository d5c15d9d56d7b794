/* Messages to the importer: what it gets is text that survives printf and says what it should. */
#include "fmu/fmu_fixture.h"

static struct fmu_log test_log(struct fixture_log *memory, int on)
{
	struct fmu_log log = {fixture_logger, memory, "one", 0};
	memset(memory, 0, sizeof *memory);
	assert_int_equal(fmu_log_switch(&log, NULL, on), 0);
	return log;
}

/* as an importer's logger does */
static void test_format(char *out, size_t size, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(out, size, format, arguments);
	va_end(arguments);
}

static void a_logger_that_formats_gets_the_text_back(void **state)
{
	(void)state;
	struct fixture_log memory;
	struct fmu_log log = test_log(&memory, 1);
	fmu_log_write(&log, fmi2OK, FMU_LOG_EVENTS, "100% of %s and %n, #1");
	assert_string_equal(memory.message, "100%% of %%s and %%n, ##1");

	/* what printf makes of it, apart from FMI's own ## */
	char formatted[100];
	test_format(formatted, sizeof formatted, memory.message);
	assert_string_equal(formatted, "100% of %s and %n, ##1");
}

static void name_environment_status_and_category_arrive(void **state)
{
	(void)state;
	struct fixture_log memory;
	struct fmu_log log = test_log(&memory, 1);
	fmu_log_write(&log, fmi2Warning, FMU_LOG_SINGULAR, "text");
	assert_int_equal(memory.count, 1);
	assert_int_equal(memory.status, fmi2Warning);
	assert_string_equal(memory.name, "one");
	assert_string_equal(memory.category, "logSingularLinearSystems");
	assert_string_equal(memory.message, "text");
}

static void nothing_happens_without_a_logger(void **state)
{
	(void)state;
	struct fmu_log log = {NULL, NULL, "one", ~0u};
	fmu_log_write(&log, fmi2Error, FMU_LOG_ERROR, "text");
	assert_false(fmu_log_is_on(&log, FMU_LOG_ERROR));
}

static void warnings_and_errors_go_out_when_logging_is_off(void **state)
{
	(void)state;
	struct fixture_log memory;
	struct fmu_log log = test_log(&memory, 0);
	fmu_log_write(&log, fmi2OK, FMU_LOG_EVENTS, "event");
	fmu_log_write(&log, fmi2OK, FMU_LOG_SINGULAR, "redundant");
	fmu_log_write(&log, fmi2Discard, FMU_LOG_DISCARD, "discard");
	assert_int_equal(memory.count, 0);
	fmu_log_write(&log, fmi2Warning, FMU_LOG_WARNING, "warning");
	assert_int_equal(memory.count, 1);
	fmu_log_write(&log, fmi2Error, FMU_LOG_ERROR, "error");
	assert_int_equal(memory.count, 2);
}

static void a_category_is_switched_alone(void **state)
{
	(void)state;
	struct fixture_log memory;
	struct fmu_log log = test_log(&memory, 0);
	assert_int_equal(fmu_log_switch(&log, "logStatusDiscard", 1), 0);
	fmu_log_write(&log, fmi2OK, FMU_LOG_EVENTS, "event");
	assert_int_equal(memory.count, 0);
	fmu_log_write(&log, fmi2Discard, FMU_LOG_DISCARD, "discard");
	assert_int_equal(memory.count, 1);
	assert_int_equal(fmu_log_switch(&log, "logStatusDiscard", 0), 0);
	fmu_log_write(&log, fmi2Discard, FMU_LOG_DISCARD, "discard");
	assert_int_equal(memory.count, 1);
}

static void log_all_switches_every_category(void **state)
{
	(void)state;
	struct fixture_log memory;
	struct fmu_log log = test_log(&memory, 0);
	assert_int_equal(fmu_log_switch(&log, "logAll", 1), 0);
	for (int k = 0; k < FMU_CATEGORY_COUNT; k++) {
		assert_true(fmu_log_is_on(&log, (enum fmu_category)k));
	}
}

static void an_unknown_category_changes_nothing(void **state)
{
	(void)state;
	struct fixture_log memory;
	struct fmu_log log = test_log(&memory, 1);
	unsigned before = log.enabled;
	assert_int_equal(fmu_log_switch(&log, "logEverything", 0), -1);
	assert_int_equal(fmu_log_switch(&log, "", 0), -1);
	assert_int_equal(log.enabled, before);
}

static void long_texts_are_cut_and_end(void **state)
{
	(void)state;
	struct fixture_log memory;
	struct fmu_log log = test_log(&memory, 1);
	char text[3000];
	memset(text, '%', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	fmu_log_write(&log, fmi2OK, FMU_LOG_EVENTS, text);
	size_t length = strlen(memory.message);
	assert_true(length > 900 && length < 1000);
	assert_int_equal(length % 2, 0); /* no lone % at the cut */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_logger_that_formats_gets_the_text_back),
		cmocka_unit_test(name_environment_status_and_category_arrive),
		cmocka_unit_test(nothing_happens_without_a_logger),
		cmocka_unit_test(warnings_and_errors_go_out_when_logging_is_off),
		cmocka_unit_test(a_category_is_switched_alone),
		cmocka_unit_test(log_all_switches_every_category),
		cmocka_unit_test(an_unknown_category_changes_nothing),
		cmocka_unit_test(long_texts_are_cut_and_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
