internal import Diagnostics
internal import Foundation
internal import MainspringModel

extension NSManagedObject {
    /// What the request of a fetched property finds, once: it stays until the object is refreshed. The values are in
    /// memory.
    ///
    /// A getter cannot throw. If the fetch fails, the property is empty, the log says why, and the next access fetches
    /// again.
    final func fetchedObjects(at place: SlotPlace) -> Any? {
        if let known = memory.reference(place) as? ValueBox { return known.value }
        guard let core, let property = shape.property(at: place) as? NSFetchedPropertyDescription,
            let request = property.fetchRequestDescription
        else { return nil }
        let question = request.withSubstitutionVariables(["FETCH_SOURCE": self, "FETCHED_PROPERTY": property])
        do {
            let results = try core.results(of: question)
            let found: Any = results as? [NSManagedObject] ?? results
            // The fetch has ended an event, in which the object may have become a fault.
            if !state.contains(.fault) { ownMemory.setReference(ValueBox(found), place) }
            return found
        } catch {
            Self.failedFetches.write(
                FailedFetch(object: key, property: property.name),
                """
                “\(property.name)” of \(objectID) cannot be fetched, and is empty: \(error.localizedDescription) Execute the \
                request of the fetched property by fetch(_:), which throws the error.
                """)
            return [NSManagedObject]()
        }
    }

    private struct FailedFetch: Hashable {
        let object: ObjectKey
        let property: String
    }

    private static let failedFetches = OnceLog<FailedFetch>(
        limit: 100, ending: "More fetched properties cannot be fetched; nothing more is logged of them.")
}
