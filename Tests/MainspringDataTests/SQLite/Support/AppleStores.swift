import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Stores that Apple's framework wrote, which are not part of the project: beside the checkout in `shared/stores`, or
/// where the environment variable `MAINSPRING_STORES` says. Tests that need them are skipped elsewhere.
enum AppleStores {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["MAINSPRING_STORES"] { return URL(fileURLWithPath: path) }
        var checkout = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { checkout.deleteLastPathComponent() }
        return checkout.deletingLastPathComponent().appendingPathComponent("shared/stores")
    }()

    static var areHere: Bool { FileManager.default.fileExists(atPath: folder.path) }
    static let skipped = "The stores of Apple's are not beside the checkout."

    /// Copies a file of the folder without its permissions, since the original may be read-only.
    static func copy(_ path: String, to place: URL) throws {
        try Data(contentsOf: folder.appendingPathComponent(path)).write(to: place)
    }

    /// A store, and where its model is if it does not have it itself.
    struct Store: CustomTestStringConvertible, Sendable {
        let path: String
        let modelPath: String?

        var testDescription: String { path }
        var url: URL { AppleStores.folder.appendingPathComponent(path) }

        func copy(to place: URL) throws { try AppleStores.copy(path, to: place) }

        /// A model of one's own for the store.
        func model() throws -> NSManagedObjectModel {
            if let modelPath {
                return try NSManagedObjectModel.read(AppleStores.folder.appendingPathComponent(modelPath))
            }
            let connection = try SQLiteConnection(path: url.path, access: .immutable)
            defer { connection.close() }
            return try ModelCacheTable.read(connection) ?? NSManagedObjectModel()
        }
    }

    static let all = [
        Store(path: "samplemodel/SampleModel_V1.sqlite", modelPath: nil),
        Store(path: "samplemodel/SampleModel_V2.sqlite", modelPath: nil),
        Store(path: "samplemodel/SampleModel3_V1.sqlite", modelPath: nil),
        Store(path: "testmodel/TestModel.sqlite", modelPath: nil),
        Store(path: "books/CoreDataBooks.CDBStore", modelPath: "books/CoreDataBooks.xcdatamodeld"),
        Store(path: "nomodel/Accounts3.sqlite", modelPath: nil),
        Store(path: "nomodel/knowledgec-10.13.db", modelPath: nil),
        Store(path: "nomodel/netusage.sqlite", modelPath: nil),
    ]
}
