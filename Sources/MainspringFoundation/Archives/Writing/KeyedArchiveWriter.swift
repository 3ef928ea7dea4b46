internal import Diagnostics
package import Foundation

/// Writes archives as `NSKeyedArchiver` does, of objects that are given by a class's name and fields: so archives of
/// classes that the program does not have.
///
/// References may form cycles: a number can be reserved before its object is known. Equal contents give equal bytes. Of
/// Foundation's classes more can be written than its own archiver does on Linux, which ends the process on decimal
/// numbers and on index paths of several indexes.
package struct KeyedArchiveWriter {
    /// What is archived, by number; nil where one is only reserved.
    private var objects: [PropertyListValue?] = [.string(KeyedArchive.null)]
    private var top: [String: PropertyListValue] = [:]
    private var classes: [ArchivedClass: Reference] = [:]
    /// Values that need no class, by their bytes.
    private var plain: [[UInt8]: Reference] = [:]

    /// What a field holds for an object of the archive.
    package struct Reference: Hashable, Sendable {
        let uid: UInt32

        /// Nil.
        package static let null = Reference(uid: 0)

        /// What stands in a field for it.
        package var value: PropertyListValue { .uid(uid) }
    }

    /// Makes an empty archive.
    package init() {}

    /// Takes a number for an object that is defined later.
    package mutating func reserve() -> Reference {
        objects.append(nil)
        return Reference(uid: UInt32(objects.count - 1))
    }

    /// Gives a reserved number its object.
    package mutating func define(_ reference: Reference, _ class: ArchivedClass, _ fields: [String: PropertyListValue])
    {
        let number = Int(reference.uid)
        guard objects.indices.contains(number), objects[number] == nil else {
            programmerError(
                "Object \(number) of the archive is no reserved one. Reserve it in the same writer, and define it once."
            )
        }
        var entries = [ArchivedClass.reference: add(`class`).value]
        for (key, value) in fields { entries[ArchivedObject.written(key)] = value }
        objects[number] = .dictionary(PropertyListDictionary(entries))
    }

    /// Adds an object.
    package mutating func add(_ class: ArchivedClass, _ fields: [String: PropertyListValue]) -> Reference {
        let reference = reserve()
        define(reference, `class`, fields)
        return reference
    }

    /// Adds what needs no class: a text, a number, a truth value or data. Equal ones are added once.
    package mutating func add(_ value: PropertyListValue) -> Reference {
        var bytes = PropertyListBytes()
        guard bytes.write(plain: value) else {
            programmerError("An archive has no object for \(value.kind). Add a list with addList(_:_:).")
        }
        if let known = plain[bytes.bytes] { return known }
        objects.append(value)
        let reference = Reference(uid: UInt32(objects.count - 1))
        plain[bytes.bytes] = reference
        return reference
    }

    private mutating func add(_ class: ArchivedClass) -> Reference {
        if let known = classes[`class`] { return known }
        objects.append(`class`.value)
        let reference = Reference(uid: UInt32(objects.count - 1))
        classes[`class`] = reference
        return reference
    }

    /// Says what the archive is of.
    package mutating func setTop(_ reference: Reference, forKey key: String = KeyedArchive.rootKey) {
        top[key] = reference.value
    }

    /// The archive as a property list.
    package var list: PropertyListValue {
        let defined = objects.enumerated().map { number, object in
            guard let object else {
                programmerError(
                    "Object \(number) of the archive was reserved and not defined. Define it before writing.")
            }
            return object
        }
        return .dictionary([
            "$archiver": .string(KeyedArchive.archiver), "$version": .integer(KeyedArchive.version),
            "$top": .dictionary(PropertyListDictionary(top)), "$objects": .array(defined),
        ])
    }

    /// The archive as a binary property list.
    /// - Throws: ``PropertyListError`` if lists in fields are too deep in each other.
    package func data() throws(PropertyListError) -> Data { try list.binaryData() }
}
