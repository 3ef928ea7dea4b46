public import Foundation
public import MainspringFoundation

/// A layer that shows a part of what is in it, and moves that part.
open class CAScrollLayer: CALayer {
    var own = ScrollValues()

    /// A layer with the defaults.
    public override init() {
        super.init()
    }

    /// A copy of another layer's values, as a presentation needs one.
    public override init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? CAScrollLayer else { return }
        own = other.own
    }

    override class func makeDefault() -> CALayer { CAScrollLayer() }

    override var ownOfClass: Any? { own }

    override func take(ownOfClass published: Any) {
        if let published = published as? ScrollValues { own = published }
    }

    /// In which directions it scrolls.
    open var scrollMode: CAScrollLayerScrollMode {
        get { own.scrollMode }
        set { changeOwn("scrollMode", from: own.scrollMode, to: newValue) { own.scrollMode = $0 } }
    }

    /// Moves the bounds' origin to a point, in the directions of ``scrollMode``.
    open func scroll(to p: CGPoint) { scrollBounds(to: p) }

    /// Moves the bounds' origin as little as shows a rectangle, in the directions of ``scrollMode``.
    open func scroll(to r: CGRect) { scrollBounds(toShow: r) }

    /// The keys of the class's own properties.
    open override class var keyTable: KeyTable { CAScrollLayer.keys }

    private static let keys = KeyTable(CAScrollLayer.self) {
        $0.add("scrollMode", get: { $0.scrollMode }, set: { $0.scrollMode = $1 })
    }
}
