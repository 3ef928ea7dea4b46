internal import Foundation
public import class MainspringFoundation.NSExpression

/// An attribute whose value a store computes from other values when an object is saved.
open class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    // `@unchecked Sendable`: as the superclass.

    /// How the value is computed: a key path, a function of one, or `now()`.
    open var derivationExpression: NSExpression? { willSet { willChange("derivationExpression") } }

    override func takeValues(of other: NSPropertyDescription) {
        super.takeValues(of: other)
        guard let other = other as? NSDerivedAttributeDescription else { return }
        derivationExpression = other.derivationExpression
    }
}
