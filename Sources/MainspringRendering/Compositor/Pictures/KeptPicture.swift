internal import CPixels
internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// A layer with all that is in it as one picture, in its own coordinates: drawn anew only where something in it changes, however the layer
/// itself moves.
///
/// Belongs to the scene in which the layer lies; what is in the layer is a scene of its own.
final class KeptPicture: TextureSlot {
    /// Which layer of a scene it is of, and how many seconds that is behind: showings of the same instant share one.
    struct Key: Hashable {
        let place: Int32
        let delay: Double
    }

    /// Pixels of a unit of the layer's own.
    let scale: Double
    let scene: Scene
    private let part = FramePart()
    /// What the layer paints by it; nil where it is too large to be kept.
    private(set) var paint: LayerPaint?
    /// What it takes with those in it, of all that are kept.
    var share = PictureShare()
    /// Its columns and rows, from the corner of the layer's bounds on.
    private var box = PixelBox.empty
    /// What of it is to be drawn anew.
    private var stale = PixelRegion()
    private var drawnBox = PixelBox.empty
    /// So many pixels were drawn of it in all.
    private(set) var drawnPixels = 0
    /// While it is had ready.
    private var drawing: SceneDrawing?
    private var frameSerial: UInt64 = 0
    private weak var frame: LayerFrame?

    /// So many pixels has one at most, 64 MiB: what is larger is drawn as if it were not to be kept.
    private static let mostPixels = 1 << 24
    /// So deep do pictures lie in each other at most; what lies deeper is drawn so likewise.
    private static let deepest = 8

    /// Nil inside of too many others.
    init?(scale: Double, in outer: Scene) {
        guard outer.depth < Self.deepest else { return nil }
        self.scale = scale
        scene = Scene(
            scale: scale, bounds: .everything, cache: outer.cache, depth: outer.depth + 1, mostKept: outer.budget.most)
    }

    /// Whether something in it may change while nothing in the layer does.
    var goesOn: Bool { scene.clones.hasEarlier || scene.pictures.values.contains { $0.goesOn } }

    /// Becomes what a layer shows with all that is in it.
    /// - Parameters:
    ///   - direct: What the layer paints where it is not kept.
    func update(to node: Int, of frame: LayerFrame, isUpward: Bool, instead direct: LayerPaint) {
        if self.frame === frame, frameSerial == frame.serial, let paint, paint.direct === direct { return }
        (self.frame, frameSerial) = (frame, frame.serial)
        part.update(to: node, of: frame)
        guard let root = part.frame.nodes.first, root.bounds.isUsable else { return paint = nil }
        let anchor = part.frame.geometry(of: root).anchor
        let map = DeviceMap(
            PlaneMap(
                SIMD3(scale, 0, 0), SIMD3(0, scale, 0),
                SIMD3((anchor.x - root.bounds.minX) * scale, (anchor.y - root.bounds.minY) * scale, 1)))
        scene.update(to: part.frame, at: Scene.Base(map: map, clip: .everything, isUpward: isUpward))
        let changed = scene.takeDamage()
        for each in changed { stale.add(each) }
        share.pixels = scene.contentBox.area + scene.budget.kept
        if let paint, changed.isEmpty, paint.direct === direct { return }
        box = scene.contentBox
        guard box.area <= Self.mostPixels, max(box.width, box.height) <= LayerCompositor.longestSide else {
            return paint = nil
        }
        let corner = root.bounds.origin
        let rect = CGRect(
            x: corner.x + Double(box.left) / scale, y: corner.y + Double(box.top) / scale,
            width: Double(box.width) / scale, height: Double(box.height) / scale)
        paint = LayerPaint(keeping: self, at: rect, instead: direct)
    }

    /// Has its pixels ready, where a map takes them to the screen's.
    func prepare(through texels: DeviceMap, with drawing: SceneDrawing) {
        self.drawing = drawing
        defer { self.drawing = nil }
        if drawnBox != box { forget() }
        if let known = texture(1), draw(on: known) { known.forgetLevels() }
        scene.cache.prepare(self, 1, through: texels)
    }

    override func make(_ scale: Double) -> Texture? {
        guard !box.isEmpty, let texture = Texture(width: box.width, height: box.height) else { return nil }
        drawnBox = box
        stale.add(box)
        _ = draw(on: texture)
        return texture
    }

    /// - Returns: whether any pixel was drawn.
    private func draw(on texture: Texture) -> Bool {
        stale.limit(to: box)
        let parts = stale.boxes
        stale.removeAll()
        guard let drawing, !parts.isEmpty else { return false }
        let canvas = Canvas(pixels: texture.pixels, stride: texture.stride, box: box)
        for part in parts {
            drawing.draw(part, of: scene, on: canvas, background: 0)
            drawnPixels += part.area
        }
        texture.settle()
        return true
    }
}

/// A layer's picture where the layer shows it.
struct PicturePaint {
    let picture: KeptPicture
    /// In the layer's own coordinates.
    let rect: CGRect
    /// Whether its pixels become squares where it is enlarged, and the nearest ones are taken where it is made smaller.
    let isSharpEnlarged: Bool
    let isSharpReduced: Bool

    /// From the picture's pixels to the screen's.
    func texels(_ map: DeviceMap) -> DeviceMap {
        map.texels(x: 1 / picture.scale, y: 1 / picture.scale, left: rect.minX, top: rect.minY)
    }
}

extension LayerValues {
    /// How many pixels a unit has in the picture that a layer is to be kept as; nil for one that is not, or that keeps depth.
    func keptScale(_ layer: RenderLayer) -> Double? {
        let rendering = look.rendering
        guard rendering.shouldRasterize, !layer.keepsDepth, rendering.rasterizationScale > 0 else { return nil }
        return min(max(Double(rendering.rasterizationScale), 1e-3), 1e3)
    }
}
