// Process numbers that differ between a parent and a child made by fork.
#ifndef MAINSPRING_CLINUX_FORK_H
#define MAINSPRING_CLINUX_FORK_H

#include <stdbool.h>
#include <stdint.h>

/// The calling process's number, in the first word; 0 in a child until its first use. A page of its own.
extern uint32_t mainspring_process_page[];

/// The calling process's number, never 0. Each child of a fork has another one than its parent.
uint32_t mainspring_process_number(void);

/// Whether the calling process has a number. One load; safe in a signal handler.
static inline bool mainspring_is_process(uint32_t number) {
    return __builtin_expect(__atomic_load_n(&mainspring_process_page[0], __ATOMIC_RELAXED) == number, 1);
}

/// Ends the process by a trap, after a sentence on standard error. Safe in a signal handler and in a child of a process with
/// several threads.
_Noreturn void mainspring_used_in_child(const char *_Nonnull sentence) __attribute__((cold));

#endif
