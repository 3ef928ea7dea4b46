internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// How often a replicator shows those inside it, and what it does to each showing.
struct Showings {
    let count: Int
    /// What the colours of the first one are multiplied by, and what that is changed by with each one more.
    let tint: SIMD4<Float>
    let tintStep: SIMD4<Float>
    /// Seconds.
    let delay: Double
    private let step: Matrix4

    init(_ values: ReplicatorValues, _ layer: LayerValues) {
        count = values.showingCount
        let color = values.instanceColor?.encodedSRGB ?? SIMD4(1, 1, 1, 1)
        tint = SIMD4(Float(color.x), Float(color.y), Float(color.z), Float(color.w))
        let steps = SIMD4(
            values.instanceRedOffset, values.instanceGreenOffset, values.instanceBlueOffset, values.instanceAlphaOffset)
        tintStep = (steps * 0) == .zero ? steps : .zero
        delay = values.instanceDelay.isFinite ? min(max(values.instanceDelay, -3600), 3600) : 0
        step = values.step(in: layer.geometry.bounds)
    }

    /// What is done to a showing in the replicator's own coordinates, as it is seen in its plane.
    func map(_ number: Int) -> DeviceMap { DeviceMap(PlaneMap(flattening: matrix(number))) }

    /// The same in space.
    func matrix(_ number: Int) -> Matrix4 {
        var (matrix, power, rest) = (Matrix4.identity, step, number)
        // By squares, so that the last of many costs little.
        while rest > 0 {
            if rest & 1 == 1 { matrix = matrix * power }
            power = power * power
            rest >>= 1
        }
        return matrix
    }

    /// What the colours of a showing are multiplied by.
    func tint(_ number: Int) -> SIMD4<Float> {
        (tint + tintStep * Float(number)).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
    }
}
