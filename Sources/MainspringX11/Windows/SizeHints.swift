internal import Foundation

/// What the window manager is told of a window's size: 18 words, by the rules of the Inter-Client Communication
/// Conventions, 4.1.2.3.
enum SizeHints {
    private static let hasMinimumSize: UInt32 = 1 << 4

    static func words(minimum: (width: Int, height: Int)) -> [UInt32] {
        var words = [UInt32](repeating: 0, count: 18)
        words[0] = hasMinimumSize
        words[5] = UInt32(minimum.width)
        words[6] = UInt32(minimum.height)
        return words
    }
}

/// Lengths in points as the server counts: whole pixels from 1 to 32,767.
enum PixelLength {
    static let limit: CGFloat = 32_767

    static func of(_ points: CGFloat, _ scale: CGFloat) -> Int {
        let pixels = (points * scale).rounded()
        // What is no number is not above 1 either.
        return pixels > 1 ? Int(min(pixels, limit)) : 1
    }

    static func pair(_ size: CGSize, _ scale: CGFloat) -> (width: Int, height: Int) {
        (of(size.width, scale), of(size.height, scale))
    }
}
