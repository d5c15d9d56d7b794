/* Read before every file of the runtime on Linux: takes mathematical functions in their oldest
 * version, so that an FMU built on a new system runs on an old one. glibc gave these a second
 * version only because error reporting through errno changed, which nothing here uses. */
#if defined __aarch64__
#define MECHFMU_GLIBC "GLIBC_2.17"
#elif defined __x86_64__
#define MECHFMU_GLIBC "GLIBC_2.2.5"
#endif

#ifdef MECHFMU_GLIBC
__asm__(".symver exp,exp@" MECHFMU_GLIBC);
__asm__(".symver log,log@" MECHFMU_GLIBC);
__asm__(".symver pow,pow@" MECHFMU_GLIBC);
__asm__(".symver hypot,hypot@" MECHFMU_GLIBC);
__asm__(".symver fmod,fmod@" MECHFMU_GLIBC);
#endif
