/// Fills a store's file with rows by SQL alone: for cases whose rows are too many to be made as objects.
#ifndef STORE_ROWS_H
#define STORE_ROWS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Puts items and their owners into a file that has the tables of a store and no rows; nobody else has it open. The indexes are made
/// when all rows are there. Takes about half a minute for ten million.
/// @param count So many items.
/// @return NULL, or what went wrong.
const char *store_rows_fill(const char *path, int64_t count);

#ifdef __cplusplus
}
#endif

#endif
