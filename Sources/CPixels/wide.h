#ifndef WIDE_H
#define WIDE_H

#include <stddef.h>
#include <stdint.h>

#include "include/CPixels.h"

// Eight pixels at once, where the processor has registers for them, and at least eight in all.

#if defined(__x86_64__)
static inline int is_wide(size_t count) { return count >= 8 && __builtin_cpu_supports("avx2"); }

void wide_over(uint32_t *target, const uint32_t *source, uint32_t alpha, size_t count);
void wide_over_covered(uint32_t *target, const uint32_t *source, uint32_t alpha, const uint8_t *cover, size_t count);

// From two rows of which each pixel's left neighbour is there.
void wide_over_mixed(uint32_t *target, const uint32_t *top, const uint32_t *bottom, uint32_t right, uint32_t top_weight,
                     uint32_t bottom_weight, size_t count);

// At places with sixteen bits behind the point, which lie within a picture of at least two columns and rows.
void wide_take(uint32_t *result, const pixels_picture *picture, const int32_t *across, const int32_t *down, size_t count);
#else
#define is_wide(count) 0
#define wide_over(...) (void)0
#define wide_over_covered(...) (void)0
#define wide_over_mixed(...) (void)0
#define wide_take(...) (void)0
#endif

#endif
