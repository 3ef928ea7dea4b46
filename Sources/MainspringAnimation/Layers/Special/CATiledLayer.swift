public import Foundation
public import Mainspring
public import MainspringFoundation

/// A layer whose contents Apple's platforms draw in tiles, and at several sizes.
///
/// Here they are one picture, as those of any layer, of at most 16,384 pixels in width and height.
open class CATiledLayer: CALayer {
    var own = TilingValues()

    /// A layer with the defaults.
    public override init() {
        super.init()
    }

    /// A copy of another layer's values, as a presentation needs one.
    public override init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? CATiledLayer else { return }
        own = other.own
    }

    override class func makeDefault() -> CALayer { CATiledLayer() }

    override var ownOfClass: Any? { own }

    override func take(ownOfClass published: Any) {
        if let published = published as? TilingValues { own = published }
    }

    /// At how many sizes the contents are drawn, each half the one before. Kept; there is one.
    open var levelsOfDetail: Int {
        get { own.levelsOfDetail }
        set { changeOwn("levelsOfDetail", from: own.levelsOfDetail, to: newValue) { own.levelsOfDetail = $0 } }
    }

    /// How many of the sizes are larger than the layer's own. Kept; there is one.
    open var levelsOfDetailBias: Int {
        get { own.levelsOfDetailBias }
        set {
            changeOwn("levelsOfDetailBias", from: own.levelsOfDetailBias, to: newValue) { own.levelsOfDetailBias = $0 }
        }
    }

    /// How large a tile is at most, in pixels. Kept; there are no tiles.
    open var tileSize: CGSize {
        get { own.tileSize }
        set { changeOwn("tileSize", from: own.tileSize, to: newValue) { own.tileSize = $0 } }
    }

    /// How long a new tile takes to appear, in seconds. Not asked; there are no tiles.
    open class func fadeDuration() -> CFTimeInterval { 0.25 }

    /// The keys of the class's own properties.
    open override class var keyTable: KeyTable { CATiledLayer.keys }

    private static let keys = KeyTable(CATiledLayer.self) {
        $0.add("levelsOfDetail", get: { $0.levelsOfDetail }, set: { $0.levelsOfDetail = $1 })
        $0.add("levelsOfDetailBias", get: { $0.levelsOfDetailBias }, set: { $0.levelsOfDetailBias = $1 })
        $0.add("tileSize", get: { $0.tileSize }, set: { $0.tileSize = $1 })
    }
}
