internal import Foundation

/// A letter of the Latin script with its marks, as texts are compared: by the letter, then by what stands on it.
struct LatinLetter {
    /// In UTF-16.
    let base: UInt16
    /// Those that follow when the letter is taken apart; 0 where there is none. They come behind all letters.
    let marks: (UInt16, UInt16)
}

extension LatinLetter {
    /// Reads one from a text.
    /// - Parameter index: of the first byte; where the next character is, after it.
    /// - Returns: nil if a character of another script stands there, or a mark by itself.
    @inline(__always)
    static func next(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> LatinLetter? {
        let first = text[index]
        if first < 0x80 {
            index += 1
            return LatinLetter(base: UInt16(first), marks: (0, 0))
        }
        // A text's bytes are always well-formed.
        if first < 0xE0 {
            let scalar = Int(first & 0x1F) << 6 | Int(text[index + 1] & 0x3F)
            index += 2
            return scalar < firstMark ? basic[scalar] : nil
        }
        guard first == 0xE1 else { return nil }
        let scalar = Int(first & 0xF) << 12 | Int(text[index + 1] & 0x3F) << 6 | Int(text[index + 2] & 0x3F)
        index += 3
        return additional.contains(scalar) ? extended[scalar - additional.lowerBound] : nil
    }

    /// U+0300: combining marks begin there.
    private static let firstMark = 0x300
    /// Latin Extended Additional.
    private static let additional = 0x1E00..<0x1F00
    private static let basic = (0..<firstMark).map(make)
    private static let extended = additional.map(make)

    private static func make(_ scalar: Int) -> LatinLetter? {
        guard let scalar = Unicode.Scalar(scalar) else { return nil }
        let parts = Array(String(Character(scalar)).decomposedStringWithCanonicalMapping.utf16)
        guard let base = parts.first, parts.count <= 3 else { return nil }
        return LatinLetter(base: base, marks: (parts.count > 1 ? parts[1] : 0, parts.count > 2 ? parts[2] : 0))
    }
}
