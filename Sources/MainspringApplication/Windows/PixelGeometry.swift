internal import Foundation

/// A size in pixels. Ours.
public struct PixelSize: Hashable, Sendable {
    /// How many pixels a row has.
    public var width: Int
    /// How many rows there are.
    public var height: Int

    /// Makes a size.
    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// The pixels of a size in points: at least one, at most 32,767 either way, as many as window systems can have.
    init(_ size: CGSize, scale: CGFloat) {
        func pixels(_ length: CGFloat) -> Int {
            let exact = (length * scale).rounded()
            return exact >= 1 ? Int(min(exact, CGFloat(Self.limit))) : 1
        }
        self.init(width: pixels(size.width), height: pixels(size.height))
    }

    /// So many pixels a surface has at most, either way.
    static let limit = 32_767
}

/// A rectangle of whole pixels, from the upper left corner of a surface on. Ours.
public struct PixelRect: Hashable, Sendable {
    /// Where it begins.
    public var x: Int
    /// Where it begins, downwards.
    public var y: Int
    /// How many pixels a row has.
    public var width: Int
    /// How many rows there are.
    public var height: Int

    /// Makes a rectangle.
    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// All of a surface.
    init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// All pixels of a surface that a rectangle in points touches; nil where it touches none.
    init?(touchedBy rect: CGRect, scale: CGFloat, in size: PixelSize) {
        func span(_ low: CGFloat, _ high: CGFloat, _ limit: Int) -> Range<Int>? {
            // Not a number, on either side, is no span.
            guard low <= high else { return nil }
            let first = max((low * scale).rounded(.down), 0)
            let end = min((high * scale).rounded(.up), CGFloat(limit))
            return first < end ? Int(first)..<Int(end) : nil
        }
        guard !rect.isNull, let columns = span(rect.minX, rect.maxX, size.width),
            let rows = span(rect.minY, rect.maxY, size.height)
        else { return nil }
        self.init(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
}

/// Memory for the pixels of a surface: blue, green, red, alpha, a byte each, colours multiplied by alpha; the first row
/// is the upper one. Ours.
///
/// Valid for the length of the call that gets it.
public struct PixelMemory {
    /// The first pixel.
    public let base: UnsafeMutableRawPointer
    /// How wide and high it is.
    public let size: PixelSize
    /// From the first byte of a row to the first one of the next; at least four times the width.
    public let bytesPerRow: Int

    /// Memory that somebody else keeps.
    public init(base: UnsafeMutableRawPointer, size: PixelSize, bytesPerRow: Int) {
        self.base = base
        self.size = size
        self.bytesPerRow = bytesPerRow
    }
}
