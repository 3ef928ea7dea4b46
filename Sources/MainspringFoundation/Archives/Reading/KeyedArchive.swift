package import Foundation

/// What an `NSKeyedArchiver` has written: objects with a class name and fields, which refer to each other.
///
/// Reading one creates no object of any class and looks up no class; names of classes are texts. Foundation's own
/// unarchiver ends the process on archives whose references form a cycle or lead nowhere.
///
/// Does not change, so any thread may use it. Takes memory in proportion to the archive, see
/// ``PropertyListValue/init(contentsOf:)``.
package final class KeyedArchive: Sendable {
    /// What is archived, by number; the first stands for nil.
    let objects: [PropertyListValue]
    /// What the archive is of, by name.
    private let top: PropertyListDictionary
    /// The size of what was read.
    let byteCount: Int

    /// Under which name an archiver puts a single root object.
    package static let rootKey = "root"

    /// Reads an archive, binary or XML.
    /// - Throws: ``ArchiveError``.
    package convenience init(_ data: Data) throws(ArchiveError) {
        let list: PropertyListValue
        do {
            list = try PropertyListValue(contentsOf: data)
        } catch {
            throw ArchiveError(object: nil, problem: .noPropertyList(error))
        }
        try self.init(list, byteCount: data.count)
    }

    /// Takes a property list for an archive. Whether its objects are well formed is seen when they are asked for.
    ///
    /// - Parameter byteCount: The size of what the list was read from; it bounds what decoding may take.
    /// - Throws: ``ArchiveError``.
    package init(_ list: PropertyListValue, byteCount: Int = 0) throws(ArchiveError) {
        func wrong(_ clause: String) -> ArchiveError { ArchiveError(object: nil, problem: .noArchive(clause)) }
        guard let entries = list.dictionary else { throw wrong("is \(list.kind) and not a dictionary") }
        guard entries["$archiver"]?.string == Self.archiver else { throw wrong("was not written by NSKeyedArchiver") }
        guard entries["$version"]?.integer == Self.version else { throw wrong("is of a version that is not known") }
        guard let top = entries["$top"]?.dictionary else { throw wrong("does not say what it is of") }
        guard let objects = entries["$objects"]?.array else { throw wrong("has no objects") }
        guard objects.first?.string == Self.null else { throw wrong("has no object for nil") }
        self.top = top
        self.objects = objects
        self.byteCount = byteCount
    }

    static let archiver = "NSKeyedArchiver"
    static let version: Int64 = 100_000
    static let null = "$null"
}

extension KeyedArchive {
    /// The names under which something is archived.
    package var topKeys: [String] { top.keys.sorted() }

    /// What is archived under a name; null if nothing is.
    /// - Throws: ``ArchiveError`` if it refers to what there is not, or has no class.
    package func top(_ key: String = rootKey) throws(ArchiveError) -> ArchivedValue {
        guard let value = top[key] else { return .null }
        return try resolve(value, of: nil)
    }

    /// What a field means: a value as it stands, or the object that it refers to.
    func resolve(_ value: PropertyListValue, of owner: Int?) throws(ArchiveError) -> ArchivedValue {
        guard case .uid(let uid) = value else { return try plain(value, of: owner) }
        guard let number = Int(exactly: uid), number < objects.count else {
            throw ArchiveError(object: owner, problem: .missingObject(uid, count: objects.count))
        }
        if number == 0 { return .null }
        switch objects[number] {
        case .dictionary: break
        // An archiver has lists in fields only; as objects they could refer to each other without an end.
        case .array: throw ArchiveError(object: number, problem: .badContent("is a list, which only a field may hold"))
        default: return try plain(objects[number], of: number)
        }
        guard let object = ArchivedObject(archive: self, number: number) else {
            throw ArchiveError(object: number, problem: .badClass)
        }
        return .object(object)
    }

    /// What stands for the class of an object with some fields, if it is a class. Not kept: an archive may have as many
    /// classes as bytes.
    func classEntries(_ fields: PropertyListDictionary) -> PropertyListDictionary? {
        guard let uid = fields[ArchivedClass.reference]?.uid else { return nil }
        guard let index = Int(exactly: uid), index < objects.count, let entries = objects[index].dictionary,
            ArchivedClass.name(entries) != nil
        else { return nil }
        return entries
    }

    /// What is no reference.
    private func plain(_ value: PropertyListValue, of owner: Int?) throws(ArchiveError) -> ArchivedValue {
        switch value {
        case .array(let elements):
            var list: [ArchivedValue] = []
            list.reserveCapacity(elements.count)
            for element in elements { list.append(try resolve(element, of: owner)) }
            return .list(list)
        case .dictionary, .uid:
            throw ArchiveError(object: owner, problem: .badContent("holds \(value.kind) where a value must be"))
        default: return .value(value)
        }
    }
}
