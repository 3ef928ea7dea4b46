internal import Foundation

/// The classes that are no collections.
extension ArchiveDecoder {
    /// The value of an object of a class of Foundation's that is no collection.
    static func value(of object: ArchivedObject, _ kind: FoundationClass.Kind) throws(ArchiveError) -> Any {
        switch kind {
        case .string: try text(object)
        case .data: try object.needed("NS.data", try object.data("NS.data"))
        case .date: try date(object)
        case .url: try url(object)
        case .uuid: try uuid(object)
        case .null: NullValue.shared
        case .decimal: try ArchivedDecimal(object).value
        case .value: try ArchivedGeometry(object).value
        case .indexPath: try PackedIndexes(object).indexPath
        case .attributedString:
            NSAttributedString(string: try object.needed("NSString", try object.string("NSString")))
        case .array, .set, .orderedSet, .dictionary, .knownKeysDictionary:
            throw object.error(.badContent("is a collection"))
        }
    }

    /// Whether an attributed text has no attributes.
    static func isPlain(_ object: ArchivedObject) throws(ArchiveError) -> Bool {
        guard !object.contains("NSAttributeInfo") else { return false }
        guard let attributes = try object.object("NSAttributes") else { return true }
        guard FoundationClass(attributes)?.kind == .dictionary else { return false }
        return try attributes.entries().isEmpty
    }

    private static func text(_ object: ArchivedObject) throws(ArchiveError) -> String {
        let text = try ArchivedValue.object(object).string { _ in object.error(.missingField("NS.string")) }
        return try object.needed("NS.string", text)
    }

    private static func date(_ object: ArchivedObject) throws(ArchiveError) -> Date {
        let seconds = try object.needed("NS.time", try object.real("NS.time"))
        guard seconds.isFinite else { throw object.error(.badContent("has \(seconds) for a time")) }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    private static func url(_ object: ArchivedObject) throws(ArchiveError) -> URL {
        // From the outermost base to the URL itself; a chain that is longer than the archive is a circle.
        var parts: [String] = []
        var next: ArchivedObject? = object
        while let current = next {
            guard FoundationClass(current)?.kind == .url else {
                throw object.error(.wrongField("NS.base", expected: "a URL", given: ArchivedValue.object(current).kind))
            }
            parts.append(try current.needed("NS.relative", try current.string("NS.relative")))
            guard parts.count <= PropertyListValue.greatestDepth else { throw object.error(.cycle) }
            next = try current.object("NS.base")
        }
        var url: URL?
        for part in parts.reversed() {
            guard let relative = URL(string: part, relativeTo: url) else {
                throw object.error(.badContent("has “\(part.prefix(80))” for a URL, which is none"))
            }
            url = relative
        }
        return try object.needed("NS.relative", url)
    }

    private static func uuid(_ object: ArchivedObject) throws(ArchiveError) -> UUID {
        let bytes = [UInt8](try object.needed("NS.uuidbytes", try object.data("NS.uuidbytes")))
        guard bytes.count == 16 else { throw object.error(.badContent("has \(bytes.count) bytes for a UUID, not 16")) }
        let tuple = (
            bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
            bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
        )
        return UUID(uuid: tuple)
    }
}

extension PropertyListValue {
    /// What needs no class, as a value of Swift's: `Int`, or above its greatest `UInt64`.
    var foundationValue: Any {
        switch self {
        case .string(let value): value
        case .integer(let value): Int(value)
        case .largeInteger(let value): value
        case .real(let value): value
        case .boolean(let value): value
        case .date(let value): value
        case .data(let value): value
        case .array(let value): value.map(\.foundationValue)
        case .dictionary(let value): value.entries.mapValues(\.foundationValue)
        case .uid(let value): value
        }
    }
}
