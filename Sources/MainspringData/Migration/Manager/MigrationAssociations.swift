/// Which new objects were made of which old ones.
struct MigrationAssociations {
    private struct Key: Hashable {
        let mapping: String
        let object: NSManagedObjectID
    }

    private var destinations: [Key: [NSManagedObject]] = [:]
    private var sources: [Key: [NSManagedObject]] = [:]
    /// By old objects, whatever the mapping.
    private var all: [NSManagedObjectID: [NSManagedObject]] = [:]
    /// The new objects of a mapping, in the order in which they were made.
    private var made: [String: [NSManagedObject]] = [:]

    mutating func add(_ source: NSManagedObject, _ destination: NSManagedObject, _ mapping: String) {
        destinations[Key(mapping: mapping, object: source.objectID), default: []].append(destination)
        let key = Key(mapping: mapping, object: destination.objectID)
        if sources[key] == nil { made[mapping, default: []].append(destination) }
        sources[key, default: []].append(source)
        all[source.objectID, default: []].append(destination)
    }

    func destinations(of sources: [NSManagedObject], _ mapping: String) -> [NSManagedObject] {
        sources.flatMap { destinations[Key(mapping: mapping, object: $0.objectID)] ?? [] }
    }

    func destinations(of sources: [NSManagedObject]) -> [NSManagedObject] { sources.flatMap { all[$0.objectID] ?? [] } }

    func sources(of destinations: [NSManagedObject], _ mapping: String) -> [NSManagedObject] {
        destinations.flatMap { sources[Key(mapping: mapping, object: $0.objectID)] ?? [] }
    }

    func made(_ mapping: String) -> [NSManagedObject] { made[mapping] ?? [] }

    func allSources(_ mapping: String) -> [NSManagedObject] { sources(of: made(mapping), mapping) }
}
