// Counts what the calling thread allocates: malloc of the whole process goes through here.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted; a sanitizer has a malloc of its own.
bool allocation_counter_works(void);

/// How often the calling thread has allocated since its start.
uint64_t allocation_counter_value(void);

#endif
