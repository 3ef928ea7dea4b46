internal import Foundation
internal import MainspringModel

/// Reading: everything is the matter of the reader of the state that a context reads.
extension SQLiteService {
    func row(of identity: NSManagedObjectID, for context: NSManagedObjectContext?) throws -> Row? {
        try reader(for: context).row(of: identity, for: context)
    }

    func keptRows(of layout: ObjectLayout) -> KeptRows? { reader.keptRows(of: layout) }

    func members(
        of identity: NSManagedObjectID, slot: Int, for context: NSManagedObjectContext?
    ) throws -> [NSManagedObjectID] {
        try reader(for: context).members(of: identity, slot: slot, for: context)
    }

    func identities(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> [NSManagedObjectID] {
        try reader(for: context).keys(for: request, entity: entity, for: context).identities
    }

    func keys(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> FetchedKeys? {
        try reader(for: context).keys(for: request, entity: entity, for: context)
    }

    func count(
        for request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> Int? {
        try reader(for: context).count(for: request, entity: entity, for: context)
    }

    func results(
        of request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> [Any]? {
        try reader(for: context).results(of: request, entity: entity, for: context)
    }

    func prefetch(
        slot: Int, of owners: [Int64], _ entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> FetchedMembers? {
        try reader(for: context).prefetch(slot: slot, of: owners, entity, for: context)
    }

    func readRows(of keys: FetchedKeys, _ indexes: Range<Int>, for context: NSManagedObjectContext?) throws {
        try reader(for: context).readRows(of: keys, indexes, for: context)
    }

    func renewRows(of keys: FetchedKeys, _ indexes: Range<Int>, for context: NSManagedObjectContext?) throws {
        try reader(for: context).renewRows(of: keys, indexes, for: context)
    }

    func identity(of entity: NSEntityDescription, forURIKey key: String) -> NSManagedObjectID? {
        reader.identity(of: entity, forURIKey: key)
    }

    func forgetRows(of identities: [NSManagedObjectID]) { reader.pages.drop(identities) }

    var stamp: String? { FileStamp.of(database.path) }

    // MARK: Query generations

    /// Under a rollback journal a state that is held would let nobody write.
    var hasGenerations: Bool {
        do {
            return try database.readers.read { try $0.connection.value("PRAGMA journal_mode") } == .text("wal")
        } catch {
            // The first read throws, with the reason.
            return true
        }
    }

    var isWrittenByOthers: Bool { true }

    /// The reader of the state that a context reads.
    private func reader(for context: NSManagedObjectContext?) throws -> StoreReader {
        guard let generation = context?.core.sourceState.generation else { return reader }
        do {
            return try generation.reader(of: number) { [database, reader] in try HeldState(database.readers, reader) }
        } catch let failure as SQLiteFailure {
            throw ReadFailure.error(failure)
        }
    }
}
