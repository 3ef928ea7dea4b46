internal import Foundation
internal import MainspringAnimation

/// How far the blurs of a layer's filters and of its shadow go, in pixels.
///
/// All of them together, and those of the layers around it, reach at most ``most`` pixels: a blur that comes when that is used up is a
/// smaller one, or none. So what is drawn for some pixels is bounded, however many blurs there are.
struct LayerBlurs {
    /// Those of the filters, in their order.
    private(set) var filters: [GaussianBlur] = []
    private(set) var shadow: GaussianBlur?

    /// So many pixels do blurs of layers in each other reach at most.
    static let most: Int32 = 1_000

    init(_ paint: LayerPaint, _ node: SceneNode) {
        var left = Int(Self.most - node.reachAround)
        func blur(_ radius: Double) -> GaussianBlur {
            let blur = GaussianBlur(deviation: node.deviation(radius), reachingAtMost: left)
            left -= blur.reach
            return blur
        }
        for case .gaussianBlur(let radius) in paint.filters { filters.append(blur(radius)) }
        shadow = paint.castShadow.map { blur($0.radius) }
    }

    /// How far the filters' go together.
    var filterReach: Int32 { filters.reduce(0) { $0 + Int32($1.reach) } }
}
