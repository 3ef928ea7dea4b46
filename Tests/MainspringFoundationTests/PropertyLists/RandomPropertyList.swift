import Foundation
import MainspringFoundation
import SeededRandom

/// Trees of values by chance, all kinds and odd ones among them.
struct RandomPropertyList {
    var random: SeededGenerator
    /// Whether there may be what only binary lists have.
    var hasReferences = true

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func value(depth: Int = 4) -> PropertyListValue {
        switch Int.random(in: 0..<(depth > 0 ? 12 : 8), using: &random) {
        case 0: .string(text())
        case 1: .integer(integer())
        case 2: .largeInteger(UInt64.random(in: (1 << 63)...UInt64.max, using: &random))
        case 3: .real(Double.random(in: -1e9...1e9, using: &random))
        case 4: .boolean(Bool.random(using: &random))
        case 5:
            .date(
                Date(
                    timeIntervalSinceReferenceDate: Double(
                        Int.random(in: -4_000_000_000...4_000_000_000, using: &random))))
        case 6:
            .data(
                Data(
                    (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
            )
        case 7: hasReferences ? .uid(UInt32.random(in: 0...UInt32.max, using: &random)) : .string(text())
        case 8, 9: .array((0..<Int.random(in: 0...10, using: &random)).map { _ in value(depth: depth - 1) })
        default: dictionary(depth: depth)
        }
    }

    mutating func dictionary(depth: Int = 4) -> PropertyListValue {
        var entries: [String: PropertyListValue] = [:]
        for _ in 0..<Int.random(in: 0...10, using: &random) { entries[text()] = value(depth: depth - 1) }
        return .dictionary(PropertyListDictionary(entries))
    }

    private mutating func integer() -> Int64 {
        let bits = Int64.random(in: 0...63, using: &random)
        return Int64(truncatingIfNeeded: UInt64.random(in: 0...UInt64.max, using: &random)) >> bits
    }

    private mutating func text() -> String {
        let letters: [Character] = ["a", "B", " ", "é", "ß", "日", "😀", "<", "&", "]", "$", "\"", "0"]
        return String(
            (0..<Int.random(in: 0...20, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
    }
}
