internal import Foundation
internal import Locks

/// What an entity says about one of its relationships: which objects it leads to, and how many.
///
/// **Differences from Apple**: destination and inverse are weak references, where Apple's are unsafe ones: the model
/// keeps the entities.
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
    // `@unchecked Sendable`: as the superclass.

    @Unkept private var destination: NSEntityDescription? = nil
    private weak var inverse: NSRelationshipDescription?

    /// Makes a relationship to any number of objects, without destination; set ``maxCount`` to 1 for one object.
    public required init() { super.init() }

    /// The entity of the objects at the other end.
    open var destinationEntity: NSEntityDescription? {
        get { destination }
        set {
            willChange("destinationEntity")
            destination = newValue
        }
    }

    /// The relationship that leads back; it names this one as its own inverse.
    open var inverseRelationship: NSRelationshipDescription? {
        get { inverse }
        set {
            willChange("inverseRelationship")
            inverse = newValue
        }
    }

    /// What happens to the objects at the other end when an object is deleted; nullified unless set.
    open var deleteRule: NSDeleteRule = .nullifyDeleteRule { willSet { willChange("deleteRule") } }
    /// So many objects there are at least; 0 is no limit. For optional relationships it counts where there are any.
    open var minCount = 0 { willSet { willChange("minCount") } }
    /// So many objects there are at most; 1 makes a relationship to one object, 0, as it is unless set, is no limit.
    open var maxCount = 0 { willSet { willChange("maxCount") } }
    /// Whether the objects of a relationship to many have an order.
    open var isOrdered = false { willSet { willChange("isOrdered") } }

    /// Whether the relationship leads to any number of objects: whether ``maxCount`` is not 1.
    public final var isToMany: Bool { maxCount != 1 }

    override func takeValues(of other: NSPropertyDescription) {
        super.takeValues(of: other)
        guard let other = other as? NSRelationshipDescription else { return }
        destinationEntity = other.destinationEntity
        inverseRelationship = other.inverseRelationship
        deleteRule = other.deleteRule
        minCount = other.minCount
        maxCount = other.maxCount
        isOrdered = other.isOrdered
    }
}
