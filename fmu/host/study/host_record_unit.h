/* The unit of measurement of a record, where it follows from those of its variables. */
#ifndef HOST_RECORD_UNIT_H
#define HOST_RECORD_UNIT_H

#include "host_study.h"

enum { HOST_RECORD_UNIT_SIZE = 64 };

/* "" where it does not follow: products, functions, sums of different units */
void host_record_unit(const struct host_study *study, const struct host_record *record,
                      char unit[HOST_RECORD_UNIT_SIZE]);

#endif
