package import class MainspringFoundation.NSPredicate
package import class MainspringFoundation.NSSortDescriptor
package import MainspringModel

/// What is asked of a file that is looked into: objects of an entity, and columns of each.
package struct InspectionQuery {
    /// Whose objects, and those of all that inherit from it unless ``includesSubentities`` is false.
    package var entity: NSEntityDescription
    /// Key paths, each a column. Paths over relationships to many give lists; `objectID` is the object itself.
    package var columns: [String]
    /// Which objects; all without one.
    package var predicate: NSPredicate?
    /// Their order; that in which the file has them without.
    package var order: [NSSortDescriptor] = []
    /// So many at most; 0 is no limit.
    package var limit = 0
    /// So many are left out at the beginning.
    package var offset = 0
    /// Whether objects of subentities are among them.
    package var includesSubentities = true

    /// Asks for all objects of an entity.
    /// - Parameter columns: nil for ``allColumns(of:)``.
    package init(_ entity: NSEntityDescription, columns: [String]? = nil) {
        self.entity = entity
        self.columns = columns ?? Self.allColumns(of: entity)
    }

    /// What the store has of each object of an entity: its attributes by their names, and its relationships by theirs.
    /// - Parameter includesToMany: whether relationships to many are among them.
    package static func allColumns(of entity: NSEntityDescription, includesToMany: Bool = false) -> [String] {
        let stored = entity.slots.filter { !$0.isTransient }
        let attributes = stored.filter { $0 is NSAttributeDescription }.map(\.name)
        let relationships = stored.compactMap { $0 as? NSRelationshipDescription }
            .filter { includesToMany || !$0.isToMany }.map(\.name)
        func sorted(_ names: [String]) -> [String] {
            names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
        return sorted(attributes) + sorted(relationships)
    }
}

/// An object as a query has found it.
package struct InspectedRow {
    /// Which object.
    package let object: ObjectReference
    /// A value for each column.
    package let values: [InspectedValue]
}
