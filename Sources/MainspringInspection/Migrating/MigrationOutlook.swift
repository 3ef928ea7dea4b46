internal import FileAccess
internal import Foundation
internal import MainspringData
internal import MainspringFoundation
@_spi(Tools) public import MainspringModel

/// What a lightweight migration would do: what becomes of entities and properties, and of the tables of a file. Nothing is changed.
@_spi(Tools) public struct MigrationOutlook {
    /// What becomes of an entity.
    @_spi(Tools) public enum Fate: String, Sendable {
        /// It is new.
        case added
        /// Its objects go.
        case removed
        /// It is as it was.
        case same
        /// Its objects stay, and something of it is other.
        case changed
    }

    /// What becomes of an entity's properties.
    @_spi(Tools) public struct EntityChange {
        /// The name in the new model; of a removed entity in the old one.
        @_spi(Tools) public let name: String
        /// The name in the old model where that was another one.
        @_spi(Tools) public let formerName: String?
        /// What becomes of it.
        @_spi(Tools) public let fate: Fate
        /// Its new properties.
        @_spi(Tools) public let added: [String]
        /// The old properties that go.
        @_spi(Tools) public let removed: [String]
        /// Properties with other names, by the new ones.
        @_spi(Tools) public let renamed: [String: String]
    }

    /// How a table comes about.
    @_spi(Tools) public enum TableWork: String, Sendable {
        /// There is no table that it comes of.
        case made
        /// An old table becomes it, in a time that does not grow with the rows unless some get other values.
        case inPlace
        /// Rows are copied from old tables.
        case copied
    }

    /// What becomes of a table.
    @_spi(Tools) public struct TableChange {
        /// Its name.
        @_spi(Tools) public let name: String
        /// How it comes about.
        @_spi(Tools) public let work: TableWork
    }

    /// In the order of their names.
    @_spi(Tools) public let entities: [EntityChange]
    /// Those of entities, without tables of pairs.
    @_spi(Tools) public let tables: [TableChange]

    /// Whether any rows are copied.
    @_spi(Tools) public var copies: Bool { tables.contains { $0.work == .copied } }

    /// Of two models, with tables as a new file of the old one has them.
    /// - Throws: `CocoaError` 134190 with entity, property and reason if no lightweight migration leads from one to the other.
    @_spi(Tools) public init(from old: NSManagedObjectModel, to new: NSManagedObjectModel) throws {
        try self.init(try Self.mapping(old, nil, new), numbers: EntityNumbers(numbering: old.entities))
    }

    /// Of a store that is looked into.
    /// - Throws: the same.
    @_spi(Tools) public init(of inspection: StoreInspection, to new: NSManagedObjectModel) throws {
        let kept = Set(inspection.schema.tables.compactMap(\.entity.name))
        let mapping = try Self.mapping(inspection.model, kept, new)
        self = try inspection.reading { transaction in
            let forms = DataForms(mapping.sourceEntities, inspection.values, transaction.connection)
            return try MigrationOutlook(mapping, inspection.file, forms)
        }
    }

    private static func mapping(
        _ old: NSManagedObjectModel, _ names: Set<String>?, _ new: NSManagedObjectModel
    ) throws -> InferredMapping {
        for model in [old, new] {
            if let issue = model.issues.first {
                throw CoreDataError.make(
                    NSInferredMappingModelError, "\(model.title) cannot be used: \(issue.description)")
            }
            model.freeze()
        }
        do throws(MappingMisfit) {
            return try InferredMapping(from: old, names, to: new)
        } catch {
            throw error.error
        }
    }

    /// Of a file that there is not: it is made in memory.
    private init(_ mapping: InferredMapping, numbers: EntityNumbers) throws {
        let plan = StorePlan(mapping.source, EntityNumbers(numbering: mapping.sourceEntities))
        let connection = try SQLiteConnection(
            path: "/mainspring-outlook-\(UUID.random())", access: .create, vfs: "memdb")
        defer { connection.close() }
        try plan.run(on: connection)
        try self.init(mapping, FileTables(connection), DataForms())
    }

    private init(_ mapping: InferredMapping, _ file: FileTables, _ forms: DataForms) throws {
        do {
            let layout = try MigrationLayout(mapping, file, forms) { _, _ in 0 }
            let origins = OriginFinder(layout: layout) { $0.name }
            let fates = TableFates(layout: layout, origins: origins, file: file, keepsDropped: false)
            tables = layout.after.tables.map { table in
                TableChange(name: table.name, work: TableWork(fates.fate(of: table)))
            }
        } catch let misfit as SchemaMisfit {
            throw CoreDataError.make(NSMigrationError, "The store cannot be migrated: \(misfit.clause).")
        }
        let changes = mapping.destinationEntities.map { EntityChange($0, mapping) }
        let removed = mapping.sourceEntities.filter { mapping.destination(of: $0) == nil }.map {
            EntityChange(
                name: $0.name ?? "", formerName: nil, fate: .removed, added: [], removed: [], renamed: [:])
        }
        entities = (changes + removed).sorted { $0.name < $1.name }
    }
}

extension MigrationOutlook.TableWork {
    fileprivate init(_ fate: TableFate) {
        self =
            switch fate {
            case .made: .made
            case .kept: .inPlace
            case .copied: .copied
            }
    }
}

extension MigrationOutlook.EntityChange {
    fileprivate init(_ entity: NSEntityDescription, _ mapping: InferredMapping) {
        name = entity.name ?? ""
        guard let pair = mapping.pair(of: entity) else {
            (formerName, fate, added, removed, renamed) = (nil, .added, [], [], [:])
            return
        }
        let kept = Set(entity.slots.compactMap { pair.source(of: $0).map(ObjectIdentifier.init) })
        // What is inherited is told of the entity that declares it.
        let pairs = entity.ownProperties.filter(\.isStored).map { ($0, pair.source(of: $0)) }
        added = pairs.filter { $0.1 == nil }.map(\.0.name).sorted()
        removed = pair.source.ownProperties.filter { $0.isStored && !kept.contains(ObjectIdentifier($0)) }.map(\.name)
            .sorted()
        renamed = Dictionary(
            pairs.compactMap { property, source in
                source.flatMap { $0.name == property.name ? nil : (property.name, $0.name) }
            }
        ) { first, _ in first }
        formerName = pair.source.name == entity.name ? nil : pair.source.name
        fate = pair.source.ownVersionHash == entity.ownVersionHash ? .same : .changed
    }
}

extension NSPropertyDescription {
    /// Whether stores keep it.
    fileprivate var isStored: Bool { !isTransient && !(self is NSFetchedPropertyDescription) }
}
