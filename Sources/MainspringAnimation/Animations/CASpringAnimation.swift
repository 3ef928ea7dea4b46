public import Foundation
public import Mainspring
public import MainspringFoundation

/// A basic animation whose pace is that of a body on a spring.
///
/// It goes on from its start for `duration` seconds, whether the spring has settled by then or not:
/// ``settlingDuration`` says when it has.
open class CASpringAnimation: CABasicAnimation {
    /// Of the body; above 0.
    open var mass: CGFloat = 1
    /// Of the spring; above 0.
    open var stiffness: CGFloat = 100
    /// What slows the body; 0 or more.
    open var damping: CGFloat = 10
    /// How fast the body is at first, in ways per second; above 0 towards the end.
    open var initialVelocity: CGFloat = 0
    /// Whether damping beyond the critical creeps to the end; otherwise it counts as critical.
    open var allowsOverdamping = false

    /// A spring by how it feels; its duration is the time it takes to settle.
    /// - Parameters:
    ///   - perceptualDuration: About how long it seems to take, in seconds; above 0.
    ///   - bounce: From -1, which never overshoots, to 1, which never comes to rest.
    public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat = 0) {
        self.init()
        // Source: the parameters that Apple's documentation of springs by duration and bounce names.
        let time = perceptualDuration > 0 && perceptualDuration.isFinite ? perceptualDuration : 0.5
        let bounce = bounce.isNaN ? 0 : min(max(bounce, -1), 1)
        mass = 1
        stiffness = (2 * .pi / time) * (2 * .pi / time)
        damping = bounce >= 0 ? 4 * .pi * (1 - bounce) / time : 4 * .pi / (time * (1 + bounce))
        allowsOverdamping = true
        duration = settlingDuration
    }

    /// When the spring is nearly at rest, in seconds; infinite if it never is.
    open var settlingDuration: CFTimeInterval { motion.settlingDuration }

    /// About how long the spring seems to take, in seconds: the period of the spring without a damper.
    open var perceptualDuration: CFTimeInterval { 2 * .pi / naturalFrequency }

    /// How much the spring overshoots, from -1 to 1; 0 is critical damping.
    open var bounce: CGFloat {
        let ratio = damping / (2 * mass * naturalFrequency)
        return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
    }

    private var naturalFrequency: Double { (Double(stiffness) / Double(mass)).squareRoot() }

    /// The motion that the values describe.
    var motion: SpringMotion {
        SpringMotion(
            mass: mass, stiffness: stiffness, damping: damping, velocity: initialVelocity,
            allowsOverdamping: allowsOverdamping)
    }

    override var takesOver: Bool { true }

    override func takeValues(of other: CAAnimation) {
        super.takeValues(of: other)
        guard let other = other as? CASpringAnimation else { return }
        mass = other.mass
        stiffness = other.stiffness
        damping = other.damping
        initialVelocity = other.initialVelocity
        allowsOverdamping = other.allowsOverdamping
    }

    /// The keys of the class's own properties.
    open override class var keyTable: KeyTable { CASpringAnimation.keys }

    private static let keys = KeyTable(CASpringAnimation.self) {
        $0.add("mass", get: { $0.mass }, set: { $0.mass = $1 })
        $0.add("stiffness", get: { $0.stiffness }, set: { $0.stiffness = $1 })
        $0.add("damping", get: { $0.damping }, set: { $0.damping = $1 })
        $0.add("initialVelocity", get: { $0.initialVelocity }, set: { $0.initialVelocity = $1 })
        $0.add("allowsOverdamping", get: { $0.allowsOverdamping }, set: { $0.allowsOverdamping = $1 })
        $0.add("settlingDuration", get: { $0.settlingDuration })
        $0.add("perceptualDuration", get: { $0.perceptualDuration })
        $0.add("bounce", get: { $0.bounce })
    }
}
