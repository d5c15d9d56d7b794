#include "pid.h"

#include <math.h>
#include <string.h>

static const struct pid_memory pid_start = {
	.mark = PID_GUID, .state = PID_INSTANTIATED, .kp = 1, .ki = 1, .kd = 0.1, .filter_time = 0.05};

/* where a variable lies, and what it may be set to; none that may be set: least > most */
static const struct {
	size_t offset;
	double least, most;
} pid_variables[PID_COUNT] = {
	[PID_TIME] = {offsetof(struct pid_memory, time), 1, -1},
	[PID_MEASURED] = {offsetof(struct pid_memory, measured), -HUGE_VAL, HUGE_VAL},
	[PID_SETPOINT] = {offsetof(struct pid_memory, setpoint), -HUGE_VAL, HUGE_VAL},
	[PID_COMMAND] = {0, 1, -1},
	[PID_KP] = {offsetof(struct pid_memory, kp), -HUGE_VAL, HUGE_VAL},
	[PID_KI] = {offsetof(struct pid_memory, ki), -HUGE_VAL, HUGE_VAL},
	[PID_KD] = {offsetof(struct pid_memory, kd), -HUGE_VAL, HUGE_VAL},
	[PID_FILTER_TIME] = {offsetof(struct pid_memory, filter_time), 1e-6, 1e3},
};

void pid_reset(struct pid_memory *m)
{
	*m = pid_start;
}

/* ---- variables */

const char *pid_obstacle(unsigned variable, double value)
{
	if (pid_variables[variable].least > pid_variables[variable].most) {
		return "only inputs and parameters can be set";
	}
	int good = isfinite(value) && value >= pid_variables[variable].least && value <= pid_variables[variable].most;
	return good ? NULL : "not a finite number within the limits of the variable";
}

void pid_set(struct pid_memory *m, unsigned variable, double value)
{
	memcpy((char *)m + pid_variables[variable].offset, &value, sizeof value);
}

double pid_get(const struct pid_memory *m, unsigned variable)
{
	double value;
	memcpy(&value, (const char *)m + pid_variables[variable].offset, sizeof value);
	return variable == PID_COMMAND ? pid_command(m, 0) : value;
}

/* ---- inputs within a step */

static void pid_begin_input(struct pid_input *input)
{
	for (int k = 1; k <= PID_ORDER && !input->given; k++) {
		input->u[k] = 0;
	}
}

/* the polynomial seen from its value h later */
static void pid_end_input(struct pid_input *input, double h)
{
	for (int k = 0; k < PID_ORDER; k++) {
		double value = 0;
		for (int j = PID_ORDER; j >= k; j--) {
			value = input->u[j] + value * h / (j - k + 1);
		}
		input->u[k] = value;
	}
	input->given = 0;
}

void pid_set_derivative(struct pid_memory *m, unsigned input, int order, double value)
{
	struct pid_input *u = input == PID_MEASURED ? &m->measured : &m->setpoint;
	pid_begin_input(u);
	u->u[order] = value;
	u->given = 1;
}

static double pid_error(const struct pid_memory *m, int order)
{
	return m->setpoint.u[order] - m->measured.u[order];
}

/* ---- the controller */

void pid_settle(struct pid_memory *m)
{
	m->integral = 0;
	m->filtered = pid_error(m, 0);
}

void pid_advance(struct pid_memory *m, double end)
{
	double h = end - m->time, power = 1;
	double filtered = exp(-h / m->filter_time) * m->filtered, f = 0;
	pid_begin_input(&m->measured);
	pid_begin_input(&m->setpoint);
	for (int k = 0; k <= PID_ORDER; k++) {
		/* power = h^k / k! */
		f = k == 0 ? -expm1(-h / m->filter_time) : power - m->filter_time * f;
		filtered += pid_error(m, k) * f;
		power *= h / (k + 1);
		m->integral += m->ki * pid_error(m, k) * power;
	}
	m->filtered = filtered;
	m->time = end;
	pid_end_input(&m->measured, h);
	pid_end_input(&m->setpoint, h);
}

double pid_command(const struct pid_memory *m, int order)
{
	/* before the first step the filter is at rest, whatever the inputs */
	double w = m->state == PID_INITIALIZING ? 0 : (pid_error(m, 0) - m->filtered) / m->filter_time;
	for (int k = 1; k <= order; k++) {
		w = (pid_error(m, k) - w) / m->filter_time;
	}
	double i = order == 0 ? m->integral : m->ki * pid_error(m, order - 1);
	return m->kp * pid_error(m, order) + i + m->kd * w;
}

double pid_slope(const struct pid_memory *m, unsigned known)
{
	double gain = m->state == PID_INITIALIZING ? m->kp : m->kp + m->kd / m->filter_time;
	if (known == PID_KP) {
		return pid_error(m, 0);
	}
	return known == PID_SETPOINT ? gain : known == PID_MEASURED ? -gain : 0;
}

/* ---- saved states */

/* FNV-1a over all that follows the checksum */
static uint64_t pid_checksum(const struct pid_memory *m)
{
	const unsigned char *bytes = (const unsigned char *)m;
	uint64_t sum = 0xcbf29ce484222325u;
	for (size_t i = offsetof(struct pid_memory, state); i < sizeof *m; i++) {
		sum = (sum ^ bytes[i]) * 0x100000001b3u;
	}
	return sum;
}

void pid_save(const struct pid_memory *m, struct pid_memory *saved)
{
	*saved = *m;
	saved->checksum = pid_checksum(saved);
}

int pid_is_state(const struct pid_memory *saved)
{
	return saved != NULL && memcmp(saved->mark, pid_start.mark, sizeof saved->mark) == 0 &&
	       saved->checksum == pid_checksum(saved);
}
