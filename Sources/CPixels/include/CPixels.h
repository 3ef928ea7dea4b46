#ifndef CPIXELS_H
#define CPIXELS_H

#include <stddef.h>
#include <stdint.h>

// The compositor's inner loops. Pixels are words of 32 bits: alpha in the highest byte, then red, green and blue, multiplied by alpha. Every
// result depends on the pixel's place alone, so that it is the same however an area is cut into parts; processors with wider registers
// compute the same.

// One colour.

void pixels_fill(uint32_t *target, size_t stride, uint32_t color, size_t width, size_t height);
void pixels_over_color(uint32_t *target, size_t stride, uint32_t color, size_t width, size_t height);
void pixels_over_color_covered(uint32_t *target, uint32_t color, const uint8_t *cover, size_t count);

// Pixels over others. Strides are in pixels; alpha is from 0 to 255.

void pixels_over(uint32_t *target, size_t target_stride, const uint32_t *source, size_t source_stride, uint32_t alpha,
                 size_t width, size_t height);
// The same by 1, 8 or 16 pixels at once, for tests; 0 where the processor, or so small a width, does not have that.
int pixels_over_by(size_t lanes, uint32_t *target, size_t target_stride, const uint32_t *source, size_t source_stride, uint32_t alpha,
                   size_t width, size_t height);
void pixels_over_covered(uint32_t *target, const uint32_t *source, uint32_t alpha, const uint8_t *cover, size_t count);

// A part of a picture, moved by parts of a pixel to the right and down, in 128ths. What is around the picture is clear. `left` and `top` say
// which of the moved picture's columns and rows comes first: it has a column and a row more than the picture.
// Each of the picture's rows has a clear pixel before and behind it, as has `clear`, a row of clear ones.
void pixels_over_shifted(uint32_t *target, size_t target_stride, const uint32_t *source, size_t source_stride,
                         size_t source_height, uint32_t right, uint32_t down, size_t left, size_t top, uint32_t alpha, size_t width,
                         size_t height, const uint32_t *clear);

// Leaves as much of pixels as a cover, or the alpha of others, says.

void pixels_cut(uint32_t *target, const uint8_t *cover, size_t count);
void pixels_cut_by(uint32_t *target, size_t target_stride, const uint32_t *mask, size_t mask_stride, size_t width, size_t height);

// So much of others, in parts of 255, and the rest of what is there: what is the same in both stays.
void pixels_mix(uint32_t *target, size_t target_stride, const uint32_t *source, size_t source_stride, uint32_t part, size_t width,
                size_t height);

// A picture to be looked at between its pixels.
typedef struct {
    const uint32_t *pixels;
    size_t stride;
    int32_t width, height;
} pixels_picture;

// A point of a picture for each pixel of a target: (across, down, 1) by the pixel's middle. In perspective both are parts of the third one.
typedef struct {
    double across_x, across_y, across;
    double down_x, down_y, down;
    double part_x, part_y, part;
} pixels_map;

// The pixels of a row times an alpha, from the map of its first one on. Beyond its edges a picture goes on as it is there.
void pixels_take_affine(uint32_t *result, const pixels_picture *picture, const pixels_map *map, int64_t x, int64_t y, size_t count,
                        int smooth, uint32_t alpha);
void pixels_take_in_perspective(uint32_t *result, const pixels_picture *picture, const pixels_map *map, int64_t x, int64_t y,
                                size_t count, int smooth, uint32_t alpha);

// Each pixel of a picture of half the size is the mean of four.
void pixels_halve(uint32_t *target, size_t target_stride, const uint32_t *source, size_t source_stride, size_t width, size_t height);

// The part of each pixel that a rectangle with rounded corners covers, which is seen through a map.
typedef struct {
    // Signed distances of a pixel's middle from the left, right, top and bottom edge: x, y and 1, in pixels; positive inside.
    double edge_x[4], edge_y[4], edge[4];
    // The map back to the rectangle's own coordinates.
    pixels_map map;
    double left, top, right, bottom;
    // Of the corners: left top, right top, right bottom, left bottom; 0 for one that is not round.
    double radius[4];
    int is_round;
    int is_in_perspective;
    // How many pixels a unit of the rectangle's own coordinates is, if that is the same in all directions everywhere; else 0.
    double scale;
} pixels_shape;

void pixels_cover(uint8_t *cover, const pixels_shape *shape, int64_t x, int64_t y, size_t count);
// What of the outer one is not covered by the inner one.
void pixels_cover_between(uint8_t *cover, const uint8_t *inner, size_t count);

// Blurs an area, whose pixels have so many bytes each, by three running means over pixels before and after each: rows, then columns. What is
// beyond it counts as clear; sums are below 2^28. `room` is for twice as many values as there are bytes, `sums` for the longer one of a row's and a
// column's bytes.
void pixels_blur(uint8_t *bytes, size_t width, size_t height, size_t stride, size_t channels, const size_t before[3],
                 const size_t after[3], uint16_t *room, uint32_t *sums);

// Colours of pixels by a matrix of four rows (red, green, blue, alpha) and five columns, of colours that are not multiplied by alpha.
void pixels_recolor(uint32_t *target, size_t count, const float matrix[20]);


// Whole areas of a shape, from a place on: one colour, what lies between two shapes, and a picture that is seen through a map.

void pixels_over_color_in_shape(uint32_t *target, size_t stride, uint32_t color, const pixels_shape *shape, int64_t x, int64_t y,
                                size_t width, size_t height);
void pixels_over_color_between(uint32_t *target, size_t stride, uint32_t color, const pixels_shape *outer,
                               const pixels_shape *inner, int64_t x, int64_t y, size_t width, size_t height);
void pixels_over_picture_in_shape(uint32_t *target, size_t stride, const pixels_picture *picture, const pixels_map *map,
                                  int is_in_perspective, int smooth, uint32_t alpha, const pixels_shape *shape, int64_t x,
                                  int64_t y, size_t width, size_t height);
void pixels_cut_by_shape(uint32_t *target, size_t stride, const pixels_shape *shape, int64_t x, int64_t y, size_t width,
                         size_t height);

// Colours times factors that alpha is not multiplied into, and alpha times its own. Sums that are no more than 255.
void pixels_multiply(uint32_t *target, uint32_t factors, size_t count);
void pixels_add(uint32_t *target, const uint32_t *source, size_t count);
// What both lack of white is taken from white, where the sum of their alphas is enough for it.
void pixels_add_darker(uint32_t *target, const uint32_t *source, size_t count);

// Sees to it that no colour is greater than its alpha; returns whether all is opaque.
int pixels_settle(uint32_t *target, size_t count);

// Leaves so much of pixels, from 0 to 255.
void pixels_fade(uint32_t *target, size_t stride, uint32_t alpha, size_t width, size_t height);
// One colour, as much as alpha says.
void pixels_tint(uint32_t *target, const uint8_t *alpha, uint32_t color, size_t count);
// The alpha of pixels.
void pixels_alpha(uint8_t *alpha, const uint32_t *source, size_t count);

#endif
