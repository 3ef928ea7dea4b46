internal import Foundation
internal import MainspringFoundation

/// What the stereotypes of an entity or property of the editor's say, by name.
struct EditorFacts {
    let source: ArchiveSource
    let values: [String: ArchivedValue]

    /// What of a name stands behind its prefix: `isOptional` of `XD_PPSK_isOptional`.
    static func key(_ name: String) -> String {
        name.lastIndex(of: "_").map { String(name[name.index(after: $0)...]) } ?? name
    }

    private func value(_ key: String) throws(ModelFileError) -> Any? {
        guard let value = values[key] else { return nil }
        return try source.decoded(value)
    }

    /// A text that is not empty; a number as text.
    func text(_ key: String) throws(ModelFileError) -> String? {
        switch try value(key) {
        case let text as String: text.isEmpty ? nil : text
        case let number as Int: "\(number)"
        case let number as Double: "\(number)"
        default: nil
        }
    }

    func flag(_ key: String) throws(ModelFileError) -> Bool {
        switch try value(key) {
        case let flag as Bool: flag
        case let number as Int: number != 0
        default: false
        }
    }

    func number(_ key: String) throws(ModelFileError) -> Int? {
        switch try value(key) {
        case let number as Int: number
        case let text as String: Int(text)
        default: nil
        }
    }

    /// The name of an object of the editor's, or a name.
    func name(_ key: String) throws(ModelFileError) -> String? {
        if let object = values[key]?.object { return try source.filled(object, "_name") }
        return try text(key)
    }

    func userInfo() throws(ModelFileError) -> [AnyHashable: Any]? {
        guard let entries = try value("userInfo") as? [AnyHashable: Any], !entries.isEmpty else { return nil }
        return entries
    }
}
