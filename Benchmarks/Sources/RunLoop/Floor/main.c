#define _GNU_SOURCE
#include "floor.h"
#include "measure_cycles.h"
#include "measure_timers.h"

#include <gnu/libc-version.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/utsname.h>

static floor_loop *main_loop;

static void loop_run(void) { floor_run(main_loop); }

static void loop_stop(void) { main_loop->stopped = true; }

// Posts

static void *make(void) { return floor_make(); }

static void post_to_own(void *loop, measure_call call, void *captured, long argument) {
    floor_push(loop, measure_closure_make(call, captured, argument));
}

static void post_to_other(void *loop, measure_call call, void *captured, long argument) {
    floor_push(loop, measure_closure_make(call, captured, argument));
    floor_wake(loop);
}

static void run(void *loop) { floor_run(loop); }

static void stop(void *loop) { ((floor_loop *)loop)->stopped = true; }

static const measure_loop loop_api = {make, post_to_own, post_to_other, run, stop};
MEASURE_POST_CASES(loop_api)

// Timers

static void fired(void *captured, long argument) {
    (void)captured;
    measure_timer_fired((uint64_t)argument);
}

static void *timer_make(uint64_t due, uint64_t now) {
    (void)now;
    floor_timer *timer = malloc(sizeof *timer);
    *timer = (floor_timer){-1, due, measure_closure_make(fired, NULL, (long)due)};
    return timer;
}

static void timer_add(void *timer, uint64_t due, uint64_t now) {
    (void)due, (void)now;
    floor_heap_push(&main_loop->timers, timer);
}

static void timer_remove(void *timer) {
    floor_timer *removed = timer;
    floor_heap_remove(&main_loop->timers, removed);
    free(removed->closure);
    removed->closure = NULL;
}

static void timer_free(void *timer) { free(timer); }

static void timers_run(void) {
    main_loop->tolerance = measure_run.tolerance;
    floor_run(main_loop);
}

static const measure_timer timer_api = {timer_make, timer_add, timer_remove, timer_free, timers_run, loop_stop};
MEASURE_TIMER_CASES(timer_api, 1000000)

// Events that cause the next

static void ready(floor_watch *watch) {
    (void)watch;
    measure_descriptor_read();
    if (measure_cycle_goes_on()) measure_descriptor_write();
}

static long fd_ready(long size) {
    static const measure_cycle api = {measure_descriptor_write, loop_run, loop_stop};
    measure_descriptor_open();
    floor_watch watch = {ready, measure_descriptor};
    floor_watch_add(main_loop, &watch);
    return measure_cycles(&api, size);
}

static void signal_source(void) {
    atomic_store(&main_loop->signalled, true);
    floor_wake(main_loop);
}

static void performed(void) {
    if (measure_cycle_goes_on()) signal_source();
}

static long source0(long size) {
    static const measure_cycle api = {signal_source, loop_run, loop_stop};
    main_loop->perform = performed;
    return measure_cycles(&api, size);
}

// Nothing to do

static long pass_syscalls(long size) {
    struct epoll_event event;
    for (long i = 0; i < size; i++) epoll_wait(main_loop->epoll, &event, 1, 0);
    measure_value((double)size);
    return size;
}

static void wait_idle(long milliseconds) {
    struct epoll_event event;
    epoll_wait(main_loop->epoll, &event, 1, (int)milliseconds);
}

static long idle(long size) { return measure_idle(wait_idle, size); }

static const measure_case cases[] = {
    MEASURE_POST_TABLE,
    MEASURE_TIMER_TABLE,
    MEASURE_TIMER_TABLE_MILLION,
    {"fd-ready", fd_ready, MEASURE_EVENTS},
    {"source0", source0, MEASURE_EVENTS},
    {"pass-syscalls", pass_syscalls, MEASURE_PASSES},
    {"idle-cpu", idle, MEASURE_IDLE},
    {0},
};

int main(int argc, char **argv) {
    struct utsname system;
    uname(&system);
    char version[200];
    snprintf(version, sizeof version, "C, glibc %s, Linux %s", gnu_get_libc_version(), system.release);
    main_loop = floor_make();
    return measure_main(argc, argv, version, cases);
}
