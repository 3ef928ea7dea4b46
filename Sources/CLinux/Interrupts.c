#define _GNU_SOURCE
#include "CLinux.h"
#include "CLinuxInterrupts.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool is_free(const struct sigaction *present) {
    return !(present->sa_flags & SA_SIGINFO) && present->sa_handler == SIG_DFL;
}

bool mainspring_handles_signal(int signal, mainspring_signal_handler handler) {
    struct sigaction present;
    return signal != 0 && sigaction(signal, NULL, &present) == 0 && (present.sa_flags & SA_SIGINFO) &&
        present.sa_sigaction == handler;
}

// SIGRTMAX itself is left to valgrind, the lowest ones to those who count from SIGRTMIN.
int mainspring_take_free_signal(mainspring_signal_handler handler) {
    for (int signal = SIGRTMAX - 1; signal >= SIGRTMIN; signal -= 1) {
        struct sigaction present, action;
        if (sigaction(signal, NULL, &present) != 0 || !is_free(&present)) continue;
        memset(&action, 0, sizeof action);
        action.sa_sigaction = handler;
        // No signal is blocked meanwhile: a thread whose mask has this one blocks it by its own will, see `blocks` in
        // Backtrace.c.
        action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK | SA_NODEFER;
        if (sigaction(signal, &action, &present) != 0) continue;
        if (is_free(&present)) return signal;
        // Other code took it between the look and the call.
        sigaction(signal, &present, NULL);
    }
    return 0;
}

static _Atomic(int) chosen_signal;

static void ignore(int signal, siginfo_t *information, void *machine_context) {
    (void)signal;
    (void)information;
    (void)machine_context;
}

bool mainspring_interrupt_thread(pid_t thread) {
    int kept_errno = errno;
    int signal = atomic_load(&chosen_signal);
    if (!mainspring_handles_signal(signal, ignore)) {
        signal = mainspring_take_free_signal(ignore);
        atomic_store(&chosen_signal, signal);
    }
    bool is_sent = signal != 0 && syscall(SYS_tgkill, getpid(), thread, signal) == 0;
    errno = kept_errno;
    return is_sent;
}
