/// Cuts Swift source into tokens.
struct SourceLexer {
    let bytes: [UInt8]
    let end: Int
    var position: Int
    var line: Int
    var tokens: [SourceToken] = []
    var interpolations: [SourceFile.Interpolation] = []
    /// How many interpolations it stands in.
    let nesting: Int
    /// Whether no token has been on the line yet.
    private var lineIsEmpty = true

    /// How many interpolations within interpolations are followed: more would be no code but an attack on the stack.
    static let deepestNesting = 64

    init(bytes: [UInt8], range: Range<Int>, line: Int, nesting: Int = 0) {
        self.bytes = bytes
        self.nesting = nesting
        position = range.lowerBound
        end = range.upperBound
        self.line = line
    }

    /// The byte at a place; 0 beyond the end.
    func byte(_ index: Int) -> UInt8 { index < end ? bytes[index] : 0 }

    mutating func run() {
        while position < end {
            let byte = bytes[position]
            switch byte {
            case Sign.newline:
                line += 1
                lineIsEmpty = true
                position += 1
            case Sign.space, Sign.tab, Sign.carriageReturn:
                position += 1
            case Sign.slash where self.byte(position + 1) == Sign.slash:
                skipLine()
            case Sign.slash where self.byte(position + 1) == Sign.star:
                skipComment()
            case Sign.slash where beginsRegex():
                readRegex(hashes: 0)
            case Sign.quote:
                readString(hashes: 0)
            case Sign.hash:
                readHash()
            case Sign.backtick:
                readEscapedName()
            default:
                if Sign.beginsName(byte) {
                    readWhile(.word, Sign.continuesName)
                } else if Sign.isDigit(byte) {
                    readNumber()
                } else {
                    add(.sign, from: position, to: position + 1)
                }
            }
        }
    }

    mutating func add(_ kind: SourceToken.Kind, from start: Int, to end: Int, line: Int? = nil, escaped: Bool = false) {
        tokens.append(
            SourceToken(
                kind: kind, start: start, end: end, line: line ?? self.line, beginsLine: lineIsEmpty, isEscaped: escaped
            ))
        lineIsEmpty = false
        position = end
    }

    private mutating func readWhile(_ kind: SourceToken.Kind, _ belongs: (UInt8) -> Bool) {
        var index = position + 1
        while index < end, belongs(bytes[index]) { index += 1 }
        add(kind, from: position, to: index)
    }

    private mutating func readNumber() {
        var index = position + 1
        while index < end {
            let next = bytes[index]
            // `1.5` goes on after its point, `tuple.0.name` and `1...5` do not.
            let isFraction = next == Sign.point && Sign.isDigit(byte(index + 1))
            guard Sign.continuesName(next) || isFraction else { break }
            index += 1
        }
        add(.number, from: position, to: index)
    }

    private mutating func readEscapedName() {
        var index = position + 1
        while index < end, bytes[index] != Sign.backtick, bytes[index] != Sign.newline { index += 1 }
        guard byte(index) == Sign.backtick, index > position + 1 else {
            return add(.sign, from: position, to: position + 1)
        }
        add(.word, from: position, to: index + 1, escaped: true)
    }

    private mutating func readHash() {
        var hashes = 1
        while byte(position + hashes) == Sign.hash { hashes += 1 }
        switch byte(position + hashes) {
        case Sign.quote:
            readString(hashes: hashes)
        case Sign.slash:
            readRegex(hashes: hashes)
        case let next where hashes == 1 && Sign.beginsName(next):
            readWhile(.directive, Sign.continuesName)
        default:
            add(.sign, from: position, to: position + 1)
        }
    }

    private mutating func skipLine() {
        while position < end, bytes[position] != Sign.newline { position += 1 }
    }

    private mutating func skipComment() {
        var depth = 0
        while position < end {
            if bytes[position] == Sign.slash, byte(position + 1) == Sign.star {
                depth += 1
                position += 2
            } else if bytes[position] == Sign.star, byte(position + 1) == Sign.slash {
                depth -= 1
                position += 2
                if depth == 0 { return }
            } else {
                if bytes[position] == Sign.newline { line += 1 }
                position += 1
            }
        }
    }
}
