/* Distinguishes systems from mechanisms and units: by the name of the file, else by the keys of the
 * YAML file. */
#include "host_system.h"
#include "host_yaml.h"

int host_system_is_ssp(const char *path)
{
	return host_path_has_extension(path, "ssd") || host_path_has_extension(path, "ssp");
}

int host_system_is_osp(const char *path)
{
	return host_path_has_extension(path, "xml");
}

int host_system_is(const char *path)
{
	struct host_text text = {0};
	struct mech_message message;
	int is_system = 0;
	if (host_system_is_ssp(path) || host_system_is_osp(path)) {
		return 1;
	}
	if (host_path_has_extension(path, "fmu") || host_file_read(path, HOST_YAML_MOST_BYTES, &text, &message) != 0) {
		return 0;
	}
	struct host_node *root = host_yaml_read(path, text.size > 0 ? text.bytes : "", text.size, &message);
	if (root != NULL) {
		is_system = host_node_find(root, "system") != NULL ||
		            (host_node_find(root, "mechanism") == NULL && host_node_find(root, "units") != NULL);
	}
	host_yaml_free(root);
	host_text_free(&text);
	return is_system;
}
