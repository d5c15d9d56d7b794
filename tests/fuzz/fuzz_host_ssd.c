/* Fuzz target: any bytes as SystemStructure.ssd. */
#include "fuzz_system.h"
#include "host_ssd.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	return fuzz_system(host_ssd_read, "system.ssd", bytes, size);
}
