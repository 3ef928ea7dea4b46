#include "floor.h"

#include <time.h>
#include <unistd.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/// Closes the file, which moves the log into it.
static void close_file(void) {
    if (sqlite3_close(database) != SQLITE_OK) fail("close");
    database = NULL;
}

static void open_copy(void) {
    const char *file = measure_migrated_store();
    if (access(file, R_OK) != 0) fail("run `StoreOurs migrate-in-place` first, which makes the file with a million rows");
    if (measure_store_copy(file, measure_store_path("floor")) != 0) fail("the file cannot be copied");
    measure_store_warm(measure_store_path("floor"));
}

/// migrate-in-place: a column is added.
long migrate_adding(long size) {
    for (long round = 0; round <= size; round++) {
        open_copy();
        measure_begin();
        open_file(measure_store_path("floor"));
        run("BEGIN IMMEDIATE; ALTER TABLE ZITEM ADD COLUMN ZNOTE VARCHAR; COMMIT");
        close_file();
        measure_end();
        if (round == 0) measure_reset();
        erase_file();
    }
    return size;
}

/// The table that rows are put into.
#define NEW_TABLE(columns)                                                                                                        \
    "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNUMBER INTEGER, ZOWNER INTEGER, "              \
    "ZDATE TIMESTAMP, " columns "ZNAME VARCHAR)"

/// migrate-rename: all rows go into a new table by one statement.
long migrate_renaming(long size) {
    for (long round = 0; round <= size; round++) {
        open_copy();
        measure_begin();
        open_file(measure_store_path("floor"));
        run("BEGIN IMMEDIATE; " NEW_TABLE("ZRATIO FLOAT, "));
        run("INSERT INTO ZTHING SELECT Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZOWNER, ZDATE, ZRATIO, coalesce(ZNAME, 'none') FROM ZITEM");
        run("COMMIT");
        close_file();
        measure_end();
        if (round == 0) measure_reset();
        erase_file();
    }
    return size;
}

/// migrate-copy: the same with a column less, the old table dropped, and the indexes made. The note is the statement alone.
long migrate_copying(long size) {
    for (long round = 0; round <= size; round++) {
        open_copy();
        measure_begin();
        open_file(measure_store_path("floor"));
        run("BEGIN IMMEDIATE; " NEW_TABLE(""));
        double start = seconds();
        run("INSERT INTO ZTHING SELECT Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZOWNER, ZDATE, ZNAME FROM ZITEM");
        measure_note("statement-ms", (seconds() - start) * 1e3);
        run("DROP TABLE ZITEM");
        run("CREATE INDEX ZTHING_ZOWNER_INDEX ON ZTHING (ZOWNER); CREATE INDEX Z_Thing_byNumber ON ZTHING (ZNUMBER)");
        run("COMMIT");
        close_file();
        measure_end();
        if (round == 0) measure_reset();
        erase_file();
    }
    return size;
}
