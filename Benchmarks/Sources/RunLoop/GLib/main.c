// GLib's main loop.

#include "measure_cycles.h"
#include "measure_posts.h"
#include "measure_timers.h"

#include <glib.h>
#include <stdio.h>

// Posts: a source of its own for each, as g_idle_add and g_main_context_invoke make them

typedef struct {
    GMainContext *context;
    bool stopped;
} posting_loop;

static gboolean run_closure(gpointer closure) {
    measure_closure *posted = closure;
    posted->call(posted->captured, posted->argument);
    return G_SOURCE_REMOVE;
}

static void *make(void) {
    posting_loop *loop = calloc(1, sizeof *loop);
    loop->context = g_main_context_new();
    g_main_context_push_thread_default(loop->context);
    return loop;
}

static void post(void *loop, measure_call call, void *captured, long argument) {
    GSource *source = g_idle_source_new();
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_callback(source, run_closure, measure_closure_make(call, captured, argument), free);
    g_source_attach(source, ((posting_loop *)loop)->context);
    g_source_unref(source);
}

static void run(void *loop) {
    posting_loop *posting = loop;
    posting->stopped = false;
    while (!posting->stopped) g_main_context_iteration(posting->context, TRUE);
}

static void stop(void *loop) { ((posting_loop *)loop)->stopped = true; }

static const measure_loop loop_api = {make, post, post, run, stop};
MEASURE_POST_CASES(loop_api)

// Timers

static bool stopped;

static void loop_run(void) {
    stopped = false;
    while (!stopped) g_main_context_iteration(NULL, TRUE);
}

static void loop_stop(void) { stopped = true; }

typedef struct {
    uint64_t due;
} due_time;

static gboolean fired(gpointer data) {
    measure_timer_fired(((due_time *)data)->due);
    return G_SOURCE_REMOVE;
}

static gboolean dispatch_ready(GSource *source, GSourceFunc callback, gpointer data) {
    (void)source;
    return callback(data);
}

static GSourceFuncs ready_time_functions = {.dispatch = dispatch_ready};

static void *timer_make(uint64_t due, uint64_t now) {
    (void)now;
    GSource *timer = g_source_new(&ready_time_functions, sizeof(GSource));
    due_time *time = malloc(sizeof *time);
    time->due = due;
    g_source_set_callback(timer, fired, time, free);
    return timer;
}

static void timer_add(void *timer, uint64_t due, uint64_t now) {
    (void)now;
    // g_get_monotonic_time is CLOCK_MONOTONIC in microseconds.
    g_source_set_ready_time(timer, (gint64)((due + 999) / 1000));
    g_source_attach(timer, NULL);
}

static void timer_cancel_one(void *timer) { g_source_destroy(timer); }

static void timer_release(void *timer) { g_source_unref(timer); }

static const measure_timer timer_api = {timer_make, timer_add, timer_cancel_one, timer_release, loop_run, loop_stop};
MEASURE_TIMER_CASES(timer_api, 200000)

// Events that cause the next

static gboolean ready(gpointer data) {
    (void)data;
    measure_descriptor_read();
    if (measure_cycle_goes_on()) measure_descriptor_write();
    return G_SOURCE_CONTINUE;
}

static long fd_ready(long size) {
    static const measure_cycle api = {measure_descriptor_write, loop_run, loop_stop};
    measure_descriptor_open();
    GSource *source = g_source_new(&ready_time_functions, sizeof(GSource));
    g_source_add_unix_fd(source, measure_descriptor, G_IO_IN);
    g_source_set_callback(source, ready, NULL, NULL);
    g_source_attach(source, NULL);
    return measure_cycles(&api, size);
}

static GSource *signalled;

static void signal_source(void) { g_source_set_ready_time(signalled, 0); }

static gboolean performed(gpointer data) {
    (void)data;
    g_source_set_ready_time(signalled, -1);
    if (measure_cycle_goes_on()) signal_source();
    return G_SOURCE_CONTINUE;
}

static long source0(long size) {
    static const measure_cycle api = {signal_source, loop_run, loop_stop};
    signalled = g_source_new(&ready_time_functions, sizeof(GSource));
    g_source_set_callback(signalled, performed, NULL, NULL);
    g_source_attach(signalled, NULL);
    return measure_cycles(&api, size);
}

// Nothing to do

static long pass_syscalls(long size) {
    for (long i = 0; i < size; i++) g_main_context_iteration(NULL, FALSE);
    measure_value((double)size);
    return size;
}

static gboolean end_wait(gpointer data) {
    (void)data;
    loop_stop();
    return G_SOURCE_REMOVE;
}

static void wait_idle(long milliseconds) {
    g_timeout_add((guint)milliseconds, end_wait, NULL);
    loop_run();
}

static long idle(long size) { return measure_idle(wait_idle, size); }

static const measure_case cases[] = {
    MEASURE_POST_TABLE,
    MEASURE_TIMER_TABLE,
    {"fd-ready", fd_ready, MEASURE_EVENTS},
    {"source0", source0, MEASURE_EVENTS},
    {"pass-syscalls", pass_syscalls, MEASURE_PASSES},
    {"idle-cpu", idle, MEASURE_IDLE},
    {0},
};

int main(int argc, char **argv) {
    char version[40];
    snprintf(version, sizeof version, "%u.%u.%u", glib_major_version, glib_minor_version, glib_micro_version);
    return measure_main(argc, argv, version, cases);
}
