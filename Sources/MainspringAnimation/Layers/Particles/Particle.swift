/// A particle of an emitter layer at an instant.
///
/// What all particles of a cell have alike is its ``ParticleLook``, so that a list of particles holds no objects.
package struct Particle: Equatable, Sendable {
    /// Where its middle is, in the layer's coordinates; z points out of the plane.
    package var position: SIMD3<Double>
    /// How far it has turned in the plane, in radians, from x towards y.
    package var rotation: Double
    /// What its contents' size is multiplied by.
    package var scale: Double
    /// What its contents' colours are multiplied by: red, green and blue as sRGB encodes them, each times alpha, and
    /// alpha; from 0 to 1.
    package var color: SIMD4<Float>
    /// Seconds since it was born, in its cell's time.
    package var age: Double
    /// Seconds since it was born, in the layer's time; by these the particles of several cells are in order.
    package var layerAge: Double
    /// Which of ``ParticleSystem/looks`` it has.
    package var look: Int
}
