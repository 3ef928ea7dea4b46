/// Places in a text, as bytes of UTF-8 and as units of UTF-16.
struct UTF16Places {
    private let string: String

    /// - Parameter string: With contiguous UTF-8, of which places are found at once; the string itself keeps where units of UTF-16 are.
    init(_ string: String) { self.string = string }

    func utf16(_ byte: Int) -> Int {
        let utf8 = string.utf8
        let index = utf8.index(utf8.startIndex, offsetBy: min(max(byte, 0), utf8.count))
        return string.utf16.distance(from: string.startIndex, to: index)
    }

    /// Of a place within a letter, the letter's beginning.
    func byte(_ unit: Int) -> Int {
        let utf16 = string.utf16
        let index = utf16.index(utf16.startIndex, offsetBy: max(unit, 0), limitedBy: utf16.endIndex) ?? utf16.endIndex
        let whole = index.samePosition(in: string.unicodeScalars) ?? utf16.index(before: index)
        return string.utf8.distance(from: string.startIndex, to: whole)
    }
}
