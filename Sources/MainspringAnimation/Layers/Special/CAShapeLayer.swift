public import Foundation
public import MainspringFoundation
public import MainspringGraphics

/// A layer that shows a path, filled and stroked, in its own coordinates.
open class CAShapeLayer: CALayer {
    var own = ShapeValues()

    /// A layer with the defaults.
    public override init() {
        super.init()
    }

    /// A copy of another layer's values, as a presentation needs one.
    public override init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? CAShapeLayer else { return }
        own = other.own
    }

    override class func makeDefault() -> CALayer { CAShapeLayer() }

    override var ownOfClass: Any? { own }

    override func take(ownOfClass published: Any) {
        if let published = published as? ShapeValues { own = published }
    }

    /// What is shown; nil is nothing. A path that is changed afterwards does not change the layer's.
    open var path: CGPath? {
        get { own.path }
        set { changeOwn("path", from: own.path, to: newValue?.snapshot) { own.path = $0 } }
    }

    /// What fills the path; nil for nothing.
    open var fillColor: CGColor? {
        get { own.fillColor }
        set { changeOwn("fillColor", from: own.fillColor, to: newValue) { own.fillColor = $0 } }
    }

    /// What counts as inside the path.
    open var fillRule: CAShapeLayerFillRule {
        get { own.fillRule }
        set { changeOwn("fillRule", from: own.fillRule, to: newValue) { own.fillRule = $0 } }
    }

    /// The colour of the line along the path; nil for none.
    open var strokeColor: CGColor? {
        get { own.strokeColor }
        set { changeOwn("strokeColor", from: own.strokeColor, to: newValue) { own.strokeColor = $0 } }
    }

    /// Where along the path the line begins, from 0 to 1.
    open var strokeStart: CGFloat {
        get { own.strokeStart }
        set { changeOwn("strokeStart", from: own.strokeStart, to: newValue) { own.strokeStart = $0 } }
    }

    /// Where along the path the line ends, from 0 to 1.
    open var strokeEnd: CGFloat {
        get { own.strokeEnd }
        set { changeOwn("strokeEnd", from: own.strokeEnd, to: newValue) { own.strokeEnd = $0 } }
    }

    /// How wide the line is.
    open var lineWidth: CGFloat {
        get { own.lineWidth }
        set { changeOwn("lineWidth", from: own.lineWidth, to: newValue) { own.lineWidth = $0 } }
    }

    /// How many line widths a mitre may be long; a corner that needs more is bevelled.
    open var miterLimit: CGFloat {
        get { own.miterLimit }
        set { changeOwn("miterLimit", from: own.miterLimit, to: newValue) { own.miterLimit = $0 } }
    }

    /// How the ends of the line look.
    open var lineCap: CAShapeLayerLineCap {
        get { own.lineCap }
        set { changeOwn("lineCap", from: own.lineCap, to: newValue) { own.lineCap = $0 } }
    }

    /// How the line goes around corners.
    open var lineJoin: CAShapeLayerLineJoin {
        get { own.lineJoin }
        set { changeOwn("lineJoin", from: own.lineJoin, to: newValue) { own.lineJoin = $0 } }
    }

    /// How far into the dashes the line begins.
    open var lineDashPhase: CGFloat {
        get { own.lineDashPhase }
        set { changeOwn("lineDashPhase", from: own.lineDashPhase, to: newValue) { own.lineDashPhase = $0 } }
    }

    /// Lengths that are alternately drawn and left out; nil for a solid line.
    open var lineDashPattern: [NSNumber]? {
        get { own.lineDashPattern }
        set { changeOwn("lineDashPattern", from: own.lineDashPattern, to: newValue) { own.lineDashPattern = $0 } }
    }

    override class func valueKind(forKey key: String) -> ValueKind? {
        keys.kind(of: key) ?? super.valueKind(forKey: key)
    }

    /// The dashes are not among what Apple documents as animatable.
    override class func animatesImplicitly(_ key: String, _ kind: ValueKind) -> Bool {
        key != "lineDashPattern" && super.animatesImplicitly(key, kind)
    }

    /// The keys of the class's own properties.
    open override class var keyTable: KeyTable { CAShapeLayer.keys }

    private static let keys = KeyTable(CAShapeLayer.self) {
        $0.add("path", get: { $0.path }, set: { $0.path = $1 })
        $0.add("fillColor", get: { $0.fillColor }, set: { $0.fillColor = $1 })
        $0.add("fillRule", get: { $0.fillRule }, set: { $0.fillRule = $1 })
        $0.add("strokeColor", get: { $0.strokeColor }, set: { $0.strokeColor = $1 })
        $0.add("strokeStart", get: { $0.strokeStart }, set: { $0.strokeStart = $1 })
        $0.add("strokeEnd", get: { $0.strokeEnd }, set: { $0.strokeEnd = $1 })
        $0.add("lineWidth", get: { $0.lineWidth }, set: { $0.lineWidth = $1 })
        $0.add("miterLimit", get: { $0.miterLimit }, set: { $0.miterLimit = $1 })
        $0.add("lineCap", get: { $0.lineCap }, set: { $0.lineCap = $1 })
        $0.add("lineJoin", get: { $0.lineJoin }, set: { $0.lineJoin = $1 })
        $0.add("lineDashPhase", get: { $0.lineDashPhase }, set: { $0.lineDashPhase = $1 })
        $0.add("lineDashPattern", get: { $0.lineDashPattern }, set: { $0.lineDashPattern = $1 })
    }
}
