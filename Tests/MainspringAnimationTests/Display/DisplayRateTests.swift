import Testing

@testable import MainspringAnimation

/// Which of a display's frames serve a range of rates.
@Suite struct DisplayRateTests {
    private static func divisor(_ display: Int, _ minimum: Float, _ maximum: Float, _ preferred: Float?) -> Int {
        let grid = FrameGrid(rate: display).serving(
            CAFrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred))
        #expect(grid.frames == UInt64(display))
        return Int(grid.span / 1_000_000_000)
    }

    @Test(
        arguments: [
            (0, 1), (60, 1), (61, 1), (1_000, 1), (46, 1), (45, 1), (44, 2), (35, 2), (30, 2), (26, 2), (25, 2),
            (24, 3), (20, 3),
            (17, 4), (15, 4), (12, 5), (10, 6), (7, 9), (1, 60), (0.5, 120), (1e-30, 1_000_000),
        ] as [(Float, Int)])
    func `without limits it is the nearest rate, of two as near the faster`(preferred: Float, divisor: Int) {
        #expect(Self.divisor(60, 0, 0, preferred) == divisor)
    }

    @Test(
        arguments: [
            (120, 30, 60, 48, 3), (120, 50, 60, 48, 2), (120, 60, 120, 120, 1), (120, 80, 120, 80, 1),
            (120, 10, 60, 0, 2), (60, 10, 30, 0, 2),
            (60, 15, 20, 30, 3), (60, 15, 20, 5, 4), (60, 40, 120, 45, 1), (60, 8, 15, 24, 4), (60, 0, 40, 0, 2),
            (60, 25, 0, 1, 2), (60, 30, 30, 30, 2),
        ] as [(Int, Float, Float, Float, Int)])
    func `within limits it is the nearest rate of those within, or the fastest`(
        display: Int, minimum: Float, maximum: Float, preferred: Float, divisor: Int
    ) {
        #expect(Self.divisor(display, minimum, maximum, preferred) == divisor)
    }

    @Test(
        arguments: [
            (60, 50, 55, 52, 1), (60, 31, 40, 35, 2), (60, 100, 120, 0, 1), (60, 40, 20, 30, 2),
            (60, 29.9, 29.99, 29.97, 2),
        ] as [(Int, Float, Float, Float, Int)])
    func `where none is within, it is the nearest of all`(
        display: Int, minimum: Float, maximum: Float, preferred: Float, divisor: Int
    ) {
        #expect(Self.divisor(display, minimum, maximum, preferred) == divisor)
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity, -1, 0])
    func `what is no rate is left open`(bad: Float) {
        #expect(Self.divisor(60, bad, bad, bad) == 1)
        #expect(Self.divisor(60, bad, bad, nil) == 1)
        #expect(Self.divisor(60, bad, 20, bad) == 3)
        #expect(Self.divisor(60, 25, bad, 20) == 2)
        let link = CADisplayLink { _ in }
        link.preferredFrameRateRange = CAFrameRateRange(minimum: bad, maximum: bad, preferred: bad)
        #expect([0, -1].contains(link.preferredFramesPerSecond))
    }

    @Test func `a rate that is out of all bounds is taken to them`() {
        #expect(Self.divisor(60, .leastNonzeroMagnitude, .leastNonzeroMagnitude, .leastNonzeroMagnitude) == 1_000_000)
        #expect(Self.divisor(60, .greatestFiniteMagnitude, .greatestFiniteMagnitude, .greatestFiniteMagnitude) == 1)
    }

    @Test(arguments: [(30, 30), (0, 0), (-5, 0), (7, 7), (Int.max, 0), (Int.min, 0)])
    func `frames per second are the range's preferred rate`(value: Int, read: Int) {
        let link = CADisplayLink { _ in }
        link.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 20, preferred: 15)
        #expect(link.preferredFramesPerSecond == 15)
        link.preferredFramesPerSecond = value
        #expect(link.preferredFramesPerSecond == read)
        #expect(link.preferredFrameRateRange.minimum == 0)
        #expect(link.preferredFrameRateRange.maximum == 0)
    }

    @Test func `a display need not have a whole number of frames a second`() {
        let display = FrameGrid(frames: 60_000, inNanoseconds: 1_001_000_000_000)
        #expect(isNear(display.rate, 59.940_059_940, within: 1e-6))
        let half = display.serving(CAFrameRateRange(minimum: 0, maximum: 0, preferred: 30))
        #expect(half == display.every(2))
    }
}
