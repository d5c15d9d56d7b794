#define _POSIX_C_SOURCE 200809L

/* The program: opens missing standard streams, sets signals, and runs the command line. */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "host_cli.h"

/* A standard stream that is closed would be the first file that is opened. What takes its place can
 * be read from, and not written to: output is missed. */
static void host_main_streams(void)
{
	int file = 0;
	do {
		file = open("/dev/null", O_RDONLY);
	} while (file >= 0 && file <= STDERR_FILENO);
	if (file >= 0) {
		(void)close(file);
	}
}

int main(int argc, char **argv)
{
	host_main_streams();
	/* a closed pipe is an error with a reason, as any other */
	(void)signal(SIGPIPE, SIG_IGN);
	/* and so is a file that may not grow any more (ulimit -f) */
	(void)signal(SIGXFSZ, SIG_IGN);
	return host_cli(argc, (const char *const *)argv, stdout, stderr);
}
