internal import FileAccess
internal import Dispatch
internal import Foundation
internal import Locks
internal import MainspringModel

/// The sections of results by the names of caches, in memory and in files.
///
/// A file's name is made of the cache's, so that no name leads out of the directory; what a file says is checked. Nobody
/// waits for the disk but who asks for a record for the first time: files are written and removed on a queue of the
/// cache's own, and one that cannot be written is missing the next time. May be used from any thread.
final class SectionCache: Sendable {
    /// The cache of the program: in the user's directory for caches, by the program's name.
    static let shared = SectionCache(directory: defaultDirectory)

    private enum Entry {
        case record(SectionCacheRecord)
        case deleted
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// Whether what files say does not count any more, unless there is an entry.
        var isDeleted = false
    }

    /// A larger file is not one of ours.
    private static let largestFile = 64 << 20
    private static let suffix = ".sections"

    /// Where the files are.
    let directory: URL
    private let state = Guarded(State())
    private let writing = DispatchQueue(label: "SectionCache", qos: .utility)

    init(directory: URL) { self.directory = directory }

    private static var defaultDirectory: URL {
        let manager = FileManager.default
        let caches = manager.urls(for: .cachesDirectory, in: .userDomainMask).first ?? manager.temporaryDirectory
        let program = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        return caches.appendingPathComponent(fileName(program)).appendingPathComponent("FetchedResults")
    }

    /// The record of a name; nil if there is none.
    func record(named name: String) -> SectionCacheRecord? {
        let (entry, isDeleted) = state.withLock { ($0.entries[name], $0.isDeleted) }
        switch entry {
        case .record(let record): return record
        case .deleted: return nil
        case nil: break
        }
        guard !isDeleted, let record = read(name) else { return nil }
        return state.withLock { state in
            // Another thread may have had its say in the meantime.
            switch state.entries[name] {
            case .record(let record): return record
            case .deleted: return nil
            case nil: break
            }
            if state.isDeleted { return nil }
            state.entries[name] = .record(record)
            return record
        }
    }

    /// Keeps a record under a name.
    func set(_ record: SectionCacheRecord, named name: String) {
        let isNew = state.withLock { state in
            if case .record(record) = state.entries[name] { return false }
            state.entries[name] = .record(record)
            return true
        }
        if isNew { writing.async { self.bringFileUpToDate(name) } }
    }

    /// Forgets the record of a name; all without one.
    func delete(named name: String?) {
        guard let name else {
            state.withLock { $0 = State(isDeleted: true) }
            writing.async { self.removeFiles() }
            return
        }
        state.withLock { $0.entries[name] = .deleted }
        writing.async { self.bringFileUpToDate(name) }
    }

    /// Waits until files say what was set and deleted before.
    func waitUntilWritten() { writing.sync {} }

    // MARK: Files

    /// The file of a name.
    func file(named name: String) -> URL {
        let digest = SHA256.hash(name.utf8).map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }
        return directory.appendingPathComponent(digest.joined() + Self.suffix)
    }

    private static func fileName(_ name: String) -> String {
        let text = String(
            name.map { $0.isLetter || $0.isNumber || "-_".contains($0) || $0 == "." ? $0 : "_" }.prefix(64))
        return text.hasPrefix(".") || text.isEmpty ? "_" + text : text
    }

    private func read(_ name: String) -> SectionCacheRecord? {
        let file = file(named: name)
        // A directory or a pipe in the place of the file must not stop anybody.
        guard let values = try? FileManager.default.attributesOfItem(atPath: file.path),
            values[.type] as? FileAttributeType == .typeRegular,
            let size = (values[.size] as? NSNumber)?.intValue, size <= Self.largestFile,
            let data = try? Data(contentsOf: file)
        else { return nil }
        return SectionCacheRecord(named: name, data)
    }

    /// Writes or removes a file, by what is known when its turn comes: so the last word counts, whoever was first here.
    private func bringFileUpToDate(_ name: String) {
        let file = file(named: name)
        guard case .record(let record) = state.withLock({ $0.entries[name] }) else {
            try? RegularFile.delete(file.path)
            return
        }
        try? FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do { try WholeFile.write(try record.data(named: name), to: file.path) } catch {
            // The old file would be taken for the sections of the next time.
            try? RegularFile.delete(file.path)
        }
    }

    private func removeFiles() {
        let files = try? FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        for file in files ?? [] where file.lastPathComponent.hasSuffix(Self.suffix) {
            try? RegularFile.delete(file.path)
        }
        let names = state.withLock { Array($0.entries.keys) }
        for name in names { bringFileUpToDate(name) }
    }
}
