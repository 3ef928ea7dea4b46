// Cairo: each sprite painted with an alpha, where it goes by whole pixels as a surface at an offset, else through a matrix, bilinear.
// Of `effects` it has round clips and masks, and neither shadows nor blurs: those are left out.

#include "measure.h"
#include "measure_drawing.h"

#include <cairo.h>
#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.141592653589793;

typedef struct {
    cairo_surface_t *surface;
    cairo_t *context;
} picture;

static picture make(cairo_format_t format, int width, int height) {
    picture made = {.surface = cairo_image_surface_create(format, width, height)};
    made.context = cairo_create(made.surface);
    if (cairo_status(made.context) != CAIRO_STATUS_SUCCESS) {
        fprintf(stderr, "DrawingCairo: there is no memory for a picture.\n");
        exit(1);
    }
    return made;
}

static void finish(const picture *target, measure_scene scene, long frame) {
    cairo_surface_flush(target->surface);
    measure_drawing_check(
        scene, frame, cairo_image_surface_get_data(target->surface), cairo_image_surface_get_stride(target->surface));
}

static cairo_surface_t *sprite_surface(void) {
    const picture sprite = make(CAIRO_FORMAT_ARGB32, MEASURE_SPRITE, MEASURE_SPRITE);
    cairo_surface_flush(sprite.surface);
    measure_drawing_sprite((uint32_t *)(void *)cairo_image_surface_get_data(sprite.surface));
    cairo_surface_mark_dirty(sprite.surface);
    return sprite.surface;
}

static cairo_pattern_t *bilinear(cairo_surface_t *surface) {
    cairo_pattern_t *pattern = cairo_pattern_create_for_surface(surface);
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR);
    return pattern;
}

static void clear(cairo_t *context) {
    cairo_identity_matrix(context);
    cairo_set_source_rgb(context, 1, 1, 1);
    cairo_paint(context);
}

static void set_matrix(cairo_t *context, measure_scene scene, uint32_t number, long frame) {
    double m[9];
    measure_matrix(scene, number, frame, m);
    cairo_matrix_t matrix;
    cairo_matrix_init(&matrix, m[0], m[3], m[1], m[4], m[2], m[5]);
    cairo_set_matrix(context, &matrix);
}

static long sprites(measure_scene scene, long frames) {
    const picture target = make(CAIRO_FORMAT_ARGB32, MEASURE_WIDTH, MEASURE_HEIGHT);
    cairo_pattern_t *sprite = bilinear(sprite_surface());
    for (long frame = 0; frame < MEASURE_DRAWN_WARM_UP + frames; frame++) {
        if (frame == MEASURE_DRAWN_WARM_UP) measure_begin();
        clear(target.context);
        for (uint32_t number = 0; number < MEASURE_SPRITES; number++) {
            set_matrix(target.context, scene, number, frame);
            cairo_set_source(target.context, sprite);
            cairo_paint_with_alpha(target.context, measure_sprite_opacity(number));
        }
    }
    measure_end();
    finish(&target, scene, MEASURE_DRAWN_WARM_UP + frames - 1);
    return frames;
}

static long translate(long frames) {
    const picture target = make(CAIRO_FORMAT_ARGB32, MEASURE_WIDTH, MEASURE_HEIGHT);
    cairo_surface_t *sprite = sprite_surface();
    for (long frame = 0; frame < MEASURE_DRAWN_WARM_UP + frames; frame++) {
        if (frame == MEASURE_DRAWN_WARM_UP) measure_begin();
        clear(target.context);
        for (uint32_t number = 0; number < MEASURE_SPRITES; number++) {
            double x, y, half = MEASURE_SPRITE / 2.0;
            measure_place(MEASURE_TRANSLATE, number, frame, &x, &y);
            cairo_set_source_surface(target.context, sprite, x - half, y - half);
            cairo_paint_with_alpha(target.context, measure_sprite_opacity(number));
        }
    }
    measure_end();
    finish(&target, MEASURE_TRANSLATE, MEASURE_DRAWN_WARM_UP + frames - 1);
    return frames;
}

static long translate_between(long frames) { return sprites(MEASURE_BETWEEN, frames); }

static long rotate(long frames) { return sprites(MEASURE_ROTATE, frames); }

static void add_round_square(cairo_t *context) {
    const double side = MEASURE_SPRITE, radius = MEASURE_CORNER;
    cairo_new_path(context);
    cairo_arc(context, side - radius, radius, radius, -pi / 2, 0);
    cairo_arc(context, side - radius, side - radius, radius, 0, pi / 2);
    cairo_arc(context, radius, side - radius, radius, pi / 2, pi);
    cairo_arc(context, radius, radius, radius, pi, 3 * pi / 2);
    cairo_close_path(context);
}

static void set_shade(cairo_t *context, uint32_t number) {
    double shade[3];
    measure_shade(number, shade);
    cairo_set_source_rgb(context, shade[0], shade[1], shade[2]);
}

static void draw_clip(cairo_t *context, uint32_t number) {
    cairo_save(context);
    add_round_square(context);
    cairo_clip(context);
    set_shade(context, number);
    cairo_paint(context);
    cairo_rectangle(context, MEASURE_INNER, MEASURE_INNER, MEASURE_SPRITE, MEASURE_SPRITE);
    set_shade(context, measure_inner_shade(number));
    cairo_fill(context);
    cairo_restore(context);
}

/// The ellipse's alpha, drawn once.
static cairo_pattern_t *mask_pattern(void) {
    const picture mask = make(CAIRO_FORMAT_A8, MEASURE_SPRITE, MEASURE_SPRITE);
    cairo_translate(mask.context, MEASURE_SPRITE / 2.0, MEASURE_SPRITE / 2.0);
    cairo_scale(mask.context, MEASURE_MASK_WIDTH, MEASURE_MASK_HEIGHT);
    cairo_arc(mask.context, 0, 0, 1, 0, 2 * pi);
    cairo_fill(mask.context);
    return bilinear(mask.surface);
}

static long effects(long frames) {
    const picture target = make(CAIRO_FORMAT_ARGB32, MEASURE_WIDTH, MEASURE_HEIGHT);
    cairo_pattern_t *sprite = bilinear(sprite_surface()), *mask = mask_pattern();
    cairo_t *context = target.context;
    for (long frame = 0; frame < MEASURE_DRAWN_WARM_UP + frames; frame++) {
        if (frame == MEASURE_DRAWN_WARM_UP) measure_begin();
        clear(context);
        uint32_t number = MEASURE_SHADOWS;
        for (; number < MEASURE_SHADOWS + MEASURE_CLIPS; number++) {
            set_matrix(context, MEASURE_CLIPPED, number, frame);
            draw_clip(context, number);
        }
        for (; number < MEASURE_SHADOWS + MEASURE_CLIPS + MEASURE_MASKS; number++) {
            set_matrix(context, MEASURE_CLIPPED, number, frame);
            cairo_set_source(context, sprite);
            cairo_mask(context, mask);
        }
    }
    measure_end();
    finish(&target, MEASURE_CLIPPED, MEASURE_DRAWN_WARM_UP + frames - 1);
    return frames;
}

static const measure_case cases[] = {
    {"translate-1k", translate, MEASURE_DRAWN_FRAMES},
    {"translate-1k-between", translate_between, MEASURE_DRAWN_FRAMES},
    {"rotate-1k", rotate, MEASURE_DRAWN_FRAMES},
    {"effects", effects, MEASURE_DRAWN_FRAMES},
    {NULL, NULL, 0},
};

int main(int argc, char **argv) {
    char version[80];
    snprintf(version, sizeof version, "%s, effects without shadows and blurs", cairo_version_string());
    return measure_main(argc, argv, version, cases);
}
