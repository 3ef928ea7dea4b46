import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Values as they come from columns into rows.
@Suite struct RowReadingTests {
    private static let full = """
        INSERT INTO ZAUTHOR VALUES(7, 1, 1, 1, 'Ada');
        INSERT INTO ZBOOK(Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZSMALL, ZWIDE, ZFLAG, ZAUTHOR, ZPAGES, ZDATE, ZRATIO, ZWEIGHT,
            ZPRICE, ZNAME, ZLINK, ZCOVER, ZCODE)
            VALUES(1, 2, 3, 1, -32768, -9223372036854775808, 1, 7, 2147483647, -1e9, 0.1, 1.5, 10.11,
                'Ünïcode ' || char(0) || ' and more than fifteen bytes', 'https://example.org/a?b#c',
                X'00FF', X'000102030405060708090A0B0C0D0E0F');
        INSERT INTO ZBOOK(Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZNAME, ZCOVER) VALUES(2, 2, 1, 2, '', X'')
        """

    @Test(arguments: [false, true])
    func `each kind of value is read as it is, by a fetch and by a fault`(_ isFetched: Bool) throws {
        let library = try Library(Self.full)
        let context = library.context()
        if isFetched { _ = try context.fetch(library.request("Book")) }
        let book = context.object(with: library.identity("Book", 1))
        library.expect(isFetched ? 0 : 1) { #expect(book.value(forKey: "number") as? Int64 == 1) }
        #expect(book.value(forKey: "small") as? Int16 == .min && book.value(forKey: "wide") as? Int64 == .min)
        #expect(book.value(forKey: "pages") as? Int32 == .max && book.value(forKey: "flag") as? Bool == true)
        #expect(book.value(forKey: "date") as? Date == Date(timeIntervalSinceReferenceDate: -1e9))
        #expect(book.value(forKey: "ratio") as? Double == 0.1 && book.value(forKey: "weight") as? Float == 1.5)
        #expect(book.value(forKey: "price") as? NSDecimalNumber == NSDecimalNumber(string: "10.11"))
        #expect(book.value(forKey: "name") as? String == "Ünïcode \0 and more than fifteen bytes")
        #expect(book.value(forKey: "link") as? URL == URL(string: "https://example.org/a?b#c"))
        #expect(book.value(forKey: "cover") as? Data == Data([0, 0xFF]))
        #expect((book.value(forKey: "code") as? UUID)?.uuidString == "00010203-0405-0607-0809-0A0B0C0D0E0F")
        #expect(book.value(forKey: "note") as? String == "unsaid")
        #expect((book.value(forKey: "author") as? NSManagedObject)?.objectID == library.identity("Author", 7))
    }

    @Test(arguments: [false, true])
    func `nil is nil, and what is empty is not`(_ isFetched: Bool) throws {
        let library = try Library(Self.full)
        let context = library.context()
        if isFetched { _ = try context.fetch(library.request("Book")) }
        let book = context.object(with: library.identity("Book", 2))
        for key in ["small", "wide", "pages", "flag", "date", "ratio", "weight", "price", "link", "code", "author"] {
            #expect(book.value(forKey: key) == nil, "\(key)")
        }
        #expect(book.value(forKey: "name") as? String == "" && book.value(forKey: "cover") as? Data == Data())
    }

    @Test func `a value of another type than the column's is read as far as it goes, and nothing traps`() throws {
        let library = try Library(
            """
            INSERT INTO ZBOOK(Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZSMALL, ZWIDE, ZDATE, ZPRICE, ZNAME, ZLINK, ZCOVER, ZCODE, ZSHAPE)
                VALUES(1, 2, 'x', 'text', 99999999999, 1e300, 'never', X'01', 17, 3, 'text', X'0102', 'no archive')
            """)
        let context = library.context()
        let book = try #require(context.fetch(library.request("Book")).first)
        #expect(book.value(forKey: "number") as? Int64 == 0 && book.value(forKey: "name") as? String == "17")
        #expect(book.value(forKey: "code") == nil && book.value(forKey: "price") == nil)
        #expect(book.value(forKey: "shape") == nil && book.value(forKey: "cover") as? Data == Data("text".utf8))
    }

    @Test func `bytes that are no UTF-8 are replaced`() throws {
        let library = try Library(
            "INSERT INTO ZAUTHOR VALUES(1, 1, 1, 1, CAST(X'61FF62' AS TEXT))")
        let context = library.context()
        let author = try #require(context.fetch(library.request("Author")).first)
        #expect(author.value(forKey: "name") as? String == "a\u{FFFD}b")
    }

    @Test func `a value that is larger than what is kept is read each time, and is whole`() throws {
        let library = try Library("INSERT INTO ZBOOK(Z_PK, Z_ENT, Z_OPT, ZCOVER) VALUES(1, 2, 1, zeroblob(20000000))")
        let context = library.context()
        let book = try #require(context.fetch(library.request("Book", sortedBy: nil)).first)
        #expect(library.pages.count == 0)
        #expect((book.value(forKey: "cover") as? Data)?.count == 20_000_000)
    }

    @Test func `a row of an entity that the store does not keep is passed over`() throws {
        let library = try Library(
            "INSERT INTO ZAUTHOR VALUES(1, 99, 1, 1, 'a'); INSERT INTO ZAUTHOR VALUES(2, 1, 1, 2, 'b')")
        let context = library.context()
        #expect(try context.fetch(library.request("Author")).map(\.objectID) == [library.identity("Author", 2)])
        #expect(throws: CocoaError.self) { try context.existingObject(with: library.identity("Author", 1)) }
    }

    // MARK: Entities

    @Test func `objects of subentities come with their own entity and values`() throws {
        let library = try Library(
            """
            INSERT INTO ZBOOK(Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZHERO) VALUES(1, 2, 1, 1, 'nobody'), (2, 3, 1, 2, 'Max'),
                (3, 2, 1, 3, NULL)
            """)
        let context = library.context()
        let books = try context.fetch(library.request("Book"))
        #expect(books.map(\.entity.name) == ["Book", "Comic", "Book"])
        #expect(books[1].value(forKey: "hero") as? String == "Max")
        #expect(try context.fetch(library.request("Comic")).map(\.objectID) == [library.identity("Comic", 2)])
    }

    @Test(arguments: ["2", "3", "NULL", "17"])
    func `a destination is of the entity of its row, whatever the column says`(_ number: String) throws {
        let library = try Library(
            """
            INSERT INTO ZBOOK(Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZPRECURSOR, Z2_PRECURSOR) VALUES(1, 3, 1, 1, NULL, NULL),
                (2, 2, 1, 2, 1, \(number == "2" ? "3" : number))
            """)
        let context = library.context()
        let book = context.object(with: library.identity("Book", 2))
        let other = try #require(book.value(forKey: "precursor") as? NSManagedObject)
        #expect(other.entity.name == "Comic" && other.value(forKey: "number") as? Int64 == 1)
    }

    @Test func `an identity by a URI is of the entity of its row`() throws {
        let library = try Library("INSERT INTO ZBOOK(Z_PK, Z_ENT, Z_OPT) VALUES(1, 3, 1)")
        let book = library.model.entitiesByName["Book"]!
        #expect(library.reader.identity(of: book, forURIKey: "1")?.entity.name == "Comic")
        #expect(library.reader.identity(of: book, forURIKey: "2")?.entity.name == "Book")
        for text in ["0", "-1", "01", "x", "", "99999999999999999999"] {
            #expect(library.reader.identity(of: book, forURIKey: text) == nil, "\(text)")
        }
    }
}
