public import Foundation
public import Mainspring
public import MainspringFoundation

/// A change over time: what all animations have in common.
///
/// A layer keeps a copy of an animation that is added to it; what is changed afterwards has no effect. Not `Sendable`:
/// an animation belongs to one thread at a time. Any key can be set by `setValue(_:forKey:)` and is kept, and copied
/// along.
open class CAAnimation: NSObject, CAMediaTiming, CAAction, KeyValueCoding, NSCopying {
    /// When the animation begins, in its layer's or group's time, seconds; 0 in a layer is when it is committed.
    open var beginTime: CFTimeInterval = 0
    /// How long the animation takes once, in its own time, seconds; 0 is as the transaction says when it is added.
    open var duration: CFTimeInterval = 0
    /// How fast the animation's time runs beside its layer's or group's: 2 is twice as fast, -1 runs backwards.
    open var speed: Float = 1
    /// How often the animation repeats, fractions included; 0 is once.
    open var repeatCount: Float = 0
    /// What is added to the animation's time, seconds.
    open var timeOffset: CFTimeInterval = 0
    /// How long the animation repeats, seconds of its own time; above 0, ``repeatCount`` is not asked.
    open var repeatDuration: CFTimeInterval = 0
    /// Whether the animation runs backwards after each time, which doubles its length.
    open var autoreverses = false
    // Here, since the small ones take least memory together.
    /// Whether the layer lets go of the animation at its end.
    open var isRemovedOnCompletion = true
    /// How many frames a second the animation wants. Kept; frames come as often as the host makes them.
    open var preferredFrameRateRange = CAFrameRateRange.default
    /// What the animation shows before its beginning and after its end.
    open var fillMode: CAMediaTimingFillMode = .removed

    /// The pace of the whole; nil is even.
    open var timingFunction: CAMediaTimingFunction?
    /// Who is told of beginning and end. Held strongly, as Apple's is.
    open var delegate: (any CAAnimationDelegate)?

    /// Values of keys that are no properties.
    var ownValues: [String: Any] = [:]

    /// An animation with the defaults: of no duration of its own, at normal speed, once.
    public required override init() {
        super.init()
    }

    /// What a key has before it was set; nil for keys without a default.
    ///
    /// A subclass may override it for keys of its own.
    open class func defaultValue(forKey key: String) -> Any? {
        KeyTable.of(self)[key] == nil ? nil : Self.init().value(forKey: key)
    }

    /// Whether a key's value is worth archiving: it is not what it was at first.
    open func shouldArchiveValue(forKey key: String) -> Bool {
        hasChanged(key, from: type(of: self).defaultValue(forKey: key))
    }

    /// Adds the animation to the layer under the key: what it does as an action.
    open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        (anObject as? CALayer)?.add(self, forKey: event)
    }

    /// Another animation with the same values.
    open func copy(with zone: NSZone? = nil) -> Any { makeCopy() }

    /// Whether something of what shows, or the end that it is to have, is to be found out before it is committed.
    var takesOver: Bool { false }

    /// The key that a layer has it under, if it is added under one.
    func ownKey(for key: String?) -> String? { key }

    /// Takes over what another animation of the same class says; each class adds its own.
    func takeValues(of other: CAAnimation) { takeCommonValues(of: other) }

    /// Takes over what every animation says.
    final func takeCommonValues(of other: CAAnimation) {
        beginTime = other.beginTime
        duration = other.duration
        speed = other.speed
        timeOffset = other.timeOffset
        repeatCount = other.repeatCount
        repeatDuration = other.repeatDuration
        autoreverses = other.autoreverses
        fillMode = other.fillMode
        timingFunction = other.timingFunction
        delegate = other.delegate
        isRemovedOnCompletion = other.isRemovedOnCompletion
        preferredFrameRateRange = other.preferredFrameRateRange
        ownValues = other.ownValues
    }

    // MARK: Key-value coding

    /// The keys of the properties that every animation has; a subclass gives its own beside them.
    open class var keyTable: KeyTable { CAAnimation.keys }

    private static let keys = KeyTable(CAAnimation.self) {
        $0.add("beginTime", get: { $0.beginTime }, set: { $0.beginTime = $1 })
        $0.add("duration", get: { $0.duration }, set: { $0.duration = $1 })
        $0.add("speed", get: { $0.speed }, set: { $0.speed = $1 })
        $0.add("timeOffset", get: { $0.timeOffset }, set: { $0.timeOffset = $1 })
        $0.add("repeatCount", get: { $0.repeatCount }, set: { $0.repeatCount = $1 })
        $0.add("repeatDuration", get: { $0.repeatDuration }, set: { $0.repeatDuration = $1 })
        $0.add("autoreverses", get: { $0.autoreverses }, set: { $0.autoreverses = $1 })
        $0.add("fillMode", get: { $0.fillMode }, set: { $0.fillMode = $1 })
        $0.add("timingFunction", get: { $0.timingFunction }, set: { $0.timingFunction = $1 })
        $0.add("delegate", get: { $0.delegate }, set: { $0.delegate = $1 })
        $0.add(
            "preferredFrameRateRange", get: { $0.preferredFrameRateRange }, set: { $0.preferredFrameRateRange = $1 })
        $0.add("removedOnCompletion", get: { $0.isRemovedOnCompletion }, set: { $0.isRemovedOnCompletion = $1 })
    }

    /// The value of a property, or what was set for any other key.
    open func value(forKey key: String) -> Any? { keyValueDefaults.value(forKey: key) }

    /// Sets a property, or keeps the value for any other key.
    open func setValue(_ value: Any?, forKey key: String) { keyValueDefaults.setValue(value, forKey: key) }

    /// What a path leads to.
    open func value(forKeyPath keyPath: String) -> Any? { keyValueDefaults.value(forKeyPath: keyPath) }

    /// Sets what a path leads to.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) {
        keyValueDefaults.setValue(value, forKeyPath: keyPath)
    }

    /// What was set for a key that is no property, else the class's default for it.
    open func value(forUndefinedKey key: String) -> Any? {
        ownValues[key] ?? type(of: self).defaultValue(forKey: key)
    }

    /// Keeps a value for a key that is no property.
    open func setValue(_ value: Any?, forUndefinedKey key: String) { ownValues[key] = value }

    /// Sets a property that cannot be nil to its default.
    open func setNilValueForKey(_ key: String) {
        setValue(type(of: self).defaultValue(forKey: key), forKey: key)
    }
}
