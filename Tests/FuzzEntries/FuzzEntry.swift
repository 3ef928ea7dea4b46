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
    /// A PNG, JPEG or WebP file: read, written without loss, read again.
    case images = "Images"
    /// Eight bytes that say how, and a text: laid out, asked for its places, drawn.
    case texts = "Texts"

    /// Does with the bytes what a program might; whatever they are, nothing that is promised may break.
    ///
    /// - Parameter note: Takes a number for what has come out of libraries that the fuzzer cannot look into: a new number is a new way
    ///   through them.
    /// - Throws: ``BrokenRule``, which is a bug in what was fed. Input that cannot be read is none.
    public func run(_ bytes: [UInt8], note: (Int) -> Void = { _ in }) throws(BrokenRule) {
        switch self {
        case .predicates: try PredicateEntry.run(bytes)
        case .propertyLists: try PropertyListEntry.run(bytes)
        case .models: try ModelEntry.run(bytes)
        case .stores: try StoreEntry.run(bytes)
        case .images: try ImageEntry.run(bytes, note)
        case .texts: try TextEntry.run(bytes)
        }
    }
}
