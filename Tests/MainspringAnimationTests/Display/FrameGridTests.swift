import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct FrameGridTests {
    static let rates = [1, 24, 30, 50, 60, 90, 120, 144, 240, 1000]

    @Test(arguments: [
        (60, [0, 16_666_667, 33_333_334, 50_000_000, 66_666_667]), (120, [0, 8_333_334, 16_666_667, 25_000_000]),
        (50, [0, 20_000_000, 40_000_000]), (1, [0, 1_000_000_000]), (1_000_000_000, [0, 1, 2]),
    ])
    func `a frame begins at its number of spans, rounded up`(rate: Int, starts: [UInt64]) {
        let grid = FrameGrid(rate: rate)
        #expect(starts.indices.map { grid.start(ofFrame: UInt64($0)) } == starts)
    }

    @Test(arguments: rates)
    func `a second has as many frames as the rate says, after a hundred years too`(rate: Int) {
        let grid = FrameGrid(rate: rate)
        let years: UInt64 = 100 * 365 * 86_400
        for second in [0, 1, 3_600, years] {
            #expect(grid.start(ofFrame: second * UInt64(rate)) == second * 1_000_000_000)
            #expect(grid.index(at: second * 1_000_000_000) == second * UInt64(rate))
        }
    }

    @Test(arguments: rates)
    func `the next frame is later, the first one may be now`(rate: Int) {
        let grid = FrameGrid(rate: rate)
        for index in 0..<UInt64(200) {
            let start = grid.start(ofFrame: index)
            let following = grid.start(ofFrame: index + 1)
            #expect(grid.first(from: start) == start)
            #expect(grid.next(after: start) == following)
            #expect(grid.first(from: start + 1) == following)
            #expect(grid.next(after: following - 1) == following)
            #expect(grid.last(upTo: start) == start)
            #expect(grid.last(upTo: following - 1) == start)
            #expect(grid.index(at: start) == index)
            #expect(grid.index(at: following - 1) == index)
        }
    }

    @Test(arguments: Seeds.first(3))
    func `any instant lies in its frame, and none begins early`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let span = UInt64.random(in: 1...2_000_000_000_000, using: &random)
            let grid = FrameGrid(frames: .random(in: 1...min(span, 1_000_000), using: &random), inNanoseconds: span)
            let instant = UInt64.random(in: 0...(1 << 60), using: &random) >> UInt64.random(in: 0...59, using: &random)
            let index = grid.index(at: instant)
            let start = grid.start(ofFrame: index)
            #expect(start <= instant && instant < grid.start(ofFrame: index + 1), "seed \(seed)")
            let early = UInt128(start) * UInt128(grid.frames) < UInt128(index) * UInt128(span)
            let late = UInt128(start) * UInt128(grid.frames) >= UInt128(index) * UInt128(span) + UInt128(grid.frames)
            #expect(!early && !late, "seed \(seed)")
        }
    }

    @Test(arguments: [1, 2, 3, 4, 7, 60])
    func `every so many frames is a grid within the grid`(count: Int) {
        let display = FrameGrid(rate: 60)
        let slow = display.every(count)
        for index in 0..<UInt64(500) {
            #expect(slow.start(ofFrame: index) == display.start(ofFrame: index * UInt64(count)))
        }
        #expect(slow.period == Double(count) / 60)
    }

    @Test func `the period is in seconds`() {
        let (slow, fast): (Double, Double) = (1 / 60, 1 / 120)
        #expect(FrameGrid(rate: 60).period == slow)
        #expect(FrameGrid(rate: 120).period == fast)
        #expect(isNear(1 / FrameGrid(frames: 60_000, inNanoseconds: 1_001_000_000_000).period, 59.940_059_940))
    }

    @Test func `a rate need not be a whole number`() {
        let grid = FrameGrid(frames: 60_000, inNanoseconds: 1_001_000_000_000)
        #expect(grid.start(ofFrame: 1) == 16_683_334)
        #expect(grid.start(ofFrame: 60_000) == 1_001_000_000_000)
    }

    @Test(arguments: rates)
    func `at the end of the clock there is no next frame`(rate: Int) {
        let grid = FrameGrid(rate: rate)
        #expect(grid.next(after: .max) == .max)
        #expect(grid.start(ofFrame: .max) == .max)
        #expect(grid.index(at: .max) <= .max / 1_000_000_000 * UInt64(rate) + UInt64(rate))
        #expect(grid.last(upTo: .max) <= .max)
    }
}
