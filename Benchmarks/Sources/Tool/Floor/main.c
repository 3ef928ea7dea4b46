/// What SQLite itself needs for the same answers, in this process: to open the file, to count the rows of each table, and to read a row.
#include "measure.h"
#include "measure_store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static sqlite3 *database;

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, database ? sqlite3_errmsg(database) : "no database");
    exit(EXIT_FAILURE);
}

/// Opens the file as one that nobody changes, runs a query and reads its first row.
static int64_t first(const char *sql) {
    char uri[2048];
    snprintf(uri, sizeof uri, "file:%s?immutable=1", measure_paged_store());
    if (sqlite3_open_v2(uri, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) != SQLITE_OK) fail(uri);
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) fail(sql);
    if (sqlite3_step(statement) != SQLITE_ROW) fail(sql);
    int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return value;
}

static void warm(void) {
    if (access(measure_paged_store(), R_OK) != 0) {
        fail("run `StoreOurs page-10m` first, which makes the file with ten million rows");
    }
    measure_store_warm(measure_paged_store());
}

static long info(long size) {
    warm();
    for (long round = 0; round <= size; round++) {
        measure_begin();
        int64_t count = first("SELECT (SELECT count(*) FROM ZITEM) + (SELECT count(*) FROM ZOWNER)");
        measure_end();
        if (round == 0) measure_reset();
        if (count <= MEASURE_PAGED_ITEMS) fail("count");
    }
    return size;
}

static long fetch(long size) {
    warm();
    uint64_t times[2] = {0, 0};
    const char *const queries[2] = {"SELECT * FROM ZITEM", "SELECT * FROM ZITEM ORDER BY ZNUMBER, Z_PK"};
    for (long round = 0; round <= size; round++) {
        for (int i = 0; i < 2; i++) {
            uint64_t begin = measure_wall();
            if (first(queries[i]) < 1) fail("row");
            if (round > 0) times[i] += measure_wall() - begin;
        }
    }
    double milliseconds = 1e6 * (double)size;
    measure_value((double)times[0] / milliseconds);
    measure_note("indexed-ms", (double)times[1] / milliseconds);
    return size;
}

int main(int argc, char *const *argv) {
    const measure_case cases[] = {{"store-info-10m", info, 5}, {"fetch-first-row", fetch, 10}, {NULL, NULL, 0}};
    return measure_main(argc, argv, sqlite3_libversion(), cases);
}
