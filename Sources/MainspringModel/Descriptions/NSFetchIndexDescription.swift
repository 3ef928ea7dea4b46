public import Foundation
internal import Locks
public import class MainspringFoundation.NSPredicate

/// An index that a store should keep for an entity, so that fetches find objects without reading all.
open class NSFetchIndexDescription: NSObject, NSCopying, @unchecked Sendable {
    // `@unchecked Sendable`: constant once the model is in use, as the descriptions of properties.

    var isFrozen = false
    /// The entity whose objects are in the index.
    public internal(set) final var entity: NSEntityDescription? {
        get { unkeptEntity }
        set { unkeptEntity = newValue }
    }
    @Unkept private final var unkeptEntity: NSEntityDescription? = nil

    /// Makes an index.
    /// - Parameters:
    ///   - name: is its name within the entity.
    ///   - elements: are the properties in it, the first one deciding.
    public init(name: String, elements: [NSFetchIndexElementDescription]?) {
        self.name = name
        self.elements = elements ?? []
        super.init()
        checkElements(self.elements)
        adoptElements()
    }

    /// The name of the index within the entity.
    open var name: String { willSet { willChange("name") } }
    /// The properties in the index, the first one deciding.
    open var elements: [NSFetchIndexElementDescription] {
        willSet {
            willChange("elements")
            checkElements(newValue)
        }
        didSet { adoptElements() }
    }
    /// Which objects are in the index; all without one.
    open var partialIndexPredicate: NSPredicate? { willSet { willChange("partialIndexPredicate") } }

    /// Elements of an index in use stay there.
    private func checkElements(_ elements: [NSFetchIndexElementDescription]) {
        for element in elements where element.indexDescription !== self { element.willChange("indexDescription") }
    }

    private func adoptElements() {
        for element in elements { element.indexDescription = self }
    }

    /// Returns a copy of the index that belongs to no entity; its elements are copies for the same properties.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSFetchIndexDescription(
            name: name, elements: elements.compactMap { $0.copy() as? NSFetchIndexElementDescription })
        copy.partialIndexPredicate = partialIndexPredicate
        return copy
    }

    func freeze() {
        isFrozen = true
        for element in elements { element.isFrozen = true }
    }

    /// The index in a line.
    open override var description: String { DescriptionPrinter.line(for: self) }

    /// Whether the other one has the same name, equal elements and an equal predicate.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSFetchIndexDescription else { return false }
        return self === other
            || (name == other.name && elements == other.elements
                && partialIndexPredicate == other.partialIndexPredicate)
    }

    /// Hashes the name.
    open override var hash: Int { name.hashValue }
}
