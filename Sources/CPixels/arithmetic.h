#ifndef ARITHMETIC_H
#define ARITHMETIC_H

#include <stddef.h>
#include <stdint.h>

// What is computed of a pixel, one at a time. Where several are computed at once, it is the same.

// A product of bytes as parts of 255, rounded, for two bytes of a word at once.
static inline uint32_t scaled(uint32_t pixel, uint32_t alpha) {
    uint32_t low = (pixel & 0x00ff00ffu) * alpha + 0x00800080u;
    low = ((low + ((low >> 8) & 0x00ff00ffu)) >> 8) & 0x00ff00ffu;
    uint32_t high = ((pixel >> 8) & 0x00ff00ffu) * alpha + 0x00800080u;
    high = (high + ((high >> 8) & 0x00ff00ffu)) & 0xff00ff00u;
    return low | high;
}

static inline uint32_t over(uint32_t target, uint32_t source) { return source + scaled(target, 255 - (source >> 24)); }

// An alpha below 255 with fifteen bits behind the point.
static inline uint32_t alpha_part(uint32_t alpha) { return (alpha * 32768 + 127) / 255; }

// Weights of rows: of 128, times an alpha of 255, with fifteen bits behind the point.
static inline uint32_t row_weight(uint32_t part, uint32_t alpha) {
    uint32_t weight = (part * 256 * alpha + 127) / 255;
    return weight < 32767 ? weight : 32767;
}

// Weights of rows of a picture that is looked at between its pixels: of 128, with fifteen bits behind the point, and then times an alpha of 255.
static inline uint32_t row_part(uint32_t part, uint32_t alpha) {
    uint32_t weight = row_weight(part, 255);
    return alpha < 255 ? (weight * alpha_part(alpha) + 0x4000) >> 15 : weight;
}

// Weights of columns, of 128, are bytes with a sign where several pixels are computed at once, so there is none of 128: what lies on a whole column
// takes a hundred-and-twenty-eighth of its neighbour. What only moves by whole pixels does not come here.
static inline uint32_t column_weight(uint32_t part) { return part < 1 ? 1 : part > 127 ? 127 : part; }

// The mean of four pixels: the right ones count for so many 128ths, and rows have weights.
static inline uint32_t mean_of_four(uint32_t top_left, uint32_t top_right, uint32_t bottom_left, uint32_t bottom_right,
                                    uint32_t right, uint32_t top_weight, uint32_t bottom_weight) {
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t top = ((top_left >> shift) & 255) * (128 - right) + ((top_right >> shift) & 255) * right;
        uint32_t bottom = ((bottom_left >> shift) & 255) * (128 - right) + ((bottom_right >> shift) & 255) * right;
        uint32_t sum = ((top * top_weight + 0x4000) >> 15) + ((bottom * bottom_weight + 0x4000) >> 15);
        uint32_t byte = (sum + 64) >> 7;
        result |= (byte < 255 ? byte : 255) << shift;
    }
    return result;
}

#endif
