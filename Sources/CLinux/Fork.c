#define _GNU_SOURCE
#include "CLinux.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { page_size = 4096 };

// A page that the kernel clears in a child, whichever system call made the child.
_Alignas(page_size) uint32_t mainspring_process_page[page_size / sizeof(uint32_t)];

// The last number that was assigned. A child inherits it.
static uint32_t last_number;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void clear_number(void) {
    __atomic_store_n(&mainspring_process_page[0], 0, __ATOMIC_RELAXED);
    // Another thread of the parent may have held it at the fork.
    pthread_mutex_init(&lock, NULL);
}

static void prepare(void) {
    // Fails on kernels before 4.14 and with larger pages. Then only children made by fork() are detected.
    madvise(mainspring_process_page, sizeof mainspring_process_page, MADV_WIPEONFORK);
    pthread_atfork(NULL, NULL, clear_number);
}

uint32_t mainspring_process_number(void) {
    pthread_once(&once, prepare);
    uint32_t number = __atomic_load_n(&mainspring_process_page[0], __ATOMIC_RELAXED);
    if (number != 0) return number;
    pthread_mutex_lock(&lock);
    number = __atomic_load_n(&mainspring_process_page[0], __ATOMIC_RELAXED);
    if (number == 0) {
        number = ++last_number;
        __atomic_store_n(&mainspring_process_page[0], number, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&lock);
    return number;
}

void mainspring_used_in_child(const char *sentence) {
    // Allocates no memory and takes no lock, since another thread of the parent may have held one at the fork.
    ssize_t written = write(STDERR_FILENO, sentence, strlen(sentence));
    (void)written;
    __builtin_trap();
}
