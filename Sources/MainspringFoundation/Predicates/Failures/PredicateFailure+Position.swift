extension PredicateFailure.Position {
    /// So many characters are shown on each side of the place.
    private static let shown = 60

    /// The place at an offset in a format.
    init(_ offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        let offset = min(max(offset, 0), bytes.count)
        let newLine = UInt8(ascii: "\n")
        let start = bytes[..<offset].lastIndex(of: newLine).map { $0 + 1 } ?? 0
        let end = bytes[offset...].firstIndex(of: newLine) ?? bytes.count
        let before = String(decoding: bytes[start..<offset], as: UTF8.self).map(Self.printed)
        let after = String(decoding: bytes[offset..<end], as: UTF8.self).map(Self.printed)
        let isCut = (left: before.count > Self.shown, right: after.count > Self.shown)
        self.offset = offset
        line = bytes[..<offset].count { $0 == newLine } + 1
        column = before.count + 1
        indentation = min(before.count, Self.shown) + (isCut.left ? 1 : 0)
        excerpt =
            (isCut.left ? "…" : "") + String(before.suffix(Self.shown)) + String(after.prefix(Self.shown))
            + (isCut.right ? "…" : "")
    }

    /// What moves the cursor would put the caret into a wrong place.
    private static func printed(_ character: Character) -> Character {
        character.unicodeScalars.contains { $0.properties.generalCategory == .control } ? " " : character
    }
}
