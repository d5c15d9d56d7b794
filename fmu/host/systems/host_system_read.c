/* Reads a system from any of its forms: a system file, an .ssd or .ssp file, or one of OSP. The reader of the
 * form leaves what the file says; then units are opened, and names resolved to their variables. */
#include "host_osp.h"
#include "host_ssd.h"
#include "host_system_yaml.h"

static struct host_system *host_system_read_for(const char *path, int to_show, struct host_problems *problems)
{
	struct host_system *s = host_system_is_ssp(path)   ? host_ssd_read(path, problems)
	                        : host_system_is_osp(path) ? host_osp_read(path, problems)
	                                                   : host_system_yaml_read(path, problems);
	if (s != NULL) {
		s->to_show = to_show;
		host_system_open(s, problems);
		host_system_resolve(s, problems);
	}
	return s;
}

struct host_system *host_system_read(const char *path, struct host_problems *problems)
{
	return host_system_read_for(path, 0, problems);
}

struct host_system *host_system_read_to_show(const char *path, struct host_problems *problems)
{
	return host_system_read_for(path, 1, problems);
}
