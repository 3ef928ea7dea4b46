import Foundation

@testable import MainspringAnimation

/// A layer with a frame, in another one.
func makeLayer(_ frame: CGRect, in parent: CALayer? = nil) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    parent?.addSublayer(layer)
    return layer
}
