/// What a fuzzer feeds with bytes, and the tests with the files that a fuzzer has found.
public enum FuzzEntry: String, CaseIterable, Sendable {
    /// A format, and after the byte 0xFF an argument for each byte: read, printed, archived, evaluated.
    case predicates = "Predicates"
    /// A property list, which may be a keyed archive: read, written, decoded.
    case propertyLists = "PropertyLists"
    /// A model's XML, or an archive of one: read, checked, written, read again.
    case models = "Models"
    /// A file of SQLite: opened as a store, read, changed, saved.
    case stores = "Stores"

    /// Does with the bytes what a program might; whatever they are, nothing that is promised may break.
    ///
    /// - Throws: ``BrokenRule``, which is a bug in what was fed. Input that cannot be read is none.
    public func run(_ bytes: [UInt8]) throws(BrokenRule) {
        switch self {
        case .predicates: try PredicateEntry.run(bytes)
        case .propertyLists: try PropertyListEntry.run(bytes)
        case .models: try ModelEntry.run(bytes)
        case .stores: try StoreEntry.run(bytes)
        }
    }
}
