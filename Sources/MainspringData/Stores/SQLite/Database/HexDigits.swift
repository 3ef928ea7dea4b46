/// Bytes as digits to the base of sixteen, two for each, in capital letters, as SQLite reads and writes them.
enum HexDigits {
    private static let digits = Array("0123456789ABCDEF".utf8)

    static func of(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
