// Qt 6: a QPropertyAnimation for each property of each layer, in the order in which they are started, without a GUI.
//
// A QAnimationDriver gives the time, as a window's does: it costs less than a QParallelAnimationGroup and no more than setting each
// animation's time by hand. Called as `AnimationQt in-out-quad CASE` the animations have the curve that is the cheapest for Qt
// instead of the one that ours have.

#include "Layer.h"
// Written by moc; Scripts/bench runs it.
#include "Layer.moc"

#include "measure.h"
#include "measure_layers.h"

#include <QtCore/QAnimationDriver>
#include <QtCore/QCoreApplication>
#include <QtCore/QEasingCurve>
#include <QtCore/QPropertyAnimation>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

/// Time that goes on by a frame's when told to.
class FrameDriver : public QAnimationDriver {
public:
    qint64 elapsed() const override { return m_elapsed; }

    void advance() override {
        m_elapsed += MEASURE_FRAME_TIME;
        advanceAnimation();
    }

private:
    qint64 m_elapsed = 0;
};

QEasingCurve curve;
double (*ease)(double) = measure_ease_in_ease_out;

double easeInOutQuad(double fraction) {
    return fraction < 0.5 ? 2 * fraction * fraction : 1 - 2 * (1 - fraction) * (1 - fraction);
}

void chooseCurve(bool isQuad) {
    if (isQuad) {
        curve = QEasingCurve(QEasingCurve::InOutQuad);
        ease = easeInOutQuad;
    } else {
        curve = QEasingCurve(QEasingCurve::BezierSpline);
        curve.addCubicBezierSegment(QPointF(0.42, 0), QPointF(0.58, 1), QPointF(1, 1));
    }
}

[[noreturn]] void fail(const char *reason, long layer) {
    std::fprintf(stderr, "AnimationQt: layer %ld: %s\n", layer, reason);
    std::exit(1);
}

void animate(Layer *layer, const char *name, const measure_animation &animation, bool isPoint) {
    auto *made = new QPropertyAnimation(layer, name, layer);
    if (isPoint) {
        made->setStartValue(QPointF(animation.from[0], animation.from[1]));
        made->setEndValue(QPointF(animation.to[0], animation.to[1]));
    } else {
        made->setStartValue(animation.from[0]);
        made->setEndValue(animation.to[0]);
    }
    made->setDuration(int(animation.duration));
    made->setEasingCurve(curve);
    made->setLoopCount(-1);
    made->start();
    made->setCurrentTime(int(animation.offset));
}

/// Every value must be what it should, and be found through its property. Qt's Bézier curve is right to 1.5e-5.
void check(const std::vector<Layer *> &layers, long milliseconds) {
    for (size_t number = 0; number < layers.size(); number++) {
        const QObject *layer = layers[number];
        const QPointF position = layer->property("position").toPointF();
        const double values[MEASURE_LAYER_ANIMATIONS][2] = {
            {position.x(), position.y()},
            {layer->property("opacity").toDouble(), 0},
            {layer->property("rotation").toDouble(), 0},
        };
        for (int property = 0; property < MEASURE_LAYER_ANIMATIONS; property++) {
            const auto animation = measure_animation_of(long(number), measure_property(property));
            const double span = property == MEASURE_POSITION ? 1000 : 1;
            const double error =
                measure_animation_error(&animation, ease, milliseconds, values[property][0], values[property][1]);
            if (!(error < span * 1e-4)) fail("its values are not those of its animations.", long(number));
        }
    }
}

long frames(long layerCount, long frameCount) {
    FrameDriver driver;
    driver.install();
    // Freed with the process.
    std::vector<Layer *> layers;
    for (long number = 0; number < layerCount; number++) {
        auto *layer = new Layer;
        layers.push_back(layer);
        animate(layer, "position", measure_animation_of(number, MEASURE_POSITION), true);
        animate(layer, "opacity", measure_animation_of(number, MEASURE_OPACITY), false);
        animate(layer, "rotation", measure_animation_of(number, MEASURE_ROTATION), false);
    }
    // Starting takes a few turns of the loop.
    for (int turn = 0; turn < 100 && !driver.isRunning(); turn++) QCoreApplication::processEvents();
    if (!driver.isRunning()) fail("its animations do not start.", 0);
    for (int frame = 0; frame < MEASURE_FRAMES_WARM_UP; frame++) driver.advance();
    measure_begin();
    for (long frame = 0; frame < frameCount; frame++) driver.advance();
    measure_end();
    check(layers, driver.elapsed());
    driver.uninstall();
    return frameCount;
}

long frames10k(long frameCount) { return frames(10000, frameCount); }

long frames100k(long frameCount) { return frames(100000, frameCount); }

const measure_case cases[] = {
    {"frame-10k", frames10k, MEASURE_FRAMES_10K},
    {"frame-100k", frames100k, MEASURE_FRAMES_100K},
    {"allocations-per-frame", frames10k, MEASURE_FRAMES_10K},
    {nullptr, nullptr, 0},
};

} // namespace

int main(int argc, char **argv) {
    QCoreApplication application(argc, argv);
    const bool isQuad = argc > 1 && std::strcmp(argv[1], "in-out-quad") == 0;
    chooseCurve(isQuad);
    return measure_main(argc - isQuad, argv + isQuad, qVersion(), cases);
}
