#include "measure_layers.h"

#include "measure.h"

#include <math.h>

static double part(uint64_t *random) { return (double)(measure_random(random) >> 11) * 0x1p-53; }

measure_animation measure_animation_of(long layer, measure_property property) {
    uint64_t random = (uint64_t)layer * MEASURE_LAYER_ANIMATIONS + property + 1;
    measure_animation animation = {{0}, {0}, 0, 0};
    animation.duration = 1000 + (long)(measure_random(&random) % 1001);
    animation.offset = (long)(measure_random(&random) % 1000);
    switch (property) {
    case MEASURE_POSITION:
        for (int i = 0; i < 2; i++) {
            animation.from[i] = 1000 * part(&random);
            animation.to[i] = 1000 * part(&random);
        }
        break;
    case MEASURE_ROTATION:
        animation.from[0] = part(&random);
        animation.to[0] = animation.from[0] + 0.5 + 2 * part(&random);
        break;
    default:
        animation.from[0] = part(&random);
        animation.to[0] = part(&random);
        break;
    }
    return animation;
}

/// By bisection: slow, sure.
static double ease_in_ease_out(double fraction) {
    double low = 0, high = 1;
    for (int i = 0; i < 60; i++) {
        double t = (low + high) / 2;
        double x = 3 * (1 - t) * (1 - t) * t * 0.42 + 3 * (1 - t) * t * t * 0.58 + t * t * t;
        if (x < fraction) {
            low = t;
        } else {
            high = t;
        }
    }
    return low * low * (3 - 2 * low);
}

double measure_animation_error(const measure_animation *animation, long milliseconds, double first, double second) {
    long time = (animation->offset + milliseconds) % animation->duration;
    double eased = ease_in_ease_out((double)time / (double)animation->duration);
    double values[] = {first, second}, worst = 0;
    for (int i = 0; i < 2; i++) {
        double wanted = animation->from[i] + (animation->to[i] - animation->from[i]) * eased;
        // A value that is no number is as far away as can be.
        double error = fabs(values[i] - wanted);
        worst = error <= worst ? worst : isnan(error) ? INFINITY : error;
    }
    return worst;
}
