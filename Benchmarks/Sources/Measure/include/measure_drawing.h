/// What is drawn in the area `drawing`: the same for ours and every peer.
///
/// A picture of 1280 by 720 pixels, 60 frames a second of the scene's own time. Sprites are squares of 64 pixels whose pixels are
/// known; each goes to and fro on a straight line, in `translate-1k` by whole pixels, else at places that are no whole pixels.
#ifndef MEASURE_DRAWING_H
#define MEASURE_DRAWING_H

#include <math.h>
#include <stdbool.h>
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
    /// Frames before those that are measured.
    MEASURE_DRAWN_WARM_UP = 20,
    MEASURE_STILL = 10000,
};

/// What is drawn of sprites over white. `MEASURE_BETWEEN` is `MEASURE_TRANSLATE` at places that are no whole pixels, and so are all
/// others; `MEASURE_STANDING` is one sprite that goes over squares that stand still; `MEASURE_CLIPPED` has those of `MEASURE_EFFECTS`
/// that are cut off or masked.
typedef enum {
    MEASURE_TRANSLATE,
    MEASURE_BETWEEN,
    MEASURE_ROTATE,
    MEASURE_PERSPECTIVE,
    MEASURE_STANDING,
    MEASURE_EFFECTS,
    MEASURE_CLIPPED,
} measure_scene;

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

/// The way beside another that is at whole pixels in every frame. A frame's step is the other's, cut off, so that the end is not beyond
/// the other's; where nothing is left, it is one pixel to the side that has room for the whole way: a way takes 300 frames at most.
static inline measure_way measure_whole_way(measure_way way) {
    const double frames = rint(way.duration * MEASURE_SCENE_RATE);
    double step[2];
    for (int axis = 0; axis < 2; axis++) {
        way.from[axis] = floor(way.from[axis]);
        step[axis] = trunc((way.to[axis] - way.from[axis]) / frames);
    }
    if (step[0] == 0 && step[1] == 0) step[0] = way.from[0] + frames <= MEASURE_WIDTH - MEASURE_SPRITE / 2 ? 1 : -1;
    for (int axis = 0; axis < 2; axis++) way.to[axis] = way.from[axis] + step[axis] * frames;
    way.duration = frames / MEASURE_SCENE_RATE;
    return way;
}

static inline measure_way measure_way_of(measure_scene scene, uint32_t sprite) {
    measure_way way;
    double half = MEASURE_SPRITE / 2.0;
    way.from[0] = half + measure_part(sprite, 0) * (MEASURE_WIDTH - MEASURE_SPRITE);
    way.from[1] = half + measure_part(sprite, 1) * (MEASURE_HEIGHT - MEASURE_SPRITE);
    way.to[0] = half + measure_part(sprite, 2) * (MEASURE_WIDTH - MEASURE_SPRITE);
    way.to[1] = half + measure_part(sprite, 3) * (MEASURE_HEIGHT - MEASURE_SPRITE);
    way.duration = 2 + 3 * measure_part(sprite, 4);
    return scene == MEASURE_TRANSLATE ? measure_whole_way(way) : way;
}

/// How far along its way a sprite is in a frame, from 0 to 1: there and back again.
static inline double measure_along(const measure_way *way, long frame) {
    double part = (double)frame / MEASURE_SCENE_RATE / way->duration;
    part -= 2 * floor(part / 2);
    return part > 1 ? 2 - part : part;
}

static inline void measure_place(measure_scene scene, uint32_t sprite, long frame, double *x, double *y) {
    const measure_way way = measure_way_of(scene, sprite);
    const double part = measure_along(&way, frame);
    *x = way.from[0] + (way.to[0] - way.from[0]) * part;
    *y = way.from[1] + (way.to[1] - way.from[1]) * part;
    // Whole but for what the divisions have lost.
    if (scene == MEASURE_TRANSLATE) *x = rint(*x), *y = rint(*y);
}

/// From 0.25 to 1.
static inline double measure_sprite_opacity(uint32_t sprite) { return 0.25 + 0.75 * measure_part(sprite, 5); }

/// A whole turn in as many seconds as the way takes.
static inline double measure_angle(measure_scene scene, uint32_t sprite, long frame) {
    double part = (double)frame / MEASURE_SCENE_RATE / measure_way_of(scene, sprite).duration;
    return 6.283185307179586 * (part - floor(part));
}

/// How an eye sees a sprite that is `perspective-1k`'s: from 300 pixels away.
#define MEASURE_EYE 300.0

/// Where a sprite's pixels go: x and y of the picture are the first two of (x, y, 1) times the rows, divided by the third.
static inline void measure_matrix(measure_scene scene, uint32_t sprite, long frame, double m[9]) {
    double x, y, half = MEASURE_SPRITE / 2.0;
    measure_place(scene, sprite, frame, &x, &y);
    // Of a point relative to the sprite's middle.
    double xx = 1, xy = 0, yx = 0, yy = 1, wx = 0;
    if (scene == MEASURE_ROTATE || scene == MEASURE_PERSPECTIVE) {
        const double angle = measure_angle(scene, sprite, frame), c = cos(angle), s = sin(angle);
        xx = c;
        if (scene == MEASURE_ROTATE) {
            xy = -s, yx = s, yy = c;
        } else {
            wx = s / MEASURE_EYE;
        }
    }
    const double w = 1 - wx * half;
    m[0] = xx + x * wx, m[1] = xy, m[2] = -(xx + xy) * half + x * w;
    m[3] = yx + y * wx, m[4] = yy, m[5] = -(yx + yy) * half + y * w;
    m[6] = wx, m[7] = 0, m[8] = w;
}

/// The matrix that undoes another.
static inline void measure_inverse(const double m[9], double inverse[9]) {
    const double a = m[4] * m[8] - m[5] * m[7], b = m[5] * m[6] - m[3] * m[8], c = m[3] * m[7] - m[4] * m[6];
    const double determinant = m[0] * a + m[1] * b + m[2] * c;
    const double adjoint[9] = {
        a, m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
        b, m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
        c, m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
    };
    for (int i = 0; i < 9; i++) inverse[i] = adjoint[i] / determinant;
}

/// A rectangle of whole pixels.
typedef struct {
    int left, top, right, bottom;
} measure_box;

/// The smallest one, inside the picture, with all of a sprite; false if there is none.
static inline bool measure_box_of(const double m[9], measure_box *box) {
    double low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
    for (int corner = 0; corner < 4; corner++) {
        const double x = corner % 2 * MEASURE_SPRITE, y = corner / 2 * MEASURE_SPRITE;
        const double w = m[6] * x + m[7] * y + m[8];
        for (int axis = 0; axis < 2; axis++) {
            const double at = (m[3 * axis] * x + m[3 * axis + 1] * y + m[3 * axis + 2]) / w;
            low[axis] = fmin(low[axis], at);
            high[axis] = fmax(high[axis], at);
        }
    }
    box->left = (int)fmax(floor(low[0]), 0);
    box->top = (int)fmax(floor(low[1]), 0);
    box->right = (int)fmin(ceil(high[0]), MEASURE_WIDTH);
    box->bottom = (int)fmin(ceil(high[1]), MEASURE_HEIGHT);
    return box->left < box->right && box->top < box->bottom;
}

/// What the sprites of `effects` are, in this order. All move as sprites do and do not turn.
enum {
    /// Squares of one colour with a black shadow of 60 % below: a bell of 8 pixels' deviation, 4 pixels further down.
    MEASURE_SHADOWS = 200,
    /// Squares of one colour, with another of a further colour 16 pixels right and below; both are cut off at the first one's edge,
    /// whose corners are round.
    MEASURE_CLIPS = 200,
    /// The sprites' picture where an ellipse is, 28 pixels from its middle to the sides and 20 up and down.
    MEASURE_MASKS = 50,
    /// Squares of one colour, blurred by a bell of 8 pixels' deviation.
    MEASURE_BLURS = 20,
    MEASURE_ALL_EFFECTS = MEASURE_SHADOWS + MEASURE_CLIPS + MEASURE_MASKS + MEASURE_BLURS,
    MEASURE_CORNER = 16,
    MEASURE_INNER = 16,
    MEASURE_BLUR = 8,
    MEASURE_SHADOW_OFFSET = 4,
    MEASURE_MASK_WIDTH = 28,
    MEASURE_MASK_HEIGHT = 20,
};
#define MEASURE_SHADOW_OPACITY 0.6

/// The number that the colour of the square inside has.
static inline uint32_t measure_inner_shade(uint32_t sprite) { return sprite + 7; }

/// A colour from 0 to 1: red, green and blue.
static inline void measure_shade(uint32_t number, double shade[3]) {
    for (uint32_t i = 0; i < 3; i++) shade[i] = measure_part(number, 6 + i);
}

/// Squares that stand still, row by row, with the colour `measure_still_shade`.
enum {
    MEASURE_STILL_COLUMNS = 160,
    MEASURE_STILL_X = 8,
    MEASURE_STILL_Y = 11,
    MEASURE_STILL_WIDTH = 7,
    MEASURE_STILL_HEIGHT = 10,
};

static inline void measure_still_shade(uint32_t number, double shade[3]) {
    for (uint32_t i = 0; i < 3; i++) shade[i] = measure_part(number, i);
}

/// How far a picture is from what a frame must look like by the formulas above: the mean of the differences of red, green and blue, of
/// 255, those of 1 not counted. Pixels are blue, green, red and alpha in memory, multiplied by alpha, the top row first.
/// - `aside`: the frame is taken for one that many pixels to the left of where it is.
double measure_drawing_error(measure_scene scene, long frame, const void *pixels, long bytes_per_row, double aside);

/// Ends the program with a sentence if a picture is not that of the frame, so that nobody measures nothing. It is if it differs by less than
/// half of what it would if everything were half a pixel aside.
void measure_drawing_check(measure_scene scene, long frame, const void *pixels, long bytes_per_row);

/// For programs that cannot read a header of C: the sprite's pixels row by row; the matrices of all sprites, nine numbers each; their
/// opacities; a colour's three parts.
void measure_drawing_sprite(uint32_t *pixels);
void measure_drawing_matrices(measure_scene scene, long frame, double *matrices);
void measure_drawing_opacities(double *opacities);
void measure_drawing_shade(uint32_t number, double *shade);

#ifdef __cplusplus
}
#endif

#endif
