#ifndef WIDE_H
#define WIDE_H

#include <stddef.h>
#include <stdint.h>

#include "arithmetic.h"
#include "include/CPixels.h"

// Eight pixels at once, where the processor has registers for them, and at least eight in all; or sixteen, of as many as there are.

// Rows of a wide target lie too far from each other for the processor to guess which comes next: those that are drawn soon are asked for.
static inline void ask_for(const uint32_t *row, size_t count) {
    for (size_t x = 0; x < count; x += 16) __builtin_prefetch(row + x, 1);
}

#if defined(__x86_64__)
static inline int is_wide(size_t count) { return count >= 8 && __builtin_cpu_supports("avx2"); }

static inline int is_wider(void) { return __builtin_cpu_supports("avx512bw"); }

void wider_over(uint32_t *target, size_t target_stride, const uint32_t *source, size_t source_stride, uint32_t alpha, size_t width,
                size_t height);
void wide_over(uint32_t *target, size_t target_stride, const uint32_t *source, size_t source_stride, uint32_t alpha, size_t width,
               size_t height);
void wide_over_covered(uint32_t *target, const uint32_t *source, uint32_t alpha, const uint8_t *cover, size_t count);

// A picture of which each pixel's left neighbour is there, with the weights of pixels and rows that lie beside each other.
typedef struct {
    const uint32_t *source;
    size_t stride, height;
    uint32_t right, above, below;
} pixels_shifted;

void wide_over_shifted(uint32_t *target, size_t target_stride, const pixels_shifted *shifted, size_t left, size_t top, size_t width,
                       size_t height);

// Distances from four edges in a row: how they change from pixel to pixel, and what they are at its beginning.
typedef struct {
    double step[4], row[4];
} wide_edges;

// A row of a picture that is looked at: places with sixteen bits behind the point by steps, or listed; those of all pixels are near enough
// for 32 bits. Pixels from `full` on are covered wholly, up to `full_end`; both count from the row's first one, which lies at `first`.
typedef struct {
    int32_t u, step_u, v, step_v;
    const int32_t *us, *vs;
    int64_t first, full, full_end;
    uint32_t alpha;
    wide_edges edges;
} wide_row;

// Pictures of at least two columns and rows. Of listed places there are at least eight.
void wide_over_looked_at(uint32_t *target, const pixels_picture *picture, const wide_row *row, int64_t count);

// At places that lie within a picture of at least two columns and rows.
void wide_take(uint32_t *result, const pixels_picture *picture, const int32_t *across, const int32_t *down, uint32_t alpha, size_t count);
#else
#define is_wide(count) 0
#define is_wider() 0
#define wider_over(...) (void)0
#define wide_over(...) (void)0
#define wide_over_covered(...) (void)0
#define wide_over_shifted(...) (void)0
#define wide_over_looked_at(...) (void)0
#define wide_take(...) (void)0
#endif

#endif
