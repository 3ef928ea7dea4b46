#include <math.h>
#include <string.h>

#include "include/CPixels.h"
#include "clones.h"
#include "places.h"
#include "wide.h"

// Covers are computed for so many more pixels, so that they are whole fours.
enum { run = 512, spare = 4 };

static inline size_t fours(size_t count) { return (count + 3) & ~(size_t)3; }

typedef struct {
    // Pixels outside of these are not covered.
    int64_t first, end;
    // Those between these are covered wholly.
    int64_t full, full_end;
} span;

// What of a shape is the same for all rows.
typedef struct {
    const pixels_shape *shape;
    // One over how fast the distance from an edge changes along a row; 0 where it does not.
    double inverse[4];
    // One over how fast the rectangle's own coordinate does, where rows are the rectangle's own and corners are circles; else 0.
    double corner;
} prepared;

static prepared prepare(const pixels_shape *shape) {
    prepared result = {shape, {0, 0, 0, 0}, 0};
    for (int i = 0; i < 4; i++) result.inverse[i] = shape->edge_x[i] != 0 ? 1 / shape->edge_x[i] : 0;
    const pixels_map *m = &shape->map;
    if (shape->is_round && shape->scale > 0 && m->across_y == 0 && m->down_x == 0 && m->across_x > 0) {
        result.corner = 1 / m->across_x;
    }
    return result;
}

// Pixels whose middles lie behind a place, or before it. Somewhat more of them, or fewer.
static inline void begin(double place, double more, int64_t *first, int64_t end) {
    place -= 0.5 + more;
    if (place > (double)*first) *first = place < (double)end ? (int64_t)(place < 0 ? place - 1 : place) + 1 : end;
}

static inline void finish(double place, double more, int64_t first, int64_t *end) {
    place += more - 0.5;
    if (place < (double)*end) *end = place > (double)first ? (int64_t)(place < 0 ? place - 1 : place) + 1 : first;
}

// How far from a corner's side a circle's edge is in a row, at a distance from its middle.
static inline double chord(double radius, double distance) {
    return radius > distance ? sqrt(radius * radius - distance * distance) : 0;
}

static inline void cut_corners(span *result, const prepared *prepared, double middle) {
    const pixels_shape *shape = prepared->shape;
    const pixels_map *m = &shape->map;
    double v = m->down_y * middle + m->down, half = 0.5 / shape->scale;
    int is_low = v > (shape->top + shape->bottom) * 0.5;
    double left = shape->radius[is_low ? 3 : 0], right = shape->radius[is_low ? 2 : 1];
    double of_left = is_low ? v - (shape->bottom - left) : shape->top + left - v;
    double of_right = is_low ? v - (shape->bottom - right) : shape->top + right - v;
    if (of_left > 0) {
        double outer = shape->left + left - chord(left + half, of_left), inner = shape->left + left - chord(left - half, of_left);
        begin((outer - m->across) * prepared->corner, 0.0625, &result->first, result->end);
        begin((inner - m->across) * prepared->corner, -0.0625, &result->full, result->full_end);
    }
    if (of_right > 0) {
        double outer = shape->right - right + chord(right + half, of_right), inner = shape->right - right + chord(right - half, of_right);
        finish((outer - m->across) * prepared->corner, 0.0625, result->first, &result->end);
        finish((inner - m->across) * prepared->corner, -0.0625, result->full, &result->full_end);
    }
}

static inline span span_of(const prepared *prepared, int64_t x, int64_t end, int64_t y) {
    const pixels_shape *shape = prepared->shape;
    span result = {x, end, x, end};
    double middle = (double)y + 0.5;
    // Where the edges that pixels lie behind, or before, cut the row: outermost and innermost.
    double outer_begin = -INFINITY, inner_begin = -INFINITY, outer_end = INFINITY, inner_end = INFINITY;
    for (int i = 0; i < 4; i++) {
        double row = shape->edge_y[i] * middle + shape->edge[i], inverse = prepared->inverse[i];
        double outer = (-0.5 - row) * inverse, inner = (0.5 - row) * inverse;
        if (inverse == 0) {
            if (row < -0.5) result.end = result.first;
            if (row < 0.5) result.full_end = result.full;
        } else if (inverse > 0) {
            outer_begin = outer > outer_begin ? outer : outer_begin;
            inner_begin = inner > inner_begin ? inner : inner_begin;
        } else {
            outer_end = outer < outer_end ? outer : outer_end;
            inner_end = inner < inner_end ? inner : inner_end;
        }
    }
    begin(outer_begin, 0.0625, &result.first, result.end);
    finish(outer_end, 0.0625, result.first, &result.end);
    begin(inner_begin, -0.0625, &result.full, result.full_end);
    finish(inner_end, -0.0625, result.full, &result.full_end);
    if (prepared->corner > 0) {
        cut_corners(&result, prepared, middle);
    } else if (shape->is_round) {
        // Each pixel is looked at.
        result.full_end = result.full;
    }
    if (result.first > result.end) result.first = result.end;
    if (result.full < result.first) result.full = result.first;
    if (result.full_end > result.end) result.full_end = result.end;
    if (result.full_end <= result.full) result.full = result.full_end = result.end;
    return result;
}

void pixels_over_color_in_shape(uint32_t *target, size_t stride, uint32_t color, const pixels_shape *shape, int64_t x, int64_t y,
                                size_t width, size_t height) {
    uint8_t cover[run + spare];
    int64_t end = x + (int64_t)width;
    prepared edges = prepare(shape);
    for (size_t row = 0; row < height; row++, target += stride) {
        span s = span_of(&edges, x, end, y + (int64_t)row);
        for (int side = 0; side < 2; side++) {
            int64_t from = side ? s.full_end : s.first, to = side ? s.end : s.full;
            for (int64_t first = from; first < to; first += run) {
                size_t count = to - first < run ? (size_t)(to - first) : run;
                pixels_cover(cover, shape, first, y + (int64_t)row, fours(count));
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
    uint8_t cover[run + spare], hole[run + spare];
    int64_t end = x + (int64_t)width;
    prepared outer_edges = prepare(outer), inner_edges = prepare(inner);
    for (size_t row = 0; row < height; row++, target += stride) {
        span s = span_of(&outer_edges, x, end, y + (int64_t)row), h = span_of(&inner_edges, x, end, y + (int64_t)row);
        for (int side = 0; side < 2; side++) {
            // What the hole takes away wholly is passed over.
            int64_t from = side ? (h.full_end > s.first ? h.full_end : s.first) : s.first;
            int64_t to = side || h.full_end <= h.full || h.full > s.end ? s.end : h.full;
            if (side && h.full_end <= h.full) break;
            for (int64_t first = from; first < to; first += run) {
                size_t count = to - first < run ? (size_t)(to - first) : run;
                pixels_cover(cover, outer, first, y + (int64_t)row, fours(count));
                pixels_cover(hole, inner, first, y + (int64_t)row, fours(count));
                pixels_cover_between(cover, hole, count);
                pixels_over_color_covered(target + (first - x), color, cover, count);
            }
        }
    }
}

// Draws a part of a row in one go, where pictures are mixed and corners are none. Returns whether it did.
static int look_at_once(uint32_t *place, const pixels_picture *picture, const pixels_map *map, const paces *step, int is_in_perspective,
                        uint32_t alpha, const pixels_shape *shape, const span *s, int64_t first, int64_t line, size_t count) {
    int32_t us[run], vs[run];
    wide_row row = {.first = first, .full = s->full - first, .full_end = s->full_end - first, .alpha = alpha};
    if (is_in_perspective) {
        pixels_places_in_perspective(us, vs, picture, map, first, line, count < 8 ? 8 : count);
        row.us = us;
        row.vs = vs;
    } else {
        paces from = place_of(map, step, first, line, 0.5);
        if (!is_near(from.u, step->u, count) || !is_near(from.v, step->v, count)) return 0;
        row.u = (int32_t)from.u, row.step_u = (int32_t)step->u;
        row.v = (int32_t)from.v, row.step_v = (int32_t)step->v;
    }
    double middle = (double)line + 0.5;
    for (int i = 0; i < 4; i++) {
        row.edges.step[i] = shape->edge_x[i];
        row.edges.row[i] = shape->edge_y[i] * middle + shape->edge[i];
    }
    wide_over_looked_at(place, picture, &row, (int64_t)count);
    return 1;
}

void pixels_over_picture_in_shape(uint32_t *target, size_t stride, const pixels_picture *picture, const pixels_map *map,
                                  int is_in_perspective, int smooth, uint32_t alpha, const pixels_shape *shape, int64_t x,
                                  int64_t y, size_t width, size_t height) {
    uint8_t cover[run + spare];
    uint32_t taken[run];
    int64_t end = x + (int64_t)width;
    prepared edges = prepare(shape);
    paces step = is_in_perspective ? (paces){0, 0} : paces_of(map);
    int at_once = smooth && !shape->is_round && picture->width > 1 && picture->height > 1 && is_wide(8);
    for (size_t row = 0; row < height; row++, target += stride) {
        int64_t line = y + (int64_t)row;
        span s = span_of(&edges, x, end, line);
        if (row + 2 < height) ask_for(target + 2 * stride + (s.first - x), (size_t)(s.end - s.first));
        for (int64_t first = s.first; first < s.end; first += run) {
            size_t count = s.end - first < run ? (size_t)(s.end - first) : run;
            uint32_t *place = target + (first - x);
            if (at_once && look_at_once(place, picture, map, &step, is_in_perspective, alpha, shape, &s, first, line, count)) continue;
            if (is_in_perspective) {
                pixels_take_in_perspective(taken, picture, map, first, line, count, smooth, alpha);
            } else {
                pixels_take_affine(taken, picture, map, first, line, count, smooth, alpha);
            }
            int64_t last = first + (int64_t)count;
            int64_t full = s.full < first ? first : s.full > last ? last : s.full;
            int64_t full_end = s.full_end < full ? full : s.full_end > last ? last : s.full_end;
            if (full == first && full_end == last) {
                pixels_over(place, 0, taken, 0, 255, count, 1);
                continue;
            }
            if (full > first) pixels_cover(cover, shape, first, line, fours((size_t)(full - first)));
            memset(cover + (full - first), 255, (size_t)(full_end - full));
            if (last > full_end) {
                pixels_cover(cover + (full_end - first), shape, full_end, line, fours((size_t)(last - full_end)));
            }
            pixels_over_covered(place, taken, 255, cover, count);
        }
    }
}

void pixels_cut_by_shape(uint32_t *target, size_t stride, const pixels_shape *shape, int64_t x, int64_t y, size_t width,
                         size_t height) {
    uint8_t cover[run + spare];
    int64_t end = x + (int64_t)width;
    prepared edges = prepare(shape);
    for (size_t row = 0; row < height; row++, target += stride) {
        span s = span_of(&edges, x, end, y + (int64_t)row);
        pixels_fill(target, 0, 0, (size_t)(s.first - x), 1);
        pixels_fill(target + (s.end - x), 0, 0, (size_t)(end - s.end), 1);
        for (int side = 0; side < 2; side++) {
            int64_t from = side ? s.full_end : s.first, to = side ? s.end : s.full;
            for (int64_t first = from; first < to; first += run) {
                size_t count = to - first < run ? (size_t)(to - first) : run;
                pixels_cover(cover, shape, first, y + (int64_t)row, fours(count));
                pixels_cut(target + (first - x), cover, count);
            }
        }
    }
}

CLONES void pixels_fade(uint32_t *target, size_t stride, uint32_t alpha, size_t width, size_t height) {
    uint8_t cover[run + spare];
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
