internal import Foundation
internal import Locks

/// The metadata of an open store, and whether they are in its file.
final class MetadataState: Sendable {
    private struct State {
        var values: [String: Any] = [:]
        var changeCount = 0
        var writtenCount = 0
    }

    private let state = Guarded(State())

    /// Keeps metadata that the next save writes.
    func change(_ values: [String: Any]) {
        state.withLock { state in
            state.values = values
            state.changeCount += 1
        }
    }

    /// The metadata are in the file.
    func forgetChanges() { state.withLock { $0.writtenCount = $0.changeCount } }

    /// What a save has to write with ``MetadataTable/write(_:_:)``; nil if it is in the file. Once the transaction is
    /// committed, the number is told to ``noteWritten(_:)``.
    /// - Throws: `CocoaError` 134030 for what no property list holds.
    func unwritten() throws -> (values: MetadataTable.Values, number: Int)? {
        let found = state.withLock { $0.changeCount > $0.writtenCount ? ($0.values, $0.changeCount) : nil }
        return try found.map { (try StoreMetadata.values($0.0), $0.1) }
    }

    func noteWritten(_ number: Int) { state.withLock { $0.writtenCount = max($0.writtenCount, number) } }
}
