package import Foundation
internal import MainspringGraphics

/// The showings of a replicator's sublayers, one after another.
///
/// Each is found when its turn comes: replicators may be nested as deep as they like, and each may have many.
struct ReplicatorShowings {
    let layer: CAReplicatorLayer
    private let count: Int
    /// Which one is next.
    private(set) var number = 0
    private let step: Matrix4
    private var matrix = Matrix4.identity

    init(of layer: CAReplicatorLayer) {
        self.layer = layer
        count = layer.own.showingCount
        step = layer.own.step(in: layer.values.geometry.bounds)
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

extension ReplicatorValues {
    /// So many showings are drawn at most: a count may be any number.
    private static let mostShowings = 10_000

    /// How many are drawn.
    package var showingCount: Int { min(max(instanceCount, 0), Self.mostShowings) }

    /// What is done to each after what was done to the one before it: about the middle of the layer.
    package func step(in bounds: CGRect) -> Matrix4 {
        Matrix4.translation(-bounds.midX, -bounds.midY, 0) * Matrix4(instanceTransform)
            * .translation(bounds.midX, bounds.midY, 0)
    }
}
