#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>

// The number of the process that has subscribed, and the descriptor; zero means free. Written under `lock`, read by handlers.
static _Atomic uint64_t subscribers[NSIG][MAINSPRING_SIGNAL_SUBSCRIBERS];
// Handlers that are running now: a descriptor may be closed only after those that could have read it have ended.
static _Atomic int handlers_running;
static struct sigaction earlier[NSIG];
static int subscriber_count[NSIG];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t subscription(int descriptor) {
    return (uint64_t)mainspring_process_number() << 32 | (uint32_t)descriptor;
}

static bool is_parents(uint64_t subscription) {
    return subscription != 0 && !mainspring_is_process((uint32_t)(subscription >> 32));
}

static void handle(int signal) {
    int saved = errno;
    bool is_told = false, is_told_by_parent = false;
    atomic_fetch_add(&handlers_running, 1);
    for (int i = 0; i < MAINSPRING_SIGNAL_SUBSCRIBERS; i++) {
        uint64_t subscriber = atomic_load(&subscribers[signal][i]);
        if (is_parents(subscriber)) {
            is_told_by_parent = true;
        } else if (subscriber != 0) {
            mainspring_eventfd_poke((int)(uint32_t)subscriber);
            is_told = true;
        }
    }
    atomic_fetch_sub(&handlers_running, 1);
    if (is_told_by_parent && !is_told) {
        // A child that fork has made: the signal is its own, and has the effect here that it had before the parent watched it.
        // It is delivered when this handler returns.
        sigaction(signal, &earlier[signal], NULL);
        raise(signal);
    }
    errno = saved;
}

// In a child that fork has made: its parent's subscriptions end here. The lock is held.
static void forget_parents(int signal) {
    for (int i = 0; i < MAINSPRING_SIGNAL_SUBSCRIBERS; i++) {
        if (!is_parents(atomic_load(&subscribers[signal][i]))) continue;
        atomic_store(&subscribers[signal][i], 0);
        subscriber_count[signal]--;
    }
}

// Installs the handler of a signal's first subscriber. The lock is held. Returns an errno, 0 for success.
static int install(int signal) {
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    struct sigaction before;
    if (sigaction(signal, &action, &before) != 0) return errno;
    // In a child the handler may be there already; then what was before it is known.
    if (before.sa_handler != handle) earlier[signal] = before;
    return 0;
}

int mainspring_signal_subscribe(int signal, int descriptor) {
    if (signal <= 0 || signal >= NSIG) return EINVAL;
    // What a fault of the thread itself raises: a handler that returns would run into it again, for ever.
    if (signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL) return ENOTSUP;
    int failure = 0;
    pthread_mutex_lock(&lock);
    forget_parents(signal);
    int place = 0;
    while (place < MAINSPRING_SIGNAL_SUBSCRIBERS && atomic_load(&subscribers[signal][place]) != 0) place++;
    if (place == MAINSPRING_SIGNAL_SUBSCRIBERS) {
        failure = ENOSPC;
    } else {
        atomic_store(&subscribers[signal][place], subscription(descriptor));
        if (subscriber_count[signal] == 0) failure = install(signal);
        if (failure != 0) atomic_store(&subscribers[signal][place], 0);
        if (failure == 0) subscriber_count[signal]++;
    }
    pthread_mutex_unlock(&lock);
    return failure;
}

void mainspring_signal_unsubscribe(int signal, int descriptor) {
    if (signal <= 0 || signal >= NSIG) return;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAINSPRING_SIGNAL_SUBSCRIBERS; i++) {
        // Of a parent's subscription too, in a child that ends its source.
        uint64_t subscriber = atomic_load(&subscribers[signal][i]);
        if (subscriber == 0 || (uint32_t)subscriber != (uint32_t)descriptor) continue;
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
