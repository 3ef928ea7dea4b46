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
#include "CLinuxFiles.h"
#include "CLinuxFork.h"
#include "CLinuxFoundation.h"
#include "CLinuxInterrupts.h"
#include "CLinuxQueues.h"
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

/// Asks the processor to fetch what will be read and written soon: an object's first two cache lines, and the one in front of them,
/// where what was allocated for it just before mostly lies: the context of its closure.
static inline void mainspring_prefetch(const void *address) {
    __builtin_prefetch((const char *)address - 64, 1);
    __builtin_prefetch(address, 1);
    __builtin_prefetch((const char *)address + 64, 1);
}

/// Asks the processor to fetch the cache line of an address, to be written soon.
static inline void mainspring_prefetch_line(const void *address) { __builtin_prefetch(address, 1); }

/// Asks the processor to fetch what will be read soon: the first 48 bytes of an object, which may lie in two cache lines.
static inline void mainspring_prefetch_object(const void *_Nonnull address) {
    __builtin_prefetch(address, 0);
    __builtin_prefetch((const char *)address + 47, 0);
}

/// The same of one cache line.
static inline void mainspring_prefetch_values(const void *_Nonnull address) { __builtin_prefetch(address, 0); }

/// Room for the events of one wait.
struct mainspring_events {
    struct epoll_event first, second;
};

/// Waits for an event, or for `capacity` of them, at most two. `nanoseconds` below zero waits without end. Returns how many came,
/// 0 after the time, or a negated errno.
int mainspring_epoll_wait(int epoll, struct mainspring_events *events, int capacity, int64_t nanoseconds);

/// Keeps the compiler from moving memory accesses from one side of it to the other; costs nothing.
static inline void mainspring_keep_order(void) { __asm__ volatile("" ::: "memory"); }

/// Has every processor that runs a thread of this process pass a full memory barrier (membarrier(2)); some microseconds. False
/// where the kernel does not offer it.
bool mainspring_barrier_everywhere(void);

/// Waits until `*word` differs from `expected`, for at most that long (below zero: without end); may return early.
void mainspring_futex_wait_for(const void *word, uint32_t expected, int64_t nanoseconds);

/// Wakes at most `count` threads that wait on `word`.
void mainspring_futex_wake(const void *word, int count);

/// Asks the kernel not to stretch this thread's sleeps (prctl PR_SET_TIMERSLACK).
void mainspring_sleep_precisely(void);

/// Makes a descriptor that is readable from a time on: a timerfd of CLOCK_MONOTONIC.
int mainspring_deadline_make(void);

/// Sets that time in nanoseconds; 0 for never. False if the number means no such descriptor.
bool mainspring_deadline_set(int descriptor, uint64_t nanoseconds);

/// Makes an event descriptor of a number that means no file. False if it means one, or if the process can open no more.
bool mainspring_open_event_descriptor_as(int number);

/// Adds one to an event descriptor. Safe in a signal handler; keeps errno. False if the number means no such descriptor.
bool mainspring_eventfd_poke(int descriptor);

#pragma clang assume_nonnull end
#endif
