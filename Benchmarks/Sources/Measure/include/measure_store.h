/// What the rows of the area `store` are: the same for ours and every peer.
///
/// Item number n, from 0, has the key n + 1. `number` is indexed; every second item has an owner; owners have 100 items each in the case
/// `prefetch`, whose items all have one.
#ifndef MEASURE_STORE_H
#define MEASURE_STORE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MEASURE_ITEMS = 100000,
    MEASURE_OWNERS = 1000,
    /// How many items a change, a deletion and a range concern.
    MEASURE_PART = 10000,
    /// The first number of the range.
    MEASURE_RANGE = 20000,
    MEASURE_PAGED_ITEMS = 10000000,
    /// How many items are migrated.
    MEASURE_MIGRATED_ITEMS = 1000000,
    MEASURE_PAGE = 100,
    /// How many pages are looked at.
    MEASURE_PAGES = 200,
};

/// One item's values, in the order of its columns.
typedef struct {
    int64_t number;
    double ratio;
    /// Twenty letters and digits, and the end.
    char name[21];
    /// Seconds since 2001.
    double date;
    /// The key of its owner, from 1; 0 for none.
    int64_t owner;
} measure_item;

/// The item of a number among `count`.
measure_item measure_item_of(int64_t index, int64_t count);

/// What the ratio of the item becomes that is changed as number `index`: another than it was.
double measure_new_ratio(int64_t index);

/// The path of the file for a program's store, which is made anew for each measurement: in `Benchmarks/.build`, on the disk.
const char *measure_store_path(const char *program);

/// The path of the file with ten million rows, which is made once and read by all programs; beside the others.
const char *measure_paged_store(void);

/// The path of the file with a million rows that are migrated, which is made once and copied by all programs; beside the others.
const char *measure_migrated_store(void);

/// Puts a copy of one file in the place of another, and erases what is beside that. Returns 0, or -1.
int measure_store_copy(const char *path, const char *copy);

/// Reads a file once, so that the system has its pages in memory.
void measure_store_warm(const char *path);

#ifdef __cplusplus
}
#endif

#endif
