#include "floor.h"

#include <stdlib.h>
#include <unistd.h>

/// page-10m: the keys of all rows in the order of their numbers, and then 100 rows after each other at random places of that list,
/// each found by its key. The note is the memory that a row of the list takes.
long page(long size) {
    const char *file = measure_paged_store();
    if (access(file, W_OK) != 0) fail("run `StoreOurs page-10m` first, which makes the file with ten million rows");
    measure_store_warm(file);
    open_file(file);
    int64_t *keys = malloc(sizeof(int64_t) * MEASURE_PAGED_ITEMS);
    long count = 0;
    sqlite3_stmt *all = prepare("SELECT Z_PK FROM ZITEM ORDER BY ZNUMBER");
    while (sqlite3_step(all) == SQLITE_ROW && count < MEASURE_PAGED_ITEMS) keys[count++] = sqlite3_column_int64(all, 0);
    sqlite3_finalize(all);
    if (count != MEASURE_PAGED_ITEMS) fail("count");
    measure_note("bytes-per-row", sizeof *keys);
    sqlite3_stmt *one = prepare(ITEM_COLUMNS " WHERE Z_PK = ?");
    uint64_t random = 1;
    double sum = 0;
    for (long round = 0; round <= size; round++) {
        long first = (long)(measure_random(&random) % (MEASURE_PAGED_ITEMS / MEASURE_PAGE)) * MEASURE_PAGE;
        item_row rows[MEASURE_PAGE];
        measure_begin();
        for (int i = 0; i < MEASURE_PAGE; i++) {
            sqlite3_bind_int64(one, 1, keys[first + i]);
            if (sqlite3_step(one) != SQLITE_ROW) fail("row");
            read_item(one, &rows[i]);
            sqlite3_reset(one);
        }
        for (int i = 0; i < MEASURE_PAGE; i++) sum += (double)rows[i].number + rows[i].ratio;
        measure_end();
        if (round == 0) measure_reset();
        if (rows[0].number != first || sum <= 0) fail("number");
    }
    sqlite3_finalize(one);
    free(keys);
    if (sqlite3_close(database) != SQLITE_OK) fail("close");
    return size;
}
