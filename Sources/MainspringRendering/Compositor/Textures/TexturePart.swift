/// Whole columns and rows among the pixels of a drawing, counted from the zero of a layer's own coordinates; there may be more of them than
/// whole numbers are.
struct TexturePart: Hashable {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    var width: Double { right - left }
    var height: Double { bottom - top }
    /// Also where they are no numbers.
    var isEmpty: Bool { !(right > left && bottom > top) }

    /// What lies in both.
    func meeting(_ other: TexturePart) -> TexturePart {
        TexturePart(
            left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
            bottom: min(bottom, other.bottom))
    }

    /// With so many more on each side.
    func grown(by reach: Double) -> TexturePart {
        TexturePart(left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach)
    }

    /// A clear texture of as many pixels; nil where there are too many, or none, or no memory.
    func makeClear() -> Texture? {
        // Where so many lie before them, their numbers are no whole ones any more.
        guard !isEmpty, width * height <= Double(Texture.most), max(abs(left), abs(right)) < 0x1p52,
            max(abs(top), abs(bottom)) < 0x1p52
        else { return nil }
        return Texture(width: Int(width), height: Int(height))
    }
}
