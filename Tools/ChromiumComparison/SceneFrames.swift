internal import Foundation
internal import Mainspring
internal import MainspringAnimation
internal import MainspringGraphics
internal import MainspringRendering

extension Scene {
    /// The pictures that our compositor makes, each of what has changed since the one before.
    func frames() -> [Picture] {
        let side = CGFloat(Self.size)
        let root = CALayer(0, 0, side, side)
        layers(root)
        let host = LayerHost(clock: VirtualClock())
        host.layer = root
        CATransaction.flush()
        if let change {
            CATransaction.setDisableActions(true)
            change(root)
            CATransaction.flush()
        }
        guard let compositor = LayerCompositor(width: Self.size, height: Self.size, background: .white) else {
            return []
        }
        return instants.map { time in
            compositor.draw(host.frame(at: time))
            if tiles > 0 {
                // The picture has asked for what it lacks.
                for _ in 0..<tiles { CFRunLoopRunInMode(.defaultMode, 0, false) }
                CATransaction.flush()
                compositor.draw(host.frame(at: time))
            }
            return compositor.withPixels { pixels, bytesPerRow in
                Picture(size: Self.size, pixels: pixels, bytesPerRow: bytesPerRow)
            }
        }
    }
}
