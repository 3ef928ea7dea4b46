#ifndef LAYER_H
#define LAYER_H

#include <QtCore/QObject>
#include <QtCore/QPointF>

/// The least object with the three properties: nothing is notified, nothing is drawn.
///
/// QtCore interpolates numbers and points, no transforms: an angle is animated, as users of Qt do. The matrix that ours makes of it is
/// not made here.
class Layer : public QObject {
    Q_OBJECT
    Q_PROPERTY(QPointF position READ position WRITE setPosition)
    Q_PROPERTY(double opacity READ opacity WRITE setOpacity)
    Q_PROPERTY(double rotation READ rotation WRITE setRotation)

public:
    QPointF position() const { return m_position; }
    void setPosition(QPointF position) { m_position = position; }

    double opacity() const { return m_opacity; }
    void setOpacity(double opacity) { m_opacity = opacity; }

    double rotation() const { return m_rotation; }
    void setRotation(double rotation) { m_rotation = rotation; }

private:
    QPointF m_position;
    double m_opacity = 1;
    double m_rotation = 0;
};

#endif
