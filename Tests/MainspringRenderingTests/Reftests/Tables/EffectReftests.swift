import Foundation
import MainspringAnimation
import MainspringGraphics

/// Shadows, blurs and filters of colours.
extension Reftest {
    private static let black: [Float] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]
    private static let blurred = AllowedDifference.upTo(
        2,
        because:
            "blurs of a known shape are of what Cairo draws, those of groups of what is on the screen; both are rounded between rows and columns"
    )

    private static func addBoxes(to layer: CALayer) {
        layer.add(CALayer(4, 4, 20, 14, .red))
        layer.add(CALayer(14, 12, 16, 18, .blue))
    }

    /// A layer of two boxes at 14, 14.
    private static func boxes(_ change: (CALayer) -> Void = { _ in }) -> CALayer {
        let layer = CALayer(14, 14, 36, 36)
        addBoxes(to: layer)
        change(layer)
        return layer
    }

    private static func shade(_ layer: CALayer, radius: CGFloat = 3, _ color: CGColor = .black) {
        (layer.shadowOpacity, layer.shadowRadius) = (0.8, radius)
        (layer.shadowOffset, layer.shadowColor) = (CGSize(width: 4, height: 5), color)
    }

    /// A colour of which a filter makes another one.
    private static func filtered(
        _ name: String, _ filter: LayerFilter, _ color: CGColor, _ wanted: CGColor,
        _ allowed: AllowedDifference = .upTo(1, because: "the colour that is filtered is rounded to bytes before")
    ) -> Reftest {
        Reftest("\(name) is of one colour another one", allowed) {
            $0.add(CALayer(8, 8, 40, 40, color)) { $0.filters = [filter] }
        } as: {
            $0.add(CALayer(8, 8, 40, 40, wanted))
        }
    }

    static let effects: [Reftest] = [
        Reftest("a shadow that is sharp is the shape in its colour, moved") {
            $0.add(CALayer(12, 12, 30, 24, .red)) { shade($0, radius: 0, color(0, 0, 0.5)) }
        } as: {
            $0.add(CALayer(16, 17, 30, 24, color(0, 0, 0.5, 0.8)))
            $0.add(CALayer(12, 12, 30, 24, .red))
        },
        Reftest("a path's shadow is that of a layer of the same shape") {
            $0.add(CALayer(12, 12, 30, 24)) {
                shade($0)
                $0.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 30, height: 24), transform: nil)
            }
        } as: {
            // The layer itself is hidden by another one.
            $0.add(CALayer(12, 12, 30, 24, .red)) { shade($0) }
            $0.add(CALayer(12, 12, 30, 24)) {
                $0.compositingFilter = "clear"
                $0.backgroundColor = .black
            }
            $0.add(CALayer(0, 0, 1, 1))
            let part = CALayer(12, 12, 30, 24)
            part.masksToBounds = true
            part.add(CALayer(0, 0, 30, 24)) {
                shade($0)
                $0.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 30, height: 24), transform: nil)
            }
            $0.add(part)
        },
        Reftest("a path's shadow does not ask what the layer shows") {
            $0.add(
                boxes {
                    shade($0)
                    $0.shadowPath = CGPath(ellipseIn: CGRect(x: 2, y: 2, width: 30, height: 20), transform: nil)
                })
        } as: {
            $0.add(CALayer(14, 14, 36, 36)) {
                shade($0)
                $0.shadowPath = CGPath(ellipseIn: CGRect(x: 2, y: 2, width: 30, height: 20), transform: nil)
            }
            $0.add(boxes())
        },
        Reftest("the shadow of a known shape is the one of what is seen", blurred) {
            $0.add(CALayer(12, 12, 30, 24, .red)) { shade($0) }
        } as: {
            // A layer with one in it throws the shadow of whatever there is.
            $0.add(CALayer(12, 12, 30, 24)) { shade($0) }.add(CALayer(0, 0, 30, 24, .red))
        },
        Reftest("a shadow is the layer in black, blurred and moved", blurred) {
            $0.add(boxes { shade($0) })
        } as: {
            $0.add(
                boxes {
                    $0.filters = [LayerFilter.colorMatrix(black), LayerFilter.gaussianBlur(radius: 3)]
                    ($0.opacity, $0.position) = (0.8, CGPoint(x: 36, y: 37))
                })
            $0.add(boxes())
        },
        Reftest("a shadow fades with its layer", blurred) {
            $0.add(
                boxes {
                    shade($0)
                    $0.opacity = 0.5
                })
        } as: {
            $0.add(CALayer(0, 0, 64, 64)) { $0.opacity = 0.5 }.add(boxes { shade($0) })
        },
        Reftest("a layer that cuts off at its bounds has no shadow") {
            $0.add(CALayer(12, 12, 30, 24, .red)) {
                shade($0)
                $0.masksToBounds = true
            }
        } as: {
            $0.add(CALayer(12, 12, 30, 24, .red))
        },
        Reftest("a mask leaves of the shadow what it covers", blurred) {
            $0.add(
                boxes {
                    shade($0)
                    $0.mask = CALayer(0, 0, 36, 20, .black)
                })
        } as: {
            $0.add(CALayer(14, 14, 36, 20)) { $0.masksToBounds = true }.add(boxes { shade($0) }) {
                $0.frame.origin = .zero
            }
        },
        Reftest("without opacity, or without a colour, there is no shadow") {
            $0.add(boxes { ($0.shadowRadius, $0.shadowOffset) = (3, CGSize(width: 5, height: 5)) })
            $0.add(CALayer(2, 2, 8, 8, .red)) {
                shade($0)
                $0.shadowColor = nil
            }
        } as: {
            $0.add(boxes())
            $0.add(CALayer(2, 2, 8, 8, .red))
        },
        Reftest("a blur of nothing is none") {
            $0.add(boxes { $0.filters = [LayerFilter.gaussianBlur(radius: 0)] })
        } as: {
            $0.add(boxes())
        },
        Reftest("a blur leaves an even area as it is, far enough from its edges") {
            $0.add(CALayer(16, 16, 32, 32)) { $0.masksToBounds = true }.add(CALayer(-30, -30, 90, 90, .red)) {
                $0.filters = [LayerFilter.gaussianBlur(radius: 4)]
            }
        } as: {
            $0.add(CALayer(16, 16, 32, 32, .red))
        },
        Reftest("what a blur brings into a clip from outside of it is seen") {
            $0.add(CALayer(16, 8, 20, 50)) { $0.masksToBounds = true }.add(CALayer(-10, 10, 16, 20, .red)) {
                $0.filters = [LayerFilter.gaussianBlur(radius: 3)]
            }
        } as: {
            // All of it, and a mask that is no clip.
            $0.add(CALayer(0, 0, 64, 64)) { $0.mask = CALayer(16, 8, 20, 50, .black) }
                .add(CALayer(6, 18, 16, 20, .red)) { $0.filters = [LayerFilter.gaussianBlur(radius: 3)] }
        },
        Reftest("a shadow that falls into a round clip from outside of it is seen") {
            $0.add(CALayer(16, 8, 40, 50)) { ($0.masksToBounds, $0.cornerRadius) = (true, 8) }
                .add(boxes { shade($0) }) { $0.position = CGPoint(x: -8, y: 20) }
        } as: {
            $0.add(CALayer(16, 8, 40, 50)) {
                $0.mask = CALayer(0, 0, 40, 50, .black)
                $0.mask?.cornerRadius = 8
            }.add(boxes { shade($0) }) { $0.position = CGPoint(x: -8, y: 20) }
        },
        Reftest("a blur in points is as wide on a display of two pixels a point", blurred, side: 32, scale: 2) {
            $0.add(CALayer(8, 8, 14, 12, .red)) { $0.filters = [LayerFilter.gaussianBlur(radius: 1.5)] }
        } as: {
            $0.add(CALayer(0, 0, 32, 32)) {
                $0.add(CALayer(8, 8, 14, 12, .red))
                $0.filters = [LayerFilter.gaussianBlur(radius: 1.5)]
            }
        },
        Reftest("blurs one after another are one", .upTo(2, because: "each is rounded to bytes")) {
            // Up to a radius of 2 they are by the bell itself.
            $0.add(
                boxes { $0.filters = [LayerFilter.gaussianBlur(radius: 1.2), LayerFilter.gaussianBlur(radius: 1.6)] })
        } as: {
            $0.add(boxes { $0.filters = [LayerFilter.gaussianBlur(radius: 2)] })
        },
        Reftest("filters are applied one after another", .upTo(1, because: "each is rounded to bytes")) {
            $0.add(boxes { $0.filters = [LayerFilter.inversion(1), LayerFilter.brightness(0.5)] })
        } as: {
            // 0.5 - 0.5 c.
            $0.add(
                boxes {
                    $0.filters = [
                        LayerFilter.colorMatrix([
                            -0.5, 0, 0, 0, 0.5, 0, -0.5, 0, 0, 0.5, 0, 0, -0.5, 0, 0.5, 0, 0, 0, 1, 0,
                        ])
                    ]
                })
        },
        Reftest("filters that are none are left out") {
            $0.add(boxes { $0.filters = ["blur", 3, LayerFilter.saturation(1)] })
        } as: {
            $0.add(boxes())
        },
        filtered("brightness", .brightness(0.5), color(0.8, 0.4, 0.2), color(0.4, 0.2, 0.1)),
        filtered("contrast", .contrast(2), color(0.6, 0.4, 0.1), color(0.7, 0.3, 0)),
        filtered("inversion", .inversion(1), color(0.8, 0.4, 0.2), color(0.2, 0.6, 0.8)),
        filtered("no saturation", .saturation(0), color(1, 0, 0), color(0.213, 0.213, 0.213)),
        filtered("sepia", .sepia(1), color(1, 1, 0), color(1, 1, 0.806)),
        filtered("half a turn of hues", .hueRotation(.pi), color(1, 0, 0), color(0, 0.426, 0.426)),
        filtered(
            "a matrix", .colorMatrix([0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0.5, 0]),
            color(0.8, 0.4, 0.2), color(0.4, 0.2, 0.8, 0.5)),
        filtered(
            "inversion of what covers in part", .inversion(1), color(0.8, 0.4, 0.2, 0.5), color(0.2, 0.6, 0.8, 0.5),
            .upTo(2, because: "a byte of what is multiplied by a half is two levels of the colour")),
    ]
}
