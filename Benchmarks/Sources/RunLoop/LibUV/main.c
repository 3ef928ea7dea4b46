// libuv. It has no queue of closures: a list under a mutex and one async handle stand in, as its users write them.

#include "measure_cycles.h"
#include "measure_posts.h"
#include "measure_timers.h"

#include <uv.h>

static uv_loop_t *main_loop;

static void loop_run(void) { uv_run(main_loop, UV_RUN_DEFAULT); }

static void loop_stop(void) { uv_stop(main_loop); }

// Posts

typedef struct {
    uv_loop_t loop;
    uv_async_t async;
    measure_queue queue;
} posting_loop;

static void drain(uv_async_t *async) { measure_queue_drain(async->data); }

static void *make(void) {
    posting_loop *loop = malloc(sizeof *loop);
    uv_loop_init(&loop->loop);
    measure_queue_init(&loop->queue);
    uv_async_init(&loop->loop, &loop->async, drain);
    loop->async.data = &loop->queue;
    return loop;
}

static void post(void *loop, measure_call call, void *captured, long argument) {
    posting_loop *posting = loop;
    if (measure_queue_push(&posting->queue, measure_closure_make(call, captured, argument))) {
        uv_async_send(&posting->async);
    }
}

static void run(void *loop) { uv_run(&((posting_loop *)loop)->loop, UV_RUN_DEFAULT); }

static void stop(void *loop) { uv_stop(&((posting_loop *)loop)->loop); }

static const measure_loop loop_api = {make, post, post, run, stop};
MEASURE_POST_CASES(loop_api)

// Timers: a millisecond is their unit

typedef struct {
    uv_timer_t timer;
    uint64_t due;
} due_timer;

static void fired(uv_timer_t *timer) { measure_timer_fired(((due_timer *)timer)->due); }

static void *timer_make(uint64_t due, uint64_t now) {
    (void)now;
    due_timer *timer = malloc(sizeof *timer);
    uv_timer_init(main_loop, &timer->timer);
    timer->due = due;
    return timer;
}

static void timer_add(void *timer, uint64_t due, uint64_t now) {
    (void)now;
    // libuv counts from its own idea of now, the start of the pass, in whole milliseconds; never early.
    uint64_t loop_now = uv_now(main_loop) * 1000000;
    uv_timer_start(timer, fired, (due - loop_now + 999999) / 1000000, 0);
}

static void timer_cancel_one(void *timer) { uv_timer_stop(timer); }

static void closed(uv_handle_t *timer) { free(timer); }

static void timer_release(void *timer) {
    static long releases;
    uv_close(timer, closed);
    if (++releases % 100 == 0) uv_run(main_loop, UV_RUN_NOWAIT);
}

static void timers_run(void) {
    uv_update_time(main_loop);
    loop_run();
}

static const measure_timer timer_api = {timer_make, timer_add, timer_cancel_one, timer_release, timers_run, loop_stop};
MEASURE_TIMER_CASES(timer_api, 1000000)

// Events that cause the next

static void ready(uv_poll_t *poll, int status, int events) {
    (void)poll, (void)status, (void)events;
    measure_descriptor_read();
    if (measure_cycle_goes_on()) measure_descriptor_write();
}

static long fd_ready(long size) {
    static const measure_cycle api = {measure_descriptor_write, loop_run, loop_stop};
    static uv_poll_t poll;
    measure_descriptor_open();
    uv_poll_init(main_loop, &poll, measure_descriptor);
    uv_poll_start(&poll, UV_READABLE, ready);
    return measure_cycles(&api, size);
}

static uv_async_t async;

static void send_async(void) { uv_async_send(&async); }

static void sent(uv_async_t *handle) {
    (void)handle;
    if (measure_cycle_goes_on()) send_async();
}

static long source0(long size) {
    static const measure_cycle api = {send_async, loop_run, loop_stop};
    uv_async_init(main_loop, &async, sent);
    return measure_cycles(&api, size);
}

// Nothing to do

static void keep_alive(uv_async_t *handle) { (void)handle; }

static long pass_syscalls(long size) {
    uv_async_init(main_loop, &async, keep_alive);
    for (long i = 0; i < size; i++) uv_run(main_loop, UV_RUN_NOWAIT);
    measure_value((double)size);
    return size;
}

static void end_wait(uv_timer_t *timer) { uv_stop(timer->loop); }

static void wait_idle(long milliseconds) {
    static uv_timer_t timer;
    uv_timer_init(main_loop, &timer);
    uv_timer_start(&timer, end_wait, (uint64_t)milliseconds, 0);
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
    main_loop = uv_default_loop();
    return measure_main(argc, argv, uv_version_string(), cases);
}
