/// A step of drawing a scene.
struct SceneStep {
    enum Kind: UInt8 {
        /// A layer's shadow and background, and its contents where no group cuts these off.
        case front
        /// A layer's contents, in the group that cuts them off.
        case inside
        /// A layer's border.
        case over
        /// A group begins; `other` is its last step.
        case beginGroup
        case endGroup
    }

    /// The pixels that it may change; of a group's beginning, those of all of it.
    var box: PixelBox
    /// Of these, those that it covers wholly and opaquely.
    var opaque = PixelBox.empty
    let kind: Kind
    let node: Int32
    /// The scene's group of a beginning or an end; else -1.
    var group: Int32 = -1
}
