/* The command line: commands and options as tables, parsing, help.
 *
 *     mechfmu <command> [options] [files]
 *
 * Options may stand before or after files, as --name value or --name=value; -- ends them.
 */
#ifndef HOST_CLI_H
#define HOST_CLI_H

#include <stdio.h>

#include "host_linearize.h"
#include "host_run.h"
#include "host_show.h"

enum host_exit { HOST_EXIT_OK = 0, HOST_EXIT_PROBLEM = 1, HOST_EXIT_USAGE = 2, HOST_EXIT_UNCHECKED = 3 };

struct host_arguments {
	int n_files;
	const char **files;            /* pointers into the command line; host_arguments_free */
	const char *output;            /* export, linearize, draw, show: where to */
	int show;                      /* run: a page, too */
	struct host_show_options page; /* run, show */
	const char *results;           /* show: CSV of a run, or NULL */
	int native;                    /* export: for this machine alone */
	int flat_names;                /* export: joints_pin_angle */
	int motion;                    /* check: run the mechanism, too */
	double at;                     /* linearize: when; NAN: at the start */
	enum host_linear_format format;
	const char **start_names, **start_values;
	struct host_run_options run;
	int json;              /* lint: report for programs */
	int markdown;          /* schema: tables for people */
	int system;            /* schema: of system files */
	int study;             /* schema: of study files */
	int shard, shards;     /* sweep: shard of so many; 0: all cases */
	int merge;             /* sweep: join so many shards; 0: none */
	int hdf5;              /* sweep: an HDF5 file, too */
	const char *dakota[2]; /* sweep: parameters and results of one case, or NULL */
	int restart;           /* sweep: forget what was done before */
	int help;              /* --help was given */
	char *memory;          /* names split off NAME=VALUE */
	size_t memory_used;
};

struct host_command {
	const char *name, *arguments, *text;
	int least_files, most_files;
	const char *examples;
	int (*run)(const struct host_arguments *arguments, FILE *out, FILE *err); /* enum host_exit */
};

/* the commands and their number (host_commands.c) */
extern const struct host_command host_commands[];
extern const int host_command_count;

struct host_option {
	const char *name, *letter; /* letter: short form with its dash, or NULL */
	const char *commands;      /* names of the commands that know it, each with a blank before and after; NULL: all */
	int n_values;
	const char *value, *text;                                         /* value: FILE, a word, or choices a|b|c */
	int (*take)(struct host_arguments *a, const char *const *values); /* 0, or -1 for a value that is none */
};
extern const struct host_option host_options[];
extern const int host_option_count;
int host_option_belongs(const struct host_option *option, const struct host_command *command);

/* parses what stands after the command. 0, or -1 with a message; free in any case */
int host_arguments_parse(const struct host_command *command, int n, const char *const *words,
                         struct host_arguments *arguments, struct mech_message *message);
void host_arguments_free(struct host_arguments *arguments);

/* the whole program: messages go to err, results to out; returns the exit code */
int host_cli(int argc, const char *const *argv, FILE *out, FILE *err);

#endif
