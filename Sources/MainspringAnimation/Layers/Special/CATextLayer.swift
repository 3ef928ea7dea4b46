public import Foundation
public import MainspringFoundation
public import MainspringGraphics

/// A layer that shows a text.
///
/// The text begins at the top of the bounds. It is drawn by MainspringRendering, once `CGContext.installCairo()` was called: any script and
/// emoji, as far as there are fonts. A text without room is left out from its last line that has room; one that does not wrap, from each
/// of its lines.
open class CATextLayer: CALayer {
    var own = TextValues()

    /// A layer with the defaults.
    public override init() {
        super.init()
    }

    /// A copy of another layer's values, as a presentation needs one.
    public override init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? CATextLayer else { return }
        own = other.own
    }

    override class func makeDefault() -> CALayer { CATextLayer() }

    override var ownOfClass: Any? { own.withCopiedString }

    override func take(ownOfClass published: Any) {
        if let published = published as? TextValues { own = published }
    }

    /// The text: a `String`, or an `NSAttributedString` or, here alone, `AttributedString`, which have fonts and colours of
    /// their own, and without them Helvetica of 12 units and black.
    open var string: Any? {
        get { own.string }
        set { changeOwn("string") { own.string = newValue } }
    }

    /// The font, by its name or as a `TextFont` of MainspringRendering, whose size is not asked; counts for a plain text.
    open var font: CFTypeRef? {
        get { own.font }
        set { changeOwn("font") { own.font = newValue } }
    }

    /// The font's size; counts for a plain text.
    open var fontSize: CGFloat {
        get { own.fontSize }
        set { changeOwn("fontSize", from: own.fontSize, to: newValue) { own.fontSize = $0 } }
    }

    /// The text's colour; counts for a plain text.
    open var foregroundColor: CGColor? {
        get { own.foregroundColor }
        set { changeOwn("foregroundColor", from: own.foregroundColor, to: newValue) { own.foregroundColor = $0 } }
    }

    /// Whether lines that are too long go on in the next one.
    open var isWrapped: Bool {
        get { own.isWrapped }
        set { changeOwn("wrapped", from: own.isWrapped, to: newValue) { own.isWrapped = $0 } }
    }

    /// What is left out of a text that is too long.
    open var truncationMode: CATextLayerTruncationMode {
        get { own.truncationMode }
        set { changeOwn("truncationMode", from: own.truncationMode, to: newValue) { own.truncationMode = $0 } }
    }

    /// To which side the lines go.
    open var alignmentMode: CATextLayerAlignmentMode {
        get { own.alignmentMode }
        set { changeOwn("alignmentMode", from: own.alignmentMode, to: newValue) { own.alignmentMode = $0 } }
    }

    /// Whether letters may be moved to parts of pixels for which their pictures are kept. A hint.
    open var allowsFontSubpixelQuantization: Bool {
        get { own.allowsFontSubpixelQuantization }
        set {
            changeOwn("allowsFontSubpixelQuantization", from: own.allowsFontSubpixelQuantization, to: newValue) {
                own.allowsFontSubpixelQuantization = $0
            }
        }
    }

    override class func valueKind(forKey key: String) -> ValueKind? {
        keys.kind(of: key) ?? super.valueKind(forKey: key)
    }

    /// The keys of the class's own properties.
    open override class var keyTable: KeyTable { CATextLayer.keys }

    private static let keys = KeyTable(CATextLayer.self) {
        $0.add("string", get: { $0.string }, set: { $0.string = $1 })
        $0.add("font", get: { $0.font }, set: { $0.font = $1 })
        $0.add("fontSize", get: { $0.fontSize }, set: { $0.fontSize = $1 })
        $0.add("foregroundColor", get: { $0.foregroundColor }, set: { $0.foregroundColor = $1 })
        $0.add("wrapped", get: { $0.isWrapped }, set: { $0.isWrapped = $1 })
        $0.add("truncationMode", get: { $0.truncationMode }, set: { $0.truncationMode = $1 })
        $0.add("alignmentMode", get: { $0.alignmentMode }, set: { $0.alignmentMode = $1 })
        $0.add(
            "allowsFontSubpixelQuantization", get: { $0.allowsFontSubpixelQuantization },
            set: { $0.allowsFontSubpixelQuantization = $1 })
    }
}
