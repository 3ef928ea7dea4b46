#include "measure_store.h"

#include <stdio.h>
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

const char *measure_store_path(const char *program) {
    static char path[1024];
    const char *folder = access("Benchmarks/.build", W_OK) == 0 ? "Benchmarks/.build" : "/tmp";
    snprintf(path, sizeof path, "%s/store-%s.sqlite", folder, program);
    return path;
}
