// Signals that interrupt one thread of the process.
#ifndef MAINSPRING_CLINUX_INTERRUPTS_H
#define MAINSPRING_CLINUX_INTERRUPTS_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

typedef void (*mainspring_signal_handler)(int signal, siginfo_t *_Nullable information, void *_Nullable machine_context);

/// Installs a handler for the highest real-time signal below SIGRTMAX that has none. Returns the signal, 0 if none is free.
/// Safe in a signal handler.
int mainspring_take_free_signal(mainspring_signal_handler handler);

/// Whether a signal has this handler. Safe in a signal handler.
bool mainspring_handles_signal(int signal, mainspring_signal_handler handler);

/// Makes a wait of another thread in epoll, poll or a futex return with EINTR, by a real-time signal whose handler does
/// nothing. Other system calls are restarted. Has no effect if the thread blocks the signal or does not wait. Safe in a
/// signal handler. Returns whether the signal was sent.
bool mainspring_interrupt_thread(pid_t thread);

#pragma clang assume_nonnull end
#endif
