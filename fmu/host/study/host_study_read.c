#include <string.h>

#include "host_study.h"
#include "host_study_yaml.h"

struct host_study *host_study_read(const char *path, struct host_problems *problems)
{
	struct host_study *s = host_study_yaml_read(path, problems);
	if (s != NULL) {
		host_study_open(s, problems);
		host_study_resolve(s, problems);
	}
	return s;
}
