/// What the layers of the area `animation` do: the same for ours and every peer.
///
/// Each layer has three animations that go on for ever, each with values, a duration and a start of its own. All ease in and out: the
/// Bézier curve with the control points (0.42, 0) and (0.58, 1). Ends of a rotation are less than half a turn apart, so that it makes
/// no difference whether angles or matrices are animated.
#ifndef MEASURE_LAYERS_H
#define MEASURE_LAYERS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What of a layer is animated; also how many animations each has.
typedef enum {
    /// Two numbers.
    MEASURE_POSITION,
    /// From 0 to 1.
    MEASURE_OPACITY,
    /// About the z axis, in radians.
    MEASURE_ROTATION,
    MEASURE_LAYER_ANIMATIONS,
} measure_property;

/// One animation of a layer; times are milliseconds.
typedef struct {
    /// The second number is used by positions alone.
    double from[2], to[2];
    /// From 1,000 to 2,000.
    long duration;
    /// How far it has come when the first frame's time is 0; less than `duration`.
    long offset;
} measure_animation;

/// The animation of a property of the layer with that number.
measure_animation measure_animation_of(long layer, measure_property property);

/// How far a value is from what it must be after that many milliseconds, the larger of both numbers'.
double measure_animation_error(const measure_animation *animation, long milliseconds, double first, double second);

enum {
    /// Milliseconds from frame to frame.
    MEASURE_FRAME_TIME = 16,
    /// Frames before those that are measured.
    MEASURE_FRAMES_WARM_UP = 30,
    MEASURE_FRAMES_10K = 300,
    MEASURE_FRAMES_100K = 30,
};

#ifdef __cplusplus
}
#endif

#endif
