#define _GNU_SOURCE
#include "floor.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS = 64, SECOND = 1000000000 };

floor_loop *floor_make(void) {
    floor_loop *loop = calloc(1, sizeof *loop);
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    // Edge-triggered, so that a wake-up need not be read.
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.ptr = NULL};
    epoll_ctl(loop->epoll, EPOLL_CTL_ADD, loop->wake, &event);
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
    return loop;
}

void floor_watch_add(floor_loop *loop, floor_watch *watch) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = watch};
    epoll_ctl(loop->epoll, EPOLL_CTL_ADD, watch->fd, &event);
}

void floor_wake(floor_loop *loop) {
    if (!atomic_load(&loop->sleeping) || !atomic_exchange(&loop->sleeping, false)) return;
    uint64_t one = 1;
    if (write(loop->wake, &one, sizeof one) < 0) abort();
}

static void run_posted(floor_loop *loop) {
    measure_closure *newest = atomic_exchange(&loop->posted, NULL), *oldest = NULL;
    while (newest) {
        measure_closure *next = newest->next;
        newest->next = oldest;
        oldest = newest;
        newest = next;
    }
    while (oldest) {
        measure_closure *next = oldest->next;
        measure_closure_run(oldest);
        oldest = next;
    }
}

static void run_timers(floor_loop *loop) {
    uint64_t now = measure_wall();
    while (loop->timers.count > 0 && loop->timers.entries[0].due <= now) {
        floor_timer *timer = loop->timers.entries[0].timer;
        floor_heap_remove(&loop->timers, timer);
        measure_closure_run(timer->closure);
        timer->closure = NULL;
    }
}

/// Waits for events; at most until the first timer must fire.
static int wait_for(floor_loop *loop, struct epoll_event *events) {
    if (loop->signalled) return epoll_wait(loop->epoll, events, EVENTS, 0);
    if (loop->timers.count == 0) return epoll_wait(loop->epoll, events, EVENTS, -1);
    uint64_t now = measure_wall(), until = loop->timers.entries[0].due + loop->tolerance;
    uint64_t left = until > now ? until - now : 0;
    struct timespec timeout = {(time_t)(left / SECOND), (long)(left % SECOND)};
    return epoll_pwait2(loop->epoll, events, EVENTS, &timeout, NULL);
}

void floor_run(floor_loop *loop) {
    struct epoll_event events[EVENTS];
    loop->stopped = false;
    while (true) {
        if (atomic_load(&loop->posted)) run_posted(loop);
        if (loop->signalled && atomic_exchange(&loop->signalled, false)) loop->perform();
        if (loop->timers.count > 0) run_timers(loop);
        if (loop->stopped) return;
        atomic_store(&loop->sleeping, true);
        if (atomic_load(&loop->posted)) {
            atomic_store(&loop->sleeping, false);
            continue;
        }
        int count = wait_for(loop, events);
        atomic_store(&loop->sleeping, false);
        for (int i = 0; i < count; i++) {
            floor_watch *watch = events[i].data.ptr;
            if (watch) watch->ready(watch);
        }
    }
}
