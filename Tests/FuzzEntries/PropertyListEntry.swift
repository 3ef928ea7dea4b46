import Foundation
import MainspringFoundation

/// Property lists, and what is in them if they are keyed archives.
enum PropertyListEntry {
    static func run(_ bytes: [UInt8]) throws(BrokenRule) {
        let data = Data(bytes)
        try checkTransformers(data)
        let list: PropertyListValue
        do {
            list = try PropertyListValue(contentsOf: data)
        } catch {
            try require(!error.description.isEmpty, "an error has a sentence")
            return
        }
        try checkWriting(list)
        guard let archive = try? KeyedArchive(list, byteCount: bytes.count) else { return }
        try walk(archive)
        for key in archive.topKeys { try checkDecoding(archive, key) }
    }

    // MARK: - Lists

    private static func checkWriting(_ list: PropertyListValue) throws(BrokenRule) {
        let written: Data
        let again: PropertyListValue
        do {
            written = try list.binaryData()
            again = try PropertyListValue(contentsOf: written)
        } catch {
            throw BrokenRule("what was read is written, and read again: \(error)")
        }
        try require((try? again.binaryData()) == written, "equal lists give equal bytes")
    }

    // MARK: - Archives

    /// Asks every object that can be reached for all that it has.
    private static func walk(_ archive: KeyedArchive) throws(BrokenRule) {
        var waiting: [ArchivedValue] = archive.topKeys.compactMap { try? archive.top($0) }
        var seen: Set<ArchivedObject> = []
        while let value = waiting.popLast() {
            switch value {
            case .null, .value: continue
            case .list(let elements): waiting += elements
            case .object(let object):
                guard seen.insert(object).inserted else { continue }
                try require(object.isKind(of: object.className), "an object is of its own class")
                for key in object.keys {
                    try require(object.contains(key), "an object has the fields that it names")
                    if let field = try? object.value(key) { waiting.append(field) }
                }
                if let elements = try? object.elements() { waiting += elements }
                if let entries = try? object.entries() { waiting += entries.map(\.value) }
            }
        }
    }

    /// What is decoded can be archived, and is decoded again.
    private static func checkDecoding(_ archive: KeyedArchive, _ key: String) throws(BrokenRule) {
        guard let top = try? archive.top(key), let value = try? top.decoded() else { return }
        var writer = KeyedArchiveWriter()
        do {
            writer.setTop(try writer.archive(value))
            _ = try KeyedArchive(try writer.data()).top().decoded()
        } catch {
            throw BrokenRule("what was decoded is archived, and decoded again: \(error)")
        }
    }

    // MARK: - Transformers

    private static func checkTransformers(_ data: Data) throws(BrokenRule) {
        for transformer in [NSSecureUnarchiveFromDataTransformer(), PredicateTransformer()] {
            guard let value = quietly({ transformer.transformedValue(data) }) else { continue }
            guard let archived = quietly({ transformer.reverseTransformedValue(value) }) as? Data else {
                throw BrokenRule("\(type(of: transformer)) archives what it has read: \(value)")
            }
            try require(
                quietly { transformer.transformedValue(archived) } != nil,
                "\(type(of: transformer)) reads what it has archived: \(value)")
        }
    }

    /// Runs something without the errors of predicates being written.
    private static func quietly<Result>(_ body: () -> Result) -> Result {
        var result: Result?
        _ = try? PredicateFailure.throwing { result = body() }
        return result ?? body()
    }
}
