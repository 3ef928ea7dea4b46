#ifndef PLACES_H
#define PLACES_H

#include <stddef.h>
#include <stdint.h>

#include "include/CPixels.h"

// Places in a picture have sixteen bits behind the point.

// A row's first place and its steps; 0 where one of its places is too far away for 32 bits.
int pixels_steps(const pixels_map *map, int64_t x, int64_t y, size_t count, int32_t *u, int32_t *step_u, int32_t *v, int32_t *step_v);
// Of at most 512 pixels that are not taken sharp, and within the picture.
void pixels_places_in_perspective(int32_t *us, int32_t *vs, const pixels_picture *picture, const pixels_map *map, int64_t x, int64_t y,
                                  size_t count);

#endif
