internal import Foundation
internal import MainspringFoundation

/// Reads the XML of a store's file by the scanner that property lists are read by: a document that declares something is
/// refused, so nothing is fetched or multiplied.
struct XMLStoreReader {
    private var scanner: XMLScanner
    private let byteCount: Int

    /// So many lists may be inside each other.
    private static let greatestDepth = 64

    init(_ data: Data) throws {
        byteCount = data.count
        do {
            scanner = try XMLScanner([UInt8](data), acceptsDocumentType: false)
        } catch {
            throw StoreFileProblem.unknownForm(error.problem.clause)
        }
    }

    /// Reads the file up to the end of the metadata.
    mutating func metadata() throws -> [String: PropertyListValue] {
        try begin()
        guard case .start("metadata", isEmpty: false) = try piece(), case .start(let name, let isEmpty) = try piece()
        else {
            throw damaged("there are no metadata")
        }
        guard case .dictionary(let metadata) = try value(name, isEmpty, 0) else {
            throw damaged("there are no metadata")
        }
        try expectEnd("metadata")
        return metadata.entries
    }

    /// Reads the whole file.
    mutating func document() throws -> StoreDocument {
        var document = StoreDocument(metadata: try metadata())
        var places: [String: Int] = [:]
        while true {
            switch try piece() {
            case .start("entity", let isEmpty):
                let attributes = try self.attributes()
                guard let name = attributes["name"], let last = attributes["last"].flatMap({ Int64($0) }) else {
                    throw damaged("an entity has no name or no last key")
                }
                document.lastKeys[name] = last
                if !isEmpty { try expectEnd("entity") }
            case .start("object", let isEmpty):
                let (entity, object) = try object(isEmpty)
                let place = places[entity, default: document.groups.count]
                if place == document.groups.count {
                    places[entity] = place
                    document.groups.append(StoreDocument.Group(entity: entity, objects: []))
                }
                document.groups[place].objects.append(object)
            case .end("store"):
                guard case .endOfInput = try piece() else { throw damaged("something follows the end") }
                return document
            default: throw damaged("there is something that is neither an entity nor an object")
            }
        }
    }

    private mutating func begin() throws {
        let first: XMLScanner.Piece
        do {
            first = try piece()
        } catch let problem as StoreFileProblem {
            guard case .damaged(let clause) = problem else { throw problem }
            throw StoreFileProblem.unknownForm(clause)
        }
        guard case .start("store", isEmpty: false) = first, try attributes()["format"] == "1" else {
            throw StoreFileProblem.unknownForm("it does not begin as an XML store does")
        }
    }

    // MARK: Objects

    private mutating func object(_ isEmpty: Bool) throws -> (String, StoreDocument.Object) {
        let attributes = try self.attributes()
        guard let entity = attributes["entity"], let key = attributes["key"].flatMap({ Int64($0) }),
            let version = attributes["version"].flatMap({ Int64($0) })
        else { throw damaged("an object has no entity, key or version") }
        var object = StoreDocument.Object(key: key, version: version)
        var names: Set<String> = []
        while !isEmpty {
            switch try piece() {
            case .end("object"): return (entity, object)
            case .start("relationship", let isEmpty):
                guard let name = try self.attributes()["name"], names.insert(name).inserted else {
                    throw damaged("a relationship has no name, or comes twice")
                }
                object.relationships.append((name, try keys(isEmpty ? "" : try text("relationship"))))
            case .start(let kind, let isEmpty):
                guard let name = try self.attributes()["key"], names.insert(name).inserted else {
                    throw damaged("a value has no name, or comes twice")
                }
                object.attributes.append((name, try value(kind, isEmpty, 0)))
            default: throw damaged("an object does not end")
            }
        }
        return (entity, object)
    }

    private func keys(_ text: String) throws -> [Int64] {
        try text.split(separator: " ").map { part in
            guard let key = Int64(part) else { throw damaged("a relationship leads to something that is no key") }
            return key
        }
    }

    // MARK: Values

    /// The value of an element, behind its start.
    private mutating func value(_ name: String, _ isEmpty: Bool, _ depth: Int) throws -> PropertyListValue {
        guard depth < Self.greatestDepth else { throw damaged("lists are too deep in each other") }
        switch name {
        case "array":
            var values: [PropertyListValue] = []
            while !isEmpty {
                switch try piece() {
                case .end("array"): return .array(values)
                case .start(let name, let isEmpty): values.append(try value(name, isEmpty, depth + 1))
                default: throw damaged("an array does not end")
                }
            }
            return .array(values)
        case "dictionary":
            var values: [String: PropertyListValue] = [:]
            while !isEmpty {
                switch try piece() {
                case .end("dictionary"): return .dictionary(PropertyListDictionary(values))
                case .start(let name, let isEmpty):
                    guard let key = try attributes()["key"], values[key] == nil else {
                        throw damaged("an entry of a dictionary has no key, or comes twice")
                    }
                    values[key] = try value(name, isEmpty, depth + 1)
                default: throw damaged("a dictionary does not end")
                }
            }
            return .dictionary(PropertyListDictionary(values))
        default:
            let text = isEmpty ? "" : try text(name)
            guard let value = Self.scalar(name, text) else { throw damaged("there is something that is no value") }
            return value
        }
    }

    private static func scalar(_ name: String, _ text: String) -> PropertyListValue? {
        switch name {
        case "string": .string(text)
        case "text":
            Data(base64Encoded: text).flatMap { String(validating: $0, as: UTF8.self) }.map { .string($0) }
        case "integer": Int64(text).map { .integer($0) } ?? UInt64(text).map { PropertyListValue($0) }
        case "real": real(text).map { .real($0) }
        case "boolean": text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
        case "date": real(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case "data": Data(base64Encoded: text).map { .data($0) }
        default: nil
        }
    }

    private static func real(_ text: String) -> Double? {
        guard text.hasPrefix("bits ") else { return Double(text) }
        return UInt64(text.dropFirst(5), radix: 16).map { Double(bitPattern: $0) }
    }

    // MARK: Pieces

    /// The next piece that is more than blanks.
    private mutating func piece() throws -> XMLScanner.Piece {
        while true {
            let piece = try scanned()
            guard case .text(let text) = piece else { return piece }
            guard text.utf8.allSatisfy({ $0 <= 0x20 }) else { throw damaged("text stands between elements") }
        }
    }

    /// The text of an element, up to its end.
    private mutating func text(_ name: String) throws -> String {
        switch try scanned() {
        case .end(name): return ""
        case .text(let text):
            guard case .end(name) = try scanned() else { throw damaged("an element does not end") }
            return text
        default: throw damaged("an element has others in it")
        }
    }

    private mutating func expectEnd(_ name: String) throws {
        guard case .end(name) = try piece() else { throw damaged("the \(name) do not end") }
    }

    private mutating func scanned() throws -> XMLScanner.Piece {
        do {
            return try scanner.next(limit: byteCount)
        } catch {
            throw StoreFileProblem.damaged("at byte \(error.offset), \(error.problem.clause)")
        }
    }

    private func attributes() throws -> [String: String] {
        do {
            return Dictionary(try scanner.attributes().map { ($0.name, $0.value) }) { first, _ in first }
        } catch {
            throw StoreFileProblem.damaged("at byte \(error.offset), \(error.problem.clause)")
        }
    }

    private func damaged(_ clause: String) -> StoreFileProblem {
        .damaged("before byte \(scanner.offset), \(clause)")
    }
}
