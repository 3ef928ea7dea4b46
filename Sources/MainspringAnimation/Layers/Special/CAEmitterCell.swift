public import Foundation
public import Mainspring
public import MainspringFoundation
public import MainspringGraphics

/// A kind of particles that a ``CAEmitterLayer`` shows.
///
/// The particles of a cell may themselves emit others. A cell belongs to one thread at a time.
open class CAEmitterCell: NSObject, CAMediaTiming, KeyValueCoding {
    var values = EmitterCellValues()
    /// Values of keys that are no properties.
    var ownValues: [String: Any] = [:]

    var cells: [CAEmitterCell]?
    /// Whether the cell was ever put inside another one, and so may be inside one that it is given.
    var mayBeInside = false

    /// What comes out of the particles of this cell. A cell cannot be inside itself: such a list is told and not taken.
    open var emitterCells: [CAEmitterCell]? {
        get { cells }
        set { setCells(newValue) }
    }

    /// A cell with the defaults, of which no particles come.
    public override init() {
        super.init()
    }

    deinit { StepwiseRelease.release(&cells) }

    /// What the cell is called, for key paths.
    open var name: String? {
        get { values.name }
        set { values.name = newValue }
    }

    /// Whether particles come out.
    open var isEnabled: Bool {
        get { values.isEnabled }
        set { values.isEnabled = newValue }
    }

    /// How many particles come out a second.
    open var birthRate: Float {
        get { values.birthRate }
        set { values.birthRate = newValue }
    }

    /// How many seconds a particle lives.
    open var lifetime: Float {
        get { values.lifetime }
        set { values.lifetime = newValue }
    }

    /// By how much lifetimes differ from the mean, to both sides.
    open var lifetimeRange: Float {
        get { values.lifetimeRange }
        set { values.lifetimeRange = newValue }
    }

    /// In which direction particles leave: the angle out of the plane, in radians.
    open var emissionLatitude: CGFloat {
        get { values.emissionLatitude }
        set { values.emissionLatitude = newValue }
    }

    /// In which direction particles leave: the angle in the plane, in radians.
    open var emissionLongitude: CGFloat {
        get { values.emissionLongitude }
        set { values.emissionLongitude = newValue }
    }

    /// The angle of a cone around the direction, within which particles leave, in radians.
    open var emissionRange: CGFloat {
        get { values.emissionRange }
        set { values.emissionRange = newValue }
    }

    /// How fast particles leave, in points a second.
    open var velocity: CGFloat {
        get { values.velocity }
        set { values.velocity = newValue }
    }

    /// By how much velocities differ from the mean, to both sides.
    open var velocityRange: CGFloat {
        get { values.velocityRange }
        set { values.velocityRange = newValue }
    }

    /// What is added to the velocity along x each second.
    open var xAcceleration: CGFloat {
        get { values.xAcceleration }
        set { values.xAcceleration = newValue }
    }

    /// What is added to the velocity along y each second.
    open var yAcceleration: CGFloat {
        get { values.yAcceleration }
        set { values.yAcceleration = newValue }
    }

    /// What is added to the velocity along z each second.
    open var zAcceleration: CGFloat {
        get { values.zAcceleration }
        set { values.zAcceleration = newValue }
    }

    /// How large the contents are shown.
    open var scale: CGFloat {
        get { values.scale }
        set { values.scale = newValue }
    }

    /// By how much sizes differ from the mean, to both sides.
    open var scaleRange: CGFloat {
        get { values.scaleRange }
        set { values.scaleRange = newValue }
    }

    /// By how much a particle grows each second.
    open var scaleSpeed: CGFloat {
        get { values.scaleSpeed }
        set { values.scaleSpeed = newValue }
    }

    /// How fast particles turn, in radians a second.
    open var spin: CGFloat {
        get { values.spin }
        set { values.spin = newValue }
    }

    /// By how much these speeds differ from the mean, to both sides.
    open var spinRange: CGFloat {
        get { values.spinRange }
        set { values.spinRange = newValue }
    }

    /// What the contents' colours are multiplied by.
    open var color: CGColor? {
        get { values.color }
        set { values.color = newValue }
    }

    /// By how much red differs from the mean, to both sides.
    open var redRange: Float {
        get { values.redRange }
        set { values.redRange = newValue }
    }

    /// By how much green differs from the mean, to both sides.
    open var greenRange: Float {
        get { values.greenRange }
        set { values.greenRange = newValue }
    }

    /// By how much blue differs from the mean, to both sides.
    open var blueRange: Float {
        get { values.blueRange }
        set { values.blueRange = newValue }
    }

    /// By how much alpha differs from the mean, to both sides.
    open var alphaRange: Float {
        get { values.alphaRange }
        set { values.alphaRange = newValue }
    }

    /// By how much red changes each second.
    open var redSpeed: Float {
        get { values.redSpeed }
        set { values.redSpeed = newValue }
    }

    /// By how much green changes each second.
    open var greenSpeed: Float {
        get { values.greenSpeed }
        set { values.greenSpeed = newValue }
    }

    /// By how much blue changes each second.
    open var blueSpeed: Float {
        get { values.blueSpeed }
        set { values.blueSpeed = newValue }
    }

    /// By how much alpha changes each second.
    open var alphaSpeed: Float {
        get { values.alphaSpeed }
        set { values.alphaSpeed = newValue }
    }

    /// What a particle shows: a `CGImage`.
    open var contents: Any? {
        get { values.contents }
        set { values.contents = newValue }
    }

    /// The part of the contents that shows, in parts of their size.
    open var contentsRect: CGRect {
        get { values.contentsRect }
        set { values.contentsRect = newValue }
    }

    /// How many pixels of the contents make a point.
    open var contentsScale: CGFloat {
        get { values.contentsScale }
        set { values.contentsScale = newValue }
    }

    /// How pixels are found where the contents are made smaller.
    open var minificationFilter: String {
        get { values.minificationFilter }
        set { values.minificationFilter = newValue }
    }

    /// How pixels are found where the contents are made larger.
    open var magnificationFilter: String {
        get { values.magnificationFilter }
        set { values.magnificationFilter = newValue }
    }

    /// By how much the trilinear filter prefers smaller pictures.
    open var minificationFilterBias: Float {
        get { values.minificationFilterBias }
        set { values.minificationFilterBias = newValue }
    }

    /// Values of keys that were not set on the cell itself.
    open var style: [AnyHashable: Any]? {
        get { values.style }
        set { values.style = newValue }
    }

    // MARK: Time

    /// When the cell begins, in its layer's time.
    open var beginTime: CFTimeInterval {
        get { values.timing.beginTime }
        set { values.timing.beginTime = newValue }
    }

    /// How long the cell emits.
    open var duration: CFTimeInterval {
        get { values.timing.duration }
        set { values.timing.duration = newValue }
    }

    /// How fast the cell's time runs beside its layer's.
    open var speed: Float {
        get { values.timing.speed }
        set { values.timing.speed = newValue }
    }

    /// What is added to the cell's time.
    open var timeOffset: CFTimeInterval {
        get { values.timing.timeOffset }
        set { values.timing.timeOffset = newValue }
    }

    /// How often the cell repeats; 0 is once.
    open var repeatCount: Float {
        get { values.timing.repeatCount }
        set { values.timing.repeatCount = newValue }
    }

    /// How long the cell repeats.
    open var repeatDuration: CFTimeInterval {
        get { values.timing.repeatDuration }
        set { values.timing.repeatDuration = newValue }
    }

    /// Whether the cell runs backwards after each time.
    open var autoreverses: Bool {
        get { values.timing.autoreverses }
        set { values.timing.autoreverses = newValue }
    }

    /// What the cell does before its beginning and after its end.
    open var fillMode: CAMediaTimingFillMode {
        get { values.timing.fillMode }
        set { values.timing.fillMode = newValue }
    }

    // MARK: Key-value coding

    /// The keys of the properties that every cell has; a subclass gives its own beside them.
    open class var keyTable: KeyTable { CAEmitterCell.keys }

    /// What a key has before it was set; nil for keys without a default.
    open class func defaultValue(forKey key: String) -> Any? {
        KeyTable.of(self)[key] == nil ? nil : CAEmitterCell().value(forKey: key)
    }

    /// Whether a key's value is worth archiving: it is not what it was at first.
    open func shouldArchiveValue(forKey key: String) -> Bool {
        hasChanged(key, from: type(of: self).defaultValue(forKey: key))
    }

    /// The value of a property, or what was set for any other key.
    open func value(forKey key: String) -> Any? { keyValueDefaults.value(forKey: key) }

    /// Sets a property, or keeps the value for any other key.
    open func setValue(_ value: Any?, forKey key: String) { keyValueDefaults.setValue(value, forKey: key) }

    /// What a path leads to; `emitterCells` may be followed by the name of a cell.
    open func value(forKeyPath keyPath: String) -> Any? {
        guard let path = EmitterCellPath(keyPath, in: emitterCells) else {
            return keyValueDefaults.value(forKeyPath: keyPath)
        }
        return path.value
    }

    /// Sets what a path leads to; `emitterCells` may be followed by the name of a cell.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) {
        guard let path = EmitterCellPath(keyPath, in: emitterCells) else {
            return keyValueDefaults.setValue(value, forKeyPath: keyPath)
        }
        path.set(value)
    }

    /// What was set for a key that is no property, else what the style or the class has for it.
    open func value(forUndefinedKey key: String) -> Any? {
        ownValues[key] ?? values.style?.styleValue(forKey: key) ?? type(of: self).defaultValue(forKey: key)
    }

    /// Keeps a value for a key that is no property.
    open func setValue(_ value: Any?, forUndefinedKey key: String) { ownValues[key] = value }

    /// Sets a property that cannot be nil to its default.
    open func setNilValueForKey(_ key: String) { setValue(type(of: self).defaultValue(forKey: key), forKey: key) }
}
