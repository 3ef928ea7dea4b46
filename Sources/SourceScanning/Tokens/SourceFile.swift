/// A file of Swift source, cut into tokens.
///
/// Comments are left out, also nested ones. What stands in a string is one token; the code of its interpolations is
/// reachable by ``interpolations``. The scanner takes everything and traps on nothing: what is no Swift gives tokens
/// that mean nothing.
public struct SourceFile: Sendable {
    /// The path by which messages name it.
    public let path: String
    /// Its text.
    public let bytes: [UInt8]
    /// Its tokens, in order.
    public let tokens: [SourceToken]
    /// Where code stands in strings.
    public let interpolations: [Interpolation]

    /// Code in a string.
    public struct Interpolation: Equatable, Sendable {
        /// Where it stands, in bytes, without the parentheses.
        public let range: Range<Int>
        /// The line on which it begins, from 1.
        public let line: Int
    }

    /// Cuts a text.
    ///
    /// - Parameters:
    ///   - path: The path by which messages name it.
    ///   - text: Its text.
    public init(path: String, text: String) {
        self.init(path: path, bytes: Array(text.utf8))
    }

    /// Cuts a text, given as UTF-8.
    public init(path: String, bytes: [UInt8]) {
        self.init(path: path, bytes: bytes, range: 0..<bytes.count, firstLine: 1)
    }

    private init(path: String, bytes: [UInt8], range: Range<Int>, firstLine: Int) {
        var lexer = SourceLexer(bytes: bytes, range: range, line: firstLine)
        lexer.run()
        self.path = path
        self.bytes = bytes
        tokens = lexer.tokens
        interpolations = lexer.interpolations
    }

    /// The text of a token; of a name in backticks what is between them.
    public func text(_ token: SourceToken) -> String {
        let inset = token.isEscaped ? 1 : 0
        return text(token.start + inset..<token.end - inset)
    }

    /// The text between two places.
    public func text(_ range: Range<Int>) -> String {
        // The file's own text, wherever it is no UTF-8 with the replacement character.
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Whether a token is a sign or a word of that text.
    public func token(_ index: Int, is expected: StaticString) -> Bool {
        guard index >= 0, index < tokens.count else { return false }
        let token = tokens[index]
        let length = token.end - token.start
        guard token.kind != .string, !token.isEscaped, length == expected.utf8CodeUnitCount else { return false }
        return expected.withUTF8Buffer { wanted in
            for offset in 0..<length where bytes[token.start + offset] != wanted[offset] { return false }
            return true
        }
    }

    /// The code of an interpolation, as a file of its own over the same text.
    public func interpolation(_ interpolation: Interpolation) -> SourceFile {
        SourceFile(path: path, bytes: bytes, range: interpolation.range, firstLine: interpolation.line)
    }
}
