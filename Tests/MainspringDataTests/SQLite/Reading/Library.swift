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
    let store: SQLiteStore
    let path: String
    private let writer: SQLiteConnection

    init(_ setUp: String = "") throws {
        path = NSTemporaryDirectory() + "library-\(UUID().uuidString).sqlite"
        model = Self.model()
        // A store's own file, but with tables whose columns are in the order of the rows in the tests.
        let maker = NSPersistentStoreCoordinator(managedObjectModel: model)
        let url = URL(fileURLWithPath: path)
        try maker.remove(try maker.addPersistentStore(type: .sqlite, at: url))
        writer = try SQLiteConnection(path: path, access: .readWrite)
        for table in ["ZAUTHOR", "ZBOOK", "ZTAG", "Z_2TAGS"] { try writer.execute("DROP TABLE \(table)") }
        try writer.execute("\(Self.tables); \(setUp)")
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        store = try coordinator.addPersistentStore(type: .sqlite, at: url) as! SQLiteStore
    }

    deinit {
        writer.close()
        try? coordinator.remove(store)
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// What somebody else does to the file.
    func write(_ sql: String) throws { try writer.execute(sql) }

    func context() -> NSManagedObjectContext {
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

    var reader: StoreReader { store.opened!.reader }
    var pages: RowPages { reader.pages }
    var pool: ReaderPool { store.opened!.database.readers }

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
}
