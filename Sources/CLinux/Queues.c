#define _GNU_SOURCE
#include "CLinux.h"

#include <malloc.h>
#include <stddef.h>

// A serial queue keeps the number of the thread that has it: dispatch_assert_queue(3) compares it with the caller's, and ends the program
// if it is another one. No function tells it. Where in a queue it lies is found by looking at queues that the caller has and has no
// more, and nothing is said where that is not found in one place.

// Weak: not every program has libdispatch.
struct queue;
extern struct queue _dispatch_main_q __attribute__((weak));
extern struct queue *dispatch_queue_create(const char *label, void *attributes) __attribute__((weak));
extern void dispatch_sync_f(struct queue *queue, void *context, void (*work)(void *context)) __attribute__((weak));
extern void dispatch_release(struct queue *queue) __attribute__((weak));

// A futex's: two bits above it say who waits.
static const uint32_t thread_mask = 0x3fffffff;
// The main queue is as large as any.
enum { most_words = 32 };

static uint32_t word(const struct queue *queue, int place) {
    return __atomic_load_n((const uint32_t *)(const void *)queue + place, __ATOMIC_RELAXED);
}

static bool is_mine(uint32_t word) { return ((word ^ (uint32_t)mainspring_thread_id()) & thread_mask) == 0; }

struct look {
    struct queue *outer, *inner;
    // In which words of both queues the caller's number stands.
    uint32_t found;
};

static size_t words(struct queue *queue) { return malloc_usable_size(queue) / sizeof(uint32_t); }

static void look(void *context) {
    struct look *look = context;
    look->found = 0;
    for (int place = 0; place < most_words; place++) {
        if ((size_t)place >= words(look->outer) || (size_t)place >= words(look->inner)) break;
        if (is_mine(word(look->outer, place)) && is_mine(word(look->inner, place))) look->found |= 1u << place;
    }
}

static void look_inside(void *context) { dispatch_sync_f(((struct look *)context)->inner, context, look); }

static int place_of_thread = -1;

static void find_place(void) {
    if (&_dispatch_main_q == NULL || !dispatch_queue_create || !dispatch_sync_f || !dispatch_release) return;
    struct look queues = {dispatch_queue_create("look", NULL), dispatch_queue_create("look", NULL), 0};
    if (queues.outer && queues.inner) {
        dispatch_sync_f(queues.outer, &queues, look_inside);
        uint32_t inside = queues.found;
        look(&queues);
        uint32_t found = inside & ~queues.found;
        if (inside == found && __builtin_popcount(found) == 1) place_of_thread = __builtin_ctz(found);
    }
    if (queues.outer) dispatch_release(queues.outer);
    if (queues.inner) dispatch_release(queues.inner);
}

bool mainspring_has_main_queue(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_place);
    return place_of_thread >= 0 && is_mine(word(&_dispatch_main_q, place_of_thread));
}
