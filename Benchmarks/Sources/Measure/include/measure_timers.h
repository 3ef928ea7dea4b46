/// The cases of timers, for peers in C: a peer gives its timer's functions, the compiler inlines them.
#ifndef MEASURE_TIMERS_H
#define MEASURE_TIMERS_H

#include "measure.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/// A timer as the cases need it. Times are nanoseconds; `due` is of `measure_wall`, `now` the time of the call.
typedef struct {
    /// Makes a timer that is not scheduled; its call-out is `measure_timer_fired(due)`.
    void *(*make)(uint64_t due, uint64_t now);
    void (*schedule)(void *timer, uint64_t due, uint64_t now);
    void (*cancel)(void *timer);
    void (*destroy)(void *timer);
    /// Runs the loop until it is stopped from inside.
    void (*run)(void);
    void (*stop)(void);
} measure_timer;

enum {
    MEASURE_SECOND = 1000000000,
    /// Room for scheduling all timers of a run before the first is due.
    MEASURE_RUN_LEAD = MEASURE_SECOND,
};

static struct {
    const measure_timer *api;
    long left;
    bool late;
    uint64_t tolerance;
} measure_run;

/// To be called by each timer that fires.
static inline void measure_timer_fired(uint64_t due) {
    if (measure_run.late) measure_late(due);
    if (--measure_run.left == 0) {
        measure_end();
        measure_run.api->stop();
    }
}

static inline void measure_sleep_until(uint64_t when) {
    struct timespec time = {(time_t)(when / MEASURE_SECOND), (long)(when % MEASURE_SECOND)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) != 0) {}
}

/// `size` timers spread over a second; what is measured is running them.
static inline long measure_timers_run(const measure_timer *api, long size, bool late, uint64_t tolerance) {
    void **timers = calloc((size_t)size, sizeof *timers);
    measure_run.api = api;
    measure_run.late = late;
    measure_run.tolerance = tolerance;
    if (late) measure_late_reserve(size);
    uint64_t random = 1, base = measure_wall() + MEASURE_RUN_LEAD;
    measure_run.left = size;
    for (long i = 0; i < size; i++) {
        uint64_t due = base + measure_random(&random) % MEASURE_SECOND, now = measure_wall();
        timers[i] = api->make(due, now);
        api->schedule(timers[i], due, now);
    }
    measure_sleep_until(base - MEASURE_SECOND / 100);
    measure_begin();
    api->run();
    if (late) {
        measure_reset();
        measure_late_report();
    } else {
        measure_note("over-time-ms", ((double)measure_wall() - (double)(base + MEASURE_SECOND)) / 1e6);
    }
    for (long i = 0; i < size; i++) api->destroy(timers[i]);
    free(timers);
    return size;
}

/// Schedules and cancels a batch of timers again and again, so that there are `size` of them at most, in insertion order; one of
/// the two is measured. A batch is a tenth of them, or as many as make the clock's own cost vanish.
static inline __attribute__((always_inline)) long measure_timers_change(
    const measure_timer *api, long size, bool cancel, long operations
) {
    long tenth = size >= 10000 ? size / 10 : size, batch = tenth < operations ? tenth : operations;
    long rest = size - batch, done = 0, made = 0;
    void **timers = calloc((size_t)size, sizeof *timers);
    uint64_t random = 1, make_time = 0;
    uint64_t *dues = calloc((size_t)size, sizeof *dues);
    for (long round = -1; round == -1 || done < operations; round++) {
        // Round -1 makes those that stay, round 0 warms up.
        long from = round == -1 ? 0 : rest, to = round == -1 ? rest : size;
        uint64_t now = measure_wall();
        for (long i = from; i < to; i++) {
            dues[i] = now + 1000ull * MEASURE_SECOND + measure_random(&random) % (1000ull * MEASURE_SECOND);
        }
        uint64_t before = measure_cpu();
        for (long i = from; i < to; i++) timers[i] = api->make(dues[i], now);
        if (round > 0) {
            make_time += measure_cpu() - before;
            made += batch;
        }
        if (!cancel) measure_begin();
        for (long i = from; i < to; i++) api->schedule(timers[i], dues[i], now);
        if (!cancel) measure_end();
        if (round == -1) {
            measure_reset();
            continue;
        }
        if (cancel) measure_begin();
        for (long i = from; i < to; i++) api->cancel(timers[i]);
        if (cancel) measure_end();
        for (long i = from; i < to; i++) api->destroy(timers[i]);
        if (round == 0) measure_reset();
        else done += batch;
    }
    if (!cancel) measure_note("make", (double)make_time / (double)made);
    free(dues);
    free(timers);
    return done;
}

/// The cases of timers that every peer has. `quick` is how many operations are done at least; slow peers do fewer.
#define MEASURE_TIMER_CASES(api, quick)                                                                      \
    static long timer_schedule(long size) { return measure_timers_change(&api, size, false, quick); }        \
    static long timer_cancel(long size) { return measure_timers_change(&api, size, true, quick); }           \
    static long timer_run_exact(long size) { return measure_timers_run(&api, size, false, 0); }              \
    static long timer_run_coarse(long size) { return measure_timers_run(&api, size, false, 1000000); }       \
    static long timer_late(long size) { return measure_timers_run(&api, size, true, 0); }

/// Their entries in the table of a program's cases.
#define MEASURE_TIMER_TABLE                                                                                  \
    {"timer-schedule", timer_schedule, MEASURE_TIMERS}, {"timer-cancel", timer_cancel, MEASURE_TIMERS},      \
    {"timer-schedule-1k", timer_schedule, 1000}, {"timer-cancel-1k", timer_cancel, 1000},                    \
    {"timer-schedule-10k", timer_schedule, 10000}, {"timer-cancel-10k", timer_cancel, 10000},                \
    {"timer-run-exact", timer_run_exact, MEASURE_TIMERS}, {"timer-run-coarse", timer_run_coarse, MEASURE_TIMERS}, \
    {"timer-late-p999", timer_late, MEASURE_TIMERS}

#define MEASURE_TIMER_TABLE_MILLION                                                                          \
    {"timer-schedule-1m", timer_schedule, 1000000}, {"timer-cancel-1m", timer_cancel, 1000000}

#endif
