#include <math.h>

#include "clones.h"
#include "include/CPixels.h"

static inline double part(double distance) { return distance <= -0.5 ? 0 : distance >= 0.5 ? 1 : distance + 0.5; }

// Two edges that face each other: exact for a strip that is narrower than a pixel.
static inline double between(double first, double second) {
    double sum = part(first) + part(second) - 1;
    return sum > 0 ? sum : 0;
}

CLONES static void cover_edges(uint8_t *cover, const pixels_shape *shape, int64_t x, double middle, size_t count) {
    double row[4];
    for (int i = 0; i < 4; i++) row[i] = shape->edge_y[i] * middle + shape->edge[i];
    double a = shape->edge_x[0], b = shape->edge_x[1], c = shape->edge_x[2], d = shape->edge_x[3];
    double first = (double)x + 0.5;
    for (size_t i = 0; i < count; i++) {
        double place = first + (double)(int32_t)i;
        double across = between(a * place + row[0], b * place + row[1]), down = between(c * place + row[2], d * place + row[3]);
        cover[i] = (uint8_t)(int32_t)(across * down * 255 + 0.5);
    }
}

// The distance from a round corner, in pixels: by how fast the distance in the rectangle's own coordinates changes from pixel to pixel.
CLONES static void cover_corners(uint8_t *cover, const pixels_shape *shape, int64_t x, double middle, size_t count) {
    const pixels_map *m = &shape->map;
    double first = (double)x + 0.5, center_x = (shape->left + shape->right) * 0.5, center_y = (shape->top + shape->bottom) * 0.5;
    double across = m->across_y * middle + m->across, down = m->down_y * middle + m->down, depth = m->part_y * middle + m->part;
    double is_deep = shape->is_in_perspective ? 1 : 0;
    for (size_t i = 0; i < count; i++) {
        double place = first + (double)(int32_t)i;
        double w = 1 / (m->part_x * place + depth), u = (m->across_x * place + across) * w, v = (m->down_x * place + down) * w;
        double left = u > center_x ? shape->radius[1] : shape->radius[0], low = u > center_x ? shape->radius[2] : shape->radius[3];
        double radius = v > center_y ? low : left;
        // How far it is from the corner's middle; less than nothing where it is no corner.
        double a = u > center_x ? u - (shape->right - radius) : (shape->left + radius) - u;
        double b = v > center_y ? v - (shape->bottom - radius) : (shape->top + radius) - v;
        double ux = (m->across_x - is_deep * u * m->part_x) * w, uy = (m->across_y - is_deep * u * m->part_y) * w;
        double vx = (m->down_x - is_deep * v * m->part_x) * w, vy = (m->down_y - is_deep * v * m->part_y) * w;
        // Turned to the corner's own directions.
        double sign_u = u > center_x ? 1 : -1, sign_v = v > center_y ? 1 : -1;
        double gx = a * sign_u * ux + b * sign_v * vx, gy = a * sign_u * uy + b * sign_v * vy;
        double length = sqrt(a * a + b * b), slope = sqrt(gx * gx + gy * gy);
        double distance = slope > 0 ? (radius - length) * length / slope : 1;
        double covered = part(distance);
        double known = cover[i];
        double rounded = a > 0 && b > 0 && covered * 255 < known ? covered * 255 : known;
        cover[i] = (uint8_t)(int32_t)(rounded + 0.5);
    }
}

// The same where a unit is as many pixels everywhere.
CLONES static void cover_even_corners(uint8_t *cover, const pixels_shape *shape, int64_t x, double middle, size_t count) {
    const pixels_map *m = &shape->map;
    double first = (double)x + 0.5, center_x = (shape->left + shape->right) * 0.5, center_y = (shape->top + shape->bottom) * 0.5;
    double across = m->across_y * middle + m->across, down = m->down_y * middle + m->down;
    for (size_t i = 0; i < count; i++) {
        double place = first + (double)(int32_t)i;
        double u = m->across_x * place + across, v = m->down_x * place + down;
        double left = u > center_x ? shape->radius[1] : shape->radius[0], low = u > center_x ? shape->radius[2] : shape->radius[3];
        double radius = v > center_y ? low : left;
        double a = u > center_x ? u - (shape->right - radius) : (shape->left + radius) - u;
        double b = v > center_y ? v - (shape->bottom - radius) : (shape->top + radius) - v;
        double covered = part((radius - sqrt(a * a + b * b)) * shape->scale) * 255, known = cover[i];
        cover[i] = (uint8_t)(int32_t)((a > 0 && b > 0 && covered < known ? covered : known) + 0.5);
    }
}

void pixels_cover(uint8_t *cover, const pixels_shape *shape, int64_t x, int64_t y, size_t count) {
    double middle = (double)y + 0.5;
    cover_edges(cover, shape, x, middle, count);
    if (!shape->is_round) return;
    if (shape->scale > 0) {
        cover_even_corners(cover, shape, x, middle, count);
    } else {
        cover_corners(cover, shape, x, middle, count);
    }
}

CLONES void pixels_cover_between(uint8_t *cover, const uint8_t *inner, size_t count) {
    for (size_t i = 0; i < count; i++) cover[i] = inner[i] < cover[i] ? (uint8_t)(cover[i] - inner[i]) : 0;
}
