// Thread slots and thread identity.
#ifndef MAINSPRING_CLINUX_THREADS_H
#define MAINSPRING_CLINUX_THREADS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// The calling thread's loop, an unretained reference; NULL until it has one.
extern _Thread_local void *_Nullable mainspring_thread_loop;

static inline void *_Nullable mainspring_get_thread_loop(void) { return mainspring_thread_loop; }
static inline void mainspring_set_thread_loop(void *_Nullable loop) { mainspring_thread_loop = loop; }

/// A note that the calling thread leaves itself: whether a key path was hashed while a property was read.
extern _Thread_local bool mainspring_thread_hears_observation;

static inline bool mainspring_hears_observation(void) { return mainspring_thread_hears_observation; }
static inline void mainspring_set_hears_observation(bool hears) { mainspring_thread_hears_observation = hears; }

/// Swift's runtime: retains an object unless its end has begun; then NULL. What weak references are made of.
void *_Nullable swift_tryRetain(void *_Nullable object);
/// Swift's runtime: retains and releases an object many times at once.
void *_Nullable swift_retain_n(void *_Nullable object, uint32_t count);
void swift_release_n(void *_Nullable object, uint32_t count);

/// The kernel's number of the calling thread; one system call for each thread, not for each call.
pid_t mainspring_thread_id(void);

/// Whether the caller is the thread that the process began with; system calls for each thread, not for each call.
bool mainspring_is_initial_thread(void);

/// The lowest address of the calling thread's stack; 0 where the system does not say. A few system calls.
uintptr_t mainspring_stack_end(void);

/// Gives the calling thread a name of at most 15 bytes.
void mainspring_name_thread(const char *_Nonnull name);

/// Whether `end` below has been called on the calling thread.
bool mainspring_thread_has_ended(void);

/// Calls `end` on the calling thread when it ends, after the other destructors of its thread-specific data.
void mainspring_at_thread_end(void (*_Nonnull end)(void));

/// Called on a thread that has just got a loop of its own, where a level above defines it. A weak symbol, since that level must
/// hear of loops that are made before any of its code has run.
void mainspring_thread_got_loop(void) __attribute__((weak));

static inline void mainspring_announce_thread_loop(void) {
    if (mainspring_thread_got_loop) mainspring_thread_got_loop();
}

#endif
