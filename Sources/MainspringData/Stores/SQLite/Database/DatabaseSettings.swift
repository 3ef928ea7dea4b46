internal import Diagnostics
internal import Foundation

/// What the options of a store say about its file.
package struct DatabaseSettings: Sendable {
    package var isReadOnly = false
    /// Whether reading makes no file beside the database, not even for the time being, and changes none. Only for who reads alone:
    /// see ``DatabasePlace/Way/unlocked``.
    package var leavesNoTrace = false
    /// Whether the database is closed after one transaction. Its contents are then not examined for changes by other
    /// programs, since there is no earlier transaction to compare with.
    var endsAfterOneTransaction = false
    /// SQLite's word for how a transaction is made safe; WAL without a wish.
    var journalMode = "WAL"
    /// How a transaction that is committed reaches the disk. FULL: it is there when the save returns.
    var synchronous = "FULL"
    /// Pragmas that hold for a file that is made.
    var makingPragmas: [Pragma] = [Pragma(name: "auto_vacuum", value: "INCREMENTAL")]
    /// Pragmas of each connection.
    var pragmas: [Pragma] = []
    /// For how many milliseconds another process's lock is waited for.
    package var busyTimeout = 10_000
    /// How many connections read at most, without that of the main queue.
    var readerLimit = max(4, min(16, ProcessInfo.processInfo.activeProcessorCount))
    /// From how many pages on the log is moved into the file.
    var checkpointPages = 1_000
    /// Beyond so many bytes of the log states of the file are held no more.
    package var heldLogSize = 256 << 20
    var isAnalyzed = false
    var isVacuumed = false
    /// The file system through which the file is opened, or nil for the usual one.
    var fileSystem: (any DatabaseFileSystem)?

    struct Pragma: Sendable, Equatable {
        let name: String
        let value: String

        var statement: String { "PRAGMA \(name) = \(value)" }
    }

    package init() {}

    /// For how many milliseconds options let wait for others who have a store; nil where they do not say.
    static func timeout(_ options: [AnyHashable: Any]?) -> Int? {
        guard let seconds = (options?[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue, seconds >= 0 else {
            return nil
        }
        return Int(min(seconds * 1_000, Double(Int32.max)))
    }

    /// - Throws: `CocoaError` 134080 with a sentence for what an option may not say.
    package init(options: [AnyHashable: Any]?, path: String) throws {
        guard let options else { return }
        func isOn(_ key: String) -> Bool { (options[key] as? NSNumber)?.boolValue ?? false }
        isReadOnly = isOn(NSReadOnlyPersistentStoreOption)
        isAnalyzed = isOn(NSSQLiteAnalyzeOption)
        isVacuumed = isOn(NSSQLiteManualVacuumOption)
        fileSystem = Self.fileSystem(options)
        if let timeout = Self.timeout(options) { busyTimeout = timeout }
        if let count = (options[NSPersistentStoreConnectionPoolMaxSizeKey] as? NSNumber)?.intValue, count > 0 {
            readerLimit = count
        }
        if let size = try Self.size(MainspringHeldLogSizeOption, in: options, path) {
            heldLogSize = Int(clamping: size)
        }
        // `ExternalFiles` reads the value. An invalid one is refused here, before the file is opened.
        _ = try Self.size(MainspringLargestExternalDataOption, in: options, path)
        if options[NSPersistentStoreFileProtectionKey] != nil {
            DatabaseNotes.log.write(
                "protection",
                "The store at \(path) asks for file protection, which files on Linux do not have; it is opened without. "
                    + "Encrypt the folder or the disk.")
        }
        guard let wishes = options[NSSQLitePragmasOption] else { return }
        guard let wishes = wishes as? [String: Any] else {
            throw Self.refusal(path, "NSSQLitePragmasOption is no dictionary of pragmas by name. Give one.")
        }
        for (name, value) in wishes.sorted(by: { $0.key < $1.key }) { try take(name, "\(value)", path) }
    }

    /// Returns the number of bytes that an option gives; `nil` without the option.
    private static func size(_ key: String, in options: [AnyHashable: Any], _ path: String) throws -> Int64? {
        guard let option = options[key] else { return nil }
        guard let size = (option as? NSNumber)?.int64Value, size >= 0 else {
            throw refusal(path, "\(key) is “\(option)”. Give a number of bytes, 0 or more.")
        }
        return size
    }

    private static func refusal(_ path: String, _ reason: String) -> NSError {
        CoreDataError.make(
            NSPersistentStoreOpenError, "The store at \(path) cannot be opened: \(reason)",
            userInfo: [NSFilePathErrorKey: path])
    }
}

/// Notes about files, each once.
enum DatabaseNotes {
    static let log = OnceLog<String>(ending: "There is more to say about files of stores; it is not said any more.")
}

// MARK: Pragmas

extension DatabaseSettings {
    /// What a pragma may be set to.
    private enum Values {
        case words([String])
        case numbers(ClosedRange<Int64>)
        case truth
    }

    /// When a pragma is set.
    private enum Moment {
        case always
        case making
        case journal
        case synchronous
        case busyTimeout
        case checkpointing
    }

    /// The pragmas that a program may set, with what they may say. Not among them is what locks others out, changes what the
    /// store's own statements mean, or leaves half a save in the file: without a journal nothing can be taken back.
    private static let known: [String: (Values, Moment)] = [
        "journal_mode": (.words(["WAL", "DELETE", "TRUNCATE", "PERSIST", "MEMORY"]), .journal),
        "synchronous": (.words(["OFF", "NORMAL", "FULL", "EXTRA", "0", "1", "2", "3"]), .synchronous),
        "auto_vacuum": (.words(["NONE", "FULL", "INCREMENTAL", "0", "1", "2"]), .making),
        "page_size": (.words(["512", "1024", "2048", "4096", "8192", "16384", "32768", "65536"]), .making),
        "busy_timeout": (.numbers(0...Int64(Int32.max)), .busyTimeout),
        "wal_autocheckpoint": (.numbers(1...1_000_000), .checkpointing),
        "cache_size": (.numbers(-4_000_000...1_000_000), .always),
        "cache_spill": (.truth, .always),
        "temp_store": (.words(["DEFAULT", "FILE", "MEMORY", "0", "1", "2"]), .always),
        "mmap_size": (.numbers(0...0x7fff_0000), .always),
        "journal_size_limit": (.numbers(-1...Int64.max), .always),
        "fullfsync": (.truth, .always),
        "checkpoint_fullfsync": (.truth, .always),
        "secure_delete": (.words(["ON", "OFF", "FAST", "TRUE", "FALSE", "YES", "NO", "0", "1"]), .always),
        "threads": (.numbers(0...8), .always),
        "automatic_index": (.truth, .always),
        "cell_size_check": (.truth, .always),
    ]

    private mutating func take(_ given: String, _ text: String, _ path: String) throws {
        let name = given.lowercased()
        guard let (values, moment) = Self.known[name] else {
            throw Self.refusal(
                path,
                "the pragma “\(given)” is none that may be set. Remove it from NSSQLitePragmasOption; these may be set: "
                    + Self.known.keys.sorted().joined(separator: ", ") + ".")
        }
        let value = text.trimmingCharacters(in: .whitespaces).uppercased()
        let (isRight, allowed): (Bool, String)
        switch values {
        case .words(let words): (isRight, allowed) = (words.contains(value), words.joined(separator: ", "))
        case .truth:
            let words = ["ON", "OFF", "TRUE", "FALSE", "YES", "NO", "0", "1"]
            (isRight, allowed) = (words.contains(value), words.joined(separator: ", "))
        case .numbers(let range):
            isRight = Int64(value).map(range.contains) ?? false
            allowed = "a number from \(range.lowerBound) to \(range.upperBound)"
        }
        guard isRight else {
            throw Self.refusal(
                path, "the pragma “\(name)” cannot be “\(text)”. Set it to \(allowed), or leave it out.")
        }
        switch moment {
        case .always: pragmas.append(Pragma(name: name, value: value))
        case .making:
            makingPragmas.removeAll { $0.name == name }
            // The size first: the other one makes the first page.
            makingPragmas.insert(
                Pragma(name: name, value: value), at: name == "page_size" ? 0 : makingPragmas.endIndex)
        case .journal: journalMode = value
        case .synchronous: synchronous = value
        case .busyTimeout: busyTimeout = Int(value) ?? busyTimeout
        case .checkpointing: checkpointPages = Int(value) ?? checkpointPages
        }
    }
}
