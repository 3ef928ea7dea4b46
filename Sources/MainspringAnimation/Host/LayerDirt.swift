/// What of a layer has changed since it was published.
struct LayerDirt: OptionSet {
    let rawValue: UInt8

    static let values = LayerDirt(rawValue: 1)
    static let tree = LayerDirt(rawValue: 2)
    static let animations = LayerDirt(rawValue: 4)
    /// It is to be laid out, or drawn.
    static let preparation = LayerDirt(rawValue: 8)
    /// It was drawn in this commit: who asks again while being drawn is drawn with the next one.
    static let isDrawn = LayerDirt(rawValue: 32)
    /// It was not published yet.
    static let isNew = LayerDirt(rawValue: 16)
    /// Tiles of it were drawn.
    static let tiles = LayerDirt(rawValue: 64)

    /// Whether of what is published nothing but tiles has changed.
    var isOfTilesAlone: Bool { contains(.tiles) && isSubset(of: [.tiles, .preparation, .isDrawn]) }
}
