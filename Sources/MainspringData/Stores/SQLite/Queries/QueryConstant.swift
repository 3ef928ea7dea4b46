internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// A constant of a program as it is bound.
struct QueryConstant {
    let value: SQLiteValue
    let kind: QueryValue.Kind

    /// Nil for what no column has a value like.
    /// - Parameter kind: that of the column or the value with which it is compared.
    init?(_ constant: Any?, like kind: QueryValue.Kind?) {
        if case .transformed(let attribute) = kind, let constant = plain(constant) {
            guard let data = TransformedValue.data(of: constant, attribute) else { return nil }
            self.init(.blob(data), .transformed(attribute))
            return
        }
        switch (PlainValue(constant), kind) {
        case (.none, _): self.init(.null, kind ?? .integer)
        case (.integer(let number), nil): self.init(.integer(number), .integer)
        case (.integer(let number), .some(let kind)) where kind.isNumber: self.init(.integer(number), kind)
        case (.unsigned(let number), _) where kind?.isNumber ?? true: self.init(.real(Double(number)), .real)
        case (.floating(let number), _) where kind?.isNumber ?? true: self.init(.real(number), .real)
        case (.decimal(let number), _) where kind?.isNumber ?? true: self.init(Self.stored(number), .decimal)
        // A moment may be given as seconds, and a number as it is written, as with Apple.
        case (let number, .date):
            if case .date(let date) = number {
                self.init(.real(date.timeIntervalSinceReferenceDate), .date)
            } else if let seconds = number.double {
                self.init(.real(seconds), .date)
            } else {
                return nil
            }
        case (.text(let text), .some(let kind)) where kind.isNumber:
            guard let number = Self.number(text) else { return nil }
            self.init(number, kind)
        case (.date(let date), nil): self.init(.real(date.timeIntervalSinceReferenceDate), .date)
        case (.text(let text), .uuid):
            guard let uuid = UUID(uuidString: text) else { return nil }
            self.init(Self.bytes(uuid), .uuid)
        case (.text(let text), _) where kind?.isText ?? true: self.init(.text(text), kind ?? .text)
        case (.other(let value), _): self.init(other: value)
        default: return nil
        }
    }

    private init(_ value: SQLiteValue, _ kind: QueryValue.Kind) { (self.value, self.kind) = (value, kind) }

    private init?(other value: Any) {
        if let uuid = value as? UUID ?? (value as? NSUUID).flatMap({ UUID(uuidString: $0.uuidString) }) {
            self.init(Self.bytes(uuid), .uuid)
        } else if let url = value as? URL ?? (value as? NSURL)?.absoluteURL {
            self.init(.text(url.absoluteString), .uri)
        } else if let data = value as? Data ?? (value as? NSData).map({ Data(referencing: $0) }) {
            self.init(.blob(data), .data)
        } else {
            return nil
        }
    }

    /// The sixteen bytes of a UUID.
    static func bytes(_ uuid: UUID) -> SQLiteValue { .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) }) }

    /// A decimal number as SQLite has it, and so Apple's stores: a whole one exactly, any other in double precision.
    static func stored(_ number: Decimal) -> SQLiteValue {
        if let whole = Int64(number.description) { return .integer(whole) }
        return .real(PlainValue.decimal(number).double ?? .nan)
    }

    private static func number(_ text: String) -> SQLiteValue? {
        Int64(text).map { .integer($0) } ?? Double(text).map { .real($0) }
    }
}

/// Values that a transformer makes data of.
enum TransformedValue {
    /// The data; nil if there is no such transformer, or it makes none of the value.
    static func data(of value: Any, _ attribute: NSAttributeDescription) -> Data? {
        AttributeCoding.transformer(of: attribute)?.reverseTransformedValue(value) as? Data
    }
}
