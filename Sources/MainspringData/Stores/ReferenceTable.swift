internal import Diagnostics
internal import Foundation
internal import Locks

/// The keys that stand in identities for what a custom store knows its objects by.
///
/// Integers above 0 are keys as they are. Anything else gets a key below 0, which means something in this process alone;
/// in URIs texts and data stand as they are.
final class ReferenceTable: Sendable {
    private struct Contents {
        var keys: [Reference: Int64] = [:]
        /// By the root entity and the key, negated.
        var references: [UInt32: [Any]] = [:]
    }

    private struct Reference: Hashable {
        let root: UInt32
        let value: AnyHashable
    }

    private let contents = Guarded(Contents())

    /// The key for what a store knows an object by.
    func key(for reference: Any, _ root: UInt32) -> Int64 {
        if let number = Self.integer(reference), number > 0 { return number }
        let value = Reference(root: root, value: Self.hashable(reference))
        return contents.withLock { contents in
            if let known = contents.keys[value] { return known }
            contents.references[root, default: []].append(reference)
            let key = -Int64(contents.references[root]?.count ?? 0)
            contents.keys[value] = key
            return key
        }
    }

    /// What a store knows an object by; nil for a key that was not given for anything.
    func reference(for key: ObjectKey) -> Any? {
        guard key.key < 0 else { return key.key > 0 ? NSNumber(value: key.key) : nil }
        return contents.withLock { contents in
            let known = contents.references[key.root] ?? []
            return key.key < -Int64(known.count) ? nil : known[Int(-key.key) - 1]
        }
    }

    private static func integer(_ reference: Any) -> Int64? {
        switch reference {
        case let number as Int: Int64(number)
        case let number as Int64: number
        case let number as NSNumber where Double(number.int64Value) == number.doubleValue: number.int64Value
        default: nil
        }
    }

    private static func hashable(_ reference: Any) -> AnyHashable {
        switch reference {
        case let text as String: return text
        case let text as NSString: return String(describing: text)
        case let data as Data: return data
        case let data as NSData: return Data(referencing: data)
        case let object as NSObject: return object
        case let value as AnyHashable: return value
        default:
            programmerError(
                """
                A reference object must be a string, a number, data or something else that is Hashable; \
                \(type(of: reference)) is not.
                """)
        }
    }
}

/// Reference objects in URIs.
extension ReferenceTable {
    /// What stands for a key in URIs: a number as it is, a text as it is or behind a quotation mark, data in hexadecimal
    /// behind an angle bracket, anything else as a number of this process behind a number sign.
    func uriKey(of key: ObjectKey) -> String {
        guard key.key < 0, let reference = reference(for: key) else { return String(key.key) }
        switch Self.hashable(reference).base {
        case let text as String: return Self.isPlain(text) ? text : "\"" + text
        case let data as Data: return "<" + data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        default: return "#\(-key.key)"
        }
    }

    /// The key that something in a URI stands for; nil if it cannot be one.
    func key(forURIKey text: String, _ root: UInt32) -> Int64? {
        switch text.first {
        case nil: return nil
        case "\"": return key(for: String(text.dropFirst()), root)
        case "<": return Self.data(text.dropFirst()).map { key(for: $0, root) }
        case "#":
            guard let number = Int64(text.dropFirst()), number > 0 else { return nil }
            return reference(for: ObjectKey(store: 0, root: root, key: -number)) == nil ? nil : -number
        default:
            if let number = Int64(text), number > 0, text == String(number) { return number }
            return key(for: text, root)
        }
    }

    /// Whether a text cannot be taken for anything else.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.first, !"\"<#".contains(first) else { return false }
        return Int64(text).map { $0 <= 0 || text != String($0) } ?? true
    }

    private static func data(_ digits: Substring) -> Data? {
        let codes = Array(digits.utf8)
        guard codes.count % 2 == 0 else { return nil }
        var data = Data()
        for place in stride(from: 0, to: codes.count, by: 2) {
            guard let byte = UInt8(String(decoding: codes[place..<place + 2], as: UTF8.self), radix: 16) else {
                return nil
            }
            data.append(byte)
        }
        return data
    }
}
