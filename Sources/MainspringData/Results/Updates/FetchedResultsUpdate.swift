/// What became of fetched results, for another task: identities and places, no objects. Ours.
public enum FetchedResultsUpdate: Sendable {
    /// All there is, to begin with: what was known before does not count.
    case snapshot([FetchedResultsSection])
    /// What became of it since the last update.
    case changes(FetchedResultsChanges)
}

/// A section of fetched results: its name, and the identities of its objects. Ours.
public struct FetchedResultsSection: Hashable, Sendable {
    /// What its objects have in common; empty where there is but one section.
    public let name: String
    /// The identities of its objects in order.
    public let objectIDs: [NSManagedObjectID]

    /// Makes a section of its parts.
    public init(name: String, objectIDs: [NSManagedObjectID]) {
        self.name = name
        self.objectIDs = objectIDs
    }
}
