#include <string.h>

#include "include/CPixels.h"

typedef uint8_t u8x8 __attribute__((vector_size(8)));
typedef uint16_t u16x8 __attribute__((vector_size(16)));
typedef uint16_t u16x4 __attribute__((vector_size(8)));
typedef uint8_t u8x4 __attribute__((vector_size(4)));

// Places in a picture have sixteen bits behind the point.
#define ONE 65536.0

static inline int64_t fixed(double place) {
    // Farther away everything is the picture's edge.
    double limited = place < -1e9 ? -1e9 : place > 1e9 ? 1e9 : place;
    double scaled = limited * ONE;
    return (int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

static inline int64_t within(int64_t value, int64_t most) { return value < 0 ? 0 : value > most ? most : value; }

// The mean of four pixels; two on each row lie side by side in memory.
static inline uint32_t mean(uint64_t upper, uint64_t lower, uint32_t across, uint32_t down) {
    u8x8 bytes;
    memcpy(&bytes, &upper, 8);
    u16x8 top = __builtin_convertvector(bytes, u16x8);
    memcpy(&bytes, &lower, 8);
    u16x8 bottom = __builtin_convertvector(bytes, u16x8);
    u16x8 mixed = (top * (uint16_t)(256 - down) + bottom * (uint16_t)down + 128) >> 8;
    uint16_t l = (uint16_t)(256 - across), r = (uint16_t)across;
    mixed *= (u16x8){l, l, l, l, r, r, r, r};
    u16x4 sum = __builtin_shufflevector(mixed, mixed, 0, 1, 2, 3) + __builtin_shufflevector(mixed, mixed, 4, 5, 6, 7);
    u8x4 result = __builtin_convertvector((sum + 128) >> 8, u8x4);
    uint32_t pixel;
    memcpy(&pixel, &result, 4);
    return pixel;
}

static inline uint32_t at(const pixels_picture *picture, int64_t u, int64_t v) {
    int64_t x = u >> 16, y = v >> 16;
    if (x >= 0 && y >= 0 && x < picture->width - 1 && y < picture->height - 1) {
        const uint32_t *place = picture->pixels + (size_t)y * picture->stride + (size_t)x;
        uint64_t upper, lower;
        memcpy(&upper, place, 8);
        memcpy(&lower, place + picture->stride, 8);
        return mean(upper, lower, (uint32_t)(u >> 8) & 255, (uint32_t)(v >> 8) & 255);
    }
    int64_t x0 = within(x, picture->width - 1), x1 = within(x + 1, picture->width - 1);
    const uint32_t *row0 = picture->pixels + (size_t)within(y, picture->height - 1) * picture->stride;
    const uint32_t *row1 = picture->pixels + (size_t)within(y + 1, picture->height - 1) * picture->stride;
    uint64_t upper = row0[x0] | (uint64_t)row0[x1] << 32, lower = row1[x0] | (uint64_t)row1[x1] << 32;
    return mean(upper, lower, (uint32_t)(u >> 8) & 255, (uint32_t)(v >> 8) & 255);
}

static inline uint32_t nearest(const pixels_picture *picture, int64_t u, int64_t v) {
    return picture->pixels[(size_t)within(v >> 16, picture->height - 1) * picture->stride
                           + (size_t)within(u >> 16, picture->width - 1)];
}

void pixels_take_affine(uint32_t *result, const pixels_picture *picture, const pixels_map *map, int64_t x, int64_t y, size_t count,
                        int smooth) {
    // Steps are whole numbers, so that a pixel's place does not depend on where a row begins.
    int64_t step_u = fixed(map->across_x), step_v = fixed(map->down_x);
    double half = smooth ? 0.5 : 0;
    int64_t u = fixed(map->across_y * ((double)y + 0.5) + map->across + map->across_x * 0.5 - half) + step_u * x;
    int64_t v = fixed(map->down_y * ((double)y + 0.5) + map->down + map->down_x * 0.5 - half) + step_v * x;
    if (smooth) {
        for (size_t i = 0; i < count; i++, u += step_u, v += step_v) result[i] = at(picture, u, v);
    } else {
        for (size_t i = 0; i < count; i++, u += step_u, v += step_v) result[i] = nearest(picture, u, v);
    }
}

void pixels_take_in_perspective(uint32_t *result, const pixels_picture *picture, const pixels_map *map, int64_t x, int64_t y,
                                size_t count, int smooth) {
    enum { run = 64 };
    float us[run], vs[run];
    double middle = (double)y + 0.5;
    double across = map->across_y * middle + map->across, down = map->down_y * middle + map->down;
    double part = map->part_y * middle + map->part;
    float half = smooth ? 0.5f : 0, width = (float)picture->width, height = (float)picture->height;
    for (size_t first = 0; first < count; first += run) {
        size_t length = count - first < run ? count - first : run;
        for (size_t i = 0; i < length; i++) {
            double place = (double)(x + (int64_t)(first + i)) + 0.5;
            float factor = 1.0f / (float)(map->part_x * place + part);
            float u = (float)(map->across_x * place + across) * factor - half;
            float v = (float)(map->down_x * place + down) * factor - half;
            us[i] = u > -1 ? (u < width ? u : width) : -1;
            vs[i] = v > -1 ? (v < height ? v : height) : -1;
        }
        for (size_t i = 0; i < length; i++) {
            int32_t u = (int32_t)((us[i] + 1) * 65536.0f) - 65536, v = (int32_t)((vs[i] + 1) * 65536.0f) - 65536;
            result[first + i] = smooth ? at(picture, u, v) : nearest(picture, u, v);
        }
    }
}
