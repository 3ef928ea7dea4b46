#define _GNU_SOURCE
#include "floor.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

sqlite3 *database;

void fail(const char *what) {
    if (database) fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(database));
    else fprintf(stderr, "StoreFloor: %s\n", what);
    exit(1);
}

void run(const char *sql) {
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql);
}

sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) fail(sql);
    return statement;
}

static const char *path(void) { return measure_store_path("floor"); }

void open_file(const char *file) {
    // As ours, it guards its connections itself.
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(file, &database, flags, NULL) != SQLITE_OK) fail(file);
    run("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "PRAGMA wal_autocheckpoint = 0");
}

static void erase(void) {
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char name[1100];
        snprintf(name, sizeof name, "%s%s", path(), suffixes[i]);
        unlink(name);
    }
}

void make_file(void) {
    erase();
    open_file(path());
    run("CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNUMBER INTEGER, ZOWNER INTEGER, "
        "ZDATE TIMESTAMP, ZRATIO FLOAT, ZNAME VARCHAR);"
        "CREATE TABLE ZOWNER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);"
        "CREATE INDEX ZITEM_ZOWNER_INDEX ON ZITEM (ZOWNER); CREATE INDEX Z_Item_byNumber ON ZITEM (ZNUMBER)");
}

void reopen_file(void) {
    if (sqlite3_close(database) != SQLITE_OK) fail("close");
    open_file(path());
}

void erase_file(void) {
    if (database && sqlite3_close(database) != SQLITE_OK) fail("close");
    database = NULL;
    erase();
}

const measure_item *items_in_memory(int64_t owners) {
    static measure_item items[MEASURE_ITEMS];
    for (int64_t i = 0; i < MEASURE_ITEMS; i++) {
        items[i] = measure_item_of(i, MEASURE_ITEMS);
        if (owners) items[i].owner = 1 + i % owners;
    }
    return items;
}

void insert_items(const measure_item *items) {
    static bool has_changed[MEASURE_OWNERS + 1];
    run("BEGIN IMMEDIATE");
    sqlite3_stmt *statement = prepare("INSERT INTO ZITEM VALUES (?, 1, 1, ?, ?, ?, ?, ?)");
    for (int64_t i = 0; i < MEASURE_ITEMS; i++) {
        measure_item made;
        if (!items) made = measure_item_of(i, MEASURE_ITEMS);
        const measure_item *item = items ? &items[i] : &made;
        sqlite3_bind_int64(statement, 1, i + 1);
        sqlite3_bind_int64(statement, 2, item->number);
        if (item->owner) sqlite3_bind_int64(statement, 3, item->owner);
        else sqlite3_bind_null(statement, 3);
        sqlite3_bind_double(statement, 4, item->date);
        sqlite3_bind_double(statement, 5, item->ratio);
        sqlite3_bind_text(statement, 6, item->name, 20, SQLITE_STATIC);
        if (sqlite3_step(statement) != SQLITE_DONE) fail("insert");
        sqlite3_reset(statement);
        has_changed[item->owner] = true;
    }
    sqlite3_finalize(statement);
    count_owners_up(has_changed);
    run("COMMIT");
}

void count_owners_up(bool has_changed[MEASURE_OWNERS + 1]) {
    sqlite3_stmt *statement = prepare("UPDATE ZOWNER SET Z_OPT = Z_OPT + 1 WHERE Z_PK = ?");
    for (int64_t key = 0; key <= MEASURE_OWNERS; key++) {
        if (key > 0 && has_changed[key]) {
            sqlite3_bind_int64(statement, 1, key);
            if (sqlite3_step(statement) != SQLITE_DONE || sqlite3_changes(database) != 1) fail("owner");
            sqlite3_reset(statement);
        }
        has_changed[key] = false;
    }
    sqlite3_finalize(statement);
}

void insert_owners(void) {
    run("BEGIN IMMEDIATE");
    sqlite3_stmt *statement = prepare("INSERT INTO ZOWNER VALUES (?, 2, 1, ?)");
    for (long i = 0; i < MEASURE_OWNERS; i++) {
        char name[32];
        int length = snprintf(name, sizeof name, "owner %ld", i);
        sqlite3_bind_int64(statement, 1, i + 1);
        sqlite3_bind_text(statement, 2, name, length, SQLITE_STATIC);
        if (sqlite3_step(statement) != SQLITE_DONE) fail("insert");
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    run("COMMIT");
}

void fill(int64_t owners) {
    make_file();
    insert_owners();
    insert_items(items_in_memory(owners));
    reopen_file();
}
