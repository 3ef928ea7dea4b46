#include "store_rows.h"

#include "measure_store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    sqlite3 *database;
    /// What went wrong first; empty while nothing has.
    char failure[300];
} filler;

static void note_failure(filler *self, const char *sql) {
    if (self->failure[0]) return;
    snprintf(self->failure, sizeof self->failure, "%s: %s", sql, sqlite3_errmsg(self->database));
}

static void run(filler *self, const char *sql) {
    if (self->failure[0]) return;
    if (sqlite3_exec(self->database, sql, NULL, NULL, NULL) != SQLITE_OK) note_failure(self, sql);
}

static sqlite3_stmt *prepare(filler *self, const char *sql) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(self->database, sql, -1, &statement, NULL) != SQLITE_OK) note_failure(self, sql);
    return statement;
}

static void step(filler *self, sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE) note_failure(self, sqlite3_sql(statement));
    sqlite3_reset(statement);
}

/// The number of an entity, once its greatest key is noted.
static int64_t entity(filler *self, const char *name, int64_t greatest_key) {
    sqlite3_stmt *statement = prepare(self, "UPDATE Z_PRIMARYKEY SET Z_MAX = ?2 WHERE Z_NAME = ?1 RETURNING Z_ENT");
    if (!statement) return 0;
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, greatest_key);
    int64_t number = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    if (number) step(self, statement);
    else note_failure(self, "the store has not the entities Item and Owner");
    sqlite3_finalize(statement);
    return number;
}

static void insert_owners(filler *self) {
    int64_t number = entity(self, "Owner", MEASURE_OWNERS);
    sqlite3_stmt *statement = prepare(self, "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (?1, ?2, 1, 'owner ' || ?1)");
    if (!statement) return;
    sqlite3_bind_int64(statement, 2, number);
    for (int64_t key = 1; key <= MEASURE_OWNERS && !self->failure[0]; key++) {
        sqlite3_bind_int64(statement, 1, key);
        step(self, statement);
    }
    sqlite3_finalize(statement);
}

static void insert_items(filler *self, int64_t count) {
    int64_t number = entity(self, "Item", count);
    sqlite3_stmt *statement = prepare(
        self, "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZOWNER, ZDATE, ZRATIO, ZNAME) VALUES (?, ?, 1, ?, ?, ?, ?, ?)");
    if (!statement) return;
    sqlite3_bind_int64(statement, 2, number);
    for (int64_t i = 0; i < count && !self->failure[0]; i++) {
        measure_item item = measure_item_of(i, count);
        sqlite3_bind_int64(statement, 1, i + 1);
        sqlite3_bind_int64(statement, 3, item.number);
        if (item.owner) sqlite3_bind_int64(statement, 4, item.owner);
        else sqlite3_bind_null(statement, 4);
        sqlite3_bind_double(statement, 5, item.date);
        sqlite3_bind_double(statement, 6, item.ratio);
        sqlite3_bind_text(statement, 7, item.name, 20, SQLITE_STATIC);
        step(self, statement);
    }
    sqlite3_finalize(statement);
}

enum { MAX_INDEXES = 8 };

/// The statements that make the indexes of the items, which are dropped.
static int drop_indexes(filler *self, char *statements[MAX_INDEXES]) {
    char *drops[MAX_INDEXES];
    int count = 0;
    sqlite3_stmt *indexes = prepare(
        self, "SELECT sql, 'DROP INDEX \"' || name || '\"' FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ZITEM' "
              "AND sql IS NOT NULL");
    while (indexes && count < MAX_INDEXES && sqlite3_step(indexes) == SQLITE_ROW) {
        statements[count] = strdup((const char *)sqlite3_column_text(indexes, 0));
        drops[count++] = strdup((const char *)sqlite3_column_text(indexes, 1));
    }
    sqlite3_finalize(indexes);
    for (int i = 0; i < count; i++) {
        run(self, drops[i]);
        free(drops[i]);
    }
    return count;
}

const char *store_rows_fill(const char *path, int64_t count) {
    static filler self;
    self = (filler){NULL, ""};
    if (sqlite3_open_v2(path, &self.database, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) note_failure(&self, path);
    // What fails is made anew from nothing: neither a journal nor a wait for the disk is of use.
    run(&self, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000");
    run(&self, "BEGIN");
    char *statements[MAX_INDEXES];
    int indexes = drop_indexes(&self, statements);
    insert_owners(&self);
    insert_items(&self, count);
    for (int i = 0; i < indexes; i++) {
        run(&self, statements[i]);
        free(statements[i]);
    }
    run(&self, "COMMIT; PRAGMA journal_mode = WAL");
    sqlite3_close(self.database);
    return self.failure[0] ? self.failure : NULL;
}
