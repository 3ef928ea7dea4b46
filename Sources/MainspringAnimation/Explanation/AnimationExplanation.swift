public import Mainspring

/// Ours: which animation gives what shows of a property now, or why none does: what `explain` finds.
///
/// Its ``description`` is a few sentences for who looks for a mistake; what they say may change. The rest is for tests
/// and tools.
public struct AnimationExplanation: CustomStringConvertible, Sendable {
    /// An animation of the property.
    public struct Animation: Sendable {
        /// The name of its class.
        public let className: String
        /// What it was added under.
        public let key: String?
        /// Seconds of its own time since its beginning, in the current repeat and direction; of one that has not begun,
        /// below 0.
        public let elapsed: CFTimeInterval
        /// Of one repeat, seconds.
        public let duration: CFTimeInterval
        /// Which repeat it is in, from 1.
        public let repetition: Int
        /// Whether it is added to what the property has without it.
        public let isAdditive: Bool
        /// Whether what shows is made of it: it is in effect, and no other one takes its place.
        public let counts: Bool
    }

    /// Why something does not move, or moves otherwise than may be expected.
    public enum Reason: Hashable, Sendable {
        /// The layer has nothing of that name that can be animated.
        case unknownKeyPath
        /// No host shows the layer.
        case noHost
        /// Nobody sees the host.
        case hostNotVisible
        /// The layer, or an animation of the property, was not committed yet.
        case notCommitted
        /// An animation was left out because its values do not fit.
        case faulty
        /// An animation has not begun.
        case notBegun
        /// An animation has ended.
        case finished
        /// An animation was removed.
        case removed
        /// An animation was replaced by another one under its key.
        case replaced
        /// An animation takes no time.
        case noDuration
        /// Time stands still in the layer or in one around it.
        case paused
        /// Changes are without actions in the current transaction.
        case actionsDisabled
        /// Nobody has an action for a change of the property.
        case noAction
    }

    /// The animations of the property, in the order in which they take effect.
    public internal(set) var animations: [Animation] = []
    /// What was found, beside the animations.
    public internal(set) var reasons: [Reason] = []
    var sentences: [String] = []

    /// A few sentences.
    public var description: String { sentences.joined(separator: " ") }

    mutating func note(_ reason: Reason, _ sentence: String) {
        reasons.append(reason)
        sentences.append(sentence)
    }
}

/// Ours: says which animation gives what shows of a property now, or why none does.
///
/// ```swift
/// print(explain(layer, "opacity"))
/// // “opacity” of “card” shows 0.8, by the CABasicAnimation “fade”: 0.2 s of 1 s.
/// ```
/// For looking for mistakes: it costs some microseconds, and asks the layer's delegate for its action. On the thread of
/// the layer.
/// - Parameter keyPath: A property of the layer, or a member of one.
public func explain(_ layer: CALayer, _ keyPath: String) -> AnimationExplanation {
    AnimationExplainer(layer.model(), keyPath).explanation
}

/// Ours: says which animation gives what shows of a property now, or why none does.
public func explain<Layer: CALayer, Value>(
    _ layer: Layer, _ path: ReferenceWritableKeyPath<Layer, Value>
) -> AnimationExplanation {
    guard let name = TypedPathNames.name(of: path, in: layer) else {
        var explanation = AnimationExplanation()
        explanation.note(.unknownKeyPath, "The key path leads to nothing of a \(type(of: layer)) that can be animated.")
        return explanation
    }
    return explain(layer, name)
}
