/// An object of an archive: its class's name, and fields by name.
///
/// A field is read when it is asked for, so an archive in which one object is broken can be read up to there, and
/// cycles are nothing special.
package struct ArchivedObject: Sendable {
    let archive: KeyedArchive
    /// Its number in the archive: objects of one archive with the same number are the same.
    package let number: Int
    /// The name of its class.
    package let className: String
    private let fields: PropertyListDictionary

    /// - Returns: nil if the object of that number has no fields, or no class that is described.
    init?(archive: KeyedArchive, number: Int) {
        guard let fields = archive.objects[number].dictionary,
            let className = archive.classEntries(fields).flatMap(ArchivedClass.name)
        else { return nil }
        self.archive = archive
        self.number = number
        self.className = className
        self.fields = fields
    }

    /// Its class as the archive describes it.
    package var `class`: ArchivedClass {
        archive.classEntries(fields).flatMap(ArchivedClass.init) ?? ArchivedClass(className)
    }

    /// The list of its keys: the same one for objects of an archive that have the same keys in the same order, mostly.
    package var keyList: PropertyListDictionary.Keys { fields.keyList }

    /// Whether its class is, or is below, the one of a name.
    package func isKind(of className: String) -> Bool { `class`.names.contains(className) }

    /// The names of its fields, sorted; the archiver's own, as that for the class, are none.
    package var keys: [String] { fields.keys.compactMap(Self.named).sorted() }

    /// The names of its fields but for known ones, sorted.
    package func keys(besides known: Set<String>) -> [String] {
        fields.keys.filter { $0 != ArchivedClass.reference && !known.contains($0) }.compactMap(Self.named).sorted()
    }

    /// Whether it has a field.
    package func contains(_ key: String) -> Bool { field(key) != nil }

    /// What a field holds as the archive has it, references as numbers.
    package func field(_ key: String) -> PropertyListValue? { fields[Self.written(key)] }

    /// How the name of a field is written: those that begin with a dollar sign are the archiver's own, so others get
    /// one more.
    static func written(_ key: String) -> String { key.utf8.first == dollar ? "$" + key : key }

    /// The name of a field that is written so; nil if it is the archiver's own.
    private static func named(_ written: String) -> String? {
        guard written.utf8.first == dollar else { return written }
        return written.utf8.dropFirst().first == dollar ? String(written.unicodeScalars.dropFirst()) : nil
    }

    /// As a byte: what follows may be a mark that makes another character of it.
    private static let dollar = UInt8(ascii: "$")

    /// What a field holds; null if there is none.
    /// - Throws: ``ArchiveError`` if it refers to what there is not, or to an object without a class.
    package func value(_ key: String) throws(ArchiveError) -> ArchivedValue {
        guard let field = field(key) else { return .null }
        return try archive.resolve(field, of: number)
    }

    func error(_ problem: ArchiveError.Problem) -> ArchiveError { ArchiveError(object: number, problem: problem) }
}

extension ArchivedObject: Hashable {
    package static func == (left: ArchivedObject, right: ArchivedObject) -> Bool {
        left.archive === right.archive && left.number == right.number
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
