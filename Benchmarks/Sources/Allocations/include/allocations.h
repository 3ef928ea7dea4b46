/// Counts the memory that a process asks for, when this library is loaded before the C library: `LD_PRELOAD=libAllocations.so PROGRAM`.
/// `measure.h` finds it there; no program is linked with it, so that no time is measured with it.
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdint.h>

/// How many blocks all threads together have asked for since the start; a block made larger counts again.
uint64_t allocations_counted(void);

#endif
