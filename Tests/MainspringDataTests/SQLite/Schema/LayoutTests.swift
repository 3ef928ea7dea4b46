import Foundation
@_spi(Tools) import MainspringModel
import Testing

@testable import MainspringData

/// The names of tables and columns that models get.
@Suite struct LayoutTests {
    private func plan(_ entities: [NSEntityDescription]) -> StorePlan {
        let model = Part.model(entities)
        model.freeze()
        return StorePlan(model, EntityNumbers(numbering: model.entities))
    }

    private func link(_ first: NSRelationshipDescription, _ second: NSRelationshipDescription) {
        first.inverseRelationship = second
        second.inverseRelationship = first
    }

    @Test func `Entities are numbered by their names without regard to case, heirs after their parents`() {
        let (zoo, animal, bear, ant, lion) = (
            Part.entity("zoo"), Part.entity("Animal"), Part.entity("Bear"), Part.entity("ant"), Part.entity("Lion")
        )
        animal.subentities = [lion, bear]
        let plan = plan([zoo, lion, bear, ant, animal])
        #expect(
            plan.primaryKeyRows.map { "\($0.number) \($0.name) \($0.superNumber)" } == [
                "1 Animal 0", "2 Bear 1", "3 Lion 1", "4 ant 0", "5 zoo 0",
            ])
        #expect(plan.tables.map(\.name) == ["ZANIMAL", "ZANT", "ZZOO"])
    }

    @Test func `Columns are grouped by their types, and siblings' columns of one name are numbered`() {
        let (root, left, right) = (Part.entity("Root"), Part.entity("Left"), Part.entity("Right"))
        root.subentities = [right, left]
        root.properties = [
            Part.attribute("b", .stringAttributeType), Part.attribute("a", .dateAttributeType),
            Part.attribute("c", .binaryDataAttributeType), Part.attribute("pk", .integer16AttributeType),
            Part.attribute("_pk", .integer32AttributeType), Part.relationship("up", to: root),
            Part.attribute("u", .URIAttributeType), Part.attribute("d", .decimalAttributeType),
        ]
        left.properties = [Part.attribute("name", .stringAttributeType), Part.relationship("next", to: left)]
        right.properties = [Part.attribute("name", .integer64AttributeType), Part.attribute("z", .stringAttributeType)]
        #expect(
            plan([root, left, right]).statements[0] == """
                CREATE TABLE ZROOT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z_PK1 INTEGER, ZPK INTEGER, \
                ZUP INTEGER, Z1_UP INTEGER, ZNEXT INTEGER, ZNAME1 INTEGER, ZA TIMESTAMP, ZD DECIMAL, ZB VARCHAR, \
                ZNAME VARCHAR, ZZ VARCHAR, ZU VARCHAR, ZC BLOB )
                """)
    }

    @Test func `Pairs are named for the entity with the lower number, and orders have columns of their own`() {
        let (author, book) = (Part.entity("Author"), Part.entity("Book"))
        let books = Part.relationship("books", to: book, isToMany: true, isOrdered: true)
        let authors = Part.relationship("authors", to: author, isToMany: true)
        let pages = Part.relationship("pages", to: book, isToMany: true, isOrdered: true)
        let owner = Part.relationship("owner", to: author)
        let friends = Part.relationship("friends", to: author, isToMany: true)
        let likes = Part.relationship("likes", to: book, isToMany: true)
        author.properties = [books, pages, friends, likes]
        book.properties = [authors, owner]
        link(books, authors)
        link(pages, owner)
        friends.inverseRelationship = friends
        let plan = plan([book, author])
        #expect(
            plan.statements.filter { $0.hasPrefix("CREATE TABLE Z_1") } == [
                "CREATE TABLE Z_1BOOKS ( Z_1AUTHORS INTEGER, Z_2BOOKS INTEGER, Z_FOK_2BOOKS INTEGER, PRIMARY KEY (Z_1AUTHORS, Z_2BOOKS) )",
                "CREATE TABLE Z_1FRIENDS ( Z_1FRIENDS INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_1FRIENDS, REFLEXIVE) )",
                "CREATE TABLE Z_1LIKES ( Z_1LIKESINVERSE INTEGER, Z_2LIKES INTEGER, PRIMARY KEY (Z_1LIKESINVERSE, Z_2LIKES) )",
            ])
        #expect(
            plan.statements.contains(
                "CREATE TABLE ZBOOK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZOWNER INTEGER, Z_FOK_OWNER INTEGER )"
            ))
        #expect(plan.statements.contains("CREATE INDEX ZBOOK_ZOWNER_INDEX ON ZBOOK (ZOWNER)"))
        #expect(plan.statements.contains("CREATE INDEX Z_1BOOKS_Z_2BOOKS_INDEX ON Z_1BOOKS (Z_2BOOKS, Z_1AUTHORS)"))
        let schema = plan.schema(RootNumbers(plan.model))
        let table = schema.table(of: author)
        let places = author.slots.map { property in
            table?.members(slot: author.slot(named: property.name) ?? 0).map { members in
                switch members.source {
                case .column(let column): "\(column.table).\(column.name) \(column.orderColumn ?? "")"
                case .join(let join, let isFirst):
                    "\(join.name) \(join.ends(isFirst: isFirst).own.ownColumn) \(join.ends(isFirst: isFirst).own.orderColumn ?? "")"
                }
            }
        }
        #expect(
            places == [
                "Z_1BOOKS Z_1AUTHORS Z_FOK_2BOOKS", "ZBOOK.ZOWNER Z_FOK_OWNER", "Z_1FRIENDS Z_1FRIENDS ",
                "Z_1LIKES Z_1LIKESINVERSE ",
            ])
    }

    @Test func `Names that are no plain words are quoted, and names that differ by case alone are numbered`() throws {
        let (first, second) = (Part.entity("item"), Part.entity("Item"))
        first.properties = [
            Part.attribute("a\"b; --", .stringAttributeType), Part.attribute("größe", .doubleAttributeType),
        ]
        let plan = plan([first, second])
        #expect(plan.tables.map(\.name) == ["ZITEM", "ZITEM1"])
        let connection = try SQLiteConnection(path: ":memory:", access: .create)
        defer { connection.close() }
        for statement in plan.statements { try connection.execute(statement) }
        #expect(
            try FileTables(connection).tables["ZITEM1"]?.map(\.name) == [
                "Z_PK", "Z_ENT", "Z_OPT", "ZGRÖSSE", "ZA\"B; --",
            ])
    }

    @Test func `A constraint that an heir adds on what it inherits holds for the heir alone`() {
        let (root, heir) = (Part.entity("Root"), Part.entity("Heir"))
        root.subentities = [heir]
        root.properties = [Part.attribute("name", .stringAttributeType)]
        heir.uniquenessConstraints = [["name"]]
        #expect(
            plan([root, heir]).statements.contains(
                "CREATE UNIQUE INDEX Z_Heir_UNIQUE_name ON ZROOT (ZNAME COLLATE BINARY ASC) WHERE Z_ENT IN (2)"))
    }
}
