import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Tables and columns are found in files where they need not be as in new ones.
@Suite struct MatchingTests {
    private func match(
        _ entities: [NSEntityDescription], _ statements: String
    ) throws -> StorePlan {
        let model = Part.model(entities)
        model.freeze()
        let connection = try SQLiteConnection(path: ":memory:", access: .create)
        defer { connection.close() }
        try connection.execute(
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);"
                + statements)
        return try StorePlan(model, entities, in: FileTables(connection))
    }

    private func clause(_ entities: [NSEntityDescription], _ statements: String) -> String? {
        do {
            _ = try match(entities, statements)
            return nil
        } catch {
            return (error as? SchemaMisfit)?.clause
        }
    }

    private static let head = "(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"

    @Test func `Entities have the numbers of the file, by name, renaming identifier, or as the only ones left`() throws
    {
        let (car, lorry, van) = (Part.entity("Car"), Part.entity("Lorry"), Part.entity("Van"))
        car.subentities = [van]
        lorry.renamingIdentifier = "Truck"
        let plan = try match(
            [car, lorry, van],
            """
            INSERT INTO Z_PRIMARYKEY VALUES (7, 'Car', 0, 0), (3, 'Truck', 0, 0), (9, 'OldVan', 7, 0), (16001, 'CHANGE', 0, 0);
            CREATE TABLE ZCAR \(Self.head)); CREATE TABLE ZLORRY \(Self.head));
            """)
        #expect([car, lorry, van].map { plan.numbers[$0] } == [7, 3, 9])
        #expect(
            clause([Part.entity("Other")], "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Car', 0, 0)")?.contains("“Other”")
                == true)
        #expect(
            clause([Part.entity("Car")], "INSERT INTO Z_PRIMARYKEY VALUES (-1, 'Car', 0, 0)")?.contains("below 1")
                == true)
    }

    @Test func `Columns of one name are told by their types where their numbers are others`() throws {
        let (root, left, right) = (Part.entity("Root"), Part.entity("Left"), Part.entity("Right"))
        root.subentities = [left, right]
        left.properties = [Part.attribute("name", .stringAttributeType)]
        right.properties = [Part.attribute("name", .integer16AttributeType), Part.relationship("up", to: root)]
        let plan = try match(
            [root, left, right],
            """
            INSERT INTO Z_PRIMARYKEY VALUES (1, 'Root', 0, 0), (2, 'Left', 1, 0), (3, 'Right', 1, 0);
            CREATE TABLE ZROOT \(Self.head), ZNAME INTEGER, ZNAME2 VARCHAR, ZUP INTEGER, Z4_UP INTEGER, ZUNKNOWN BLOB);
            """)
        let schema = plan.schema(RootNumbers(plan.model))
        #expect(schema.table(of: left)?.columns.map(\.name) == ["ZNAME2"])
        #expect(schema.table(of: right)?.columns.map(\.name) == ["ZNAME", "ZUP"])
        guard case .reference(let reference)? = schema.table(of: right)?.columns[1].form else {
            Issue.record("The relationship has no reference.")
            return
        }
        #expect(reference.entityColumn == "Z4_UP")
    }

    @Test(arguments: ["Z_1BLOCKING", "Z_1BLOCKEDBY", "Z_1BLOCKING1"])
    func `Pairs are found by the name of either end`(_ name: String) throws {
        let user = Part.entity("User")
        let blocking = Part.relationship("blocking", to: user, isToMany: true)
        let blockedBy = Part.relationship("blockedBy", to: user, isToMany: true)
        user.properties = [blocking, blockedBy]
        blocking.inverseRelationship = blockedBy
        blockedBy.inverseRelationship = blocking
        let plan = try match(
            [user],
            """
            INSERT INTO Z_PRIMARYKEY VALUES (1, 'User', 0, 0); CREATE TABLE ZUSER \(Self.head));
            CREATE TABLE \(name) (Z_1BLOCKEDBY INTEGER, Z_1BLOCKING INTEGER, PRIMARY KEY (Z_1BLOCKEDBY, Z_1BLOCKING));
            """)
        let schema = plan.schema(RootNumbers(plan.model))
        guard case .join(let join, let isFirst)? = schema.table(of: user)?.members(slot: 0)?.source else {
            Issue.record("The relationship has no pairs.")
            return
        }
        // Whose members are blocked stands in the column that is named for the way back.
        #expect(join.name == name)
        #expect(join.ends(isFirst: isFirst).own.ownColumn == "Z_1BLOCKEDBY")
        #expect(join.ends(isFirst: isFirst).other.ownColumn == "Z_1BLOCKING")
    }

    @Test func `What is missing or of another type is named`() {
        let item = Part.entity("Item")
        item.properties = [
            Part.attribute("name", .stringAttributeType), Part.relationship("tags", to: item, isToMany: true),
        ]
        let row = "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Item', 0, 0);"
        let table: [(String, String)] = [
            ("", "no table ZITEM"), ("CREATE TABLE ZITEM (Z_PK INTEGER)", "no column Z_ENT"),
            ("CREATE TABLE ZITEM \(Self.head))", "no column ZNAME for the property “name” of the entity “Item”"),
            ("CREATE TABLE ZITEM \(Self.head), ZNAME BLOB)", "declared as BLOB, and the property “name”"),
            ("CREATE TABLE ZITEM \(Self.head), ZNAME VARCHAR)", "no table Z_1TAGS for the relationship “tags”"),
            (
                "CREATE TABLE ZITEM \(Self.head), ZNAME VARCHAR); CREATE TABLE Z_1TAGS (A INTEGER)",
                "no table Z_1TAGS for the relationship “tags”"
            ),
        ]
        for (statements, expected) in table {
            #expect(clause([item], row + statements)?.contains(expected) == true, "\(statements)")
        }
    }
}
