#include "AllocationCounter.h"

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

static _Thread_local uint64_t allocations __attribute__((tls_model("initial-exec")));

#ifndef SANITIZED
extern void *__libc_malloc(size_t size);

// The program's own definition takes the place of the C library's, for every library in the process.
void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

bool allocation_counter_works(void) { return true; }
#else
bool allocation_counter_works(void) { return false; }
#endif

uint64_t allocation_counter_value(void) { return allocations; }
