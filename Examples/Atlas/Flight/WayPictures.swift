import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics
import MainspringRendering

/// The cities along a camera's way, as pictures that are drawn before it begins: each is seen while the map is near its scale, and fades
/// into the next.
///
/// Tiles would come one by one, when the camera is elsewhere already. Belongs to the main thread, as the layers.
@MainActor
final class WayPictures {
    let way: Way
    /// For a layer that has the map's coordinates.
    let layer = CALayer()
    private let field: CityField
    private let stamps: DiscStamps
    private var pictures: [Picture] = []
    private var drawnCount = 0

    private struct Picture {
        let layer: CALayer
        /// How many pixels a point of the map has.
        let scale: CGFloat
        /// How much is seen of it at each camera of the way.
        let weights: [Float]
    }

    private static let mostCities = 20_000
    /// A side has no more pixels; the picture is coarser instead.
    private static let mostPixels: CGFloat = 3_000

    /// - Parameter scale: How many pixels a point of the view has.
    init(_ way: Way, view: CGSize, scale: CGFloat, _ field: CityField, _ stamps: DiscStamps) {
        (self.way, self.field, self.stamps) = (way, field, stamps)
        let grid = way.goal.visible(in: view).origin
        for level in Self.levels {
            let weights = way.cameras.map { Self.weight(of: level, at: $0.zoom) }
            var open = weights.indices[...]
            while let first = open.first(where: { weights[$0] > 0 }) {
                let end = open[first...].first { weights[$0] == 0 } ?? open.endIndex
                let seen = way.cameras[first..<end].map { $0.visible(in: view) }
                let others = weights.indices.map { first..<end ~= $0 ? weights[$0] : 0 }
                add(seen.dropFirst().reduce(seen[0]) { $0.union($1) }, grid, scale * exp2(CGFloat(level)), others)
                open = open[end...]
            }
        }
    }

    private func add(_ rect: CGRect, _ grid: CGPoint, _ wanted: CGFloat, _ weights: [Float]) {
        let scale = min(wanted, Self.mostPixels / max(rect.width, rect.height))
        let picture = CALayer()
        // Where the camera stands in the end a pixel of the picture is one of the screen's.
        let left = grid.x + ((rect.minX - grid.x) * scale).rounded(.down) / scale
        let top = grid.y + ((rect.minY - grid.y) * scale).rounded(.down) / scale
        let width = ((rect.maxX - left) * scale).rounded(.up) / scale
        let height = ((rect.maxY - top) * scale).rounded(.up) / scale
        picture.frame = CGRect(x: left, y: top, width: width, height: height)
        picture.opacity = 0
        layer.addSublayer(picture)
        pictures.append(Picture(layer: picture, scale: scale, weights: weights))
    }

    /// Scales are powers of two.
    private static let levels = 1...8

    /// How much is seen of a picture of a level: all of it around its scale, and at any scale one in all.
    static func weight(of level: Int, at zoom: CGFloat) -> Float {
        Float(min(max(2 - 3 * abs(log2(zoom) - CGFloat(level)), 0), 1))
    }

    // MARK: Drawing

    /// Draws one that is not drawn yet.
    /// - Returns: false if all are.
    @discardableResult
    func drawNext() -> Bool {
        guard drawnCount < pictures.count else { return false }
        let picture = pictures[drawnCount]
        drawnCount += 1
        withoutActions { picture.layer.contents = image(of: picture) }
        return drawnCount < pictures.count
    }

    /// Draws those that are not drawn yet.
    func drawAll() { while drawNext() {} }

    private func image(of picture: Picture) -> CGImage? {
        Self.signposter.withIntervalSignpost("picture of a way") {
            stamps.image(of: field, Self.mostCities, in: picture.layer.frame, scale: picture.scale)
        }
    }

    private static let signposter = Signposter(category: "Atlas")

    // MARK: Showing

    /// They come and go as the camera takes a part of the way, inside of the transaction that is open.
    func play(_ part: Range<Int>, duration: Double, timing: CAMediaTimingFunctionName) {
        for picture in pictures {
            let values = Array(picture.weights[part])
            withoutActions { picture.layer.opacity = values.last ?? 0 }
            guard values.contains(where: { $0 > 0 }) else { continue }
            let animation = CAKeyframeAnimation(keyPath: "opacity")
            (animation.values, animation.duration) = (values, duration)
            animation.timingFunction = CAMediaTimingFunction(name: timing)
            picture.layer.add(animation, forKey: "opacity")
        }
    }

    /// They stay as they are seen until what comes after them has had time to be drawn, fade, and are gone.
    func leave() {
        let layer = layer
        withoutActions {
            for picture in pictures {
                picture.layer.opacity = picture.layer.presentation()?.opacity ?? picture.layer.opacity
                picture.layer.removeAllAnimations()
            }
        }
        let fade = CAKeyframeAnimation(keyPath: "opacity")
        (fade.values, fade.keyTimes, fade.duration) = ([1, 1, 0], [0, 0.5, 1], 0.8)
        CATransaction.begin()
        CATransaction.setCompletionBlock { layer.removeFromSuperlayer() }
        layer.add(fade, forKey: "opacity")
        CATransaction.commit()
        withoutActions { layer.opacity = 0 }
    }
}
