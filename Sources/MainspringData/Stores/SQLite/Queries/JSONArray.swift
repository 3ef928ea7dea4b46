internal import Foundation

/// Many values as one, which SQLite takes apart itself.
struct JSONArray {
    let value: SQLiteValue
    /// Whether the values are written as the digits of their bytes.
    let isEncoded: Bool

    init(_ keys: [Int64]) { self.init(keys.map { String($0) }, isEncoded: false) }

    private init(_ elements: [String], isEncoded: Bool) {
        value = .text("[\(elements.joined(separator: ","))]")
        self.isEncoded = isEncoded
    }

    /// Nil for what cannot be written exactly.
    init?(_ values: [SQLiteValue]) {
        var integers: [Int64] = []
        var encoded: [String] = []
        for value in values {
            switch value {
            case .integer(let number): integers.append(number)
            // A whole number equals its integer.
            case .real(let number):
                guard let integer = Int64(exactly: number) else { return nil }
                integers.append(integer)
            case .text(let text): encoded.append(Self.digits(text.utf8))
            case .blob(let data): encoded.append(Self.digits(data))
            case .null: break
            }
        }
        guard !encoded.isEmpty else {
            self.init(integers)
            return
        }
        guard integers.isEmpty else { return nil }
        self.init(encoded.map { "\"\($0)\"" }, isEncoded: true)
    }

    private static func digits(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
