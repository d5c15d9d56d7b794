/* What the readers of systems promise of any bytes: units and inputs that connections lead to are
 * there, and each problem is a message. */
#ifndef FUZZ_SYSTEM_H
#define FUZZ_SYSTEM_H

#include "fuzz_file.h"
#include "host_system_graph.h"

static inline void fuzz_system_port(const struct host_system *s, const struct host_port *port)
{
	if (port->unit >= s->n_units || port->unit < HOST_NO_UNIT ||
	    (port->unit == HOST_OUTSIDE && port->variable >= s->n_inputs)) {
		abort();
	}
}

/* reads the bytes as a file of that name; the units of the system are not opened */
static inline int fuzz_system(struct host_system *(*read)(const char *path, struct host_problems *problems),
                              const char *name, const uint8_t *bytes, size_t size)
{
	struct host_problems problems = {0};
	struct host_system *s = read(fuzz_file_write(name, bytes, size), &problems);
	if (s == NULL) {
		abort();
	}
	for (int i = 0; i < s->n_connections; i++) {
		fuzz_system_port(s, &s->connections[i].from);
		fuzz_system_port(s, &s->connections[i].to);
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

#endif
