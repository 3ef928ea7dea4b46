internal import Foundation

/// An attribute that consists of others; its value is a dictionary by their names.
open class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    // `@unchecked Sendable`: as the superclass.

    /// Makes a composite attribute without elements.
    public required init() {
        super.init()
        attributeType = .compositeAttributeType
    }

    /// The attributes that it consists of; composite ones may be among them, at most 64 within each other.
    open var elements: [NSAttributeDescription] = [] {
        willSet {
            willChange("elements")
            for element in newValue where element.container !== self { element.willChange("container") }
        }
        didSet {
            for element in oldValue where element.container === self { element.container = nil }
            for element in elements { element.container = self }
        }
    }

    override func takeValues(of other: NSPropertyDescription) {
        takeAttributeValues(of: other)
        guard let other = other as? NSCompositeAttributeDescription else { return }
        elements = CompositeElements.copies(of: other)
    }

    /// Takes over all values but the elements.
    func takeAttributeValues(of other: NSPropertyDescription) { super.takeValues(of: other) }
}
