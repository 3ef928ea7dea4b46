/// What a particle has from where it begins.
///
/// From Apple's documentation of `emitterCells`: a particle that emits does so where it is, at angles that are relative to the
/// direction in which it moves, and what it emits inherits its scale and colour.
struct ParticleStart {
    let place: SIMD3<Double>
    /// What its size and its colour are multiplied by.
    var scale = 1.0
    var tint = SIMD4<Double>.one
    /// The direction in which it leaves if it has no angles, and those beside and above it; nil for those of the layer.
    private var axes: (x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>)?

    /// From a place of the layer.
    init(_ place: SIMD3<Double>) { self.place = place }

    /// From a particle that has come to an age. One that stands still has the directions of the layer.
    init(_ course: ParticleCourse, at age: Double) {
        place = course.position(at: age)
        // Cells are nested: no product of scales may become infinite.
        scale = ParticleBounds.limited(course.scale(at: age), ParticleBounds.scale)
        tint = course.color(at: age)
        let velocity = course.velocity(at: age)
        let speed = (velocity * velocity).sum().squareRoot()
        guard speed > 0 else { return }
        let x = velocity / speed
        let level = (x.x * x.x + x.y * x.y).squareRoot()
        let y = level > 0 ? SIMD3(-x.y / level, x.x / level, 0) : SIMD3(0, 1, 0)
        axes = (x, y, SIMD3(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x))
    }

    /// A direction, given by angles of the cell, in the layer.
    func turned(_ heading: SIMD3<Double>) -> SIMD3<Double> {
        guard let axes else { return heading }
        return heading.x * axes.x + heading.y * axes.y + heading.z * axes.z
    }
}
