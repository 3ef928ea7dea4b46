/// What a field of an archived object holds, or an element of a collection.
package enum ArchivedValue: Sendable {
    /// Nil was archived, or nothing.
    case null
    /// What needs no class: a text, a number, a truth value, a date or data.
    case value(PropertyListValue)
    case object(ArchivedObject)
    case list([ArchivedValue])
}

extension ArchivedValue {
    /// What it is, in a sentence.
    var kind: String {
        switch self {
        case .null: "nil"
        case .value(let value): value.kind
        case .object(let object): "an object of class \(object.className)"
        case .list: "a list"
        }
    }

    /// The object, if it is one.
    package var object: ArchivedObject? { if case .object(let object) = self { object } else { nil } }

    /// Whether it stands for nil.
    package var isNull: Bool { if case .null = self { true } else { false } }
}
