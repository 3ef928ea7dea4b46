import CPixels
import SeededRandom
import Testing

/// The compositor's inner loops against their formulas, a pixel at a time.
struct PixelKernelTests {
    /// A channel of a pixel over another one.
    private func over(_ target: UInt32, _ source: UInt32) -> UInt32 {
        (0..<4).reduce(0) { result, channel in
            let shift = UInt32(8 * channel)
            let rest = Double((target >> shift) & 255) * Double(255 - (source >> 24)) / 255
            return result | (((source >> shift) & 255) + UInt32(rest.rounded())) << shift
        }
    }

    private func pixels(_ count: Int, seed: UInt64) -> [UInt32] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            let alpha = UInt32.random(in: 0...255, using: &random)
            return (0..<3).reduce(alpha << 24) { $0 | UInt32.random(in: 0...alpha, using: &random) << UInt32(8 * $1) }
        }
    }

    @Test("what is over something else is rounded as the formula is", arguments: [1, 7, 64, 333])
    func overs(_ count: Int) {
        let (source, target) = (pixels(count, seed: 1), pixels(count, seed: 2))
        var result = target
        pixels_over(&result, count, source, count, 255, count, 1)
        #expect(result.indices.allSatisfy { result[$0] == over(target[$0], source[$0]) })
    }

    @Test("a row gives the same however it is cut", arguments: [1, 5, 8, 31])
    func cuts(_ part: Int) {
        let (source, target) = (pixels(97, seed: 3), pixels(97, seed: 4))
        var (whole, parts) = (target, target)
        pixels_over(&whole, 97, source, 97, 119, 97, 1)
        parts.withUnsafeMutableBufferPointer { parts in
            source.withUnsafeBufferPointer { source in
                guard let parts = parts.baseAddress, let source = source.baseAddress else { return }
                for first in stride(from: 0, to: 97, by: part) {
                    pixels_over(parts + first, 97, source + first, 97, 119, min(part, 97 - first), 1)
                }
            }
        }
        #expect(whole == parts)
    }

    @Test("a picture that is moved by nothing is the picture, and its surroundings are clear")
    func shift() {
        let source = pixels(20, seed: 5)
        var (target, lines) = ([UInt32](repeating: 0, count: 30), [UInt32](repeating: 0, count: 21))
        pixels_over_shifted(&target, 6, source, 5, 5, 4, 0, 0, 0, 0, 255, 6, 5, &lines)
        for y in 0..<5 {
            for x in 0..<6 { #expect(target[6 * y + x] == (x < 5 && y < 4 ? source[5 * y + x] : 0)) }
        }
    }
}
