#include "arithmetic.h"
#include "clones.h"
#include "include/CPixels.h"
#include "places.h"
#include "wide.h"

enum { run = 128 };

static inline int64_t within(int64_t value, int64_t most) { return value < 0 ? 0 : value > most ? most : value; }

static inline uint32_t nearest(const pixels_picture *picture, int64_t u, int64_t v) {
    return picture->pixels[(size_t)within(v >> 16, picture->height - 1) * picture->stride
                           + (size_t)within(u >> 16, picture->width - 1)];
}

// Places lie within the picture.
static inline uint32_t at(const pixels_picture *picture, int32_t u, int32_t v, uint32_t alpha) {
    int32_t last_x = picture->width - 2, last_y = picture->height - 2;
    int32_t x = u >> 16 < last_x ? u >> 16 : last_x, y = v >> 16 < last_y ? v >> 16 : last_y;
    if (x < 0) x = 0;
    if (y < 0) y = 0;
    uint32_t right = column_weight((uint32_t)(u - (x << 16)) >> 9), low = (uint32_t)(v - (y << 16)) >> 9;
    const uint32_t *top = picture->pixels + (size_t)y * picture->stride + (size_t)x;
    const uint32_t *bottom = picture->height > 1 ? top + picture->stride : top;
    int next = picture->width > 1;
    return mean_of_four(top[0], top[next], bottom[0], bottom[next], right, row_part(128 - low, alpha), row_part(low, alpha));
}

static void take(uint32_t *result, const pixels_picture *picture, const int32_t *u, const int32_t *v, uint32_t alpha, size_t count) {
    if (picture->width > 1 && picture->height > 1 && is_wide(count)) return wide_take(result, picture, u, v, alpha, count);
    for (size_t x = 0; x < count; x++) result[x] = at(picture, u[x], v[x], alpha);
}

CLONES static void near_places(int32_t *result, int32_t first, int32_t step, int32_t most, size_t count) {
    int32_t place = first;
    for (size_t i = 0; i < count; i++, place += step) {
        result[i] = place < 0 ? 0 : place > most ? most : place;
    }
}

static void places(int32_t *result, int64_t first, int64_t step, int64_t most, size_t count) {
    if (is_near(first, step, count)) return near_places(result, (int32_t)first, (int32_t)step, (int32_t)most, count);
    for (size_t i = 0; i < count; i++) {
        int64_t place = first + step * (int64_t)i;
        result[i] = (int32_t)(place < 0 ? 0 : place > most ? most : place);
    }
}

void pixels_take_affine(uint32_t *result, const pixels_picture *picture, const pixels_map *map, int64_t x, int64_t y, size_t count,
                        int smooth, uint32_t alpha) {
    paces step = paces_of(map), place = place_of(map, &step, x, y, smooth ? 0.5 : 0);
    if (!smooth) {
        for (size_t i = 0; i < count; i++, place.u += step.u, place.v += step.v) result[i] = scaled(nearest(picture, place.u, place.v), alpha);
        return;
    }
    int32_t us[run], vs[run];
    for (size_t first = 0; first < count; first += run) {
        size_t length = count - first < run ? count - first : run;
        places(us, place.u + step.u * (int64_t)first, step.u, (int64_t)(picture->width - 1) << 16, length);
        places(vs, place.v + step.v * (int64_t)first, step.v, (int64_t)(picture->height - 1) << 16, length);
        take(result + first, picture, us, vs, alpha, length);
    }
}

CLONES static void places_in_perspective(int32_t *us, int32_t *vs, const pixels_picture *picture, const pixels_map *map, int64_t x,
                                         double middle, size_t count, float half) {
    double across = map->across_y * middle + map->across, down = map->down_y * middle + map->down;
    double part = map->part_y * middle + map->part;
    float width = (float)(picture->width - 1), height = (float)(picture->height - 1);
    for (size_t i = 0; i < count; i++) {
        double place = (double)(int32_t)(x + (int64_t)i) + 0.5;
        float factor = 1.0f / (float)(map->part_x * place + part);
        float u = (float)(map->across_x * place + across) * factor - half;
        float v = (float)(map->down_x * place + down) * factor - half;
        us[i] = (int32_t)((u > 0 ? (u < width ? u : width) : 0) * 65536.0f);
        vs[i] = (int32_t)((v > 0 ? (v < height ? v : height) : 0) * 65536.0f);
    }
}

void pixels_places_in_perspective(int32_t *us, int32_t *vs, const pixels_picture *picture, const pixels_map *map, int64_t x, int64_t y,
                                  size_t count) {
    places_in_perspective(us, vs, picture, map, x, (double)y + 0.5, count, 0.5f);
}

void pixels_take_in_perspective(uint32_t *result, const pixels_picture *picture, const pixels_map *map, int64_t x, int64_t y,
                                size_t count, int smooth, uint32_t alpha) {
    int32_t us[run], vs[run];
    for (size_t first = 0; first < count; first += run) {
        size_t length = count - first < run ? count - first : run;
        places_in_perspective(us, vs, picture, map, x + (int64_t)first, (double)y + 0.5, length, smooth ? 0.5f : 0);
        if (smooth) {
            take(result + first, picture, us, vs, alpha, length);
        } else {
            for (size_t i = 0; i < length; i++) result[first + i] = scaled(nearest(picture, us[i], vs[i]), alpha);
        }
    }
}

void pixels_over_shifted(uint32_t *target, size_t target_stride, const uint32_t *source, size_t source_stride,
                         size_t source_height, uint32_t right, uint32_t down, size_t left, size_t top, uint32_t alpha, size_t width,
                         size_t height, const uint32_t *clear) {
    uint32_t above_weight = row_weight(down, alpha), below_weight = row_weight(128 - down, alpha);
    uint32_t of_right = column_weight(128 - right);
    if (is_wide(width)) {
        pixels_shifted shifted = {source, source_stride, source_height, of_right, above_weight, below_weight};
        return wide_over_shifted(target, target_stride, &shifted, left, top, width, height);
    }
    for (size_t y = 0; y < height; y++, target += target_stride) {
        size_t row = top + y;
        const uint32_t *above = (row > 0 ? source + (row - 1) * source_stride : clear) + left;
        const uint32_t *below = (row < source_height ? source + row * source_stride : clear) + left;
        for (size_t x = 0; x < width; x++) {
            uint32_t mixed = mean_of_four(*(above + x - 1), above[x], *(below + x - 1), below[x], of_right, above_weight,
                                          below_weight);
            target[x] = over(target[x], mixed);
        }
    }
}
