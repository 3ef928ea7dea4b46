// The CoreFoundation inside libFoundation, by weak references: absent where the program does not load it.
#ifndef MAINSPRING_CLINUX_FOUNDATION_H
#define MAINSPRING_CLINUX_FOUNDATION_H

#include <stdbool.h>

/// Whether the process has it.
bool mainspring_foundation_is_present(void);

/// Sets or clears the thread's mark that an item of the main queue is being called.
void mainspring_foundation_set_in_main_queue(bool inside);

/// Whether that mark is set.
bool mainspring_foundation_is_in_main_queue(void);

/// The epoll descriptor in which the default mode of Foundation's main loop waits; -1 if it cannot be told.
int mainspring_foundation_main_port_set(void);

/// A round of the calling thread's Foundation loop in the default mode, without waiting and without the main queue.
void mainspring_foundation_pass(void);

/// Whether the calling thread's Foundation loop runs in such rounds alone, called by ours: when they end, it runs no more.
bool mainspring_foundation_is_hosted(void);

/// Whether the default mode of Foundation's main loop holds anything: blocks, timers or sources. On the main thread.
bool mainspring_foundation_has_work(void);

/// The same round, with `body` called at its beginning, once: while it runs, Foundation's loop listens to wake-ups.
void mainspring_foundation_pass_around(void (*_Nonnull body)(void *_Nullable context), void *_Nullable context);

/// Wakes Foundation's loop of the thread that made `attachment`, or the main one for NULL.
void mainspring_foundation_wake(const void *_Nonnull loop);

/// Foundation's loop of the calling thread, not retained.
const void *_Nonnull mainspring_foundation_current_loop(void);

/// Makes the calling thread's Foundation loop wait for `descriptor` too, in its common modes.
///
/// `will_wait` is called before it sleeps, `is_ready` when the descriptor is readable. Returns what ends it.
void *_Nonnull mainspring_foundation_attach(
    int descriptor, void (*_Nonnull will_wait)(void *_Nullable context), void (*_Nonnull is_ready)(void *_Nullable context),
    void *_Nullable context);

/// Ends an attachment; on its own thread.
void mainspring_foundation_detach(void *_Nonnull attachment);

#endif
