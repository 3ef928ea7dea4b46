#include "floor.h"

/// insert-100k: the values, which are in memory, are inserted in one transaction, and the versions of their owners counted up.
long insert(long size) {
    const measure_item *items = items_in_memory(0);
    for (long round = 0; round <= size; round++) {
        make_file();
        insert_owners();
        measure_begin();
        insert_items(items);
        measure_end();
        if (round == 0) measure_reset();
        erase_file();
    }
    return size;
}

/// What is done to every seventh item in one transaction.
typedef struct {
    /// Finds a row by its key and its version.
    const char *sql;
    /// A new ratio is bound, too.
    bool has_value;
    /// The item is not its owner's any more.
    bool leaves_owner;
} change;

static long make(const change *change, long size) {
    static bool has_changed[MEASURE_OWNERS + 1];
    for (long round = 0; round <= size; round++) {
        fill(0);
        // As ours, the rows are in memory before.
        item_rows rows = {NULL, 0, 0};
        sqlite3_stmt *all = prepare(ITEM_COLUMNS);
        read_items(all, &rows);
        sqlite3_finalize(all);
        measure_begin();
        run("BEGIN IMMEDIATE");
        sqlite3_stmt *statement = prepare(change->sql);
        for (long i = 0; i < MEASURE_PART; i++) {
            const item_row *row = &rows.items[i * 7];
            sqlite3_bind_int64(statement, 1, row->key);
            sqlite3_bind_int64(statement, 2, row->version);
            if (change->has_value) sqlite3_bind_double(statement, 3, measure_new_ratio(i));
            if (sqlite3_step(statement) != SQLITE_DONE || sqlite3_changes(database) != 1) fail(change->sql);
            sqlite3_reset(statement);
            has_changed[row->owner] = change->leaves_owner;
        }
        sqlite3_finalize(statement);
        if (change->leaves_owner) count_owners_up(has_changed);
        run("COMMIT");
        measure_end();
        if (round == 0) measure_reset();
        free_items(&rows);
        erase_file();
    }
    return size;
}

/// update-10k: a column and the version of 10,000 rows, each found by its key and its version.
long update(long size) {
    const change change = {
        .sql = "UPDATE ZITEM SET Z_OPT = ?2 + 1, ZRATIO = ?3 WHERE Z_PK = ?1 AND Z_OPT = ?2", .has_value = true};
    return make(&change, size);
}

/// delete-10k: 10,000 rows, each found by its key and its version; and the versions of the owners that they had.
long delete(long size) {
    const change change = {.sql = "DELETE FROM ZITEM WHERE Z_PK = ?1 AND Z_OPT = ?2", .leaves_owner = true};
    return make(&change, size);
}
