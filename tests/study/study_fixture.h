/* A mechanism and the files of studies of it, in a temporary folder. */
#ifndef STUDY_FIXTURE_H
#define STUDY_FIXTURE_H

#include <stdlib.h>
#include <unistd.h>

#include "host/host_folder.h"
#include "host_study.h"

/* a pendulum that is a point mass on a rod: its small motion has the period 2 pi sqrt(L/g) */
#define STUDY_PENDULUM                                             \
	"mechanism: pendulum\n"                                        \
	"gravity: [0, -9.81]\n"                                        \
	"parameters: {L: 1}\n"                                         \
	"bodies:\n"                                                    \
	"  bob: {mass: 2, inertia: 0, center: [0, -L]}\n"              \
	"joints:\n"                                                    \
	"  pin: {type: revolute, bodies: [ground, bob], at: [0, 0]}\n" \
	"forces:\n"                                                    \
	"  push: {type: torque, joint: pin, input: moment}\n"          \
	"initial:\n"                                                   \
	"  pin: {angle: 0.1, speed: 0}\n"                              \
	"outputs: [joints.pin.angle, joints.pin.speed]\n"              \
	"solver: {tolerance: 1e-8}\n"                                  \
	"experiment: {start: 0, stop: 1, step: 0.01}\n"

#define STUDY_HEAD "study: s\nof: pendulum.yaml\n"

static const struct {
	const char *name, *text;
} study_files[] = {
	{"pendulum.yaml", STUDY_PENDULUM},
	{"masses.csv", "bodies.bob.mass,parameters.L\n1,0.5\n2,0.75\n4,1\n"},
	{"twice.csv", "parameters.L,parameters.L\n1,0.5\n"},
	{"holes.csv", "bodies.bob.mass\n1\n\"\"\n"},
	{"header.csv", "bodies.bob.mass\n"},
	{"torque.csv", "time,moment\n0,0\n1,2\n"},
	{"odd.csv", "time,momen\n0,0\n"},
	{"broken.yaml", "mechanism: m\nbody: {}\n"},
	{"run.csv", "time,joints.pin.angle\n0,0.1\n1,0.05\n"},
	{"back.csv", "time,joints.pin.angle\n0,0.1\n0,0.05\n"},
	{"words.csv", "time,joints.pin.angle\n0,0.1\n1,fast\n"},
	{"times.csv", "time\n0\n1\n"},
	{"early.csv", "time,joints.pin.angle\n-1,0.1\n1,0.05\n"},
	{"named.csv", "time,angle\n0,0.1\n1,0.05\n"},
	{"text.fmu", "no archive"},
};

static char study_former[HOST_PATH_SIZE];

/* the working directory is the folder, so that messages have short names */
static inline int study_setup(void **state)
{
	if (host_folder_setup(state) != 0 || getcwd(study_former, sizeof study_former) == NULL ||
	    chdir(host_test_folder) != 0) {
		return -1;
	}
	for (size_t i = 0; i < sizeof study_files / sizeof study_files[0]; i++) {
		(void)host_folder_put(study_files[i].name, study_files[i].text, strlen(study_files[i].text));
	}
	return 0;
}

static inline int study_teardown(void **state)
{
	return chdir(study_former) == 0 ? host_folder_teardown(state) : -1;
}

/* the study of a text, without problems; its file is study.yaml */
static inline struct host_study *study_read(const char *text)
{
	struct host_problems problems = {0};
	(void)host_folder_put("study.yaml", text, strlen(text));
	struct host_study *s = host_study_read("study.yaml", &problems);
	assert_non_null(s);
	if (host_problems_fail(&problems)) {
		(void)host_problems_write(&problems, 1, stderr);
		fail_msg("a good study has problems");
	}
	host_problems_free(&problems);
	return s;
}

#endif
