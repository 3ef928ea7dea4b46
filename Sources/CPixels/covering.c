#include <math.h>

#include "include/CPixels.h"

static inline double part(double distance) { return distance <= -0.5 ? 0 : distance >= 0.5 ? 1 : distance + 0.5; }

// Two edges that face each other: exact for a strip that is narrower than a pixel.
static inline double between(double first, double second) {
    double sum = part(first) + part(second) - 1;
    return sum > 0 ? sum : 0;
}

// The distance from a round corner, in pixels, by how fast the distance in the rectangle's own coordinates changes from pixel to pixel.
static inline double from_corner(const pixels_shape *shape, double u, double v, double w, double center_u, double center_v,
                                 double radius) {
    double a = u - center_u, b = v - center_v, length = sqrt(a * a + b * b);
    if (length == 0) return radius > 0 ? 1 : 0;
    const pixels_map *m = &shape->map;
    double ux = m->across_x, uy = m->across_y, vx = m->down_x, vy = m->down_y;
    if (shape->is_in_perspective) {
        ux = (ux - u * m->part_x) / w;
        uy = (uy - u * m->part_y) / w;
        vx = (vx - v * m->part_x) / w;
        vy = (vy - v * m->part_y) / w;
    }
    double x = (a * ux + b * vx) / length, y = (a * uy + b * vy) / length, slope = sqrt(x * x + y * y);
    return slope > 0 ? (radius - length) / slope : 0;
}

void pixels_cover(uint8_t *cover, const pixels_shape *shape, int64_t x, int64_t y, size_t count) {
    double middle = (double)y + 0.5;
    double row[4];
    for (int i = 0; i < 4; i++) row[i] = shape->edge_y[i] * middle + shape->edge[i];
    const pixels_map *m = &shape->map;
    for (size_t i = 0; i < count; i++) {
        double place = (double)(x + (int64_t)i) + 0.5;
        double left = shape->edge_x[0] * place + row[0], right = shape->edge_x[1] * place + row[1];
        double top = shape->edge_x[2] * place + row[2], bottom = shape->edge_x[3] * place + row[3];
        double covered = between(left, right) * between(top, bottom);
        if (shape->is_round && covered > 0) {
            double u = m->across_x * place + m->across_y * middle + m->across;
            double v = m->down_x * place + m->down_y * middle + m->down, w = 1;
            if (shape->is_in_perspective) {
                w = m->part_x * place + m->part_y * middle + m->part;
                u /= w;
                v /= w;
            }
            int is_right = u > (shape->left + shape->right) * 0.5, is_low = v > (shape->top + shape->bottom) * 0.5;
            double radius = shape->radius[is_low ? (is_right ? 2 : 3) : (is_right ? 1 : 0)];
            double center_u = is_right ? shape->right - radius : shape->left + radius;
            double center_v = is_low ? shape->bottom - radius : shape->top + radius;
            if ((is_right ? u > center_u : u < center_u) && (is_low ? v > center_v : v < center_v)) {
                double rounded = part(from_corner(shape, u, v, w, center_u, center_v, radius));
                if (rounded < covered) covered = rounded;
            }
        }
        cover[i] = (uint8_t)(covered * 255 + 0.5);
    }
}

void pixels_cover_between(uint8_t *cover, const uint8_t *inner, size_t count) {
    for (size_t i = 0; i < count; i++) cover[i] = inner[i] < cover[i] ? (uint8_t)(cover[i] - inner[i]) : 0;
}
