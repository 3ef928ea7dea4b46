public import Foundation
public import Mainspring
public import MainspringFoundation
public import MainspringGraphics

/// A layer that shows its sublayers several times, each time a little different.
///
/// Its own background and contents are shown once.
open class CAReplicatorLayer: CALayer {
    var own = ReplicatorValues()

    /// A layer with the defaults.
    public override init() {
        super.init()
    }

    /// A copy of another layer's values, as a presentation needs one.
    public override init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? CAReplicatorLayer else { return }
        own = other.own
    }

    override class func makeDefault() -> CALayer { CAReplicatorLayer() }

    override var ownOfClass: Any? { own }

    override func take(ownOfClass published: Any) {
        if let published = published as? ReplicatorValues { own = published }
    }

    /// How often the sublayers are shown; 0 or less shows none.
    ///
    /// ``CALayer/render(in:)`` draws 10,000 showings at most, and 250,000 layers again at most in one call, since
    /// replicators inside each other multiply; of the latter a sentence on standard error tells.
    open var instanceCount: Int {
        get { own.instanceCount }
        set { changeOwn("instanceCount", from: own.instanceCount, to: newValue) { own.instanceCount = $0 } }
    }

    /// Whether the sublayers are not made flat into the layer's plane.
    open var preservesDepth: Bool {
        get { own.preservesDepth }
        set { changeOwn("preservesDepth", from: own.preservesDepth, to: newValue) { own.preservesDepth = $0 } }
    }

    /// By how many seconds the time of each showing is behind that of the one before it.
    open var instanceDelay: CFTimeInterval {
        get { own.instanceDelay }
        set { changeOwn("instanceDelay", from: own.instanceDelay, to: newValue) { own.instanceDelay = $0 } }
    }

    /// What is done to each showing after what was done to the one before it, about the middle of the layer.
    open var instanceTransform: CATransform3D {
        get { own.instanceTransform }
        set { changeOwn("instanceTransform", from: own.instanceTransform, to: newValue) { own.instanceTransform = $0 } }
    }

    /// What the colours of the first showing are multiplied by.
    open var instanceColor: CGColor? {
        get { own.instanceColor }
        set { changeOwn("instanceColor", from: own.instanceColor, to: newValue) { own.instanceColor = $0 } }
    }

    /// How much is added to the red of ``instanceColor`` for each showing.
    open var instanceRedOffset: Float {
        get { own.instanceRedOffset }
        set { changeOwn("instanceRedOffset", from: own.instanceRedOffset, to: newValue) { own.instanceRedOffset = $0 } }
    }

    /// How much is added to the green of ``instanceColor`` for each showing.
    open var instanceGreenOffset: Float {
        get { own.instanceGreenOffset }
        set {
            changeOwn("instanceGreenOffset", from: own.instanceGreenOffset, to: newValue) {
                own.instanceGreenOffset = $0
            }
        }
    }

    /// How much is added to the blue of ``instanceColor`` for each showing.
    open var instanceBlueOffset: Float {
        get { own.instanceBlueOffset }
        set {
            changeOwn("instanceBlueOffset", from: own.instanceBlueOffset, to: newValue) { own.instanceBlueOffset = $0 }
        }
    }

    /// How much is added to the alpha of ``instanceColor`` for each showing.
    open var instanceAlphaOffset: Float {
        get { own.instanceAlphaOffset }
        set {
            changeOwn("instanceAlphaOffset", from: own.instanceAlphaOffset, to: newValue) {
                own.instanceAlphaOffset = $0
            }
        }
    }

    override var keepsDepth: Bool { own.preservesDepth }

    /// The layer in front that a point lies in; of sublayers that keep their depth the one that is nearest there.
    open override func hitTest(_ p: CGPoint) -> CALayer? { own.preservesDepth ? findHitInDepth(p) : super.hitTest(p) }

    override class func valueKind(forKey key: String) -> ValueKind? {
        key == "instanceCount" ? .number : keys.kind(of: key) ?? super.valueKind(forKey: key)
    }

    /// The keys of the class's own properties.
    open override class var keyTable: KeyTable { CAReplicatorLayer.keys }

    private static let keys = KeyTable(CAReplicatorLayer.self) {
        $0.add("instanceCount", get: { $0.instanceCount }, set: { $0.instanceCount = $1 })
        $0.add("preservesDepth", get: { $0.preservesDepth }, set: { $0.preservesDepth = $1 })
        $0.add("instanceDelay", get: { $0.instanceDelay }, set: { $0.instanceDelay = $1 })
        $0.add("instanceTransform", get: { $0.instanceTransform }, set: { $0.instanceTransform = $1 })
        $0.add("instanceColor", get: { $0.instanceColor }, set: { $0.instanceColor = $1 })
        $0.add("instanceRedOffset", get: { $0.instanceRedOffset }, set: { $0.instanceRedOffset = $1 })
        $0.add("instanceGreenOffset", get: { $0.instanceGreenOffset }, set: { $0.instanceGreenOffset = $1 })
        $0.add("instanceBlueOffset", get: { $0.instanceBlueOffset }, set: { $0.instanceBlueOffset = $1 })
        $0.add("instanceAlphaOffset", get: { $0.instanceAlphaOffset }, set: { $0.instanceAlphaOffset = $1 })
    }
}
