#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>

// Descriptor plus one, so that zero means free. Written under `lock`, read by handlers.
static _Atomic int subscribers[NSIG][MAINSPRING_SIGNAL_SUBSCRIBERS];
// Handlers that are running now: a descriptor may be closed only after those that could have read it have ended.
static _Atomic int handlers_running;
static struct sigaction earlier[NSIG];
static int subscriber_count[NSIG];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void handle(int signal) {
    atomic_fetch_add(&handlers_running, 1);
    for (int i = 0; i < MAINSPRING_SIGNAL_SUBSCRIBERS; i++) {
        int descriptor = atomic_load(&subscribers[signal][i]) - 1;
        if (descriptor >= 0) mainspring_eventfd_poke(descriptor);
    }
    atomic_fetch_sub(&handlers_running, 1);
}

int mainspring_signal_subscribe(int signal, int descriptor) {
    if (signal <= 0 || signal >= NSIG) return EINVAL;
    // What a fault of the thread itself raises: a handler that returns would run into it again, for ever.
    if (signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL) return ENOTSUP;
    int failure = 0;
    pthread_mutex_lock(&lock);
    int place = 0;
    while (place < MAINSPRING_SIGNAL_SUBSCRIBERS && atomic_load(&subscribers[signal][place]) != 0) place++;
    if (place == MAINSPRING_SIGNAL_SUBSCRIBERS) {
        failure = ENOSPC;
    } else {
        atomic_store(&subscribers[signal][place], descriptor + 1);
        if (subscriber_count[signal] == 0) {
            struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
            sigemptyset(&action.sa_mask);
            if (sigaction(signal, &action, &earlier[signal]) != 0) {
                failure = errno;
                atomic_store(&subscribers[signal][place], 0);
            }
        }
        if (failure == 0) subscriber_count[signal]++;
    }
    pthread_mutex_unlock(&lock);
    return failure;
}

void mainspring_signal_unsubscribe(int signal, int descriptor) {
    if (signal <= 0 || signal >= NSIG) return;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAINSPRING_SIGNAL_SUBSCRIBERS; i++) {
        if (atomic_load(&subscribers[signal][i]) != descriptor + 1) continue;
        atomic_store(&subscribers[signal][i], 0);
        if (--subscriber_count[signal] == 0) {
            // Whoever has set another disposition meanwhile keeps it.
            struct sigaction now;
            if (sigaction(signal, NULL, &now) == 0 && now.sa_handler == handle) sigaction(signal, &earlier[signal], NULL);
        }
        break;
    }
    pthread_mutex_unlock(&lock);
    while (atomic_load(&handlers_running) != 0) sched_yield();
}
