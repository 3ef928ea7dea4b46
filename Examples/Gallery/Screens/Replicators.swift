import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var replicators: Screen {
        Screen("replicators", "CAReplicatorLayer", "One layer, shown many times: moved, tinted, later") { stage in
            let wheel = stage.panel(
                CGRect(x: 40, y: 110, width: 280, height: 260), "instanceTransform and instanceDelay")
            let ring = replicator(
                wheel.bounds, in: wheel, 12, CATransform3DMakeRotation(.pi / 6, 0, 0, 1), delay: 1.0 / 12)
            let petal = stage.box(
                CGRect(x: ring.bounds.midX - 9, y: 8, width: 18, height: 44), Palette.sky, corner: 9, in: ring)
            petal.loop("opacity", from: 1, to: 0.1, seconds: 1)

            let bars = stage.panel(CGRect(x: 340, y: 110, width: 280, height: 260), "instance colours")
            let row = replicator(bars.bounds, in: bars, 8, CATransform3DMakeTranslation(31, 0, 0), delay: 0.12)
            (row.instanceColor, row.instanceGreenOffset, row.instanceBlueOffset) = (Palette.color(0xFF4040), 0.09, 0.05)
            let bar = stage.box(CGRect(x: 4, y: 60, width: 22, height: 110), .white, corner: 11, in: row)
            bar.loop("transform.scale.y", from: 0.3, to: 1.5, seconds: 0.6, turnsBack: true, .easeInEaseOut)

            let nested = stage.panel(CGRect(x: 640, y: 110, width: 280, height: 260), "a replicator in a replicator")
            let columns = replicator(nested.bounds, in: nested, 7, CATransform3DMakeTranslation(35, 0, 0), delay: 0.15)
            let rows = replicator(columns.bounds, in: columns, 6, CATransform3DMakeTranslation(0, 34, 0), delay: 0.15)
            let dot = stage.box(CGRect(x: 6, y: 4, width: 24, height: 24), Palette.mint, corner: 12, in: rows)
            dot.loop("transform.scale", from: 1, to: 0.2, seconds: 0.9, turnsBack: true, .easeInEaseOut)

            let depth = stage.panel(CGRect(x: 40, y: 390, width: 880, height: 170), "preservesDepth")
            var perspective = CATransform3DIdentity
            perspective.m34 = -1 / 1_000
            depth.sublayerTransform = perspective
            let turn = CATransform3DRotate(CATransform3DMakeTranslation(74, 0, 0), 0.5, 1, 0, 0)
            let spiral = replicator(depth.bounds, in: depth, 11, turn, delay: 0)
            spiral.preservesDepth = true
            spiral.instanceAlphaOffset = -0.06
            let card = stage.box(
                CGRect(x: spiral.bounds.midX - 400, y: 32, width: 56, height: 50), Palette.amber, corner: 8, in: spiral)
            card.loop("transform.rotation.x", from: 0, to: 2 * Double.pi, seconds: 4)
        }
    }

    private static func replicator(
        _ frame: CGRect, in outer: CALayer, _ count: Int, _ transform: CATransform3D, delay: Double
    ) -> CAReplicatorLayer {
        let layer = CAReplicatorLayer()
        layer.frame = frame
        (layer.instanceCount, layer.instanceTransform, layer.instanceDelay) = (count, transform, delay)
        outer.addSublayer(layer)
        return layer
    }
}
