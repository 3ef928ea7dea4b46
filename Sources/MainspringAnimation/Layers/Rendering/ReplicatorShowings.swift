internal import Foundation
internal import MainspringGraphics

/// The showings of a replicator's sublayers, one after another.
///
/// Each is found when its turn comes: replicators may be nested as deep as they like, and each may have many.
struct ReplicatorShowings {
    /// So many showings are drawn at most: a count may be any number.
    private static let most = 10_000

    let layer: CAReplicatorLayer
    private let count: Int
    /// Which one is next.
    private(set) var number = 0
    private let step: Matrix4
    private var matrix = Matrix4.identity

    init(of layer: CAReplicatorLayer) {
        self.layer = layer
        count = min(max(layer.own.instanceCount, 0), Self.most)
        let bounds = layer.values.geometry.bounds
        step =
            Matrix4.translation(-bounds.midX, -bounds.midY, 0) * Matrix4(layer.own.instanceTransform)
            * .translation(bounds.midX, bounds.midY, 0)
    }

    /// Whether the next one shows again what was shown.
    var isRepeating: Bool { number > 0 }
    var isAtEnd: Bool { number == count }

    /// What is done to the sublayers for the next showing, as far as it is of the plane; nil where it is not.
    mutating func takeNext() -> CGAffineTransform? {
        defer {
            matrix = matrix * step
            number += 1
        }
        return PlaneMap(flattening: matrix).affineTransform
    }
}
