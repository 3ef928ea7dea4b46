#include "floor.h"

/// batch-insert-100k: the values, which are in memory, are inserted in one transaction; nobody has an owner.
long batch_insert(long size) {
    const measure_item *items = items_in_memory(0);
    for (long round = 0; round <= size; round++) {
        make_file();
        measure_begin();
        run("BEGIN IMMEDIATE");
        sqlite3_stmt *statement = prepare("INSERT INTO ZITEM VALUES (?, 1, 1, ?, NULL, ?, ?, ?)");
        for (int64_t i = 0; i < MEASURE_ITEMS; i++) {
            const measure_item *item = &items[i];
            sqlite3_bind_int64(statement, 1, i + 1);
            sqlite3_bind_int64(statement, 2, item->number);
            sqlite3_bind_double(statement, 3, item->date);
            sqlite3_bind_double(statement, 4, item->ratio);
            sqlite3_bind_text(statement, 5, item->name, 20, SQLITE_STATIC);
            if (sqlite3_step(statement) != SQLITE_DONE) fail("insert");
            sqlite3_reset(statement);
        }
        sqlite3_finalize(statement);
        run("COMMIT");
        measure_end();
        if (round == 0) measure_reset();
        erase_file();
    }
    return size;
}

static long change_all(const char *sql, long size) {
    for (long round = 0; round <= size; round++) {
        fill(0);
        measure_begin();
        run("BEGIN IMMEDIATE");
        run(sql);
        run("COMMIT");
        measure_end();
        if (round == 0) measure_reset();
        erase_file();
    }
    return size;
}

/// batch-update-100k: the statement that ours comes to.
long batch_update(long size) {
    return change_all("UPDATE ZITEM SET ZRATIO = ZRATIO * 2, Z_OPT = Z_OPT + 1", size);
}

/// batch-delete-100k: likewise.
long batch_delete(long size) { return change_all("DELETE FROM ZITEM WHERE ZNUMBER < 99000", size); }
