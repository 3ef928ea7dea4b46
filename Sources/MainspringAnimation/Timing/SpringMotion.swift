internal import Foundation

/// A body on a spring with a damper, let go at 0, coming to rest at 1.
///
/// The solutions of `m x'' + c x' + k (x - 1) = 0` with `x(0) = 0` and `x'(0) = v0`; any textbook on mechanics has
/// them.
struct SpringMotion: Hashable, Sendable {
    /// How far the body may still be from rest when it counts as settled, beside the way it makes.
    static let settled = 0.001

    /// Nothing that moves.
    static let none = SpringMotion(mass: 1, stiffness: 0, damping: 0, velocity: 0, allowsOverdamping: false)

    private let naturalFrequency: Double
    private let decay: Double
    private var velocity: Double

    /// - Parameters:
    ///   - mass: Above 0; anything else counts as 1.
    ///   - stiffness: Above 0; anything else counts as 0: a spring that does not pull.
    ///   - damping: 0 or more; infinite damping comes to rest at once.
    ///   - velocity: In ways per second: 1 goes all the way from 0 to 1 in a second.
    ///   - allowsOverdamping: Otherwise damping beyond the critical counts as critical.
    init(mass: Double, stiffness: Double, damping: Double, velocity: Double, allowsOverdamping: Bool) {
        let mass = mass > 0 && mass.isFinite ? mass : 1
        let stiffness = stiffness > 0 && stiffness.isFinite ? stiffness : 0
        naturalFrequency = (stiffness / mass).squareRoot()
        let asked = damping > 0 ? damping / (2 * mass) : 0
        decay = allowsOverdamping ? asked : min(asked, naturalFrequency)
        self.velocity = velocity.isFinite ? velocity : 0
    }

    private enum Regime { case immovable, under, critical, over, immediate }

    private var regime: Regime {
        if decay == .infinity || naturalFrequency == .infinity { return .immediate }
        if naturalFrequency == 0 { return .immovable }
        // Where the roots are nearly one, the formulas for two of them lose all digits.
        if abs(decay - naturalFrequency) <= naturalFrequency * 1e-9 { return .critical }
        return decay < naturalFrequency ? .under : .over
    }

    /// Where the body is, seconds after it was let go.
    func position(at time: Double) -> Double {
        switch regime {
        case .immediate: return 1
        case .immovable:
            // Only the damper slows it.
            guard decay > 0 else { return velocity * time }
            return velocity * (1 - exp(-2 * decay * time)) / (2 * decay)
        case .under:
            let frequency = dampedFrequency
            let turn = frequency * time
            return 1 - exp(-decay * time) * (cos(turn) + (decay - velocity) / frequency * sin(turn))
        case .critical:
            return 1 - exp(-naturalFrequency * time) * (1 + (naturalFrequency - velocity) * time)
        case .over:
            let (slow, fast) = rates
            let share = (fast - velocity) / (fast - slow)
            return 1 - share * exp(-slow * time) - (1 - share) * exp(-fast * time)
        }
    }

    /// How fast the body is, seconds after it was let go, in ways per second.
    func velocity(at time: Double) -> Double {
        switch regime {
        case .immediate: return 0
        case .immovable: return velocity * exp(-2 * decay * time)
        case .under:
            let frequency = dampedFrequency
            let turn = frequency * time
            let part = (decay - velocity) / frequency
            return exp(-decay * time)
                * (decay * (cos(turn) + part * sin(turn)) + frequency * sin(turn) - part * frequency * cos(turn))
        case .critical:
            let rest = naturalFrequency - velocity
            return exp(-naturalFrequency * time) * (naturalFrequency * (1 + rest * time) - rest)
        case .over:
            let (slow, fast) = rates
            let share = (fast - velocity) / (fast - slow)
            return share * slow * exp(-slow * time) + (1 - share) * fast * exp(-fast * time)
        }
    }

    /// Where a velocity of 1 that the body has at first carries it, beside where it is without: the equation is linear,
    /// so that a motion in several dimensions is the sum of ``position(at:)`` along the way and of this along the first
    /// velocity.
    func impulse(at time: Double) -> Double {
        switch regime {
        case .immediate: return 0
        case .immovable: return decay > 0 ? (1 - exp(-2 * decay * time)) / (2 * decay) : time
        case .under: return exp(-decay * time) * sin(dampedFrequency * time) / dampedFrequency
        case .critical: return exp(-naturalFrequency * time) * time
        case .over:
            let (slow, fast) = rates
            return (exp(-slow * time) - exp(-fast * time)) / (fast - slow)
        }
    }

    /// How fast ``impulse(at:)`` changes; 1 at first.
    func impulseVelocity(at time: Double) -> Double {
        switch regime {
        case .immediate: return 0
        case .immovable: return exp(-2 * decay * time)
        case .under:
            let turn = dampedFrequency * time
            return exp(-decay * time) * (cos(turn) - decay / dampedFrequency * sin(turn))
        case .critical: return exp(-naturalFrequency * time) * (1 - naturalFrequency * time)
        case .over:
            let (slow, fast) = rates
            return (fast * exp(-fast * time) - slow * exp(-slow * time)) / (fast - slow)
        }
    }

    /// When the body counts as at rest if it is thrown in whatever direction, in seconds.
    /// - Parameters:
    ///   - way: How far it is from rest at first.
    ///   - speed: How fast it is then.
    func settlingDuration(way: Double, speed: Double) -> Double {
        // Thrown from where it rests, the throw itself says what is near.
        let scale = max(way, naturalFrequency > 0 ? speed / naturalFrequency : 0)
        guard scale > 0, speed.isFinite else { return settlingDuration }
        var thrown = self
        thrown.velocity = -speed / scale
        return max(thrown.settlingDuration, settlingDuration)
    }

    /// When the body counts as at rest, in seconds; infinite where it never does.
    ///
    /// Below critical damping, when the swing's bound has fallen to a thousandth: the values that QuartzCore gives are
    /// met to the last digit. Critical: ten periods of the natural frequency, after the one value of QuartzCore's that
    /// is known.
    var settlingDuration: Double {
        switch regime {
        case .immediate: return 0
        case .immovable: return .infinity
        case .under:
            guard decay > 0 else { return .infinity }
            return log((1 + abs(decay - velocity) / dampedFrequency) / Self.settled) / decay
        case .critical: return 10 / naturalFrequency
        case .over:
            let (slow, fast) = rates
            let share = abs((fast - velocity) / (fast - slow))
            return max(log(max(share, Self.settled) / Self.settled) / slow, 10 / fast)
        }
    }

    private var dampedFrequency: Double {
        (naturalFrequency * naturalFrequency - decay * decay).squareRoot()
    }

    /// The two rates of decay beyond critical damping, the slow one computed without cancellation.
    private var rates: (slow: Double, fast: Double) {
        let ratio = naturalFrequency / decay
        let fast = decay * (1 + (1 - ratio * ratio).squareRoot())
        return (naturalFrequency * (naturalFrequency / fast), fast)
    }
}
