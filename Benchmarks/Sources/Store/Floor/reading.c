#include "floor.h"

#include <stdlib.h>
#include <string.h>

void read_item(sqlite3_stmt *statement, item_row *row) {
    row->key = sqlite3_column_int64(statement, 0);
    row->version = sqlite3_column_int64(statement, 1);
    row->number = sqlite3_column_int64(statement, 2);
    row->owner = sqlite3_column_int64(statement, 3);
    row->date = sqlite3_column_double(statement, 4);
    row->ratio = sqlite3_column_double(statement, 5);
    const void *text = sqlite3_column_text(statement, 6);
    int length = sqlite3_column_bytes(statement, 6);
    if (length > 20) length = 20;
    memcpy(row->name, text, (size_t)length);
    row->name[length] = 0;
}

void read_items(sqlite3_stmt *statement, item_rows *rows) {
    while (sqlite3_step(statement) == SQLITE_ROW) {
        if (rows->count == rows->room) {
            rows->room = rows->room ? rows->room * 2 : 1024;
            rows->items = realloc(rows->items, sizeof(item_row) * (size_t)rows->room);
        }
        read_item(statement, &rows->items[rows->count++]);
    }
    sqlite3_reset(statement);
}

void free_items(item_rows *rows) {
    free(rows->items);
    *rows = (item_rows){NULL, 0, 0};
}

/// Adds up every value of the rows.
static double sum(const item_row *items, long count) {
    double sum = 0;
    for (long i = 0; i < count; i++) {
        const item_row *item = &items[i];
        sum += (double)item->number + item->ratio + item->date + (double)strlen(item->name) + (item->owner != 0);
    }
    return sum;
}

/// Reads the rows of a query again and again, and their values if they are asked for.
static long fetch(long size, const char *sql, bool reads, long expected) {
    fill(0);
    for (long round = 0; round <= size; round++) {
        item_rows rows = {NULL, 0, 0};
        measure_begin();
        sqlite3_stmt *statement = prepare(sql);
        read_items(statement, &rows);
        sqlite3_finalize(statement);
        double total = reads ? sum(rows.items, rows.count) : 1;
        measure_end();
        if (round == 0) measure_reset();
        if (rows.count != expected || total <= 0) fail("count");
        free_items(&rows);
    }
    erase_file();
    return size;
}

/// fetch-faults: every column of all rows comes into memory, since ours keeps the rows of the faults that it makes, as Apple's does.
long fetch_faults(long size) { return fetch(size, ITEM_COLUMNS, false, MEASURE_ITEMS); }

/// fetch-read: the same, and then every value is looked at.
long fetch_read(long size) { return fetch(size, ITEM_COLUMNS, true, MEASURE_ITEMS); }

/// fetch-range: every column of 10,000 rows, found by an index and sorted by their texts' bytes.
long fetch_range(long size) {
    return fetch(
        size, ITEM_COLUMNS " WHERE ZNUMBER >= 20000 AND ZNUMBER < 30000 ORDER BY ZNAME", false, MEASURE_PART);
}

/// A row of the owners' table, and where its items are among all.
typedef struct {
    int64_t key, version;
    char name[32];
    long first, count;
} owner_row;

/// prefetch: every column of all owners, and of all items in the order of their owners, each of whom knows its own.
long prefetch(long size) {
    fill(MEASURE_OWNERS);
    for (long round = 0; round <= size; round++) {
        item_rows rows = {NULL, 0, 0};
        owner_row *owners = calloc(MEASURE_OWNERS, sizeof(owner_row));
        long count = 0;
        measure_begin();
        sqlite3_stmt *statement = prepare("SELECT Z_PK, Z_OPT, ZNAME FROM ZOWNER ORDER BY Z_PK");
        while (sqlite3_step(statement) == SQLITE_ROW && count < MEASURE_OWNERS) {
            owner_row *owner = &owners[count++];
            owner->key = sqlite3_column_int64(statement, 0);
            owner->version = sqlite3_column_int64(statement, 1);
            strncpy(owner->name, (const char *)sqlite3_column_text(statement, 2), sizeof owner->name - 1);
        }
        sqlite3_finalize(statement);
        statement = prepare(ITEM_COLUMNS " WHERE ZOWNER IN (SELECT Z_PK FROM ZOWNER) ORDER BY ZOWNER");
        read_items(statement, &rows);
        sqlite3_finalize(statement);
        for (long item = 0, owner = 0; item < rows.count; item++) {
            while (owners[owner].key != rows.items[item].owner) owner++;
            if (owners[owner].count++ == 0) owners[owner].first = item;
        }
        measure_end();
        if (round == 0) measure_reset();
        if (rows.count != MEASURE_ITEMS || count != MEASURE_OWNERS) fail("count");
        for (long owner = 0; owner < count; owner++) {
            if (owners[owner].count != MEASURE_ITEMS / MEASURE_OWNERS) fail("members");
        }
        free_items(&rows);
        free(owners);
    }
    erase_file();
    return size;
}

/// peak-memory: of a process that has inserted all items in one transaction and read them. Each is made when it is inserted.
long peak(long size) {
    make_file();
    insert_owners();
    insert_items(NULL);
    reopen_file();
    item_rows rows = {NULL, 0, 0};
    sqlite3_stmt *statement = prepare(ITEM_COLUMNS);
    read_items(statement, &rows);
    sqlite3_finalize(statement);
    if (sum(rows.items, rows.count) <= 0) fail("sum");
    measure_value(measure_peak());
    free_items(&rows);
    erase_file();
    return size;
}
