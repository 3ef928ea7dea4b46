internal import Foundation

/// What a value is to a comparison.
enum Scalar {
    case none
    case number(Number)
    case text(String)
    case date(Date)
    /// Anything else, which may be a collection.
    case other(Any)

    /// A value of any type; `NSNull` is none, a value with a raw value that raw value.
    init(_ value: Any?) {
        guard let value else {
            self = .none
            return
        }
        let type = type(of: value)
        if type == String.self, let text = value as? String {
            self = .text(text)
        } else if let number = Number(value) {
            self = .number(number)
        } else if type == Date.self, let date = value as? Date {
            self = .date(date)
        } else {
            self = Self.unusual(value)
        }
    }

    private static func unusual(_ value: Any) -> Scalar {
        guard let inner = flattened(value), !isNull(inner) else { return .none }
        guard type(of: inner) == type(of: value) else { return Scalar(inner) }
        if type(of: value) == AnyHashable.self, let hashable = value as? AnyHashable { return Scalar(hashable.base) }
        switch value {
        case let text as String: return .text(text)
        case let text as Substring: return .text(String(text))
        case let character as Character: return .text(String(character))
        case let date as Date: return .date(date)
        case let value as any RawRepresentable: return Scalar(rawValue(of: value))
        default: return .other(value)
        }
    }

    private static func rawValue(of value: some RawRepresentable) -> Any { value.rawValue }

    /// Hashes what makes two values equal.
    func hash(into hasher: inout Hasher) {
        switch self {
        case .none: hasher.combine(0)
        case .number(let number): hasher.combine(number.double)
        case .text(let text): hasher.combine(text)
        case .date(let date): hasher.combine(date)
        case .other(let value):
            guard !(value is any KeyValueCollection), !(value is any KeyValueDictionary) else { return }
            hasher.combine(DistinctValue(value))
        }
    }
}
