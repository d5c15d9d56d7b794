#include "host_cli.h"

int main(int argc, char **argv)
{
	return host_cli(argc, (const char *const *)argv, stdout, stderr);
}
