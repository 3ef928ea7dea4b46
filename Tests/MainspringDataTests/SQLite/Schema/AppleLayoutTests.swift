import Foundation
@_spi(Tools) import MainspringModel
import Testing

@testable import MainspringData

/// Our tables for the models of Apple's stores, and Apple's.
@Suite(.enabled(if: AppleStores.areHere, Comment(rawValue: AppleStores.skipped)))
struct AppleLayoutTests {
    /// What a file says of its tables and indexes, by their names.
    private static func words(_ connection: SQLiteConnection) throws -> [String: String] {
        var words: [String: String] = [:]
        let rows = try connection.prepare("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        while try rows.step() { words[rows.string(0)] = rows.string(1).split(separator: " ").joined(separator: " ") }
        return words
    }

    private static func theirs(_ store: AppleStores.Store) throws -> [String: String] {
        let connection = try SQLiteConnection(path: store.url.path, access: .immutable)
        defer { connection.close() }
        // Histories are tables of their own, which a new store does not have.
        return try words(connection).filter { name, _ in
            !["ACHANGE", "ATRANSACTION", "Z_TRANSACTION"].contains { name.hasPrefix($0) }
        }
    }

    @Test(arguments: AppleStores.all)
    func `A new store for a model has the tables, columns and indexes of Apple's`(_ store: AppleStores.Store) throws {
        let model = try store.model()
        model.freeze()
        let plan = StorePlan(model, EntityNumbers(numbering: model.entities))
        let connection = try SQLiteConnection(path: ":memory:", access: .create)
        defer { connection.close() }
        for statement in plan.statements { try connection.execute(statement) }
        var ours = try Self.words(connection)
        var theirs = try Self.theirs(store)
        // Before 2012 there was no cache, and before 2018 a single unique attribute was said in the column.
        if theirs["Z_MODELCACHE"] == nil { ours["Z_MODELCACHE"] = nil }
        if let table = theirs["ZSTRUCTUREDMETADATA"] {
            theirs["ZSTRUCTUREDMETADATA"] = table.replacingOccurrences(of: " UNIQUE", with: "")
            ours["Z_StructuredMetadata_UNIQUE_metadataHash"] = nil
        }
        for name in Set(ours.keys).union(theirs.keys).sorted() {
            #expect(ours[name] == theirs[name], "\(name)")
        }
    }

    @Test(arguments: AppleStores.all)
    func `The entities of a new store have the numbers of Apple's`(_ store: AppleStores.Store) throws {
        let model = try store.model()
        let plan = StorePlan(model, EntityNumbers(numbering: model.entities))
        let connection = try SQLiteConnection(path: store.url.path, access: .immutable)
        defer { connection.close() }
        let theirs = try FileTables(connection).entities.filter { $0.number < 16_000 }
        // A name from before a migration stays in the file.
        let ours = plan.primaryKeyRows.map { $0.name == "LuxuryCar" ? "ExpensiveSportCar" : $0.name }
        #expect(ours == theirs.map(\.name))
        #expect(plan.primaryKeyRows.map(\.number) == theirs.map(\.number))
        #expect(plan.primaryKeyRows.map(\.superNumber) == theirs.map(\.superNumber))
    }

    @Test(arguments: AppleStores.all)
    func `Tables and columns of Apple's stores are found where they would be made`(_ store: AppleStores.Store) throws {
        let model = try store.model()
        model.freeze()
        let connection = try SQLiteConnection(path: store.url.path, access: .immutable)
        defer { connection.close() }
        let found = try StorePlan(model, model.entities, in: FileTables(connection))
        let made = StorePlan(model, EntityNumbers(numbering: model.entities))
        #expect(found.tables.map(\.name) == made.tables.map(\.name))
        #expect(found.tables.map { $0.columns.map(\.name) } == made.tables.map { $0.columns.map(\.name) })
        #expect(found.joins.map(\.name) == made.joins.map(\.name))
    }
}
