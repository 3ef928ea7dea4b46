/// A layer as it was published: nothing in it changes, so any thread may read it.
final class RenderLayer: @unchecked Sendable {
    // `@unchecked Sendable`: constants, made of values; the objects among them, such as contents, colours and a style, are taken over by
    // the commit and not changed from then on, by the rules of the classes that hold them.

    let values: LayerValues
    let timing: TimeMap
    /// Places in the tree, from back to front.
    let children: [Int32]
    /// The place of the mask; -1 without one.
    let mask: Int32
    /// Whether what is in the layer stays in space, and is not made flat.
    let preservesDepth: Bool
    let animations: LayerAnimations?
    /// All animations, those among them that change no property, and their timing.
    let records: [(record: AnimationRecord, timing: MediaTiming)]

    init(
        values: LayerValues, children: [Int32], mask: Int32, preservesDepth: Bool, animations: LayerAnimations?,
        records: [(record: AnimationRecord, timing: MediaTiming)]
    ) {
        self.values = values
        timing = values.timing.map
        self.children = children
        self.mask = mask
        self.preservesDepth = preservesDepth
        self.animations = animations
        self.records = records
    }
}
