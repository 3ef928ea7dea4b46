import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Fetching and faulting: what comes out, and how often the file is asked for it.
@Suite struct StoreFetchTests {
    private static func rows(authors: Int, books: Int) -> String {
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(authors))
            INSERT INTO ZAUTHOR SELECT i, 1, 1, i, 'author ' || i FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(authors * books))
            INSERT INTO ZBOOK(Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZAUTHOR, ZNAME)
            SELECT i, 2 + i % 2, 1, i, (i - 1) / \(books) + 1, 'book ' || i FROM n;
        INSERT INTO ZTAG SELECT Z_PK, 4, 1, Z_PK FROM ZAUTHOR;
        INSERT OR IGNORE INTO Z_2TAGS SELECT Z_PK, 1 + Z_PK % \(authors) FROM ZBOOK;
        INSERT OR IGNORE INTO Z_2TAGS SELECT Z_PK, 1 + (Z_PK + 1) % \(authors) FROM ZBOOK
        """
    }

    // MARK: Faults

    @Test func `a fetch is one query, and its faults fire without any`() throws {
        let library = try Library(Self.rows(authors: 50, books: 2))
        let context = library.context()
        var books: [NSManagedObject] = []
        try library.expect(1) { books = try context.fetch(library.request("Book")) }
        #expect(books.allSatisfy { $0.isFault })
        library.expect(0) { #expect(books.map { $0.value(forKey: "number") as? Int } == Array(1...100)) }
        // Another context of the coordinator has them too.
        let other = library.context()
        let same = books.map { other.object(with: $0.objectID) }
        library.expect(0) { #expect(same[7].value(forKey: "name") as? String == "book 8") }
    }

    @Test func `a fault whose row is not kept is one query, and none the second time`() throws {
        let library = try Library(Self.rows(authors: 2, books: 2))
        let context = library.context()
        let book = context.object(with: library.identity("Book", 2))
        library.expect(1) { #expect(book.value(forKey: "name") as? String == "book 2") }
        context.refresh(book, mergeChanges: false)
        #expect(book.isFault)
        library.expect(0) { #expect(book.value(forKey: "name") as? String == "book 2") }
    }

    @Test func `a row that is too old for the context is read anew`() throws {
        let library = try Library(Self.rows(authors: 1, books: 1))
        let (lasting, fresh) = (library.context(), library.context())
        fresh.stalenessInterval = 0
        let author = try #require(lasting.fetch(library.request("Author")).first)
        try library.write("UPDATE ZAUTHOR SET ZNAME = 'changed', Z_OPT = 2")
        #expect(author.value(forKey: "name") as? String == "author 1")
        let same = fresh.object(with: author.objectID)
        library.expect(1) { #expect(same.value(forKey: "name") as? String == "changed") }
        // What was read anew is everybody's.
        lasting.refresh(author, mergeChanges: false)
        library.expect(0) { #expect(author.value(forKey: "name") as? String == "changed") }
    }

    @Test func `returnsObjectsAsFaults = false gives values without another query`() throws {
        let library = try Library(Self.rows(authors: 20, books: 1))
        let context = library.context()
        let request = library.request("Author")
        request.returnsObjectsAsFaults = false
        var authors: [NSManagedObject] = []
        try library.expect(1) { authors = try context.fetch(request) }
        #expect(!authors.contains { $0.isFault })
    }

    @Test func `includesPropertyValues = false reads no rows`() throws {
        let library = try Library(Self.rows(authors: 3, books: 1))
        let context = library.context()
        let request = library.request("Author")
        request.includesPropertyValues = false
        let authors = try context.fetch(request)
        #expect(library.pages.count == 0)
        library.expect(3) { for author in authors { _ = author.value(forKey: "name") } }
    }

    @Test func `objects that are here stay as they are, unless the request refreshes them`() throws {
        let library = try Library(Self.rows(authors: 2, books: 1))
        let context = library.context()
        let request = library.request("Author")
        let authors = try context.fetch(request)
        #expect(authors.map { $0.value(forKey: "name") as? String } == ["author 1", "author 2"])
        authors[1].setValue("mine", forKey: "name")
        try library.write("UPDATE ZAUTHOR SET ZNAME = 'theirs', ZNUMBER = ZNUMBER + 10, Z_OPT = 2")
        #expect(try context.fetch(request) == authors)
        #expect(authors.map { $0.value(forKey: "name") as? String } == ["author 1", "mine"])
        request.shouldRefreshRefetchedObjects = true
        _ = try context.fetch(request)
        library.expect(0) {
            #expect(authors.map { $0.value(forKey: "name") as? String } == ["theirs", "mine"])
            #expect(authors.map { $0.value(forKey: "number") as? Int } == [11, 12])
        }
    }

    @Test func `a row that has gone is an object without values, or an error of existingObject`() throws {
        let library = try Library(Self.rows(authors: 1, books: 1))
        let context = library.context()
        let missing = library.identity("Author", 17)
        let error = #expect(throws: CocoaError.self) { try context.existingObject(with: missing) }
        #expect(error?.code == .managedObjectReferentialIntegrity)
        let object = context.object(with: missing)
        #expect(object.value(forKey: "name") == nil && object.isDeleted)
    }

    @Test func `what SQLite cannot do is an error that names the file`() throws {
        let library = try Library()
        try library.write("DROP TABLE ZTAG")
        let context = library.context()
        let error = #expect(throws: CocoaError.self) { try context.fetch(library.request("Tag")) }
        #expect(error?.code.rawValue == NSPersistentStoreOperationError)
        #expect(error?.localizedDescription.contains(library.path) == true)
        #expect(error?.localizedDescription.contains("no such table: ZTAG") == true)
    }

    @Test func `a file's stamp is another one after each change`() throws {
        let library = try Library()
        var stamps: [String?] = []
        for number in 1...4 {
            stamps.append(FileStamp.of(library.path))
            #expect(FileStamp.of(library.path) == stamps.last)
            try library.write("INSERT INTO ZTAG VALUES(\(number), 4, 1, 0)")
        }
        #expect(Set(stamps).count == 4 && !stamps.contains(nil))
        #expect(FileStamp.of("/dev/null") == nil && FileStamp.of("/nowhere") == nil)
    }

    // MARK: Relationships

    @Test func `members are one query, of whatever kind the relationship is`() throws {
        let library = try Library(Self.rows(authors: 4, books: 3))
        try library.write(
            "UPDATE ZBOOK SET ZPRECURSOR = 1, Z2_PRECURSOR = 3, Z_FOK_PRECURSOR = -Z_PK WHERE Z_PK IN (4, 7, 2)")
        let context = library.context()
        let author = context.object(with: library.identity("Author", 2))
        _ = author.value(forKey: "name")
        var books: Set<NSManagedObject> = []
        library.expect(1) { books = author.value(forKey: "books") as? Set<NSManagedObject> ?? [] }
        #expect(Set(books.map(\.objectID.key.key)) == [4, 5, 6])
        #expect(Set(books.map(\.entity.name)) == ["Book", "Comic"])
        let book = context.object(with: library.identity("Comic", 1))
        #expect((book.value(forKey: "tags") as? NSSet)?.count == 2)
        let tag = context.object(with: library.identity("Tag", 2))
        #expect(
            Set((tag.value(forKey: "books") as? Set<NSManagedObject> ?? []).map(\.objectID.key.key))
                == [1, 4, 5, 8, 9, 12])
    }

    @Test(arguments: ["books", "books.tags", "books.author", "tags"])
    func `a path to be prefetched is a query a step, and nothing more when it is followed`(_ path: String) throws {
        let library = try Library(Self.rows(authors: 30, books: 4))
        let context = library.context()
        let request = library.request(path == "tags" ? "Book" : "Author")
        request.relationshipKeyPathsForPrefetching = [path]
        var objects: [NSManagedObject] = []
        // Authors are there already.
        let steps = path == "books.tags" ? 3 : 1
        let expected = path == "tags" ? 1 + 2 : 1 + steps
        let count = try library.queries { objects = try context.fetch(request) }
        #expect(count <= expected && count > 1)
        let followed = library.queries {
            for object in objects {
                for key in path.split(separator: ".").prefix(1) {
                    for other in object.value(forKey: String(key)) as? Set<NSManagedObject> ?? [] {
                        _ = other.value(forKey: "number")
                        guard path.contains(".") else { continue }
                        if path.hasSuffix("tags") {
                            for tag in other.value(forKey: "tags") as? Set<NSManagedObject> ?? [] {
                                _ = tag.value(forKey: "number")
                            }
                        } else {
                            #expect((other.value(forKey: "author") as? NSManagedObject)?.value(forKey: "name") != nil)
                        }
                    }
                }
            }
        }
        #expect(followed == 0)
    }

    @Test func `a relationship to one is prefetched in one query, without those that are kept`() throws {
        let library = try Library(Self.rows(authors: 40, books: 2))
        let context = library.context()
        let known = try context.fetch(library.request("Author", "number <= 10"))
        let request = library.request("Book")
        request.relationshipKeyPathsForPrefetching = ["author"]
        var books: [NSManagedObject] = []
        try library.expect(2) { books = try context.fetch(request) }
        library.expect(0) {
            for book in books {
                #expect((book.value(forKey: "author") as? NSManagedObject)?.value(forKey: "name") != nil)
            }
        }
        withExtendedLifetime(known) {}
    }

    @Test func `members with changes that are not saved keep them when they are prefetched`() throws {
        let library = try Library(Self.rows(authors: 2, books: 2))
        let context = library.context()
        let author = context.object(with: library.identity("Author", 1))
        let book = context.object(with: library.identity("Book", 2))
        book.setValue(nil, forKey: "author")
        let request = library.request("Author")
        request.relationshipKeyPathsForPrefetching = ["books"]
        _ = try context.fetch(request)
        #expect((author.value(forKey: "books") as? Set<NSManagedObject>)?.map(\.objectID.key.key) == [1])
    }

    // MARK: Pending changes

    @Test(arguments: [0, 3], [0, 2])
    func `what is not saved stands in its place, and objects are made of few rows`(_ limit: Int, _ offset: Int) throws {
        let library = try Library(Self.rows(authors: 1000, books: 1))
        let context = library.context()
        let changed = context.object(with: library.identity("Author", 500))
        changed.setValue(2, forKey: "number")
        let gone = context.object(with: library.identity("Author", 3))
        context.delete(gone)
        let request = library.request("Author")
        (request.fetchLimit, request.fetchOffset) = (limit, offset)
        let expected = Array(([1, 2, 500] + (4...1000).filter { $0 != 500 }).dropFirst(offset))
        let found = try context.fetch(request).map(\.objectID.key.key)
        let limited: [Int64] = (limit > 0 ? expected.prefix(limit) : expected[...]).map { Int64($0) }
        #expect(found == limited)
        if limit > 0 { #expect(context.registeredObjects.count < 40) }
        request.includesPendingChanges = false
        request.resultType = .managedObjectResultType
        #expect(try context.count(for: request) == (limit > 0 ? limit : 1000 - offset))
    }

    // MARK: Batches

    @Test func `with a batch size rows are read so many at a time`() throws {
        let library = try Library(Self.rows(authors: 1000, books: 1))
        let context = library.context()
        let request = library.request("Author")
        request.fetchBatchSize = 100
        var authors: [NSManagedObject] = []
        try library.expect(1) { authors = try context.fetch(request) }
        #expect(library.pages.count == 0)
        library.expect(1) { #expect(authors[250].value(forKey: "number") as? Int == 251) }
        #expect(library.pages.count == 100)
        library.expect(0) { for author in authors[200..<300] { _ = author.value(forKey: "name") } }
        library.expect(9) { for author in authors { _ = author.value(forKey: "name") } }
    }

    @Test func `a list that is fetched in batches has objects where it is looked at`() throws {
        let library = try Library(Self.rows(authors: 10_000, books: 1))
        let context = library.context()
        let request = library.request("Author")
        request.fetchBatchSize = 100
        let list = try context.fetchBatches(request)
        #expect(list.count == 10_000 && context.registeredObjects.isEmpty)
        library.expect(1) { #expect(list[5000].value(forKey: "number") as? Int == 5001) }
        library.expect(0) { #expect(list[5099].value(forKey: "number") as? Int == 5100) }
        #expect(context.registeredObjects.count == 100)
        #expect(list.map { $0.value(forKey: "number") as? Int } == Array(1...10_000))
        #expect(context.registeredObjects.count <= 300)
        // It stays as it was found.
        try library.write("DELETE FROM ZAUTHOR WHERE Z_PK > 9000")
        #expect(list.count == 10_000 && list.identity(at: 9_999) == library.identity("Author", 10_000))
    }
}
