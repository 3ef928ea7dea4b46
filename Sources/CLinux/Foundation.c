#include "CLinux.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is used of CoreFoundation, declared as its headers document it for systems without Mach.
typedef const void *Ref;
typedef long Index;
typedef unsigned char Boolean;

typedef struct {
    Index version;
    void *info;
    const void *(*retain)(const void *info);
    void (*release)(const void *info);
    Ref (*copy_description)(const void *info);
} ObserverContext;

typedef struct {
    Index version;
    void *info;
    const void *(*retain)(const void *info);
    void (*release)(const void *info);
    Ref (*copy_description)(const void *info);
    Boolean (*equal)(const void *left, const void *right);
    unsigned long (*hash)(const void *info);
    void *schedule_or_get_port;
    void *cancel_or_perform;
    void (*perform)(void *info);
} SourceContext;

#define WEAK __attribute__((weak))
extern void *_CFSetTSD(uint32_t slot, void *value, void *destructor) WEAK;
extern void *_CFGetTSD(uint32_t slot) WEAK;
extern Ref CFRunLoopGetMain(void) WEAK;
extern Ref CFRunLoopGetCurrent(void) WEAK;
extern int32_t CFRunLoopRunInMode(Ref mode, double seconds, Boolean return_after_source) WEAK;
extern void CFRunLoopWakeUp(Ref loop) WEAK;
extern Ref CFRunLoopCopyCurrentMode(Ref loop) WEAK;
extern Boolean _CFRunLoopFinished(Ref loop, Ref mode) WEAK;
extern Ref CFRunLoopObserverCreate(
    Ref allocator, unsigned long activities, Boolean repeats, Index order, void (*callout)(Ref, unsigned long, void *),
    ObserverContext *context) WEAK;
extern void CFRunLoopAddObserver(Ref loop, Ref observer, Ref mode) WEAK;
extern void CFRunLoopObserverInvalidate(Ref observer) WEAK;
extern Ref CFRunLoopSourceCreate(Ref allocator, Index order, SourceContext *context) WEAK;
extern void CFRunLoopAddSource(Ref loop, Ref source, Ref mode) WEAK;
extern void CFRunLoopRemoveSource(Ref loop, Ref source, Ref mode) WEAK;
extern void CFRunLoopSourceInvalidate(Ref source) WEAK;
extern Boolean CFStringGetCString(Ref string, char *buffer, Index size, uint32_t encoding) WEAK;
extern Index CFStringGetLength(Ref string) WEAK;
extern Ref CFCopyDescription(Ref value) WEAK;
extern void CFRelease(Ref value) WEAK;
// The constants themselves: the functions compare them by address.
extern const Ref kCFRunLoopDefaultMode WEAK;
extern const Ref kCFRunLoopCommonModes WEAK;

enum { utf8 = 0x08000100 };
// Activities, as CFRunLoop.h numbers them.
enum { before_timers = 1 << 1, before_waiting = 1 << 5 };
// Measured on Foundation 6.3.1: slot 4 holds 6 while the main queue is drained.
enum { in_main_queue_slot = 4, in_main_queue_value = 6 };

bool mainspring_foundation_is_present(void) { return CFRunLoopGetMain != NULL && _CFSetTSD != NULL; }

void mainspring_foundation_set_in_main_queue(bool inside) {
    if (_CFSetTSD != NULL) _CFSetTSD(in_main_queue_slot, inside ? (void *)in_main_queue_value : NULL, NULL);
}

bool mainspring_foundation_is_in_main_queue(void) {
    return _CFGetTSD != NULL && (intptr_t)_CFGetTSD(in_main_queue_slot) == in_main_queue_value;
}

// Whether a descriptor is an epoll's, as /proc says.
static bool is_epoll(int descriptor) {
    char path[64], target[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0) return false;
    target[length] = 0;
    return strcmp(target, "anon_inode:[eventpoll]") == 0;
}

int mainspring_foundation_main_port_set(void) {
    if (!mainspring_foundation_is_present()) return -1;
    // No function gives the descriptor; the loop's description does, and what it says is checked.
    Ref description = CFCopyDescription(CFRunLoopGetMain());
    Index size = CFStringGetLength(description) * 4 + 1;
    char *text = malloc((size_t)size);
    int descriptor = -1;
    if (text != NULL && CFStringGetCString(description, text, size, utf8)) {
        const char *mode = strstr(text, "{name = kCFRunLoopDefaultMode,");
        const char *set = mode != NULL ? strstr(mode, "port set = ") : NULL;
        const char *end = mode != NULL ? strchr(mode, '\n') : NULL;
        if (set != NULL && (end == NULL || set < end)) {
            descriptor = (int)strtol(set + strlen("port set = "), NULL, 0);
            if (!is_epoll(descriptor)) descriptor = -1;
        }
    }
    free(text);
    CFRelease(description);
    return descriptor;
}

// An item that keeps the default mode from being empty, so that a round of it is one. In the loop for the round only, since
// whoever asks Foundation whether its loop has something to do is not to find ours.
static void nothing(void *info) { (void)info; }

static Ref keep_alive(void) {
    static _Thread_local Ref source;
    if (source == NULL) {
        SourceContext context = {.perform = nothing};
        source = CFRunLoopSourceCreate(NULL, 0, &context);
    }
    return source;
}

struct around {
    void (*body)(void *context);
    void *context;
    bool was_in_main_queue;
};

static void call_around(Ref observer, unsigned long activity, void *info) {
    (void)observer, (void)activity;
    struct around *around = info;
    // It has let the round begin; now it would only stand for work that there is not.
    CFRunLoopRemoveSource(CFRunLoopGetCurrent(), keep_alive(), kCFRunLoopDefaultMode);
    mainspring_foundation_set_in_main_queue(around->was_in_main_queue);
    around->body(around->context);
    mainspring_foundation_set_in_main_queue(true);
}

// Whether a round goes on in no other run of Foundation's loop.
static _Thread_local bool is_hosted;

bool mainspring_foundation_is_hosted(void) { return is_hosted; }

static bool is_running(void) {
    if (CFRunLoopCopyCurrentMode == NULL) return true;
    Ref mode = CFRunLoopCopyCurrentMode(CFRunLoopGetCurrent());
    if (mode != NULL) CFRelease(mode);
    return mode != NULL;
}

// With the mark set Foundation leaves the main queue to whoever drains it.
static void run_round(void) {
    bool was = mainspring_foundation_is_in_main_queue();
    bool was_hosted = is_hosted;
    is_hosted = was_hosted || !is_running();
    CFRunLoopAddSource(CFRunLoopGetCurrent(), keep_alive(), kCFRunLoopDefaultMode);
    mainspring_foundation_set_in_main_queue(true);
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false);
    mainspring_foundation_set_in_main_queue(was);
    is_hosted = was_hosted;
    CFRunLoopRemoveSource(CFRunLoopGetCurrent(), keep_alive(), kCFRunLoopDefaultMode);
}

void mainspring_foundation_pass(void) {
    run_round();
}

bool mainspring_foundation_has_work(void) {
    if (_CFRunLoopFinished == NULL) return true;
    // Without the mark the main queue alone keeps the main loop from being finished.
    bool was = mainspring_foundation_is_in_main_queue();
    mainspring_foundation_set_in_main_queue(true);
    bool is_finished = _CFRunLoopFinished(CFRunLoopGetMain(), kCFRunLoopDefaultMode);
    mainspring_foundation_set_in_main_queue(was);
    return !is_finished;
}

void mainspring_foundation_pass_around(void (*body)(void *context), void *context) {
    struct around around = {body, context, mainspring_foundation_is_in_main_queue()};
    ObserverContext observer_context = {.info = &around};
    // Once, and first of all: an observer of its own each time, since one that is being called is not called again inside.
    Ref observer = CFRunLoopObserverCreate(NULL, before_timers, false, LONG_MIN, call_around, &observer_context);
    CFRunLoopAddObserver(CFRunLoopGetCurrent(), observer, kCFRunLoopDefaultMode);
    run_round();
    CFRunLoopObserverInvalidate(observer);
    CFRelease(observer);
}

void mainspring_foundation_wake(const void *loop) { CFRunLoopWakeUp(loop); }

const void *mainspring_foundation_current_loop(void) { return CFRunLoopGetCurrent(); }

struct attachment {
    int descriptor;
    void (*will_wait)(void *context);
    void (*is_ready)(void *context);
    void *context;
    Ref source;
    Ref observer;
};

static void *attachment_port(void *info) { return (void *)(intptr_t)((struct attachment *)info)->descriptor; }

static void attachment_is_ready(void *info) {
    struct attachment *attachment = info;
    attachment->is_ready(attachment->context);
}

static void attachment_will_wait(Ref observer, unsigned long activity, void *info) {
    (void)observer, (void)activity;
    struct attachment *attachment = info;
    attachment->will_wait(attachment->context);
}

void *mainspring_foundation_attach(
    int descriptor, void (*will_wait)(void *context), void (*is_ready)(void *context), void *context) {
    struct attachment *attachment = calloc(1, sizeof *attachment);
    if (attachment == NULL) abort();
    attachment->descriptor = descriptor;
    attachment->will_wait = will_wait;
    attachment->is_ready = is_ready;
    attachment->context = context;
    SourceContext source_context = {
        .version = 1, .info = attachment, .schedule_or_get_port = attachment_port, .cancel_or_perform = attachment_is_ready};
    attachment->source = CFRunLoopSourceCreate(NULL, 0, &source_context);
    CFRunLoopAddSource(CFRunLoopGetCurrent(), attachment->source, kCFRunLoopCommonModes);
    ObserverContext observer_context = {.info = attachment};
    // Last of all, so that what other observers change is seen.
    attachment->observer =
        CFRunLoopObserverCreate(NULL, before_waiting, true, LONG_MAX, attachment_will_wait, &observer_context);
    CFRunLoopAddObserver(CFRunLoopGetCurrent(), attachment->observer, kCFRunLoopCommonModes);
    return attachment;
}

void mainspring_foundation_detach(void *value) {
    struct attachment *attachment = value;
    CFRunLoopSourceInvalidate(attachment->source);
    CFRunLoopObserverInvalidate(attachment->observer);
    CFRelease(attachment->source);
    CFRelease(attachment->observer);
    free(attachment);
}
