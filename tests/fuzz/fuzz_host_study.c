/* Fuzz target: any bytes as a study file. What it is of is not opened. */
#include "fuzz_file.h"
#include "host_sample.h"
#include "host_study_yaml.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct host_problems problems = {0};
	struct host_study *s = host_study_yaml_read(fuzz_file_write("study.yaml", bytes, size), &problems);
	if (s == NULL) {
		abort();
	}
	for (int i = 0; i < problems.n; i++) {
		struct mech_message line;
		host_say(&line, "%s", problems.list[i].text);
		fuzz_file_expect_message(&line);
	}
	struct host_chosen *chosen = calloc((size_t)s->n_variations + 1, sizeof *chosen);
	if (!host_problems_fail(&problems) && chosen != NULL && s->n_cases > 0) {
		/* levels are those of the list */
		host_sample_case(s, s->n_cases - 1, chosen);
		for (int k = 0; k < s->n_variations; k++) {
			if (chosen[k].level >= s->variations[k].count) {
				abort();
			}
		}
	}
	free(chosen);
	host_problems_free(&problems);
	host_study_free(s);
	return 0;
}
