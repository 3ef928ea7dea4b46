internal import Foundation

/// A value by which an object is sorted, in its own type where that is known: texts and numbers are most of them.
enum SortValue {
    case nothing
    case text(String)
    case integer(Int64)
    case real(Double)
    case any(Any)

    /// A value of any type.
    init(_ value: Any?) {
        guard let value else {
            self = .nothing
            return
        }
        // By its type: a cast would make a string of an object of Foundation's.
        self = type(of: value) == String.self ? (value as? String).map(Self.text) ?? .any(value) : .any(value)
    }

    /// The value without its type.
    var value: Any? {
        switch self {
        case .nothing: nil
        case .text(let text): text
        case .integer(let number): number
        case .real(let number): number
        case .any(let value): value
        }
    }
}

extension NSManagedObject {
    /// The value at a place as something is sorted by it. Nobody is told that it was read.
    func sortValue(at place: SlotPlace) -> SortValue {
        if !state.isReadable { prepareToRead() }
        return switch place.kind {
        case .string: String.read(memory, place).map(SortValue.text) ?? .nothing
        case .integer16: Int16.read(memory, place).map { .integer(Int64($0)) } ?? .nothing
        case .integer32: Int32.read(memory, place).map { .integer(Int64($0)) } ?? .nothing
        case .integer64: Int64.read(memory, place).map(SortValue.integer) ?? .nothing
        case .boolean: Bool.read(memory, place).map { .integer($0 ? 1 : 0) } ?? .nothing
        case .float: Float.read(memory, place).map { .real(Double($0)) } ?? .nothing
        case .double: Double.read(memory, place).map(SortValue.real) ?? .nothing
        case .date: Date.read(memory, place).map { .real($0.timeIntervalSinceReferenceDate) } ?? .nothing
        case .data, .uuid, .object, .toOne, .toMany, .ordered, .fetched, .missing: SortValue(loose(place))
        }
    }
}
