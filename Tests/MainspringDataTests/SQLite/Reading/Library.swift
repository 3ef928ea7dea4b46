import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// A store of authors, their books and comics, and the books' tags, in a file with rows of our own; its statements are
/// counted.
///
/// Author 1—n Book (`books`, `author`), Book n—n Tag, Book 1—n Book (`sequels` in order, `precursor`); Comic inherits from
/// Book.
final class Library: @unchecked Sendable {
    // `@unchecked Sendable`: constant; the connection is used by one thread of a test.

    let model: NSManagedObjectModel
    let coordinator: NSPersistentStoreCoordinator
    let store: LibraryStore
    let path: String
    private let writer: SQLiteConnection

    init(_ setUp: String = "") throws {
        path = NSTemporaryDirectory() + "library-\(UUID().uuidString).sqlite"
        writer = try SQLiteConnection(path: path, access: .create)
        try writer.execute("PRAGMA journal_mode = WAL; \(Self.tables); \(setUp)")
        model = Self.model()
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        NSPersistentStoreCoordinator.registerStoreClass(LibraryStore.self, forStoreType: LibraryStore.word)
        let added = try coordinator.addPersistentStore(
            ofType: LibraryStore.word, configurationName: nil, at: URL(string: "library:\(path)"), options: nil)
        store = added as! LibraryStore
        store.openReader(path, model, coordinator.roots)
    }

    deinit {
        store.closeReader()
        writer.close()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// What somebody else does to the file.
    func write(_ sql: String) throws { try writer.execute(sql) }

    func context(isMain: Bool = false) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        return context
    }

    func request(_ entity: String, _ predicate: String? = nil, sortedBy key: String? = "number")
        -> NSFetchRequest<NSManagedObject>
    {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = predicate.map { NSPredicate(format: $0) }
        request.sortDescriptors = key.map { [NSSortDescriptor(key: $0, ascending: true)] }
        return request
    }

    func identity(_ entity: String, _ key: Int64) -> NSManagedObjectID {
        let entity = model.entitiesByName[entity]!
        return NSManagedObjectID(
            ObjectKey(store: store.number, root: coordinator.roots.number(of: entity), key: key), entity)
    }

    var reader: StoreReader { store.reader }
    var pages: RowPages { store.reader.pages }

    /// How many queries a closure causes.
    func queries(_ body: () throws -> Void) rethrows -> Int {
        let before = reader.queryCount
        try body()
        return reader.queryCount - before
    }

    /// Expects a closure to cause so many queries.
    func expect(
        _ count: Int, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) rethrows {
        let queries = try queries(body)
        #expect(queries == count, "queries", sourceLocation: sourceLocation)
    }

    // MARK: The model and its tables

    private static let tables = """
        CREATE TABLE ZAUTHOR(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNUMBER INTEGER, ZNAME VARCHAR);
        CREATE TABLE ZBOOK(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNUMBER INTEGER, ZSMALL INTEGER,
            ZWIDE INTEGER, ZFLAG INTEGER, ZAUTHOR INTEGER, ZPRECURSOR INTEGER, Z2_PRECURSOR INTEGER,
            Z_FOK_PRECURSOR INTEGER, ZPAGES INTEGER, ZDATE TIMESTAMP, ZRATIO FLOAT, ZWEIGHT FLOAT, ZPRICE DECIMAL,
            ZNAME VARCHAR, ZLINK VARCHAR, ZCOVER BLOB, ZCODE BLOB, ZSHAPE BLOB, ZHERO VARCHAR);
        CREATE TABLE ZTAG(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNUMBER INTEGER);
        CREATE TABLE Z_2TAGS(Z_2BOOKS INTEGER, Z_4TAGS INTEGER, PRIMARY KEY(Z_2BOOKS, Z_4TAGS));
        CREATE INDEX ZBOOK_ZAUTHOR_INDEX ON ZBOOK(ZAUTHOR)
        """

    private static func model() -> NSManagedObjectModel {
        let (author, book) = (Part.entity("Author"), Part.entity("Book"))
        let (comic, tag) = (Part.entity("Comic"), Part.entity("Tag"))
        author.properties = [
            Part.attribute("number", .integer64AttributeType), Part.attribute("name", .stringAttributeType),
        ]
        tag.properties = [Part.attribute("number", .integer64AttributeType)]
        comic.properties = [Part.attribute("hero", .stringAttributeType)]
        let note = Part.attribute("note", .stringAttributeType, default: "unsaid")
        note.isTransient = true
        book.properties = [
            Part.attribute("number", .integer64AttributeType), Part.attribute("small", .integer16AttributeType),
            Part.attribute("pages", .integer32AttributeType), Part.attribute("wide", .integer64AttributeType),
            Part.attribute("flag", .booleanAttributeType), Part.attribute("date", .dateAttributeType),
            Part.attribute("ratio", .doubleAttributeType), Part.attribute("weight", .floatAttributeType),
            Part.attribute("price", .decimalAttributeType), Part.attribute("name", .stringAttributeType),
            Part.attribute("link", .URIAttributeType), Part.attribute("cover", .binaryDataAttributeType),
            Part.attribute("code", .UUIDAttributeType), Part.attribute("shape", .transformableAttributeType), note,
        ]
        func link(
            _ from: NSEntityDescription, _ name: String, _ to: NSEntityDescription, _ back: String,
            isBackToMany: Bool, isOrdered: Bool = false
        ) {
            let there = Part.relationship(name, to: to, isToMany: true, isOrdered: isOrdered)
            let here = Part.relationship(back, to: from, isToMany: isBackToMany)
            (there.isOptional, here.isOptional) = (true, true)
            from.properties.append(there)
            to.properties.append(here)
            (there.inverseRelationship, here.inverseRelationship) = (here, there)
        }
        link(author, "books", book, "author", isBackToMany: false)
        link(book, "tags", tag, "books", isBackToMany: true)
        link(book, "sequels", book, "precursor", isBackToMany: false, isOrdered: true)
        book.subentities = [comic]
        return Part.model([author, book, comic, tag])
    }

    static func schema(_ model: NSManagedObjectModel, _ roots: RootNumbers) -> StoreSchema {
        let numbers: [String: Int64] = ["Author": 1, "Book": 2, "Comic": 3, "Tag": 4]
        let families: [String: [Int64]] = ["Author": [1], "Book": [2, 3], "Comic": [3], "Tag": [4]]
        func relationship(_ entity: String, _ name: String) -> NSRelationshipDescription {
            model.entitiesByName[entity]!.relationshipsByName[name]!
        }
        let join = JoinTable(
            name: "Z_2TAGS",
            first: .init(relationship: relationship("Book", "tags"), ownColumn: "Z_2BOOKS", orderColumn: nil),
            second: .init(relationship: relationship("Tag", "books"), ownColumn: "Z_4TAGS", orderColumn: nil))
        let tables = ["Author", "Book", "Comic", "Tag"].map { name in
            let entity = model.entitiesByName[name]!
            let layout = ObjectLayout.of(entity)
            var (columns, members) = ([StoreColumn](), [MemberTable]())
            for (property, place) in zip(entity.slots, layout.places) where !property.isTransient {
                let column = "Z\(property.name.uppercased())"
                switch property {
                case let attribute as NSAttributeDescription:
                    let form: StoreColumn.Form =
                        switch attribute.attributeType {
                        case .decimalAttributeType: .decimal
                        case .URIAttributeType: .uri
                        case .transformableAttributeType: .transformed(attribute)
                        default: .plain
                        }
                    columns.append(StoreColumn(name: column, place: place, form: form))
                case let relationship as NSRelationshipDescription where !relationship.isToMany:
                    let destination = relationship.destinationEntity!
                    let isSelf = relationship.name == "precursor"
                    columns.append(
                        StoreColumn(
                            name: column, place: place,
                            form: .reference(
                                .init(
                                    destination: destination, root: roots.number(of: destination),
                                    entityColumn: isSelf ? "Z2_PRECURSOR" : nil,
                                    orderColumn: isSelf ? "Z_FOK_PRECURSOR" : nil))))
                case let relationship as NSRelationshipDescription:
                    let destination = relationship.destinationEntity!
                    let source: MemberTable.Source =
                        switch relationship.name {
                        case "tags": .join(join, isFirst: true)
                        case "books" where name == "Tag": .join(join, isFirst: false)
                        case "sequels":
                            .column(
                                .init(
                                    table: "ZBOOK", name: "ZPRECURSOR", entityColumn: "Z2_PRECURSOR",
                                    orderColumn: "Z_FOK_PRECURSOR"))
                        default: .column(.init(table: "ZBOOK", name: "ZAUTHOR", entityColumn: nil, orderColumn: nil))
                        }
                    members.append(
                        MemberTable(
                            slot: Int(place.slot), destination: destination, root: roots.number(of: destination),
                            source: source))
                default: break
                }
            }
            return EntityTable(
                entity: entity, number: numbers[name]!, rootNumber: numbers[entity.rootEntity.name!]!,
                root: roots.number(of: entity), name: "Z\(entity.rootEntity.name!.uppercased())", columns: columns,
                memberTables: members, familyNumbers: families[name]!, isShared: name == "Comic")
        }
        return StoreSchema(model: model, roots: roots, tables: tables, joins: [join])
    }
}

/// A store that reads alone.
final class LibraryStore: NSPersistentStore {
    static let word = "LibraryOfTests"
    private var read: StoreReader?
    private(set) var pool: ReaderPool?

    var reader: StoreReader { read! }

    override class var traits: StoreTraits { [.isConcrete, .needsNoPlace, .isStamped, .takesRows] }
    override var openedService: (any StoreService)? {
        guard let read, let pool else { return nil }
        return LibraryService(number, read, pool)
    }

    func openReader(_ path: String, _ model: NSManagedObjectModel, _ roots: RootNumbers) {
        let pool = ReaderPool(limit: 4, sequence: CommitSequence()) {
            try SQLiteConnection(path: path, access: .readOnly)
        }
        self.pool = pool
        read = StoreReader(Library.schema(model, roots), store: number, source: .pool(pool)) { Data($0.dropFirst()) }
    }

    func closeReader() { pool?.close() }
}

/// What such a store does for its coordinator.
final class LibraryService: StoreService {
    private let number: UInt32
    private let reader: StoreReader
    private let pool: ReaderPool

    init(_ number: UInt32, _ reader: StoreReader, _ pool: ReaderPool) {
        (self.number, self.reader, self.pool) = (number, reader, pool)
    }

    var hasGenerations: Bool { true }

    func keptRow(_ key: Int64, _ entity: NSEntityDescription) -> Row? { reader.keptRow(key, entity) }

    private func reader(for context: NSManagedObjectContext?) throws -> StoreReader {
        guard let generation = context?.core.generation else { return reader }
        return try generation.reader(of: number) { [pool, reader] in try HeldState(pool, reader) }
    }

    func row(of identity: NSManagedObjectID, for context: NSManagedObjectContext?) throws -> Row? {
        try reader(for: context).row(of: identity, for: context)
    }

    func members(
        of identity: NSManagedObjectID, slot: Int, for context: NSManagedObjectContext?
    ) throws -> [NSManagedObjectID] {
        try reader(for: context).members(of: identity, slot: slot, for: context)
    }

    func identities(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> [NSManagedObjectID] {
        try reader(for: context).keys(for: request, entity: entity, for: context).identities
    }

    func keys(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> FetchedKeys? {
        try reader(for: context).keys(for: request, entity: entity, for: context)
    }

    func count(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> Int? {
        try reader(for: context).count(for: request, entity: entity, for: context)
    }

    func prefetch(
        slot: Int, of owners: [Int64], _ entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> FetchedMembers? {
        try reader(for: context).prefetch(slot: slot, of: owners, entity, for: context)
    }

    func readRows(of keys: FetchedKeys, _ indexes: Range<Int>, for context: NSManagedObjectContext?) throws {
        try reader(for: context).readRows(of: keys, indexes, for: context)
    }

    func results(
        of request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> [Any]? {
        try reader(for: context).results(of: request, entity: entity, for: context)
    }

    func identity(of entity: NSEntityDescription, forURIKey key: String) -> NSManagedObjectID? {
        reader.identity(of: entity, forURIKey: key)
    }

    func forgetRows(of identities: [NSManagedObjectID]) { reader.pages.drop(identities) }

    func save(_ changes: ChangeSet, for context: ContextCore?) throws -> SavedRows? { nil }

    func permanentIdentities(for objects: [NSManagedObject]) throws -> [NSManagedObjectID] { [] }
}
