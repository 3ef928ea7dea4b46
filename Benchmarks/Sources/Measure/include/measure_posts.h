/// The cases of posted closures, for peers in C: a peer gives its loop's functions, the compiler inlines them.
#ifndef MEASURE_POSTS_H
#define MEASURE_POSTS_H

#include "measure.h"

#include <pthread.h>
#include <stdlib.h>

/// What is run: code, and what it captured.
typedef void (*measure_call)(void *captured, long argument);

/// A loop as the cases of posts need it.
typedef struct {
    /// The loop of the calling thread.
    void *(*make)(void);
    /// Posts a closure from the loop's own thread.
    void (*post_own)(void *loop, measure_call call, void *captured, long argument);
    /// Posts a closure from another thread, and sees to it that the loop wakes up for it.
    void (*post_cross)(void *loop, measure_call call, void *captured, long argument);
    /// Runs the loop of the calling thread until it is stopped from inside.
    void (*run)(void *loop);
    void (*stop)(void *loop);
} measure_loop;

/// A closure as a compiler makes it for one that captures: a context on the heap, freed after the call.
typedef struct measure_closure {
    struct measure_closure *next;
    measure_call call;
    void *captured;
    long argument;
} measure_closure;

static inline measure_closure *measure_closure_make(measure_call call, void *captured, long argument) {
    measure_closure *closure = malloc(sizeof *closure);
    *closure = (measure_closure){NULL, call, captured, argument};
    return closure;
}

static inline void measure_closure_run(measure_closure *closure) {
    closure->call(closure->captured, closure->argument);
    free(closure);
}

/// The queue that users of a loop without one write themselves: a list under a mutex, drained as a whole.
typedef struct {
    pthread_mutex_t mutex;
    measure_closure *first, **last;
} measure_queue;

static inline void measure_queue_init(measure_queue *queue) {
    pthread_mutex_init(&queue->mutex, NULL);
    queue->first = NULL;
    queue->last = &queue->first;
}

/// Returns whether the queue was empty, that is, whether its loop must be woken.
static inline bool measure_queue_push(measure_queue *queue, measure_closure *closure) {
    pthread_mutex_lock(&queue->mutex);
    bool first = queue->first == NULL;
    *queue->last = closure;
    queue->last = &closure->next;
    pthread_mutex_unlock(&queue->mutex);
    return first;
}

static inline void measure_queue_drain(measure_queue *queue) {
    pthread_mutex_lock(&queue->mutex);
    measure_closure *closure = queue->first;
    queue->first = NULL;
    queue->last = &queue->first;
    pthread_mutex_unlock(&queue->mutex);
    while (closure) {
        measure_closure *next = closure->next;
        measure_closure_run(closure);
        closure = next;
    }
}

#define MEASURE_INLINE static inline __attribute__((always_inline))

/// What the closures of `post-own` and `post-cross` work on.
typedef struct {
    const measure_loop *api;
    void *loop;
    long left, sum;
    pthread_t producer;
} measure_posts;

static void measure_posts_add(void *captured, long argument) {
    measure_posts *posts = captured;
    posts->sum += argument;
    if (--posts->left == 0) {
        measure_end();
        posts->api->stop(posts->loop);
    }
}

/// `size` closures posted by the loop's own thread, then run.
MEASURE_INLINE long measure_post_own(const measure_loop *api, long size) {
    measure_posts posts = {api, api->make(), 0, 0, 0};
    for (int warm = 1; warm >= 0; warm--) {
        posts.left = warm ? size / 10 : size;
        long count = posts.left;
        measure_begin();
        for (long i = 0; i < count; i++) api->post_own(posts.loop, measure_posts_add, &posts, i);
        api->run(posts.loop);
        if (warm) measure_reset();
    }
    return size;
}

static void *measure_posts_produce(void *argument) {
    measure_posts *posts = argument;
    long count = posts->left;
    measure_begin();
    for (long i = 0; i < count; i++) posts->api->post_cross(posts->loop, measure_posts_add, posts, i);
    return NULL;
}

static void measure_posts_start(void *captured, long argument) {
    (void)argument;
    measure_posts *posts = captured;
    pthread_create(&posts->producer, NULL, measure_posts_produce, posts);
}

/// `size` closures posted by another thread while the loop runs.
MEASURE_INLINE long measure_post_cross(const measure_loop *api, long size) {
    measure_posts posts = {api, api->make(), 0, 0, 0};
    for (int warm = 1; warm >= 0; warm--) {
        posts.left = warm ? size / 10 : size;
        api->post_own(posts.loop, measure_posts_start, &posts, 0);
        api->run(posts.loop);
        pthread_join(posts.producer, NULL);
        if (warm) measure_reset();
    }
    return size;
}

/// Two loops, each on a thread of its own, that post to each other.
typedef struct {
    const measure_loop *api;
    void *loops[2];
    long left;
    pthread_barrier_t ready;
} measure_pair;

static void measure_pair_end(void *captured, long side) {
    measure_pair *pair = captured;
    pair->api->stop(pair->loops[side]);
}

static void measure_pair_step(void *captured, long side) {
    measure_pair *pair = captured;
    if (side == 0 && pair->left-- == 0) {
        measure_end();
        pair->api->post_cross(pair->loops[1], measure_pair_end, pair, 1);
        measure_pair_end(pair, 0);
        return;
    }
    pair->api->post_cross(pair->loops[1 - side], measure_pair_step, pair, 1 - side);
}

static void *measure_pair_other(void *argument) {
    measure_pair *pair = argument;
    pair->loops[1] = pair->api->make();
    for (int warm = 1; warm >= 0; warm--) {
        pthread_barrier_wait(&pair->ready);
        pair->api->run(pair->loops[1]);
    }
    return NULL;
}

/// `size` round trips between the loops of two threads.
MEASURE_INLINE long measure_ping_pong(const measure_loop *api, long size) {
    measure_pair pair = {api, {api->make(), NULL}, 0};
    pthread_barrier_init(&pair.ready, NULL, 2);
    pthread_t other;
    pthread_create(&other, NULL, measure_pair_other, &pair);
    for (int warm = 1; warm >= 0; warm--) {
        pair.left = warm ? size / 10 : size;
        pthread_barrier_wait(&pair.ready);
        measure_begin();
        api->post_own(pair.loops[0], measure_pair_step, &pair, 0);
        api->run(pair.loops[0]);
        if (warm) measure_reset();
    }
    pthread_join(other, NULL);
    return size;
}

/// The cases of posts that every peer has.
#define MEASURE_POST_CASES(api)                                                      \
    static long post_own(long size) { return measure_post_own(&api, size); }         \
    static long post_cross(long size) { return measure_post_cross(&api, size); }     \
    static long ping_pong(long size) { return measure_ping_pong(&api, size); }

/// Their entries in the table of a program's cases.
#define MEASURE_POST_TABLE                                                                    \
    {"post-own", post_own, MEASURE_POSTS}, {"post-cross", post_cross, MEASURE_POSTS},         \
    {"ping-pong", ping_pong, MEASURE_ROUND_TRIPS}

#endif
