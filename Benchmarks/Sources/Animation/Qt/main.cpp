// Qt 6: a QPropertyAnimation for each property of each layer, in the order in which they are started, without a GUI.
//
// A QAnimationDriver gives the time, as a window's does: it costs less than a QParallelAnimationGroup and no more than setting each
// animation's time by hand. The curve is the one that ours have. As a function, which QEasingCurve takes too, it costs Qt hardly more
// than its cheapest curve; called as `AnimationQt bezier-spline CASE` it is Qt's own BezierSpline, which costs twice as much.

#include "Layer.h"
// Written by moc; Scripts/bench runs it.
#include "Layer.moc"

#include "measure.h"
#include "measure_layers.h"

#include <QtCore/QAnimationDriver>
#include <QtCore/QCoreApplication>
#include <QtCore/QEasingCurve>
#include <QtCore/QPropertyAnimation>

#include <cmath>
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

/// The curve with the control points (0.42, 0) and (0.58, 1), by Newton's method: exact to 1e-7.
double easeInEaseOut(double x) {
    constexpr double c = 3 * 0.42, b = 3 * (0.58 - 0.42) - c, a = 1 - c - b;
    double t = x;
    for (int step = 0; step < 8; step++) {
        const double error = ((a * t + b) * t + c) * t - x;
        if (std::fabs(error) < 1e-7) break;
        t -= error / ((3 * a * t + 2 * b) * t + c);
    }
    return t * t * (3 - 2 * t);
}

QEasingCurve curve;
/// In parts of a value's span. Qt's BezierSpline is right to 1.5e-5.
double tolerance = 1e-6;

void chooseCurve(bool isSpline) {
    if (isSpline) {
        curve = QEasingCurve(QEasingCurve::BezierSpline);
        curve.addCubicBezierSegment(QPointF(0.42, 0), QPointF(0.58, 1), QPointF(1, 1));
        tolerance = 1e-4;
    } else {
        curve.setCustomType(easeInEaseOut);
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

/// Every value must be what it should, and be found through its property.
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
                measure_animation_error(&animation, milliseconds, values[property][0], values[property][1]);
            if (!(error < span * tolerance)) fail("its values are not those of its animations.", long(number));
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
    const bool isSpline = argc > 1 && std::strcmp(argv[1], "bezier-spline") == 0;
    chooseCurve(isSpline);
    return measure_main(argc - isSpline, argv + isSpline, qVersion(), cases);
}
