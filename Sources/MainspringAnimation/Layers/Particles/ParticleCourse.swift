/// How one particle moves and looks, as functions of its age.
struct ParticleCourse {
    let place: SIMD3<Double>
    let velocity: SIMD3<Double>
    let acceleration: SIMD3<Double>
    let scale: Double
    let scaleSpeed: Double
    let spin: Double
    let color: SIMD4<Double>
    let colorSpeed: SIMD4<Double>
    /// What its colour is multiplied by.
    let tint: SIMD4<Double>

    func position(at age: Double) -> SIMD3<Double> {
        place + age * (velocity + (0.5 * age) * acceleration)
    }

    func velocity(at age: Double) -> SIMD3<Double> { velocity + age * acceleration }

    /// What has shrunk to nothing stays so: it does not grow again mirrored.
    func scale(at age: Double) -> Double {
        let now = scale + scaleSpeed * age
        return scale < 0 ? min(now, 0) : max(now, 0)
    }

    func rotation(at age: Double) -> Double { spin * age }

    /// Red, green and blue as sRGB encodes them, and alpha beside them, from 0 to 1.
    func color(at age: Double) -> SIMD4<Double> {
        let own = (color + age * colorSpeed).clamped(lowerBound: .zero, upperBound: .one)
        return own * tint
    }
}
