@_spi(Tools) internal import MainspringModel

/// What is added to the keys of objects that come into another hierarchy: where several become one, their keys must not meet.
struct KeyShifts {
    private struct Move: Hashable {
        let from: ObjectIdentifier
        let to: ObjectIdentifier
    }

    private var shifts: [Move: Int64] = [:]
    private var greatest: [ObjectIdentifier: Int64] = [:]

    /// - Parameter greatestKey: the greatest key that was ever given in the hierarchy of an old root entity.
    /// - Throws: what the closure throws; `CocoaError` 134110 for keys to which nothing can be added.
    init(_ mapping: InferredMapping, greatestKey: (NSEntityDescription) throws -> Int64) throws {
        for root in mapping.destinationEntities where root.superentity == nil {
            var top: Int64 = 0
            for old in Self.sources(of: root, mapping) {
                let (sum, overflows) = top.addingReportingOverflow(try greatestKey(old))
                guard !overflows else {
                    throw CoreDataError.make(
                        NSMigrationError,
                        "The objects of “\(old.name ?? "")” cannot be put beside those of “\(root.name ?? "")”: their keys are too high. "
                            + "Copy the objects into a new store.")
                }
                shifts[Move(from: ObjectIdentifier(old), to: ObjectIdentifier(root))] = top
                top = sum
            }
            greatest[ObjectIdentifier(root)] = top
        }
    }

    /// The old root entities whose objects come into the hierarchy of a new one; first the one whose keys stay.
    private static func sources(of root: NSEntityDescription, _ mapping: InferredMapping) -> [NSEntityDescription] {
        let own = mapping.pair(of: root)?.source.rootEntity
        var found: [NSEntityDescription] = []
        for pair in mapping.pairs(below: root) {
            let old = pair.source.rootEntity
            guard !found.contains(where: { $0 === old }) else { continue }
            // The keys of the hierarchy that is still there stay.
            if old === own { found.insert(old, at: 0) } else { found.append(old) }
        }
        return found
    }

    /// What is added to the keys of objects that come from the hierarchy of an old root entity into that of a new one.
    func shift(from old: NSEntityDescription, to new: NSEntityDescription) -> Int64 {
        shifts[Move(from: ObjectIdentifier(old), to: ObjectIdentifier(new))] ?? 0
    }

    /// What is added to the keys of an entity's objects.
    func shift(of pair: InferredMapping.Pair) -> Int64 {
        shift(from: pair.source.rootEntity, to: pair.destination.rootEntity)
    }

    /// The greatest key that there is then in the hierarchy of a new root entity; 0 without any.
    func greatestKey(_ root: NSEntityDescription) -> Int64 { greatest[ObjectIdentifier(root)] ?? 0 }
}
