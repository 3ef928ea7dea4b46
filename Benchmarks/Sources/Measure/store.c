#include "measure_store.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

measure_item measure_item_of(int64_t index, int64_t count) {
    measure_item item;
    // A prime that divides no count, so that each number comes once and neighbours are far apart.
    item.number = index * 7919 % count;
    item.ratio = (double)index / 3;
    snprintf(item.name, sizeof item.name, "item%016lld", (long long)(index * 104729 % 999983));
    item.date = 7e8 + (double)index;
    item.owner = index % 2 ? 1 + index / 2 % MEASURE_OWNERS : 0;
    return item;
}

double measure_new_ratio(int64_t index) { return (double)index + 0.5; }

static const char *path_of(char *path, size_t size, const char *name) {
    const char *folder = access("Benchmarks/.build", W_OK) == 0 ? "Benchmarks/.build" : "/tmp";
    snprintf(path, size, "%s/store-%s.sqlite", folder, name);
    return path;
}

const char *measure_store_path(const char *program) {
    static char path[1024];
    return path_of(path, sizeof path, program);
}

const char *measure_paged_store(void) {
    static char path[1024];
    return path_of(path, sizeof path, "10m");
}

const char *measure_migrated_store(void) {
    static char path[1024];
    return path_of(path, sizeof path, "1m");
}

int measure_store_copy(const char *path, const char *copy) {
    static const char *const suffixes[] = {"-wal", "-shm", ""};
    char name[1100];
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", copy, suffixes[i]);
        unlink(name);
    }
    enum { CHUNK = 1 << 20 };
    int from = open(path, O_RDONLY | O_CLOEXEC), to = open(copy, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    char *chunk = malloc(CHUNK);
    ssize_t count = from < 0 || to < 0 || !chunk ? -1 : 0;
    while (count >= 0 && (count = read(from, chunk, CHUNK)) > 0) {
        if (write(to, chunk, (size_t)count) != count) count = -1;
    }
    // What the system has still to write is no part of what is measured.
    if (count == 0) count = fsync(to);
    free(chunk);
    if (from >= 0) close(from);
    if (to >= 0) close(to);
    return count == 0 ? 0 : -1;
}

void measure_store_warm(const char *path) {
    enum { CHUNK = 1 << 20 };
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    char *chunk = malloc(CHUNK);
    while (chunk && read(file, chunk, CHUNK) > 0) {}
    free(chunk);
    close(file);
}
