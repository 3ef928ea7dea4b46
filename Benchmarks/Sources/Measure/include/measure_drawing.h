/// What is drawn in the area `drawing`: the same for ours and every peer.
///
/// A picture of 1280 by 720 pixels, 60 frames a second of the scene's own time. Sprites are squares of 64 pixels whose pixels are
/// known; each goes to and fro on a straight line, at places that are no whole pixels.
#ifndef MEASURE_DRAWING_H
#define MEASURE_DRAWING_H

#include <math.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MEASURE_WIDTH = 1280,
    MEASURE_HEIGHT = 720,
    MEASURE_SPRITES = 1000,
    MEASURE_SPRITE = 64,
    MEASURE_SCENE_RATE = 60,
    MEASURE_DRAWN_FRAMES = 120,
    MEASURE_STILL = 10000,
};

/// A pixel of the sprites: a disc with a soft edge; alpha in the highest byte, then red, green and blue, multiplied by alpha.
static inline uint32_t measure_sprite_pixel(int x, int y) {
    double dx = x + 0.5 - MEASURE_SPRITE / 2.0, dy = y + 0.5 - MEASURE_SPRITE / 2.0;
    double distance = MEASURE_SPRITE / 2.0 - sqrt(dx * dx + dy * dy);
    double alpha = distance < 0 ? 0 : distance > 1 ? 1 : distance;
    uint32_t a = (uint32_t)(alpha * 255 + 0.5);
    return a << 24 | (a * (uint32_t)(x * 4) / 255) << 16 | (a * (uint32_t)(y * 4) / 255) << 8 | a / 2;
}

static inline double measure_part(uint32_t sprite, uint32_t which) {
    uint32_t h = sprite * 2654435761u + which * 40503u;
    h ^= h >> 15;
    h *= 2246822519u;
    h ^= h >> 13;
    return (h & 0xffff) / 65536.0;
}

/// The ends of a sprite's way, of its middle, and how long it takes for one way, in seconds.
typedef struct {
    double from[2], to[2], duration;
} measure_way;

static inline measure_way measure_way_of(uint32_t sprite) {
    measure_way way;
    double half = MEASURE_SPRITE / 2.0;
    way.from[0] = half + measure_part(sprite, 0) * (MEASURE_WIDTH - MEASURE_SPRITE);
    way.from[1] = half + measure_part(sprite, 1) * (MEASURE_HEIGHT - MEASURE_SPRITE);
    way.to[0] = half + measure_part(sprite, 2) * (MEASURE_WIDTH - MEASURE_SPRITE);
    way.to[1] = half + measure_part(sprite, 3) * (MEASURE_HEIGHT - MEASURE_SPRITE);
    way.duration = 2 + 3 * measure_part(sprite, 4);
    return way;
}

/// How far along its way a sprite is in a frame, from 0 to 1: there and back again.
static inline double measure_along(uint32_t sprite, long frame) {
    double part = (double)frame / MEASURE_SCENE_RATE / measure_way_of(sprite).duration;
    part -= 2 * floor(part / 2);
    return part > 1 ? 2 - part : part;
}

static inline void measure_place(uint32_t sprite, long frame, double *x, double *y) {
    measure_way way = measure_way_of(sprite);
    double part = measure_along(sprite, frame);
    *x = way.from[0] + (way.to[0] - way.from[0]) * part;
    *y = way.from[1] + (way.to[1] - way.from[1]) * part;
}

/// From 0.25 to 1.
static inline double measure_sprite_opacity(uint32_t sprite) { return 0.25 + 0.75 * measure_part(sprite, 5); }

/// A whole turn in as many seconds as the way takes.
static inline double measure_angle(uint32_t sprite, long frame) {
    double part = (double)frame / MEASURE_SCENE_RATE / measure_way_of(sprite).duration;
    return 6.283185307179586 * (part - floor(part));
}

#ifdef __cplusplus
}
#endif

#endif
