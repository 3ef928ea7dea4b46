/// Cases in which an event's call-out causes the next event, for peers in C.
#ifndef MEASURE_CYCLES_H
#define MEASURE_CYCLES_H

#include "measure.h"

#include <stdlib.h>
#include <unistd.h>

/// What makes the first event happen, and the loop that then runs.
typedef struct {
    void (*trigger)(void);
    void (*run)(void);
    void (*stop)(void);
} measure_cycle;

static struct {
    const measure_cycle *api;
    long left;
} measure_cycling;

/// To be called by the call-out: whether it shall cause another event.
static inline bool measure_cycle_goes_on(void) {
    if (--measure_cycling.left > 0) return true;
    measure_end();
    measure_cycling.api->stop();
    return false;
}

static inline long measure_cycles(const measure_cycle *api, long size) {
    measure_cycling.api = api;
    for (int warm = 1; warm >= 0; warm--) {
        measure_cycling.left = warm ? size / 10 : size;
        measure_begin();
        api->trigger();
        api->run();
        if (warm) measure_reset();
    }
    return size;
}

/// The descriptor of `fd-ready`.
static int measure_descriptor = -1;

static inline void measure_descriptor_open(void) { measure_descriptor = measure_descriptor_make(); }

static inline void measure_descriptor_write(void) {
    uint64_t one = 1;
    if (write(measure_descriptor, &one, sizeof one) < 0) abort();
}

static inline void measure_descriptor_read(void) {
    uint64_t value;
    if (read(measure_descriptor, &value, sizeof value) < 0) abort();
}

#endif
