/// What a layer knows of its layout.
struct LayerLayout {
    var manager: (any CALayoutManager)?
    var isNeeded = false
}
