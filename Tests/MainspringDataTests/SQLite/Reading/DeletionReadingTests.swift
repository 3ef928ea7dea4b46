import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// What many deletions read of a file.
@Suite struct DeletionReadingTests {
    /// Two books for each author, each with a tag.
    private static func rows(authors: Int) -> String {
        let authorRows = (1...authors).map { "(\($0), 1, 1, \($0), 'Author \($0)')" }
        let bookRows = (1...2 * authors).map { "(\($0), 2, 1, \($0), \(($0 + 1) / 2))" }
        let tagRows = (1...2 * authors).map { "(\($0), 4, 1, \($0))" }
        let pairs = (1...2 * authors).map { "(\($0), \($0))" }
        return """
            INSERT INTO ZAUTHOR VALUES \(authorRows.joined(separator: ", "));
            INSERT INTO ZBOOK(Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZAUTHOR) VALUES \(bookRows.joined(separator: ", "));
            INSERT INTO ZTAG VALUES \(tagRows.joined(separator: ", "));
            INSERT INTO Z_2TAGS VALUES \(pairs.joined(separator: ", "))
            """
    }

    /// The objects of an entity are deleted; those of another one that lead there are found by a predicate.
    private static let deletions = [
        (entity: "Book", other: "Author", leads: "books.@count > 0"),
        (entity: "Book", other: "Tag", leads: "ANY books != nil"),
        (entity: "Author", other: "Book", leads: "author != nil"),
        (entity: "Tag", other: "Book", leads: "tags.@count > 0"),
    ]

    @Test(arguments: deletions)
    func `the links of many deletions are read in one query a relationship`(
        _ entity: String, _ other: String, _ leads: String
    ) throws {
        let library = try Library(Self.rows(authors: 40))
        let context = library.context()
        let objects = try context.fetch(library.request(entity))
        for object in objects { context.delete(object) }
        let relationships = objects[0].entity.relationshipsByName.count
        #expect(try library.context().count(for: library.request(other, leads)) > 0)
        let count = library.queries { context.processPendingChanges() }
        #expect(count <= relationships + 1, "\(count) queries")
        try context.save()
        let reader = library.context()
        #expect(try reader.count(for: library.request(entity)) == 0)
        #expect(try reader.count(for: library.request(other)) > 0)
        #expect(try reader.count(for: library.request(other, leads)) == 0)
    }

    @Test func `what is read for deletions has the changes that are not saved`() throws {
        let library = try Library(Self.rows(authors: 20))
        let context = library.context()
        let authors = try context.fetch(library.request("Author"))
        let book = context.object(with: library.identity("Book", 1))
        book.setValue(nil, forKey: "author")
        let new = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
        new.setValue(authors[1], forKey: "author")
        for author in authors { context.delete(author) }
        context.processPendingChanges()
        #expect(new.value(forKey: "author") == nil)
        #expect(book.changedValues().keys.sorted() == ["author"])
        #expect(context.updatedObjects.count == 40)
        try context.save()
        let saved = try library.context().fetch(library.request("Book", "author != nil"))
        #expect(saved.isEmpty)
    }
}
