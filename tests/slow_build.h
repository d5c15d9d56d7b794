/* SLOW_BUILD is 1 in sanitized and unoptimized builds, where long runs are shortened: they look for
 * other mistakes. */
#ifndef SLOW_BUILD_H
#define SLOW_BUILD_H

#if defined __OPTIMIZE__ && !defined __SANITIZE_ADDRESS__
#define SLOW_BUILD 0
#else
#define SLOW_BUILD 1
#endif

#endif
