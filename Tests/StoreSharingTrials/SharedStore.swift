import Foundation
import MainspringModel
import TrialStores

@testable import MainspringData

/// The store that all processes have open: items, each with the worker that has made it, its number there, and how often it was
/// changed.
enum SharedStore {
    private static func path(in folder: String) -> String { folder + "/shared.sqlite" }

    static func make(in folder: String) throws { try open(in: folder).close() }

    /// Opens it, and is told of what others save.
    static func open(in folder: String) throws -> OpenStore {
        let item = TrialModel.entity(
            "Item",
            [
                TrialModel.attribute("worker", .stringAttributeType),
                TrialModel.attribute("number", .integer64AttributeType),
                TrialModel.attribute("turn", .integer64AttributeType),
            ])
        return try OpenStore(
            path(in: folder), TrialModel.model([item]), keepsHistory: true,
            options: [NSPersistentStoreRemoteChangeNotificationPostOptionKey: NSNumber(value: true)])
    }

    /// Each item of a file in a line, sorted, past all that the program keeps.
    static func lines(in folder: String, worker: String? = nil) throws -> [String] {
        try StoreLook(path(in: folder)).rows(
            "SELECT ZWORKER, ZNUMBER, ZTURN FROM ZITEM WHERE ?1 IS NULL OR ZWORKER = ?1", [worker]
        ).sorted()
    }
}
