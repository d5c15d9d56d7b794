/* What the commands do with a study; enum host_exit. */
#ifndef HOST_STUDY_COMMAND_H
#define HOST_STUDY_COMMAND_H

#include "host_cli.h"

int host_study_command_sweep(const struct host_arguments *arguments, FILE *out, FILE *err);
int host_study_command_fit(const struct host_arguments *arguments, FILE *out, FILE *err);
int host_study_command_check(const char *file, FILE *out, FILE *err);

/* take the values of options (struct host_option) */
int host_study_option_shard(struct host_arguments *a, const char *const *values);
int host_study_option_merge(struct host_arguments *a, const char *const *values);
int host_study_option_hdf5(struct host_arguments *a, const char *const *values);
int host_study_option_dakota(struct host_arguments *a, const char *const *values);
int host_study_option_restart(struct host_arguments *a, const char *const *values);
int host_study_option_study(struct host_arguments *a, const char *const *values); /* of schema */

#endif
