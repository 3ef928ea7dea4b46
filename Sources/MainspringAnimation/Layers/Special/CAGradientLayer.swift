public import Foundation
public import MainspringFoundation

/// A layer that shows colours which change along a line, outwards or around a point.
///
/// Fewer than two colours show nothing, and so do fewer places than colours.
open class CAGradientLayer: CALayer {
    var own = GradientValues()

    /// A layer with the defaults.
    public override init() {
        super.init()
    }

    /// A copy of another layer's values, as a presentation needs one.
    public override init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? CAGradientLayer else { return }
        own = other.own
    }

    override class func makeDefault() -> CALayer { CAGradientLayer() }

    override var ownOfClass: Any? { own }

    override func take(ownOfClass published: Any) {
        if let published = published as? GradientValues { own = published }
    }

    /// The colours, one after another: `CGColor`s.
    open var colors: [Any]? {
        get { own.colors }
        set { changeOwn("colors") { own.colors = newValue } }
    }

    /// The place of each colour, from 0 to 1, never falling; nil spreads them evenly.
    open var locations: [NSNumber]? {
        get { own.locations }
        set { changeOwn("locations", from: own.locations, to: newValue) { own.locations = $0 } }
    }

    /// The place of the first colour, in parts of the bounds' size.
    open var startPoint: CGPoint {
        get { own.startPoint }
        set { changeOwn("startPoint", from: own.startPoint, to: newValue) { own.startPoint = $0 } }
    }

    /// The place of the last colour, in parts of the bounds' size.
    open var endPoint: CGPoint {
        get { own.endPoint }
        set { changeOwn("endPoint", from: own.endPoint, to: newValue) { own.endPoint = $0 } }
    }

    /// Along what the colours change.
    open var type: CAGradientLayerType {
        get { own.type }
        set { changeOwn("type", from: own.type, to: newValue) { own.type = $0 } }
    }

    override class func valueKind(forKey key: String) -> ValueKind? {
        key == "colors" ? .colors : keys.kind(of: key) ?? super.valueKind(forKey: key)
    }

    /// The keys of the class's own properties.
    open override class var keyTable: KeyTable { CAGradientLayer.keys }

    private static let keys = KeyTable(CAGradientLayer.self) {
        $0.add("colors", get: { $0.colors }, set: { $0.colors = $1 })
        $0.add("locations", get: { $0.locations }, set: { $0.locations = $1 })
        $0.add("startPoint", get: { $0.startPoint }, set: { $0.startPoint = $1 })
        $0.add("endPoint", get: { $0.endPoint }, set: { $0.endPoint = $1 })
        $0.add("type", get: { $0.type }, set: { $0.type = $1 })
    }
}
