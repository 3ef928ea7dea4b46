public import Foundation
public import MainspringFoundation

/// A layer that shows particles.
///
/// The particles of a cell that has a name are changed and animated by a key path with it:
/// `emitterCells.spark.birthRate`.
open class CAEmitterLayer: CALayer {
    var own = EmitterValues()

    /// A layer with the defaults.
    public override init() {
        super.init()
    }

    /// A copy of another layer's values, as a presentation needs one.
    public override init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? CAEmitterLayer else { return }
        own = other.own.withCopiedCells
    }

    override class func makeDefault() -> CALayer { CAEmitterLayer() }

    // Cells are objects: what was published, and each presentation, has copies of its own.
    override var ownOfClass: Any? { own.withCopiedCells }

    override func take(ownOfClass published: Any) {
        if let published = published as? EmitterValues { own = published.withCopiedCells }
    }

    /// What kinds of particles come out.
    ///
    /// A cell that is changed afterwards changes nothing that is seen until the layer changes; use a key path of the
    /// layer.
    open var emitterCells: [CAEmitterCell]? {
        get { own.emitterCells }
        set { changeOwn("emitterCells") { own.emitterCells = newValue } }
    }

    /// What the cells' birth rates are multiplied by.
    open var birthRate: Float {
        get { own.birthRate }
        set { changeOwn("birthRate", from: own.birthRate, to: newValue) { own.birthRate = $0 } }
    }

    /// What the particles' lifetimes are multiplied by.
    open var lifetime: Float {
        get { own.lifetime }
        set { changeOwn("lifetime", from: own.lifetime, to: newValue) { own.lifetime = $0 } }
    }

    /// Where the middle of the emitter is.
    open var emitterPosition: CGPoint {
        get { own.emitterPosition }
        set { changeOwn("emitterPosition", from: own.emitterPosition, to: newValue) { own.emitterPosition = $0 } }
    }

    /// How far in front of the layer's plane the middle of the emitter is.
    open var emitterZPosition: CGFloat {
        get { own.emitterZPosition }
        set { changeOwn("emitterZPosition", from: own.emitterZPosition, to: newValue) { own.emitterZPosition = $0 } }
    }

    /// How wide and high the emitter is.
    open var emitterSize: CGSize {
        get { own.emitterSize }
        set { changeOwn("emitterSize", from: own.emitterSize, to: newValue) { own.emitterSize = $0 } }
    }

    /// How deep the emitter is.
    open var emitterDepth: CGFloat {
        get { own.emitterDepth }
        set { changeOwn("emitterDepth", from: own.emitterDepth, to: newValue) { own.emitterDepth = $0 } }
    }

    /// Where particles come from.
    open var emitterShape: CAEmitterLayerEmitterShape {
        get { own.emitterShape }
        set { changeOwn("emitterShape", from: own.emitterShape, to: newValue) { own.emitterShape = $0 } }
    }

    /// From what of the shape particles come.
    open var emitterMode: CAEmitterLayerEmitterMode {
        get { own.emitterMode }
        set { changeOwn("emitterMode", from: own.emitterMode, to: newValue) { own.emitterMode = $0 } }
    }

    /// How particles are drawn over each other.
    open var renderMode: CAEmitterLayerRenderMode {
        get { own.renderMode }
        set { changeOwn("renderMode", from: own.renderMode, to: newValue) { own.renderMode = $0 } }
    }

    /// Whether the particles are not made flat into the layer's plane.
    open var preservesDepth: Bool {
        get { own.preservesDepth }
        set { changeOwn("preservesDepth", from: own.preservesDepth, to: newValue) { own.preservesDepth = $0 } }
    }

    /// What the particles' velocities are multiplied by.
    open var velocity: Float {
        get { own.velocity }
        set { changeOwn("velocity", from: own.velocity, to: newValue) { own.velocity = $0 } }
    }

    /// What the particles' sizes are multiplied by.
    open var scale: Float {
        get { own.scale }
        set { changeOwn("scale", from: own.scale, to: newValue) { own.scale = $0 } }
    }

    /// What the speeds at which the particles turn are multiplied by.
    open var spin: Float {
        get { own.spin }
        set { changeOwn("spin", from: own.spin, to: newValue) { own.spin = $0 } }
    }

    /// What the particles' chances begin with: the same seed gives the same particles.
    open var seed: UInt32 {
        get { own.seed }
        set { changeOwn("seed", from: own.seed, to: newValue) { own.seed = $0 } }
    }

    /// What a path leads to; `emitterCells` may be followed by the name of a cell.
    open override func value(forKeyPath keyPath: String) -> Any? {
        guard let path = EmitterCellPath(keyPath, in: own.emitterCells) else { return super.value(forKeyPath: keyPath) }
        return path.value
    }

    /// Sets what a path leads to; `emitterCells` may be followed by the name of a cell.
    open override func setValue(_ value: Any?, forKeyPath keyPath: String) {
        guard let path = EmitterCellPath(keyPath, in: own.emitterCells) else {
            return super.setValue(value, forKeyPath: keyPath)
        }
        changeOwn("emitterCells") { path.set(value) }
    }

    override class func valueKind(forKey key: String) -> ValueKind? {
        keys.kind(of: key) ?? super.valueKind(forKey: key)
    }

    /// The same as with any layer; a key path into cells counts as a key, by which they are animated.
    open override func value(forUndefinedKey key: String) -> Any? {
        Self.leadsToCells(key) ? value(forKeyPath: key) : super.value(forUndefinedKey: key)
    }

    /// The same as with any layer; a key path into cells counts as a key, by which they are animated.
    open override func setValue(_ value: Any?, forUndefinedKey key: String) {
        guard Self.leadsToCells(key) else { return super.setValue(value, forUndefinedKey: key) }
        setValue(value, forKeyPath: key)
    }

    override func ownTarget(_ keyPath: String) -> AnimationTarget? {
        guard Self.leadsToCells(keyPath), let value = value(forKeyPath: keyPath), let kind = ValueKind(of: value) else {
            return nil
        }
        return AnimationTarget(key: keyPath, kind: kind, path: nil)
    }

    private static func leadsToCells(_ keyPath: String) -> Bool { keyPath.hasPrefix("emitterCells.") }

    /// The keys of the class's own properties.
    open override class var keyTable: KeyTable { CAEmitterLayer.keys }

    private static let keys = KeyTable(CAEmitterLayer.self) {
        $0.add("emitterCells", get: { $0.emitterCells }, set: { $0.emitterCells = $1 })
        $0.add("birthRate", get: { $0.birthRate }, set: { $0.birthRate = $1 })
        $0.add("lifetime", get: { $0.lifetime }, set: { $0.lifetime = $1 })
        $0.add("emitterPosition", get: { $0.emitterPosition }, set: { $0.emitterPosition = $1 })
        $0.add("emitterZPosition", get: { $0.emitterZPosition }, set: { $0.emitterZPosition = $1 })
        $0.add("emitterSize", get: { $0.emitterSize }, set: { $0.emitterSize = $1 })
        $0.add("emitterDepth", get: { $0.emitterDepth }, set: { $0.emitterDepth = $1 })
        $0.add("emitterShape", get: { $0.emitterShape }, set: { $0.emitterShape = $1 })
        $0.add("emitterMode", get: { $0.emitterMode }, set: { $0.emitterMode = $1 })
        $0.add("renderMode", get: { $0.renderMode }, set: { $0.renderMode = $1 })
        $0.add("preservesDepth", get: { $0.preservesDepth }, set: { $0.preservesDepth = $1 })
        $0.add("velocity", get: { $0.velocity }, set: { $0.velocity = $1 })
        $0.add("scale", get: { $0.scale }, set: { $0.scale = $1 })
        $0.add("spin", get: { $0.spin }, set: { $0.spin = $1 })
        $0.add("seed", get: { $0.seed }, set: { $0.seed = $1 })
    }
}
