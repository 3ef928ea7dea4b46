#include "include/CPixels.h"
#include "arithmetic.h"
#include "clones.h"
#include "wide.h"

CLONES void pixels_fill(uint32_t *target, size_t stride, uint32_t color, size_t width, size_t height) {
    for (size_t y = 0; y < height; y++, target += stride) {
        for (size_t x = 0; x < width; x++) target[x] = color;
    }
}

CLONES void pixels_over_color(uint32_t *target, size_t stride, uint32_t color, size_t width, size_t height) {
    uint32_t rest = 255 - (color >> 24);
    for (size_t y = 0; y < height; y++, target += stride) {
        for (size_t x = 0; x < width; x++) target[x] = color + scaled(target[x], rest);
    }
}

CLONES void pixels_over_color_covered(uint32_t *target, uint32_t color, const uint8_t *cover, size_t count) {
    for (size_t x = 0; x < count; x++) target[x] = over(target[x], scaled(color, cover[x]));
}

static void one_over(uint32_t *target, size_t target_stride, const uint32_t *source, size_t source_stride, uint32_t alpha, size_t width,
                     size_t height) {
    for (size_t y = 0; y < height; y++, target += target_stride, source += source_stride) {
        for (size_t x = 0; x < width; x++) target[x] = over(target[x], alpha == 255 ? source[x] : scaled(source[x], alpha));
    }
}

int pixels_over_by(size_t lanes, uint32_t *target, size_t target_stride, const uint32_t *source, size_t source_stride, uint32_t alpha,
                   size_t width, size_t height) {
    if (lanes == 16 && is_wider()) {
        wider_over(target, target_stride, source, source_stride, alpha, width, height);
    } else if (lanes == 8 && is_wide(width)) {
        wide_over(target, target_stride, source, source_stride, alpha, width, height);
    } else if (lanes == 1) {
        one_over(target, target_stride, source, source_stride, alpha, width, height);
    } else {
        return 0;
    }
    return 1;
}

void pixels_over(uint32_t *target, size_t target_stride, const uint32_t *source, size_t source_stride, uint32_t alpha,
                 size_t width, size_t height) {
    if (is_wider()) return wider_over(target, target_stride, source, source_stride, alpha, width, height);
    if (is_wide(width)) return wide_over(target, target_stride, source, source_stride, alpha, width, height);
    one_over(target, target_stride, source, source_stride, alpha, width, height);
}

void pixels_over_covered(uint32_t *target, const uint32_t *source, uint32_t alpha, const uint8_t *cover, size_t count) {
    if (is_wide(count)) return wide_over_covered(target, source, alpha, cover, count);
    for (size_t x = 0; x < count; x++) {
        uint32_t part = cover[x] * alpha + 128;
        part = (part + (part >> 8)) >> 8;
        target[x] = over(target[x], scaled(source[x], part));
    }
}

CLONES void pixels_cut(uint32_t *target, const uint8_t *cover, size_t count) {
    for (size_t x = 0; x < count; x++) target[x] = scaled(target[x], cover[x]);
}

CLONES void pixels_cut_by(uint32_t *target, size_t target_stride, const uint32_t *mask, size_t mask_stride, size_t width,
                          size_t height) {
    for (size_t y = 0; y < height; y++, target += target_stride, mask += mask_stride) {
        for (size_t x = 0; x < width; x++) target[x] = scaled(target[x], mask[x] >> 24);
    }
}

// Two bytes of a word at once: a sum of products that is below 65,026, divided by 255 and rounded.
CLONES void pixels_mix(uint32_t *target, size_t target_stride, const uint32_t *source, size_t source_stride, uint32_t part, size_t width,
                       size_t height) {
    uint32_t rest = 255 - part;
    for (size_t y = 0; y < height; y++, target += target_stride, source += source_stride) {
        for (size_t x = 0; x < width; x++) {
            uint32_t a = target[x], b = source[x];
            uint32_t low = (a & 0x00ff00ffu) * rest + (b & 0x00ff00ffu) * part + 0x00800080u;
            low = ((low + ((low >> 8) & 0x00ff00ffu)) >> 8) & 0x00ff00ffu;
            uint32_t high = ((a >> 8) & 0x00ff00ffu) * rest + ((b >> 8) & 0x00ff00ffu) * part + 0x00800080u;
            high = (high + ((high >> 8) & 0x00ff00ffu)) & 0xff00ff00u;
            target[x] = low | high;
        }
    }
}

CLONES void pixels_halve(uint32_t *target, size_t target_stride, const uint32_t *source, size_t source_stride, size_t width,
                         size_t height) {
    for (size_t y = 0; y < height; y++, target += target_stride, source += 2 * source_stride) {
        const uint32_t *next = source + source_stride;
        for (size_t x = 0; x < width; x++) {
            uint32_t a = source[2 * x], b = source[2 * x + 1], c = next[2 * x], d = next[2 * x + 1];
            uint32_t low = (a & 0x00ff00ffu) + (b & 0x00ff00ffu) + (c & 0x00ff00ffu) + (d & 0x00ff00ffu) + 0x00020002u;
            uint32_t high = ((a >> 8) & 0x00ff00ffu) + ((b >> 8) & 0x00ff00ffu) + ((c >> 8) & 0x00ff00ffu)
                + ((d >> 8) & 0x00ff00ffu) + 0x00020002u;
            target[x] = ((low >> 2) & 0x00ff00ffu) | (((high >> 2) & 0x00ff00ffu) << 8);
        }
    }
}

static inline uint32_t byte_of(float value) { return value > 0 ? (value < 1 ? (uint32_t)(value * 255 + 0.5f) : 255) : 0; }

void pixels_recolor(uint32_t *target, size_t count, const float m[20]) {
    for (size_t x = 0; x < count; x++) {
        uint32_t pixel = target[x], alpha = pixel >> 24;
        float factor = alpha > 0 ? 1.0f / (float)alpha : 0;
        float r = (float)((pixel >> 16) & 255) * factor, g = (float)((pixel >> 8) & 255) * factor;
        float b = (float)(pixel & 255) * factor, a = (float)alpha / 255;
        float color[4];
        for (int row = 0; row < 4; row++) {
            const float *w = m + 5 * row;
            float value = w[0] * r + w[1] * g + w[2] * b + w[3] * a + w[4];
            color[row] = value > 0 ? (value < 1 ? value : 1) : 0;
        }
        target[x] = byte_of(color[3]) << 24 | byte_of(color[0] * color[3]) << 16 | byte_of(color[1] * color[3]) << 8
            | byte_of(color[2] * color[3]);
    }
}

CLONES static uint32_t settle(uint32_t *target, size_t count) {
    uint32_t all = 255;
    for (size_t x = 0; x < count; x++) {
        uint32_t pixel = target[x], alpha = pixel >> 24;
        uint32_t r = (pixel >> 16) & 255, g = (pixel >> 8) & 255, b = pixel & 255;
        r = r < alpha ? r : alpha;
        g = g < alpha ? g : alpha;
        b = b < alpha ? b : alpha;
        target[x] = alpha << 24 | r << 16 | g << 8 | b;
        all &= alpha;
    }
    return all;
}

int pixels_settle(uint32_t *target, size_t count) { return settle(target, count) == 255; }

CLONES void pixels_multiply(uint32_t *target, uint32_t factors, size_t count) {
    uint32_t a = factors >> 24, r = (factors >> 16) & 255, g = (factors >> 8) & 255, b = factors & 255;
    for (size_t x = 0; x < count; x++) {
        uint32_t pixel = target[x];
        target[x] = (((pixel >> 24) * a + 127) / 255 << 24) | ((((pixel >> 16) & 255) * r * a + 32512) / 65025 << 16)
            | ((((pixel >> 8) & 255) * g * a + 32512) / 65025 << 8) | ((pixel & 255) * b * a + 32512) / 65025;
    }
}

CLONES void pixels_add_darker(uint32_t *restrict target, const uint32_t *restrict source, size_t count) {
    for (size_t x = 0; x < count; x++) {
        int32_t a = (int32_t)(target[x] >> 24), b = (int32_t)(source[x] >> 24), sum = a + b < 255 ? a + b : 255;
        uint32_t result = (uint32_t)sum << 24;
        for (int shift = 0; shift < 24; shift += 8) {
            int32_t lost = a - (int32_t)((target[x] >> shift) & 255) + b - (int32_t)((source[x] >> shift) & 255);
            int32_t value = 255 - lost;
            result |= (uint32_t)(value < 0 ? 0 : value < sum ? value : sum) << shift;
        }
        target[x] = result;
    }
}

CLONES void pixels_add(uint32_t *restrict target, const uint32_t *restrict source, size_t count) {
    uint8_t *to = (uint8_t *)target;
    const uint8_t *from = (const uint8_t *)source;
    for (size_t i = 0; i < 4 * count; i++) {
        uint16_t sum = (uint16_t)(to[i] + from[i]);
        to[i] = (uint8_t)(sum < 255 ? sum : 255);
    }
}
