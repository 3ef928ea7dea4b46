#define _GNU_SOURCE
#include "CLinux.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { page_size = 4096 };

// A page of its own: the kernel clears it in a child, whichever call has made the child.
_Alignas(page_size) uint32_t mainspring_process_page[page_size / sizeof(uint32_t)];

// The last number that was given. A child has its parent's.
static uint32_t last_number;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void clear_number(void) {
    __atomic_store_n(&mainspring_process_page[0], 0, __ATOMIC_RELAXED);
    // Another thread of the parent may have held it.
    pthread_mutex_init(&lock, NULL);
}

static void prepare(void) {
    // Refused by kernels before 4.14 and where a page is larger: then only children that fork() has made are found out.
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
    // No memory is allocated and no lock taken, since other threads of the parent may have been inside of either.
    ssize_t written = write(STDERR_FILENO, sentence, strlen(sentence));
    (void)written;
    __builtin_trap();
}
