public import Foundation
public import Mainspring
public import MainspringFoundation

/// A change over time: what all animations have in common.
///
/// A layer keeps a copy of an animation that is added to it; what is changed afterwards has no effect. Not `Sendable`: an animation
/// belongs to one thread at a time. Any key can be set by `setValue(_:forKey:)` and is kept, and copied along.
open class CAAnimation: NSObject, CAMediaTiming, KeyValueCoding, NSCopying {
    open var beginTime: CFTimeInterval = 0
    open var duration: CFTimeInterval = 0
    open var speed: Float = 1
    open var timeOffset: CFTimeInterval = 0
    open var repeatCount: Float = 0
    open var repeatDuration: CFTimeInterval = 0
    open var autoreverses = false
    open var fillMode: CAMediaTimingFillMode = .removed

    /// The pace of the whole; nil is even.
    open var timingFunction: CAMediaTimingFunction?
    /// Who is told of beginning and end. Held strongly, as Apple's is.
    open var delegate: (any CAAnimationDelegate)?
    /// Whether the layer lets go of the animation at its end.
    open var isRemovedOnCompletion = true
    /// How many frames a second the animation wants.
    open var preferredFrameRateRange = CAFrameRateRange.default

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
        guard let value = value(forKey: key) else { return false }
        guard let start = type(of: self).defaultValue(forKey: key) else { return true }
        return (value as? AnyHashable) != (start as? AnyHashable)
    }

    /// Another animation with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).init()
        copy.takeValues(of: self)
        return copy
    }

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
        $0.add("removedOnCompletion", get: { $0.isRemovedOnCompletion }, set: { $0.isRemovedOnCompletion = $1 })
    }

    /// The value of a property, or what was set for any other key.
    open func value(forKey key: String) -> Any? { keyValueDefaults.value(forKey: key) }

    /// Sets a property, or keeps the value for any other key.
    open func setValue(_ value: Any?, forKey key: String) { keyValueDefaults.setValue(value, forKey: key) }

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
