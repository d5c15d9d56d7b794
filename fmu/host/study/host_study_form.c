/* Distinguishes studies from mechanisms and systems: by the keys of the YAML file. */
#include "host_study.h"
#include "host_yaml.h"

int host_study_is(const char *path)
{
	struct host_text text = {0};
	struct mech_message message;
	int is_study = 0;
	if ((!host_path_has_extension(path, "yaml") && !host_path_has_extension(path, "yml")) ||
	    host_file_read(path, HOST_YAML_MOST_BYTES, &text, &message) != 0) {
		return 0;
	}
	struct host_node *root = host_yaml_read(path, text.size > 0 ? text.bytes : "", text.size, &message);
	if (root != NULL) {
		is_study = host_node_find(root, "mechanism") == NULL && host_node_find(root, "system") == NULL &&
		           host_node_find(root, "study") != NULL;
	}
	host_yaml_free(root);
	host_text_free(&text);
	return is_study;
}
