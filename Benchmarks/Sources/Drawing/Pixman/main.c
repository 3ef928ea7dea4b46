// pixman: each sprite composed through a mask of one alpha onto the rectangle that it covers, where it goes by whole pixels as it is, else
// with a transformation, bilinear.

#include "measure.h"
#include "measure_drawing.h"

#include <pixman.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t picture[MEASURE_WIDTH * MEASURE_HEIGHT];

static pixman_image_t *made(pixman_image_t *image) {
    if (image) return image;
    fprintf(stderr, "DrawingPixman: there is no memory for a picture.\n");
    exit(1);
}

static pixman_image_t *sprite_image(pixman_filter_t filter) {
    pixman_image_t *image = made(pixman_image_create_bits(PIXMAN_a8r8g8b8, MEASURE_SPRITE, MEASURE_SPRITE, NULL, 0));
    measure_drawing_sprite(pixman_image_get_data(image));
    pixman_image_set_filter(image, filter, NULL, 0);
    return image;
}

/// From the pixels of a rectangle to those of the sprite.
static pixman_transform_t transformation(const double matrix[9], const measure_box *box) {
    const double move[9] = {1, 0, box->left, 0, 1, box->top, 0, 0, 1};
    double inverse[9];
    measure_inverse(matrix, inverse);
    struct pixman_f_transform exact;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            double sum = 0;
            for (int i = 0; i < 3; i++) sum += inverse[3 * row + i] * move[3 * i + column];
            exact.m[row][column] = sum;
        }
    }
    // As a number of 16.16 bits each: the last one 1 where it can be, so that none is lost to its size.
    const double last = exact.m[2][2];
    for (int i = 0; i < 9; i++) exact.m[i / 3][i % 3] /= last;
    pixman_transform_t transform;
    if (!pixman_transform_from_pixman_f_transform(&transform, &exact)) pixman_transform_init_identity(&transform);
    return transform;
}

/// Puts a sprite onto a picture.
typedef void put(
    pixman_image_t *sprite, pixman_image_t *mask, pixman_image_t *target, measure_scene scene, uint32_t number, long frame);

static void put_whole(
    pixman_image_t *sprite, pixman_image_t *mask, pixman_image_t *target, measure_scene scene, uint32_t number,
    long frame) {
    double x, y, half = MEASURE_SPRITE / 2.0;
    measure_place(scene, number, frame, &x, &y);
    pixman_image_composite32(
        PIXMAN_OP_OVER, sprite, mask, target, 0, 0, 0, 0, (int)(x - half), (int)(y - half), MEASURE_SPRITE, MEASURE_SPRITE);
}

static void put_transformed(
    pixman_image_t *sprite, pixman_image_t *mask, pixman_image_t *target, measure_scene scene, uint32_t number,
    long frame) {
    double matrix[9];
    measure_box box;
    measure_matrix(scene, number, frame, matrix);
    if (!measure_box_of(matrix, &box)) return;
    const pixman_transform_t transform = transformation(matrix, &box);
    pixman_image_set_transform(sprite, &transform);
    pixman_image_composite32(
        PIXMAN_OP_OVER, sprite, mask, target, 0, 0, 0, 0, box.left, box.top, box.right - box.left, box.bottom - box.top);
}

static long draw(measure_scene scene, long frames, pixman_filter_t filter, put *put_sprite) {
    pixman_image_t *target =
        made(pixman_image_create_bits(PIXMAN_a8r8g8b8, MEASURE_WIDTH, MEASURE_HEIGHT, picture, 4 * MEASURE_WIDTH));
    pixman_image_t *sprite = sprite_image(filter);
    static pixman_image_t *masks[MEASURE_SPRITES];
    for (uint32_t number = 0; number < MEASURE_SPRITES; number++) {
        const pixman_color_t opacity = {.alpha = (uint16_t)(measure_sprite_opacity(number) * 65535 + 0.5)};
        masks[number] = made(pixman_image_create_solid_fill(&opacity));
    }
    for (long frame = 0; frame < MEASURE_DRAWN_WARM_UP + frames; frame++) {
        if (frame == MEASURE_DRAWN_WARM_UP) measure_begin();
        pixman_fill(picture, MEASURE_WIDTH, 32, 0, 0, MEASURE_WIDTH, MEASURE_HEIGHT, 0xffffffff);
        for (uint32_t number = 0; number < MEASURE_SPRITES; number++) {
            put_sprite(sprite, masks[number], target, scene, number, frame);
        }
    }
    measure_end();
    measure_drawing_check(scene, MEASURE_DRAWN_WARM_UP + frames - 1, picture, 4 * MEASURE_WIDTH);
    return frames;
}

static long translate(long frames) { return draw(MEASURE_TRANSLATE, frames, PIXMAN_FILTER_NEAREST, put_whole); }

static long transformed(measure_scene scene, long frames) {
    return draw(scene, frames, PIXMAN_FILTER_BILINEAR, put_transformed);
}

static long translate_between(long frames) { return transformed(MEASURE_BETWEEN, frames); }

static long rotate(long frames) { return transformed(MEASURE_ROTATE, frames); }

static long perspective(long frames) { return transformed(MEASURE_PERSPECTIVE, frames); }

static const measure_case cases[] = {
    {"translate-1k", translate, MEASURE_DRAWN_FRAMES},
    {"translate-1k-between", translate_between, MEASURE_DRAWN_FRAMES},
    {"rotate-1k", rotate, MEASURE_DRAWN_FRAMES},
    {"perspective-1k", perspective, MEASURE_DRAWN_FRAMES},
    {NULL, NULL, 0},
};

int main(int argc, char **argv) { return measure_main(argc, argv, pixman_version_string(), cases); }
