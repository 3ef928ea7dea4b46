#ifndef PLACES_H
#define PLACES_H

#include <stddef.h>
#include <stdint.h>

#include "include/CPixels.h"

// Places in a picture have sixteen bits behind the point.
static inline int64_t fixed(double place) {
    // Farther away everything is the picture's edge.
    double limited = place < -1e9 ? -1e9 : place > 1e9 ? 1e9 : place;
    double scaled = limited * 65536.0;
    return (int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

// From pixel to pixel of a row: whole numbers, so that a pixel's place does not depend on where a row begins.
typedef struct {
    int64_t u, v;
} paces;

static inline paces paces_of(const pixels_map *map) { return (paces){fixed(map->across_x), fixed(map->down_x)}; }

// A row's first place.
static inline paces place_of(const pixels_map *map, const paces *step, int64_t x, int64_t y, double half) {
    return (paces){fixed(map->across_y * ((double)y + 0.5) + map->across + map->across_x * 0.5 - half) + step->u * x,
                   fixed(map->down_y * ((double)y + 0.5) + map->down + map->down_x * 0.5 - half) + step->v * x};
}

// Whether all places of a row are near enough for 32 bits.
static inline int is_near(int64_t first, int64_t step, size_t count) {
    int64_t last = first + step * (int64_t)count, far = (int64_t)1 << 31;
    return first > -far && first < far && last > -far && last < far;
}

// Of at most 512 pixels that are not taken sharp, and within the picture.
void pixels_places_in_perspective(int32_t *us, int32_t *vs, const pixels_picture *picture, const pixels_map *map, int64_t x, int64_t y,
                                  size_t count);

#endif
