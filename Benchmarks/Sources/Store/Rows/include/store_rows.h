/// Fills a store's file with rows by SQL alone: for cases whose rows are too many to be made as objects.
#ifndef STORE_ROWS_H
#define STORE_ROWS_H

#ifdef __cplusplus
extern "C" {
#endif

/// Puts MEASURE_PAGED_ITEMS items and their owners into a file that has the tables of a store and no rows; nobody else has it
/// open. The indexes are made when all rows are there. Takes about half a minute.
/// @return NULL, or what went wrong.
const char *store_rows_fill(const char *path);

#ifdef __cplusplus
}
#endif

#endif
