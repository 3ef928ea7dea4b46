@testable import MainspringAnimation

extension Matrix4 {
    /// The perspective of a viewer in front of the plane.
    static func sight(_ distance: Double) -> Matrix4 {
        var matrix = Matrix4.identity
        matrix.r2.w = -1 / distance
        return matrix
    }
}
