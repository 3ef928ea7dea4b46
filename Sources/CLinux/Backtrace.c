#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CLinux.h"
#include "CLinuxBacktrace.h"
#include "CLinuxInterrupts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

// The walk itself. libgcc's unwinder finds the tables through _dl_find_object, which takes no lock; what it sets up at
// its first use, and the lazy binding of its symbols, is done by `prime` outside any signal handler.

typedef struct {
    uintptr_t *addresses;
    int capacity, count, skip;
} Walk;

static void handle(int signal, siginfo_t *information, void *machine_context);

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *argument) {
    Walk *walk = argument;
    int is_exact = 0;
    uintptr_t address = _Unwind_GetIPInfo(context, &is_exact);
    if (address == 0) return _URC_END_OF_STACK;
    if (_Unwind_GetRegionStart(context) == (uintptr_t)handle) {
        // What is above the handler is the handler's, then comes the kernel's return from it, then who was interrupted.
        walk->count = 0;
        walk->skip = 1;
        return _URC_NO_REASON;
    }
    if (walk->skip > 0) {
        walk->skip -= 1;
        return _URC_NO_REASON;
    }
    if (walk->count == walk->capacity) return _URC_END_OF_STACK;
    // A return address may already belong to the next function when the call never returns.
    walk->addresses[walk->count++] = is_exact ? address : address - 1;
    return _URC_NO_REASON;
}

__attribute__((noinline)) int mainspring_backtrace_current(uintptr_t *addresses, int capacity, int skip) {
    Walk walk = {.addresses = addresses, .capacity = capacity, .skip = skip + 1};
    _Unwind_Backtrace(visit, &walk);
    return walk.count;
}

// Another thread's stack. There is one request at a time (`requests` serializes those who ask); the handler writes into
// memory that is never freed. `state` is the hand-over: whoever moves it out of REQUESTED owns the request, so that an
// answer which comes after the asker gave up finds nothing to do.

enum { IDLE, REQUESTED, WALKING, ANSWERED };

static pthread_mutex_t requests = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(uint32_t) state = IDLE;
static _Atomic(pid_t) requested_thread;
static uintptr_t answer[MAINSPRING_BACKTRACE_FRAMES]; // guarded by `state`
static int answer_count;                              // guarded by `state`

static _Atomic(int) chosen_signal;

// A signal of this number that nobody asked for is ignored: the number had no handler before, so nobody waits for it.
static void handle(int signal, siginfo_t *information, void *machine_context) {
    int kept_errno = errno;
    uint32_t expected = REQUESTED;
    bool is_ours = information->si_code == SI_TKILL && information->si_pid == getpid();
    (void)signal;
    (void)machine_context;
    if (is_ours && atomic_load(&requested_thread) == (pid_t)syscall(SYS_gettid) &&
        atomic_compare_exchange_strong(&state, &expected, WALKING)) {
        Walk walk = {.addresses = answer, .capacity = MAINSPRING_BACKTRACE_FRAMES};
        _Unwind_Backtrace(visit, &walk);
        answer_count = walk.count;
        atomic_store(&state, ANSWERED);
        syscall(SYS_futex, &state, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    }
    errno = kept_errno;
}

static void prime(void) {
    uintptr_t address;
    mainspring_backtrace_current(&address, 1, 0);
}

// Called with `requests` held.
static int choose_signal(void) {
    int present = atomic_load(&chosen_signal);
    if (mainspring_handles_signal(present, handle)) return present;
    prime();
    int signal = mainspring_take_free_signal(handle);
    atomic_store(&chosen_signal, signal);
    return signal;
}

int mainspring_backtrace_signal(void) {
    pthread_mutex_lock(&requests);
    int signal = choose_signal();
    pthread_mutex_unlock(&requests);
    return signal;
}

void mainspring_backtrace_admit(void) {
    int signal = atomic_load(&chosen_signal);
    if (signal == 0) return;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void await_change(uint32_t from, int64_t deadline) {
    for (int64_t left; atomic_load(&state) == from && (left = deadline - now()) > 0;)
        mainspring_futex_wait_for(&state, from, left);
}

// Whether a thread blocks a signal, as the kernel's listing has it: "SigBlk:" and a mask in hexadecimal digits.
static bool blocks(pid_t thread, int signal) {
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/self/task/%d/status", thread);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return false;
    text[count] = 0;
    const char *line = strstr(text, "\nSigBlk:");
    return line != NULL && (strtoull(line + strlen("\nSigBlk:"), NULL, 16) >> (signal - 1) & 1) != 0;
}

static int ask(pid_t thread, uintptr_t *addresses, int capacity, int64_t timeout) {
    if (atomic_load(&state) == WALKING) return -EBUSY;
    int signal = choose_signal();
    if (signal == 0) return -EAGAIN;
    if (blocks(thread, signal)) return -EPERM;
    atomic_store(&requested_thread, thread);
    atomic_store(&state, REQUESTED);
    if (syscall(SYS_tgkill, getpid(), thread, signal) != 0) {
        int error = errno;
        atomic_store(&state, IDLE);
        return -error;
    }
    await_change(REQUESTED, now() + timeout);
    uint32_t expected = REQUESTED;
    if (atomic_compare_exchange_strong(&state, &expected, IDLE))
        return mainspring_thread_exists(thread) ? -ETIMEDOUT : -ESRCH;
    await_change(WALKING, now() + timeout);
    if (atomic_load(&state) != ANSWERED) return -ETIMEDOUT;
    int count = answer_count < capacity ? answer_count : capacity;
    memcpy(addresses, answer, (size_t)count * sizeof *addresses);
    atomic_store(&state, IDLE);
    return count;
}

int mainspring_backtrace_thread(pid_t thread, uintptr_t *addresses, int capacity, int64_t timeout_nanoseconds) {
    if (thread == mainspring_thread_id()) return mainspring_backtrace_current(addresses, capacity, 0);
    pthread_mutex_lock(&requests);
    int count = ask(thread, addresses, capacity, timeout_nanoseconds);
    pthread_mutex_unlock(&requests);
    return count;
}

bool mainspring_thread_exists(pid_t thread) {
    int kept_errno = errno;
    bool exists = syscall(SYS_tgkill, getpid(), thread, 0) == 0 || errno != ESRCH;
    errno = kept_errno;
    return exists;
}

void mainspring_thread_name(char name[16]) {
    name[0] = 0;
    prctl(PR_GET_NAME, name, 0, 0, 0);
}

// Which file an address belongs to.

typedef struct {
    uintptr_t address;
    MainspringLoadedObject *object;
    char *path;
    size_t path_capacity;
    bool is_first;
} Search;

static int examine(struct dl_phdr_info *information, size_t size, void *argument) {
    (void)size;
    Search *search = argument;
    // The program itself comes first.
    bool is_program = search->is_first;
    search->is_first = false;
    for (size_t index = 0; index < information->dlpi_phnum; index += 1) {
        const ElfW(Phdr) *header = &information->dlpi_phdr[index];
        if (header->p_type != PT_LOAD) continue;
        uintptr_t start = information->dlpi_addr + header->p_vaddr;
        if (search->address < start || search->address - start >= header->p_memsz) continue;
        search->object->bias = information->dlpi_addr;
        search->object->program_headers = (const Elf64_Phdr *)information->dlpi_phdr;
        search->object->program_header_count = information->dlpi_phnum;
        search->object->segment_start = start;
        search->object->segment_end = start + header->p_memsz;
        const char *path = is_program ? "/proc/self/exe" : information->dlpi_name;
        strncpy(search->path, path, search->path_capacity - 1);
        search->path[search->path_capacity - 1] = 0;
        return 1;
    }
    return 0;
}

bool mainspring_loaded_object(uintptr_t address, MainspringLoadedObject *object, char *path, size_t path_capacity) {
    Search search = {
        .address = address, .object = object, .path = path, .path_capacity = path_capacity, .is_first = true};
    return dl_iterate_phdr(examine, &search) == 1;
}
