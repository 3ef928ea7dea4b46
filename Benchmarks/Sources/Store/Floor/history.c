#include "floor.h"

#include <stdlib.h>
#include <string.h>

/// A change as a row of the history has it.
typedef struct {
    int64_t transaction, number, key;
    int32_t entity, type;
} change_row;

/// history-fetch: the changes of all transactions become structures in memory.
long history_fetch(long size) {
    fill(0);
    run("CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, "
        "ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB);"
        "CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, "
        "ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB);"
        "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID);"
        "INSERT INTO ATRANSACTION VALUES (1, 16002, NULL, 5.5, NULL, 'bench', NULL, 'bench', NULL);"
        "INSERT INTO ACHANGE (Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) SELECT 16001, 0, Z_ENT, Z_PK, 1 FROM ZITEM;"
        "INSERT INTO ACHANGE (Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) SELECT 16001, 0, Z_ENT, Z_PK, 1 FROM ZOWNER");
    for (long round = 0; round <= size; round++) {
        reopen_file();
        measure_begin();
        sqlite3_stmt *transactions = prepare(
            "SELECT Z_PK, ZTIMESTAMP, ZAUTHOR, ZBUNDLEID, ZCONTEXTNAME, ZPROCESSID FROM ATRANSACTION WHERE Z_PK > 0 ORDER BY Z_PK");
        while (sqlite3_step(transactions) == SQLITE_ROW) free(strdup((const char *)sqlite3_column_text(transactions, 3)));
        sqlite3_finalize(transactions);
        long count = 0, room = 1024, sum = 0;
        change_row *rows = malloc(room * sizeof *rows);
        sqlite3_stmt *changes = prepare(
            "SELECT ZTRANSACTIONID, Z_PK, ZENTITY, ZENTITYPK, ZCHANGETYPE, ZCOLUMNS FROM ACHANGE WHERE +ZTRANSACTIONID >= 1 ORDER BY Z_PK");
        while (sqlite3_step(changes) == SQLITE_ROW) {
            if (count == room) rows = realloc(rows, (room *= 2) * sizeof *rows);
            change_row *row = &rows[count++];
            row->transaction = sqlite3_column_int64(changes, 0);
            row->number = sqlite3_column_int64(changes, 1);
            row->entity = sqlite3_column_int(changes, 2);
            row->key = sqlite3_column_int64(changes, 3);
            row->type = sqlite3_column_int(changes, 4);
            if (sqlite3_column_type(changes, 5) != SQLITE_NULL) fail("columns");
        }
        sqlite3_finalize(changes);
        for (long i = 0; i < count; i++) sum += rows[i].key > 0 ? 1 + rows[i].type : 0;
        if (sum != MEASURE_ITEMS + MEASURE_OWNERS) fail("history");
        free(rows);
        measure_end();
        if (round == 0) measure_reset();
    }
    erase_file();
    return size;
}
