/// What a layer knows of its layout.
struct LayerLayout {
    var manager: (any CALayoutManager)?
    var isNeeded = false
    /// The round of layout in which neither this layer nor one around it needed it; see ``LayoutPass``.
    var settled: UInt64 = 0
    /// The round of layout in which neither this layer nor one inside it needed it; kept of many layers only.
    var settledInside: UInt64 = 0
}
