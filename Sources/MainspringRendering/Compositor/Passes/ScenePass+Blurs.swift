internal import CPixels
internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// What reads pixels around those that it makes.
extension ScenePass {
    /// Does what a layer's filters do with its picture, so that some pixels are right.
    func applyFilters(of node: SceneNode, _ group: SceneGroup, _ ground: Canvas, for seen: PixelBox) {
        guard let paint = node.paint, !paint.filters.isEmpty else { return }
        var blurs = LayerBlurs(paint, node).filters[...]
        // What the filters that are still to come read.
        var reach = group.blurReach
        for filter in paint.filters {
            let area = seen.grown(by: reach).meeting(ground.box)
            guard !area.isEmpty else { return }
            let first = ground.at(area.left, area.top)
            switch filter {
            case .gaussianBlur:
                guard let blur = blurs.popFirst() else { break }
                blur.blur(
                    UnsafeMutableRawPointer(first).assumingMemoryBound(to: UInt8.self), width: area.width,
                    height: area.height, stride: 4 * ground.stride, channels: 4)
                // Rounding may leave a colour above its alpha.
                for row in 0..<area.height { _ = pixels_settle(first + row * ground.stride, area.width) }
                reach -= Int32(blur.reach)
            case .colorMatrix(let matrix):
                matrix.withUnsafeBufferPointer { matrix in
                    for row in 0..<area.height {
                        pixels_recolor(first + row * ground.stride, area.width, matrix.baseAddress)
                    }
                }
            }
        }
    }

    /// Draws the shadow that a group throws.
    func drawShadow(
        _ shadow: VisibleShadow, _ group: SceneGroup, _ node: SceneNode, of ground: Canvas, on target: Canvas
    ) {
        guard let color = PaintColor(shadow.color)?.pixel(255), let paint = node.paint,
            let blur = LayerBlurs(paint, node).shadow
        else { return }
        let count = ground.box.area
        let alpha = UnsafeMutablePointer<UInt8>.allocate(capacity: max(count, 1))
        defer { alpha.deallocate() }
        pixels_alpha(alpha, ground.pixels, count)
        blur.blur(alpha, width: ground.box.width, height: ground.box.height, stride: ground.box.width, channels: 1)
        let moved = ground.box.moved(group.shadowX, group.shadowY).meeting(target.box)
        guard !moved.isEmpty else { return }
        for y in moved.top..<moved.bottom {
            let row = Int(y - group.shadowY - ground.box.top) * ground.box.width
            let from = alpha + row + Int(moved.left - group.shadowX - ground.box.left)
            pixels_over_color_covered(target.at(moved.left, y), color, from, moved.width)
        }
    }
}
