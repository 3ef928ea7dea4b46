#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>

#ifndef SYS_openat2
#define SYS_openat2 437
#endif

#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#endif

// Set if the kernel (before 5.6) or a container's filter has refused openat2, or by a test.
static atomic_bool refused;

void mainspring_refuse_open_beneath(bool refuses) {
    atomic_store_explicit(&refused, refuses, memory_order_relaxed);
}

int mainspring_open_beneath(int folder, const char *path, int flags, mode_t mode) {
    if (atomic_load_explicit(&refused, memory_order_relaxed)) return -ENOSYS;
    struct open_how how;
    memset(&how, 0, sizeof how);
    how.flags = (unsigned)(flags | O_CLOEXEC);
    // The kernel refuses a mode without a flag that makes a file.
    how.mode = flags & O_CREAT ? mode : 0;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
    for (;;) {
        int file = (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
        if (file >= 0) return file;
        // EAGAIN: a rename elsewhere came between, and the kernel could not tell whether the path stays beneath.
        if (errno == EINTR || errno == EAGAIN) continue;
        if (errno != ENOSYS && errno != EPERM) return -errno;
        if (errno == ENOSYS) mainspring_refuse_open_beneath(true);
        return -ENOSYS;
    }
}

int mainspring_rename_to_new_name(int folder, const char *old, const char *name) {
    return syscall(SYS_renameat2, folder, old, folder, name, RENAME_NOREPLACE) == 0 ? 0 : -errno;
}
