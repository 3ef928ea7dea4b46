package import Foundation

/// Fields of a certain kind: nil if there is none or nil was archived, an error if it is of another kind.
extension ArchivedObject {
    /// A text, whether it is archived as it is or as an object.
    package func string(_ key: String) throws(ArchiveError) -> String? {
        try value(key).string(orThrow: { self.wrong(key, "a string", $0) })
    }

    /// An integer; a truth value counts as 0 or 1.
    package func integer(_ key: String) throws(ArchiveError) -> Int? {
        let value = try value(key)
        switch value {
        case .null: return nil
        case .value(.integer(let number)): return Int(number)
        case .value(.boolean(let flag)): return flag ? 1 : 0
        default: throw wrong(key, "an integer", value)
        }
    }

    /// A truth value; an integer counts as true unless it is 0.
    package func boolean(_ key: String) throws(ArchiveError) -> Bool? {
        let value = try value(key)
        switch value {
        case .null: return nil
        case .value(.boolean(let flag)): return flag
        case .value(.integer(let number)): return number != 0
        default: throw wrong(key, "a truth value", value)
        }
    }

    /// A number, whether it is archived as an integer or not.
    package func real(_ key: String) throws(ArchiveError) -> Double? {
        let value = try value(key)
        if case .null = value { return nil }
        guard case .value(let plain) = value, let number = plain.real else { throw wrong(key, "a number", value) }
        return number
    }

    /// Bytes, whether they are archived as they are or as an object.
    package func data(_ key: String) throws(ArchiveError) -> Data? {
        let value = try value(key)
        switch value {
        case .null: return nil
        case .value(.data(let data)): return data
        case .object(let object) where FoundationClass(object)?.kind == .data:
            guard case .data(let data)? = object.field("NS.data") else { throw object.error(.missingField("NS.data")) }
            return data
        default: throw wrong(key, "data", value)
        }
    }

    /// An object.
    package func object(_ key: String) throws(ArchiveError) -> ArchivedObject? {
        let value = try value(key)
        switch value {
        case .null: return nil
        case .object(let object): return object
        default: throw wrong(key, "an object", value)
        }
    }

    /// What cannot be missing.
    func needed<Value>(_ key: String, _ value: Value?) throws(ArchiveError) -> Value {
        guard let value else { throw error(.missingField(key)) }
        return value
    }

    private func wrong(_ key: String, _ expected: String, _ value: ArchivedValue) -> ArchiveError {
        error(.wrongField(key, expected: expected, given: value.kind))
    }
}

extension ArchivedValue {
    /// The text, whether it is archived as it is or as an object; nil if nil was archived.
    func string(orThrow error: (ArchivedValue) -> ArchiveError) throws(ArchiveError) -> String? {
        switch self {
        case .null: return nil
        case .value(.string(let text)): return text
        case .object(let object) where FoundationClass(object)?.kind == .string:
            if case .string(let text)? = object.field("NS.string") { return text }
            guard case .data(let bytes)? = object.field("NS.bytes"), let text = String(data: bytes, encoding: .utf8)
            else { throw object.error(.missingField("NS.string")) }
            return text
        default: throw error(self)
        }
    }
}
