/// The least code that does a run loop's work: epoll, an eventfd, a stack of posted closures, a 4-ary heap of timers.
#ifndef FLOOR_H
#define FLOOR_H

#include "measure_posts.h"

#include <stdatomic.h>

typedef struct floor_timer {
    long position;
    uint64_t due;
    measure_closure *closure;
} floor_timer;

typedef struct {
    uint64_t due, sequence;
    floor_timer *timer;
} floor_entry;

typedef struct {
    floor_entry *entries;
    long count, room;
    uint64_t sequence;
} floor_heap;

void floor_heap_push(floor_heap *heap, floor_timer *timer);
void floor_heap_remove(floor_heap *heap, floor_timer *timer);

typedef struct floor_watch {
    void (*ready)(struct floor_watch *);
    int fd;
} floor_watch;

typedef struct {
    int epoll, wake;
    _Atomic(measure_closure *) posted;
    _Atomic bool sleeping;
    _Atomic bool signalled;
    bool stopped;
    /// What a signalled source performs.
    void (*perform)(void);
    /// How much later than due a timer may fire, so that several share a wake-up.
    uint64_t tolerance;
    floor_heap timers;
} floor_loop;

floor_loop *floor_make(void);
void floor_run(floor_loop *loop);
void floor_watch_add(floor_loop *loop, floor_watch *watch);

static inline void floor_push(floor_loop *loop, measure_closure *closure) {
    closure->next = atomic_load_explicit(&loop->posted, memory_order_relaxed);
    while (!atomic_compare_exchange_weak(&loop->posted, &closure->next, closure)) {}
}

void floor_wake(floor_loop *loop);

#endif
