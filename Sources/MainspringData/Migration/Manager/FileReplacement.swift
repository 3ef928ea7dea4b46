internal import FileAccess
internal import Foundation

/// Puts another file in the place of a store's. What somebody saves into the old one meanwhile is not lost: the other one is made
/// anew then.
struct FileReplacement {
    let url: URL
    /// Where the other one is made. It is deleted, whatever happens.
    let place: URL
    /// For how many milliseconds another process that does the same is waited for.
    var timeout = 10_000

    private static let attempts = 5

    /// - Parameter make: makes the other file; false if there is no need. Called when nobody else replaces the store.
    /// - Throws: what the closure throws; `CocoaError` 134110 for a store that does not come to rest. The old file is as it was then.
    func run(_ make: () throws -> Bool) throws {
        let turn = try FileTurn(url.path, timeout: timeout)
        defer { turn?.end() }
        defer { try? RegularFile.delete(place.path) }
        for _ in 1...Self.attempts {
            let stamp = StoreFile.stamp(of: url)
            guard try make() else { return }
            let data = try StoreFile.contents(of: place)
            // What is there if this process ends now is the old file, without anything beside it.
            try RegularFile.delete(place.path)
            if StoreFile.stamp(of: url) == stamp { return try StoreFile.write(data, to: url) }
        }
        throw CoreDataError.make(
            NSMigrationError,
            "The store at \(url.path) was changed by somebody else each time that it was read. Try again when that is done.",
            userInfo: [NSFilePathErrorKey: url.path])
    }
}
