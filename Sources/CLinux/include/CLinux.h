// What Swift's Glibc module lacks: kernel interfaces, thread slots, and functions whose names must stand in a backtrace.
#ifndef MAINSPRING_CLINUX_H
#define MAINSPRING_CLINUX_H

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "CLinuxBacktrace.h"
#include "CLinuxCallOuts.h"
#include "CLinuxFoundation.h"
#include "CLinuxSignals.h"
#include "CLinuxThreads.h"

#pragma clang assume_nonnull begin

/// Nanoseconds of CLOCK_MONOTONIC.
static inline uint64_t mainspring_monotonic_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/// Seconds of CLOCK_REALTIME since 1970.
static inline double mainspring_realtime_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/// Asks the processor to fetch what will be read and written soon: an object's first two cache lines.
static inline void mainspring_prefetch(const void *address) {
    __builtin_prefetch(address, 1);
    __builtin_prefetch((const char *)address + 64, 1);
}

/// Room for the events of one wait.
struct mainspring_events {
    struct epoll_event first, second;
};

/// Waits for an event, or for `capacity` of them, at most two. `nanoseconds` below zero waits without end. Returns how many came,
/// 0 after the time, or a negated errno.
int mainspring_epoll_wait(int epoll, struct mainspring_events *events, int capacity, int64_t nanoseconds);

/// Waits until `*word` differs from `expected`, or spuriously less long.
void mainspring_futex_wait(const void *word, uint32_t expected);

/// Wakes at most `count` threads that wait on `word`.
void mainspring_futex_wake(const void *word, int count);

/// Asks the kernel not to stretch this thread's sleeps (prctl PR_SET_TIMERSLACK).
void mainspring_sleep_precisely(void);

/// Makes a descriptor that is readable from a time on: a timerfd of CLOCK_MONOTONIC.
int mainspring_deadline_make(void);

/// Sets that time in nanoseconds; 0 for never.
void mainspring_deadline_set(int descriptor, uint64_t nanoseconds);

/// Makes `target` another number for what `source` means (dup3, closing on exec).
void mainspring_replace_descriptor(int source, int target);

/// Adds one to an event descriptor. Safe in a signal handler; keeps errno.
void mainspring_eventfd_poke(int descriptor);

#pragma clang assume_nonnull end
#endif
