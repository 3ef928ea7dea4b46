public import Foundation
public import Mainspring

/// Ours: a spring by how it feels, for the `animate` of layers.
///
/// ```swift
/// await layer.animate(\.position, to: point, spring: .bouncy)
/// await layer.animate(\.position, to: point, spring: AnimationSpring(perceptualDuration: 0.3, bounce: 0.2))
/// ```
public struct AnimationSpring: Hashable, Sendable {
    /// About how long it seems to take, in seconds; above 0.
    public var perceptualDuration: CFTimeInterval
    /// How much it overshoots, from -1, which creeps, to 1, which never comes to rest.
    public var bounce: CGFloat

    /// A spring that takes about so long, in seconds. Values that make no spring count as those of
    /// `CASpringAnimation`'s initializer.
    public init(perceptualDuration: CFTimeInterval = 0.5, bounce: CGFloat = 0) {
        self.perceptualDuration = perceptualDuration
        self.bounce = bounce
    }

    /// Without overshooting.
    public static let smooth = AnimationSpring()
    /// With a little overshooting.
    public static let snappy = AnimationSpring(bounce: 0.15)
    /// With overshooting that is seen.
    public static let bouncy = AnimationSpring(bounce: 0.3)
}
