/* Fuzz target: any bytes as a system file. Its units are not opened. */
#include "fuzz_file.h"
#include "host_system_graph.h"
#include "host_system_yaml.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct host_problems problems = {0};
	struct host_graph graph;
	struct host_system *s = host_system_yaml_read(fuzz_file_write("system.yaml", bytes, size), &problems);
	if (s == NULL) {
		abort();
	}
	host_system_resolve(s, &problems);
	for (int i = 0; i < problems.n; i++) {
		struct mech_message line;
		host_say(&line, "%s", problems.list[i].text);
		fuzz_file_expect_message(&line);
	}
	if (!host_problems_fail(&problems)) {
		if (host_graph_make(s, &graph) != 0) {
			abort();
		}
		host_graph_free(&graph);
	}
	host_problems_free(&problems);
	host_system_free(s);
	return 0;
}
