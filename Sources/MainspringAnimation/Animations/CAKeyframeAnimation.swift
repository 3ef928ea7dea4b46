public import Foundation
public import MainspringFoundation
public import MainspringGraphics

/// An animation through several values, or along a path.
open class CAKeyframeAnimation: CAPropertyAnimation {
    /// The values, one after another. Not asked where there is a path.
    open var values: [Any]?
    /// The way of a point; each end of a line or curve is a keyframe. Counts for properties that are points.
    open var path: CGPath?
    /// When each value is reached, as parts of the duration, from 0 and never falling.
    ///
    /// As many as there are values, from 0 to 1; in the discrete mode one more, each value lasting from its own time to
    /// the next. Times that are not so count as none, which spreads the values evenly. The paced modes do not ask them.
    open var keyTimes: [NSNumber]?
    /// The pace of each step from one value to the next; one less than values. The paced modes do not ask them.
    open var timingFunctions: [CAMediaTimingFunction]?
    /// What lies between the values.
    open var calculationMode: CAAnimationCalculationMode = .linear
    /// For the cubic modes, how tight the curve is at each value, from -1, round, to 1, tight.
    open var tensionValues: [NSNumber]?
    /// For the cubic modes, how sharp the corner is at each value, from -1 to 1.
    open var continuityValues: [NSNumber]?
    /// For the cubic modes, where the curve overshoots: before a value, below 0, or behind it, above 0.
    open var biasValues: [NSNumber]?
    /// Whether an object that goes along a path turns with it.
    open var rotationMode: CAAnimationRotationMode?

    override func takeValues(of other: CAAnimation) {
        super.takeValues(of: other)
        guard let other = other as? CAKeyframeAnimation else { return }
        values = other.values
        path = other.path?.copy()
        keyTimes = other.keyTimes
        timingFunctions = other.timingFunctions
        calculationMode = other.calculationMode
        tensionValues = other.tensionValues
        continuityValues = other.continuityValues
        biasValues = other.biasValues
        rotationMode = other.rotationMode
    }

    /// The keys of the class's own properties.
    open override class var keyTable: KeyTable { CAKeyframeAnimation.keys }

    private static let keys = KeyTable(CAKeyframeAnimation.self) {
        $0.add("values", get: { $0.values }, set: { $0.values = $1 })
        $0.add("path", get: { $0.path }, set: { $0.path = $1 })
        $0.add("keyTimes", get: { $0.keyTimes }, set: { $0.keyTimes = $1 })
        $0.add("timingFunctions", get: { $0.timingFunctions }, set: { $0.timingFunctions = $1 })
        $0.add("calculationMode", get: { $0.calculationMode }, set: { $0.calculationMode = $1 })
        $0.add("tensionValues", get: { $0.tensionValues }, set: { $0.tensionValues = $1 })
        $0.add("continuityValues", get: { $0.continuityValues }, set: { $0.continuityValues = $1 })
        $0.add("biasValues", get: { $0.biasValues }, set: { $0.biasValues = $1 })
        $0.add("rotationMode", get: { $0.rotationMode }, set: { $0.rotationMode = $1 })
    }
}
