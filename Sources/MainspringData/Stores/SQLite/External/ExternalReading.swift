internal import Foundation

/// Reads long data that lie beside a store, and lets its saves know who does.
struct ExternalReading: Sendable {
    private let files: ExternalFiles
    let uses = ExternalUses()

    init(_ files: ExternalFiles) { self.files = files }

    /// The data that a column stands for; within ``ExternalUses/reading(_:)``.
    func data(_ column: Data) throws -> Data { try files.data(column) }
}
