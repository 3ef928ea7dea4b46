#include "floor.h"

int main(int argc, char *const *argv) {
    const measure_case cases[] = {
        {"insert-100k", insert, 3},
        {"fetch-faults", fetch_faults, 10},
        {"fetch-read", fetch_read, 10},
        {"fetch-range", fetch_range, 10},
        {"update-10k", update, 3},
        {"delete-10k", delete, 3},
        {"prefetch", prefetch, 10},
        {"page-10m", page, MEASURE_PAGES},
        {"batch-insert-100k", batch_insert, 3},
        {"batch-update-100k", batch_update, 3},
        {"batch-delete-100k", batch_delete, 3},
        {"history-fetch", history_fetch, 10},
        {"migrate-in-place", migrate_adding, 5},
        {"migrate-rename", migrate_renaming, 3},
        {"migrate-copy", migrate_copying, 2},
        {"peak-memory", peak, 1},
        {NULL, NULL, 0},
    };
    return measure_main(argc, argv, sqlite3_libversion(), cases);
}
