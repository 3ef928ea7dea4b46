internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// When and how fast: bars that move to the right, each in another way.
extension Scene {
    /// Bars one below another, each with what moves it.
    private static func bars(
        _ name: String, shows: String, _ gate: Gate = .edges, span: Double = 1, distance: CGFloat = 130,
        moves: [(CABasicAnimation) -> Void], script: [String]
    ) -> Scene {
        let height = 180 / moves.count
        return Scene(
            name, shows: shows, gate, span: span,
            layers: { root in
                for (index, move) in moves.enumerated() {
                    root.add(CALayer(10, CGFloat(10 + index * height), 40, CGFloat(height - 6), 0x3366AA)) {
                        $0.animate("position.x", from: 30, to: 30 + distance, move)
                    }
                }
            },
            html: moves.indices.map {
                "<div id=b\($0) at='10 \(10 + $0 * height) 40 \(height - 6)' style='background:#3366aa'></div>"
            }.joined(),
            script: script.enumerated().map { index, options in
                "animate('b\(index)', {transform: ['translateX(0)', 'translateX(\(distance)px)']}, {\(options)})"
            }.joined(separator: "\n"))
    }

    static var timings: [Scene] {
        func named(_ name: CAMediaTimingFunctionName) -> (CABasicAnimation) -> Void {
            { $0.timingFunction = CAMediaTimingFunction(name: name) }
        }
        func filled(_ mode: CAMediaTimingFillMode) -> (CABasicAnimation) -> Void {
            {
                $0.beginTime = 0.45
                $0.fillMode = mode
            }
        }
        return [
            bars(
                "functions", shows: "timing functions: the named ones, and one that overshoots",
                moves: [
                    named(.linear), named(.easeIn), named(.easeOut), named(.easeInEaseOut), named(.default),
                    { $0.timingFunction = CAMediaTimingFunction(controlPoints: 0.4, -0.2, 0.5, 1.2) },
                ],
                script: [
                    "easing: 'linear'", "easing: 'ease-in'", "easing: 'ease-out'", "easing: 'ease-in-out'",
                    "easing: 'ease'",
                    "easing: 'cubic-bezier(.4, -.2, .5, 1.2)'",
                ]),
            bars(
                "repeats", shows: "repeatCount, also of parts; repeatDuration; autoreverses", span: 2.93,
                moves: [
                    { $0.repeatCount = 2 }, { $0.repeatCount = 2.4 }, { $0.repeatDuration = 1.7 },
                    { $0.autoreverses = true },
                    {
                        $0.autoreverses = true
                        $0.repeatCount = 1.25
                        $0.timingFunction = CAMediaTimingFunction(name: .easeIn)
                    },
                ],
                script: [
                    "iterations: 2", "iterations: 2.4", "iterations: 1.7", "iterations: 2, direction: 'alternate'",
                    "iterations: 2.5, direction: 'alternate', easing: 'ease-in'",
                ]),
            bars(
                "fills", shows: "beginTime as a delay; the four fill modes", span: 1.97,
                moves: [filled(.removed), filled(.forwards), filled(.backwards), filled(.both)],
                script: ["none", "forwards", "backwards", "both"].map { "delay: 450, fill: '\($0)'" }),
            bars(
                "speeds", shows: "speed, timeOffset, duration", span: 1.93,
                moves: [
                    { $0.speed = 2 }, { $0.speed = 0.5 }, { $0.duration = 1.5 },
                    {
                        $0.timeOffset = 0.3
                        $0.duration = 1.6
                    },
                ],
                // The offset is where it begins.
                script: [
                    "duration: 500", "duration: 2000", "duration: 1500",
                    "duration: 1600, iterationStart: .1875, iterations: .8125",
                ]),
            Scene(
                "springs", shows: "springs, against `linear()` of the oscillator's formula", .edges, span: 1.5,
                layers: { root in
                    let springs: [(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, velocity: CGFloat)] = [
                        (1, 100, 10, 0), (1, 200, 5, 0), (2, 80, 6, 4), (1, 100, 20, 0),
                    ]
                    for (index, values) in springs.enumerated() {
                        root.add(CALayer(10, 10 + 45 * CGFloat(index), 40, 39, 0x3366AA)) {
                            $0.animate(CASpringAnimation(keyPath: "position.x")) {
                                ($0.fromValue, $0.toValue) = (30, 110)
                                ($0.mass, $0.stiffness, $0.damping) = (values.mass, values.stiffness, values.damping)
                                $0.initialVelocity = values.velocity
                                $0.duration = 1.5
                            }
                        }
                    }
                },
                html: (0..<4).map { "<div id=b\($0) at='10 \(10 + 45 * $0) 40 39' style='background:#3366aa'></div>" }
                    .joined(),
                script: """
                    [[1, 100, 10, 0], [1, 200, 5, 0], [2, 80, 6, 4], [1, 100, 20, 0]].forEach((values, index) => animate(
                        'b' + index, {transform: ['translateX(0)', 'translateX(80px)']}, {duration: 1500, easing: spring(...values, 1.5)}
                    ))
                    """),
            Scene(
                "additive", shows: "isAdditive: an animation on top of another", .edges,
                layers: {
                    $0.add(CALayer(20, 80, 40, 40, 0xAA4466)) {
                        $0.slide(100)
                        $0.animate("position", from: CGPoint(x: 0, y: -50), to: CGPoint(x: 20.5, y: 50)) {
                            $0.isAdditive = true
                        }
                    }
                },
                html: "<div id=a at='20 80 40 40' style='background:#aa4466'></div>",
                script: """
                    animate('a', {transform: ['translateX(0)', 'translateX(100px)']})
                    animate('a', {transform: ['translate(0px, -50px)', 'translate(20.5px, 50px)']}, {composite: 'add'})
                    """),
            Scene(
                "layer-time", shows: "a layer's own speed and beginTime, for all that is in it; groups of animations",
                .edges,
                span: 1.9,
                layers: {
                    $0.add(CALayer(0, 0, 200, 200)) {
                        $0.speed = 2
                        $0.beginTime = 0.3
                        $0.add(CALayer(10, 20, 50, 50, 0x3366AA)) {
                            $0.animate("position.x", from: 35, to: 160) {
                                $0.beginTime = 0.1
                                $0.duration = 2
                            }
                        }
                    }
                    $0.add(CALayer(10, 110, 50, 50, 0xAA6633)) {
                        let (move, fade) = (
                            CABasicAnimation(keyPath: "position.x"), CABasicAnimation(keyPath: "opacity")
                        )
                        (move.fromValue, move.toValue, move.duration) = (35, 160, 1.9)
                        (fade.fromValue, fade.toValue, fade.duration) = (1, 0.2, 1)
                        fade.fillMode = .both
                        $0.animate(CAAnimationGroup()) {
                            $0.animations = [move, fade]
                            $0.duration = 1.9
                        }
                    }
                },
                html: """
                    <div id=a at='10 20 50 50' style='background:#3366aa'></div><div id=b at='10 110 50 50' style='background:#aa6633'></div>
                    """,
                script: """
                    animate('a', {transform: ['translateX(0)', 'translateX(125px)']}, {delay: 350})
                    animate('b', {transform: ['translateX(0)', 'translateX(125px)']}, {duration: 1900})
                    animate('b', {opacity: [1, .2]})
                    """),
        ]
    }
}
