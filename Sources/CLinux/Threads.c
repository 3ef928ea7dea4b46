#define _GNU_SOURCE
#include "CLinux.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/syscall.h>

_Thread_local void *mainspring_thread_loop;
_Thread_local bool mainspring_thread_hears_observation;

static _Thread_local pid_t thread_id;
// The process whose threads `thread_id` counts in.
static _Thread_local pid_t process_id;

static pthread_once_t fork_handler_once = PTHREAD_ONCE_INIT;

// A child made by fork has this thread's storage and another number.
static void forget_thread_id(void) { thread_id = 0; }
static void install_fork_handler(void) { pthread_atfork(NULL, NULL, forget_thread_id); }

pid_t mainspring_thread_id(void) {
    if (thread_id == 0) {
        pthread_once(&fork_handler_once, install_fork_handler);
        thread_id = (pid_t)syscall(SYS_gettid);
        process_id = getpid();
    }
    return thread_id;
}

bool mainspring_is_initial_thread(void) { return mainspring_thread_id() == process_id; }

uintptr_t mainspring_stack_end(void) {
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
    if (pthread_attr_getstack(&attributes, &lowest, &size) != 0) lowest = NULL;
    pthread_attr_destroy(&attributes);
    return (uintptr_t)lowest;
}

void mainspring_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

struct thread_end {
    void (*end)(void);
    int rounds_left;
};

static _Thread_local bool thread_has_ended;
static pthread_key_t end_key;
static pthread_once_t end_once = PTHREAD_ONCE_INIT;

// Destructors run in rounds; setting the value again asks for another one. Other destructors may still use the loop, so the
// last round that the system promises is the right one.
static void thread_is_ending(void *value) {
    struct thread_end *ending = value;
    if (--ending->rounds_left > 0) {
        pthread_setspecific(end_key, ending);
        return;
    }
    thread_has_ended = true;
    ending->end();
    free(ending);
}

bool mainspring_thread_has_ended(void) { return thread_has_ended; }

static void make_end_key(void) { pthread_key_create(&end_key, thread_is_ending); }

void mainspring_at_thread_end(void (*end)(void)) {
    pthread_once(&end_once, make_end_key);
    if (pthread_getspecific(end_key) != NULL) return;
    struct thread_end *ending = malloc(sizeof *ending);
    if (ending == NULL) abort();
    ending->end = end;
    ending->rounds_left = _POSIX_THREAD_DESTRUCTOR_ITERATIONS - 1;
    pthread_setspecific(end_key, ending);
}
