#include "measure_drawing.h"

#include <stdio.h>
#include <stdlib.h>

/// Red, green, blue and alpha, from 0 to 1, the first three multiplied by the last.
typedef struct {
    double c[4];
} colour;

/// A sprite that a row of the picture is made with.
typedef struct {
    double inverse[9];
    measure_box box;
    /// The middle.
    double x, y;
    double opacity;
    double shade[3], inner[3];
} placed;

static colour sprite_pixel(int x, int y) {
    colour result = {{0}};
    if (x < 0 || y < 0 || x >= MEASURE_SPRITE || y >= MEASURE_SPRITE) return result;
    static colour known[MEASURE_SPRITE * MEASURE_SPRITE];
    static bool is_known;
    if (!is_known) {
        for (int i = 0; i < MEASURE_SPRITE * MEASURE_SPRITE; i++) {
            const uint32_t pixel = measure_sprite_pixel(i % MEASURE_SPRITE, i / MEASURE_SPRITE);
            for (int part = 0; part < 4; part++) {
                static const int shifts[] = {16, 8, 0, 24};
                known[i].c[part] = (pixel >> shifts[part] & 255) / 255.0;
            }
        }
        is_known = true;
    }
    return known[y * MEASURE_SPRITE + x];
}

/// The picture at a point, between its pixels; nothing outside.
static colour sprite_at(double u, double v) {
    const double x = floor(u - 0.5), y = floor(v - 0.5), fx = u - 0.5 - x, fy = v - 0.5 - y;
    colour result = {{0}};
    for (int corner = 0; corner < 4; corner++) {
        const double weight = (corner % 2 ? fx : 1 - fx) * (corner / 2 ? fy : 1 - fy);
        const colour pixel = sprite_pixel((int)x + corner % 2, (int)y + corner / 2);
        for (int part = 0; part < 4; part++) result.c[part] += weight * pixel.c[part];
    }
    return result;
}

static colour times(colour from, double factor) {
    for (int part = 0; part < 4; part++) from.c[part] *= factor;
    return from;
}

static colour opaque(const double shade[3]) { return (colour){{shade[0], shade[1], shade[2], 1}}; }

static void over(colour *below, colour above) {
    for (int part = 0; part < 4; part++) below->c[part] = above.c[part] + below->c[part] * (1 - above.c[3]);
}

static double clamped(double value) { return value < 0 ? 0 : value > 1 ? 1 : value; }

/// How much of the pixel around a point lies between two others, on one axis.
static double between(double at, double low, double high) {
    return clamped(fmin(at + 0.5, high) - fmax(at - 0.5, low));
}

/// A square of the sprites' size, from its middle, blurred: how much of it is at a distance, on one axis.
static double blurred(double distance) {
    const double half = MEASURE_SPRITE / 2.0, scale = MEASURE_BLUR * sqrt(2);
    return (erf((distance + half) / scale) - erf((distance - half) / scale)) / 2;
}

/// How much of a pixel is inside the square with round corners.
static double rounded(double dx, double dy) {
    const double straight = MEASURE_SPRITE / 2.0 - MEASURE_CORNER;
    const double x = fmax(fabs(dx) - straight, 0), y = fmax(fabs(dy) - straight, 0);
    if (x > 0 && y > 0) return clamped(MEASURE_CORNER - sqrt(x * x + y * y) + 0.5);
    const double half = MEASURE_SPRITE / 2.0;
    return between(dx, -half, half) * between(dy, -half, half);
}

static double ellipse(double dx, double dy) {
    const double x = dx / MEASURE_MASK_WIDTH, y = dy / MEASURE_MASK_HEIGHT, f = x * x + y * y;
    const double gx = 2 * x / MEASURE_MASK_WIDTH, gy = 2 * y / MEASURE_MASK_HEIGHT;
    return f == 0 ? 1 : clamped((1 - f) / sqrt(gx * gx + gy * gy) + 0.5);
}

/// Puts a sprite of `effects` onto the pixel around a point.
static void put_effect(colour *pixel, const placed *sprite, uint32_t number, double x, double y) {
    const double half = MEASURE_SPRITE / 2.0, dx = x - sprite->x, dy = y - sprite->y;
    const double square = between(dx, -half, half) * between(dy, -half, half);
    if (number < MEASURE_SHADOWS) {
        const double alpha = MEASURE_SHADOW_OPACITY * blurred(dx) * blurred(dy - MEASURE_SHADOW_OFFSET);
        over(pixel, (colour){{0, 0, 0, alpha}});
        over(pixel, times(opaque(sprite->shade), square));
    } else if (number < MEASURE_SHADOWS + MEASURE_CLIPS) {
        const double begin = MEASURE_INNER - half, inner = between(dx, begin, 99) * between(dy, begin, 99);
        // One after the other, as all of them do who have no picture of both in between.
        over(pixel, times(opaque(sprite->shade), rounded(dx, dy)));
        over(pixel, times(opaque(sprite->inner), rounded(dx, dy) * inner));
    } else if (number < MEASURE_SHADOWS + MEASURE_CLIPS + MEASURE_MASKS) {
        over(pixel, times(sprite_at(dx + half, dy + half), ellipse(dx, dy)));
    } else {
        over(pixel, times(opaque(sprite->shade), blurred(dx) * blurred(dy)));
    }
}

static void put_picture(colour *pixel, const placed *sprite, double x, double y) {
    const double *m = sprite->inverse;
    const double w = m[6] * x + m[7] * y + m[8];
    const double u = (m[0] * x + m[1] * y + m[2]) / w, v = (m[3] * x + m[4] * y + m[5]) / w;
    over(pixel, times(sprite_at(u, v), sprite->opacity));
}

static bool has_effects(measure_scene scene) { return scene == MEASURE_EFFECTS || scene == MEASURE_CLIPPED; }

static placed place(measure_scene scene, uint32_t number, long frame) {
    placed sprite = {.opacity = scene == MEASURE_STANDING ? 1 : measure_sprite_opacity(number)};
    double matrix[9];
    measure_matrix(scene, number, frame, matrix);
    measure_inverse(matrix, sprite.inverse);
    if (!measure_box_of(matrix, &sprite.box)) sprite.box = (measure_box){0, 0, 0, 0};
    measure_place(scene, number, frame, &sprite.x, &sprite.y);
    measure_shade(number, sprite.shade);
    measure_shade(measure_inner_shade(number), sprite.inner);
    const bool is_wide = number < MEASURE_SHADOWS || number >= MEASURE_ALL_EFFECTS - MEASURE_BLURS;
    if (has_effects(scene) && is_wide) {
        const int reach = 4 * MEASURE_BLUR + MEASURE_SHADOW_OFFSET;
        measure_box *box = &sprite.box;
        box->left = box->left < reach ? 0 : box->left - reach;
        box->top = box->top < reach ? 0 : box->top - reach;
        box->right = box->right + reach > MEASURE_WIDTH ? MEASURE_WIDTH : box->right + reach;
        box->bottom = box->bottom + reach > MEASURE_HEIGHT ? MEASURE_HEIGHT : box->bottom + reach;
    }
    return sprite;
}

static void put_still(colour *row, int y) {
    for (int x = 0; x < MEASURE_WIDTH; x++) {
        const int column = x / MEASURE_STILL_X, line = y / MEASURE_STILL_Y, number = line * MEASURE_STILL_COLUMNS + column;
        if (number >= MEASURE_STILL || x % MEASURE_STILL_X >= MEASURE_STILL_WIDTH ||
            y % MEASURE_STILL_Y >= MEASURE_STILL_HEIGHT)
            continue;
        double shade[3];
        measure_still_shade((uint32_t)number, shade);
        row[x] = opaque(shade);
    }
}

/// The numbers of a scene's sprites.
static void sprites_of(measure_scene scene, uint32_t *first, uint32_t *end) {
    *first = scene == MEASURE_CLIPPED ? MEASURE_SHADOWS : 0;
    switch (scene) {
        case MEASURE_STANDING: *end = 1; break;
        case MEASURE_EFFECTS: *end = MEASURE_ALL_EFFECTS; break;
        case MEASURE_CLIPPED: *end = MEASURE_ALL_EFFECTS - MEASURE_BLURS; break;
        default: *end = MEASURE_SPRITES;
    }
}

double measure_drawing_error(measure_scene scene, long frame, const void *pixels, long bytes_per_row, double aside) {
    uint32_t first, end;
    sprites_of(scene, &first, &end);
    placed *sprites = calloc(end, sizeof *sprites);
    colour *row = calloc(MEASURE_WIDTH, sizeof *row);
    if (!sprites || !row) abort();
    for (uint32_t number = first; number < end; number++) sprites[number] = place(scene, number, frame);
    double sum = 0;
    for (int y = 0; y < MEASURE_HEIGHT; y++) {
        for (int x = 0; x < MEASURE_WIDTH; x++) row[x] = (colour){{1, 1, 1, 1}};
        if (scene == MEASURE_STANDING) put_still(row, y);
        for (uint32_t number = first; number < end; number++) {
            const placed *sprite = &sprites[number];
            if (y < sprite->box.top || y >= sprite->box.bottom) continue;
            for (int x = sprite->box.left; x < sprite->box.right; x++) {
                if (has_effects(scene))
                    put_effect(&row[x], sprite, number, x + 0.5 + aside, y + 0.5);
                else
                    put_picture(&row[x], sprite, x + 0.5 + aside, y + 0.5);
            }
        }
        const uint8_t *found = (const uint8_t *)pixels + y * bytes_per_row;
        for (int x = 0; x < MEASURE_WIDTH; x++) {
            for (int part = 0; part < 3; part++) {
                sum += fmax(fabs(255 * row[x].c[part] - found[4 * x + 2 - part]) - 1, 0);
            }
        }
    }
    free(sprites);
    free(row);
    return sum / (3.0 * MEASURE_WIDTH * MEASURE_HEIGHT);
}

void measure_drawing_check(measure_scene scene, long frame, const void *pixels, long bytes_per_row) {
    const double error = measure_drawing_error(scene, frame, pixels, bytes_per_row, 0);
    const double aside = measure_drawing_error(scene, frame, pixels, bytes_per_row, 0.5);
    if (getenv("MEASURE_ERRORS")) fprintf(stderr, "the picture differs by %.4f, half a pixel aside by %.4f\n", error, aside);
    if (error < aside / 2) return;
    fprintf(
        stderr, "The picture of frame %ld is not what it must be: it differs by %.3f of 255, half a pixel aside by %.3f.\n",
        frame, error, aside);
    exit(1);
}

void measure_drawing_sprite(uint32_t *pixels) {
    for (int i = 0; i < MEASURE_SPRITE * MEASURE_SPRITE; i++) {
        pixels[i] = measure_sprite_pixel(i % MEASURE_SPRITE, i / MEASURE_SPRITE);
    }
}

void measure_drawing_matrices(measure_scene scene, long frame, double *matrices) {
    for (uint32_t sprite = 0; sprite < MEASURE_SPRITES; sprite++) measure_matrix(scene, sprite, frame, matrices + 9 * sprite);
}

void measure_drawing_opacities(double *opacities) {
    for (uint32_t sprite = 0; sprite < MEASURE_SPRITES; sprite++) opacities[sprite] = measure_sprite_opacity(sprite);
}

void measure_drawing_shade(uint32_t number, double *shade) { measure_shade(number, shade); }
