// libev. It has no queue of closures: a list under a mutex and one async watcher stand in, as its users write them.

#include "measure_cycles.h"
#include "measure_posts.h"
#include "measure_timers.h"

#include <ev.h>
#include <stdio.h>

static struct ev_loop *main_loop;

static void loop_run(void) { ev_run(main_loop, 0); }

static void loop_stop(void) { ev_break(main_loop, EVBREAK_ALL); }

// Posts

typedef struct {
    struct ev_loop *loop;
    ev_async async;
    measure_queue queue;
} posting_loop;

static void drain(struct ev_loop *loop, ev_async *async, int events) {
    (void)loop, (void)events;
    measure_queue_drain(async->data);
}

static void *make(void) {
    posting_loop *posting = malloc(sizeof *posting);
    posting->loop = ev_loop_new(EVFLAG_AUTO);
    measure_queue_init(&posting->queue);
    ev_async_init(&posting->async, drain);
    posting->async.data = &posting->queue;
    ev_async_start(posting->loop, &posting->async);
    return posting;
}

static void post(void *loop, measure_call call, void *captured, long argument) {
    posting_loop *posting = loop;
    if (measure_queue_push(&posting->queue, measure_closure_make(call, captured, argument))) {
        ev_async_send(posting->loop, &posting->async);
    }
}

static void run(void *loop) { ev_run(((posting_loop *)loop)->loop, 0); }

static void stop(void *loop) { ev_break(((posting_loop *)loop)->loop, EVBREAK_ALL); }

static const measure_loop loop_api = {make, post, post, run, stop};
MEASURE_POST_CASES(loop_api)

// Timers

typedef struct {
    ev_timer timer;
    uint64_t due;
} due_timer;

static void fired(struct ev_loop *loop, ev_timer *timer, int events) {
    (void)loop, (void)events;
    measure_timer_fired(((due_timer *)timer)->due);
}

static void *timer_make(uint64_t due, uint64_t now) {
    (void)now;
    due_timer *timer = malloc(sizeof *timer);
    ev_timer_init(&timer->timer, fired, 0, 0);
    timer->due = due;
    return timer;
}

static double monotonic_origin;

static void timer_add(void *timer, uint64_t due, uint64_t now) {
    // libev counts from its own idea of now, the start of the pass: what has gone by since is added.
    (void)now;
    if (monotonic_origin == 0) {
        ev_now_update(main_loop);
        monotonic_origin = ev_now(main_loop) - (double)measure_wall() / 1e9;
    }
    ev_timer_set(&((due_timer *)timer)->timer, monotonic_origin + (double)due / 1e9 - ev_now(main_loop), 0);
    ev_timer_start(main_loop, timer);
}

static void timer_cancel_one(void *timer) { ev_timer_stop(main_loop, timer); }

static void timer_release(void *timer) { free(timer); }

static const measure_timer timer_api = {timer_make, timer_add, timer_cancel_one, timer_release, loop_run, loop_stop};
MEASURE_TIMER_CASES(timer_api, 1000000)

// Events that cause the next

static void ready(struct ev_loop *loop, ev_io *io, int events) {
    (void)loop, (void)io, (void)events;
    measure_descriptor_read();
    if (measure_cycle_goes_on()) measure_descriptor_write();
}

static long fd_ready(long size) {
    static const measure_cycle api = {measure_descriptor_write, loop_run, loop_stop};
    static ev_io io;
    measure_descriptor_open();
    ev_io_init(&io, ready, measure_descriptor, EV_READ);
    ev_io_start(main_loop, &io);
    return measure_cycles(&api, size);
}

static ev_async async;

static void send_async(void) { ev_async_send(main_loop, &async); }

static void sent(struct ev_loop *loop, ev_async *watcher, int events) {
    (void)loop, (void)watcher, (void)events;
    if (measure_cycle_goes_on()) send_async();
}

static long source0(long size) {
    static const measure_cycle api = {send_async, loop_run, loop_stop};
    ev_async_init(&async, sent);
    ev_async_start(main_loop, &async);
    return measure_cycles(&api, size);
}

// Nothing to do

static long pass_syscalls(long size) {
    ev_async_init(&async, sent);
    ev_async_start(main_loop, &async);
    for (long i = 0; i < size; i++) ev_run(main_loop, EVRUN_NOWAIT);
    measure_value((double)size);
    return size;
}

static void end_wait(struct ev_loop *loop, ev_timer *timer, int events) {
    (void)timer, (void)events;
    ev_break(loop, EVBREAK_ALL);
}

static void wait_idle(long milliseconds) {
    ev_timer timer;
    ev_timer_init(&timer, end_wait, (double)milliseconds / 1e3, 0);
    ev_now_update(main_loop);
    ev_timer_start(main_loop, &timer);
    loop_run();
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
    char version[40];
    snprintf(version, sizeof version, "%d.%d", ev_version_major(), ev_version_minor());
    main_loop = ev_default_loop(EVFLAG_AUTO);
    return measure_main(argc, argv, version, cases);
}
