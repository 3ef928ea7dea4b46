/// The bytes that mean something to the lexer.
enum Sign {
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let slash = UInt8(ascii: "/")
    static let star = UInt8(ascii: "*")
    static let quote = UInt8(ascii: "\"")
    static let hash = UInt8(ascii: "#")
    static let backtick = UInt8(ascii: "`")
    static let backslash = UInt8(ascii: "\\")
    static let point = UInt8(ascii: ".")
    static let equals = UInt8(ascii: "=")
    static let openParenthesis = UInt8(ascii: "(")
    static let closeParenthesis = UInt8(ascii: ")")

    /// Signs after which a value begins, so that a slash is no division.
    static let beforeValues = Array("(,=:[{!&|;?+-*<>~^%".utf8)
    /// Words after which a value begins.
    static let wordsBeforeValues = ["return", "case", "in", "if", "while", "where", "try", "await", "else", "switch"]

    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Whether a name may begin so; every character beyond ASCII counts as one of a name.
    static func beginsName(_ byte: UInt8) -> Bool {
        (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
            || (byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")) || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "$") || byte >= 0x80
    }

    static func continuesName(_ byte: UInt8) -> Bool { beginsName(byte) || isDigit(byte) }
}
