internal import Foundation
package import MainspringModel

/// How the objects of a model lie in the tables of one store's file. Constant.
///
/// The numbers and names are those of the file, which need not be those that a new file would get.
package final class StoreSchema: @unchecked Sendable {
    // `@unchecked Sendable`: constant, and so are entities in use.

    package let model: NSManagedObjectModel
    /// The numbers of the root entities that stand in identities; those of the coordinator.
    let roots: RootNumbers
    /// The entities that the store keeps, in the order of their numbers in the file.
    package let tables: [EntityTable]
    /// The tables of pairs of relationships that are to many at both ends.
    package let joins: [JoinTable]
    private let byLayout: LayoutTable<EntityTable>
    private let byNumber: [Int64: EntityTable]

    init(model: NSManagedObjectModel, roots: RootNumbers, tables: [EntityTable], joins: [JoinTable]) {
        (self.model, self.roots, self.tables, self.joins) = (model, roots, tables, joins)
        byLayout = LayoutTable(tables.map { ($0.layout, $0) })
        byNumber = Dictionary(tables.map { ($0.number, $0) }) { first, _ in first }
    }

    /// Where an entity's objects lie; nil if the store does not keep them.
    package func table(of entity: NSEntityDescription) -> EntityTable? {
        ObjectLayout.known(entity).flatMap { byLayout[$0] }
    }

    /// The same, for who has a row.
    package func table(of layout: ObjectLayout) -> EntityTable? { byLayout[layout] }

    /// Where the objects lie whose `Z_ENT` is a number; nil for one that is not known.
    package func table(number: Int64) -> EntityTable? { byNumber[number] }
}
