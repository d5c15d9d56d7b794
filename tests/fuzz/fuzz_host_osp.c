/* Fuzz target: any bytes as OspSystemStructure.xml. */
#include "fuzz_system.h"
#include "host_osp.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	return fuzz_system(host_osp_read, "system.xml", bytes, size);
}
