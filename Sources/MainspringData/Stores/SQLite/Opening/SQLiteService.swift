internal import Foundation
internal import MainspringModel

/// What an SQLite store does for its coordinator. How it reads is in `Reading/`, how it writes in `Writing/`.
final class SQLiteService: @unchecked Sendable {
    // `@unchecked Sendable`: constant, and whatever may change in what it has is guarded there.

    /// That of the store, which stands in identities.
    let number: UInt32
    /// What errors call the store.
    let path: String
    let schema: StoreSchema

    init(number: UInt32, path: String, schema: StoreSchema) {
        (self.number, self.path, self.schema) = (number, path, schema)
    }
}
