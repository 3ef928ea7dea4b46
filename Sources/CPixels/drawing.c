#include "include/CPixels.h"
#include "clones.h"

enum { run = 512 };

typedef struct {
    // Pixels outside of these are not covered.
    int64_t first, end;
    // Those between these are covered wholly.
    int64_t full, full_end;
} span;

// The pixels of a row where a distance, which is linear, is above a limit. Somewhat more of them, or fewer.
static inline void limit(double by_x, double row, double least, double spare, int64_t *first, int64_t *end) {
    if (by_x == 0) {
        if (row < least) *end = *first;
        return;
    }
    double place = (least - row) / by_x - 0.5;
    if (by_x > 0) {
        place -= spare;
        if (place > (double)*first) *first = place < (double)*end ? (int64_t)(place < 0 ? place - 1 : place) + 1 : *end;
    } else {
        place += spare;
        if (place < (double)*end) *end = place > (double)*first ? (int64_t)(place < 0 ? place - 1 : place) : *first;
    }
}

static inline span span_of(const pixels_shape *shape, int64_t x, int64_t end, int64_t y) {
    span result = {x, end, x, end};
    double middle = (double)y + 0.5;
    for (int i = 0; i < 4; i++) {
        double row = shape->edge_y[i] * middle + shape->edge[i];
        limit(shape->edge_x[i], row, -0.5, 2, &result.first, &result.end);
        limit(shape->edge_x[i], row, 0.5, -2, &result.full, &result.full_end);
    }
    if (shape->is_round) {
        const pixels_map *m = &shape->map;
        // Between the round corners, where rows and columns are the rectangle's own; else each pixel is looked at.
        if (shape->is_in_perspective || m->across_y != 0 || m->down_x != 0 || m->across_x == 0) {
            result.full_end = result.full;
        } else {
            double v = m->down_y * middle + m->down, largest = 0;
            for (int i = 0; i < 4; i++) largest = shape->radius[i] > largest ? shape->radius[i] : largest;
            if (v < shape->top + largest || v > shape->bottom - largest) {
                double left = shape->left + largest, right = shape->right - largest, by_x = m->across_x;
                limit(by_x, m->across, left, -2, &result.full, &result.full_end);
                limit(-by_x, -m->across, -right, -2, &result.full, &result.full_end);
            }
        }
    }
    if (result.first > result.end) result.first = result.end;
    if (result.full < result.first) result.full = result.first;
    if (result.full_end > result.end) result.full_end = result.end;
    if (result.full_end <= result.full) result.full = result.full_end = result.end;
    return result;
}

void pixels_over_color_in_shape(uint32_t *target, size_t stride, uint32_t color, const pixels_shape *shape, int64_t x, int64_t y,
                                size_t width, size_t height) {
    uint8_t cover[run];
    int64_t end = x + (int64_t)width;
    for (size_t row = 0; row < height; row++, target += stride) {
        span s = span_of(shape, x, end, y + (int64_t)row);
        for (int side = 0; side < 2; side++) {
            int64_t from = side ? s.full_end : s.first, to = side ? s.end : s.full;
            for (int64_t first = from; first < to; first += run) {
                size_t count = to - first < run ? (size_t)(to - first) : run;
                pixels_cover(cover, shape, first, y + (int64_t)row, count);
                pixels_over_color_covered(target + (first - x), color, cover, count);
            }
            if (!side && s.full_end > s.full) {
                pixels_over_color(target + (s.full - x), 0, color, (size_t)(s.full_end - s.full), 1);
            }
        }
    }
}

void pixels_over_color_between(uint32_t *target, size_t stride, uint32_t color, const pixels_shape *outer,
                               const pixels_shape *inner, int64_t x, int64_t y, size_t width, size_t height) {
    uint8_t cover[run], hole[run];
    int64_t end = x + (int64_t)width;
    for (size_t row = 0; row < height; row++, target += stride) {
        span s = span_of(outer, x, end, y + (int64_t)row), h = span_of(inner, x, end, y + (int64_t)row);
        for (int side = 0; side < 2; side++) {
            // What the hole takes away wholly is passed over.
            int64_t from = side ? (h.full_end > s.first ? h.full_end : s.first) : s.first;
            int64_t to = side || h.full_end <= h.full || h.full > s.end ? s.end : h.full;
            if (side && h.full_end <= h.full) break;
            for (int64_t first = from; first < to; first += run) {
                size_t count = to - first < run ? (size_t)(to - first) : run;
                pixels_cover(cover, outer, first, y + (int64_t)row, count);
                pixels_cover(hole, inner, first, y + (int64_t)row, count);
                pixels_cover_between(cover, hole, count);
                pixels_over_color_covered(target + (first - x), color, cover, count);
            }
        }
    }
}

void pixels_over_picture_in_shape(uint32_t *target, size_t stride, const pixels_picture *picture, const pixels_map *map,
                                  int is_in_perspective, int smooth, uint32_t alpha, const pixels_shape *shape, int64_t x,
                                  int64_t y, size_t width, size_t height) {
    uint8_t cover[run];
    uint32_t taken[run];
    int64_t end = x + (int64_t)width;
    for (size_t row = 0; row < height; row++, target += stride) {
        int64_t line = y + (int64_t)row;
        span s = span_of(shape, x, end, line);
        for (int64_t first = s.first; first < s.end; first += run) {
            size_t count = s.end - first < run ? (size_t)(s.end - first) : run;
            if (is_in_perspective) {
                pixels_take_in_perspective(taken, picture, map, first, line, count, smooth);
            } else {
                pixels_take_affine(taken, picture, map, first, line, count, smooth);
            }
            int64_t last = first + (int64_t)count;
            int64_t full = s.full < first ? first : s.full > last ? last : s.full;
            int64_t full_end = s.full_end < full ? full : s.full_end > last ? last : s.full_end;
            uint32_t *place = target + (first - x);
            if (full > first) {
                pixels_cover(cover, shape, first, line, (size_t)(full - first));
                pixels_over_covered(place, taken, alpha, cover, (size_t)(full - first));
            }
            if (full_end > full) {
                pixels_over(place + (full - first), 0, taken + (full - first), 0, alpha, (size_t)(full_end - full), 1);
            }
            if (last > full_end) {
                pixels_cover(cover, shape, full_end, line, (size_t)(last - full_end));
                pixels_over_covered(place + (full_end - first), taken + (full_end - first), alpha, cover,
                                    (size_t)(last - full_end));
            }
        }
    }
}

void pixels_cut_by_shape(uint32_t *target, size_t stride, const pixels_shape *shape, int64_t x, int64_t y, size_t width,
                         size_t height) {
    uint8_t cover[run];
    int64_t end = x + (int64_t)width;
    for (size_t row = 0; row < height; row++, target += stride) {
        span s = span_of(shape, x, end, y + (int64_t)row);
        pixels_fill(target, 0, 0, (size_t)(s.first - x), 1);
        pixels_fill(target + (s.end - x), 0, 0, (size_t)(end - s.end), 1);
        for (int side = 0; side < 2; side++) {
            int64_t from = side ? s.full_end : s.first, to = side ? s.end : s.full;
            for (int64_t first = from; first < to; first += run) {
                size_t count = to - first < run ? (size_t)(to - first) : run;
                pixels_cover(cover, shape, first, y + (int64_t)row, count);
                pixels_cut(target + (first - x), cover, count);
            }
        }
    }
}

CLONES void pixels_fade(uint32_t *target, size_t stride, uint32_t alpha, size_t width, size_t height) {
    uint8_t cover[run];
    for (size_t x = 0; x < run; x++) cover[x] = (uint8_t)alpha;
    for (size_t row = 0; row < height; row++, target += stride) {
        for (size_t x = 0; x < width; x += run) pixels_cut(target + x, cover, width - x < run ? width - x : run);
    }
}

// The alpha of pixels as one colour.
CLONES void pixels_tint(uint32_t *target, const uint8_t *alpha, uint32_t color, size_t count) {
    for (size_t x = 0; x < count; x++) target[x] = 0;
    pixels_over_color_covered(target, color, alpha, count);
}

CLONES void pixels_alpha(uint8_t *alpha, const uint32_t *source, size_t count) {
    for (size_t x = 0; x < count; x++) alpha[x] = (uint8_t)(source[x] >> 24);
}
