internal import FileAccess
internal import Foundation
internal import MainspringFoundation

/// What makes a value one with another where results are grouped, or come out once: numbers by their values, texts by
/// their characters as they are written, as in a store.
enum GroupValue: Hashable {
    case nothing
    case text(WrittenText)
    case other(DistinctValue)
    /// A value that is not hashable is like no other.
    case unlike(UUID)

    init(_ value: Any?) {
        switch value {
        case nil: self = .nothing
        case let text as String: self = .text(WrittenText(text: text))
        case let value?: self = DistinctValue(value).map { .other($0) } ?? .unlike(UUID.random())
        }
    }
}

/// A text that equals another only if it is of the same bytes.
struct WrittenText: Hashable {
    let text: String

    static func == (left: WrittenText, right: WrittenText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
