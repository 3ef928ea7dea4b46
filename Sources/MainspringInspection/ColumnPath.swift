internal import MainspringData
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// A column of a query: what one statement gives, or what more statements find behind relationships to many.
enum ColumnPath {
    /// Attributes, and relationships to one.
    case plain(String)
    /// A number of what a relationship to many leads to.
    case computed(String)
    /// What a relationship to many leads to.
    case many(Many)

    struct Many {
        /// The path to who has the relationship; `objectID` for the object itself.
        let owner: String
        /// The entity of whoever has it.
        let entity: NSEntityDescription
        let slot: Int
        let destination: NSEntityDescription
        /// The path from each of those that it leads to; `objectID` for those themselves.
        let rest: String
    }

    static let identity = "objectID"

    /// A path that cannot be followed to its end is taken for a plain one, and refused with the request.
    init(_ path: String, from entity: NSEntityDescription) {
        guard !path.contains("@") else {
            self = .computed(path)
            return
        }
        let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        var current = entity
        for (index, key) in keys.enumerated() {
            guard let slot = current.slot(named: key),
                let relationship = current.slots[slot] as? NSRelationshipDescription,
                let destination = relationship.destinationEntity
            else { break }
            if relationship.isToMany {
                let (before, rest) = (keys[..<index], keys[(index + 1)...])
                self = .many(
                    Many(
                        owner: before.isEmpty ? Self.identity : before.joined(separator: "."), entity: current,
                        slot: slot, destination: destination,
                        rest: rest.isEmpty ? Self.identity : rest.joined(separator: ".")))
                return
            }
            current = destination
        }
        self = .plain(path)
    }
}
