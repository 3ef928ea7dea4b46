#include <string.h>

#include "clones.h"
#include "include/CPixels.h"

// A running mean down columns, for all columns of some rows at once.
CLONES static void mean_of_rows(uint16_t *restrict result, const uint16_t *restrict source, size_t columns, size_t rows,
                                size_t before, size_t after, uint32_t *restrict sums) {
    float factor = 1.0f / (float)(before + after + 1);
    memset(sums, 0, columns * sizeof *sums);
    for (size_t y = 0; y < after && y < rows; y++) {
        for (size_t x = 0; x < columns; x++) sums[x] += source[y * columns + x];
    }
    for (size_t y = 0; y < rows; y++) {
        if (y + after < rows) {
            const uint16_t *row = source + (y + after) * columns;
            for (size_t x = 0; x < columns; x++) sums[x] += row[x];
        }
        uint16_t *target = result + y * columns;
        for (size_t x = 0; x < columns; x++) {
            // One product of the sum, so that it is the same wherever it stands.
            int32_t mean = (int32_t)((float)(int32_t)sums[x] * factor + 0.5f);
            target[x] = (uint16_t)(mean < 65280 ? mean : 65280);
        }
        if (y >= before) {
            const uint16_t *row = source + (y - before) * columns;
            for (size_t x = 0; x < columns; x++) sums[x] -= row[x];
        }
    }
}

// Columns become rows; what stands in a column has so many values.
static void turn(uint16_t *restrict result, const uint16_t *restrict source, size_t columns, size_t rows, size_t channels) {
    enum { block = 16 };
    for (size_t top = 0; top < rows; top += block) {
        size_t bottom = top + block < rows ? top + block : rows;
        for (size_t left = 0; left < columns; left += block) {
            size_t right = left + block < columns ? left + block : columns;
            for (size_t y = top; y < bottom; y++) {
                for (size_t x = left; x < right; x++) {
                    const uint16_t *from = source + (y * columns + x) * channels;
                    uint16_t *to = result + (x * rows + y) * channels;
                    if (channels == 4) {
                        memcpy(to, from, 8);
                    } else {
                        for (size_t c = 0; c < channels; c++) to[c] = from[c];
                    }
                }
            }
        }
    }
}

void pixels_blur(uint8_t *bytes, size_t width, size_t height, size_t stride, size_t channels, const size_t before[3],
                 const size_t after[3], uint16_t *room, uint32_t *sums) {
    size_t count = width * height * channels;
    uint16_t *one = room, *other = room + count;
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width * channels; x++) one[y * width * channels + x] = (uint16_t)(bytes[y * stride + x] << 8);
    }
    // Rows first, as columns of the turned picture.
    turn(other, one, width, height, channels);
    mean_of_rows(one, other, height * channels, width, before[0], after[0], sums);
    mean_of_rows(other, one, height * channels, width, before[1], after[1], sums);
    mean_of_rows(one, other, height * channels, width, before[2], after[2], sums);
    // Between the two directions values have eight bits.
    for (size_t i = 0; i < count; i++) one[i] = (uint16_t)((uint32_t)(one[i] + 128) >> 8 << 8);
    turn(other, one, height, width, channels);
    mean_of_rows(one, other, width * channels, height, before[0], after[0], sums);
    mean_of_rows(other, one, width * channels, height, before[1], after[1], sums);
    mean_of_rows(one, other, width * channels, height, before[2], after[2], sums);
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width * channels; x++) {
            bytes[y * stride + x] = (uint8_t)((uint32_t)(one[y * width * channels + x] + 128) >> 8);
        }
    }
}
