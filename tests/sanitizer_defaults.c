/* Linked into everything that is built with sanitizers: their settings, wherever the program is
 * started from.
 *
 * The sanitizers call these functions by name. Leaks of libfontconfig (which cairo uses for text)
 * are its own. The program itself leaves the search for leaks to the tests of its parts: on ARM it
 * takes seconds per process.
 */
const char *__lsan_default_suppressions(void);
const char *__asan_default_options(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libfontconfig\n";
}

const char *__asan_default_options(void)
{
#ifdef SANITIZER_PROGRAM
	return "detect_leaks=0";
#else
	return "detect_leaks=1";
#endif
}
