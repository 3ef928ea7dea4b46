import SeededRandom

/// Texts that look like formats, more or less.
struct SeededBytes {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private static let pieces = [
        "a", "b.c", "$x", "(", ")", "{", "}", "[", "]", ",", ".", "+", "-", "*", "**", "/", "==", "!=", "<", "AND",
        "OR",
        "NOT", "ANY", "ALL", "IN", "LIKE", "'x'", "\"", "'", "\\", "%@", "%K", "%d", "%", "1", "1.5", "0x", "SELF",
        "nil",
        "SUBQUERY(", "CAST(", "FUNCTION(", "TERNARY(", "sum(", "@count", "@sum", "#", "#in", ":=", "~", "!", "BETWEEN",
        "FIRST", "UNION", "\u{0}", "\u{FFFD}", "ü", "🇨🇭", "\n", "[cd]", "max:", ":", "&", "&&", "|",
    ]

    mutating func format() -> String {
        if Int.random(in: 0..<4, using: &random) == 0 {
            let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        return (0..<Int.random(in: 1..<25, using: &random)).map { _ in
            (Self.pieces.randomElement(using: &random) ?? "") + (Bool.random(using: &random) ? " " : "")
        }.joined()
    }
}
