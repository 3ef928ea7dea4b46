public import Foundation

/// Where a line of a layer lies, or how long it is, in relation to another layer: `value = source * scale + offset`.
///
/// The other layer is one beside it, by its name, or the superlayer under the name `superlayer`. Two constraints along
/// one axis decide a layer's place and size; with one the size stays. Immutable.
open class CAConstraint: NSObject {
    /// What of the layer is decided.
    public let attribute: CAConstraintAttribute
    /// The other layer's name, or `superlayer`.
    public let sourceName: String
    /// By what of the other layer it is decided.
    public let sourceAttribute: CAConstraintAttribute
    /// What the other layer's value is multiplied by.
    public let scale: CGFloat
    /// What is added then.
    public let offset: CGFloat

    /// A constraint with all its parts.
    public init(
        attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
        scale m: CGFloat, offset c: CGFloat
    ) {
        attribute = attr
        sourceName = srcId
        sourceAttribute = srcAttr
        scale = m
        offset = c
        super.init()
    }

    /// A constraint that is off by a distance.
    public convenience init(
        attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
        offset c: CGFloat
    ) {
        self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: c)
    }

    /// A constraint to be equal.
    public convenience init(
        attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute
    ) {
        self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: 0)
    }
}
