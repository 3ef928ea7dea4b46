import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// That SQLite finds rows by indexes.
@Suite struct QueryPlanTests {
    let world: QueryWorld

    init() throws {
        var random = SeededGenerator(seed: 3)
        world = try QueryWorld(&random, count: 0)
        try world.connection.execute("CREATE INDEX BY_NAME ON ZITEM (ZNAME)")
    }

    @Test(arguments: [
        ("name BEGINSWITH 'ab'", "USING INDEX BY_NAME (ZNAME>? AND ZNAME<?)"),
        ("name == 'ab'", "USING INDEX BY_NAME (ZNAME=?)"), ("name IN {'a', 'b'}", "USING INDEX BY_NAME (ZNAME=?)"),
        ("name BETWEEN {'a', 'b'}", "USING INDEX BY_NAME (ZNAME>? AND ZNAME<?)"),
        ("number > 5 AND number < 9", "USING INDEX Z_Item_byNumber (ZNUMBER>? AND ZNUMBER<?)"),
        ("owner == nil", "USING INDEX ZITEM_ZOWNER_INDEX (ZOWNER=?)"),
        ("parent.number == 1", "SEARCH t0 USING INDEX ZITEM_ZPARENT_INDEX (ZPARENT=?)"),
        ("ANY children.number == 1", "SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)"),
        ("ANY children.number == 1", "SEARCH t1 USING INDEX Z_Item_byNumber (ZNUMBER=?)"),
        ("ANY children.number == 1 OR short == 1", "SEARCH t1 USING INDEX ZITEM_ZPARENT_INDEX (ZPARENT=?)"),
        ("ANY children.number == short", "SEARCH t1 USING INDEX ZITEM_ZPARENT_INDEX (ZPARENT=?)"),
        ("ANY tags.name == 'a'", "SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)"),
        ("SUBQUERY(children, $c, $c.number == 1).@count > 0", "SEARCH t1 USING INDEX Z_Item_byNumber (ZNUMBER=?)"),
        ("SUBQUERY(children, $c, $c.number == 1).@count == 0", "SEARCH t1 USING INDEX ZITEM_ZPARENT_INDEX (ZPARENT=?)"),
        ("SUBQUERY(children, $c, $c.number == 1).@count > 1", "SEARCH t1 USING INDEX ZITEM_ZPARENT_INDEX (ZPARENT=?)"),
        ("tags.@count > 1", "(Z_"),
    ])
    func `A predicate uses the index that there is`(_ format: String, _ words: String) throws {
        for name in ["Item", "Tool"] {
            let plan = try world.plan(world.query(world.request(name, format)))
            #expect(plan.contains(words), "\(name): \(plan)")
        }
    }

    @Test func `An order by an index needs no sorting`() throws {
        let request = world.request("Item")
        request.sortDescriptors = [MainspringFoundation.NSSortDescriptor(key: "name", ascending: true)]
        let plan = try world.plan(world.query(request))
        #expect(plan.contains("INDEX BY_NAME") && !plan.contains("TEMP B-TREE"), "\(plan)")
    }

    @Test func `Keys alone are read from an index, without the rows`() throws {
        try world.connection.execute("CREATE INDEX TAGS_BY_NAME ON ZTAG (ZNAME)")
        let request = world.request("Tag", "name > 'a'")
        request.sortDescriptors = [MainspringFoundation.NSSortDescriptor(key: "name", ascending: true)]
        let plan = try world.plan(world.query(request))
        #expect(plan.contains("USING COVERING INDEX TAGS_BY_NAME") && !plan.contains("TEMP B-TREE"), "\(plan)")
    }

    @Test func `Keys and members are found without going through all rows`() throws {
        let table = world.schema.table(of: world.entities["Item"]!)!
        let plan = try world.plan(.rows(of: table, keys: [1, 2, 3], schema: world.schema))
        #expect(plan.contains("USING INTEGER PRIMARY KEY (rowid=?)") && !plan.contains("SCAN t0"), "\(plan)")
        for name in ["tags", "children"] {
            let members = try #require(table.members(slot: table.entity.slot(named: name)!))
            for owners in [[1], [1, 2]] as [[Int64]] {
                let query = try #require(
                    StoreQuery.members(of: members, owners: owners, schema: world.schema, selecting: .rows))
                let plan = try world.plan(query)
                #expect(!plan.contains("SCAN t0") && !plan.contains("SCAN t1"), "\(plan)")
            }
        }
    }
}
