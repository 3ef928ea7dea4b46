#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#ifndef SYS_epoll_pwait2
#define SYS_epoll_pwait2 441
#endif

// Set once a kernel (before 5.11) or a container's filter has refused epoll_pwait2; from then on milliseconds have to do.
static atomic_bool coarse_only;

static int wait_in_milliseconds(int epoll, struct epoll_event *events, int capacity, int64_t nanoseconds) {
    int64_t milliseconds = nanoseconds / 1000000 + (nanoseconds % 1000000 != 0);
    if (milliseconds > INT_MAX) milliseconds = INT_MAX;
    return epoll_wait(epoll, events, capacity, (int)milliseconds);
}

_Static_assert(sizeof(struct mainspring_events) == 2 * sizeof(struct epoll_event), "two events in a row");

int mainspring_epoll_wait(int epoll, struct mainspring_events *room, int capacity, int64_t nanoseconds) {
    struct epoll_event *events = &room->first;
    int count;
    if (nanoseconds <= 0) {
        count = epoll_wait(epoll, events, capacity, nanoseconds < 0 ? -1 : 0);
    } else if (atomic_load_explicit(&coarse_only, memory_order_relaxed)) {
        count = wait_in_milliseconds(epoll, events, capacity, nanoseconds);
    } else {
        // The kernel's own layout of a timespec, whatever the C library's time_t is.
        struct {
            int64_t seconds;
            int64_t nanoseconds;
        } timeout = {nanoseconds / 1000000000, nanoseconds % 1000000000};
        count = (int)syscall(SYS_epoll_pwait2, epoll, events, capacity, &timeout, NULL, 0);
        if (count < 0 && (errno == ENOSYS || errno == EPERM)) {
            atomic_store_explicit(&coarse_only, true, memory_order_relaxed);
            count = wait_in_milliseconds(epoll, events, capacity, nanoseconds);
        }
    }
    return count < 0 ? -errno : count;
}

void mainspring_futex_wait_for(const void *word, uint32_t expected, int64_t nanoseconds) {
    struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, nanoseconds < 0 ? NULL : &time, NULL, 0);
}

bool mainspring_barrier_everywhere(void) {
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0) return true;
    // A process announces its use of it once; a second announcement does nothing.
    return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0
        && syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
}

void mainspring_futex_wake(const void *word, int count) {
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

void mainspring_sleep_precisely(void) {
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
}

bool mainspring_open_event_descriptor_as(int number) {
    int fresh = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (fresh < 0 || fresh == number) return fresh == number;
    // The lowest free number from there on, so that nothing is replaced that was opened meanwhile.
    int placed = fcntl(fresh, F_DUPFD_CLOEXEC, number);
    close(fresh);
    if (placed >= 0 && placed != number) close(placed);
    return placed == number;
}

int mainspring_deadline_make(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC); }

bool mainspring_deadline_set(int descriptor, uint64_t nanoseconds) {
    struct itimerspec time = {
        .it_value = {.tv_sec = (time_t)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)}};
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &time, NULL) == 0;
}

bool mainspring_eventfd_poke(int descriptor) {
    int saved = errno;
    uint64_t one = 1;
    ssize_t written;
    do {
        written = write(descriptor, &one, sizeof one);
    } while (written < 0 && errno == EINTR);
    // A counter that is full has been told.
    bool is_told = written == (ssize_t)sizeof one || (written < 0 && errno == EAGAIN);
    errno = saved;
    return is_told;
}
