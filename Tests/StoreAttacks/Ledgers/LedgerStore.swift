import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import SeededRandom
import TrialStores

/// A store of ledgers, in two versions of its model.
///
/// A worker has one mark with the number of its last save, and rows that lead to the mark.
struct LedgerStore {
    let path: String
    var type = NSPersistentStore.StoreType.sqlite
    var version = 1
    var pragmas: [String: any Sendable] = ["synchronous": "OFF"]
    var keepsHistory = false
    /// Whether a store of the first version is migrated when it is opened with the second.
    var migrates = false
    var isReadOnly = false

    var url: URL { URL(fileURLWithPath: path) }
    var rowEntity: String { version == 1 ? "Row" : "Entry" }
    private var textKey: String { version == 1 ? "text" : "title" }
    /// The value of an attribute that the second version adds.
    static let extra = 7

    func model() -> NSManagedObjectModel {
        let mark = TrialModel.entity(
            "Mark",
            [
                TrialModel.attribute("worker", .integer64AttributeType),
                TrialModel.attribute("step", .integer64AttributeType),
            ])
        let (text, data) = (
            TrialModel.attribute(textKey, .stringAttributeType), TrialModel.attribute("data", .binaryDataAttributeType)
        )
        data.allowsExternalBinaryDataStorage = true
        let row = TrialModel.entity(
            rowEntity,
            [
                TrialModel.attribute("worker", .integer64AttributeType),
                TrialModel.attribute("number", .integer64AttributeType),
                TrialModel.attribute("version", .integer64AttributeType), text, data,
            ])
        if version == 2 {
            row.renamingIdentifier = "Row"
            text.renamingIdentifier = "text"
            let extra = TrialModel.attribute("extra", .integer64AttributeType)
            (extra.isOptional, extra.defaultValue) = (false, Self.extra)
            row.properties.append(extra)
        }
        TrialModel.relate(.init(mark, "rows", toMany: true), .init(row, "mark"))
        return TrialModel.model([mark, row])
    }

    private var options: [AnyHashable: Any] {
        var options: [AnyHashable: Any] = isReadOnly ? [NSReadOnlyPersistentStoreOption: true] : [:]
        guard type == .sqlite else { return options }
        // Another process may write for as long as it likes.
        options.merge(OpenStore.patience) { $1 }
        options[NSSQLitePragmasOption] = pragmas
        options[NSPersistentHistoryTrackingKey] = keepsHistory
        options[NSMigratePersistentStoresAutomaticallyOption] = migrates
        options[NSInferMappingModelAutomaticallyOption] = migrates
        return options
    }

    /// Opens the store, and creates it if it does not exist.
    func open() throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
        try add(to: coordinator)
        return coordinator
    }

    @discardableResult
    func add(to coordinator: NSPersistentStoreCoordinator) throws -> NSPersistentStore {
        try coordinator.addPersistentStore(type: type, at: url, options: options)
    }

    /// Opens the store, runs a closure, and closes the store. Atomic stores are opened too.
    func withCoordinator<Result>(_ body: (NSPersistentStoreCoordinator) throws -> Result) throws -> Result {
        let coordinator = try open()
        defer { coordinator.closeStores() }
        return try body(coordinator)
    }

    // MARK: Objects

    /// Sets the values of a row.
    func set(_ row: Ledger.Row, of ledger: Ledger, _ object: NSManagedObject) {
        object.setValue(row.number, forKey: "number")
        object.setValue(row.version, forKey: "version")
        object.setValue(ledger.text(row), forKey: textKey)
        object.setValue(ledger.data(row), forKey: "data")
    }

    /// - Throws: ``Broken`` unless an object has the values of a row.
    func require(_ row: Ledger.Row, of ledger: Ledger, _ object: NSManagedObject) throws {
        let name = "row \(row.number) of worker \(ledger.worker) after save \(ledger.step)"
        let version = object.value(forKey: "version") as? Int
        try TrialStores.require(
            version == row.version, "\(name) has version \(version ?? -1) instead of \(row.version)")
        let text = object.value(forKey: textKey) as? String
        try TrialStores.require(text == ledger.text(row), "\(name) has the text “\(text ?? "none")”")
        let (data, expected) = (object.value(forKey: "data") as? Data, ledger.data(row))
        try TrialStores.require(
            data == expected,
            "\(name) has \(data.map { "\($0.count) bytes" } ?? "no data"), which are not the \(expected.count) saved bytes"
        )
        if self.version == 2 {
            try TrialStores.require(
                object.value(forKey: "extra") as? Int == Self.extra, "\(name) lacks the value of the new attribute")
        }
    }
}

extension LedgerStore {
    /// A store with settings that a seed chooses.
    /// - Parameter isLogged: Whether it must have a write-ahead log.
    static func random(_ path: String, isLogged: Bool = false, using random: inout SeededGenerator) -> LedgerStore {
        var store = LedgerStore(path: path)
        let journal = isLogged || Int.random(in: 0..<4, using: &random) > 0 ? "WAL" : "DELETE"
        let synchronous = ["OFF", "NORMAL", "FULL"].randomElement(using: &random) ?? "OFF"
        store.pragmas = ["journal_mode": journal, "synchronous": synchronous]
        store.keepsHistory = Bool.random(using: &random)
        return store
    }
}

extension NSPersistentStoreCoordinator {
    /// A new context with a queue of its own.
    func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = self
        return context
    }

    /// Removes all stores, which closes their files.
    func closeStores() {
        for store in persistentStores { try? remove(store) }
    }
}
