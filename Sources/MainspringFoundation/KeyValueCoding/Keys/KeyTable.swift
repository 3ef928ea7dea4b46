/// The keys of a class: by name, what reads a property and what sets it.
///
/// Ours. Immutable; made once for each class that declares keys, as its ``KeyValueCoding/keyTable``, and once for each
/// class that is used, as ``of(_:)``, which has the keys of the superclasses and the registered ones too.
public final class KeyTable: Sendable {
    /// The class that the table is for.
    let owner: AnyClass
    private let entries: [String: Entry]

    /// No keys, of no class.
    static let empty = KeyTable(owner: KeyTable.self, entries: [:])

    /// Makes the table of the keys that a class declares itself.
    /// - Parameters:
    ///   - owner: the class.
    ///   - declare: adds the keys, of any number.
    public convenience init<Object: AnyObject>(
        _ owner: Object.Type, declare: (inout Declaration<Object>) -> Void
    ) {
        var declaration = Declaration<Object>()
        declare(&declaration)
        self.init(owner: owner, entries: declaration.entries)
    }

    init(owner: AnyClass, entries: [String: Entry]) {
        self.owner = owner
        self.entries = entries
    }

    /// The entry for a key; `nil` if the class does not have it. One look-up in a hash table, which does not allocate.
    public subscript(key: String) -> Entry? { entries[key] }

    /// The entries of the table, in no particular order.
    var allEntries: [Entry] { Array(entries.values) }

    /// The names of all keys, sorted.
    public var keys: [String] { entries.keys.sorted() }

    /// The table of a class that has another table's keys too; of two entries with one name the other's counts.
    func adding(_ other: KeyTable, owner: AnyClass) -> KeyTable {
        KeyTable(owner: owner, entries: entries.merging(other.entries) { $1 })
    }
}
