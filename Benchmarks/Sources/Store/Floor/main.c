#define _GNU_SOURCE
#include "measure.h"
#include "measure_store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// The least that does the same work with SQLite's own interface: rows become structures in memory, side by side.

static sqlite3 *database;

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(database));
    exit(1);
}

static void run(const char *sql) {
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql);
}

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) fail(sql);
    return statement;
}

static const char *path(void) { return measure_store_path("floor"); }

static void erase(void) {
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char name[1100];
        snprintf(name, sizeof name, "%s%s", path(), suffixes[i]);
        unlink(name);
    }
}

static void open_file(void) {
    if (sqlite3_open_v2(path(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL)) {
        fail("open");
    }
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
}

/// A new file with the tables that ours has.
static void make_file(void) {
    erase();
    open_file();
    run("CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNUMBER INTEGER, ZOWNER INTEGER, "
        "ZDATE TIMESTAMP, ZRATIO FLOAT, ZNAME VARCHAR);"
        "CREATE TABLE ZOWNER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);"
        "CREATE INDEX ZITEM_ZOWNER_INDEX ON ZITEM (ZOWNER); CREATE INDEX Z_Item_byNumber ON ZITEM (ZNUMBER)");
}

static void close_file(void) {
    sqlite3_close(database);
    erase();
}

static void insert_items(long count, long owners) {
    run("BEGIN IMMEDIATE");
    sqlite3_stmt *statement = prepare("INSERT INTO ZITEM VALUES (?, 1, 1, ?, ?, ?, ?, ?)");
    for (long i = 0; i < count; i++) {
        measure_item item = measure_item_of(i, count);
        sqlite3_bind_int64(statement, 1, i + 1);
        sqlite3_bind_int64(statement, 2, item.number);
        if (owners) sqlite3_bind_int64(statement, 3, 1 + i % owners);
        else if (item.owner) sqlite3_bind_int64(statement, 3, item.owner);
        else sqlite3_bind_null(statement, 3);
        sqlite3_bind_double(statement, 4, item.date);
        sqlite3_bind_double(statement, 5, item.ratio);
        sqlite3_bind_text(statement, 6, item.name, 20, SQLITE_STATIC);
        if (sqlite3_step(statement) != SQLITE_DONE) fail("insert");
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    run("COMMIT");
}

static void insert_owners(void) {
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

static void fill(long owners) {
    make_file();
    insert_owners();
    insert_items(MEASURE_ITEMS, owners);
}

/// A row of the table.
typedef struct {
    int64_t key, version, number, owner;
    double date, ratio;
    char name[21];
} row;

static row *rows;
static long row_count, row_capacity;

/// Reads the rows of a statement that selects all columns.
static void read_rows(sqlite3_stmt *statement) {
    row_count = 0;
    while (sqlite3_step(statement) == SQLITE_ROW) {
        if (row_count == row_capacity) {
            row_capacity = row_capacity ? row_capacity * 2 : 1024;
            rows = realloc(rows, sizeof(row) * (size_t)row_capacity);
        }
        row *next = &rows[row_count++];
        next->key = sqlite3_column_int64(statement, 0);
        next->version = sqlite3_column_int64(statement, 1);
        next->number = sqlite3_column_int64(statement, 2);
        next->owner = sqlite3_column_int64(statement, 3);
        next->date = sqlite3_column_double(statement, 4);
        next->ratio = sqlite3_column_double(statement, 5);
        int length = sqlite3_column_bytes(statement, 6);
        memcpy(next->name, sqlite3_column_text(statement, 6), (size_t)(length < 20 ? length : 20));
    }
    sqlite3_reset(statement);
}

#define COLUMNS "SELECT Z_PK, Z_OPT, ZNUMBER, ZOWNER, ZDATE, ZRATIO, ZNAME FROM ZITEM"

static long insert(long size) {
    for (long round = 0; round <= size; round++) {
        make_file();
        insert_owners();
        measure_begin();
        insert_items(MEASURE_ITEMS, 0);
        measure_end();
        if (round == 0) measure_reset();
        close_file();
    }
    return size;
}

/// Reads the rows of a query again and again.
static long fetch(long size, const char *sql, long expected) {
    fill(0);
    for (long round = 0; round <= size; round++) {
        free(rows);
        rows = NULL;
        row_capacity = 0;
        measure_begin();
        sqlite3_stmt *statement = prepare(sql);
        read_rows(statement);
        sqlite3_finalize(statement);
        measure_end();
        if (round == 0) measure_reset();
        if (row_count != expected) fail("count");
    }
    close_file();
    return size;
}

static long fetch_all(long size) { return fetch(size, COLUMNS, MEASURE_ITEMS); }

static long fetch_range(long size) {
    return fetch(size, COLUMNS " WHERE ZNUMBER >= 20000 AND ZNUMBER < 30000 ORDER BY ZNAME", MEASURE_PART);
}

static long change(long size, const char *sql) {
    for (long round = 0; round <= size; round++) {
        fill(0);
        measure_begin();
        run("BEGIN IMMEDIATE");
        sqlite3_stmt *statement = prepare(sql);
        for (long i = 0; i < MEASURE_PART; i++) {
            sqlite3_bind_int64(statement, 1, 1 + i * 7);
            sqlite3_bind_double(statement, 2, (double)i);
            if (sqlite3_step(statement) != SQLITE_DONE) fail(sql);
            sqlite3_reset(statement);
        }
        sqlite3_finalize(statement);
        run("COMMIT");
        measure_end();
        if (round == 0) measure_reset();
        close_file();
    }
    return size;
}

static long update(long size) {
    return change(size, "UPDATE ZITEM SET Z_OPT = 2, ZRATIO = ?2 WHERE Z_PK = ?1 AND Z_OPT = 1");
}

static long delete(long size) { return change(size, "DELETE FROM ZITEM WHERE Z_PK = ?1 AND Z_OPT = 1 AND ?2 >= 0"); }

static long prefetch(long size) {
    fill(MEASURE_OWNERS);
    for (long round = 0; round <= size; round++) {
        measure_begin();
        sqlite3_stmt *owners = prepare("SELECT Z_PK, Z_OPT, ZNAME FROM ZOWNER");
        long count = 0, letters = 0;
        while (sqlite3_step(owners) == SQLITE_ROW) {
            count += sqlite3_column_int64(owners, 0) > 0 && sqlite3_column_int64(owners, 1) > 0;
            letters += sqlite3_column_text(owners, 2)[0];
        }
        sqlite3_finalize(owners);
        sqlite3_stmt *items = prepare(COLUMNS " WHERE ZOWNER IN (SELECT Z_PK FROM ZOWNER) ORDER BY ZOWNER");
        read_rows(items);
        sqlite3_finalize(items);
        measure_end();
        if (round == 0) measure_reset();
        if (row_count != MEASURE_ITEMS || count != MEASURE_OWNERS || letters == 0) fail("count");
    }
    close_file();
    return size;
}

/// The keys of all rows by number, and then pages of them at random.
static long page(long size) {
    make_file();
    insert_items(MEASURE_PAGED_ITEMS, 0);
    int64_t *keys = malloc(sizeof(int64_t) * MEASURE_PAGED_ITEMS);
    sqlite3_stmt *all = prepare("SELECT Z_PK FROM ZITEM ORDER BY ZNUMBER");
    for (long i = 0; sqlite3_step(all) == SQLITE_ROW; i++) keys[i] = sqlite3_column_int64(all, 0);
    sqlite3_finalize(all);
    char sql[4096] = COLUMNS " WHERE Z_PK IN (?";
    for (long i = 1; i < MEASURE_PAGE; i++) strcat(sql, ",?");
    strcat(sql, ")");
    sqlite3_stmt *some = prepare(sql);
    uint64_t random = 1;
    for (long round = 0; round <= size; round++) {
        long first = (long)(measure_random(&random) % (MEASURE_PAGED_ITEMS / MEASURE_PAGE)) * MEASURE_PAGE;
        measure_begin();
        for (int i = 0; i < MEASURE_PAGE; i++) sqlite3_bind_int64(some, i + 1, keys[first + i]);
        read_rows(some);
        measure_end();
        if (round == 0) measure_reset();
        if (row_count != MEASURE_PAGE) fail("count");
    }
    sqlite3_finalize(some);
    free(keys);
    close_file();
    return size;
}

/// The peak of the process that has inserted all items in one transaction and read them.
static long peak(long size) {
    make_file();
    insert_owners();
    insert_items(MEASURE_ITEMS, 0);
    sqlite3_stmt *statement = prepare(COLUMNS);
    read_rows(statement);
    sqlite3_finalize(statement);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    measure_value((double)usage.ru_maxrss / 1024);
    close_file();
    return size;
}

int main(int argc, char *const *argv) {
    const measure_case cases[] = {
        {"insert-100k", insert, 3}, {"fetch-faults", fetch_all, 10}, {"fetch-read", fetch_all, 10},
        {"fetch-range", fetch_range, 10}, {"update-10k", update, 3}, {"delete-10k", delete, 3},
        {"prefetch", prefetch, 10}, {"page-10m", page, MEASURE_PAGES}, {"peak-memory", peak, 1}, {NULL, NULL, 0},
    };
    return measure_main(argc, argv, sqlite3_libversion(), cases);
}
