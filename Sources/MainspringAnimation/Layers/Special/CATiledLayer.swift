public import Foundation
public import Mainspring
public import MainspringFoundation

/// A layer whose contents are drawn in tiles, those that are seen alone, and at the size at which they are seen.
///
/// Ask for it to be drawn by ``CALayer/setNeedsDisplay()``. From then on ``CALayer/draw(in:)``, or the delegate's
/// ``CALayerDelegate/draw(_:in:)``, is called for each tile that comes into view: the context's `boundingBoxOfClipPath`
/// is the part of the layer that the tile shows, its `ctm` has the scale. So a layer may be larger than any picture;
/// what is drawn is a function of the place.
///
/// It is called on the thread of the layer, for one tile between two passes of the thread's loop, so that events and
/// timers are served meanwhile; and after a frame that lacks the tile. Until then coarser or finer tiles show, if there
/// are any; then the new one appears within ``fadeDuration()``. A tile that is drawn again, after
/// ``CALayer/setNeedsDisplay(_:)``, takes the place of the former one at once.
///
/// A layer keeps 64 MiB of tiles, and beyond that those that are to be seen; the others that were not seen for the longest
/// time are forgotten. Where more than 4,096 tiles, or 2^24 pixels, would be seen at once, a coarser level is drawn,
/// although it may be none of ``levelsOfDetail``.
///
/// Contents that are set make it a layer as any other, as Apple's documentation has it.
///
/// **Differences from Apple**: there the drawing is done on threads in the background. Here a tree of layers belongs to
/// one thread, and so do its delegates.
open class CATiledLayer: CALayer {
    var own = TilingValues()
    /// Tiles that are to be drawn again.
    var staleTiles: Set<TileKey> = []
    /// So many bytes of tiles are kept beside those that are to be seen.
    var tileLimit = CATiledLayer.standardTileLimit

    /// A layer with the defaults.
    public override init() {
        super.init()
    }

    /// A copy of another layer's values, as a presentation needs one; not of its tiles.
    public override init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? CATiledLayer else { return }
        own = other.own
        (own.tiles, own.demand, own.version) = (nil, nil, nil)
    }

    override class func makeDefault() -> CALayer { CATiledLayer() }

    override var ownOfClass: Any? { own }

    override func take(ownOfClass published: Any) {
        if let published = published as? TilingValues { own = published }
    }

    override var tiled: CATiledLayer? { self }

    override func willPublish() { own.version = TilingVersion() }

    /// At how many sizes the contents are drawn when the layer is seen smaller than it is, each half the one before; the
    /// first is the layer's own, of ``CALayer/contentsScale``.
    ///
    /// At most as many as leave a pixel in each direction; less than 1 is 1.
    open var levelsOfDetail: Int {
        get { own.levelsOfDetail }
        set { changeOwn("levelsOfDetail", from: own.levelsOfDetail, to: newValue) { own.levelsOfDetail = $0 } }
    }

    /// How many sizes there are beside these when the layer is seen larger than it is, each twice the one before; from 0 to
    /// 60.
    ///
    /// Source: Apple's documentation, by which 2 means two extra levels, of twice and four times the size.
    open var levelsOfDetailBias: Int {
        get { own.levelsOfDetailBias }
        set {
            changeOwn("levelsOfDetailBias", from: own.levelsOfDetailBias, to: newValue) { own.levelsOfDetailBias = $0 }
        }
    }

    /// How large a tile is, in pixels; at the layer's edges it is smaller. Sides are whole numbers from 16 to 2,048: others
    /// are taken as the nearest one.
    ///
    /// Where another size is set, all tiles are drawn anew.
    open var tileSize: CGSize {
        get { own.tileSize }
        set { changeOwn("tileSize", from: own.tileSize, to: newValue) { own.tileSize = $0 } }
    }

    /// How long a new tile takes to appear, in seconds; 0 for at once. Asked when a tile was drawn.
    open class func fadeDuration() -> CFTimeInterval { 0.25 }

    /// The keys of the class's own properties.
    open override class var keyTable: KeyTable { CATiledLayer.keys }

    private static let keys = KeyTable(CATiledLayer.self) {
        $0.add("levelsOfDetail", get: { $0.levelsOfDetail }, set: { $0.levelsOfDetail = $1 })
        $0.add("levelsOfDetailBias", get: { $0.levelsOfDetailBias }, set: { $0.levelsOfDetailBias = $1 })
        $0.add("tileSize", get: { $0.tileSize }, set: { $0.tileSize = $1 })
    }
}
