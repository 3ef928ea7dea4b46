// The CFRunLoop that ships inside libFoundation.

#include "measure_cycles.h"
#include "measure_posts.h"
#include "measure_timers.h"

#include <CoreFoundation/CoreFoundation.h>

static const CFTimeInterval FOREVER = 1e10;

static void run_current(void) { CFRunLoopRunInMode(kCFRunLoopDefaultMode, FOREVER, false); }

static void stop_current(void) { CFRunLoopStop(CFRunLoopGetCurrent()); }

// Posts

static void ignore(void *info) { (void)info; }

static void *make(void) {
    // A source that is never signalled keeps a second thread's loop from ending at once.
    CFRunLoopSourceContext context = {.perform = ignore};
    CFRunLoopSourceRef source = CFRunLoopSourceCreate(NULL, 0, &context);
    CFRunLoopAddSource(CFRunLoopGetCurrent(), source, kCFRunLoopDefaultMode);
    return CFRunLoopGetCurrent();
}

static void post_to_own(void *loop, measure_call call, void *captured, long argument) {
    CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode, ^{ call(captured, argument); });
}

static void post_to_other(void *loop, measure_call call, void *captured, long argument) {
    CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode, ^{ call(captured, argument); });
    CFRunLoopWakeUp(loop);
}

static void run(void *loop) {
    (void)loop;
    run_current();
}

static void stop(void *loop) { CFRunLoopStop(loop); }

static const measure_loop loop_api = {make, post_to_own, post_to_other, run, stop};
MEASURE_POST_CASES(loop_api)

// Timers

static void *timer_make(uint64_t due, uint64_t now) {
    (void)now;
    static CFAbsoluteTime origin;
    if (origin == 0) origin = CFAbsoluteTimeGetCurrent() - (double)measure_wall() / 1e9;
    return (void *)CFRunLoopTimerCreateWithHandler(NULL, origin + (double)due / 1e9, 0, 0, 0, ^(CFRunLoopTimerRef timer) {
        (void)timer;
        measure_timer_fired(due);
    });
}

static void timer_add(void *timer, uint64_t due, uint64_t now) {
    (void)due, (void)now;
    CFRunLoopTimerSetTolerance(timer, (double)measure_run.tolerance / 1e9);
    CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, kCFRunLoopDefaultMode);
}

static void timer_cancel_one(void *timer) { CFRunLoopTimerInvalidate(timer); }

static void timer_release(void *timer) { CFRelease(timer); }

static const measure_timer timer_api = {
    timer_make, timer_add, timer_cancel_one, timer_release, run_current, stop_current,
};
MEASURE_TIMER_CASES(timer_api, 1000)

// Events that cause the next

static CFRunLoopSourceRef source;

static int get_port(void *info) {
    (void)info;
    return measure_descriptor;
}

static void perform_ready(void *info) {
    (void)info;
    // The loop has read the descriptor itself.
    if (measure_cycle_goes_on()) measure_descriptor_write();
}

static long fd_ready(long size) {
    static const measure_cycle api = {measure_descriptor_write, run_current, stop_current};
    measure_descriptor_open();
    CFRunLoopSourceContext1 context = {.version = 1, .getPort = get_port, .perform = perform_ready};
    source = CFRunLoopSourceCreate(NULL, 0, (CFRunLoopSourceContext *)&context);
    CFRunLoopAddSource(CFRunLoopGetCurrent(), source, kCFRunLoopDefaultMode);
    return measure_cycles(&api, size);
}

static void signal_source(void) {
    CFRunLoopSourceSignal(source);
    CFRunLoopWakeUp(CFRunLoopGetCurrent());
}

static void perform_source(void *info) {
    (void)info;
    if (measure_cycle_goes_on()) signal_source();
}

static long source0(long size) {
    static const measure_cycle api = {signal_source, run_current, stop_current};
    CFRunLoopSourceContext context = {.perform = perform_source};
    source = CFRunLoopSourceCreate(NULL, 0, &context);
    CFRunLoopAddSource(CFRunLoopGetCurrent(), source, kCFRunLoopDefaultMode);
    return measure_cycles(&api, size);
}

// Nothing to do

static long pass_syscalls(long size) {
    for (long i = 0; i < size; i++) CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false);
    measure_value((double)size);
    return size;
}

static void wait_idle(long milliseconds) {
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, (double)milliseconds / 1e3, false);
}

static long idle(long size) { return measure_idle(wait_idle, size); }

static const measure_case cases[] = {
    MEASURE_POST_TABLE,
    MEASURE_TIMER_TABLE,
    {"fd-ready", fd_ready, MEASURE_EVENTS / 5},
    {"source0", source0, MEASURE_EVENTS / 5},
    {"pass-syscalls", pass_syscalls, MEASURE_PASSES},
    {"idle-cpu", idle, MEASURE_IDLE},
    {0},
};

int main(int argc, char **argv) { return measure_main(argc, argv, "of the Swift toolchain", cases); }
