public import Foundation

extension TextLayout {
    /// Where a caret stands that is before a letter: its height is the line's, its width 0.
    ///
    /// A place between two lines is at the beginning of the second one. A place within a letter that is made of several characters, as of
    /// an emoji with joiners, is at one of its ends. A place that is not shown is at the nearest one that is.
    /// - Parameter offset: In UTF-16; one that the text does not have is taken as the nearest one.
    /// - Complexity: O(*n*) in the number of lines and in the number of letters of the line.
    public func caretRect(at offset: Int) -> CGRect {
        let byte = UTF16Places(string).byte(offset)
        guard let line = placed.last(where: { $0.source.lowerBound <= byte }) ?? placed.first else { return .zero }
        let x = line.text.x(line.number, line.text.excerpt.place(byte))
        return CGRect(x: line.frame.minX + x, y: line.frame.minY, width: 0, height: line.frame.height)
    }

    /// The place between two letters that is nearest to a point; in UTF-16.
    ///
    /// Above the first line counts as in it, below the last line as in that; a coordinate that is no number as 0.
    public func index(at point: CGPoint) -> Int {
        let (x, y) = (point.x.isNaN ? 0 : point.x, point.y.isNaN ? 0 : point.y)
        guard let line = placed.first(where: { y < $0.frame.maxY }) ?? placed.last else { return 0 }
        let place = line.text.place(line.number, x - line.frame.minX)
        return UTF16Places(string).utf16(line.text.excerpt.source(place))
    }

    /// What is to be painted behind letters that are selected: for each line one rectangle, of its height, or more where directions
    /// change; from the left.
    /// - Parameter range: In UTF-16; what the text does not have, and what is not shown, is left out.
    /// - Complexity: O(*n*) in the number of lines and of the letters of those that are touched.
    public func selectionRects(for range: Range<Int>) -> [CGRect] {
        let places = UTF16Places(string)
        let selected =
            places.byte(
                range.lowerBound)..<max(
                places.byte(range.upperBound), places.byte(range.lowerBound))
        return placed.flatMap { line in
            let part = selected.clamped(to: line.source)
            guard !part.isEmpty else { return [CGRect]() }
            let excerpt = line.text.excerpt
            let start = excerpt.place(part.lowerBound)
            return line.text.stretches(line.number, start..<max(excerpt.place(part.upperBound), start)).map {
                CGRect(
                    x: line.frame.minX + $0.lowerBound, y: line.frame.minY, width: $0.upperBound - $0.lowerBound,
                    height: line.frame.height)
            }.sorted { $0.minX < $1.minX }
        }
    }
}
