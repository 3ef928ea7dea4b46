/// The least that does a store's work with SQLite's own interface in C. Rows become structures in memory, side by side.
///
/// What is the same as in ours: the tables and indexes, WAL with `synchronous` FULL, one transaction a save, the optimistic check of
/// the version in each change, the versions of owners whose items change, every column of a row read, and texts copied out of SQLite's
/// memory. What is left out: objects, their identities, and whatever finds out what has changed. As in ours, the log is moved into the
/// file outside of the measured time, and values that are to be saved are made before.
#ifndef FLOOR_H
#define FLOOR_H

#include "measure.h"
#include "measure_store.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

// MARK: The file

extern sqlite3 *database;

/// Ends the program with what SQLite says.
_Noreturn void fail(const char *what);

/// Runs statements without results.
void run(const char *sql);

sqlite3_stmt *prepare(const char *sql);

/// Opens a file under the settings that ours has.
void open_file(const char *path);

/// Makes a new file with the tables that ours has, and opens it.
void make_file(void);

/// Closes the file and opens it again: the log is moved into it, and no page is kept.
void reopen_file(void);

/// Closes the file and erases it.
void erase_file(void);

/// Values of all items; `owners` above 0 gives each item one, in turn.
const measure_item *items_in_memory(int64_t owners);

/// Inserts all items in one transaction.
/// @param items Their values; NULL if each is to be made when it is inserted.
void insert_items(const measure_item *items);

void insert_owners(void);

/// Counts the versions of owners up whose items have changed, as ours does for whoever looks at an owner's items.
/// @param has_changed By their keys; all is false again afterwards.
void count_owners_up(bool has_changed[MEASURE_OWNERS + 1]);

/// A file with all items, opened again.
void fill(int64_t owners);

// MARK: Rows

/// A row of the items' table.
typedef struct {
    int64_t key, version, number, owner;
    double date, ratio;
    char name[21];
} item_row;

/// The columns in the order in which `read_item` has them.
#define ITEM_COLUMNS "SELECT Z_PK, Z_OPT, ZNUMBER, ZOWNER, ZDATE, ZRATIO, ZNAME FROM ZITEM"

typedef struct {
    item_row *items;
    long count, room;
} item_rows;

void read_item(sqlite3_stmt *statement, item_row *row);

/// Reads what a statement gives, behind what is there.
void read_items(sqlite3_stmt *statement, item_rows *rows);

void free_items(item_rows *rows);

// MARK: Cases

long insert(long size);
long update(long size);
long delete(long size);
long fetch_faults(long size);
long fetch_read(long size);
long fetch_range(long size);
long prefetch(long size);
long page(long size);
long batch_insert(long size);
long batch_update(long size);
long batch_delete(long size);
long history_fetch(long size);
long migrate_adding(long size);
long migrate_renaming(long size);
long migrate_copying(long size);
long peak(long size);

#endif
