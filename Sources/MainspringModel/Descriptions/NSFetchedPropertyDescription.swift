internal import Foundation

/// What an entity says about one of its fetched properties: objects that a request finds when they are asked for.
open class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
    // `@unchecked Sendable`: as the superclass.

    /// The request that finds the objects. Ours; Apple's `fetchRequest` is the same request with a type.
    ///
    /// `$FETCH_SOURCE` in its predicate stands for the object that is asked, `$FETCHED_PROPERTY` for this description.
    open var fetchRequestDescription: FetchRequestDescription? {
        willSet { willChange("fetchRequest") }
    }

    override func takeValues(of other: NSPropertyDescription) {
        super.takeValues(of: other)
        guard let other = other as? NSFetchedPropertyDescription else { return }
        fetchRequestDescription = other.fetchRequestDescription?.copy() as? FetchRequestDescription
    }

    override func freeze(slot: Int?) {
        super.freeze(slot: slot)
        fetchRequestDescription?.freeze(what: "the fetched property \"\(name)\"")
    }
}
