internal import MainspringData
public import class MainspringFoundation.NSPredicate
public import class MainspringFoundation.NSSortDescriptor
@_spi(Tools) public import MainspringModel

/// What is asked of a file that is looked into: objects of an entity, and columns of each.
@_spi(Tools) public struct InspectionQuery {
    /// Whose objects, and those of all that inherit from it unless ``includesSubentities`` is false.
    @_spi(Tools) public var entity: NSEntityDescription
    /// Key paths, each a column. Paths over relationships to many give lists; `objectID` is the object itself.
    @_spi(Tools) public var columns: [String]
    /// Which objects; all without one.
    @_spi(Tools) public var predicate: NSPredicate?
    /// Their order; that in which the file has them without.
    @_spi(Tools) public var order: [NSSortDescriptor] = []
    /// So many at most; 0 is no limit.
    @_spi(Tools) public var limit = 0
    /// So many are left out at the beginning.
    @_spi(Tools) public var offset = 0
    /// Whether objects of subentities are among them.
    @_spi(Tools) public var includesSubentities = true

    /// Asks for all objects of an entity.
    /// - Parameter columns: nil for ``allColumns(of:)``.
    @_spi(Tools) public init(_ entity: NSEntityDescription, columns: [String]? = nil) {
        self.entity = entity
        self.columns = columns ?? Self.allColumns(of: entity)
    }

    /// What the store has of each object of an entity: its attributes by their names, and its relationships by theirs.
    /// - Parameter includesToMany: whether relationships to many are among them.
    @_spi(Tools) public static func allColumns(of entity: NSEntityDescription, includesToMany: Bool = false) -> [String]
    {
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
@_spi(Tools) public struct InspectedRow {
    /// Which object.
    @_spi(Tools) public let object: ObjectReference
    /// A value for each column.
    @_spi(Tools) public let values: [InspectedValue]
}
