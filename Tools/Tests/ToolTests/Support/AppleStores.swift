import Foundation
import Testing

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
    static let skipped: Comment = "The stores of Apple's are not beside the checkout."

    static let stores = [
        "samplemodel/SampleModel_V1.sqlite", "samplemodel/SampleModel_V2.sqlite", "samplemodel/SampleModel3_V1.sqlite",
        "testmodel/TestModel.sqlite", "books/CoreDataBooks.CDBStore", "nomodel/Accounts3.sqlite",
        "nomodel/knowledgec-10.13.db", "nomodel/netusage.sqlite",
    ]

    static let models = [
        "books/CoreDataBooks.xcdatamodeld", "books/old.xcdatamodeld", "samplemodel/SampleModel.momd",
        "samplemodel/SampleModel.xcdatamodeld", "samplemodel/SampleModel3.momd",
        "samplemodel/SampleModel3.xcdatamodeld",
        "testmodel/Container_Example.xcdatamodeld", "testmodel/Sample.xcdatamodeld",
        "testmodel/UniqueConstraintModel.xcdatamodeld",
    ]

    static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

    /// Calls a closure with a writable copy of a store, in a folder of its own.
    static func withCopy<Result>(_ path: String, _ body: (URL) throws -> Result) throws -> Result {
        try Tool.inFolder { folder in
            let copy = folder.appendingPathComponent(url(path).lastPathComponent)
            try Data(contentsOf: url(path)).write(to: copy)
            return try body(copy)
        }
    }
}
