import Foundation
import SeededRandom
import Testing

@testable import MainspringRendering

@Suite struct GaussianBlurTests {
    /// The bell of a deviation over rows and columns, in numbers with a point.
    private func bell(_ bytes: [UInt8], _ width: Int, _ height: Int, _ deviation: Double) -> [Double] {
        let reach = Int((5 * deviation).rounded(.up))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
        let sum = weights.reduce(0, +)
        func pass(_ values: [Double], _ step: Int, _ count: Int, _ place: (Int, Int) -> Int, _ lines: Int) -> [Double] {
            var result = values
            for line in 0..<lines {
                for index in 0..<count {
                    var value = 0.0
                    for offset in -reach...reach where (0..<count).contains(index + offset) {
                        value += values[place(line, index + offset)] * weights[offset + reach]
                    }
                    result[place(line, index)] = value / sum
                }
            }
            return result
        }
        let rows = pass(bytes.map(Double.init), 1, width, { $0 * width + $1 }, height)
        return pass(rows, width, height, { $1 * width + $0 }, width)
    }

    @Test(arguments: [0.3, 0.5, 1, 2, 2.5, 3, 4, 5.5, 8, 12])
    func `a square is blurred as by a bell`(deviation: Double) {
        let size = 100
        var bytes = [UInt8](repeating: 0, count: size * size)
        for y in 35..<65 { for x in 35..<65 { bytes[y * size + x] = 255 } }
        let wanted = bell(bytes, size, size, deviation)
        GaussianBlur(deviation: deviation).blur(&bytes, width: size, height: size, stride: size, channels: 1)
        let worst = zip(bytes, wanted).map { abs(Double($0) - $1) }.max() ?? 0
        #expect(worst < (deviation <= 2 ? 1.6 : 10), "\(worst)")
        for y in 0..<size {
            // Rows are rounded before columns are blurred.
            for x in 0..<size { #expect(abs(Int(bytes[y * size + x]) - Int(bytes[x * size + y])) <= 1, "\(x) \(y)") }
        }
    }

    @Test(arguments: [0.3, 1.7, 2.1, 3.3, 9, 40, 1_000, 1e9])
    func `an even area stays as it is away from its edges, and nothing becomes lighter than what was there`(
        deviation: Double
    ) {
        for value in [UInt8(1), 77, 254, 255] {
            var bytes = [UInt8](repeating: value, count: 200 * 200)
            let blur = GaussianBlur(deviation: deviation)
            blur.blur(&bytes, width: 200, height: 200, stride: 200, channels: 1)
            if blur.reach < 95 { #expect(bytes[100 * 200 + 100] == value, "\(value)") }
            #expect(bytes.allSatisfy { $0 <= value })
        }
    }

    @Test func `no blur leaves everything as it is, and what has no extent`() {
        var bytes: [UInt8] = [1, 2, 3]
        for deviation in [0.0, 0.01, -3, .nan] {
            GaussianBlur(deviation: deviation).blur(&bytes, width: 3, height: 1, stride: 3, channels: 1)
            #expect(bytes == [1, 2, 3])
        }
        GaussianBlur(deviation: 5).blur(&bytes, width: 0, height: 0, stride: 3, channels: 1)
        #expect(bytes == [1, 2, 3])
    }

    @Test func `channels do not run into each other`() {
        var random = SeededGenerator(seed: 3)
        let (width, height) = (23, 17)
        let channels = (0..<4).map { _ in (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &random) } }
        var together = (0..<width * height).flatMap { place in channels.map { $0[place] } }
        GaussianBlur(deviation: 3).blur(&together, width: width, height: height, stride: 4 * width, channels: 4)
        for (index, channel) in channels.enumerated() {
            var alone = channel
            GaussianBlur(deviation: 3).blur(&alone, width: width, height: height, stride: width, channels: 1)
            #expect(alone == (0..<width * height).map { together[4 * $0 + index] })
        }
    }
}
