internal import Foundation
internal import MainspringGraphics

extension CAReplicatorLayer {
    /// So many showings are drawn at most: a count may be any number.
    private static let mostInstances = 10_000

    /// What is done to the sublayers for each showing, as far as it is of the plane.
    var planarInstances: [CGAffineTransform] {
        let bounds = values.geometry.bounds
        let step =
            Matrix4.translation(-bounds.midX, -bounds.midY, 0) * Matrix4(own.instanceTransform)
            * .translation(bounds.midX, bounds.midY, 0)
        var matrix = Matrix4.identity
        var result: [CGAffineTransform] = []
        for _ in 0..<min(max(own.instanceCount, 0), Self.mostInstances) {
            if let transform = PlaneMap(flattening: matrix).affineTransform { result.append(transform) }
            matrix = matrix * step
        }
        return result
    }
}
