/* Fuzz target: any bytes as OspSystemStructure.xml. Its units are not opened. */
#include "fuzz_file.h"
#include "host_osp.h"
#include "host_system_graph.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* units and inputs that connections lead to are there */
static void fuzz_host_osp_port(const struct host_system *s, const struct host_port *port)
{
	if (port->unit >= s->n_units || port->unit < HOST_NO_UNIT ||
	    (port->unit == HOST_OUTSIDE && port->variable >= s->n_inputs)) {
		abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct host_problems problems = {0};
	struct host_system *s = host_osp_read(fuzz_file_write("system.xml", bytes, size), &problems);
	if (s == NULL) {
		abort();
	}
	for (int i = 0; i < s->n_connections; i++) {
		fuzz_host_osp_port(s, &s->connections[i].from);
		fuzz_host_osp_port(s, &s->connections[i].to);
	}
	host_system_resolve(s, &problems);
	for (int i = 0; i < problems.n; i++) {
		struct mech_message line;
		host_say(&line, "%s", problems.list[i].text);
		fuzz_file_expect_message(&line);
	}
	host_problems_free(&problems);
	host_system_free(s);
	return 0;
}
