internal import Foundation
internal import MainspringFoundation

/// The binary form of a store's file, which is ours: a mark, and property lists, each behind its length.
///
/// The first list is the metadata, the second the last keys; then come objects, some thousands of one entity in each
/// list, by columns. A length of 0 ends the file. Lengths are eight bytes, the highest first.
enum BinaryStoreForm: StoreForm {
    private static let mark = Data("MainspringStore1".utf8)
    private static let objectsInList = 4_096

    static func isBeginning(_ data: Data) -> Bool { data.starts(with: mark) }

    // MARK: Writing

    static func data(_ document: StoreDocument) throws -> Data {
        var output = mark
        try append(.dictionary(PropertyListDictionary(document.metadata)), to: &output)
        try append(.dictionary(PropertyListDictionary(document.lastKeys.mapValues { .integer($0) })), to: &output)
        for group in document.groups {
            var rest = group.objects[...]
            while !rest.isEmpty {
                try append(list(group.entity, rest.prefix(objectsInList)), to: &output)
                rest = rest.dropFirst(objectsInList)
            }
        }
        appendLength(0, to: &output)
        return output
    }

    static func data(_ data: Data, withMetadata metadata: [String: PropertyListValue]) throws -> Data {
        var reader = try Reader(data)
        _ = try reader.next()
        var output = mark
        try append(.dictionary(PropertyListDictionary(metadata)), to: &output)
        return output + reader.rest
    }

    private static func append(_ list: PropertyListValue, to output: inout Data) throws {
        let bytes = try list.binaryData()
        appendLength(bytes.count, to: &output)
        output.append(bytes)
    }

    private static func appendLength(_ length: Int, to output: inout Data) {
        withUnsafeBytes(of: UInt64(length).bigEndian) { output.append(contentsOf: $0) }
    }

    private static func list(_ entity: String, _ objects: ArraySlice<StoreDocument.Object>) -> PropertyListValue {
        var attributes: [String: [Int: PropertyListValue]] = [:]
        var relationships: [String: [PropertyListValue]] = [:]
        for (place, object) in objects.enumerated() {
            for (name, value) in object.attributes { attributes[name, default: [:]][place] = value }
            for (name, keys) in object.relationships {
                relationships[name, default: []] += [.integer(Int64(place)), .data(KeyBytes.data(keys))]
            }
        }
        return .dictionary([
            "entity": .string(entity), "keys": .data(KeyBytes.data(objects.map(\.key))),
            "versions": .data(KeyBytes.data(objects.map(\.version))),
            "attributes": .dictionary(
                PropertyListDictionary(
                    attributes.mapValues { column in
                        // A reference stands for nil.
                        .array(objects.indices.map { column[$0 - objects.startIndex] ?? .uid(0) })
                    })),
            "relationships": .dictionary(PropertyListDictionary(relationships.mapValues { .array($0) })),
        ])
    }

    // MARK: Reading

    static func metadata(in data: Data) throws -> [String: PropertyListValue] {
        var reader = try Reader(data)
        return try reader.dictionary("metadata")
    }

    static func document(in data: Data) throws -> StoreDocument {
        var reader = try Reader(data)
        var document = StoreDocument(metadata: try reader.dictionary("metadata"))
        document.lastKeys = try reader.dictionary("last keys").compactMapValues(\.integer)
        while let list = try reader.next() {
            guard let entries = list.dictionary?.entries, let entity = entries["entity"]?.string else {
                throw StoreFileProblem.damaged("a list names no entity")
            }
            document.groups.append(StoreDocument.Group(entity: entity, objects: try objects(entries)))
        }
        return document
    }

    private static func objects(_ entries: [String: PropertyListValue]) throws -> [StoreDocument.Object] {
        guard let keys = entries["keys"]?.data.flatMap(KeyBytes.keys),
            let versions = entries["versions"]?.data.flatMap(KeyBytes.keys), versions.count == keys.count,
            let attributes = entries["attributes"]?.dictionary?.entries,
            let relationships = entries["relationships"]?.dictionary?.entries
        else { throw StoreFileProblem.damaged("a list of objects lacks its keys, versions or values") }
        var objects = zip(keys, versions).map { StoreDocument.Object(key: $0, version: $1) }
        for (name, column) in attributes.sorted(by: { $0.key < $1.key }) {
            guard let values = column.array, values.count == objects.count else {
                throw StoreFileProblem.damaged("there are not as many values as objects")
            }
            for (place, value) in values.enumerated() where value.uid == nil {
                objects[place].attributes.append((name, value))
            }
        }
        for (name, column) in relationships.sorted(by: { $0.key < $1.key }) {
            guard let values = column.array, values.count % 2 == 0 else {
                throw StoreFileProblem.damaged("a relationship is no list of objects and keys")
            }
            for index in stride(from: 0, to: values.count, by: 2) {
                guard let place = values[index].integer.flatMap({ Int(exactly: $0) }), objects.indices.contains(place),
                    let keys = values[index + 1].data.flatMap(KeyBytes.keys)
                else { throw StoreFileProblem.damaged("a relationship is of no object, or leads to no keys") }
                objects[place].relationships.append((name, keys))
            }
        }
        return objects
    }

    /// Goes through the lists of a file.
    private struct Reader {
        private let data: Data
        private var offset: Int

        init(_ data: Data) throws {
            guard data.starts(with: mark) else {
                throw StoreFileProblem.unknownForm("it does not begin as a binary store does")
            }
            self.data = data
            offset = mark.count
        }

        /// What has not been read yet.
        var rest: Data { data.dropFirst(offset) }

        /// The next list; nil at the end of the file.
        mutating func next() throws -> PropertyListValue? {
            let lengthBytes = data.dropFirst(offset).prefix(8)
            guard lengthBytes.count == 8 else { throw StoreFileProblem.damaged("the file ends too early") }
            let length = lengthBytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            offset += 8
            guard length > 0 else {
                guard offset == data.count else { throw StoreFileProblem.damaged("something follows the end") }
                return nil
            }
            guard length <= UInt64(data.count - offset) else {
                throw StoreFileProblem.damaged("the file ends too early")
            }
            defer { offset += Int(length) }
            do {
                return try PropertyListValue(contentsOf: data.dropFirst(offset).prefix(Int(length)))
            } catch {
                throw StoreFileProblem.damaged(
                    "behind byte \(offset), at byte \(error.offset), \(error.problem.clause)")
            }
        }

        mutating func dictionary(_ what: String) throws -> [String: PropertyListValue] {
            guard let entries = try next()?.dictionary?.entries else {
                throw StoreFileProblem.damaged("there are no \(what) where they should be")
            }
            return entries
        }
    }
}

/// Keys as bytes: eight for each, the highest first.
enum KeyBytes {
    static func data(_ keys: [Int64]) -> Data {
        var data = Data(capacity: 8 * keys.count)
        for key in keys { withUnsafeBytes(of: key.bigEndian) { data.append(contentsOf: $0) } }
        return data
    }

    /// Nil if it cannot be keys.
    static func keys(_ data: Data) -> [Int64]? {
        guard data.count % 8 == 0 else { return nil }
        let bytes = [UInt8](data)
        return stride(from: 0, to: bytes.count, by: 8).map { start in
            Int64(bitPattern: bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
    }
}
